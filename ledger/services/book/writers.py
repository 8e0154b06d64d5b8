"""The number that a club knows a writer by."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Max

from ledger.models import Writer

TRIES = 5


def writer_number(*, club_id: int, user: User) -> int:
    """Somebody's own number in a club, the next free one where they write for the first time; one query, then three.

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
                return Writer.objects.create(club_id=club_id, user=user, number=last + 1).number
        except IntegrityError:
            continue
    raise IntegrityError("others were given the next number every time")
