"""The filters of the log."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import QuerySet
from django.forms import ModelChoiceField
from django.utils.timezone import make_aware
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Player, Season, Writer
from ledger.queries.book.log import writers
from ledger.queries.clubs.clubs import listed_players, listed_seasons
from ledger.web.site.forms import ChoiceFilter, DayFilter, DaysForm, ListFilters, NumberFilter, RowFilter, offer

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
        self._offer_rows("season", listed_seasons(club=club).order_by(*Season.newest_first()))
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
