"""The lists of the pages: django-tables2, with what a page of the site adds."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import django_tables2 as tables
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.http import content_disposition_header, urlencode
from django.utils.safestring import SafeString
from django_tables2.columns.base import BoundColumn
from django_tables2.rows import BoundRow

from ledger.spreadsheets.site import csv_file
from ledger.templatetags.ledger_format import escape_part, markup

NUMBER = {"td": {"class": "num"}}
WIDE_NUMBER = {"td": {"class": "num wide"}}  # not on a phone
ABSENT = "–"
FILE_FIELD = "csv"  # of an address: which list of its page is wanted as a file


class PageColumn(tables.Column):
    """A column whose render function says what stands for nothing, too."""

    empty_values = ()


class PageList(tables.Table):
    """A list for templates/ledger/site/list.html.

    `caption` says what it lists, `row_header` names the column that heads a row.
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
        yield [column.header for column in columns]
        for row in self.rows:
            yield [self._in_file(row, column.name) for column in columns]

    def _in_file(self, row: BoundRow, column: str) -> Any:
        """What a file says in a row's column."""
        write = getattr(self, f"in_file_{column}", None)
        return write(row.record) if write else row.get_cell(column)

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
        return SafeString("".join([self._row(row) for row in self.paginated_rows]))

    def _row(self, row: BoundRow) -> str:
        css = self.row_css(row.record)
        start = f'<tr class="{css}">' if css else "<tr>"
        return start + "".join([self._cell(column, content) for column, content in row.items()]) + "</tr>"

    def _cell(self, column: BoundColumn, content: Any) -> str:
        """A cell: the heading of its row, or one with the column's class."""
        if column.name == self.row_header:
            return f'<th scope="row">{escape_part(content)}</th>'
        return f"<td{class_of(column)}>{escape_part(content)}</td>"

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


def class_of(column: BoundColumn) -> str:
    """The class of a column's cells, as an attribute."""
    css = column.column.attrs.get("td", {}).get("class")
    return f' class="{css}"' if css else ""


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
