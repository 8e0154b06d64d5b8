"""What the site's own commands share."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from ledger.models import Club
from ledger.rules.site.refusal import Refusal
from ledger.templatetags.ledger_refusals import refusal_text


class SiteCommand(BaseCommand):
    """A command that ends with the sentence of what is refused, and without Django's checks.

    They read every page of the site, a third of what the audit of a small book takes.
    """

    requires_system_checks: list[str] = []

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; raises CommandError in place of Refusal."""
        try:
            return super().execute(*args, **options)
        except Refusal as refusal:
            raise CommandError(refusal_text(refusal)) from None


def find_author(club: Club, username: str | None) -> User:
    """The author of deals: somebody who may write for the club; raises CommandError if there is none of that name."""
    author = User.objects.filter(memberships__club=club, username=username or "", is_active=True).first()
    if author is None:
        members = club.memberships.values_list("user__username", flat=True).order_by("user__username")
        raise CommandError(f"Say with --author who enters the deals: {', '.join(members)}.")
    return author
