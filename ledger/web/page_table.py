"""The tables of the pages: django-tables2 with rows that are cheap to draw."""

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any, NamedTuple

import django_tables2 as tables
from django_tables2.columns.base import BoundColumn


class Cell(NamedTuple):
    """One drawn cell: whether it names its row, its class, and its text or markup."""

    names_the_row: bool
    css: str
    content: Any


class PageTable(tables.Table):
    """A table for templates/ledger/table.html.

    `caption` says what it lists, `row_header` names the column that names a row. A column's render function may ask
    for `value`, `record` or both; django-tables2 would look that up at every cell, which costs more than all the rest.
    """

    caption = ""
    row_header = ""

    def lines(self) -> Iterator[list[Cell]]:
        """The rows of this page, each as its cells in the order of the columns."""
        drawers = [(column.name == self.row_header, css_class(column), drawer(column)) for column in self.columns]
        for row in self.paginated_rows:
            yield [Cell(names_the_row, css, draw(row.record)) for names_the_row, css, draw in drawers]


def css_class(column: BoundColumn) -> str:
    return str(column.column.attrs.get("td", {}).get("class", ""))


def drawer(column: BoundColumn) -> Callable[[Any], Any]:
    """What draws this column's cell of a record."""
    asked = signature(column.render).parameters
    render, find = column.render, column.accessor.resolve
    if "value" not in asked:
        return lambda record: render(record=record)
    if "record" in asked:
        return lambda record: render(record=record, value=find(record))
    return lambda record: render(value=find(record))
