"""Mark a club's pages as changed."""

from django.db.models import F

from ledger.models import Club


def touch(*, club: Club) -> None:
    """Count a change of what the club's pages show, so that kept copies are no longer served."""
    Club.objects.filter(pk=club.pk).update(revision=F("revision") + 1)
