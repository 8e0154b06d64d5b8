"""`manage.py load_sample_club`: a made-up club with two seasons of deals, to try everything on."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone

from ledger.management.console import SiteCommand, keep_logins, new_password
from ledger.models import Club, Membership
from ledger.queries.clubs.clubs import has_own_club
from ledger.services.keeping.sample_club import bring_back_sample_club, load_sample_club

MOST_DEALS = 2_000_000  # they take some hours


def _number_of_deals(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= MOST_DEALS:
        raise ArgumentTypeError(f"a number from 1 to {MOST_DEALS:,}")
    return int(text)


class Command(SiteCommand):
    help = "Load the sample club, or bring it back if it was removed."
    arguments = {
        "--if-empty": {"action": "store_true", "help": "do nothing where there is a club, removed or not"},
        "--deals": {
            "type": _number_of_deals,
            "metavar": "N",
            "help": f"one season of so many deals instead of two seasons, to measure with; {MOST_DEALS:,} at most",
        },
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        club = Club.objects.filter(is_sample=True).first()
        if options["if_empty"] and (club or has_own_club()):
            return
        if club and options["deals"]:
            raise CommandError(
                f"The sample club, {club.name}, is here already: a season of any length needs another data folder."
            )
        if club is None:
            name, now = self._load(options["deals"]), "loaded"
        elif club.removed_at is None:
            self.stdout.write(f"The sample club, {club.name}, is here already.")
            return
        else:
            bring_back_sample_club(club=club)
            name, now = club.name, "back as it was"
        self.stdout.write(f"{name} is {now}; manage.py sample_logins shows who can sign in.")

    def _load(self, deals: int | None) -> str:
        passwords = {role: new_password() for role in Membership.Role.values}
        with transaction.atomic():
            club = load_sample_club(today=timezone.localdate(), passwords=passwords, deals=deals)
            # Within the transaction: a full disk must not leave a club whose passwords nobody knows.
            keep_logins(club, passwords)
        return club.name
