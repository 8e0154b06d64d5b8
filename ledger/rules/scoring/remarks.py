"""Remarks of the table checker, independent of language."""

from collections.abc import Mapping
from dataclasses import dataclass

from ledger.rules.scoring.scoring_table import Column
from ledger.rules.site.labels import Label, join, same


@dataclass(frozen=True)
class Remark:
    """An error or a remark: its cell's path (None for the whole table), an English template, and its params.

    `params` holds texts, numbers or labels. `also` lists further cells that the remark is about.
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
        """The path of the whole cell, whichever of its numbers the remark is about: "values.9.vip2", "nolo.sol"."""
        depth = 3 if str(self.path).startswith("values.") else 2
        return ".".join(str(self.path).split(".")[:depth])


def cell_path(level: int, column: Column) -> str:
    """A cell's path in the document: "values.9.vip2"."""
    return f"values.{level}.{column.code}"


def named_cell(level: int, column: Column) -> Label:
    """A cell's name: "9 Vip 2"."""
    return join([same(str(level)), column.label], " ")
