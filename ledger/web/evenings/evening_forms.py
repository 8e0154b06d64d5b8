"""The forms that open an evening, seat it, approve it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import Any

from django import forms
from django.contrib import messages
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Attendance, Club, Evening, Player, Season
from ledger.models.clubs.club import NAME_LENGTH, REASON_LENGTH
from ledger.queries.clubs.clubs import versions
from ledger.queries.evenings.seating import (
    last_evening,
    most_at_table,
    players_to_seat,
    players_without_a_seat,
    seating_number,
    seats_of,
    tables_of,
)
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.services.evenings.seating import LONGEST_ROUND, Chair, Draw, open_evening
from ledger.web.clubs.players import PlayerNamesForm, tell_skipped
from ledger.web.scoring.forms import ClubScoringTables, version_name
from ledger.web.site.access import SignedInRequest, signature
from ledger.web.site.forms import DayInput, KeyedForm, with_field

ROUND_FIELDS = ("rotation", "deals_per_round")
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
        initial: dict[str, Any] = {"day": today}
        if last:
            initial |= self.as_last_time(last)
        super().__init__(data, initial=initial)
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

    def new_evening_with(self, players: Sequence[Player], guests: Sequence[str]) -> dict[str, Any]:
        """The evening that the valid form asks for, with these players and guests."""
        cleaned = self.cleaned_data
        return {
            "day": cleaned["day"],
            "players": players,
            "version": self.scoring_tables.version(cleaned.get("table", ""), cleaned["day"]),
            "guests": guests,
            "is_meant": self.is_meant_so(),
            "place": cleaned["place"],
            "rotation": cleaned.get("rotation") or Evening.Rotation.DEALER,
            "deals_per_round": cleaned["deals_per_round"],
        }


class EveningForm(OpeningForm):
    """A new evening at one table; seats left empty are skipped, and a guest takes the last one.

    There are as many seats as the largest of the club's scoring tables takes.
    """

    names_field = "guest"

    def __init__(self, data: QueryDict | None, *, club: Club, today: date) -> None:
        super().__init__(data, club=club, today=today)
        most = max(most_at_table(scoring_table=version.to_rules()) for version in self.versions)
        self.seats = [f"seat_{position}" for position in range(1, most + 1)]
        self.names = {pk: player.name for pk, player in self.club_players.items()}
        self.fields |= seat_choices(self.seats, self.names)
        self.fields["guest"] = guest_field(
            _("Somebody who is not on the list yet: gets the last seat and a place among the players.")
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

    def other_fields(self) -> list[forms.BoundField]:
        """What is seldom asked for, below the seats."""
        return [self[name] for name in BELOW_THE_SEATS if name in self.fields]

    def has_refusal_below(self) -> bool:
        """Whether a field that is seldom asked for was refused."""
        return any(field.errors for field in self.other_fields())

    def clean(self) -> dict[str, Any]:
        """Refuse two seats for one player."""
        refuse_second_seats(self, self.seats, self.names)
        return self.cleaned_data

    def new_evening(self) -> dict[str, Any]:
        """The evening that the valid form asks for."""
        cleaned = self.cleaned_data
        players = [self.club_players[cleaned[seat]] for seat in self.seats if cleaned[seat]]
        guests = [cleaned["guest"]] if cleaned["guest"].strip() else []
        return self.new_evening_with(players, guests)

    def field_of_refusal(self, about: str) -> str:
        """The first empty seat, if there are too few or too many players."""
        if about == "players":
            return next((seat for seat in self.seats if not self.cleaned_data.get(seat)), "guest")
        return super().field_of_refusal(about)


def open_as_asked(
    request: SignedInRequest,
    season: Season,
    new: Mapping[str, Any],
    draw: Draw | None = None,
    skipped: Sequence[str] = (),
) -> Evening:
    """Open the evening that a form asks for, and say which names were skipped and at which prices it is played."""
    evening = open_evening(season=season, **new, draw=draw, **signature(request))
    tell_skipped(request, skipped)
    text = gettext("Evening %(number)s is open. Prices: %(version)s.")
    messages.success(request, text % {"number": evening.number, "version": version_name(evening.table_version)})
    return evening


# The forms of an evening's seats: who sits where from now on, how it is played, and who came without playing.


GUEST = "guest"


def seat_choices(seats: Sequence[str], players: Mapping[str, str]) -> dict[str, forms.Field]:
    """The fields for a table's seats, by their names, for players by id."""
    label = gettext("Seat %(position)s")
    choices = [("", gettext("Nobody")), *players.items()]
    return {
        seat: forms.ChoiceField(label=label % {"position": position}, choices=choices, required=False)
        for position, seat in enumerate(seats, start=1)
    }


