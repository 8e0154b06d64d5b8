"""The zip file that a workbook is: judged by its directory first, its parts unzipped in pieces under a limit."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

MOST_PARTS = 200
PIECE = 2**20  # bytes that are unzipped at once; the parser reads a tag in pieces anew with each of them


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


@dataclass(frozen=True)
class Limits:
    """How much a workbook of some kind may hold.

    Bytes as it is handed in and unzipped, tags and their attributes in all parts that are read, and the last row and
    column that text may stand in.
    """

    packed: int
    unzipped: int
    tags: int
    attributes: int
    rows: int
    columns: int


def refuse_other_archives(archive: ZipFile, limits: Limits) -> None:
    """Judge a zip file by its directory; raises UnreadableBook for one that is no workbook or too large."""
    parts = archive.infolist()
    names = {part.filename for part in parts}
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > limits.unzipped:
        raise UnreadableBook(BookFault.TOO_LARGE)
    if any(part.flag_bits & 1 for part in parts):
        raise UnreadableBook(BookFault.PASSWORD)
    if any(part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for part in parts):
        raise UnreadableBook(BookFault.BROKEN)
    if "mimetype" in names and "content.xml" in names:
        raise UnreadableBook(BookFault.OPEN_DOCUMENT)
    if any(name.casefold().endswith("vbaproject.bin") for name in names):
        raise UnreadableBook(BookFault.MACROS)
    if "xl/workbook.bin" in names:
        raise UnreadableBook(BookFault.BINARY)
    if "_rels/.rels" not in names or len(names) < len(parts) or any(map(_leads_out, names)):
        raise UnreadableBook(BookFault.NO_WORKBOOK)


def _leads_out(name: str) -> bool:
    """Whether whoever unpacked a part by its name would write elsewhere: nothing is, and no program names one so."""
    return name.startswith(("/", "\\")) or ".." in name.replace("\\", "/").split("/")


class ZippedParts:
    """The parts of a file, until they hold more than a parser should be kept busy with."""

    def __init__(self, archive: ZipFile, limits: Limits) -> None:
        self._archive = archive
        self._tags_left = limits.tags
        self._attributes_left = limits.attributes

    def read(self, name: str) -> Iterator[bytes]:
        """A part's content in pieces, no more of it than the directory says.

        Raises KeyError for a part that is not there, BadZipFile or EOFError for one that is not as the directory says.
        """
        left = self._archive.getinfo(name).file_size
        with self._archive.open(name) as part:
            while left and (piece := part.read(min(left, PIECE))):
                left -= len(piece)
                self._tags_left -= piece.count(b"<")
                self._attributes_left -= piece.count(b"=")
                if self._tags_left < 0 or self._attributes_left < 0:
                    raise UnreadableBook(BookFault.TOO_LARGE)
                yield piece
        if left:
            raise EOFError(name)
