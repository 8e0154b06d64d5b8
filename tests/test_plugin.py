"""What every other test rests on: its own folder, the database that was asked for, and guards that come back."""

import os
from pathlib import Path
from tempfile import gettempdir

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from ledger.models import guards


def test_the_database_is_the_one_that_was_asked_for(db: None, pytestconfig: pytest.Config) -> None:
    asked_for = pytestconfig.getoption("database")

    assert connection.vendor == {"sqlite": "sqlite", "postgres": "postgresql"}[asked_for]


def test_everything_the_tests_keep_lies_in_a_temporary_folder() -> None:
    assert Path(os.environ["WHISTKLUB_DATA"]).resolve() == settings.DATA_DIR
    assert settings.DATA_DIR.is_relative_to(Path(gettempdir()).resolve())


def test_a_test_database_is_guarded(db: None) -> None:
    assert guards.missing(connection) == []


def test_the_guards_are_back_after_the_tables_were_emptied(real_commits: None) -> None:
    guards.drop(connection)

    call_command("flush", interactive=False, verbosity=0)

    assert guards.missing(connection) == []