def guest_field(help_text: Any) -> forms.CharField:
    """The field for a guest's name."""
    return forms.CharField(label=_("Guest"), max_length=NAME_LENGTH, required=False, help_text=help_text)


def refuse_second_seats(form: forms.Form, seats: Iterable[str], names: Mapping[str, str]) -> set[str]:
    """Refuse every seat of a player who has one already; returns all who have one."""
    taken: set[str] = set()
    for seat in seats:
        player = form.cleaned_data.get(seat)
        if player in taken:
            form.add_error(seat, gettext("%(name)s has a seat already.") % {"name": names[player]})
        if player:
            taken.add(player)
    return taken


def round_fields(scoring_tables: Sequence[ScoringRules]) -> dict[str, forms.Field]:
    """The fields for how an evening is played: the length of a round, and who sits out if more than the dealer may."""
    fields: dict[str, forms.Field] = {}
    if any(most_at_table(scoring_table=rules) > rules.seats.max + 1 for rules in scoring_tables):
        fields["rotation"] = forms.ChoiceField(
            label=_("Who sits out"),
            choices=Evening.Rotation.choices,
            required=False,
            help_text=_("Asked where six or seven sit at a table: the dealer sits out, and who else?"),
        )
    fields["deals_per_round"] = forms.IntegerField(
        label=_("Deals in a round"),
        min_value=1,
        max_value=LONGEST_ROUND,
        required=False,
        widget=forms.NumberInput(attrs={"class": "short", "inputmode": "numeric"}),
        help_text=_("After so many deals the page asks whether the seats change."),
    )
    return fields


