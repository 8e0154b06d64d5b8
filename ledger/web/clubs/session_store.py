"""The storage of sessions: Django's, with the account, device and last use of each."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ledger.models import Session
from ledger.queries.clubs.accounts import sessions_with
from ledger.queries.site.failures import will_pass
from ledger.web.site.access import DEVICE

TOLD_AFTER = timedelta(minutes=15)  # a use is recorded no more often


# Its name stays as it is: Django signs sessions with it, so under another those of earlier releases would end.
class SessionStore(db.SessionStore):
    """Django's store with a table of our own."""

    used_at: datetime | None = None

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether a cookie may name a session; none has a zero byte, and PostgreSQL refuses to look for one."""
        return bool(super()._validate_session_key(key)) and "\0" not in str(key)  # type: ignore[misc]

    def load(self) -> dict[str, Any]:
        row = next(iter(sessions_with(session_key=self.session_key or "", now=timezone.now())), None)
        if row is None:
            self._session_key = None  # as Django does, so that nobody else's is ever continued
        self.used_at = row.used_at if row else None
        return self.decode(row.session_data) if row else {}

    def save(self, must_create: bool = False) -> None:
        """Store what the session holds.

        Raises the database's own error if it is away: Django would say, by a bare page, that the session was deleted.
        """
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            if error.__context__ and will_pass(error.__context__):
                raise error.__context__ from None
            raise

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = super().create_model_instance(data)
        assert isinstance(row, Session)
        row.user_id = data.get(SESSION_KEY)
        row.device, row.used_at = data.get(DEVICE, ""), timezone.now()
        return row


class LastUseMiddleware:
    """Records a few times an hour that a session is in use; a page is served even if that cannot be saved."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        used_at, now = getattr(request.session, "used_at", None), timezone.now()
        if used_at is not None and now - used_at > TOLD_AFTER:
            with suppress(DatabaseError):
                # This column alone: another request may have changed meanwhile what the session holds.
                Session.objects.filter(pk=request.session.session_key).update(used_at=now)
        return response
