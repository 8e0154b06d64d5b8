"""Sessions that can be found by their account."""

from hashlib import sha256

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """One browser's session; `user` is None if nobody is signed in.

    `device` is only a kind of browser and machine ("Firefox, Windows"); empty if unknown.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="open_sessions"
    )
    device = models.CharField(max_length=40, blank=True)
    used_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id}"

    @property
    def name(self) -> str:
        """A name for the session on a page, which must not show its key."""
        return sha256(self.session_key.encode()).hexdigest()[:32]
