"""Saving a workbook, and the last touch to it: values beside its formulas, and the same bytes for the same book.

openpyxl stores formulas without their values, so that previews on phones, protected view and programs that do not
calculate would show blanks. It also signs files as Microsoft Excel, and LibreOffice then trusts every stored result:
signed by a stranger, at least the verdicts are worked out again when the file is opened.
"""

import re
from collections.abc import Mapping
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.writer.excel import ExcelWriter

PROGRAM = "Whistklub"

_FORMULA_CELL = re.compile(r'<c r="(?P<at>[A-Z]+[0-9]+)"(?P<rest>[^>]*)>(?P<formula><f>[^<]*</f>)<v ?/></c>')
_APPLICATION = re.compile(r"<Application>[^<]*</Application>")

CachedValues = Mapping[str, int | float | str]


def saved(workbook: Workbook) -> bytes:
    """The file as openpyxl writes it; through its writer, because `Workbook.save` stamps the present time on it."""
    target = BytesIO()
    ExcelWriter(workbook, ZipFile(target, "w", ZIP_STORED)).save()
    return target.getvalue()


def finished(workbook: bytes, *, cached: Mapping[str, CachedValues]) -> bytes:
    """`workbook` (an xlsx file as openpyxl saves it) with the values of its formulas filled in.

    `cached` maps the sheets' paths in the file ("xl/worksheets/sheet1.xml") to coordinate -> value. Every part is dated
    1980-01-01, the first day a zip file knows, so equal books give equal bytes.
    """
    target = BytesIO()
    with ZipFile(BytesIO(workbook)) as source, ZipFile(target, "w") as copy:
        for name in source.namelist():
            part = ZipInfo(name)
            copy.writestr(part, _finished_part(name, source.read(name), cached), ZIP_DEFLATED)
    return target.getvalue()


def _finished_part(name: str, content: bytes, cached: Mapping[str, CachedValues]) -> bytes:
    if name == "docProps/app.xml":
        return _APPLICATION.sub(f"<Application>{PROGRAM}</Application>", content.decode()).encode()
    if cached.get(name):
        return _with_values(content.decode(), cached[name]).encode()
    return content


def _with_values(sheet: str, values: CachedValues) -> str:
    def filled(cell: re.Match[str]) -> str:
        value = values[cell["at"]]
        kind = ' t="str"' if isinstance(value, str) else ""
        return f'<c r="{cell["at"]}"{cell["rest"]}{kind}>{cell["formula"]}<v>{escape(str(value))}</v></c>'

    return _FORMULA_CELL.sub(filled, sheet)
