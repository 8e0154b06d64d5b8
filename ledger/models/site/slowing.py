"""How far the wrong tries at a secret have closed a door."""

from django.db import models


class WrongTries(models.Model):
    """The wrong tries at one door, as the moment by which waiting makes up for them; a door without any has no row.

    `door` is a keyed digest: which name was tried, and from where, stands nowhere.
    """

    door = models.CharField(max_length=64, unique=True)
    made_up_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.door[:8]
