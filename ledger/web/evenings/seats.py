"""Who sits where in an evening: drawn, or changed between deals."""

from datetime import date
from random import SystemRandom
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Evening
from ledger.queries.clubs.clubs import current_of
from ledger.queries.evenings.seating import seating_number, tables_of
from ledger.rules.clubs import names_in
from ledger.rules.deals.seating import MOST_TABLES
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import why_closed
from ledger.services.deals import SeatsChanged
from ledger.services.evenings.seating import (
    Draw,
    change_rounds,
    draw_again,
    note_attendance,
    seat_evening,
)
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.evenings.evening_forms import BELOW_THE_GUESTS, AttendanceForm, OpeningForm, SeatsForm, open_as_asked
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import OK, KeyedForm, form_data, offer, redirect_once, status_of, submit_once, with_field
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@writes
def seats(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Change the seats for the deals to come: somebody leaves, comes, or takes over a seat."""
    evening = visit.evening(evening_number)
    data = form_data(request)
    form, status = SeatsForm(data, evening=evening), OK
    if form.is_valid():
        try:
            return redirect_once(request, form, lambda: _seat_evening(request, evening, form))
        except Refusal as refusal:
            form = SeatsForm(data, evening=evening)
            # A form that is not cleaned yet takes no refusal.
            form.full_clean()
            form.refuse(refusal)
            status = status_of(refusal)
            if isinstance(refusal, SeatsChanged):
                form.see_anew()
    return _seats_page(request, visit, evening, form, status)


@writes
def attendance(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Record who watched or sent word."""
    evening = visit.evening(evening_number)
    if request.method != "POST":
        return redirect("seats", visit.club.slug, evening_number)
    form = AttendanceForm(request.POST, evening=evening)
    response, status = submit_once(request, form, lambda: _note_attendance(request, evening, form))
    return response or _seats_page(request, visit, evening, form, status)


def _seat_evening(request: SignedInRequest, evening: Evening, form: SeatsForm) -> str:
    """Seat the evening as the valid form says; returns the address of the evening."""
    signed = signature(request)
    seen = form.cleaned_data["seating"]
    seat_evening(evening=evening, tables=form.tables(), seen=seen, is_meant=form.is_meant_so(), **signed)
    change_rounds(evening=evening, **form.rounds(), **signed)
    messages.success(request, gettext("The seats are saved; the deals from now on are played so."))
    return reverse("evening", args=[evening.club.slug, evening.number])


def _note_attendance(request: SignedInRequest, evening: Evening, form: AttendanceForm) -> str:
    note_attendance(evening=evening, came=form.came(), **signature(request))
    messages.success(request, gettext("The attendance is saved."))
    return reverse("seats", args=[evening.club.slug, evening.number])


def _seats_page(
    request: HttpRequest, visit: Visit, evening: Evening, form: SeatsForm | AttendanceForm, status: int
) -> HttpResponse:
    """The page with its two forms, one of them as it was sent; a closed evening redirects to its sheet."""
    if request.method != "POST" and (closed := why_closed(evening)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", evening.club.slug, evening.number)
    context = {
        "evening": evening,
        "form": form,
        "seats": form if isinstance(form, SeatsForm) else SeatsForm(None, evening=evening),
        "attendance": form if isinstance(form, AttendanceForm) else AttendanceForm(None, evening=evening),
    }
    return club_page(request, visit, "ledger/evenings/seats.html", context, status=status)


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

    def new_evening(self) -> dict[str, Any]:
        """The evening that the valid form asks for."""
        players = [self.club_players[pk] for pk in self.cleaned_data["players"]]
        return self.new_evening_with(players, names_in(self.cleaned_data["guests"]).names)


# Drawing who sits where: a new evening with several tables, what was drawn, and drawing again.


@writes
def draw_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Open an evening of the current season, with everybody who is there drawn onto its tables."""
    season = visit.asked_season(request, current_of)
    if season.closed_at:
        return redirect(f"{reverse('evening_new', args=[visit.club.slug])}?season={season.slug}")
    form = DrawnEveningForm(request.POST or None, club=visit.club, today=timezone.localdate())

    def open_and_draw() -> str:
        skipped = names_in(form.cleaned_data["guests"]).skipped
        evening = open_as_asked(request, season, form.new_evening(), form.draw(), skipped)
        return reverse("draw", args=[visit.club.slug, evening.number])

    response, status = submit_once(request, form, open_and_draw)
    return response or club_page(request, visit, "ledger/evenings/draw_new.html", {"form": form}, status=status)


@fresh
@reads
def draw(request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Who sits where at which table, for a phone and for the wall."""
    return _draw_page(request, visit, visit.evening(evening_number))


@writes
def draw_anew(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Draw everybody again, for the deals still to come."""
    evening = visit.evening(evening_number)
    address = reverse("draw", args=[visit.club.slug, evening_number])
    if request.method != "POST":
        return redirect(address)
    form = DrawAgainForm(request.POST)

    def draw_everybody() -> str:
        signed = signature(request)
        draw_again(evening=evening, draw=form.draw(), seen=form.cleaned_data["seating"], **signed)
        messages.success(request, gettext("Everybody has been drawn again."))
        return address

    response, status = submit_once(request, form, draw_everybody)
    if response:
        return response
    # Sent again, it is by a writer who has now seen how the evening sits.
    form.data = with_field(form.data, "seating", str(seating_number(tables_of(evening=evening))))
    return _draw_page(request, visit, evening, form, status)


def _draw_page(
    request: HttpRequest, visit: Visit, evening: Evening, sent: DrawAgainForm | None = None, status: int = OK
) -> HttpResponse:
    tables = tables_of(evening=evening)
    is_open = visit.may_write and why_closed(evening) is None
    anew = DrawAgainForm(initial={"tables": len(tables), "seating": seating_number(tables)})
    context = {
        "evening": evening,
        "tables": tables,
        "is_begun": evening.entries.exists(),
        "is_open": is_open,
        "form": sent or (anew if is_open else None),
    }
    return club_page(request, visit, "ledger/evenings/draw.html", context, status=status)
