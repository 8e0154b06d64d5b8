"""Withdraw again what was withdrawn since an older database was backed up: see services/site/withdrawn.py.

Whose password was changed has none until they get a link; a second factor, recovery codes, an address, a link, an
invitation, a place on a board and readers that a club no longer wanted are gone as they were. What was turned on since
the backup cannot be brought back by its digest, and stays for its owner to turn on.
"""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import (
    Club,
    Invitation,
    LatestPasswordLink,
    Membership,
    Player,
    ReadingLink,
    RecoveryCode,
    Session,
    SheetLink,
)
from ledger.models.clubs.link_tokens import new_token
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club
from ledger.services.clubs.clubs import change_player
from ledger.services.clubs.reading import FROM_WIDE_TO_NARROW, Readers, choose_readers
from ledger.services.site.freshness import touch
from ledger.services.site.withdrawn import WithdrawnList

ADMIN = Membership.Role.ADMIN


@transaction.atomic
def withdraw_again(*, now: datetime) -> int:
    """Withdraw whatever is on the list and here all the same; gives how many things."""
    withdrawn = WithdrawnList()
    if not withdrawn.marks:
        return 0
    return sum(1 for step in STEPS for _ in step(withdrawn, now))


@transaction.atomic
def end_all_sessions() -> None:
    """Sign everybody out: an older database knows sessions that were ended since."""
    Session.objects.all().delete()


def last_administrators(withdrawn: WithdrawnList) -> list[Membership]:
    """Who is on a board only because the database has no other administrator of the club."""
    administrators = Membership.objects.filter(role=ADMIN).select_related("club", "user")
    return [membership for membership in administrators if _facts_of(membership) in withdrawn]


def _passwords(withdrawn: WithdrawnList, _now: datetime) -> Iterator[object]:
    # The list holds digests alone, so each password that is here is tried against it.
    for user in User.objects.order_by("pk"):
        if ("password", user.password) in withdrawn:
            user.set_unusable_password()
            user.save(update_fields=["password"])
            yield user


def _password_links(withdrawn: WithdrawnList, _now: datetime) -> Iterator[object]:
    for latest in LatestPasswordLink.objects.order_by("pk"):
        if ("password link", latest.salt) in withdrawn:
            latest.salt = new_token()
            latest.save(update_fields=["salt"])
            yield latest


def _addresses(withdrawn: WithdrawnList, _now: datetime) -> Iterator[object]:
    for user in User.objects.exclude(email=""):
        if ("address", user.username, user.email) in withdrawn:
            User.objects.filter(pk=user.pk).update(email="")
            yield user


def _second_factors(withdrawn: WithdrawnList, _now: datetime) -> Iterator[object]:
    for app in TOTPDevice.objects.order_by("pk"):
        if ("app", app.key) in withdrawn:
            app.delete()
            yield app
    for code in RecoveryCode.objects.order_by("pk"):
        if ("recovery code", code.digest) in withdrawn:
            code.delete()
            yield code


def _sheet_links(withdrawn: WithdrawnList, _now: datetime) -> Iterator[object]:
    """A link that was renewed gets a token that nobody has been given: what was answered by it stays."""
    for link in SheetLink.objects.order_by("pk"):
        if ("sheet link", link.token) in withdrawn:
            link.token = SheetLink.new_token()
            link.save(update_fields=["token"])
            yield link


def _reading_links(withdrawn: WithdrawnList, now: datetime) -> Iterator[object]:
    for link in ReadingLink.objects.select_related("club").order_by("pk"):
        if ("reading link", link.token_digest) in withdrawn:
            link.delete()
            note(club=link.club, kind=Kind.LINK_WITHDRAWN, author=None, now=now)
            touch(club=link.club)
            yield link


def _invitations(withdrawn: WithdrawnList, now: datetime) -> Iterator[object]:
    for invitation in Invitation.objects.select_related("club").order_by("pk"):
        if ("invitation", invitation.token_digest) in withdrawn:
            invitation.delete()
            note(club=invitation.club, kind=Kind.UNINVITED, author=None, now=now, before=invitation.role)
            yield invitation


def _memberships(withdrawn: WithdrawnList, now: datetime) -> Iterator[object]:
    """A club keeps an administrator, or nobody could let others in."""
    for membership in Membership.objects.select_related("club", "user").order_by("pk"):
        if _facts_of(membership) not in withdrawn:
            continue
        club = locked_club(club_id=membership.club_id)
        others = club.memberships.filter(role=ADMIN).exclude(pk=membership.pk)
        if membership.role == ADMIN and not any(_facts_of(other) not in withdrawn for other in others):
            continue
        membership.delete()
        told = {"member": membership.user, "before": membership.role}
        note(club=club, kind=Kind.MEMBER_ENDED, author=None, now=now, **told)
        touch(club=club)
        yield membership


def _readers(withdrawn: WithdrawnList, now: datetime) -> Iterator[object]:
    for club in Club.objects.filter(removed_at=None).order_by("pk"):
        readers = Readers(club.readers)
        while ("readers", club.slug, readers) in withdrawn:
            readers = FROM_WIDE_TO_NARROW[FROM_WIDE_TO_NARROW.index(readers) + 1]
        is_open = readers == Readers.EVERYBODY
        is_listed = club.is_listed and is_open and ("listed", club.slug) not in withdrawn
        if (readers, is_listed) != (club.readers, club.is_listed):
            choose_readers(club=club, readers=readers, is_listed=is_listed, author=None, now=now)
            yield club


def _names(withdrawn: WithdrawnList, now: datetime) -> Iterator[object]:
    for player in Player.objects.filter(by_initials=False, forgotten_at=None).select_related("club"):
        if ("name", player.club.slug, player.number, player.name.casefold()) in withdrawn:
            change_player(
                player=player,
                name=player.name,
                is_guest=player.is_guest,
                is_active=player.is_active,
                by_initials=True,
                author=None,
                now=now,
            )
            yield player


def _facts_of(membership: Membership) -> tuple[str, str, str]:
    return "membership", membership.club.slug, membership.user.username


STEPS = (
    *(_passwords, _password_links, _addresses, _second_factors, _sheet_links),
    *(_reading_links, _invitations, _memberships, _readers, _names),
)
