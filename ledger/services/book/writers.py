"""The number that a club knows a writer by, and the name that they have until they choose another."""

import re

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from ledger.models import Club, Membership, Writer
from ledger.rules.site.labels import Phrase, fill
from ledger.rules.site.phrases import LANGUAGES

TRIES = 5
Role = Membership.Role
FIRST_NAMES = {
    Role.SECRETARY: Phrase("Secretary {number}"),
    Role.TREASURER: Phrase("Treasurer {number}"),
    Role.ADMIN: Phrase("Administrator {number}"),
}
NO_ROLE = Phrase("Board member {number}")
FORMER = Phrase("Former board member {number}")
GIVEN_BY_THE_SITE = [
    re.compile(fill(phrase, number=r"\d+")[language], re.IGNORECASE)
    for phrase in (*FIRST_NAMES.values(), NO_ROLE, FORMER)
    for language in LANGUAGES
]


def writer_number(*, club_id: int, user: User) -> int:
    """Somebody's own number in a club, the next free one where they write for the first time; one query, then five.

    Nobody waits for the club's row here, since a deal is posted without it: of two who write for the first time at
    once one takes the next number. Raises IntegrityError when others were first every time.
    """
    for _ in range(TRIES):
        known = Writer.objects.filter(club=club_id, user=user).values_list("number", flat=True).first()
        if known is not None:
            return known
        last = Writer.objects.filter(club=club_id).aggregate(last=Max("number"))["last"] or 0
        try:
            with transaction.atomic():
                name = first_name(club_id=club_id, user=user, number=last + 1)
                return Writer.objects.create(club_id=club_id, user=user, number=last + 1, name=name).number
        except IntegrityError:
            continue
    raise IntegrityError("others were given the next number every time")


def first_name(*, club_id: int, user: User, number: int) -> str:
    """What a writer is called who has chosen no name: "Sekretær 2", in the club's language; two queries."""
    role = Membership.objects.filter(club=club_id, user=user).values_list("role", flat=True).first()
    language = Club.objects.values_list("language", flat=True).get(pk=club_id)
    return fill(FIRST_NAMES[Role(role)] if role else NO_ROLE, number=number)[language]


def is_first_name(name: str) -> bool:
    """Whether a name is one that the site gives, to one writer or another."""
    return any(given.fullmatch(name) for given in GIVEN_BY_THE_SITE)
