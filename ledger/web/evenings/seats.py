"""Who sits where in an evening, changed between deals, and who came without playing."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening
from ledger.queries.evenings.seating import players_to_seat, players_without_a_seat, tables_of
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import why_closed
from ledger.services.clubs.clubs import Signed
from ledger.services.deals import SeatsChanged
from ledger.services.evenings.seating import change_rounds, note_attendance, seat_evening
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.evenings.seats_form import AttendanceForm, SeatsForm
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import KeyedForm, redirect_once, status_of, submit_once
from ledger.web.site.frame import club_page


@writes
def seats(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Change the seats for the deals to come: somebody leaves, comes, or takes over a seat."""
    evening = visit.evening(evening_number)
    form, status = _seats_form(request, evening), 200
    if request.method == "POST" and form.is_valid():
        try:
            return redirect_once(request, form, lambda: _seat_evening(request, evening, form))
        except Refusal as refusal:
            form = _seats_form(request, evening)
            # A form that is not cleaned yet takes no refusal.
            form.full_clean()
            form.refuse(refusal)
            status = status_of(refusal)
            if isinstance(refusal, SeatsChanged):
                form.see_anew()
    return _seats_page(request, visit, evening, status, form=form)


@writes
def attendance(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Record who watched or sent word."""
    evening = visit.evening(evening_number)
    if request.method != "POST":
        return redirect("seats", visit.club.slug, evening_number)
    form = _attendance_form(request, evening)
    response, status = submit_once(request, form, lambda: _note_attendance(request, evening, form))
    return response or _seats_page(request, visit, evening, status, attendance=form)


def _seat_evening(request: SignedInRequest, evening: Evening, form: SeatsForm) -> str:
    """Seat the evening as the valid form says; returns the address of the evening."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    seen = form.cleaned_data["seating"]
    seat_evening(evening=evening, tables=form.tables(), seen=seen, is_meant=form.is_meant_so(), **signed)
    change_rounds(evening=evening, **form.rounds(), **signed)
    messages.success(request, gettext("The seats are saved; the deals from now on are played so."))
    return reverse("evening", args=[evening.club.slug, evening.number])


def _note_attendance(request: SignedInRequest, evening: Evening, form: AttendanceForm) -> str:
    note_attendance(evening=evening, came=form.came(), author=request.user, now=timezone.now())
    messages.success(request, gettext("The attendance is saved."))
    return reverse("seats", args=[evening.club.slug, evening.number])


def _seats_page(
    request: HttpRequest,
    visit: Visit,
    evening: Evening,
    status: int,
    form: SeatsForm | None = None,
    attendance: AttendanceForm | None = None,
) -> HttpResponse:
    """The page with its forms, one of them as it was refused; a closed evening redirects to its sheet."""
    if request.method != "POST" and (closed := why_closed(evening)):
        messages.warning(request, refusal_text(closed))
        return redirect("evening", evening.club.slug, evening.number)
    sent: KeyedForm | None = form if form and form.is_bound else attendance
    context = {
        "evening": evening,
        "form": sent,
        "seats": form or _seats_form(request, evening, unbound=True),
        "attendance": attendance or _attendance_form(request, evening, unbound=True),
    }
    return club_page(request, visit, "ledger/evenings/seats.html", context, status=status)


def _seats_form(request: HttpRequest, evening: Evening, *, unbound: bool = False) -> SeatsForm:
    data = None if unbound or request.method != "POST" else request.POST
    players = players_to_seat(club=evening.club)
    return SeatsForm(data, evening=evening, tables=tables_of(evening=evening), players=players)


def _attendance_form(request: HttpRequest, evening: Evening, *, unbound: bool = False) -> AttendanceForm:
    data = None if unbound or request.method != "POST" else request.POST
    return AttendanceForm(data, players=players_without_a_seat(evening=evening), noted=list(evening.attendance.all()))
