"""What the pages with a club's players and evenings have in common: their lists, and the form with names."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening
from ledger.queries.statistics.evenings import PlayerEvening, PlayerEvenings
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.points import decimals_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import (
    LooksAlike,
)
from ledger.templatetags.ledger_format import markup, on_comma
from ledger.web.site.forms import KeyedForm
from ledger.web.site.lists import NUMBER, WIDE_NUMBER, PageColumn, PageList


class ClubList(PageList):
    """A list with links to pages of one club."""

    def __init__(self, *args: Any, club_slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club_slug = club_slug

    def link(self, text: object, page: str, *args: object) -> str:
        """A link to a page of the club."""
        return markup('<a href="{}">{}</a>', reverse(page, args=[self.club_slug, *args]), text)

    def evening_link(self, evening: Evening | PlayedEvening) -> str:
        """A link to an evening, by its date."""
        return self.link(date_format(evening.date, "SHORT_DATE_FORMAT"), "evening", evening.number)


class PlayerEveningsList(ClubList):
    """A player's evenings with the season's running total after each, the latest first; given with the earliest first.

    The totals go on from what was `brought` along. Those `in_doubt`, by number, hold a deal that was booked so.
    """

    caption = _("Evenings")
    css = "short"
    is_under_its_title = True
    row_header = "evening"
    evening = PageColumn(verbose_name=_("Evening"), order_by=("evening__date", "evening__number"))
    deals = PageColumn(verbose_name=_("Deals"), attrs=NUMBER, order_by=("deals", "evening__number"))
    points = PageColumn(verbose_name=_("Points"), attrs=NUMBER, order_by=("points", "evening__number"))
    running = PageColumn(verbose_name=_("Season so far"), attrs=WIDE_NUMBER, order_by=("running", "evening__number"))

    class Meta:
        order_by = "-evening"

    def __init__(
        self,
        evenings: PlayerEvenings,
        *,
        denominator: int,
        brought: int = 0,
        in_doubt: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(list(reversed(evenings)), **kwargs)
        self.denominator, self.brought, self.in_doubt = denominator, brought, in_doubt
        self.decimals = {
            "points": decimals_of([row.points for row in evenings], denominator),
            "running": decimals_of([row.running + brought for row in evenings], denominator),
        }

    def render_evening(self, record: PlayerEvening) -> str:
        link = self.evening_link(record.evening)
        if record.evening.number not in self.in_doubt:
            return link
        return markup('{} <span class="badge">{}</span>', link, gettext("in doubt"))

    def render_points(self, value: int) -> str:
        return on_comma(value, self.denominator, self.decimals["points"])

    def render_running(self, value: int) -> str:
        return on_comma(value + self.brought, self.denominator, self.decimals["running"])


class PlayerNamesForm(KeyedForm):
    """A form with players' names, which asks below their field whether a look-alike is meant.

    `names_field` is that field; the box to tick is there once the question was asked.
    """

    names_field = ""
    is_meant = forms.BooleanField(label=_("Yes, it is somebody else"), required=False)

    def __init__(self, data: QueryDict | None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        if not self.data.get("is_meant"):
            del self.fields["is_meant"]

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal, with the box if it is about a look-alike."""
        super().refuse(refusal)
        if isinstance(refusal, LooksAlike):
            others = [name for name in self.fields if name != "is_meant"]
            self.fields["is_meant"] = self.base_fields["is_meant"]
            self.order_fields([*others[: others.index(self.names_field) + 1], "is_meant"])

    def is_meant_so(self) -> bool:
        """Whether the writer said that a look-alike is somebody else."""
        return bool(self.cleaned_data.get("is_meant"))


def tell_skipped(request: HttpRequest, skipped: Sequence[str]) -> None:
    """Say what of a pasted list was skipped, if anything was."""
    if skipped:
        text = gettext("Skipped: %(names)s. Somebody of that name is on the list, or it stood after a comma or a tab.")
        messages.info(request, text % {"names": ", ".join(skipped)})
