"""Give the role that the site runs as its rights on PostgreSQL; the owner of the tables runs this."""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection, transaction
from django.utils.translation import gettext

from ledger.management.console import SiteCommand
from ledger.models.book import roles


class Command(SiteCommand):
    help = "Lets a PostgreSQL role run the site: it may read the book and add to it, but never change it."
    arguments = {
        "role": {"help": "the role, made before with CREATE ROLE ... LOGIN"},
    }

    def handle(self, *_args: Any, role: str, **_options: Any) -> None:
        if connection.vendor != "postgresql":
            raise CommandError(gettext("Roles are for PostgreSQL; SQLite has none."))
        if not roles.exists(connection, role):
            raise CommandError(gettext("There is no role %(role)s on the server.") % {"role": role})
        if roles.owns_the_book(connection, role):
            message = gettext("%(role)s owns the book or may do anything: the site needs a role of its own.")
            raise CommandError(message % {"role": role})
        with transaction.atomic(), connection.cursor() as cursor:
            for grant in roles.grants(connection, role):
                cursor.execute(grant)
        self.stdout.write(gettext("%(role)s may read the book and add to it.") % {"role": role})
