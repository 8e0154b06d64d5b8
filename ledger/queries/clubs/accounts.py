"""What belongs to an account and to no club."""

from datetime import datetime

from django.contrib.auth.models import User

from ledger.models import Session


def sessions_of(*, user: User, now: datetime) -> list[Session]:
    """Somebody's sessions, the last used first; one query."""
    return list(Session.objects.filter(user=user, expire_date__gt=now).order_by("-used_at", "session_key"))
