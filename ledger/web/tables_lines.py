"""The table of pasted lines: what each says and pays, or what is wrong with it."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ledger.queries.lines import AtTable, FaultyLine, ReadLine
from ledger.templatetags.ledger_words import marked
from ledger.web.page_table import PageTable
from ledger.web.refusals import refusal_text
from ledger.web.tables import ABSENT, NUMBER, signed


class PlayerColumn(tables.Column):
    """What one player gets from each line, the bottom line so far below it; `place` is the seat's, from 0."""

    def __init__(self, *, place: int, denominator: int, **kwargs: Any) -> None:
        super().__init__(attrs=NUMBER, empty_values=(), **kwargs)
        self.place = place
        self.denominator = denominator

    def render(self, record: ReadLine | FaultyLine) -> SafeString | str:
        if isinstance(record, FaultyLine):
            return ABSENT
        points, running = (signed(each[self.place], self.denominator) for each in (record.points, record.running))
        return format_html("{}<small>{}</small>", points, running)


class HouseColumn(tables.Column):
    """What the house gets, where a game is not zero-sum among its players."""

    def __init__(self, *, denominator: int) -> None:
        super().__init__(verbose_name=_("The house"), attrs=NUMBER, empty_values=())
        self.denominator = denominator

    def render(self, record: ReadLine | FaultyLine) -> SafeString | str:
        return ABSENT if isinstance(record, FaultyLine) else signed(record.house, self.denominator)


class LinesTable(PageTable):
    """The lines of a text in their order."""

    caption = _("Points, and the running total below")
    row_header = "number"
    number = tables.Column(verbose_name=_("Deal"))
    text = tables.Column(verbose_name=_("Line"))
    contract = tables.Column(verbose_name=_("Contract and result"), empty_values=())

    class Meta:
        orderable = False

    def __init__(self, lines: tuple[ReadLine | FaultyLine, ...], *, table: AtTable) -> None:
        denominator = table.evening.season.unit_denominator
        columns: list[tuple[str, tables.Column]] = [
            (f"seat_{place}", PlayerColumn(place=place, denominator=denominator, verbose_name=name))
            for place, name in enumerate(table.names.values())
        ]
        if any(isinstance(line, ReadLine) and line.house for line in lines):
            columns.append(("house", HouseColumn(denominator=denominator)))
        super().__init__(lines, extra_columns=columns)

    def render_text(self, record: ReadLine | FaultyLine) -> SafeString:
        return marked(record.text, record.at if isinstance(record, FaultyLine) else None)

    def render_contract(self, record: ReadLine | FaultyLine) -> SafeString:
        if isinstance(record, FaultyLine):
            return format_html('<span class="error">{}</span>', refusal_text(record.refusal))
        return format_html("{}&nbsp;{}<small>{}</small>", record.contract, record.result, record.why)
