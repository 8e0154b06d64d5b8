"""The zip file of a workbook: judged by its directory first, its parts unzipped in pieces within limits."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

PIECE = 2**20  # bytes unzipped at once; with smaller pieces the parser would start over on a long tag more often


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
    LINKED = "linked"


class UnreadableBook(ValueError):
    """A file cannot be read; carries the fault."""

    def __init__(self, fault: BookFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True)
class Limits:
    """How much a workbook may hold.

    Bytes as it is handed in and unzipped, tags and their attributes in all parts that are read, the last row and column
    in which text may stand, and parts and sheets.
    """

    packed: int
    unzipped: int
    tags: int
    attributes: int
    rows: int
    columns: int
    parts: int = 200
    sheets: int = 40


def refuse_other_archives(archive: ZipFile, limits: Limits) -> None:
    """Judge a zip file by its directory.

    Raises UnreadableBook for one that is not a workbook, or too large.
    """
    parts = archive.infolist()
    names = {part.filename for part in parts}
    if len(parts) > limits.parts or sum(part.file_size for part in parts) > limits.unzipped:
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
    # Of two parts with one name, programs would not agree on which is read.
    if "_rels/.rels" not in names or len(names) < len(parts) or any(map(_leads_out, names)):
        raise UnreadableBook(BookFault.NO_WORKBOOK)


def _leads_out(name: str) -> bool:
    """Whether unpacking a part by its name would write outside the folder."""
    # Nothing is unpacked here, but no honest program names a part so.
    return name.startswith(("/", "\\")) or ".." in name.replace("\\", "/").split("/")


class ZippedParts:
    """The parts of a file, readable until their tags or attributes exceed the limits."""

    def __init__(self, archive: ZipFile, limits: Limits) -> None:
        self._archive = archive
        self._tags_left = limits.tags
        self._attributes_left = limits.attributes

    def read(self, name: str) -> Iterator[bytes]:
        """A part's content in pieces, no more of it than the directory declares.

        Raises KeyError for a part that is not there, BadZipFile or EOFError for one that is not as declared.
        Raises UnreadableBook when the parts read so far hold too many tags or attributes.
        """
        left = self._archive.getinfo(name).file_size
        with self._archive.open(name) as part:
            while left and (piece := part.read(min(left, PIECE))):
                left -= len(piece)
                # Counted before they are parsed, since parsing is what too many of them would make dear.
                self._tags_left -= piece.count(b"<")
                self._attributes_left -= piece.count(b"=")
                if self._tags_left < 0 or self._attributes_left < 0:
                    raise UnreadableBook(BookFault.TOO_LARGE)
                yield piece
        if left:
            raise EOFError(name)
