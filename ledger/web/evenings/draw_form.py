"""The forms that draw who sits where: for a new evening, and again before it or during it."""

from datetime import date
from random import SystemRandom
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Evening
from ledger.queries.evenings.seating import tables_of
from ledger.rules.clubs import names_in
from ledger.rules.deals.seating import MOST_TABLES
from ledger.services.evenings.seating import Draw, NewEvening
from ledger.web.evenings.evening_form import BELOW_THE_GUESTS, OpeningForm
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import offer, with_field

WAYS = {
    "chance": _("By chance"),
    "standings": _("By the standings"),
    "repeats": _("Fewest repeats"),
}
SMALL_NUMBER = {"inputmode": "numeric", "class": "short"}


class DrawForm(KeyedForm):
    """How many tables there are, and how everybody is drawn onto them."""

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
        """The draw that the valid form asks for, by the random numbers of the machine."""
        return Draw(tables=self.cleaned_data["tables"], way=self.cleaned_data["way"], random=SystemRandom())


class DrawAgainForm(DrawForm):
    """A new draw for those who are seated already; `seating` is the one that the writer saw."""

    seating = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def see_anew(self, seating: int) -> None:
        """Let the form be sent again by a writer who has now seen how the evening sits."""
        self.data = with_field(self.data, "seating", str(seating))


class DrawnEveningForm(OpeningForm, DrawForm):
    """A new evening at several tables: who is here, and how they are drawn."""

    players = forms.MultipleChoiceField(label=_("Who is here"), widget=forms.CheckboxSelectMultiple)
    guests = forms.CharField(
        label=_("Guests"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Who is not on the list yet: one name a line, or names on a single line with commas between them."),
    )

    names_field = "guests"
    field_order = ("key", "day", "players", "guests", "is_meant", "tables", "way", *BELOW_THE_GUESTS)

    def __init__(self, data: QueryDict | None, *, club: Club, today: date) -> None:
        super().__init__(data, club=club, today=today)
        self.initial.setdefault("tables", 2)
        offer(self, "players", [(pk, player.name) for pk, player in self.club_players.items()])
        self.order_fields(self.field_order)

    def as_last_time(self, last: Evening) -> dict[str, Any]:
        """The initial values of the last evening, its players and number of tables included."""
        tables = tables_of(evening=last)
        players = [str(seat.player_id) for seats in tables.values() for seat in seats]
        return {"players": players, "tables": max(len(tables), 2), **super().as_last_time(last)}

    def new_evening(self) -> NewEvening:
        """The evening that the valid form asks for."""
        players = [self.club_players[pk] for pk in self.cleaned_data["players"]]
        return self.new_evening_with(players, names_in(self.cleaned_data["guests"]).names)
