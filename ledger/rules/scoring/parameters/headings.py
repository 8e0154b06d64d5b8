"""The cells of a scoring table: what each column or fact is called, and what may stand in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.rules.site.labels import Label

Choices = Mapping[str, Label]


@dataclass(frozen=True)
class Heading:
    """One column of a section: the key within the record, its name, how its text is read, what may be chosen.

    An empty cell leaves the key out, or gives None where the key `may_lack` its value.
    """

    key: str
    label: Label
    kind: str = "words"
    choices: Choices = field(default_factory=dict)
    may_lack: bool = False


@dataclass(frozen=True)
class Section:
    """One grid of the table: its key in the document, its name, and its columns."""

    key: str
    title: Label
    headings: tuple[Heading, ...]
