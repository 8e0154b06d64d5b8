"""What the table checker has to say about a cell, before any language."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rules.scoring.scoring_table import Column
from ledger.rules.site.labels import Label, join, said_in, same


@dataclass(frozen=True)
class Remark:
    """An error or a remark: the path of the cell (None: the whole), an English template and what fills it in.

    The values of `params` are texts, numbers, or labels in both languages; `said_in` chooses. `also` are further cells
    that the same remark is about.
    """

    path: str | None
    message: str
    params: Mapping[str, object]
    is_error: bool
    also: tuple[str, ...] = ()

    @classmethod
    def of(cls, path: str | None, message: str, *, is_error: bool, **params: object) -> "Remark":
        """A remark with its params by name."""
        return cls(path, message, params, is_error)

    @property
    def cell(self) -> str:
        """The path of the cell, whichever of its numbers the remark is about: "values.9.vip2", "nolo.sol"."""
        depth = 3 if str(self.path).startswith("values.") else 2
        return ".".join(str(self.path).split(".")[:depth])

    def said_in(self, language: str) -> dict[str, object]:
        """The params for `%`-formatting the translated template in a language."""
        return said_in(language, self.params)


def cell_path(level: int, column: Column) -> str:
    """Where a cell is in the document: "values.9.vip2"."""
    return f"values.{level}.{column.code}"


def named_cell(level: int, column: Column) -> Label:
    """What a cell is called: "9 Vip 2"."""
    return join([same(str(level)), column.label], " ")
