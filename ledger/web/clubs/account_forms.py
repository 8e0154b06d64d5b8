"""Forms by which somebody makes an account, joins a board, or types a password again."""

from datetime import timedelta
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UsernameField
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpResponseBase
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from ledger.models import Membership
from ledger.models.clubs.club import NAME_LENGTH
from ledger.web.site.access import TYPED_AT, BoardsView, SignedInRequest, Visit, note_password_typed
from ledger.web.site.forms import KeyedForm, OwnPasswordField, RefusingForm, SignedInForm
from ledger.web.site.frame import club_page
from ledger.web.site.slowing import slow_answer

# What the site's validators require, in one sentence; their messages about a weak password are Django's own.
PASSWORD_ADVICE = format_lazy(
    _("At least {least} characters. Three or four words at random are good."),
    least=settings.SHORTEST_PASSWORD,
)


class WriterNameField(forms.Form):
    """The name that somebody wants on a club's pages."""

    writer_name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("The players see it beside what you write."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class RenameForm(WriterNameField, KeyedForm):
    """Another name for oneself on a club's pages."""


class AccountFields(forms.Form):
    """A user name and a password."""

    username = UsernameField(
        label=_("User name"),
        max_length=get_user_model()._meta.get_field("username").max_length,
        validators=get_user_model()._meta.get_field("username").validators,
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=PASSWORD_ADVICE,
    )

    def clean(self) -> dict[str, Any]:
        """Validate the password by the site's settings, together with the user name."""
        cleaned = self.cleaned_data
        if "password" in cleaned and "username" in cleaned:
            try:
                validate_password(cleaned["password"], get_user_model()(username=cleaned["username"]))
            except ValidationError as refused:
                self.add_error("password", refused)
        return cleaned


class InviteForm(RefusingForm):
    """The name of whom the board invites, in its own words, and their role."""

    name = forms.CharField(
        label=_("Whom do you invite?"),
        max_length=NAME_LENGTH,
        help_text=_("A name for this list. The receiver chooses a user name, or comes with the one they have."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class AcceptForm(WriterNameField, KeyedForm):
    """The name on the club's pages of somebody who accepts while signed in."""


class AcceptAsNewForm(WriterNameField, AccountFields, KeyedForm):
    """The account that somebody makes to accept with, and their name on the club's pages."""


# The password asked for again before what is irreversible or gives the club away, unless it was just typed.


LASTS = timedelta(minutes=10)
FIELD = "own_password"


class PasswordAgainForm(SignedInForm):
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
        form = PasswordAgainForm(request, request.POST if FIELD in request.POST else None)
        sent = request.POST.copy()
        sent.pop(FIELD, None)
        typed_at: float = request.session.get(TYPED_AT, 0)
        # A clock that was ahead makes nothing recent.
        is_typed_lately = abs(timezone.now().timestamp() - typed_at) < LASTS.total_seconds()
        if is_typed_lately or form.is_valid():
            if not is_typed_lately:
                note_password_typed(request)
            request.POST = sent  # type: ignore[assignment]  # what the view is sent, as if nothing had been asked
            return view(request, visit, *args, **kwargs)
        sent.pop("csrfmiddlewaretoken", None)
        context = {"form": form, "kept": [(name, value) for name, values in sent.lists() for value in values]}
        response = club_page(request, visit, "ledger/clubs/account/password_again.html", context)
        add_never_cache_headers(response)
        return slow_answer(response, form)

    return page
