"""`manage.py reset_second_factor NAME`: a password alone signs somebody in who has lost phone and recovery codes."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError

from ledger.management.console import SiteCommand
from ledger.services.clubs.accounts import turn_off


class Command(SiteCommand):
    help = "Take the second factor off an account whose owner has lost it: make sure first that it is they who ask."
    arguments = {
        "name": {"help": "the user name"},
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"Nobody here has the user name {options['name']}.")
        if not turn_off(user=user):
            raise CommandError(f"{user} has no second factor.")
        self.stdout.write(f"{user} signs in with the password alone from now on.")
