"""`manage.py migrate`: Django's own, which first backs the database up, and leaves alone one that is not for it."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.migrate import Command as Migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from ledger.queries.book.audit.database import damaged_rows_of_django
from ledger.queries.site import BEFORE_0_2_0, NEWER, RELEASES, is_before_0_2_0, unknown_migrations, versions
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import NO_PG_DUMP, back_up_before_migrating, damage_notice


class Command(Migrate):
    help = f"{Migrate.help} The database is backed up first when there is something to do."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--no-backup", action="store_true", help="do not back the database up first")

    def get_check_kwargs(self, options: dict[str, Any]) -> Any:
        """The checks without those of the database itself, which would warn of what is about to be mended."""
        return {**super().get_check_kwargs(options), "databases": None}

    def handle(self, *args: Any, no_backup: bool, **options: Any) -> None:
        # First, since Django reads these tables when the guards are down already.
        for damaged in damaged_rows_of_django():
            raise CommandError(f"{damaged}. Nothing was migrated. {damage_notice()}")
        # Here, since whatever comes later takes down guards that this release could not put up again.
        applied = MigrationRecorder(connection).applied_migrations()
        if is_before_0_2_0(applied):
            raise CommandError(BEFORE_0_2_0)
        if unknown := unknown_migrations(applied):
            raise CommandError(NEWER % versions(applied, unknown))
        # Who only asks changes nothing, and a database without a single migration holds nothing to keep.
        only_asks = options["plan"] or options["check_unapplied"]
        if applied and not no_backup and not only_asks and has_to_do(options):
            self._back_up()
        super().handle(*args, **options)
        if not only_asks:
            note_release()

    def _back_up(self) -> None:
        try:
            self.stdout.write(
                f"Before migrating, the database was kept as {back_up_before_migrating(now=timezone.now())}"
            )
        except Refusal as refusal:
            if refusal.message != NO_PG_DUMP:
                raise CommandError(f"{refusal} Nothing was migrated; --no-backup migrates all the same.") from None
            self.stdout.write(f"The database is migrated without a backup: {refusal}")


def note_release() -> None:
    """Note which release the database was brought up to date by, so that an older one can say so."""
    recorder = MigrationRecorder(connection)
    if (RELEASES, settings.VERSION) not in recorder.applied_migrations():
        recorder.record_applied(RELEASES, settings.VERSION)


def has_to_do(options: dict[str, Any]) -> bool:
    """Whether the requested migrations change anything; those named explicitly, which may go back, always do."""
    executor = MigrationExecutor(connection)
    last = executor.loader.graph.leaf_nodes(options["app_label"])
    return bool(options["migration_name"] or executor.migration_plan(last))
