"""Layouts that a club has said before: a sheet with the same players above the same columns has the same map."""

from collections.abc import Mapping, Sequence
from typing import Any

from ledger.rules.imports.names import plain_name
from ledger.rules.imports.written.column_map import SheetMap, read_sheet_map
from ledger.rules.imports.written.sheets import BookRow, BookSheet
from ledger.rules.site.column_letters import column_of
from ledger.rules.site.refusal import Refusal

LEAST_PLAYERS = 3  # above their columns, to know a layout again
Layout = Mapping[str, Any]
"""The map of a sheet as an import keeps it, its players called by their numbers in the club."""


class RememberedLayouts:
    """The layouts of a club's imports, the newest first, and by which names its players are known."""

    def __init__(self, layouts: Sequence[Layout], names: Mapping[int, frozenset[str]]) -> None:
        self.layouts, self.names = layouts, names

    def map_of(self, sheet: BookSheet) -> SheetMap | None:
        """The map of a sheet by the first layout that it has; None if it has none of them."""
        rows = {row.number: row for row in sheet.rows}
        maps = (self._with_headings(layout, rows.get(layout.get("header_row", 0))) for layout in self.layouts)
        return next(filter(None, maps), None)

    def _with_headings(self, layout: Layout, headings: BookRow | None) -> SheetMap | None:
        """A layout with the names of a row of headings; None unless each of its players stands there."""
        if headings is None:
            return None
        columns: dict[str, Any] = {}
        for letters, what in layout["columns"].items():
            columns[letters] = what
            if isinstance(what, Mapping):
                [(kind, number)] = what.items()
                heading = headings.text(column_of(letters))
                if plain_name(heading) not in self.names.get(number, ()):
                    return None
                columns[letters] = {kind: heading}
        if sum(isinstance(what, Mapping) for what in columns.values()) < LEAST_PLAYERS:
            return None
        try:
            return read_sheet_map({**layout, "columns": columns})
        except Refusal:  # made by an earlier release, or two columns are called alike
            return None


NOTHING_REMEMBERED = RememberedLayouts((), {})
