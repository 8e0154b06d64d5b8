"""The cells of a scoring table: the name of each column or fact, and the values it accepts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ledger.rules.site.labels import Label, Phrase, Text

Choices = Mapping[str, Label]
Document = Mapping[str, Any]


@dataclass(frozen=True)
class Heading:
    """One column of a section: its key within the record, its name, how its text is read, its choices.

    An empty cell omits the key, or gives None if the key `may_lack` its value.
    A heading that `is_hidden` is said in the JSON file only; a fact that `is_aside` appears on the editor's page
    among those that are rarely changed.
    """

    key: str
    label: Label
    kind: str = "words"
    choices: Choices = field(default_factory=dict)
    may_lack: bool = False
    is_hidden: bool = False
    is_aside: bool = False


TRUTHS: Choices = {"true": Phrase("yes"), "false": Phrase("no")}
LANGUAGES = (Heading("da", Phrase("Danish")), Heading("en", Phrase("English")))  # of a text in a document


def _as_it_is(records: Any) -> Any:
    return records


@dataclass(frozen=True)
class Section:
    """One grid of a scoring table: its key in the document, its name, and its columns.

    The first `named_by` cells of a row identify it, also in paths; 0 if its code or index does.
    `fold` turns the document's value into records, `unfold` turns records back into it.
    `new_row` makes a further record for a document, with a free code; `new_name` is its first name.
    """

    key: str
    title: Label
    headings: tuple[Heading, ...]
    named_by: int = 0
    fold: Callable[[Any], Sequence[Any]] = _as_it_is
    unfold: Callable[[list[Any]], object] = _as_it_is
    new_row: Callable[[Document, str], Mapping[str, Any]] | None = None
    new_name: Text | None = None
