"""Deleting what has expired: sessions that have ended, and wrong tries that no longer count."""

from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.db import transaction

from ledger.services.site.slowing import delete_old_tries


def delete_ended_sessions() -> None:
    """Delete the sessions that have expired; one statement."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def delete_expired(*, now: datetime) -> None:
    """Delete everything that has expired."""
    delete_ended_sessions()
    with transaction.atomic():
        while delete_old_tries(now=now):
            pass
