"""What must be settled before Django reads its settings: the tests' folder, their database, and what is left out."""

import os
from collections import Counter
from contextlib import ExitStack
from tempfile import TemporaryDirectory

import pytest
from django.test import TestCase, TransactionTestCase

from tests.postgres import cluster
from tests.programs import CHROMIUM, GETTEXT, LIBREOFFICE, POSTGRESQL, Program

SETTINGS_FROM_OUTSIDE = ["DATABASE_URL", "WHISTKLUB_HOST", "WHISTKLUB_LAN", "WHISTKLUB_DEBUG"]
PROGRAM_OF_MARKER = {"browser": CHROMIUM, "office": LIBREOFFICE, "gettext": GETTEXT}
MARKER_OF_FIXTURE = {"chromium": "browser", "soffice": "office", "xgettext": "gettext"}
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_setup"}
LEFT_OUT = pytest.StashKey[Counter[Program]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database",
        choices=["sqlite", "postgres"],
        default="sqlite",
        help="sqlite: every test. postgres: the tests that use the database, on a PostgreSQL started for them "
        "or on WHISTKLUB_TEST_DATABASE_URL.",
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config, parser: pytest.Parser, args: list[str]):
    """Before anyone reads the settings: a fresh data folder and the database asked for, whatever was set outside."""
    for name in SETTINGS_FROM_OUTSIDE:
        os.environ.pop(name, None)
    surroundings = ExitStack()
    early_config.add_cleanup(surroundings.close)
    os.environ["WHISTKLUB_DATA"] = surroundings.enter_context(TemporaryDirectory(prefix="whistklub-tests-"))
    if parser.parse_known_args(args).database == "postgres":
        use_postgresql(surroundings)
    return (yield)


def use_postgresql(surroundings: ExitStack) -> None:
    given, initdb = os.environ.get("WHISTKLUB_TEST_DATABASE_URL"), POSTGRESQL.find()
    if given:
        os.environ["DATABASE_URL"] = given
    elif initdb:
        os.environ["DATABASE_URL"] = surroundings.enter_context(cluster(initdb))


def pytest_itemcollected(item: pytest.Item) -> None:
    """A test that asks for a program's fixture carries its marker, so that -m "not browser" holds."""
    for fixture, marker in MARKER_OF_FIXTURE.items():
        if fixture in getattr(item, "fixturenames", ()):
            item.add_marker(marker)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what this run is for and this machine can do; what it cannot do is counted, or refused in CI."""
    on_postgresql = config.getoption("database") == "postgres"
    needed = Counter(program for item in items for program in needs(item, on_postgresql))
    left_out = Counter({program: tests for program, tests in needed.items() if not is_here(program)})
    if left_out and nothing_may_be_left_out():
        packages = " ".join(program.packages for program in left_out)
        raise pytest.UsageError(f"Nothing may be left out here, and programs are missing: sudo apt install {packages}")
    config.stash[LEFT_OUT] = left_out
    kept, dropped = [], []
    for item in items:
        wanted = is_for(item, on_postgresql)
        able = all(is_here(program) for program in needs(item, on_postgresql))
        (kept if wanted and able else dropped).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=dropped)


def needs(item: pytest.Item, on_postgresql: bool) -> list[Program]:
    programs = [program for marker, program in PROGRAM_OF_MARKER.items() if item.get_closest_marker(marker)]
    if on_postgresql and uses_the_database(item):
        programs.append(POSTGRESQL)
    return programs


def is_here(program: Program) -> bool:
    given = program is POSTGRESQL and os.environ.get("WHISTKLUB_TEST_DATABASE_URL")
    return bool(given or program.find())


def is_for(item: pytest.Item, on_postgresql: bool) -> bool:
    """Whether a test has something to say on this engine."""
    only = item.get_closest_marker("only_on")
    if only:
        return only.args == ("postgres" if on_postgresql else "sqlite",)
    return uses_the_database(item) or not on_postgresql


def uses_the_database(item: pytest.Item) -> bool:
    if item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ())):
        return True
    return issubclass(getattr(item, "cls", None) or object, TestCase | TransactionTestCase)


def nothing_may_be_left_out() -> bool:
    return os.environ.get("CI") == "true" or os.environ.get("WHISTKLUB_ALL") == "1"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run of which everything was left out has not failed."""
    if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and session.config.stash.get(LEFT_OUT, None):
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash.get(LEFT_OUT, None)
    if left_out:
        reasons = [f"{n} for want of {p.name} (sudo apt install {p.packages})" for p, n in left_out.items()]
        terminalreporter.write_line(f"Tests left out: {', '.join(reasons)}")
