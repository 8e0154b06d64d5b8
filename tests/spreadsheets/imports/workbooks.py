"""Small workbooks, sound and not, built part by part."""

import io
import struct
import zlib
from collections.abc import Iterable, Sequence
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from openpyxl import Workbook

SHEET = "xl/worksheets/sheet1.xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
RELS = f"""<Relationships xmlns="{PACKAGE}/relationships">
<Relationship Id="r1" Type="{RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>"""
TYPES = f"""<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="{KIND}.sheet.main+xml"/>
<Override PartName="/xl/sharedStrings.xml" ContentType="{KIND}.sharedStrings+xml"/>
<Override PartName="/xl/styles.xml" ContentType="{KIND}.styles+xml"/></Types>"""
BOOK_RELS = f"""<Relationships xmlns="{PACKAGE}/relationships">
<Relationship Id="r1" Type="{RELATION}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="r2" Type="{RELATION}/sharedStrings" Target="/xl/sharedStrings.xml"/>
<Relationship Id="r3" Type="{RELATION}/styles" Target="styles.xml"/></Relationships>"""
BOOK = f"""<workbook xmlns="{MAIN}" xmlns:r="{RELATION}"><sheets><sheet name="Ark" sheetId="1" r:id="r1"/></sheets>
</workbook>"""
STYLES = f"""<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" formatCode="d/m;@"/>
<numFmt numFmtId="165" formatCode="[Red]#,##0.00\\ &quot;stykker d&quot;;_-* General"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>"""


def file_of(workbook: Workbook) -> bytes:
    """A workbook as the bytes of its file."""
    workbook.save(target := io.BytesIO())
    return target.getvalue()


def file_with(rows: Iterable[Sequence[object]]) -> bytes:
    """The file of a workbook with one sheet of rows."""
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Ark1")
    for row in rows:
        sheet.append(row)
    return file_of(workbook)


def parts_with(rows="", texts="", **others):
    """The parts of a small workbook."""
    sheet = f'<worksheet xmlns="{MAIN}"><dimension ref="A1:A1"/><sheetData>{rows}</sheetData></worksheet>'
    parts = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": RELS,
        "xl/workbook.xml": BOOK,
        "xl/_rels/workbook.xml.rels": BOOK_RELS,
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
        "xl/worksheets/sheet1.xml": sheet,
    }
    return parts | others


def zip_parts(parts, method=ZIP_DEFLATED):
    target = io.BytesIO()
    with ZipFile(target, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def format_of(code):
    return parts_with('<row><c r="A1" s="2"><v>7</v></c></row>') | {"xl/styles.xml": STYLES.replace("d/m;@", code)}


def sheet_beginning(with_what):
    parts = parts_with('<row><c r="A1"><v>7</v></c></row>')
    return parts | {SHEET: parts[SHEET].replace("<dimension", f"{with_what}<dimension")}


def encrypted_zip():
    """A zip file whose parts are marked as encrypted."""
    content = bytearray(zip_parts(parts_with(), ZIP_STORED))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + place] |= 1
            at = content.find(mark, at + 1)
    return bytes(content)


def lying_about_its_size():
    """A part that unzips to far more than its entry says."""
    content = zip_parts(parts_with("<row/>" * 100_000))
    with ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    return content.replace(size.to_bytes(4, "little"), (500).to_bytes(4, "little"))


def sheets(count, target="worksheets/sheet{}.xml"):
    links = "".join(
        f'<Relationship Id="r{n}" Type="{RELATION}/worksheet" Target="{target.format(n)}"/>' for n in range(count)
    )
    named = "".join(f'<sheet name="Ark{n}" sheetId="{n + 1}" r:id="r{n}"/>' for n in range(count))
    content = f'<worksheet xmlns="{MAIN}"><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>'
    parts = {f"xl/{target.format(n)}": content for n in range(count)}
    rels = f'<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>'
    book = f'<workbook xmlns="{MAIN}" xmlns:r="{RELATION}"><sheets>{named}</sheets></workbook>'
    return parts_with() | parts | {"xl/_rels/workbook.xml.rels": rels, "xl/workbook.xml": book}


def far_larger_than_it_says(megabytes):
    """A workbook's part that unzips to this much but declares a thousand bytes and their checksum."""
    space, declared = b" " * 1_000_000, 1000
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join([*(packing.compress(space) for _ in range(megabytes)), packing.flush()])
    content = zip_parts(parts_with() | {SHEET: packed}, ZIP_STORED)
    with ZipFile(io.BytesIO(content)) as archive:
        held = archive.getinfo(SHEET)
    for mark, method, sizes in ((b"PK\x03\x04", 8, 14), (b"PK\x01\x02", 10, 16)):
        at = content.rfind(mark, 0, content.rfind(SHEET.encode()) if mark == b"PK\x01\x02" else held.header_offset + 4)
        entry = bytearray(content[at : at + 46])
        entry[method : method + 2] = ZIP_DEFLATED.to_bytes(2, "little")
        entry[sizes : sizes + 12] = struct.pack("<III", zlib.crc32(space[:declared]), len(packed), declared)
        content = content[:at] + bytes(entry) + content[at + 46 :]
    return content
