"""The form that opens an evening: the day, the players in seat order, perhaps a guest, the table to play by."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, Player, ScoringTableVersion
from ledger.models.clubs.club import NAME_LENGTH
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.evenings.seats import seats_of
from ledger.services.evenings.opening import NewEvening
from ledger.web.evenings.seats_form import round_fields
from ledger.web.scoring.table_choice import ClubScoringTables
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import DayInput


class EveningForm(KeyedForm):
    """A new evening; seats left empty are skipped, and a guest sits down last.

    There are as many seats as the largest of the club's tables takes, and a choice of tables where there are several;
    the version follows from the day.
    """

    refusal_fields = {"table_version": "table"}

    day = forms.DateField(label=_("Date"), widget=DayInput)

    def __init__(
        self,
        data: QueryDict | None,
        *,
        players: Iterable[Player],
        versions: Sequence[ScoringTableVersion],
        today: date,
        last: Evening | None,
    ) -> None:
        super().__init__(data, initial={"day": today, **as_last_time(last)})
        self.players = {str(player.pk): player for player in players}
        self.scoring_tables = ClubScoringTables(versions)
        most = max(most_at_table(scoring_table=version.to_rules()) for version in versions)
        self.seats = [f"seat_{position}" for position in range(1, most + 1)]
        choices = [("", gettext("Nobody")), *((pk, player.name) for pk, player in self.players.items())]
        for position, seat in enumerate(self.seats, start=1):
            label = gettext("Seat %(position)s") % {"position": position}
            self.fields[seat] = forms.ChoiceField(label=label, choices=choices, required=False)
        self.fields["guest"] = forms.CharField(
            label=_("Guest"),
            max_length=NAME_LENGTH,
            required=False,
            help_text=_("Somebody who is not on the list yet: gets the last seat and a place among the players."),
        )
        self.fields |= self.scoring_tables.field(today)
        self.fields |= round_fields([version.to_rules() for version in versions])
        self.fields["place"] = forms.CharField(label=_("Played at"), max_length=80, required=False)

    def seat_fields(self) -> list[forms.BoundField]:
        """The seats clockwise, for the template."""
        return [self[seat] for seat in self.seats]

    def other_fields(self) -> list[forms.BoundField]:
        """What stands below the seats."""
        return [
            self[name] for name in ("guest", "table", "rotation", "deals_per_round", "place") if name in self.fields
        ]

    def clean(self) -> dict[str, Any]:
        """Nobody sits twice."""
        taken: dict[str, str] = {}
        for seat in self.seats:
            player = self.cleaned_data.get(seat)
            if player and player in taken:
                self.add_error(seat, gettext("%(name)s has a seat already.") % {"name": self.players[player].name})
            taken[player or ""] = seat
        return self.cleaned_data

    def new_evening(self) -> NewEvening:
        """What the valid form says."""
        cleaned = self.cleaned_data
        return NewEvening(
            day=cleaned["day"],
            players=[self.players[cleaned[seat]] for seat in self.seats if cleaned[seat]],
            version=self.scoring_tables.version(cleaned.get("table", ""), cleaned["day"]),
            guest=cleaned["guest"],
            place=cleaned["place"],
            rotation=cleaned.get("rotation") or Evening.Rotation.DEALER,
            deals_per_round=cleaned["deals_per_round"],
        )

    def field_of_refusal(self, about: str) -> str:
        """Too few or too many players are refused beside the first empty seat."""
        if about == "players":
            return next((seat for seat in self.seats if not self.cleaned_data.get(seat)), "guest")
        return super().field_of_refusal(about)


def as_last_time(last: Evening | None) -> dict[str, Any]:
    """The seats, the table, how it was played and the place of the last evening, as the form shows them."""
    if last is None:
        return {}
    seats = {f"seat_{seat.position}": seat.player_id for seat in seats_of(evening=last)}
    rounds = {"rotation": last.rotation, "deals_per_round": last.deals_per_round}
    return {**seats, **rounds, "table": last.table_version.scoring_table_id, "place": last.place}
