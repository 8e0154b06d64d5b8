"""The members of a club's board: invite them by a link that works once, and end memberships."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import Invitation, Membership
from ledger.queries.clubs.clubs import former_members, invitations, writer_names
from ledger.queries.clubs.clubs import members as members_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.accounts import end_membership, invite, link_to_choose, withdraw
from ledger.services.keeping.forgetting import forget_writer
from ledger.templatetags.ledger_labels import refusal_text
from ledger.web.clubs.member_form import InviteForm
from ledger.web.clubs.password_again import password_again
from ledger.web.site.access import SignedInRequest, Visit, administers
from ledger.web.site.frame import club_page


@never_cache
@administers
@password_again
def members(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The members, the invitations, and a form to invite one more."""
    form = InviteForm(request.POST if request.method == "POST" else None)
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
    invitation = _invitation_or_404(visit, invitation_id)
    return _invite(request, visit, invitation.name, Membership.Role(invitation.role))


@require_POST
@administers
@password_again
def invitation_withdraw(request: SignedInRequest, visit: Visit, invitation_id: int) -> HttpResponse:
    """Withdraw an invitation, so that its link no longer works."""
    invitation = _invitation_or_404(visit, invitation_id)
    try:
        withdraw(invitation=invitation, author=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, gettext("The invitation of %(name)s is withdrawn.") % {"name": invitation.name})
    return redirect("members", visit.club.slug)


@require_POST
@administers
@password_again
def member_end(request: SignedInRequest, visit: Visit, membership_id: int) -> HttpResponse:
    """End a membership, so that the member no longer writes in the book."""
    membership = _membership_or_404(visit, membership_id)
    try:
        end_membership(membership=membership, author=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        text = gettext("%(name)s writes in the book no longer.")
        name = writer_names(club=visit.club).get(membership.user_id, "?")
        messages.success(request, text % {"name": name})
    return redirect("club" if membership.user_id == request.user.pk else "members", visit.club.slug)


@never_cache
@require_POST
@administers
@password_again
def member_link(request: SignedInRequest, visit: Visit, membership_id: int) -> HttpResponse:
    """Show, this once, a link with which a member who never had a password chooses one."""
    membership = _membership_or_404(visit, membership_id)
    try:
        link = link_to_choose(membership=membership, author=request.user, now=timezone.now())
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
    writer = visit.club.writers.filter(number=writer_number).first()
    if writer is None:
        raise Http404
    try:
        forget_writer(writer=writer, author=request.user, now=timezone.now())
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
    else:
        messages.success(request, gettext("The name is gone from every page."))
    return redirect("members", visit.club.slug)


def _membership_or_404(visit: Visit, membership_id: int) -> Membership:
    membership = visit.club.memberships.select_related("user").filter(pk=membership_id).first()
    if membership is None:
        raise Http404
    return membership


def _invitation_or_404(visit: Visit, invitation_id: int) -> Invitation:
    invitation = visit.club.invitations.filter(pk=invitation_id).first()
    if invitation is None:
        raise Http404
    return invitation


def _invite(request: SignedInRequest, visit: Visit, name: str, role: Membership.Role) -> HttpResponse:
    """Invite somebody and show the page with the link, this once."""
    token = invite(club=visit.club, name=name, role=role, author=request.user, now=timezone.now())
    link = request.build_absolute_uri(reverse("welcome", args=[token]))
    return _members_page(request, visit, form=InviteForm(), invited=name, link=link)


def _members_page(request: HttpRequest, visit: Visit, **context: object) -> HttpResponse:
    shared = {
        "members": members_of(club=visit.club),
        "former_members": former_members(club=visit.club),
        "invitations": invitations(club=visit.club),
        "now": timezone.now(),
    }
    return club_page(request, visit, "ledger/clubs/settings/members.html", {**shared, **context})
