"""A club's board: invitations made by the club and accepted by whoever receives them, and the end of a membership."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Invitation, Membership, Writer
from ledger.models.clubs.club import NAME_LENGTH, digest_of_token, new_token
from ledger.queries.clubs.clubs import invitation_with
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club
from ledger.services.clubs.accounts import PasswordLink, make_account, password_link
from ledger.services.clubs.writer_names import name_writer

NOT_THE_CLUBS = gettext_noop("This password is its owner's alone: whoever runs the server has a command for it.")


class InvitationGone(Refusal):
    """Refusal of a link that was used or withdrawn, or is too old."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("This link has been used, was withdrawn, or is too old."))


@transaction.atomic
def invite(*, club: Club, name: str, role: Membership.Role, author: User, now: datetime) -> str:
    """Reserve a place on the board for whoever opens a link, and return the link's token, which is not stored.

    `name` is only what the board calls the receiver; an earlier invitation of the same name is withdrawn.
    Raises Refusal (field "name") for a name that is empty, too long or invisible.
    """
    club = locked_club(club_id=club.pk)
    name = normalize_name(name, field="name")
    if not 1 <= len(name) <= NAME_LENGTH:
        raise Refusal(gettext_noop("A name has 1 to %(most)s characters."), field="name", most=NAME_LENGTH)
    # Whoever has lost a link is invited again, and the lost one ends.
    earlier = [invitation for invitation in club.invitations.all() if invitation.name.casefold() == name.casefold()]
    for invitation in earlier:
        _withdraw(invitation, author, now)
    token = new_token()
    club.invitations.create(name=name, role=role, invited_by=author, made_at=now, token_digest=digest_of_token(token))
    note(club=club, kind=Kind.INVITED, author=author, now=now, after=role)
    return token


@transaction.atomic
def withdraw(*, invitation: Invitation, author: User, now: datetime) -> None:
    """Withdraw an invitation; one that has been accepted meanwhile stays accepted.

    Raises InvitationGone.
    """
    club = locked_club(club_id=invitation.club_id)
    if not club.invitations.filter(pk=invitation.pk).exists():
        raise InvitationGone
    _withdraw(invitation, author, now)


@transaction.atomic
def accept(*, token: str, account: User, now: datetime, writer_name: str = "") -> Membership:
    """Take the place that a link offers; the link then stops working.

    Raises InvitationGone, Refusal for somebody who is on the board already, and as `name_writer`.
    """
    # Looked up without a lock only to know its club, whose row is locked first.
    alive = invitation_with(token=token, now=now)
    if alive is None:
        raise InvitationGone
    club = locked_club(club_id=alive.club_id)
    invitation = invitation_with(token=token, now=now)  # of two who accept at once, the second finds it gone
    if invitation is None:
        raise InvitationGone
    if club.memberships.filter(user=account).exists():
        message = gettext_noop("You are on the board of %(club)s already: the link is for somebody else.")
        raise Refusal(message, club=club.name)
    membership = club.memberships.create(user=account, role=invitation.role)
    name_writer(club=club, account=account, name=writer_name)
    note(club=club, kind=Kind.MEMBER_ADDED, author=account, now=now, member=account, after=invitation.role)
    invitation.delete()
    return membership


@transaction.atomic
def accept_with_new_account(
    *, token: str, username: str, password: str, now: datetime, writer_name: str = ""
) -> Membership:
    """Create an account and take the place with it.

    Raises InvitationGone, Refusal as `make_account`, `accept`.
    """
    if invitation_with(token=token, now=now) is None:
        raise InvitationGone
    account = make_account(username=username, password=password)
    return accept(token=token, account=account, now=now, writer_name=writer_name)


@transaction.atomic
def end_membership(*, membership: Membership, author: User, now: datetime) -> None:
    """End a membership and withdraw the invitations made by its member, whose account stays.

    Raises Refusal for the club's last administrator.
    """
    # Locked before it counts: two administrators could otherwise end each other's membership.
    club = locked_club(club_id=membership.club_id)
    if not club.memberships.filter(role=Membership.Role.ADMIN).exclude(pk=membership.pk).exists():
        raise Refusal(gettext_noop("A club keeps at least one administrator: invite another one first."))
    user = membership.user
    membership.delete()
    note(club=club, kind=Kind.MEMBER_ENDED, author=author, now=now, member=user, before=membership.role)
    # Or they could come back by a link that they made themselves.
    for invitation in club.invitations.filter(invited_by=user):
        _withdraw(invitation, author, now)


@transaction.atomic
def link_to_choose(*, membership: Membership, author: User, now: datetime) -> PasswordLink:
    """A link for a member whose account has never had a password to choose one, as after a club has moved here.

    Raises Refusal for an account that has a password, belongs to another club too, or runs the installation: links for
    those are made by whoever runs the server, with a command.
    """
    club, account = locked_club(club_id=membership.club_id), membership.user
    # By who has written and not by who is on a board: whoever left a club wrote there all the same.
    has_another_club = Writer.objects.filter(user=account).exclude(club=club).exists()
    if account.has_usable_password() or account.is_superuser or account.is_staff or has_another_club:
        raise Refusal(NOT_THE_CLUBS)
    note(club=club, kind=Kind.LINK_MADE, author=author, now=now, member=account)
    return password_link(account=account)


def _withdraw(invitation: Invitation, author: User, now: datetime) -> None:
    note(club=invitation.club, kind=Kind.UNINVITED, author=author, now=now, before=invitation.role)
    invitation.delete()
