"""Who is signed in where: Django's sessions, which can be found by their account."""

from hashlib import sha256

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """One browser's session; `user` is None where nobody is signed in.

    `device` is no more than a kind of browser and machine ("Firefox, Windows"), empty where it was not said.
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
        """What a page calls it, where its key, which opens it, must not stand."""
        return sha256(self.session_key.encode()).hexdigest()[:32]
