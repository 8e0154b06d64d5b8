"""The forms that draw who sits where: for a new evening, and again before it or in its middle."""

from collections.abc import Iterable, Sequence
from datetime import date
from random import SystemRandom
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, Player, ScoringTableVersion
from ledger.queries.evenings.seats import tables_of
from ledger.rules.deals.seating import MOST_TABLES
from ledger.services.clubs.clubs import names_in
from ledger.services.evenings.drawing import Draw, DrawnEvening
from ledger.web.evenings.seats_form import round_fields
from ledger.web.scoring.table_choice import ClubScoringTables
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput, offer

WAYS = {
    "chance": _("By chance"),
    "standings": _("By the standings"),
    "repeats": _("Fewest repeats"),
}
SMALL_NUMBER = {"inputmode": "numeric", "class": "short"}


class DrawForm(KeyedForm):
    """How everybody is drawn onto tables."""

    tables = forms.IntegerField(
        label=_("Number of tables"), min_value=1, max_value=MOST_TABLES, widget=forms.NumberInput(attrs=SMALL_NUMBER)
    )
    way = forms.ChoiceField(
        label=_("Way of drawing"),
        choices=list(WAYS.items()),
        initial="chance",
        widget=forms.RadioSelect,
        help_text=_(
            "By the standings the best sit together at table 1. With the fewest repeats people sit, as far as can be, "
            "with those they have not met at a table this season."
        ),
    )

    def draw(self) -> Draw:
        """What the valid form asks for, by the random numbers of the machine."""
        return Draw(tables=self.cleaned_data["tables"], way=self.cleaned_data["way"], random=SystemRandom())


class DrawAgainForm(DrawForm):
    """The same for those who sit at an evening's tables already; `seating` is the one that its writer saw."""

    seating = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def see_anew(self, seating: int) -> None:
        """Let the form be sent again by somebody who has seen how the evening sits now."""
        self.data = {**self.data, "seating": seating}


class DrawnEveningForm(DrawForm):
    """A new evening: the day, the table to play by, who is here, how they are drawn, and how it is played."""

    refusal_fields = {"table_version": "table"}

    day = forms.DateField(label=_("Date"), widget=DayInput)
    players = forms.MultipleChoiceField(label=_("Who is here"), widget=forms.CheckboxSelectMultiple)
    guests = forms.CharField(
        label=_("Guests"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Who is not on the list yet: one name a line, or names separated by commas."),
    )
    place = forms.CharField(label=_("Played at"), max_length=80, required=False)

    field_order = ("key", "day", "players", "guests", "tables", "way", "table", "rotation", "deals_per_round", "place")

    def __init__(
        self,
        data: QueryDict | None,
        *,
        players: Iterable[Player],
        versions: Sequence[ScoringTableVersion],
        today: date,
        last: Evening | None,
    ) -> None:
        super().__init__(data, initial={"day": today, "tables": 2, **_as_last_time(last)})
        self.club_players = {str(player.pk): player for player in players}
        offer(self, "players", [(pk, player.name) for pk, player in self.club_players.items()])
        self.club_tables = ClubScoringTables(versions)
        self.fields |= self.club_tables.field(today)
        self.fields |= round_fields([version.to_rules() for version in versions])
        self.order_fields(self.field_order)

    def new_evening(self) -> DrawnEvening:
        """What the valid form says."""
        cleaned = self.cleaned_data
        return DrawnEvening(
            day=cleaned["day"],
            version=self.club_tables.version(cleaned.get("table", ""), cleaned["day"]),
            players=[self.club_players[pk] for pk in cleaned["players"]],
            guests=names_in(cleaned["guests"]),
            place=cleaned["place"],
            rotation=cleaned.get("rotation") or Evening.Rotation.DEALER,
            deals_per_round=cleaned["deals_per_round"],
        )


def _as_last_time(last: Evening | None) -> dict[str, Any]:
    """Who sat at how many tables the last evening, by which table, how it was played and where, as the form shows."""
    if last is None:
        return {}
    tables = tables_of(evening=last)
    return {
        "players": [str(seat.player_id) for seats in tables.values() for seat in seats],
        "tables": max(len(tables), 2),
        "table": last.table_version.scoring_table_id,
        "place": last.place,
        "rotation": last.rotation,
        "deals_per_round": last.deals_per_round,
    }
