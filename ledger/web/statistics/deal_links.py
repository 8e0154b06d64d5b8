"""Links from a figure to the deals behind it, and from a list of deals to a wider one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext

from ledger.queries.statistics.deals import DealFilter
from ledger.queries.statistics.figures import PlayedDeals


class FilterLink(NamedTuple):
    """A condition of a filter in words, and the address of the list without it."""

    name: str
    address: str


def deals_address(club_slug: str, asked: DealFilter) -> str:
    """The address of the club's deals that a filter lets through."""
    return reverse("deals", args=[club_slug]) + _query(asked)


def _query(asked: DealFilter) -> str:
    """What the address of deals ends with; empty where every deal is asked for."""
    query = asked.query()
    return f"?{urlencode(query)}" if query else ""


class Addresses:
    """The addresses of the deals behind a player's figures."""

    def __init__(self, club_slug: str, played: PlayedDeals) -> None:
        self.club_slug, self.deals = club_slug, reverse("deals", args=[club_slug])
        season = played.season.slug if played.season else ""
        self.all = DealFilter(player=played.player.slug, season=season)

    def of(self, **asked: Any) -> str:
        """The address of the player's deals that a filter lets through."""
        return self.deals + _query(replace(self.all, **asked))


def filter_links(club_slug: str, asked: DealFilter, form: forms.Form) -> list[FilterLink]:
    """A link for each condition of a filter, which leads to the list without it; `form` has the names of values."""
    return [
        FilterLink(name, deals_address(club_slug, replace(asked, **without)))
        for name, without in _conditions(asked, form)
    ]


def _conditions(asked: DealFilter, form: forms.Form) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each condition in words, and what the filter without it has."""
    if asked.player:
        yield _choice(form, "player", asked.player), {"player": "", "partner": "", "opponent": ""}
    for field, words in (("partner", gettext("with %(name)s")), ("opponent", gettext("against %(name)s"))):
        if value := getattr(asked, field):
            yield words % {"name": _choice(form, field, value)}, {field: ""}
    for field in ("part", "contract", "result", "season"):
        if value := getattr(asked, field):
            yield _choice(form, field, value), {field: ""}
    yield from _numbers_and_days(asked)


def _numbers_and_days(asked: DealFilter) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if asked.level:
        yield gettext("level %(level)s") % {"level": asked.level}, {"level": None}
    if asked.since or asked.until:
        yield _days(asked.since, asked.until), {"since": None, "until": None}
    if asked.table:
        yield gettext("table %(number)s") % {"number": asked.table}, {"table": None}
    if asked.is_corrected:
        yield gettext("corrected"), {"is_corrected": False}


def _days(since: date | None, until: date | None) -> str:
    """The first and the last day, or one of them, or a whole year."""
    days = {name: date_format(day, "SHORT_DATE_FORMAT") for name, day in (("since", since), ("until", until)) if day}
    if since and until:
        is_year = (since, until) == (date(since.year, 1, 1), date(since.year, 12, 31))
        return str(since.year) if is_year else gettext("%(since)s to %(until)s") % days
    return gettext("from %(since)s") % days if since else gettext("until %(until)s") % days


def _choice(form: forms.Form, name: str, value: str) -> str:
    """What a form calls a choice."""
    field: Any = form.fields[name]
    return str(dict(field.choices)[value])
