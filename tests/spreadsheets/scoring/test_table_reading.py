"""Workbooks handed in by strangers: read as text, or refused at once; and the workbook that is handed out."""

import io
import random
import struct
import tracemalloc
import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from openpyxl import Workbook

from ledger.rules.site.phrases import phrases_in
from ledger.spreadsheets.scoring.table_book import Holds, ScoringTableBook, ScoringTableSheet, SheetColumn
from ledger.spreadsheets.scoring.table_reading import BookFault, UnreadableBook, UnreadableCell, read_table_book
from ledger.spreadsheets.scoring.table_writing import write_table_book
from ledger.spreadsheets.site.sheet_cells import CellFault
from tests.processor import at_most, seconds_of
from tests.spreadsheets.seasons import reading
from tests.spreadsheets.seasons.names import NASTY

SHEET = "xl/worksheets/sheet1.xml"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = (
    f'<Relationships><Relationship Id="r1" Type="{RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
)
BOOK_RELS = f"""<Relationships><Relationship Id="r1" Type="{RELATION}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="r2" Type="{RELATION}/sharedStrings" Target="/xl/sharedStrings.xml"/>
<Relationship Id="r3" Type="{RELATION}/styles" Target="styles.xml"/></Relationships>"""
BOOK = f'<workbook xmlns="{MAIN}" xmlns:r="{RELATION}"><sheets><sheet name="Ark" r:id="r1"/></sheets></workbook>'
STYLES = f"""<styleSheet xmlns="{MAIN}"><numFmts><numFmt numFmtId="164" formatCode="d/m;@"/>
<numFmt numFmtId="165" formatCode="[Red]#,##0.00\\ &quot;stykker d&quot;;_-* General"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>"""


def parts_with(rows="", texts="", **others):
    """The parts of a little workbook."""
    sheet = f'<worksheet xmlns="{MAIN}"><dimension ref="A1:A1"/><sheetData>{rows}</sheetData></worksheet>'
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": RELS,
        "xl/workbook.xml": BOOK,
        "xl/_rels/workbook.xml.rels": BOOK_RELS,
        "xl/styles.xml": STYLES,
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
        "xl/worksheets/sheet1.xml": sheet,
    }
    return parts | others


def zipped(parts, method=ZIP_DEFLATED):
    target = io.BytesIO()
    with ZipFile(target, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return target.getvalue()


def cells_of(rows, texts=""):
    (sheet,) = read_table_book(zipped(parts_with(rows, texts)))
    return sheet.cells


def book_with(sheet, language="da"):
    return ScoringTableBook("Takst", phrases_in(language).say, datetime(2026, 9, 3, tzinfo=UTC), (sheet,))


# --- what a cell says


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('<c r="A1"><v>0.125</v></c>', "0.125"),
        ('<c r="A1"><v>0.30000000000000004</v></c>', "0.3"),
        ('<c r="A1"><v>1.5E2</v></c>', "150"),
        ('<c r="A1"><v>1E300</v></c>', "1E+300"),
        ('<c r="A1"><v>7</v></c>', "7"),
        ('<c r="A1" s="3"><v>-7.50</v></c>', "-7.5"),
        ('<c r="A1" t="b"><v>1</v></c>', "true"),
        ('<c r="A1" t="str"><f>A2</f><v>1/8</v></c>', "1/8"),
        ('<c r="A1" t="s"><v>0</v></c>', "to_tre x0041_"),
        ('<c r="A1" t="inlineStr"><is><r><t>1</t></r><r><t>/8</t></r><rPh><t>nej</t></rPh></is></c>', "1/8"),
        ('<c t="inlineStr"><is><t>uden adresse</t></is></c>', "uden adresse"),
    ],
)
def test_a_cell_is_read_as_exact_text(cell, text):
    shared = "<si><r><t>to</t></r><r><t>_x005F_tre x0041_</t></r></si>"

    assert cells_of(f'<row r="1">{cell}</row>', shared) == {(1, 1): text}


@pytest.mark.parametrize(
    ("cell", "fault", "text"),
    [
        ('<c r="B3" s="1"><v>46235</v></c>', CellFault.DATE, "46235"),
        ('<c r="B3" s="2"><v>46235</v></c>', CellFault.DATE, "46235"),
        ('<c r="B3" t="d"><v>2026-08-01</v></c>', CellFault.DATE, "2026-08-01"),
        ('<c r="B3" t="e"><v>#REF!</v></c>', CellFault.ERROR, "#REF!"),
        ('<c r="B3"><f>1+1</f></c>', CellFault.NO_RESULT, ""),
        ('<c r="B3"><f>1+1</f><v/></c>', CellFault.NO_RESULT, ""),
    ],
)
def test_a_cell_that_is_no_text_is_refused_with_its_place(cell, fault, text):
    with pytest.raises(UnreadableCell) as refused:
        cells_of(f'<row r="3">{cell}</row>')

    found = refused.value
    assert (found.sheet, found.row, found.column, found.fault, found.text) == ("Ark", 3, 2, fault, text)


