"""The number by which a club knows a writer, and the name they have until they choose one."""

import re

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from ledger.models import Club, Membership, Writer
from ledger.rules.site.labels import LANGUAGES, Phrase, fill

TRIES = 5  # of several who write for a club for the first time at one moment
Role = Membership.Role
FIRST_NAMES = {
    Role.SECRETARY: Phrase("Secretary %(number)s"),
    Role.TREASURER: Phrase("Treasurer %(number)s"),
    Role.ADMIN: Phrase("Administrator %(number)s"),
}
NO_ROLE = Phrase("Board member %(number)s")
FORMER = Phrase("Former board member %(number)s")
GIVEN_BY_THE_SITE = [
    re.compile(fill(phrase, number=r"\d+")[language], re.IGNORECASE)
    for phrase in (*FIRST_NAMES.values(), NO_ROLE, FORMER)
    for language in LANGUAGES
]


def writer_number(*, club_id: int, user: User) -> int:
    """Somebody's own number in a club, given out if they have none yet; one query, five for a new number.

    Raises IntegrityError if others took the next number every time.
    """
    # Deals are posted without the club's row, so nobody waits for it here either: of two who write for the first time
    # at once, one is refused the number by the database and takes the next.
    for _ in range(TRIES):
        known = Writer.objects.filter(club=club_id, user=user).values_list("number", flat=True).first()
        if known is not None:
            return known
        last = Writer.objects.filter(club=club_id).aggregate(last=Max("number"))["last"] or 0
        try:
            # A savepoint, since PostgreSQL would refuse everything after the number that was taken.
            with transaction.atomic():
                name = first_name(club_id=club_id, user=user, number=last + 1)
                return Writer.objects.create(club_id=club_id, user=user, number=last + 1, name=name).number
        except IntegrityError:
            continue
    raise IntegrityError("others were given the next number every time")


def first_name(*, club_id: int, user: User, number: int) -> str:
    """The name of a writer who has chosen none, such as "Sekretær 2", in the club's language; two queries."""
    role = Membership.objects.filter(club=club_id, user=user).values_list("role", flat=True).first()
    language = Club.objects.values_list("language", flat=True).get(pk=club_id)
    return fill(FIRST_NAMES[Role(role)] if role else NO_ROLE, number=number)[language]


def is_first_name(name: str) -> bool:
    """Whether a name is of the sort that the site gives to writers."""
    return any(given.fullmatch(name) for given in GIVEN_BY_THE_SITE)
