"""Django's backend for PostgreSQL, which tries a kept connection at most once a second."""

import select
from math import inf
from time import monotonic

from django.db.backends.postgresql import base

TRIED_AFTER = 1  # seconds in which a connection that answered is only listened to


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is tried by a question, unless it answered just now and its server has not spoken since."""

    answered_at = -inf

    def is_usable(self) -> bool:
        """Whether the connection works; after an error always by a question."""
        now = monotonic()
        if now - self.answered_at < TRIED_AFTER and not self.errors_occurred and self._is_silent():
            return True
        is_usable = bool(super().is_usable())
        self.answered_at = now if is_usable else -inf
        return is_usable

    def _is_silent(self) -> bool:
        """Whether the server has sent nothing unasked: one that ends a connection says so, and closes it."""
        if not hasattr(select, "poll"):  # as on Windows
            return False
        try:
            listener = select.poll()
            listener.register(self.connection.pgconn.socket, select.POLLIN)
        except self.Database.Error:
            return False
        return not listener.poll(0)
