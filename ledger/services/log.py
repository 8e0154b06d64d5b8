"""Write a change into the club's log, in the transaction that makes it."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from ledger.models import Club, LogLine

Kind = LogLine.Kind


def note(*, club: Club, kind: Kind, author: User, now: datetime, **about: Any) -> LogLine:
    """A new line of the log; `about` names what changed (player, season, evening ...) and its `before` and `after`."""
    return LogLine.objects.create(club=club, kind=kind, by=author, at=now, **about)
