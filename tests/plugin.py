"""What must be settled before Django reads its settings: the tests' folder, their database, and what is not run."""

import gc
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import dj_database_url
import pytest
from django.db import connection
from django.test import TestCase, TransactionTestCase
from hypothesis import settings

from ledger.services.site.catalogues import compile_catalogue, out_of_date
from tests.support.postgres import cluster
from tests.support.programs import (
    CHROMIUM,
    DEBOOTSTRAP,
    GETTEXT,
    GIT,
    LIBREOFFICE,
    MOUNT,
    NODE,
    PGBOUNCER,
    POSTGRESQL,
    STRACE,
    SYSTEMD,
    Program,
)

PAST_THE_POOLER = "WHISTKLUB_TEST_SERVER_URL"  # where DATABASE_URL leads to a pooler: the server behind it
SETTINGS_FROM_OUTSIDE = [
    *("DATABASE_URL", "WHISTKLUB_HOST", "WHISTKLUB_LAN", "WHISTKLUB_DEBUG", "WHISTKLUB_SECURITY_CONTACT"),
    *("WHISTKLUB_FOUNDERS", "WHISTKLUB_EMAIL_URL", "WHISTKLUB_EMAIL_FROM"),
    *("WHISTKLUB_SECRET_KEY", "WHISTKLUB_SECRET_KEY_FILE", "WHISTKLUB_DUMP_SERVER", PAST_THE_POOLER),
]
PROGRAM_OF_MARKER = {
    "browser": CHROMIUM,
    "node": NODE,
    "git": GIT,
    "office": LIBREOFFICE,
    "gettext": GETTEXT,
    "disk": MOUNT,
    "trace": STRACE,
    "systemd": SYSTEMD,
    "bare": DEBOOTSTRAP,
    "cluster": POSTGRESQL,
    "pooler": PGBOUNCER,
}
MARKER_OF_FIXTURE = {
    "chromium": "browser",
    "soffice": "office",
    "mount": "disk",
}
TESTS = Path(__file__).parent
# What PostgreSQL does as SQLite does waits there for --long. What these rooms try is not taken to be alike, nor what is
# marked `engines` or `only_on`, nor what really commits.
ON_BOTH_ENGINES = {TESTS / room for room in ("models", "services", "databases", "starting", "soak")}
ABOUT_ENGINES = re.compile("engines|only_on|real_commits|transactional_db")
WITHOUT_A_DATABASE = ["rules", "spreadsheets", "browser"]  # not even collected for PostgreSQL
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}
SLOWEST = ("long", "browser")  # these come first, so that no worker of -n is left alone with them at the end
WORKER = "PYTEST_XDIST_WORKER"  # set in the processes that pytest -n shares the tests out to, and only there


# Hypothesis times an example by the clock, which a busy machine makes run out: no example has a deadline. With
# --long it tries more of them.
settings.register_profile("whistklub", deadline=None, max_examples=15)
settings.register_profile("whistklub long", deadline=None, max_examples=200)
settings.load_profile("whistklub")
gc.disable()  # until everything is imported


@dataclass(frozen=True)
class NotRun:
    """Sentences about the tests that are not run, and whether the run is refused for their sake."""

    remarks: list[str]
    refused: bool


NOT_RUN = pytest.StashKey[NotRun]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=["sqlite", "postgres"],
        default="sqlite",
        help="sqlite: every test. postgres: the tests that use the database, on a PostgreSQL started for them, "
        "through pgbouncer where that is installed, or on WHISTKLUB_TEST_DATABASE_URL.",
    )
    parser.addoption("--long", action="store_true", help="the tests marked long, too.")
    parser.addoption(
        "--quick",
        action="store_true",
        help="one case of each test that starts no program, and of those with the database one a file.",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("long"):
        settings.load_profile("whistklub long")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]):
    """Choose a fresh data folder and the database asked for, whatever the environment says, before settings are read.

    The workers of `-n` have a folder each and share one database server, started by the process that started them.
    """
    surroundings = ExitStack()
    early_config.add_cleanup(surroundings.close)
    os.environ["WHISTKLUB_DATA"] = surroundings.enter_context(TemporaryDirectory(prefix="whistklub-tests-"))
    if WORKER not in os.environ:
        for name in [*SETTINGS_FROM_OUTSIDE, "PYTHONDONTWRITEBYTECODE"]:  # each process would compile the site anew
            os.environ.pop(name, None)
        for catalogue in out_of_date():
            compile_catalogue(catalogue)
        if parser.parse_known_args(args).database == "postgres":
            use_postgresql(surroundings)
    return (yield)