def test_what_is_written_is_read_back_whatever_it_is():
    texts = [" ".join(name.split("\r"))[:32_767] for name in NASTY]
    sheet = ScoringTableSheet(
        "Ark", (SheetColumn("Navn", Holds.AMOUNTS), SheetColumn("x")), [[text, 7] for text in texts]
    )

    found = read_table_book(write_table_book(book_with(sheet)))[0].cells

    assert [found.get((row, 1), "") for row in range(2, len(texts) + 2)] == texts
    assert found[2, 2] == "7"


def test_a_cell_has_a_format_and_choices_that_fit_it():
    columns = (
        SheetColumn("Trin", Holds.NUMBERS),
        SheetColumn("Pris", Holds.AMOUNTS),
        SheetColumn("Farve", choices=("a, b", "c")),
    )
    sheet = ScoringTableSheet("Takst", columns, [[7, 4, "c"], [8, "1/8", ""]], choices=[(), ("ja", "nej")], frozen=1)

    workbook = reading.opened(write_table_book(book_with(sheet)))

    written = workbook["Takst"]
    assert [[cell.value for cell in row] for row in written.rows] == [
        ["Trin", "Pris", "Farve"],
        [7, 4, "c"],
        [8, "1/8", None],
    ]
    assert [written[cell].number_format for cell in ("A2", "B2", "B3", "C2")] == ["0", "@", "@", "@"]
    assert (written.freeze_panes, written.print_title_rows) == ("B2", "$1:$1")
    rules = {str(rule.sqref): rule.formula1 for rule in written.data_validations.dataValidation}
    assert rules == {"C2:C204": "'Valgmuligheder'!$A$1:$A$2", "C3": "'Valgmuligheder'!$A$3:$A$4"}
    assert [cell.value for cell in workbook["Valgmuligheder"]["A"]] == ["a, b", "c", "ja", "nej"]
    assert workbook["Valgmuligheder"].sheet_state == "hidden"


# --- files that are no such workbook


def empty_workbook():
    content = io.BytesIO()
    Workbook().save(content)
    return content.getvalue()


def encrypted():
    """A zip file whose parts say that they are encrypted."""
    content = bytearray(zipped(parts_with(), ZIP_STORED))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at >= 0:
            content[at + place] |= 1
            at = content.find(mark, at + 1)
    return bytes(content)


def lying_about_its_size():
    """A part that unzips to far more than its entry says."""
    content = zipped(parts_with("<row/>" * 100_000))
    with ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo("xl/worksheets/sheet1.xml").file_size
    return content.replace(size.to_bytes(4, "little"), (500).to_bytes(4, "little"))


def sheets(count, target="worksheets/sheet{}.xml"):
    links = "".join(
        f'<Relationship Id="r{n}" Type="{RELATION}/worksheet" Target="{target.format(n)}"/>' for n in range(count)
    )
    named = "".join(f'<sheet name="Ark{n}" r:id="r{n}"/>' for n in range(count))
    parts = {f"xl/{target.format(n)}": "<worksheet/>" for n in range(count)}
    rels = {"xl/_rels/workbook.xml.rels": f"<Relationships>{links}</Relationships>"}
    return parts_with() | parts | rels | {"xl/workbook.xml": f'<workbook xmlns:r="{RELATION}">{named}</workbook>'}


def far_larger_than_it_says(megabytes):
    """A part of a workbook that unzips to this much and says that it is a thousand bytes, its checksum theirs."""
    space, said = b" " * 1_000_000, 1000
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = b"".join([*(packing.compress(space) for _ in range(megabytes)), packing.flush()])
    content = zipped(parts_with() | {SHEET: packed}, ZIP_STORED)
    with ZipFile(io.BytesIO(content)) as archive:
        held = archive.getinfo(SHEET)
    for mark, method, sizes in ((b"PK\x03\x04", 8, 14), (b"PK\x01\x02", 10, 16)):
        at = content.rfind(mark, 0, content.rfind(SHEET.encode()) if mark == b"PK\x01\x02" else held.header_offset + 4)
        entry = bytearray(content[at : at + 46])
        entry[method : method + 2] = ZIP_DEFLATED.to_bytes(2, "little")
        entry[sizes : sizes + 12] = struct.pack("<III", zlib.crc32(space[:said]), len(packed), said)
        content = content[:at] + bytes(entry) + content[at + 46 :]
    return content


