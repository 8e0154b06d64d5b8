"""A workbook that somebody hands in, read as sheets of text. Nothing in it is trusted.

Only the text of cells is read, straight from the file's XML: openpyxl would make floats of exact numbers, take a
formula without a result for an empty cell, and build every style of a file made to keep it busy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from posixpath import dirname, join, normpath
from xml.etree.ElementTree import ParseError
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile
from zlib import error as ZlibError

from ledger.spreadsheets.site.sheet_cells import BadCell, CellFault, Marks, TooMuch, elements, read_cells, read_marks

LARGEST_FILE = 1_000_000
LARGEST_UNZIPPED = 5_000_000
MOST_PARTS = 200
MOST_TAGS = 150_000  # in all parts that are read: a table of a thousand single amounts has some 30,000
MOST_ATTRIBUTES = 300_000
MOST_SHEETS = 40

_OLD_FILE = bytes.fromhex("d0cf11e0a1b11ae1")  # the container of .xls, and of any workbook behind a password
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


class BookFault(Enum):
    """Why a whole file cannot be read."""

    TOO_LARGE = "too large"
    NO_WORKBOOK = "no workbook"
    BROKEN = "broken"
    PASSWORD = "password"  # noqa: S105 - the name of a fault
    OLD_EXCEL = "old Excel"
    MACROS = "macros"
    BINARY = "binary"
    OPEN_DOCUMENT = "open document"


class UnreadableBook(ValueError):
    """A file that is not read, and why."""

    def __init__(self, fault: BookFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


class UnreadableCell(ValueError):
    """A cell that holds no text: its sheet, row and column from 1, and what stands in it."""

    def __init__(self, fault: CellFault, sheet: str, cell: tuple[int, int], text: str) -> None:
        super().__init__(f"{sheet} {cell}: {fault.value}")
        self.fault, self.sheet, self.text = fault, sheet, text
        self.row, self.column = cell


@dataclass(frozen=True)
class ReadSheet:
    """A sheet's title and its texts by row and column, both from 1; empty cells are absent."""

    title: str
    cells: Mapping[tuple[int, int], str]


def read_table_book(data: bytes) -> tuple[ReadSheet, ...]:
    """The sheets of an xlsx file in their order, hidden ones too.

    A number is its exact text ("0.125"), a formula its stored result. Raises UnreadableBook for a file that is no such
    workbook or too large, and UnreadableCell for a date, an error or a formula without a result.
    """
    if len(data) > LARGEST_FILE:
        raise UnreadableBook(BookFault.TOO_LARGE)
    if data.startswith(_OLD_FILE):
        raise UnreadableBook(BookFault.PASSWORD if _ENCRYPTED in data else BookFault.OLD_EXCEL)
    if not data.startswith(b"PK"):
        raise UnreadableBook(BookFault.NO_WORKBOOK)
    try:
        with ZipFile(BytesIO(data)) as archive:
            _refuse_other_archives(archive)
            return _read(_Parts(archive))
    except (UnreadableBook, UnreadableCell):
        raise
    except TooMuch:
        raise UnreadableBook(BookFault.TOO_LARGE) from None
    except (BadZipFile, ZlibError, ParseError, EOFError, LookupError, ValueError, NotImplementedError):
        raise UnreadableBook(BookFault.BROKEN) from None


def _refuse_other_archives(archive: ZipFile) -> None:
    """Before anything is unzipped: is it small enough, and of the right kind?"""
    parts = archive.infolist()
    names = {part.filename for part in parts}
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNZIPPED:
        raise UnreadableBook(BookFault.TOO_LARGE)
    if any(part.flag_bits & 1 for part in parts):
        raise UnreadableBook(BookFault.PASSWORD)
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
        raise UnreadableBook(BookFault.BROKEN)
    if "mimetype" in names and "content.xml" in names:
        raise UnreadableBook(BookFault.OPEN_DOCUMENT)
    if any(name.endswith("vbaProject.bin") for name in names):
        raise UnreadableBook(BookFault.MACROS)
    if "xl/workbook.bin" in names:
        raise UnreadableBook(BookFault.BINARY)
    if "_rels/.rels" not in names or len(names) < len(parts):
        raise UnreadableBook(BookFault.NO_WORKBOOK)


@dataclass(frozen=True)
class _Link:
    """What one part of the file says of another: the kind's last word, and the part's name."""

    kind: str
    target: str


class _Parts:
    """The parts of a file, until they hold more than a parser should be kept busy with."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self._tags_left = MOST_TAGS
        self._attributes_left = MOST_ATTRIBUTES

    def read(self, name: str) -> bytes:
        """A part's content, unzipped no further than its directory says: `ZipFile.read` would only cut it after."""
        with self._archive.open(name) as part:
            content = part.read(self._archive.getinfo(name).file_size)
        self._tags_left -= content.count(b"<")
        self._attributes_left -= content.count(b"=")
        if self._tags_left < 0 or self._attributes_left < 0:
            raise UnreadableBook(BookFault.TOO_LARGE)
        return content


def _read(archive: _Parts) -> tuple[ReadSheet, ...]:
    books = [link.target for link in _links(archive, "").values() if link.kind == "officeDocument"]
    if not books or not books[0].startswith("xl/"):
        raise UnreadableBook(BookFault.NO_WORKBOOK)
    links = _links(archive, books[0])
    parts = {
        link.kind: archive.read(link.target) for link in links.values() if link.kind in ("sharedStrings", "styles")
    }
    marks = read_marks(parts.get("sharedStrings"), parts.get("styles"))
    sheets = [(title, links[key]) for title, key in _sheets(archive.read(books[0]))]
    if len(sheets) > MOST_SHEETS or len({link for _, link in sheets}) < len(sheets):
        raise UnreadableBook(BookFault.TOO_LARGE)
    return tuple(
        _read_sheet(title, archive.read(link.target), marks) for title, link in sheets if link.kind == "worksheet"
    )


def _links(archive: _Parts, part: str) -> dict[str, _Link]:
    """The links of a part by their key; those of the whole file for ""."""
    folder, name = dirname(part), part.rpartition("/")[2]
    links = {}
    for element in elements(archive.read(join(folder, "_rels", f"{name}.rels")), "Relationship"):
        if element.get("TargetMode") != "External":
            target = normpath(join("/", folder, element.attrib["Target"])).lstrip("/")
            links[element.attrib["Id"]] = _Link(element.attrib["Type"].rpartition("/")[2], target)
    return links


def _sheets(workbook: bytes) -> list[tuple[str, str]]:
    """Every sheet's title and the key of its link."""
    return [
        (element.attrib["name"], next(value for key, value in element.attrib.items() if key.endswith("}id")))
        for element in elements(workbook, "sheet")
    ]


def _read_sheet(title: str, content: bytes, marks: Marks) -> ReadSheet:
    try:
        return ReadSheet(title, read_cells(content, marks))
    except BadCell as bad:
        raise UnreadableCell(bad.fault, title, bad.cell, bad.text) from None
