"""The one app of the site."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class LedgerConfig(AppConfig):
    """Keeps the database's own guards on the book through every migration."""

    name = "ledger"

    def ready(self) -> None:
        from ledger.models import guards  # models exist only once the app is ready

        pre_migrate.connect(guards.before_migrate, sender=self)
        post_migrate.connect(guards.after_migrate, sender=self)