BOMB = b'<!DOCTYPE a [<!ENTITY a "1234567890"><!ENTITY b "&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'
OUTSIDE = b'<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>'
HOSTILE = {
    "nothing": (b"", BookFault.NO_WORKBOOK),
    "a page": (b"<html><table><tr><td>1</td></tr></table></html>", BookFault.NO_WORKBOOK),
    "a list": (b"Trin;Alm.\r\n7;1/8\r\n", BookFault.NO_WORKBOOK),
    "an old workbook": (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(2000), BookFault.OLD_EXCEL),
    "a password": (
        bytes.fromhex("d0cf11e0a1b11ae1") + bytes(900) + "EncryptedPackage".encode("utf-16-le"),
        BookFault.PASSWORD,
    ),
    "an encrypted archive": (encrypted(), BookFault.PASSWORD),
    "a document": (zipped({"_rels/.rels": RELS.replace("xl/workbook", "word/document")}), BookFault.NO_WORKBOOK),
    "any archive": (zipped({"readme.txt": "hej"}), BookFault.NO_WORKBOOK),
    "an OpenDocument sheet": (
        zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}),
        BookFault.OPEN_DOCUMENT,
    ),
    "macros": (zipped(parts_with() | {"xl/vbaProject.bin": "x"}), BookFault.MACROS),
    "a binary workbook": (zipped({"_rels/.rels": RELS, "xl/workbook.bin": "x"}), BookFault.BINARY),
    "half a file": (zipped(parts_with())[:900], BookFault.BROKEN),
    "only a beginning": (b"PK\x03\x04", BookFault.BROKEN),
    "another compression": (zipped(parts_with(), ZIP_BZIP2), BookFault.BROKEN),
    "entities": (zipped(parts_with() | {SHEET: BOMB}), BookFault.BROKEN),
    "entities outside": (zipped(parts_with() | {SHEET: OUTSIDE}), BookFault.BROKEN),
    "no XML": (zipped(parts_with() | {SHEET: "hej"}), BookFault.BROKEN),
    "another encoding": (zipped(parts_with() | {SHEET: '<?xml version="1.0" encoding="x-y"?><a/>'}), BookFault.BROKEN),
    "a text that is not there": (zipped(parts_with('<row><c t="s"><v>7</v></c></row>')), BookFault.BROKEN),
    "a number that is none": (zipped(parts_with("<row><c><v>0x7</v></c></row>")), BookFault.BROKEN),
    "a very long number": (zipped(parts_with(f"<row><c><v>{'9' * 100_000}</v></c></row>")), BookFault.BROKEN),
    "a very long row number": (zipped(parts_with(f'<row r="{"9" * 100_000}"/>')), BookFault.BROKEN),
    "a sheet that is not there": (
        zipped({name: part for name, part in parts_with().items() if name != SHEET}),
        BookFault.BROKEN,
    ),
    "an empty sheet": (zipped(parts_with() | {SHEET: ""}), BookFault.BROKEN),
    "a lie about a size": (lying_about_its_size(), BookFault.BROKEN),
    "a large file": (zipped({"x": random.Random(1).randbytes(1_000_000)}), BookFault.TOO_LARGE),
    "a zip bomb": (zipped(parts_with() | {"xl/media/image1.png": b"\0" * 100_000_000}), BookFault.TOO_LARGE),
    "many parts": (zipped(parts_with() | {f"x{n}": "" for n in range(300)}), BookFault.TOO_LARGE),
    "many sheets": (zipped(sheets(41)), BookFault.TOO_LARGE),
    "the same sheet again": (zipped(sheets(30, "worksheets/sheet1.xml")), BookFault.TOO_LARGE),
    "a million columns": (zipped(parts_with(f"<row>{'<c/>' * 1_000_000}</row>")), BookFault.TOO_LARGE),
    "a far column": (zipped(parts_with('<row><c r="XFD1"><v>1</v></c></row>')), BookFault.TOO_LARGE),
    "a far row": (zipped(parts_with('<row r="1048576"><c r="A1048576"><v>1</v></c></row>')), BookFault.TOO_LARGE),
    "a million texts": (zipped(parts_with(texts="<si/>" * 900_000)), BookFault.TOO_LARGE),
    "a million styles": (zipped(parts_with() | {"xl/styles.xml": f"<a>{'<xf/>' * 900_000}</a>"}), BookFault.TOO_LARGE),
    "a deep nest": (zipped(parts_with("<a>" * 900_000)), BookFault.TOO_LARGE),
    "a tag of a million attributes": (
        zipped(parts_with() | {SHEET: "<a {}/>".format(" ".join(f"a{n}=''" for n in range(400_000)))}),
        BookFault.TOO_LARGE,
    ),
    "far more than it says": (far_larger_than_it_says(100), BookFault.BROKEN),
    "a nest as deep as it may be": (zipped(parts_with("<a>" * 140_000)), BookFault.BROKEN),
}


