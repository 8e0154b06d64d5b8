"""The link by which players read a club whose pages are not open to everybody."""

from django.conf import settings
from django.db import models

from ledger.models.clubs.club import Club


class ReadingLink(models.Model):
    """A link by which a club's pages can be read; its row is deleted when it is replaced or withdrawn.

    A club has at most one for each purpose. Of its token only the digest is kept.
    """

    class Purpose(models.TextChoices):
        CLUB = "club"

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="reading_links")
    purpose = models.CharField(max_length=4, choices=Purpose.choices)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "purpose"], name="one_reading_link_per_purpose")]

    def __str__(self) -> str:
        return f"{self.club_id} ({self.purpose})"
