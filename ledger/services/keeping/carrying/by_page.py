"""A club's complete file, made and brought in by the pages of the site."""

from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import BinaryIO

from django.db import transaction

from ledger.models import Club, Membership
from ledger.queries.book.audit.database import Finding
from ledger.queries.clubs.clubs import has_own_club, owners
from ledger.queries.keeping.club_file import file_lines
from ledger.queries.site import one_moment
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.services.clubs.accounts import PasswordLink, password_link
from ledger.services.keeping.carrying.arriving import HereAlready
from ledger.services.keeping.carrying.importing import import_file
from ledger.services.keeping.carrying.packed_lines import TooLong, pack, unpack
from ledger.services.site.turns import LONG_PAGES

MOST_MEGABYTES = 64  # unpacked: a hundred seasons of a club
MOST_BESIDE_OTHERS = 2  # some hundred deals: nobody else can save while a club arrives
ONLY_A_CLUB = gettext_noop("This is the file of a whole installation: whoever runs the server brings it in.")
TOO_LONG = gettext_noop("The file unpacks to more than %(megabytes)s MB: ask whoever runs the server to bring it in.")
OTHERS_WAIT = gettext_noop(
    "Other clubs keep their books here, and could save nothing while so long a file is read: ask whoever runs the "
    "server to bring it in."
)


@dataclass(frozen=True)
class Arrival:
    """A club that has arrived, what had to change, and the user name and first link of its administrator.

    Both are empty for a club that nobody administers.
    """

    club: Club
    changes: tuple[Finding, ...]
    username: str
    link: PasswordLink | None


def packed_club(*, club: Club, now: datetime) -> bytes:
    """A club's complete file as it is at one moment.

    Raises NoTurn while another long page is made, Refusal as `file_lines`.
    """
    file = BytesIO()
    with LONG_PAGES.take(), one_moment():
        pack(file_lines(club=club, made_at=now), file)
    return file.getvalue()


def bring_club(*, file: BinaryIO) -> Arrival:
    """Bring a club in from its complete file, as `import_file` does; claim it again if it is here and nobody's yet.

    Raises Refusal as that does, for a file of a whole installation, and for a long one where other clubs are; NoTurn
    while something else takes long.
    """
    megabytes = MOST_BESIDE_OTHERS if has_own_club() else MOST_MEGABYTES
    try:
        with LONG_PAGES.take(), transaction.atomic():
            imported = import_file(lines=unpack(file, megabytes=megabytes))
            if imported.club is None:
                raise Refusal(ONLY_A_CLUB)
            return _arrival(imported.club, imported.renamed)
    except HereAlready as refusal:
        if owners().filter(club=refusal.club).exists():
            raise
        return _arrival(refusal.club, ())
    except TooLong:
        if megabytes == MOST_BESIDE_OTHERS:
            raise Refusal(OTHERS_WAIT) from None
        raise Refusal(TOO_LONG, megabytes=megabytes) from None


def _arrival(club: Club, changes: tuple[Finding, ...]) -> Arrival:
    """What to say of a club that has just arrived, with a link for the first of its administrators."""
    administrators = club.memberships.filter(role=Membership.Role.ADMIN, user__is_active=True)
    first = administrators.select_related("user").order_by("pk").first()
    if first is None:
        return Arrival(club, changes, "", None)
    return Arrival(club, changes, first.user.username, password_link(account=first.user))
