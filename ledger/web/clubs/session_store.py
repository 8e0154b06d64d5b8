"""Django's storage of sessions, for a hostile cookie and for a database that is away."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError

from ledger.queries.site import will_pass


# Its name stays as it is: Django signs sessions with it, so under another those of earlier releases would end.
class SessionStore(db.SessionStore):
    """Django's store."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether a cookie may name a session; none has a zero byte, and PostgreSQL refuses to look for one."""
        return bool(super()._validate_session_key(key)) and "\0" not in str(key)  # type: ignore[misc]

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
