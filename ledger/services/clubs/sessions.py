"""Sign somebody out elsewhere."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session


def end_other_sessions(*, user: User, but: str) -> None:
    """End all of somebody's sessions except the one with the key `but`."""
    for session in Session.objects.exclude(pk=but):
        # Whose it is stands in what Django has signed.
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
