"""The lists of evenings, standings and seasons."""

from collections.abc import Mapping
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Season
from ledger.queries.seasons.season_evenings import ListedEvening, by_deal_count, deal_counts
from ledger.queries.seasons.standings import Standing
from ledger.web.site.lists import ABSENT, NUMBER, PageList, signed_points


class StandingsList(PageList):
    """Everyone in a season's standings; it comes in the order of the places."""

    row_header = "name"
    place = tables.Column(verbose_name=_("Place"), attrs=NUMBER)
    name = tables.Column(verbose_name=_("Player"), order_by="sort_key")
    points = tables.Column(verbose_name=_("Points"), attrs=NUMBER)
    change = tables.Column(verbose_name=_("Last evening"), attrs=NUMBER, empty_values=(), order_by="change_for_order")
    evenings = tables.Column(verbose_name=_("Evenings"), attrs=NUMBER)
    deals = tables.Column(verbose_name=_("Deals"), attrs=NUMBER)

    def __init__(self, *args: Any, season: Season, club_slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.caption = gettext("Standings, %(season)s") % {"season": season.name}
        self.unit_denominator = season.unit_denominator
        self.player_address = reverse("player", args=[club_slug, "-"]).replace("/-/", "/{}/")

    def render_name(self, record: Standing) -> SafeString:
        return format_html('<a href="{}">{}</a>', self.player_address.format(record.slug), record.name)

    def render_points(self, value: int) -> SafeString:
        return signed_points(value, self.unit_denominator)

    def render_change(self, value: int | None) -> SafeString | str:
        return ABSENT if value is None else signed_points(value, self.unit_denominator)


class SeasonsList(PageList):
    """A club's seasons, the newest first."""

    row_header = "name"
    name = tables.Column(verbose_name=_("Season"))
    starts_on = tables.Column(verbose_name=_("Began"))
    evening_count = tables.Column(verbose_name=_("Evenings"), attrs=NUMBER)
    last_evening = tables.Column(verbose_name=_("Last evening"), empty_values=(), attrs={"td": {"class": "wide"}})
    closed_at = tables.Column(verbose_name=_("Book"), empty_values=())

    def __init__(self, *args: Any, club_slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.caption = gettext("The club's seasons")
        self.club_slug = club_slug

    def render_name(self, record: Season) -> SafeString:
        return format_html('<a href="{}">{}</a>', reverse("season", args=[self.club_slug, record.slug]), record.name)

    def render_starts_on(self, value: Any) -> str:
        return date_format(value, "SHORT_DATE_FORMAT")

    def render_last_evening(self, value: Any) -> str:
        return date_format(value, "SHORT_DATE_FORMAT") if value else ABSENT

    def render_closed_at(self, value: Any) -> str:
        return gettext("closed") if value else gettext("open")


class EveningsList(PageList):
    """A season's evenings, the latest first, each with everybody's bottom line, best first."""

    row_header = "date"
    date = tables.Column(verbose_name=_("Evening"), order_by=("date", "number"))
    deals = tables.Column(verbose_name=_("Deals"), attrs=NUMBER, accessor="pk")
    results = tables.Column(verbose_name=_("Result"), empty_values=(), orderable=False, accessor="pk")
    place = tables.Column(
        verbose_name=_("Played at"), order_by=("place", "number"), default="", attrs={"td": {"class": "wide"}}
    )

    def __init__(self, *args: Any, season: Season, club_slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.caption = gettext("Evenings, %(season)s") % {"season": season.name}
        self.unit_denominator = season.unit_denominator
        self.club_slug = club_slug

    def order_deals(self, evenings: Any, is_descending: bool) -> tuple[Any, bool]:
        return by_deal_count(evenings, most_first=is_descending), True

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """The deals of the evenings on this page."""
        return deal_counts(evenings=[row.record for row in self.paginated_rows])

    def render_deals(self, value: int) -> int:
        return self.counts[value]

    def render_date(self, record: ListedEvening) -> SafeString:
        address = reverse("evening", args=[self.club_slug, record.number])
        link = format_html('<a href="{}">{}</a>', address, date_format(record.date, "SHORT_DATE_FORMAT"))
        return (
            format_html('{} <span class="badge">{}</span>', link, gettext("corrected")) if record.is_corrected else link
        )

    def render_results(self, record: ListedEvening) -> SafeString | str:
        results = [
            (total.player.name, signed_points(total.points, self.unit_denominator)) for total in record.bottom_lines
        ]
        return format_html_join(", ", '<span class="result">{} {}</span>', results) or ABSENT
