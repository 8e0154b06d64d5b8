"""The pages of the account of whoever is signed in."""

import logging
from collections.abc import Callable
from threading import Thread
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.contrib.auth.views import INTERNAL_RESET_SESSION_TOKEN, PasswordChangeView, PasswordResetConfirmView
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import connections, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from ledger.models import Writer
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.clubs import second_factor_of
from ledger.rules.site.refusal import Refusal
from ledger.rules.site.spelling import in_fours
from ledger.services.book.posting import is_first_name
from ledger.services.clubs.accounts import (
    accounts_with,
    address_token,
    confirm_address,
    end_other_sessions,
    forget_address,
    link_tokens,
    new_app,
    new_recovery_codes,
    password_link,
    rename_writer,
    send,
    turn_off,
    turn_on,
)
from ledger.templatetags.ledger_labels import page_language
from ledger.web.clubs.account_forms import PASSWORD_ADVICE, RenameForm
from ledger.web.site.access import SignedInRequest, Visit, reads
from ledger.web.site.forms import CodeField, OwnPasswordField, SignedInForm, form_data, submit_once
from ledger.web.site.frame import club_page, qr_code
from ledger.web.site.slowing import (
    MAIL,
    TooManyTries,
    check_code,
    check_password,
    count_mail,
    lockout_page,
    remember_device,
    slow_answer,
)


@never_cache
@login_required
def account(request: SignedInRequest) -> HttpResponse:
    """The page of one's own account."""
    names = Writer.objects.filter(user=request.user, club__removed_at=None).select_related("club")
    context = {
        "names": names.order_by("club__name", "club_id"),
        "second_factor": second_factor_of(user=request.user),
        "sends_mail": settings.SENDS_MAIL,
    }
    return render(request, "ledger/clubs/account/account.html", context)


@require_POST
@login_required
def other_sessions_end(request: SignedInRequest) -> HttpResponse:
    """Sign oneself out everywhere but here."""
    end_other_sessions(user=request.user, but=request.session.session_key or "")
    messages.success(request, gettext("You are signed out everywhere but here."))
    return redirect("account")


