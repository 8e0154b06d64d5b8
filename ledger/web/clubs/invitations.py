"""Accepting an invitation, with the account one has or with a new one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from ledger.models import Invitation, Membership
from ledger.queries.clubs.clubs import invitation_with
from ledger.services.clubs.accounts import accept, accept_with_new_account
from ledger.web.clubs.member_form import AcceptAsNewForm, AcceptForm
from ledger.web.site.access import sign_in_as, speak_as
from ledger.web.site.form_keys import KeyedForm, earlier_answer, submit_once
from ledger.web.site.slowing import NEW_NAME, count_wrong_guess, lockout_page

KEPT_AS = "invitation"  # the session's key for the token, so that no page's address holds it


@never_cache
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Move the token of a link from the address into the session, and go on to the invitation."""
    invited = invitation_with(token=token, now=timezone.now())
    if invited is None:
        return _gone_page(request)
    request.session[KEPT_AS] = token
    return redirect("invitation")


@never_cache
@sensitive_post_parameters("password")
def invitation(request: HttpRequest) -> HttpResponse:
    """The page of an invitation: which club invites to which role, and the form that accepts it."""
    token = request.session.get(KEPT_AS, "")
    invited = invitation_with(token=token, now=timezone.now())
    if invited is None:
        response = earlier_answer(request) if request.method == "POST" else None
        return response or _gone_page(request)
    speak_as(invited.club, request)
    is_new = not request.user.is_authenticated
    # A door of its own for each invitation: another from the same house has nothing to do with these names.
    new_name = f"{NEW_NAME} {invited.pk}"
    if is_new and request.method == "POST" and (lockout := lockout_page(request, new_name)):
        return lockout
    kind = AcceptAsNewForm if is_new else AcceptForm
    form = kind(request.POST if request.method == "POST" else None, initial={"writer_name": invited.name})
    response, status = submit_once(request, form, lambda: _accept(request, token, form))
    if response:
        return response
    # A taken name has to be reported, or nobody could choose another; counting stops whoever tries many of them.
    if is_new and form.is_bound and "username" in form.errors:
        count_wrong_guess(request, new_name)
    return _invitation_page(request, invited, form, status)


def _accept(request: HttpRequest, token: str, form: KeyedForm) -> str:
    """Take the place on the board, signed in with the account that was made, if any; returns the club's address."""
    cleaned, now = form.cleaned_data, timezone.now()
    name = cleaned["writer_name"]
    if request.user.is_authenticated:
        membership = accept(token=token, account=request.user, now=now, writer_name=name)
    else:
        account = {"username": cleaned["username"], "password": cleaned["password"]}
        membership = accept_with_new_account(token=token, **account, now=now, writer_name=name)
        sign_in_as(request, membership.user)
    request.session.pop(KEPT_AS, None)
    text = gettext("Welcome to the board of %(club)s: you write in its book now.")
    messages.success(request, text % {"club": membership.club.name})
    return reverse("club", args=[membership.club.slug])


def _invitation_page(request: HttpRequest, invited: Invitation, form: KeyedForm, status: int) -> HttpResponse:
    role = Membership.Role(invited.role).label
    context = {"club_name": invited.club.name, "role": role, "form": form}
    return render(request, "ledger/clubs/account/invitation.html", context, status=status)


def _gone_page(request: HttpRequest) -> HttpResponse:
    return render(request, "ledger/clubs/account/invitation.html", {"form": None}, status=404)
