"""The list of pasted lines: what each says and pays, or what is wrong with it."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.queries.evenings.lines import AnyLine, FaultyLine, ReadLine, ReadText, SeatsLine
from ledger.rules.evenings.evening_text import NOBODY_SITS_THERE, says_deal
from ledger.templatetags.ledger_format import amount
from ledger.templatetags.ledger_labels import label_text, refusal_text, with_mark
from ledger.web.site.lists import ABSENT, NUMBER, PageColumn, PageList


class PlayerColumn(PageColumn):
    """The points of the player with an id from each line, and the running total below."""

    def __init__(self, *, player: int, denominator: int, **kwargs: Any) -> None:
        super().__init__(attrs=NUMBER, **kwargs)
        self.player = player
        self.denominator = denominator

    def render(self, record: AnyLine) -> SafeString | str:
        if not isinstance(record, ReadLine) or self.player not in record.players:
            return ABSENT
        place = record.players.index(self.player)
        points, running = (amount(units[place], self.denominator) for units in (record.points, record.running))
        return format_html("{}<small>{}</small>", points, running)


class HouseColumn(PageColumn):
    """The points of the house, where a game is not zero-sum among its players."""

    def __init__(self, *, denominator: int) -> None:
        super().__init__(verbose_name=_("The house"), attrs=NUMBER)
        self.denominator = denominator

    def render(self, record: AnyLine) -> SafeString | str:
        return amount(record.house, self.denominator) if isinstance(record, ReadLine) else ABSENT


class LinesList(PageList):
    """The lines of a text in their order."""

    caption = _("Points, and the running total below")
    row_header = "number"
    has_file = False  # of text that is being typed, which no address holds
    number = PageColumn(verbose_name=_("Deal"))
    table = PageColumn(verbose_name=_("At table"), attrs=NUMBER)
    text = PageColumn(verbose_name=_("Line"))
    contract = PageColumn(verbose_name=_("Contract and result"))

    class Meta:
        orderable = False

    def __init__(self, text: ReadText, *, denominator: int) -> None:
        columns: list[tuple[str, tables.Column]] = [
            (f"player_{player}", PlayerColumn(player=player, denominator=denominator, verbose_name=name))
            for player, name in text.names.items()
        ]
        if any(isinstance(line, ReadLine) and line.house for line in text.lines):
            columns.append(("house", HouseColumn(denominator=denominator)))
        super().__init__(text.lines, extra_columns=columns, exclude=() if text.has_tables else ("table",))

    def render_number(self, record: AnyLine) -> str:
        return str(record.number) if says_deal(record.text) else ""

    def render_text(self, record: AnyLine) -> SafeString:
        return with_mark(record.text, record.at if isinstance(record, FaultyLine) else None)

    def render_contract(self, record: AnyLine) -> SafeString | str:
        if isinstance(record, SeatsLine):
            seats = gettext("From here on: %(names)s") % {"names": ", ".join(record.names)}
            left = ((gettext(NOBODY_SITS_THERE) % {"table": table},) for table in record.left)
            return format_html("{}{}", seats, format_html_join("", "<small>{}</small>", left))
        if isinstance(record, FaultyLine):
            return format_html('<span class="error">{}</span>', refusal_text(record.refusal))
        return label_text(record.sentence)
