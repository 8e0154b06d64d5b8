"""Mark a club's pages as changed."""

from django.db.models import F

from ledger.models import Club


def touch(*, club: Club) -> None:
    """Count a change of what the club's pages show, so that no browser is told that it has them already."""
    Club.objects.filter(pk=club.pk).update(revision=F("revision") + 1)
