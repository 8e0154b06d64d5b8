"""The password asked for again before what is irreversible or gives the club away, unless it was just typed."""

from datetime import timedelta
from functools import wraps
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.views.decorators.debug import sensitive_post_parameters

from ledger.web.site.access import TYPED_AT, BoardsView, SignedInRequest, Visit, note_password_typed
from ledger.web.site.forms import OwnPasswordField
from ledger.web.site.frame import club_page
from ledger.web.site.slowing import check_password, slow_answer

LASTS = timedelta(minutes=10)
FIELD = "own_password"


class PasswordAgainForm(forms.Form):
    """One's own password."""

    own_password = OwnPasswordField(autofocus=True)


def password_again(view: BoardsView) -> BoardsView:
    """Act on a page's form only if the password was typed in the last ten minutes, or is typed now.

    The rest of the form is kept on the page that asks for the password, and is sent on with it.
    """

    @sensitive_post_parameters(FIELD)
    @wraps(view)
    def page(request: SignedInRequest, visit: Visit, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return view(request, visit, *args, **kwargs)
        form = PasswordAgainForm(request.POST if FIELD in request.POST else None)
        sent = request.POST.copy()
        sent.pop(FIELD, None)
        if _is_typed_lately(request) or _is_right(request, form):
            request.POST = sent  # type: ignore[assignment]  # what the view is sent, as if nothing had been asked
            return view(request, visit, *args, **kwargs)
        return _ask(request, visit, form, [(name, value) for name, values in sent.lists() for value in values])

    return page


def _is_typed_lately(request: HttpRequest) -> bool:
    typed_at: float = request.session.get(TYPED_AT, 0)
    # A clock that was ahead makes nothing recent.
    return abs(timezone.now().timestamp() - typed_at) < LASTS.total_seconds()


def _is_right(request: SignedInRequest, form: PasswordAgainForm) -> bool:
    """Whether the form has the password of whoever is signed in."""
    if not form.is_bound or not form.is_valid():
        return False
    try:
        check_password(request, form.cleaned_data[FIELD])
    except ValidationError as refused:
        form.add_error(FIELD, refused)
        return False
    note_password_typed(request)
    return True


def _ask(
    request: SignedInRequest, visit: Visit, form: PasswordAgainForm, sent: list[tuple[str, object]]
) -> HttpResponseBase:
    kept = [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]
    response = club_page(request, visit, "ledger/clubs/account/password_again.html", {"form": form, "kept": kept})
    add_never_cache_headers(response)
    return slow_answer(response, form)
