"""The one app of the site."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, pre_migrate


class LedgerConfig(AppConfig):
    """Keeps the database's own guards on the book through every migration, and the schema locked otherwise."""

    name = "ledger"

    def ready(self) -> None:
        from ledger.models.book import guards
        from ledger.models.site import schema

        connection_created.connect(schema.lock)
        connection_created.connect(schema.remember_file)
        pre_migrate.connect(guards.before_migrate, sender=self)
        post_migrate.connect(guards.after_migrate, sender=self)
