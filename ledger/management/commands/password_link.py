"""`manage.py password_link NAME`: a link with which somebody who has forgotten their password chooses another."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.urls import reverse
from django.utils.translation import gettext

from ledger.management.console import SiteCommand
from ledger.services.clubs.accounts import password_link

ON_THIS_MACHINE = "http://127.0.0.1:8000"  # where dev.py run serves, unless it was told otherwise


class Command(SiteCommand):
    help = "Print a link that works once, within three days, with which the owner of an account chooses a password."
    arguments = {
        "username": {"metavar": "NAME", "help": "what they sign in with"},
    }

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        account = User.objects.filter(username=username, is_active=True).first()
        if account is None:
            raise CommandError(gettext("There is no account %(name)s.") % {"name": username})
        site = f"https://{settings.PUBLIC_HOST}" if settings.PUBLIC_HOST else ON_THIS_MACHINE
        self.stdout.write(f"{site}{reverse('new_password', args=password_link(account=account))}")
        if not settings.PUBLIC_HOST:
            where = gettext("Is the site at another address than %(site)s? Then type that one in its place.")
            self.stderr.write(where % {"site": ON_THIS_MACHINE})
