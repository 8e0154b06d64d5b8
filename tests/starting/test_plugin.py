"""What every other test rests on: its own folder, the database that was asked for, guards that come back, remarks."""

import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import gettempdir

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from ledger.models.book import guards
from tests.plugin import WORKER, NotRun, needs, what_is_not_run
from tests.support.processes import run_python
from tests.support.programs import PGBOUNCER, POSTGRESQL

ROOT = Path(__file__).parents[2]


def test_the_database_is_the_one_that_was_asked_for(db: None, pytestconfig: pytest.Config) -> None:
    asked_for = pytestconfig.getoption("database")

    assert connection.vendor == {"sqlite": "sqlite", "postgres": "postgresql"}[asked_for]


def test_everything_the_tests_keep_lies_in_a_temporary_folder() -> None:
    assert Path(os.environ["WHISTKLUB_DATA"]).resolve() == settings.DATA_DIR
    assert settings.DATA_DIR.is_relative_to(Path(gettempdir()).resolve())


def test_the_guards_are_back_after_the_tables_were_emptied(real_commits: None) -> None:
    guards.drop(connection)

    call_command("flush", interactive=False, verbosity=0)

    assert guards.missing(connection) == []


# --- a pooler before PostgreSQL


def is_pooled() -> bool:
    """Whether the process that answers is another than the one that serves."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return bool(cursor.fetchone() != (connection.connection.info.backend_pid,))


@pytest.mark.only_on("postgres")
def test_postgresql_is_reached_through_a_pooler_where_there_is_one(db: None) -> None:
    assert is_pooled() == (PGBOUNCER.find() is not None and "WHISTKLUB_TEST_DATABASE_URL" not in os.environ)


@pytest.mark.only_on("postgres")
@pytest.mark.direct("that the pooler is passed is what is tried")
def test_a_test_about_a_connection_itself_goes_past_the_pooler(db: None) -> None:
    assert not is_pooled()


def test_a_missing_pooler_is_said() -> None:
    sentence = "3 tests without a pooler, for want of pgbouncer (sudo apt install pgbouncer)"

    assert what_is_not_run(Counter(), 3, long=0) == NotRun([sentence], refused=False)


# --- nothing is judged by the clock

CLOCKS = re.compile(r"\b(perf_counter|monotonic)(_ns)?\b|\btime\.time(_ns)?\(")
# They time what waits (a load, a lock) and run on request, only print what they time, or only name the clock.
MAY_LOOK_AT_THE_CLOCK = (
    *("soak/", "bench/", "drill/__main__.py", "services/book/test_write_lock.py", "house/test_architecture.py"),
    *(
        "services/imports/test_lock_of_a_long_book.py",
        "starting/test_bare_machine.py",
        "starting/test_plugin.py",
    ),
)


def test_no_test_of_the_default_run_looks_at_the_clock() -> None:
    tests = {path.relative_to(ROOT / "tests").as_posix(): path for path in (ROOT / "tests").rglob("*.py")}
    judged = {name: path for name, path in tests.items() if not name.startswith(MAY_LOOK_AT_THE_CLOCK)}

    assert [name for name, path in judged.items() if CLOCKS.search(path.read_text())] == []


# --- what is not run, told by a run of three small tests

THREE_TESTS = """
import pytest

@pytest.mark.long("postgres")
def test_short_here():
    pass

@pytest.mark.long
def test_long():
    pass

@pytest.mark.gettext
def test_that_needs_a_program():
    pass
"""
INI = """
[pytest]
addopts = -p xdist -p tests.plugin
markers =
    long(engine): takes long
    gettext: needs gettext
