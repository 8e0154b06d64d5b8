"""What an account has that is of no club."""

from datetime import datetime

from django.contrib.auth.models import User

from ledger.models import Session


def sessions_of(*, user: User, now: datetime) -> list[Session]:
    """Where somebody is signed in, what was used last first; one query."""
    return list(Session.objects.filter(user=user, expire_date__gt=now).order_by("-used_at", "session_key"))