@never_cache
@login_required
@reads
def own_name(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Change one's own name on a club's pages."""
    with shown_by(None):  # whoever has left the board reads as others do, but for their own name
        writer = get_object_or_404(visit.club.writers, user=request.user.pk)
        initial = "" if writer.is_forgotten or is_first_name(writer.name) else writer.name
        form = RenameForm(form_data(request), initial={"writer_name": initial})

        def save() -> str:
            name = form.cleaned_data["writer_name"]
            renamed = rename_writer(club=visit.club, account=writer.user, name=name, now=timezone.now())
            text = gettext("On the pages of %(club)s you are called %(name)s.")
            messages.success(request, text % {"club": visit.club.name, "name": renamed.name})
            return reverse("account")

        response, status = submit_once(request, form, save)
        context = {"form": form, "writer": writer}
        return response or club_page(request, visit, "ledger/clubs/account/own_name.html", context, status=status)


# Changing one's own password.


class ChangePasswordForm(PasswordChangeForm):
    """Django's form, with guesses at the old password slowed down."""

    def __init__(self, *, request: SignedInRequest, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fields["new_password1"].help_text = PASSWORD_ADVICE
        self.request = request

    def clean_old_password(self) -> str:
        password: str = self.cleaned_data["old_password"]
        check_password(self.request, password)
        return password


class ChangePassword(PasswordChangeView):
    """The page that changes one's password; Django ends one's sessions elsewhere, which were signed in with it."""

    form_class = ChangePasswordForm
    template_name = "ledger/clubs/account/change_password.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, gettext("Your password is changed."))
        return super().form_valid(form)

    def form_invalid(self, form: PasswordChangeForm) -> HttpResponse:
        return slow_answer(super().form_invalid(form), form)


# Choosing a new password by a link that works once, from an e-mail or from a command.


class NewPasswordForm(SetPasswordForm):  # type: ignore[type-arg]  # which Django does not know when it runs
    """Django's form, with the advice shown wherever a password is chosen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password1"].help_text = PASSWORD_ADVICE


class NewPassword(PasswordResetConfirmView):
    """Django's page, which first takes the token out of the address; every session of the account ends."""

    form_class = NewPasswordForm
    token_generator = link_tokens
    template_name = "ledger/clubs/account/new_password.html"
    success_url = reverse_lazy("sign_in")

    @transaction.atomic
    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        # Of two who use a link at once, the second finds it used: it is tested again, with the account locked.
        account = User.objects.select_for_update().get(pk=form.user.pk)
        token = self.request.session[INTERNAL_RESET_SESSION_TOKEN]
        self.validlink = self.token_generator.check_token(account, token)
        if not self.validlink:
            return self.render_to_response(self.get_context_data())
        response = super().form_valid(form)
        # Whoever has the link is no guesser: wrong tries elsewhere do not keep them out.
        remember_device(self.request, response, form.user.get_username())
        messages.success(self.request, gettext("Your password is changed. Sign in with it."))
        return response


# Resetting a password by e-mail, if the installation has a mail server: one's address, and a link sent to it.


class Errand(Thread):
    """What is done beside a page, in its language, so that the page takes as long whatever there is to do."""

    def __init__(self, act: Callable[[], None]) -> None:
        # The site's stop does not wait for a mail server.
        super().__init__(name="e-mail", daemon=True)
        self.act, self.language = act, page_language()

    def run(self) -> None:
        """Do it; a failure is only logged, as nobody waits for it."""
        try:
            with override(self.language):
                self.act()
        except Exception:
            logging.getLogger(__name__).exception("An e-mail could not be written.")
        finally:
            # A thread has connections of its own, which nobody else closes.
            connections.close_all()


class AddressForm(forms.Form):
    """An e-mail address, to which there is to be an e-mail."""

    address = forms.EmailField(label=_("E-mail address"), max_length=254)

    def is_right(self, request: HttpRequest) -> bool:
        """Whether the form is valid; its e-mail is counted then, and refused if there were too many."""
        if self.is_valid() and (address := self.cleaned_data["address"]):
            try:
                count_mail(request, address)
            except TooManyTries as refused:
                self.add_error("address", refused)
        return self.is_valid()


class OwnAddressForm(AddressForm, SignedInForm):
    """One's own e-mail address, or none, and the password that allows the change."""

    address = forms.EmailField(label=_("E-mail address"), max_length=254, required=False)
    own_password = OwnPasswordField()


@never_cache
@sensitive_post_parameters("own_password")
@login_required
def own_address(request: SignedInRequest) -> HttpResponse:
    """Set one's e-mail address, which the link sent to it confirms."""
    if lockout := _mail_lockout(request):
        return lockout
    form = OwnAddressForm(request, form_data(request), initial={"address": request.user.email})
    if not form.is_right(request):
        return slow_answer(render(request, "ledger/clubs/account/own_address.html", {"form": form}), form)
    if address := form.cleaned_data["address"]:
        Errand(lambda: _send_confirmation(request, address)).start()
        messages.success(request, gettext("An e-mail is on its way to %(address)s.") % {"address": address})
    else:
        forget_address(account=request.user)
        messages.success(request, gettext("No e-mail address is kept."))
    return redirect("account")


@never_cache
@login_required
def address_confirm(request: SignedInRequest, token: str) -> HttpResponse:
    """Confirm an address: the link in the e-mail leads here, and the button keeps the address."""
    if not settings.SENDS_MAIL:
        raise Http404
    if request.method != "POST":
        return render(request, "ledger/clubs/account/address_confirm.html")
    if confirm_address(account=request.user, token=token):
        messages.success(request, gettext("Your e-mail address is confirmed."))
    else:
        messages.error(request, gettext("This link is too old, or is for another account."))
    return redirect("account")


@never_cache
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a link to a new password; the answer does not tell whether there is an account."""
    if lockout := _mail_lockout(request):
        return lockout
    form = AddressForm(form_data(request))
    if not form.is_right(request):
        return slow_answer(render(request, "ledger/clubs/account/forgotten.html", {"form": form}), form)
    # Looking for accounts and making a link take time too, so none of it is done before the answer.
    Errand(lambda: _send_links(request, form.cleaned_data["address"])).start()
    return render(request, "ledger/clubs/account/forgotten.html", {"form": None})


def _mail_lockout(request: HttpRequest) -> HttpResponse | None:
    """The page for whoever asked for too many e-mails; None for everybody else.

    Raises Http404 where none are sent.
    """
    if not settings.SENDS_MAIL:
        raise Http404
    return lockout_page(request, MAIL) if request.method == "POST" else None


def _send_confirmation(request: SignedInRequest, address: str) -> None:
    token = address_token(account=request.user, address=address)
    link = request.build_absolute_uri(reverse("address_confirm", args=[token]))
    text = gettext(
        "Hello %(name)s,\n\nconfirm your e-mail address here, within a day, on the device where you are signed in:\n\n"
        "%(link)s\n\nHave you not asked for it? Then you need not do anything."
    )
    text = text % {"name": request.user.get_username(), "link": link}
    send(to=address, subject=gettext("Confirm your e-mail address"), text=text)


def _send_links(request: HttpRequest, address: str) -> None:
    """Send each account with an address a link to a new password."""
    for account in accounts_with(address=address):
        link = request.build_absolute_uri(reverse("new_password", args=password_link(account=account)))
        text = gettext(
            "Hello %(name)s,\n\nchoose a new password here. The link works once, for three days:\n\n%(link)s\n\n"
            "Have you not asked for it? Then you need not do anything."
        )
        text = text % {"name": account.get_username(), "link": link}
        send(to=account.email, subject=gettext("A new password"), text=text)


# A second factor for one's own account: turn it on with an app, get recovery codes, turn it off.


# Until a code confirms it, a key lies in the form alone, so that looking at the page stores nothing.
KEY_SALT, KEY_LASTS = "ledger.second_factor", 60 * 60  # seconds


class OwnPasswordForm(SignedInForm):
    """A form that asks for the password of whoever is signed in."""

    password = OwnPasswordField()


class TurnOnForm(OwnPasswordForm):
    """The password and the first code of an app, whose key travels with the form, signed."""

    key = forms.CharField(widget=forms.HiddenInput)
    code = forms.CharField(
        label=_("Code"),
        max_length=12,
        help_text=_("The six digits that the app shows for Whistklub."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )

    def __init__(self, request: SignedInRequest) -> None:
        super().__init__(request, form_data(request))
        try:
            key, pk = signing.loads(self.data.get("key", ""), salt=KEY_SALT, max_age=KEY_LASTS)
        except signing.BadSignature:
            key, pk = "", None
        self.is_new = pk != request.user.pk
        # The app of the form that was sent, or a new one.
        self.app = new_app(user=request.user, key="" if self.is_new else key)
        # With the account, or a key that somebody else has seen could be put into the form.
        self.initial["key"] = signing.dumps([self.app.key, request.user.pk], salt=KEY_SALT)

    def clean_code(self) -> str:
        return "".join(self.cleaned_data["code"].split())

    def clean_key(self) -> str:
        if self.is_new:
            raise ValidationError(gettext("This page had been open for too long. Scan the code anew."))
        return str(self.app.key)


class TurnOffForm(OwnPasswordForm):
    """The password and a code."""

    code = CodeField()

    def clean(self) -> dict[str, Any]:
        """Use the code up only if the password is right."""
        if not self.errors:
            try:
                check_code(self.request, self.request.user, self.cleaned_data["code"])
            except ValidationError as refused:
                self.add_error("code", refused)
        return self.cleaned_data


@never_cache
@login_required
@sensitive_post_parameters()
def second_factor(request: SignedInRequest) -> HttpResponse:
    """The state of the second factor if it is on, else the form that turns it on."""
    app = second_factor_of(user=request.user)
    if app:
        context = {"app": app, "left": request.user.recovery_codes.count()}
        return render(request, "ledger/clubs/account/second_factor/is_on.html", context)
    form = TurnOnForm(request)
    if form.is_valid():
        cleaned = form.cleaned_data
        try:
            codes = turn_on(user=request.user, key=cleaned["key"], code=cleaned["code"], now=timezone.now())
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return _codes_page(request, codes)
    key = form.app.config_url.partition("secret=")[2].partition("&")[0]
    context = {
        "form": form,
        # Apps do not read Micro QR codes, and on a dark page they need the white ground.
        "picture": qr_code(form.app.config_url),
        "address": form.app.config_url,
        "key": in_fours(key),  # to be typed by hand
        "sent_key": form["key"].value() if not form.is_new else form.initial["key"],
    }
    return slow_answer(render(request, "ledger/clubs/account/second_factor/turn_on.html", context), form)


@never_cache
@login_required
@sensitive_post_parameters()
def recovery_codes(request: SignedInRequest) -> HttpResponse:
    """Replace the recovery codes with ten new ones."""
    if second_factor_of(user=request.user) is None:
        return redirect("second_factor")
    form = OwnPasswordForm(request, form_data(request))
    if form.is_valid():
        return _codes_page(request, new_recovery_codes(user=request.user, now=timezone.now()))
    return slow_answer(render(request, "ledger/clubs/account/second_factor/new_codes.html", {"form": form}), form)


@never_cache
@login_required
@sensitive_post_parameters()
def second_factor_off(request: SignedInRequest) -> HttpResponse:
    """Turn the second factor off, with password and code."""
    if second_factor_of(user=request.user) is None:
        return redirect("second_factor")
    form = TurnOffForm(request, form_data(request))
    if form.is_valid():
        turn_off(user=request.user)
        messages.success(request, gettext("The second factor is off: your password alone signs you in."))
        return redirect("account")
    return slow_answer(render(request, "ledger/clubs/account/second_factor/off.html", {"form": form}), form)


def _codes_page(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """The page that shows the recovery codes, this once."""
    return render(request, "ledger/clubs/account/second_factor/codes.html", {"codes": codes})
