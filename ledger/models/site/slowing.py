"""Wrong tries at secrets, by the door they close."""

from django.db import models


class WrongTries(models.Model):
    """The wrong tries at one door, as the moment at which they are made up for; a door without any has no row.

    `door` is a keyed digest: neither the name that was tried nor the address is stored.
    """

    door = models.CharField(max_length=64, unique=True)
    made_up_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.door[:8]
