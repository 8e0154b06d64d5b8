"""The lists of the pages: django-tables2 with rows that are cheap to draw."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from inspect import signature
from typing import Any, ClassVar

import django_tables2 as tables
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.http import content_disposition_header, urlencode
from django.utils.safestring import SafeString
from django_tables2.columns.base import BoundColumn
from django_tables2.data import TableListData
from django_tables2.utils import OrderByTuple

from ledger.spreadsheets.site.csv_text import csv_file
from ledger.templatetags.ledger_labels import page_wording
from ledger.templatetags.markup import escape_part, markup

NUMBER = {"td": {"class": "num"}}
WIDE_NUMBER = {"td": {"class": "num wide"}}  # not on a phone
ABSENT = "–"
MOST_KEPT = 4096  # rows, of about a kilobyte
FILE_FIELD = "csv"  # of an address: which list of its page is wanted as a file


class PageColumn(tables.Column):
    """A column that costs little to copy, as django-tables2 does for every list."""

    def __deepcopy__(self, _memo: Any) -> "PageColumn":
        copied = object.__new__(type(self))  # for which `copy` takes three times as long
        copied.__dict__.update(self.__dict__)  # what it holds is never changed, only replaced
        return copied


class RowsInOrder(TableListData):
    """Rows that come in the order that their list has if no other is asked for, so that they need not be sorted."""

    def order_by(self, aliases: OrderByTuple) -> None:
        if tuple(aliases) != tuple(self.table._meta.order_by):
            self.data: Any = [*self.data]
            super().order_by(aliases)


class PageList(tables.Table):
    """A list for templates/ledger/site/list.html.

    `caption` says what it lists, `row_header` names the column that heads a row. A column's render function takes
    `value`, `record` or both.
    """

    caption: str | Promise = ""
    row_header = ""
    css = ""  # the class of the list
    query: Mapping[str, Any] = {}  # the part of the page's query that another order keeps
    has_file = True  # it is fetched as CSV from its page
    not_in_file: tuple[str, ...] = ()  # the columns that hold no text to read
    is_under_its_title = False  # the heading above names it, so that its caption is only read aloud

    def turn_to_page(self, request: HttpRequest, *, per_page: int) -> None:
        """Show the page and the order that the address asks for; it has no say in how long a page is."""
        self.query = {key: values for key, values in request.GET.lists() if key != self.prefixed_page_field}
        if order := request.GET.getlist(self.prefixed_order_by_field):
            self.order_by = order
        self.paginate(per_page=per_page)
        # Any number gets the nearest page, where django-tables2's own way would fail.
        self.page = self.paginator.get_page(request.GET.get(self.prefixed_page_field))

    def row_css(self, _record: Any) -> str:
        """The CSS class of a row; empty for most rows."""
        return ""

    def row_key(self, _record: Any) -> Hashable:
        """All that a row is drawn from, for a list whose rows are kept; None for one whose rows are not."""
        return None

    @property
    def file_key(self) -> str:
        """What its page calls the list as a file."""
        return self.prefix.rstrip("-") or "list"

    @property
    def file_address(self) -> str:
        """The query under which its page answers with the list as a file."""
        return f"?{urlencode({**self.query, FILE_FIELD: self.file_key}, doseq=True)}"

    def file_rows(self) -> Iterator[list[Any]]:
        """The headings and all rows, not only those of a page, as csv_file takes them.

        A column that says more in a file than on the page has a method such as `in_file_moved`.
        """
        if hasattr(self, "page"):
            del self.page
        columns = [column for column in self.columns if column.name not in self.not_in_file]
        drawers = [getattr(self, f"in_file_{column.name}", None) or drawer(column) for column in columns]
        yield [column.header for column in columns]
        yield from ([draw(row.record) for draw in drawers] for row in self.rows)

    @property
    def head(self) -> SafeString:
        """The cells of the head; a column that can be ordered by links to its order, on the first page."""
        others = {key: values for key, values in self.query.items() if key != self.prefixed_order_by_field}
        kept = urlencode(others, doseq=True)
        begins = f"{kept}&{self.prefixed_order_by_field}=" if kept else f"{self.prefixed_order_by_field}="
        return SafeString("".join([self._head_cell(column, begins) for column in self.columns]))

    def _head_cell(self, column: BoundColumn, begins: str) -> SafeString:
        """A column's heading; the address of a page in another order `begins` alike in all of them."""
        order, header, sorted_by = column.order_by_alias, column.header, ""
        if column.orderable:
            header = markup('<a href="?{}{}">{}</a>', begins, order.next, header)
        if column.is_ordered:
            sorted_by = f' aria-sort="{"descending" if order.is_descending else "ascending"}"'
        return markup(f'<th scope="col"{class_of(column)}{sorted_by}>{{}}</th>', header)

    @property
    def body(self) -> SafeString:
        """The rows of this page as HTML."""
        # Drawn here: cell by cell in a template they would cost more than everything else.
        columns = list(self.columns)
        cells = "".join(cell_form(column, self.row_header) for column in columns)
        drawers = [drawer(column) for column in columns]

        def row(record: Any) -> str:
            css = self.row_css(record)
            start = f'<tr class="{css}">' if css else "<tr>"
            return start + cells.format(*[escape_part(draw(record)) for draw in drawers]) + "</tr>"

        kind = type(self), page_wording(), cells
        records = [row.record for row in self.paginated_rows]
        return SafeString("".join([row_of(kind, self.row_key(record), partial(row, record)) for record in records]))

    def footers(self) -> Mapping[str, object]:
        """The text below each column by its name; a list without any has no foot."""
        return {}

    @property
    def foot(self) -> SafeString:
        """The cells of the foot, if there is one."""
        if not (footers := self.footers()):
            return SafeString("")
        cells = [markup(f"<td{class_of(column)}>{{}}</td>", footers.get(column.name, "")) for column in self.columns]
        return SafeString("".join(cells))