class SeatsForm(PlayerNamesForm):
    """Everybody at every table, and one more table; seats left empty are skipped.

    A guest is named once, and sits where a seat says so. How it is played is
    sent along as it was shown, so that an outdated page leaves alone what it does not change.
    """

    names_field = "guest"
    seating = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None, *, evening: Evening) -> None:
        tables = tables_of(evening=evening)
        here = [(n, seat) for n, seats in tables.items() for seat in seats if seat.player.forgotten_at is None]
        now = {f"seat_{n}_{seat.position}": seat.player_id for n, seat in here}
        rounds = {"rotation": evening.rotation, "deals_per_round": evening.deals_per_round}
        seating = seating_number(tables)
        super().__init__(data, initial={"seating": seating, **rounds, **now})
        self.now, self.more = seating, max(tables, default=0) + 1
        players = {*players_to_seat(club=evening.club), *(seat.player for _, seat in here)}
        self.players = {str(player.pk): player.name for player in sorted(players, key=attrgetter("sort_key"))}
        rules = evening.table_version.to_rules()
        self.seats = {
            number: [f"seat_{number}_{position}" for position in range(1, most_at_table(scoring_table=rules) + 1)]
            for number in sorted({*tables, self.more})
        }
        self.all_seats = [seat for seats in self.seats.values() for seat in seats]
        for seats in self.seats.values():
            self.fields |= seat_choices(seats, self.players | {GUEST: gettext("The guest named below")})
        self.fields["guest"] = guest_field(
            _("Somebody who is not on the list yet: choose “The guest named below” in a seat.")
        )
        for name, field in round_fields([rules]).items():
            field.show_hidden_initial = True  # sent along, so that `changed_data` is what the writer changed
            self.fields[name] = field

    def table_fields(self) -> list[tuple[int, list[forms.BoundField], bool]]:
        """Each table for the template: its number, its seats clockwise, and whether it is the new one."""
        return [(number, [self[name] for name in names], number == self.more) for number, names in self.seats.items()]

    def more_is_open(self) -> bool:
        """Whether anything is filled in for the new table."""
        return any(self[name].value() for name in self.seats[self.more])

    def other_fields(self) -> list[forms.BoundField]:
        """The fields below the seats."""
        return [self[name] for name in ("guest", "is_meant", "rotation", "deals_per_round") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Refuse two seats for one player, and a guest without a name or without exactly one seat."""
        cleaned = self.cleaned_data
        taken = refuse_second_seats(self, self.all_seats, self.players | {GUEST: gettext("The guest")})
        if GUEST in taken and not cleaned.get("guest") and "guest" not in self.errors:
            self.add_error("guest", gettext("What is the guest called?"))
        if cleaned.get("guest") and GUEST not in taken:
            self.add_error("guest", gettext("Choose the seat where the guest sits."))
        return cleaned

    def tables(self) -> dict[int, list[Chair]]:
        """Who is to sit where, by table number, as the valid form says."""
        cleaned = self.cleaned_data
        tables: dict[int, list[Chair]] = {}
        for number, names in self.seats.items():
            players = [cleaned[name] for name in names if cleaned[name]]
            tables[number] = [cleaned["guest"] if player == GUEST else int(player) for player in players]
        return tables

    def rounds(self) -> dict[str, Any]:
        """How it is to be played, where the valid form differs from what it showed."""
        changed = {name: self.cleaned_data[name] for name in self.changed_data if name in ROUND_FIELDS}
        return {name: value for name, value in changed.items() if value != ""}

    def field_of_refusal(self, about: str) -> str:
        """The first empty seat of a table, if the whole table is refused."""
        tables = {f"table_{number}": number for number in self.seats}
        if about == "players":
            tables["players"] = next((number for number, players in self.tables().items() if players), min(self.seats))
        if about not in tables:
            return about
        seats = self.seats[tables[about]]
        return next((name for name in seats if not self.cleaned_data.get(name)), seats[0])

    def see_anew(self) -> None:
        """Say beside each seat who sits there now, if not who was chosen, so that the form can be sent again."""
        self.data = with_field(self.data, "seating", str(self.now))
        for name in self.all_seats:
            now = str(self.initial.get(name, ""))
            if self.cleaned_data.get(name) != now:
                here = gettext("%(name)s sits here now.") % {"name": self.players[now]} if now else ""
                self.add_error(name, here or gettext("Nobody sits here now."))


class AttendanceForm(KeyedForm):
    """Who watched and who sent word, among those who did not play.

    The ticks are sent along as they were shown ("watched-12 cancelled-7"), so that an outdated page leaves alone what
    others noted.
    """

    shown = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: QueryDict | None, *, evening: Evening) -> None:
        kinds, noted = Attendance.Kind.choices, evening.attendance.all()
        ticks = {kind: [note.player_id for note in noted if note.kind == kind] for kind, _label in kinds}
        ticks_shown = " ".join(f"{note.kind}-{note.player_id}" for note in noted)
        super().__init__(data, initial={"shown": ticks_shown, **ticks}, auto_id="came_%s")
        self.kinds = [kind for kind, _label in kinds]
        self.choices = [(player.pk, player.name) for player in players_without_a_seat(evening=evening)]
        for kind, label in kinds:
            self.fields[kind] = forms.TypedMultipleChoiceField(
                label=label, choices=self.choices, coerce=int, required=False, widget=forms.CheckboxSelectMultiple
            )

    def clean(self) -> dict[str, Any]:
        """Refuse somebody who did both."""
        first, second = (set(self.cleaned_data.get(kind, [])) for kind in self.kinds)
        if first & second:
            self.add_error(self.kinds[1], gettext("Somebody cannot both watch and stay away."))
        return self.cleaned_data

    def came(self) -> dict[int, str]:
        """The attendance by player id, where the valid form differs from what it showed; "" for neither kind."""
        ticks_shown = set(self.cleaned_data["shown"].split())
        now, was = dict[int, str](), dict[int, str]()
        for kind in self.kinds:
            now |= dict.fromkeys(self.cleaned_data[kind], kind)
            was |= {player: kind for player, _name in self.choices if f"{kind}-{player}" in ticks_shown}
        return {player: now.get(player, "") for player in now | was if now.get(player) != was.get(player)}


# The forms that approve and reopen an evening, and close a season.


class ApproveForm(KeyedForm):
    """One press, for an evening or a season.

    `lines` is how many entries the approver saw, so that nothing unseen is approved.
    """

    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0)


class ReopenForm(KeyedForm):
    """The reason for reopening an approved evening."""

    reason = forms.CharField(label=_("Why is it reopened?"), max_length=REASON_LENGTH)
