"""`manage.py load_sample_club`: a made-up club with two seasons of deals, to try everything on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from ledger.management.sample_logins import keep, new_password
from ledger.models import Club, Membership
from ledger.queries.clubs.clubs import has_own_club
from ledger.queries.keeping.sample_club import sample_club, sample_usernames
from ledger.services.keeping.sample_club import bring_back_sample_club, load_sample_club


class Command(BaseCommand):
    help = "Load the sample club, or bring it back if it was removed."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing where there is a club, removed or not")

    def handle(self, *_args: Any, **options: Any) -> None:
        club = sample_club()
        if options["if_empty"] and (club or has_own_club()):
            return
        self.stdout.write(self._load() if club is None else self._bring_back(club))

    def _load(self) -> str:
        passwords = {role: new_password() for role in Membership.Role.values}
        with transaction.atomic():
            club = load_sample_club(today=timezone.localdate(), passwords=passwords)
            keep(sample_usernames(club=club), passwords)
        return f"{club.name} is loaded; manage.py sample_logins shows who can sign in."

    def _bring_back(self, club: Club) -> str:
        if club.removed_at is None:
            return f"The sample club, {club.name}, is here already."
        bring_back_sample_club(club=club)
        return f"{club.name} is back as it was; manage.py sample_logins shows who can sign in."
