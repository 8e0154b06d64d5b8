"""Say where a club is that has moved to another installation, and take that back."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club
from ledger.rules.clubs import NO_CLUB_IN_IT, read_club_address, slug_in
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import lock_open_seasons, locked_club
from ledger.services.clubs.addresses import RESERVED_SLUGS

THIS_ONE = gettext_noop("This is the club's address here: give the one that it has moved to.")


@transaction.atomic
def leave_address(*, club: Club, address: str, here: str, author: User, now: datetime) -> None:
    """Note the address that a club has moved to, and have nothing more written here.

    `here` is the club's own address, to which it cannot move.
    Raises Refusal (field "address") for what is no club's address.
    """
    there = read_club_address(address)
    if slug_in(there) in RESERVED_SLUGS:
        raise Refusal(NO_CLUB_IN_IT, field="address")
    if there == here:
        raise Refusal(THIS_ONE, field="address")
    club = locked_club(club_id=club.pk)
    # Whoever is saving a deal is done before, or meets the guard.
    lock_open_seasons(club=club)
    _point_to(club, there, author, now)


@transaction.atomic
def come_back(*, club: Club, author: User, now: datetime) -> None:
    """Take back that a club has moved: its book is written in here again."""
    _point_to(locked_club(club_id=club.pk), "", author, now)


def _point_to(club: Club, address: str, author: User, now: datetime) -> None:
    before = club.moved_to
    if address == before:
        return
    club.moved_to = address
    club.save(update_fields=["moved_to"])
    note(club=club, kind=Kind.CLUB_MOVED, author=author, now=now, before=before, after=address)
