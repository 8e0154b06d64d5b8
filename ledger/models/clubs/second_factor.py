"""Recovery codes of the second factor; the app itself is a TOTPDevice of django-otp."""

import hashlib
import secrets

from django.conf import settings
from django.db import models

RECOVERY_CODES = 10
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 5 bits a letter
# Without I and 1, O and 0, which are read for each other on paper.
CODE_LENGTH, GROUP = 24, 4


class RecoveryCode(models.Model):
    """A code that signs somebody in once in place of the app's; deleted when used. Only its digest is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:8]

    @staticmethod
    def new_code() -> str:
        """A code of 120 bits, as it is shown: in groups of four."""
        letters = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        return "-".join(letters[start : start + GROUP] for start in range(0, CODE_LENGTH, GROUP))

    @staticmethod
    def digest_of(code: str) -> str:
        """The digest that is kept of a code, whatever its spacing and capitals."""
        letters = "".join(letter for letter in code.upper() if letter.isalnum())
        return hashlib.sha256(letters.encode()).hexdigest()