def use_postgresql(surroundings: ExitStack) -> None:
    """Start the tests' own server, reached as a site may: through a pooler that lends a connection per transaction."""
    given, initdb = os.environ.get("WHISTKLUB_TEST_DATABASE_URL"), POSTGRESQL.find()
    if given:
        os.environ["DATABASE_URL"] = given
    elif initdb:
        server = surroundings.enter_context(cluster(initdb, PGBOUNCER.find()))
        os.environ["DATABASE_URL"] = server.pooled
        if server.pooled != server.direct:
            os.environ[PAST_THE_POOLER] = server.direct
            os.environ["WHISTKLUB_DUMP_SERVER"] = f"{dj_database_url.parse(server.direct)['HOST']}:5432"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let a test marked `direct` and its fixtures reach the server itself."""
    pooled, direct = os.environ.get("DATABASE_URL"), os.environ.get(PAST_THE_POOLER)
    if pooled is None or direct is None or not item.get_closest_marker("direct"):
        return (yield)
    try:
        move_to(direct)
        return (yield)
    finally:
        move_to(pooled)


def move_to(url: str) -> None:
    """Let this process and its children reach the tests' database at another address."""
    connection.close()
    there = dj_database_url.parse(url)
    connection.settings_dict.update(HOST=there["HOST"], PORT=there["PORT"])
    os.environ["DATABASE_URL"] = url


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test that asks for a program's fixture, so that -m "not browser" holds."""
    for fixture, marker in MARKER_OF_FIXTURE.items():
        if fixture in getattr(item, "fixturenames", ()):
            item.add_marker(marker)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests that this run is for and this machine can run; others are counted, or refuse the run in CI."""
    on_postgresql = config.getoption("database") == "postgres"
    asked_for = [item for item in items if is_for(item, on_postgresql)]
    due = [item for item in asked_for if config.getoption("long") or not waits_for_long(item, on_postgresql)]
    waiting = len(asked_for) - len(due)
    if config.getoption("quick"):
        due = first_cases(due)
    missing = Counter(program for item in due for program in needs(item, on_postgresql) if not is_here(program))
    able = {item for item in due if missing.keys().isdisjoint(needs(item, on_postgresql))}
    unpooled = len(able) if on_postgresql and not is_here(PGBOUNCER) else 0
    config.stash[NOT_RUN] = not_run = what_is_not_run(missing, unpooled, waiting)
    kept = [item for item in items if item in able and not not_run.refused]
    config.hook.pytest_deselected(items=[item for item in items if item not in able])
    items[:] = sorted(kept, key=lambda item: not any(map(item.get_closest_marker, SLOWEST)))


def pytest_collection_finish() -> None:
    """Freeze what is imported: it stays to the end. Collect garbage seldom: little outlives its last reference."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


def first_cases(items: list[pytest.Item]) -> list[pytest.Item]:
    """One case of each test that starts no program, and of those with the database one a file."""
    plain = [item for item in items if not any(map(item.get_closest_marker, PROGRAM_OF_MARKER))]
    kept = {(item.path, None if uses_the_database(item) else item.function): item for item in reversed(plain)}
    return list(kept.values())[::-1]


