"""The form that filters the log; sent by GET, so that each result has an address."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.timezone import make_aware
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Player, Season
from ledger.queries.book.log import Asked, writers
from ledger.web.site.forms import DayInput, offer

# Nothing was ever written outside these, and days at the very ends of the calendar overflow in some time zones.
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(9000, 1, 1)
GROUPS = [
    ("", _("Everything")),
    ("deals", _("Deals")),
    ("players", _("Players")),
    ("evenings", _("Evenings")),
    ("seasons", _("Seasons")),
    ("tables", _("Scoring tables")),
    ("club", _("The club")),
]


class LogForm(forms.Form):
    """The filters of the log, all of them optional."""

    group = forms.ChoiceField(label=_("What"), choices=GROUPS, required=False)
    player = forms.ModelChoiceField(
        Player.objects.none(), label=_("Player"), required=False, to_field_name="slug", empty_label=_("All")
    )
    season = forms.ModelChoiceField(
        Season.objects.none(), label=_("Season"), required=False, to_field_name="slug", empty_label=_("All")
    )
    evening = forms.IntegerField(label=_("Evening number"), required=False, min_value=1, max_value=10**6)
    by = forms.ChoiceField(label=_("By"), required=False)
    since = forms.DateField(label=_("From"), required=False, widget=DayInput)
    until = forms.DateField(label=_("To"), required=False, widget=DayInput)

    def __init__(self, asked: Mapping[str, Any], *, club: Club) -> None:
        super().__init__(asked)
        self._offer("player", club.players.order_by("sort_key", "id"))
        self._offer("season", club.seasons.order_by(*Season.newest_first()))
        self._writers = {str(writer.number): writer for writer in writers(club=club)}
        named = [(number, writer.name) for number, writer in self._writers.items()]
        offer(self, "by", [("", _("All")), *named])

    def _offer(self, name: str, rows: QuerySet[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = rows

    def filters(self) -> Asked:
        """The filters of the valid form, days as moments in the club's time zone."""
        cleaned = self.cleaned_data
        since, until = cleaned["since"], cleaned["until"]
        return Asked(
            group=cleaned["group"],
            player=cleaned["player"],
            season=cleaned["season"],
            evening=cleaned["evening"],
            by=self._writers[cleaned["by"]].user_id if cleaned["by"] else None,
            since=since and midnight(max(since, FIRST_DAY)),
            before=until and midnight(min(until, LAST_DAY) + timedelta(days=1)),
        )

    @property
    def writer_names(self) -> dict[int | None, str]:
        """The names of everybody who ever wrote for the club, by account, as its pages ask for them."""
        return {writer.user_id: writer.name for writer in self._writers.values()}

    def is_narrowed(self) -> bool:
        """Whether any filter is set."""
        return any(self[name].value() for name in self.fields)


def midnight(day: date) -> datetime:
    """The start of a day in the club's time zone."""
    return make_aware(datetime.combine(day, time()))
