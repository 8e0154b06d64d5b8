"""The form that opens an evening, and what it shares with the form that draws players onto tables."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Evening, Player
from ledger.models.clubs.club import NAME_LENGTH
from ledger.queries.clubs.clubs import versions
from ledger.queries.evenings.seating import last_evening, most_at_table, players_to_seat, seats_of
from ledger.services.evenings.seating import NewEvening
from ledger.web.clubs.player_forms import PlayerNamesForm
from ledger.web.evenings.seats_form import round_fields
from ledger.web.scoring.table_choice import ClubScoringTables
from ledger.web.site.forms import DayInput

BELOW_THE_GUESTS = ("table", "rotation", "deals_per_round", "place")
BELOW_THE_SEATS = ("guest", "is_meant", "rotation", "deals_per_round", "place")


class OpeningForm(PlayerNamesForm):
    """What every new evening asks for: the day, the prices, how it is played, where, and guests by name.

    A scoring table is asked for if the club has several; its version follows from the day.
    """

    refusal_fields = {"table_version": "table"}

    day = forms.DateField(label=_("Date"), widget=DayInput)

    def __init__(self, data: QueryDict | None, *, club: Club, today: date) -> None:
        last = last_evening(club=club)
        super().__init__(data, initial={"day": today, **(self.as_last_time(last) if last else {})})
        self.club_players = {str(player.pk): player for player in players_to_seat(club=club)}
        self.versions = versions(club=club)
        self.scoring_tables = ClubScoringTables(self.versions)
        self.fields |= self.scoring_tables.field(today)
        self.fields |= round_fields([version.to_rules() for version in self.versions])
        self.fields["place"] = forms.CharField(label=_("Played at"), max_length=80, required=False)

    def as_last_time(self, last: Evening) -> dict[str, Any]:
        """The initial values of the club's last evening."""
        rounds = {"rotation": last.rotation, "deals_per_round": last.deals_per_round}
        return {"table": last.table_version.scoring_table_id, "place": last.place, **rounds}

    def new_evening_with(self, players: Sequence[Player], guests: Sequence[str]) -> NewEvening:
        """The evening that the valid form asks for, with these players and guests."""
        cleaned = self.cleaned_data
        return NewEvening(
            day=cleaned["day"],
            players=players,
            version=self.scoring_tables.version(cleaned.get("table", ""), cleaned["day"]),
            guests=guests,
            is_meant=self.is_meant_so(),
            place=cleaned["place"],
            rotation=cleaned.get("rotation") or Evening.Rotation.DEALER,
            deals_per_round=cleaned["deals_per_round"],
        )


class EveningForm(OpeningForm):
    """A new evening at one table; seats left empty are skipped, and a guest takes the last one.

    There are as many seats as the largest of the club's scoring tables takes.
    """

    names_field = "guest"

    def __init__(self, data: QueryDict | None, *, club: Club, today: date) -> None:
        super().__init__(data, club=club, today=today)
        most = max(most_at_table(scoring_table=version.to_rules()) for version in self.versions)
        self.seats = [f"seat_{position}" for position in range(1, most + 1)]
        choices = [("", gettext("Nobody")), *((pk, player.name) for pk, player in self.club_players.items())]
        for position, seat in enumerate(self.seats, start=1):
            label = gettext("Seat %(position)s") % {"position": position}
            self.fields[seat] = forms.ChoiceField(label=label, choices=choices, required=False)
        self.fields["guest"] = forms.CharField(
            label=_("Guest"),
            max_length=NAME_LENGTH,
            required=False,
            help_text=_("Somebody who is not on the list yet: gets the last seat and a place among the players."),
        )
        self.order_fields(["key", "day", *self.seats, "table", *BELOW_THE_SEATS])

    def as_last_time(self, last: Evening) -> dict[str, Any]:
        """The initial values of the club's last evening, its seats included."""
        seats = {f"seat_{seat.position}": seat.player_id for seat in seats_of(evening=last)}
        return {**seats, **super().as_last_time(last)}

    def as_proposed(self) -> QueryDict:
        """What the form would send untouched: today, and everything else as last time."""
        data = QueryDict(mutable=True)
        data.update({name: self.get_initial_for_field(field, name) or "" for name, field in self.fields.items()})
        data["key"] = self.data.get("key", "")
        return data

    def players_proposed(self) -> list[str]:
        """The names of last time's players in seat order; empty if one of them is no longer to be seated."""
        ids = [str(self.initial[seat]) for seat in self.seats if seat in self.initial]
        return [self.club_players[pk].name for pk in ids] if all(pk in self.club_players for pk in ids) else []

    def seat_fields(self) -> list[forms.BoundField]:
        """The seats clockwise, for the template."""
        return [self[seat] for seat in self.seats]

    def table_field(self) -> forms.BoundField | None:
        """The choice of a scoring table, if the club has several."""
        return self["table"] if "table" in self.fields else None

    def other_fields(self) -> list[forms.BoundField]:
        """What is seldom asked for, below the seats."""
        return [self[name] for name in BELOW_THE_SEATS if name in self.fields]

    def has_refusal_below(self) -> bool:
        """Whether a field that is seldom asked for was refused."""
        return any(field.errors for field in self.other_fields())

    def clean(self) -> dict[str, Any]:
        """Refuse two seats for one player."""
        taken: dict[str, str] = {}
        for seat in self.seats:
            player = self.cleaned_data.get(seat)
            if player and player in taken:
                self.add_error(seat, gettext("%(name)s has a seat already.") % {"name": self.club_players[player].name})
            taken[player or ""] = seat
        return self.cleaned_data

    def new_evening(self) -> NewEvening:
        """The evening that the valid form asks for."""
        cleaned = self.cleaned_data
        players = [self.club_players[cleaned[seat]] for seat in self.seats if cleaned[seat]]
        return self.new_evening_with(players, [cleaned["guest"]] if cleaned["guest"].strip() else [])

    def field_of_refusal(self, about: str) -> str:
        """The first empty seat, if there are too few or too many players."""
        if about == "players":
            return next((seat for seat in self.seats if not self.cleaned_data.get(seat)), "guest")
        return super().field_of_refusal(about)
