"""The lists of the pages: django-tables2 with rows that are cheap to draw."""

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django_tables2.columns.base import BoundColumn

NUMBER = {"td": {"class": "num"}}
WIDE_NUMBER = {"td": {"class": "num wide"}}  # not on a phone
ABSENT = "–"


class PageList(tables.Table):
    """A list for templates/ledger/site/list.html.

    `caption` says what it lists, `row_header` names the column that heads a row. A column's render function takes
    `value`, `record` or both.
    """

    caption: str | Promise = ""
    row_header = ""
    css = ""  # the class of the list
    is_under_its_title = False  # the heading above names it, so that its caption is only read aloud

    def turn_to_page(self, request: HttpRequest, *, per_page: int) -> None:
        """Show the page and the order that the address asks for; it has no say in how long a page is."""
        self.request = request
        if order := request.GET.getlist(self.prefixed_order_by_field):
            self.order_by = order
        self.paginate(per_page=per_page)
        self.page = self.paginator.get_page(request.GET.get(self.prefixed_page_field))

    def row_css(self, _record: Any) -> str:
        """The CSS class of a row; empty for most rows."""
        return ""

    def lines(self) -> Iterator[SafeString]:
        """The rows of this page as HTML."""
        # Drawn here: cell by cell in a template they would cost more than everything else.
        columns = list(self.columns)
        cells = "".join(cell_form(column, self.row_header) for column in columns)
        drawers = [drawer(column) for column in columns]
        for row in self.paginated_rows:
            css = self.row_css(row.record)
            start = f'<tr class="{css}">' if css else "<tr>"
            yield SafeString(start + cells.format(*(_markup(draw(row.record)) for draw in drawers)) + "</tr>")


def _markup(drawn: Any) -> str:
    """What a column drew, escaped unless it is safe."""
    # `format_html` does more for a safe text than see that it is safe.
    return drawn if type(drawn) is SafeString else conditional_escape(drawn)


def cell_form(column: BoundColumn, row_header: str) -> str:
    """The HTML around a cell's content: the heading of its row, or a cell with the column's class."""
    if column.name == row_header:
        return '<th scope="row">{}</th>'
    css = css_class(column)
    return f'<td class="{css}">{{}}</td>' if css else "<td>{}</td>"


def css_class(column: BoundColumn) -> str:
    return str(column.column.attrs.get("td", {}).get("class", ""))


def drawer(column: BoundColumn) -> Callable[[Any], Any]:
    """The function that draws this column's cell of a record."""
    # django-tables2 would ask at every cell what the function takes, which costs more than everything else.
    asked = signature(column.render).parameters
    render, find = column.render, column.accessor.resolve
    if "value" not in asked:
        return lambda record: render(record=record)
    if "record" in asked:
        return lambda record: render(record=record, value=find(record))
    return lambda record: render(value=find(record))
