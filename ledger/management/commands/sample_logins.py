"""`manage.py sample_logins`: who can sign in to the sample club, and with which password."""

import json
from typing import Any

from ledger.management.console import SiteCommand, stored_logins
from ledger.models import Club

NO_CLUB = "There is no sample club here; manage.py load_sample_club loads it."
NOT_KEPT = "This data folder does not keep the sample club's logins; manage.py changepassword gives one a new password."


class Command(SiteCommand):
    help = "Print the sample club's logins: name, role and password."
    arguments = {
        "--json": {"action": "store_true", "help": "as a JSON list, empty where there are none"},
    }

    def handle(self, *_args: Any, **options: Any) -> None:
        is_here = Club.objects.filter(is_sample=True, removed_at=None).exists()
        logins = stored_logins() if is_here else []
        if options["json"]:
            self.stdout.write(json.dumps(logins))
        elif logins:
            self.stdout.write("Sign in to the sample club with:")
            for login in logins:
                self.stdout.write(f"  {login['name']:<12} {login['password']}   ({login['role']})")
        elif is_here:
            self.stdout.write(NOT_KEPT)
        else:
            self.stdout.write(NO_CLUB)
