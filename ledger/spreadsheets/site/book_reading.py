"""Reading a workbook that somebody hands in, as sheets of text. Nothing in it is trusted."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from posixpath import dirname, join, normpath
from xml.parsers.expat import ExpatError
from zipfile import BadZipFile, ZipFile
from zlib import error as ZlibError

from ledger.spreadsheets.site.part_xml import elements
from ledger.spreadsheets.site.sheet_cells import BadCell, CellFault, CellReader, Marks, read_dates, read_shared_texts
from ledger.spreadsheets.site.zipped_parts import BookFault, Limits, UnreadableBook, ZippedParts, refuse_other_archives

# Only the text of cells is read, straight from the file's XML: openpyxl would make floats of exact numbers, take a
# formula without a result for an empty cell, and build every style of a file made to keep it busy.

OLD_FILE = bytes.fromhex("d0cf11e0a1b11ae1")  # the container of .xls, and of any workbook behind a password
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_UNSOUND = (BadZipFile, ZlibError, ExpatError, EOFError, LookupError, ValueError, NotImplementedError)


class UnreadableCell(ValueError):
    """A cell holds no readable text; carries its sheet, row and column from 1, and what stands in it."""

    def __init__(self, fault: CellFault, sheet: str, cell: tuple[int, int], text: str) -> None:
        super().__init__(f"{sheet} {cell}: {fault.value}")
        self.fault, self.sheet, self.text = fault, sheet, text
        self.row, self.column = cell


@dataclass(frozen=True)
class ReadSheet:
    """A sheet's title, and its texts by (row, column), both from 1; empty cells are absent."""

    title: str
    cells: Mapping[tuple[int, int], str]


@dataclass(frozen=True)
class Worksheet:
    """One sheet of a workbook that stands open: its title, and its XML in pieces, to be read once."""

    title: str
    pieces: Iterator[bytes]


@dataclass(frozen=True)
class OpenBook:
    """A workbook that stands open: its sheets in order, and what their cells refer to.

    Its days may count from 1904, and some of its values may have come from other files, to which it has links.
    """

    sheets: Iterator[Worksheet]
    marks: Marks
    counts_from_1904: bool
    has_links: bool


def read_book(data: bytes, limits: Limits) -> tuple[ReadSheet, ...]:
    """The sheets of an xlsx file in their order, hidden ones included.

    A number is its exact text ("0.125"), a formula its stored result.
    Raises UnreadableBook for a file that is not such a workbook, or too large.
    Raises UnreadableCell for a date, an error, a formula without a result or a cell out of bounds.
    """
    with open_book(data, limits) as book:
        return tuple(_read_sheet(sheet, CellReader(book.marks, limits)) for sheet in book.sheets)


@contextmanager
def open_book(data: bytes, limits: Limits) -> Iterator[OpenBook]:
    """Open an xlsx file for the time of a `with`, in which its sheets are read one after the other.

    Raises UnreadableBook for a file that is not such a workbook, too large, or not sound.
    """
    if len(data) > limits.packed:
        raise UnreadableBook(BookFault.TOO_LARGE)
    if data.startswith(OLD_FILE):
        raise UnreadableBook(BookFault.PASSWORD if _ENCRYPTED in data else BookFault.OLD_EXCEL)
    if not data.startswith(b"PK"):
        raise UnreadableBook(BookFault.NO_WORKBOOK)
    try:
        with ZipFile(BytesIO(data)) as archive:
            refuse_other_archives(archive, limits)
            yield _open(ZippedParts(archive, limits), limits)
    except (UnreadableBook, UnreadableCell):  # ValueErrors as well, but with their reason
        raise
    except _UNSOUND:
        raise UnreadableBook(BookFault.BROKEN) from None


@dataclass(frozen=True)
class _Link:
    """A reference from one part of the file to another: the last word of its type, and the part's name."""

    kind: str
    target: str


def _open(parts: ZippedParts, limits: Limits) -> OpenBook:
    books = [link.target for link in _links(parts, "").values() if link.kind == "officeDocument"]
    # A text or a presentation has the same container.
    if not books or not books[0].startswith("xl/"):
        raise UnreadableBook(BookFault.NO_WORKBOOK)
    links = _links(parts, books[0])
    if any(link.kind == "vbaProject" for link in links.values()):
        raise UnreadableBook(BookFault.MACROS)
    sheets = [(title, links[key]) for title, key in _sheets(parts, books[0])]
    # Sheets that share a part would have one small file read many times.
    if len(sheets) > limits.sheets or len({link for _, link in sheets}) < len(sheets):
        raise UnreadableBook(BookFault.TOO_LARGE)
    targets = {link.kind: link.target for link in links.values()}
    marks = Marks(
        read_shared_texts(parts.read(targets["sharedStrings"])) if "sharedStrings" in targets else (),
        read_dates(parts.read(targets["styles"])) if "styles" in targets else (),
    )
    worksheets = (Worksheet(title, parts.read(link.target)) for title, link in sheets if link.kind == "worksheet")
    has_links = any(link.kind == "externalLink" for link in links.values())
    return OpenBook(worksheets, marks, _counts_from_1904(parts, books[0]), has_links)


def _counts_from_1904(parts: ZippedParts, workbook: str) -> bool:
    return any(row.get("date1904", "0") in ("1", "true") for row in elements(parts.read(workbook), "workbookPr"))


def _links(parts: ZippedParts, part: str) -> dict[str, _Link]:
    """The links of a part by key, without those that lead out of the file; those of the whole file for ""."""
    folder, name = dirname(part), part.rpartition("/")[2]
    links = {}
    for link in elements(parts.read(join(folder, "_rels", f"{name}.rels")), "Relationship"):
        if link.get("TargetMode") != "External":
            # Joined to the root, so that no number of dots leads out of the file.
            target = normpath(join("/", folder, link["Target"])).lstrip("/")
            links[link["Id"]] = _Link(link["Type"].rpartition("/")[2], target)
    return links


def _sheets(parts: ZippedParts, workbook: str) -> list[tuple[str, str]]:
    """The title of each sheet and the key of its link."""
    return [
        (sheet["name"], next(value for key, value in sheet.items() if key.endswith("}id")))
        for sheet in elements(parts.read(workbook), "sheet")
    ]


def _read_sheet(sheet: Worksheet, reader: CellReader) -> ReadSheet:
    try:
        reader.read(sheet.pieces)
    except BadCell as bad:
        raise UnreadableCell(bad.fault, sheet.title, bad.cell, bad.text) from None
    return ReadSheet(sheet.title, reader.texts)
