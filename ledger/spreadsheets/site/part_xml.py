"""The XML of a workbook's parts, walked tag by tag without building a tree.

Elements are known by their local names, so that the strict form of the format can be read too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NoReturn
from xml.parsers.expat import ParserCreate

Attributes = Mapping[str, str]


def walk(
    pieces: Iterable[bytes],
    *,
    on_start: Callable[[str, Attributes], None],
    on_end: Callable[[str], None] | None = None,
    on_text: Callable[[str], None] | None = None,
) -> None:
    """Call back for every tag and text of a part, given in pieces.

    Raises ExpatError or ValueError for XML that is not well-formed, and ValueError for a document type.
    """
    for _piece in walk_by_piece(pieces, on_start=on_start, on_end=on_end, on_text=on_text):
        pass


def walk_by_piece(
    pieces: Iterable[bytes],
    *,
    on_start: Callable[[str, Attributes], None],
    on_end: Callable[[str], None] | None = None,
    on_text: Callable[[str], None] | None = None,
) -> Iterator[None]:
    """Do as `walk` and pause after each piece, and at the end, so that what was called back can be taken away.

    Raises as `walk`.
    """
    names = _LocalNames()
    parser = ParserCreate(namespace_separator="}")
    # Otherwise a text comes in pieces, broken at each entity.
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_document_type
    parser.StartElementHandler = lambda name, attributes: on_start(names[name], attributes)
    if on_end:
        parser.EndElementHandler = lambda name: on_end(names[name])
    if on_text:
        parser.CharacterDataHandler = on_text
    for piece in pieces:
        parser.Parse(piece, False)
        yield
    # Expat (2.6.0 and later) may leave the last tags until it knows that nothing more comes.
    parser.Parse(b"", True)
    yield


def elements(pieces: Iterable[bytes], name: str) -> list[Attributes]:
    """The attributes of every element with this name in a part."""
    there: list[Attributes] = []

    def on_start(local: str, attributes: Attributes) -> None:
        if local == name:
            there.append(attributes)

    walk(pieces, on_start=on_start)
    return there


def _refuse_document_type(*_declared: object) -> NoReturn:
    # Without a document type there are no entities, and nothing outside the file is asked for.
    raise ValueError("a document type")


class _LocalNames(dict[str, str]):
    """Names without their namespaces, remembered because a part repeats a few of them all the time."""

    def __missing__(self, name: str) -> str:
        self[name] = name.rpartition("}")[2]
        return self[name]
