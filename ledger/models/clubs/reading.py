"""The links by which players read a club whose pages are not open to everybody."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext

from ledger.models.clubs.club import Club

LINK_NAME_LENGTH = 40


class ReadingLink(models.Model):
    """A link by which a club's pages can be read; its row is deleted when it is withdrawn.

    The token is kept, since it opens nothing but reading (docs/security.md); empty in a link made before tokens were
    kept or brought in with a club's file, which goes on working by the digest.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="reading_links")
    name = models.CharField(max_length=LINK_NAME_LENGTH, blank=True, default="")
    token = models.CharField(max_length=32, blank=True, default="", editable=False)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.club_id} ({self.name})"

    @property
    def shown_name(self) -> str:
        """The link's name as the board sees it."""
        return self.name or gettext("From before")
