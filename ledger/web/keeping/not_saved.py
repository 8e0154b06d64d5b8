"""Answers to failures, with a page for a database that is busy, away, full, damaged or gone, and for waiting in line.

The page needs no query. It carries what was sent, so that one press sends it again, under its former key: nothing is
done twice.
"""

import secrets
import sys
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csrf import get_token
from django.template.loader import get_template, render_to_string
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy

from ledger.queries.site.failures import Failure, failure_of
from ledger.services.site.damage import note_damage
from ledger.services.site.turns import NoTurn
from ledger.web.site.in_place import is_in_place, notice
from ledger.web.site.troubles import ON_A_PAGE, way_back

FAILED, AWAY, FULL = 500, 503, 507
STATUS = {Failure.DAMAGED: FAILED, Failure.DISK: FAILED, Failure.FULL: FULL}  # any other: AWAY
NUMBER_DIGITS = 8
WAIT = 30  # seconds until a program may ask again by itself
COMES_AGAIN = 2  # seconds until a page that waits for its turn loads itself again
NOT_SHOWN = gettext_lazy("The page cannot be shown just now")
OTHERS_BEFORE = gettext_lazy("One moment: others are before you")
YOURS_COMES = gettext_lazy("This page takes a while to make, so only one is made at a time. Yours comes by itself.")
TRY_AGAIN = gettext_lazy("This takes a while, so only a few can be done at a time. Wait a moment and try again.")
UNSENT = {"csrfmiddlewaretoken"}


def handle_error(request: HttpRequest) -> HttpResponse:
    """Answer an error that no view expected; Django calls it while the error is being handled.

    The page and the line that Django then writes in the log have the same number.
    """
    error = sys.exc_info()[1]
    failure = failure_of(error)
    if failure is Failure.DAMAGED:
        note_damage(where=str(error), now=timezone.now())
    request.failure_number = new_number()  # type: ignore[attr-defined]
    return failure_page(request, failure) if failure else error_page(request)


def new_number() -> str:
    """A number for a request that failed, short enough to be read out over the telephone."""
    digits = f"{secrets.randbelow(10**NUMBER_DIGITS):0{NUMBER_DIGITS}}"
    return f"{digits[:4]}-{digits[4:]}"


def error_page(request: HttpRequest) -> HttpResponse:
    """The page about a fault of the site's own; no query, nor anything else that could fail once more."""
    number = getattr(request, "failure_number", "")
    return HttpResponseServerError(get_template("500.html").render({"number": number}))


def failure_page(request: HttpRequest, failure: Failure) -> HttpResponse:
    """The page about a failure, or the notice above the form; no query."""
    status = STATUS.get(failure, AWAY)
    heading, sentence = ON_A_PAGE[failure]
    if request.method != "POST" and failure is not Failure.DAMAGED:
        heading = NOT_SHOWN  # a reader sent nothing that could be saved
    page_context = {"heading": heading, "sentence": sentence, "may_help": status != FAILED}
    if failure is Failure.DAMAGED:
        page_context["way_back"] = way_back()
    response = _page(request, page_context, status)
    # Waiting mends neither a damaged file nor a failing disk.
    if status != FAILED:
        response["Retry-After"] = str(WAIT)
    return response


class NoTurnMiddleware:
    """Answers whoever gets no turn at a long page: a page loads itself again, a form is sent again by one press."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page about waiting for one's turn; None for any other error."""
        if not isinstance(error, NoTurn):
            return None
        is_form = request.method == "POST"
        sentence = TRY_AGAIN if is_form else YOURS_COMES
        response = _page(request, {"heading": OTHERS_BEFORE, "sentence": sentence, "may_help": True}, AWAY)
        response["Retry-After"] = str(COMES_AGAIN)
        if not is_form:
            response["Refresh"] = str(COMES_AGAIN)
        return response


def _page(request: HttpRequest, page_context: dict[str, Any], status: int) -> HttpResponse:
    """A heading and a sentence, as a notice above the form, or on a page of its own with what was sent."""
    page_context = context(request) | page_context
    if is_in_place(request):
        response = notice(render_to_string("ledger/keeping/_not_saved.html", page_context), status=status)
    else:
        response = HttpResponse(render_to_string("ledger/keeping/not_saved.html", page_context), status=status)
    add_never_cache_headers(response)
    return response


def context(request: HttpRequest) -> dict[str, object]:
    """What the page sends again: the address, and the fields unless a file or a password was among them."""
    is_form = request.method == "POST"
    keeps = is_form and not request.FILES and not any("password" in name for name in request.POST)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in UNSENT]
    return {
        "address": request.get_full_path(),
        "number": getattr(request, "failure_number", ""),
        "is_form": is_form,
        "sent": sent if keeps else None,
        "csrf_token": get_token(request),
    }
