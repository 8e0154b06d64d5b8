"""What is over is deleted: sessions that have ended, and wrong tries that no longer count."""

from datetime import datetime
from importlib import import_module

from django.conf import settings
from django.db import transaction

from ledger.services.site.slowing import delete_old_tries


def delete_ended_sessions() -> None:
    """Delete the sessions whose time is up; the others end when somebody signs out. One statement."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


def delete_expired(*, now: datetime) -> None:
    """Delete everything that is over."""
    delete_ended_sessions()
    with transaction.atomic():
        while delete_old_tries(now=now):
            pass
