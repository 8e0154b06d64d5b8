"""The lists of what a version changed: the prices that differ, and the rules that read otherwise."""

from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.wall.comparing import PriceChange, WordChange
from ledger.rules.site.labels import Label
from ledger.templatetags.ledger_format import plain_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.site.lists import ABSENT, PageColumn, PageList


class ChangedPricesList(PageList):
    """The cells that differ, in the order of the sheet, with only the numbers that do."""

    caption = _("Prices")
    row_header = "place"
    place = PageColumn(verbose_name=_("Contract"), orderable=False)
    before = PageColumn(verbose_name=_("Before"), accessor="parts", orderable=False)
    after = PageColumn(verbose_name=_("After"), accessor="parts", orderable=False)

    def __init__(self, *args: Any, denominator: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.denominator = denominator

    def render_place(self, value: Label) -> str:
        return label_text(value)

    def render_before(self, record: PriceChange) -> SafeString:
        return self._numbers([(part.label, part.before) for part in record.parts])

    def render_after(self, record: PriceChange) -> SafeString:
        return self._numbers([(part.label, part.after) for part in record.parts])

    def _numbers(self, parts: list[tuple[Label, int | None]]) -> SafeString:
        """Each number on a line of its own, with what it is."""
        numbers = [(self._points(units), label_text(label)) for label, units in parts]
        return format_html_join("", '<div><b>{}</b> <span class="muted">{}</span></div>', numbers)

    def _points(self, units: int | None) -> str:
        return ABSENT if units is None else plain_points(units, self.denominator)


class ChangedWordsList(PageList):
    """The rules and other facts that read otherwise."""

    caption = _("Rules")
    row_header = "code"
    code = PageColumn(verbose_name=_("Rule"), orderable=False)
    before = PageColumn(verbose_name=_("Before"), orderable=False)
    after = PageColumn(verbose_name=_("After"), orderable=False)

    def render_code(self, record: WordChange) -> str:
        return label_text((PARAMETERS.get(record.code) or RULES[record.code]).title)

    def render_before(self, value: Label) -> str:
        return label_text(value)

    def render_after(self, value: Label) -> str:
        return label_text(value)