def row_of(kind: Hashable, row_key: Hashable, draw: Callable[[], str]) -> str:
    """A row as it was drawn from the same before: after a deal those of its players are drawn."""
    if row_key is None:
        return draw()
    row = _rows_kept.get((kind, row_key))
    if row is None:
        if len(_rows_kept) >= MOST_KEPT:
            _rows_kept.clear()
        row = _rows_kept[kind, row_key] = draw()
    return row


_rows_kept: dict[Hashable, str] = {}


def forget_rows() -> None:
    """Forget every row that was drawn, for whoever measures or tests the drawing."""
    _rows_kept.clear()


def cell_form(column: BoundColumn, row_header: str) -> str:
    """The HTML around a cell's content: the heading of its row, or a cell with the column's class."""
    if column.name == row_header:
        return '<th scope="row">{}</th>'
    return f"<td{class_of(column)}>{{}}</td>"


def class_of(column: BoundColumn) -> str:
    """The class of a column's cells, as an attribute."""
    css = column.column.attrs.get("td", {}).get("class")
    return f' class="{css}"' if css else ""


def drawer(column: BoundColumn) -> Callable[[Any], Any]:
    """The function that draws this column's cell of a record."""
    # django-tables2 would ask at every cell what the function takes, which costs more than everything else.
    asked = _arguments_of(getattr(column.render, "__func__", column.render))
    render, find = column.render, column.accessor.resolve
    if "value" not in asked:
        return lambda record: render(record=record)
    if "record" in asked:
        return lambda record: render(record=record, value=find(record))
    return lambda record: render(value=find(record))


@lru_cache(maxsize=1000)
def _arguments_of(render: Callable[..., Any]) -> frozenset[str]:
    """The names of the arguments that a column's render function takes."""
    return frozenset(signature(render).parameters)


def csv_answer(rows: Iterable[Sequence[object]], *, name: str) -> HttpResponse:
    """Rows as a CSV file to download."""
    response = HttpResponse(csv_file(rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"{name}.csv")
    return response


@dataclass(frozen=True)
class ListFile:
    """A list that its page draws by other means than a PageList, as a file: what the page calls it, and its rows.

    `file_rows` gives the headings and then the rows, as csv_file takes them; it is called for the file alone.
    """

    file_key: str
    file_rows: Callable[[], Iterable[Sequence[object]]]
    has_file: ClassVar[bool] = True


def asked_file(request: HttpRequest, context: Mapping[str, Any]) -> HttpResponse | None:
    """The list of a page that its address asks for as a file; None if it asks for the page.

    Raises Http404 if the page has no such list.
    """
    key = request.GET.get(FILE_FIELD) if request.method == "GET" else None
    if key is None:
        return None
    lists = [value for value in context.values() if isinstance(value, (PageList, ListFile)) and value.has_file]
    wanted = next((page_list for page_list in lists if page_list.file_key == key), None)
    if wanted is None:
        raise Http404
    parts = request.path.strip("/").split("/")
    return csv_answer(wanted.file_rows(), name="-".join(parts if key == "list" else [*parts, key]))
