"""Saving a workbook with values beside its formulas, and with the same bytes for the same book."""

import re
from collections.abc import Mapping
from io import BytesIO
from shutil import copyfileobj
from typing import IO, Any, BinaryIO, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.writer.excel import ExcelWriter

from ledger.spreadsheets.site.safe_text import in_xml

# openpyxl stores formulas without values, so that previews on phones, protected view and programs that do not calculate
# would show blanks. It also signs files as Microsoft Excel, whose stored results LibreOffice trusts; signed otherwise,
# at least the verdicts are calculated when the file is opened.
PROGRAM = "Whistklub"

_FORMULA_CELL = re.compile(r'<c r="(?P<at>[A-Z]+[0-9]+)"(?P<rest>[^>]*)>(?P<formula><f>[^<]*</f>)<v ?/></c>')
_APPLICATION = re.compile(r"<Application>[^<]*</Application>")

_DIMENSION = re.compile(b'<dimension ref="[A-Z0-9:]*" />')
_NO_ROWS = re.compile(b"<sheetData ?/>|<sheetData></sheetData>")

CachedValues = Mapping[str, int | float | str]


NOTHING: Mapping[str, Any] = {}


class Rows(NamedTuple):
    """The rows of a sheet as XML in a file, and the area that they fill ("A1:H7")."""

    text: IO[bytes]
    area: str


def workbook_bytes(workbook: Workbook) -> bytes:
    """The file as openpyxl writes it."""
    # Not by `Workbook.save`, which stamps the present time on the file.
    target = BytesIO()
    ExcelWriter(workbook, ZipFile(target, "w", ZIP_STORED)).save()  # packed once only, by `finish`
    return target.getvalue()


def finish(
    workbook: bytes,
    target: BinaryIO,
    *,
    cached: Mapping[str, CachedValues] = NOTHING,
    rows: Mapping[str, Rows] = NOTHING,
) -> None:
    """Write `workbook` (an xlsx file as openpyxl saves it) to `target` with values and rows filled in.

    Both are by the sheets' paths in the file ("xl/worksheets/sheet1.xml"): `cached` maps coordinates to the values of
    formulas, `rows` holds a whole list for a sheet that has no rows yet.
    """
    with ZipFile(BytesIO(workbook)) as source, ZipFile(target, "w") as copy:
        for name in source.namelist():
            part = ZipInfo(name)  # dated 1980-01-01, a zip file's first day, so that equal books give equal bytes
            part.compress_type = ZIP_DEFLATED
            content = _finished_part(name, source.read(name), cached)
            with copy.open(part, "w") as written:
                if name in rows:
                    _write_filled(content, rows[name], written)
                else:
                    written.write(content)


def _write_filled(sheet: bytes, rows: Rows, written: IO[bytes]) -> None:
    head, tail = _NO_ROWS.split(sheet)
    written.write(_DIMENSION.sub(f'<dimension ref="{rows.area}" />'.encode(), head) + b"<sheetData>")
    rows.text.seek(0)
    copyfileobj(rows.text, written)
    written.write(b"</sheetData>" + tail)


def _finished_part(name: str, content: bytes, cached: Mapping[str, CachedValues]) -> bytes:
    if name == "docProps/app.xml":
        return _APPLICATION.sub(f"<Application>{PROGRAM}</Application>", content.decode()).encode()
    if cached.get(name):
        return _with_values(content.decode(), cached[name]).encode()
    return content


def _with_values(sheet: str, values: CachedValues) -> str:
    def fill_in(cell: re.Match[str]) -> str:
        value = values[cell["at"]]
        kind = ' t="str"' if isinstance(value, str) else ""
        return f'<c r="{cell["at"]}"{cell["rest"]}{kind}>{cell["formula"]}<v>{in_xml(str(value))}</v></c>'

    return _FORMULA_CELL.sub(fill_in, sheet)