def what_is_not_run(missing: Counter[Program], unpooled: int, long: int) -> NotRun:
    """The sentences about tests that are not run for want of programs or of a pooler, or for their length."""
    remarks = []
    refused = bool(missing) and nothing_may_be_left_out()
    if refused:
        packages = " ".join(program.packages for program in missing)
        remarks.append(f"Nothing may be left out here, and programs are missing: sudo apt install {packages}")
    else:
        remarks += [f"Left out: {n} for want of {p.name} (sudo apt install {p.packages})" for p, n in missing.items()]
    if unpooled:
        remarks.append(f"{unpooled} tests without a pooler, for want of pgbouncer (sudo apt install pgbouncer)")
    if long:
        remarks.append(f"{long} long tests not run: python3 dev.py test --long")
    return NotRun(remarks, refused)


def needs(item: pytest.Item, on_postgresql: bool) -> list[Program]:
    programs = [program for marker, program in PROGRAM_OF_MARKER.items() if item.get_closest_marker(marker)]
    if on_postgresql:  # where a test of that engine may expect it without using the database
        programs.append(POSTGRESQL)
        if nothing_may_be_left_out():  # without a pooler everything runs, but a site may be behind one
            programs.append(PGBOUNCER)
    return programs


def is_here(program: Program) -> bool:
    given = program in (POSTGRESQL, PGBOUNCER) and os.environ.get("WHISTKLUB_TEST_DATABASE_URL")
    return bool(given or program.find())


def is_for(item: pytest.Item, on_postgresql: bool) -> bool:
    """Whether a test applies to this engine."""
    only = item.get_closest_marker("only_on")
    if only:
        return only.args == ("postgres" if on_postgresql else "sqlite",)
    return uses_the_database(item) or not on_postgresql


def waits_for_long(item: pytest.Item, on_postgresql: bool) -> bool:
    """Whether a test waits for --long: it takes long, or tries on PostgreSQL what both engines do alike."""
    long = {marker.args for marker in item.iter_markers("long")}
    there = ("postgres",) if on_postgresql else ("sqlite",)
    return bool(long & {(), there}) or (on_postgresql and is_alike(item))


def is_alike(item: pytest.Item) -> bool:
    """Whether a test is about what both engines do alike."""
    is_about_engines = item.get_closest_marker("engines") or item.get_closest_marker("only_on")
    commits = "transactional_db" in getattr(item, "fixturenames", ())
    return not is_about_engines and not commits and ON_BOTH_ENGINES.isdisjoint(item.path.parents)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave unread, for PostgreSQL, the rooms without a database, and files of which nothing runs there by default."""
    if config.getoption("database") != "postgres":
        return None
    if collection_path in [TESTS / name for name in WITHOUT_A_DATABASE]:
        return True
    is_of_both = config.getoption("long") or not ON_BOTH_ENGINES.isdisjoint(collection_path.parents)
    if is_of_both or not collection_path.name.startswith("test_"):
        return None
    return not ABOUT_ENGINES.search(collection_path.read_text("utf-8")) or None


def uses_the_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ())):
        return True
    return issubclass(getattr(item, "cls", None) or object, TestCase | TransactionTestCase)


def nothing_may_be_left_out() -> bool:
    return os.environ.get("CI") == "true" or os.environ.get("WHISTKLUB_ALL") == "1"


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over a worker's remarks at its end; all workers collect the same tests, so any of them will do."""
    if hasattr(node, "workeroutput"):
        node.config.stash[NOT_RUN] = NotRun(**node.workeroutput["not_run"])


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a run succeed of which everything was left out, unless nothing may be left out."""
    not_run = session.config.stash.get(NOT_RUN, NotRun([], refused=False))
    if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and not_run.remarks:
        session.exitstatus = pytest.ExitCode.USAGE_ERROR if not_run.refused else pytest.ExitCode.OK
    if WORKER in os.environ:
        session.config.workeroutput["not_run"] = asdict(not_run)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what was measured and what was left out."""
    if config.getoption("long"):
        for report in terminalreporter.getreports("passed"):
            for name, value in report.user_properties:
                terminalreporter.write_line(f"{report.nodeid}: {name} {value}")
    not_run = config.stash.get(NOT_RUN, None)
    for remark in not_run.remarks if not_run else []:
        terminalreporter.write_line(remark, red=not_run.refused)