"""
LEFT_OUT = "Left out: 1 for want of gettext (sudo apt install gettext)"
LONG = "1 long tests not run: python3 dev.py test --long"
REFUSED = "Nothing may be left out here, and programs are missing: sudo apt install gettext"
NO_PROGRAMS = {"PATH": ""}


def run_three_tests(folder: Path, *options: str, **surroundings: str) -> tuple[int, list[str]]:
    """The exit status of such a run in these surroundings, and its last lines: the remarks and the count of tests."""
    (folder / "pytest.ini").write_text(INI)
    (folder / "test_three.py").write_text(THREE_TESTS)
    inherited = {name: value for name, value in os.environ.items() if name not in (WORKER, "CI", "WHISTKLUB_ALL")}
    command = ["-m", "pytest", f"--rootdir={folder}", f"-c={folder / 'pytest.ini'}", *options]
    environment = {**inherited, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **surroundings}
    outcome = run_python(*command, "-p", "no:cacheprovider", str(folder), env=environment)
    *_, count = lines = [re.sub(r" in [\d.]+s", "", line).strip("= ") for line in outcome.stdout.splitlines()]
    return outcome.returncode, [line for line in lines if line in (LEFT_OUT, LONG, REFUSED)] + [count]


@pytest.mark.parametrize(
    ("options", "surroundings", "remarks"),
    [
        ([], NO_PROGRAMS, [LEFT_OUT, LONG, "1 passed, 2 deselected"]),
        (["-m", "not gettext"], {"CI": "true"}, [LONG, "1 passed, 2 deselected"]),
        (["--quick"], {}, [LONG, "1 passed, 2 deselected"]),
        (["-n2", "--long"], NO_PROGRAMS, [LEFT_OUT, "2 passed"]),
    ],
    ids=[
        "long tests wait",
        "they are not left out in the sense of CI",
        "none that starts a program is quick",
        "they are asked for, and what is left out is said once for all workers",
    ],
)
def test_what_is_not_run_is_said(
    tmp_path: Path, options: list[str], surroundings: dict[str, str], remarks: list[str]
) -> None:
    assert run_three_tests(tmp_path, *options, **surroundings) == (0, remarks)


@pytest.mark.parametrize("workers", ["-n0", "-n1"])
def test_where_nothing_may_be_left_out_a_missing_program_refuses_the_run(tmp_path: Path, workers: str) -> None:
    status, output = run_three_tests(tmp_path, workers, CI="true", **NO_PROGRAMS)

    assert (status, output[:-1]) == (pytest.ExitCode.USAGE_ERROR, [REFUSED, LONG])


# --- what runs on a machine with nothing but Python

ON_A_BARE_MACHINE = {
    "tests/house/test_scripts.py::test_nothing_is_wrong_in_the_scripts": (
        "Left out: 1 for want of libatomic, which Playwright's Node is linked to (sudo apt install libatomic1)"
    ),
    "tests/starting/test_upgrade.py::test_the_newest_release_is_fetched_into_a_folder_beside_the_one_in_use": (
        "Left out: 1 for want of git (sudo apt install git)"
    ),
}


def test_what_needs_a_library_or_git_is_left_out_of_a_machine_without_them(tmp_path: Path) -> None:
    (tmp_path / "libatomic.so.1").touch()  # no library: what is linked to it does not start
    environment = {name: value for name, value in os.environ.items() if name not in (WORKER, "CI", "WHISTKLUB_ALL")}

    outcome = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *ON_A_BARE_MACHINE],
        cwd=ROOT,
        env={**environment, "PATH": "", "LD_LIBRARY_PATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )

    assert outcome.returncode == 0, outcome.stdout
    assert set(ON_A_BARE_MACHINE.values()) <= set(outcome.stdout.splitlines())


def test_tests_of_postgresql_need_it_and_a_pooler_where_nothing_may_be_left_out(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_a_database = pytest.Function.from_parent(request.node.parent, name="test", callobj=lambda: None)
    for allowed, programs in {"": [POSTGRESQL], "1": [POSTGRESQL, PGBOUNCER]}.items():
        monkeypatch.setenv("CI", "")
        monkeypatch.setenv("WHISTKLUB_ALL", allowed)
        assert needs(without_a_database, True) == programs
