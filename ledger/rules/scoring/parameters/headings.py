"""The cells of a scoring table: what each column or fact is called, and what may stand in it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.rules.site.labels import Label, Text

Choices = Mapping[str, Label]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Heading:
    """One column of a section: the key within the record, its name, how its text is read, what may be chosen.

    An empty cell leaves the key out, or gives None where the key `may_lack` its value.
    What `is_hidden` stands in the Excel file only, not on the editor's page; a fact that `is_aside` stands there among
    those that are hardly ever changed.
    """

    key: str
    label: Label
    kind: str = "words"
    choices: Choices = field(default_factory=dict)
    may_lack: bool = False
    is_hidden: bool = False
    is_aside: bool = False


def _as_it_is(records: Any) -> Any:
    return records


@dataclass(frozen=True)
class Section:
    """One grid of the table: its key in the document, its name, and its columns.

    The first `named_by` cells of a row name it, in the document's paths too; 0 where its code or its place does.
    `fold` makes records of what the document says, `unfold` what the document says of records.
    `new_row` gives one more record for a document, with a code that is free; `new_name` is what it is called at first.
    """

    key: str
    title: Label
    headings: tuple[Heading, ...]
    named_by: int = 0
    fold: Callable[[Any], Sequence[Any]] = _as_it_is
    unfold: Callable[[list[Any]], object] = _as_it_is
    new_row: Callable[[Document, str], Mapping[str, Any]] | None = None
    new_name: Text | None = None
