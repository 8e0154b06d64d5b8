"""Data folders as the site makes them, made once per run and copied by the tests that begin with one."""

import fcntl
import json
import os
import shutil
from pathlib import Path

import dev
from ledger.services.site.other_database import sqlite_url
from tests.support.processes import run_python

ROOT = Path(dev.ROOT)
RUN_COMMANDS = """
import json, sys, django
from django.core.management import call_command
django.setup()
for command in json.load(sys.stdin):
    call_command(*command)
"""


class Prepared:
    """A folder with a migrated database, and one on which `dev.py run` has started: the sample club and its logins."""

    def __init__(self, migrated: Path, folder: Path) -> None:
        self._migrated, self._started = migrated, folder / "started"
        self._lock = folder / "started.lock"

    def migrate(self, data: Path) -> Path:
        """Put a migrated database without rows of its own into a data folder."""
        data.mkdir(parents=True, exist_ok=True)
        shutil.copy(self._migrated, data / "whistklub.sqlite3")
        return data

    def start(self, data: Path) -> Path:
        """Fill a data folder, which may exist already, with all that a first start leaves in one."""
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # the other workers of -n wait for it rather than make one each
            if not self._started.exists():
                half_made = self.migrate(self._started.with_suffix(".new"))
                run_commands(half_made, dev.FIRST_STEPS)
                half_made.rename(self._started)
        shutil.copytree(self._started, data, dirs_exist_ok=True)
        return data


def run_commands(data: Path, commands: list[list[str]]) -> None:
    """Run commands of `manage.py` on a data folder, one after the other in one process."""
    place = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": sqlite_url(data / "whistklub.sqlite3")}
    environment = {**os.environ, **place, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    run_python("-c", RUN_COMMANDS, env=environment, input=json.dumps(commands)).check_returncode()
