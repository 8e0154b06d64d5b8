"""Sign somebody out elsewhere."""

from django.contrib.auth.models import User

from ledger.models import Session


def end_session(*, user: User, name: str) -> bool:
    """End one of somebody's sessions by the name that pages give it; returns False if there is none."""
    # In Python: the name is worked out from the key, so that no page need show the key itself.
    keys = [session.session_key for session in Session.objects.filter(user=user) if session.name == name]
    return Session.objects.filter(pk__in=keys).delete()[0] > 0


def end_other_sessions(*, user: User, but: str = "") -> None:
    """End all of somebody's sessions except the one with the key `but`."""
    Session.objects.filter(user=user).exclude(pk=but).delete()
