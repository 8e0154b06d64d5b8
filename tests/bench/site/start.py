"""`python dev.py bench start`: the time until a site with many entries answers, beside one with few."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from ledger.models import Entry
from tests.bench.pages import temporary_database
from tests.bench.parts.figures import Figure, print_all
from tests.bench.parts.long_season import long_season
from tests.bench.parts.stretched import stretch
from tests.bench.parts.usual_machine import as_usual
from tests.bench.what_if import database_url
from tests.soak.installation import Installation, environment

MOST_SECONDS = 2  # of the processor, which are those of the clock where the machine does nothing else
MOST_GROWTH = 1.3  # by the clock, which tells what is waited for
FEW, MANY = 25, 600_000
PLAYED = 1_500  # of the many; the rest are copies
ROUNDS = 3
BESIDE = b"short_audit"  # proves the books in a process of its own, which nobody waits for


class Command(BaseCommand):
    help = "Measure the start of a site on a database of its own, up to its first answer."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entries", type=int, default=MANY, help=f"in the long season (default: {MANY})")

    def handle(self, *_args: Any, entries: int, **_options: Any) -> None:
        with temporary_database():
            site = prepared_site()
            long_season(name="Few", deals=FEW)
            few = self._start(site)
            stretch(season=long_season(name="Many", deals=PLAYED).seasons.get(), times=entries // PLAYED)
            many = self._start(site)
        figures = (
            Figure(f"start until it answers, {entries:,} entries, s of the processor", as_usual(many[1]), MOST_SECONDS),
            Figure("by the clock, as times that with few", many[0] / few[0], MOST_GROWTH),
        )
        print_all(figures, self.stdout)

    def _start(self, site: Installation) -> tuple[float, float]:
        """Start the site often; prints and returns the medians by the clock and of the processor."""
        entries = Entry.objects.count()
        connection.close()
        clock, processor = map(median, zip(*starts(site), strict=True))
        self.stdout.write(f"{entries} entries: answers after {clock:.2f} s, {processor:.2f} s of the processor")
        return clock, processor


def prepared_site() -> Installation:
    """A site on the database in use, ready to be started."""
    site = Installation(Path(settings.DATA_DIR), database_url(), {})
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment(site.data, site.url), check=True)
    return site


def starts(site: Installation) -> Iterator[tuple[float, float]]:
    """The seconds of some starts up to the first answer: by the clock, and of the processor."""
    for _ in range(ROUNDS):
        seconds = site.start()
        assert site.server is not None
        yield seconds, processor_seconds(site.server.pid)
        site.server.terminate()  # not killed, so that what it has started ends with it
        site.server.wait()


def processor_seconds(master: int) -> float:
    """The processor time so far of a server's processes, without those that nobody waits for."""
    children = map(int, Path(f"/proc/{master}/task/{master}/children").read_text().split())
    serving = [pid for pid in children if BESIDE not in Path(f"/proc/{pid}/cmdline").read_bytes()]
    ticks = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in (master, *serving)]
    return sum(int(user) + int(system) for *_, user, system in (fields[:13] for fields in ticks)) / os.sysconf(
        "SC_CLK_TCK"
    )