@pytest.mark.parametrize(("content", "fault"), HOSTILE.values(), ids=HOSTILE)
def test_another_file_is_refused_at_once(content, fault):
    with at_most(seconds=1.5), pytest.raises(UnreadableBook) as refused:
        read_table_book(content)

    assert refused.value.fault is fault


def format_of(code):
    return parts_with('<row><c r="A1" s="2"><v>7</v></c></row>') | {"xl/styles.xml": STYLES.replace("d/m;@", code)}


def sheet_beginning(with_what):
    parts = parts_with('<row><c r="A1"><v>7</v></c></row>')
    return parts | {SHEET: parts[SHEET].replace("<dimension", f"{with_what}<dimension")}


LONG = 4_800_000
SLOW_TO_READ = {
    "a format of brackets": format_of("[" * LONG),
    "a format of escaped quotes": format_of("&quot;\\" * (LONG // 7)),
    "a format of brackets in quotes": format_of("&quot;[" * (LONG // 7)),
    "a tag with a long value": sheet_beginning(f"<a b='{'x' * LONG}'/>"),
    "a long comment": sheet_beginning(f"<!--{'x' * LONG}-->"),
    "a long instruction": sheet_beginning(f"<?a {'x' * LONG}?>"),
}


@pytest.mark.parametrize("parts", SLOW_TO_READ.values(), ids=SLOW_TO_READ)
def test_a_part_made_to_be_slow_takes_no_longer_than_any_of_its_size(parts):
    plain, slow = zipped(sheet_beginning(" " * LONG)), zipped(parts)

    assert read_table_book(slow)[0].cells == {(1, 1): "7"}
    assert seconds_to_read(slow) < 20 * seconds_to_read(plain) + 0.05


def seconds_to_read(content):
    """The fewer of two tries."""
    return min(seconds_of(lambda: read_table_book(content)) for _ in range(2))


def test_a_part_far_larger_than_it_says_takes_no_memory():
    content = far_larger_than_it_says(100)
    tracemalloc.start()
    with suppress(UnreadableBook):
        read_table_book(content)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 10_000_000


def test_what_a_sheet_claims_of_its_size_and_styled_empty_cells_far_away_do_not_matter():
    rows = '<row r="2"><c r="A2"><v>1</v></c><c r="XFD2" s="1"/></row><row r="1048576" s="1"/>'
    parts = parts_with(rows)
    parts[SHEET] = parts[SHEET].replace("A1:A1", "A1:XFD1048576")

    assert read_table_book(zipped(parts))[0].cells == {(2, 1): "1"}


def test_a_workbook_as_full_as_it_may_be_is_read_in_a_second_or_so():
    row = "<row>" + "<c><v>1</v></c>" * 36 + "</row>"
    parts = sheets(40) | {f"xl/worksheets/sheet{n}.xml": f"<a>{row * 25}</a>" for n in range(40)}

    with at_most(seconds=2):
        found = read_table_book(zipped(parts))

    assert sum(len(sheet.cells) for sheet in found) == 40 * 25 * 36


def test_a_spoiled_file_is_read_or_refused_but_never_breaks_anything():
    """Bytes changed anywhere in a real file, unzipped so that they reach the XML too."""
    sound = io.BytesIO()
    with ZipFile(io.BytesIO(empty_workbook())) as archive, ZipFile(sound, "w", ZIP_STORED) as plain:
        for name in archive.namelist():
            plain.writestr(zipfile.ZipInfo(name), archive.read(name))
    dice = random.Random(7)
    for _ in range(400):
        content = bytearray(sound.getvalue())
        for _ in range(dice.randint(1, 6)):
            content[dice.randrange(len(content))] = dice.randrange(256)
        with suppress(UnreadableBook, UnreadableCell):
            read_table_book(bytes(content))
