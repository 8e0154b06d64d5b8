"""The members of a club's board: invited by a link that works once, accepted, ended."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from ledger.models import Membership
from ledger.queries.clubs.clubs import board_members, invitation_with, writer_names
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.accounts import (
    accept,
    accept_with_new_account,
    end_membership,
    invite,
    link_to_choose,
    withdraw,
)
from ledger.services.keeping.forgetting import forget_writer
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.clubs.account_forms import AcceptAsNewForm, AcceptForm, InviteForm, password_again
from ledger.web.site.access import SignedInRequest, Visit, administers, sign_in_as, signature, speak_as
from ledger.web.site.forms import KeyedForm, earlier_answer, form_data, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.slowing import NEW_NAME, count_wrong_guess, lockout_page


@never_cache
@administers
@password_again
def members(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The members, the invitations, and a form to invite one more."""
    form = InviteForm(form_data(request))
    if request.method == "POST" and form.is_valid():
        name, role = form.cleaned_data["name"], form.cleaned_data["role"]
        try:
            return _invite(request, visit, name, Membership.Role(role))
        except Refusal as refusal:
            form.refuse(refusal)
    return _members_page(request, visit, form=form)


@never_cache
@require_POST
@administers
@password_again
def invitation_renew(request: SignedInRequest, visit: Visit, invitation_id: int) -> HttpResponse:
    """Make a new link for an invitation; the former one no longer works."""
    invitation = get_object_or_404(visit.club.invitations, pk=invitation_id)
    return _invite(request, visit, invitation.name, Membership.Role(invitation.role))


@require_POST
@administers
@password_again
def invitation_withdraw(request: SignedInRequest, visit: Visit, invitation_id: int) -> HttpResponse:
    """Withdraw an invitation, so that its link no longer works."""
    invitation = get_object_or_404(visit.club.invitations, pk=invitation_id)
    done = gettext("The invitation of %(name)s is withdrawn.") % {"name": invitation.name}
    _try(request, lambda: withdraw(invitation=invitation, **signature(request)), done)
    return redirect("members", visit.club.slug)


@require_POST
@administers
@password_again
def member_end(request: SignedInRequest, visit: Visit, membership_id: int) -> HttpResponse:
    """End a membership, so that the member no longer writes in the book."""
    membership = get_object_or_404(visit.club.memberships.select_related("user"), pk=membership_id)
    name = writer_names(club=visit.club).get(membership.user_id, "?")
    done = gettext("%(name)s writes in the book no longer.") % {"name": name}
    _try(request, lambda: end_membership(membership=membership, **signature(request)), done)
    page = "club" if membership.user_id == request.user.pk else "members"
    return redirect(page, visit.club.slug)


@never_cache
@require_POST
@administers
@password_again
def member_link(request: SignedInRequest, visit: Visit, membership_id: int) -> HttpResponse:
    """Show, this once, a link with which a member who never had a password chooses one."""
    membership = get_object_or_404(visit.club.memberships.select_related("user"), pk=membership_id)
    try:
        link = link_to_choose(membership=membership, **signature(request))
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("members", visit.club.slug)
    address = request.build_absolute_uri(reverse("new_password", args=link))
    name = writer_names(club=visit.club).get(membership.user_id, "?")
    return _members_page(request, visit, form=InviteForm(), chooses=name, link=address)


@require_POST
@administers
@password_again
def former_member_forget(request: SignedInRequest, visit: Visit, writer_number: int) -> HttpResponse:
    """Take a former member's name off every page."""
    writer = get_object_or_404(visit.club.writers, number=writer_number)
    done = gettext("The name is gone from every page.")
    _try(request, lambda: forget_writer(writer=writer, **signature(request)), done)
    return redirect("members", visit.club.slug)


def _try(request: HttpRequest, act: Callable[[], object], done: str) -> None:
    """Do what a button asks, and say that it is done, or why it cannot be."""
    try:
        act()
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, done)


def _invite(request: SignedInRequest, visit: Visit, name: str, role: Membership.Role) -> HttpResponse:
    """Invite somebody and show the page with the link, this once."""
    token = invite(club=visit.club, name=name, role=role, **signature(request))
    link = request.build_absolute_uri(reverse("welcome", args=[token]))
    return _members_page(request, visit, form=InviteForm(), invited=name, link=link)


def _members_page(request: HttpRequest, visit: Visit, **context: object) -> HttpResponse:
    club = visit.club
    former = club.writers.exclude(user__in=club.memberships.values("user")).exclude(salt="")  # or forgotten
    shared = {
        "members": board_members(club=club),
        "former_members": former.order_by("number"),
        "invitations": club.invitations.order_by("-made_at", "-id"),
        "now": timezone.now(),
    }
    return club_page(request, visit, "ledger/clubs/settings/members.html", {**shared, **context})


# Accepting an invitation, with the account one has or with a new one.


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
    form = kind(form_data(request), initial={"writer_name": invited.name})
    response, status = submit_once(request, form, lambda: _accept(request, token, form))
    if response:
        return response
    # A taken name has to be reported, or nobody could choose another; counting stops whoever tries many of them.
    if is_new and form.is_bound and "username" in form.errors:
        count_wrong_guess(request, new_name)
    role = Membership.Role(invited.role).label
    context = {"club_name": invited.club.name, "role": role, "form": form}
    return render(request, "ledger/clubs/account/invitation.html", context, status=status)


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


def _gone_page(request: HttpRequest) -> HttpResponse:
    return render(request, "ledger/clubs/account/invitation.html", {"form": None}, status=404)
