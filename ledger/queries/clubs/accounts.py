"""What belongs to an account and to no club."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import QuerySet

from ledger.models import Session
from ledger.queries.site.compiled import compiled_once


def sessions_of(*, user: User, now: datetime) -> list[Session]:
    """Somebody's sessions, the last used first; one query."""
    return list(Session.objects.filter(user=user, expire_date__gt=now).order_by("-used_at", "session_key"))


@compiled_once
def sessions_with(*, session_key: str, now: datetime) -> QuerySet[Session]:
    """The session that a browser holds, if it has not run out."""
    return Session.objects.filter(session_key=session_key, expire_date__gt=now)
