"""Sign somebody out elsewhere: a session that is ended is gone, and its browser is a stranger's at once."""

from django.contrib.auth.models import User

from ledger.models import Session


def end_session(*, user: User, name: str) -> bool:
    """End the one of somebody's sessions that a page calls by a name; False where there is none."""
    keys = [session.session_key for session in Session.objects.filter(user=user) if session.name == name]
    return Session.objects.filter(pk__in=keys).delete()[0] > 0


def end_other_sessions(*, user: User, but: str = "") -> None:
    """End all sessions of somebody but the one with a key, which may be none."""
    Session.objects.filter(user=user).exclude(pk=but).delete()
