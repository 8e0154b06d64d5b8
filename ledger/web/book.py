"""The log: every change in a club, with filters, on a page or in a file."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Player, Season, Writer
from ledger.queries.book.log import Asked, ClubChange, changes, changes_at, writers
from ledger.queries.clubs.clubs import listed_players, listed_seasons
from ledger.queries.deals.history import HistoryStep
from ledger.rules.site.points import in_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.deals.changing import fact_text
from ledger.web.site.access import Visit, as_entered, reads
from ledger.web.site.forms import (
    ChoiceFilter,
    DayFilter,
    DaysForm,
    ListFilters,
    NumberFilter,
    RowFilter,
    focus_refused,
    offer,
)
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import ListFile

PER_PAGE = 25


@fresh
@reads
@as_entered
def log(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Who changed what from what to what, when and why; newest first."""
    filters = LogFilters(request.GET, club=visit.club)
    context: dict[str, Any] = {"filters": filters, "form": filters.form, "writers": filters.writer_names}
    if filters.is_valid():
        asked = filters.narrow(Asked())
        # Any number gets the nearest page.
        page = Paginator(changes(club=visit.club, asked=asked), PER_PAGE).get_page(request.GET.get("page"))
        context |= {"page": page, "changes": changes_at(club=visit.club, places=page)}
        context["file"] = ListFile("list", partial(_rows, visit.club, asked, filters.writer_names))
    focus_refused(filters.form)
    return club_page(request, visit, "ledger/book/log.html", context)


# Nothing was ever written outside these, and days at the very ends of the calendar overflow in some time zones.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(9000, 1, 1)
GROUPS = [
    ("deals", _("Deals")),
    ("players", _("Players")),
    ("evenings", _("Evenings")),
    ("seasons", _("Seasons")),
    ("tables", _("Scoring tables")),
    ("club", _("The club")),
]


class WriterFilter(ChoiceFilter):
    """One of those who wrote, by the club's number, asked for by account."""

    def as_asked(self, value: str) -> int | None:
        writer: Writer = self.parent.writers[value]
        return writer.user_id


class FirstDayFilter(DayFilter):
    """A first day, from its start in the club's time zone."""

    def as_asked(self, value: date) -> datetime:
        return midnight(max(value, FIRST_DAY))


class LastDayFilter(DayFilter):
    """A last day, to its end in the club's time zone."""

    def as_asked(self, value: date) -> datetime:
        return midnight(min(value, LAST_DAY) + timedelta(days=1))


class LogFilters(ListFilters):
    """What changes may be narrowed to."""

    group = ChoiceFilter(label=_("What"), choices=GROUPS, empty_label=_("Everything"))
    player = RowFilter(Player, label=_("Player"))
    season = RowFilter(Season, label=_("Season"))
    evening = NumberFilter(label=_("Evening number"), min_value=1, max_value=10**6)
    by = WriterFilter(label=_("By"))
    since = FirstDayFilter(label=_("From"))
    until = LastDayFilter("before", label=_("To"))

    class Meta:
        form = DaysForm

    def __init__(self, asked: Mapping[str, Any], *, club: Club) -> None:
        super().__init__(asked)
        self._offer_rows("player", listed_players(club=club))
        self._offer_rows("season", listed_seasons(club=club).order_by(*Season.NEWEST_FIRST))
        self.writers = {str(writer.number): writer for writer in writers(club=club)}
        offer(self.form, "by", [(number, writer.name) for number, writer in self.writers.items()])

    def _offer_rows(self, name: str, rows: QuerySet[Any]) -> None:
        field = self.form.fields[name]
        assert isinstance(field, ModelChoiceField)
        field.queryset = rows

    @property
    def writer_names(self) -> dict[int | None, str]:
        """The names of everybody who ever wrote for the club, by account, as its pages ask for them."""
        return {writer.user_id: writer.name for writer in self.writers.values()}


def midnight(day: date) -> datetime:
    """The start of a day in the club's time zone."""
    return make_aware(datetime.combine(day, time()))


AT_ONCE = 500  # changes that are read together


def _rows(club: Club, asked: Asked, writers: Mapping[int | None, str]) -> Iterator[list[object]]:
    """Everything that the log lists, as the rows of a file; `writers` are the names of who wrote, by account."""
    yield [
        *(gettext("When"), gettext("Who"), gettext("Evening"), gettext("Deal")),
        *(pgettext("in the log", "Change"), gettext("Before"), gettext("After"), gettext("Points"), gettext("Reason")),
    ]
    for page in Paginator(changes(club=club, asked=asked), AT_ONCE):
        yield from (_row(change, club, writers) for change in changes_at(club=club, places=page))


def _row(change: ClubChange, club: Club, writers: Mapping[int | None, str]) -> list[object]:
    at = date_format(localtime(change.at), "SHORT_DATETIME_FORMAT")
    if change.step:
        return [at, *_step_cells(change.step, writers)]
    logged = change.logged
    context = {"logged": logged, "kept": change.kept, "club": club, "writers": writers, "is_in_file": True}
    words = render_to_string("ledger/book/_logged_change.html", context)
    who = writers.get(logged.by_id, "") if logged and logged.by_id else ""
    return [at, who, "", "", words, "", "", "", change.reason]


def _step_cells(step: HistoryStep, writers: Mapping[int | None, str]) -> list[object]:
    """What a step in a deal's history has in each column but the first."""
    kinds = {
        "recorded": gettext("Recorded"),
        "corrected": gettext("Corrected"),
        "voided": gettext("Voided"),
        "restored": gettext("Restored"),
    }
    entry, now = step.entry, label_text(step.sentence)
    who = writers.get(entry.author_id, "")
    before = ", ".join(fact_text(what, was) for what, was, _ in step.changed)
    after = ", ".join(fact_text(what, is_now) for what, _, is_now in step.changed)
    place = [entry.evening.number, entry.number]
    return [who, *place, kinds[step.kind], before, after or now, _points(step), step.reason]


def _points(step: HistoryStep) -> str:
    """Everybody's points of a new deal, and before and after of whom a change moved."""
    unit, house = step.entry.season.unit_denominator, gettext("The house")

    def say(units: int) -> str:
        return label_text(in_points(units, unit, signed=True))

    if step.kind == "recorded":
        told = []
        for posting in step.postings:
            name = posting.player.name if posting.player else house
            told.append(f"{name} {say(posting.points)}")
    else:
        told = [f"{name or house} {say(before)} → {say(after)}" for name, before, after in step.moved]
    return " · ".join(told)
