"""dev.py keeps its promises: one plain sentence for what it cannot mend, and silent mending of what it can."""

import ast
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import dev

SCRIPT = Path(dev.ROOT) / "dev.py"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A project of nothing but dev.py and two locks that pin nothing."""
    project = tmp_path / "project"
    project.mkdir()
    shutil.copy(SCRIPT, project)
    for lock in (dev.RUN_LOCK, dev.TEST_LOCK):
        (project / lock).write_text("# nothing\n")
    return project


def run_dev(project: Path, *arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run dev.py with these arguments, after some lines that change what it finds."""
    start = f"sys.argv = {['dev.py', *arguments]!r}; runpy.run_path('dev.py', run_name='__main__')"
    program = f"import runpy, sys\n{before}\n{start}"
    return subprocess.run([sys.executable, "-c", program], cwd=project, capture_output=True, text=True)


def ask_dev(project: Path, expression: str) -> str:
    """What an expression in dev.py's own words is worth, asked in a fresh interpreter."""
    command = [sys.executable, "-c", f"import dev; print({expression})"]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=True).stdout.strip()


def make_ready(project: Path, says: str = f'exec {sys.executable} "$@"', lock: str = "RUN_LOCK") -> None:
    """An install as dev.py leaves it, without the seconds that pip takes: its Python does what a line of shell says."""
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\n[ "$1" = -c ] || {says}\n')
    python.chmod(0o755)
    ask_dev(project, f"dev.mark_ready(dev.{lock})")


def is_ready(project: Path) -> bool:
    return ask_dev(project, "dev.is_ready(dev.RUN_LOCK)") == "True"


# --- what it cannot mend


def test_an_old_python_can_read_it() -> None:
    ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 7))


NO_VENV = "This Python lacks its venv module; on Debian and Ubuntu: sudo apt install python3-venv\n"
# What a removed package leaves behind.
EMPTY_FOLDER = """
import importlib.machinery, types
sys.modules["ensurepip"] = types.ModuleType("ensurepip")
sys.modules["ensurepip"].__spec__ = importlib.machinery.ModuleSpec("ensurepip", None, is_package=True)
"""


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        (
            "sys.version_info = (3, 6, 15, 'final', 0)",
            "Whistklub needs Python 3.11 or newer; this is Python 3.6.\n",
        ),
        (
            "sys.maxsize = 2**31 - 1",
            "Whistklub needs a 64-bit system: some of its packages are not made for 32-bit ones.\n",
        ),
        ("sys.modules['ensurepip'] = None", NO_VENV),
        (EMPTY_FOLDER, NO_VENV),
    ],
    ids=["an old Python", "a 32-bit system", "no ensurepip", "an empty folder of it"],
)
def test_a_machine_that_will_not_do_is_told_why_in_one_sentence(copy: Path, before: str, sentence: str) -> None:
    outcome = run_dev(copy, "test", before=before)

    assert (outcome.returncode, outcome.stderr) == (1, sentence)


def test_a_place_that_cannot_be_written_is_one_sentence(copy: Path) -> None:
    (copy / ".vnew").touch()  # a file where the folder is to be

    outcome = run_dev(copy, "test")

    assert (outcome.returncode, outcome.stderr) == (1, f"{copy / '.vnew'}: Not a directory\n")


def test_a_busy_port_is_refused_with_a_free_one_to_try(copy: Path) -> None:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        port = door.getsockname()[1]

        outcome = run_dev(copy, "run", "--port", str(port))

    start, _, another = outcome.stderr.rpartition(" ")
    assert start == f"Port {port} cannot be used (Address already in use); try: python3 dev.py run --port"
    assert int(another) > port
    assert outcome.returncode == 1
    assert not (copy / ".venv").exists()


@pytest.mark.parametrize("port", ["0", "65536", "-1", "otte", "80.5"])
def test_a_port_is_a_number_that_ports_have(copy: Path, port: str) -> None:
    outcome = run_dev(copy, "run", f"--port={port}")

    assert outcome.stderr.splitlines()[-1] == ("dev.py: error: argument --port: a port is a number from 1 to 65535")


# --- what it mends


@pytest.mark.parametrize(("finished", "ready"), [("RUN_LOCK", "True False"), ("TEST_LOCK", "True True")])
def test_a_finished_install_is_ready_and_the_test_lock_holds_the_other_one_too(
    copy: Path, finished: str, ready: str
) -> None:
    make_ready(copy, lock=finished)

    assert ask_dev(copy, "dev.is_ready(dev.RUN_LOCK), dev.is_ready(dev.TEST_LOCK)") == ready


def test_a_topic_stands_for_its_tests_on_every_floor(copy: Path) -> None:
    for folder in ("rules/deals", "web/deals", "web/clubs"):
        (copy / "tests" / folder).mkdir(parents=True)

    assert ask_dev(copy, "dev.folders_of('deals')") == "['tests/rules/deals/', 'tests/web/deals/']"
    assert ask_dev(copy, "dev.folders_of('--long')") == "['--long']"


def test_a_benchmark_gets_its_options_and_its_exit_code_is_the_answer(copy: Path) -> None:
    make_ready(copy)
    ask_dev(copy, "dev.mark_ready(dev.TEST_LOCK)")
    (copy / "tests").mkdir()
    (copy / "tests/bench.py").write_text("import sys; sys.exit(' '.join(sys.argv[1:]))")

    outcome = run_dev(copy, "bench", "pages", "--rounds", "2")

    assert (outcome.returncode, outcome.stderr) == (1, "pages --rounds 2\n")


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda project: (project / ".venv" / f"{dev.RUN_LOCK}.sha256").unlink(), id="interrupted"),
        pytest.param(lambda project: (project / ".venv" / "bin" / "python").unlink(), id="python gone"),
        pytest.param(
            lambda project: (project / ".venv" / "bin" / "python").write_text("half of a file"), id="half a python"
        ),
        pytest.param(lambda project: (project / dev.RUN_LOCK).write_text("# more\n"), id="another lock"),
    ],
)
def test_a_damaged_install_is_not_ready(copy: Path, damage: Callable[[Path], object]) -> None:
    make_ready(copy)

    damage(copy)

    assert not is_ready(copy)


def test_an_install_that_was_moved_or_made_by_another_python_is_not_ready(copy: Path) -> None:
    make_ready(copy)

    assert ask_dev(copy, "setattr(dev.sys, 'version', '3.99.0') or dev.is_ready(dev.RUN_LOCK)") == "False"
    assert not is_ready(copy.rename(copy.with_name("moved")))


CANNOT_BE_HAD = f"--no-index\nnot-to-be-had==1 --hash=sha256:{'0' * 64}\n"


@pytest.mark.long
def test_packages_that_cannot_be_had_are_one_sentence_and_leave_the_working_install_as_it_is(copy: Path) -> None:
    make_ready(copy)
    (copy / ".venv" / "kept").touch()
    (copy / dev.TEST_LOCK).write_text(CANNOT_BE_HAD)

    tested = run_dev(copy, "test")

    assert (tested.returncode, tested.stderr) == (
        1,
        "The packages could not be installed (is this machine online?): "
        "ERROR: No matching distribution found for not-to-be-had==1\n",
    )
    assert sorted(path.name for path in copy.glob(".v*")) == [".venv"]
    assert (copy / ".venv" / "kept").exists()
    assert ask_dev(copy, "dev.is_ready(dev.RUN_LOCK), dev.is_ready(dev.TEST_LOCK)") == "True False"


@pytest.mark.long
def test_an_install_that_was_moved_serves_where_no_other_can_be_made(copy: Path) -> None:
    (copy / dev.RUN_LOCK).write_text(CANNOT_BE_HAD)
    make_ready(copy)
    moved = copy.rename(copy.with_name("moved"))

    command = [sys.executable, "-c", "import dev; dev.prepare(dev.RUN_LOCK)"]
    outcome = subprocess.run(command, cwd=moved, capture_output=True, text=True)

    assert outcome.returncode == 0
    assert outcome.stderr.splitlines()[-1] == "Going on with the .venv that is there."
    assert sorted(path.name for path in moved.glob(".v*")) == [".venv"]


@pytest.mark.long
def test_a_new_install_takes_the_others_place_programs_and_all(copy: Path) -> None:
    make_ready(copy)
    (copy / ".venv" / "former").touch()
    (copy / dev.RUN_LOCK).write_text("# another\n")

    ask_dev(copy, "dev.prepare(dev.RUN_LOCK)")

    assert sorted(path.name for path in copy.glob(".v*")) == [".venv"]
    assert not (copy / ".venv" / "former").exists()
    pip = subprocess.run([copy / ".venv" / "bin" / "pip", "--version"], capture_output=True, text=True)
    assert str(copy / ".venv" / "lib") in pip.stdout
    assert ".vnew" not in (copy / ".venv" / "bin" / "activate").read_text()


def test_a_swap_that_was_cut_off_is_undone(copy: Path) -> None:
    make_ready(copy)
    (copy / ".venv").rename(copy / ".venv.former")

    ask_dev(copy, "dev.prepare(dev.RUN_LOCK)")

    assert is_ready(copy)


@pytest.mark.long
def test_a_linked_folder_gives_way_and_what_it_led_to_stays(copy: Path, tmp_path: Path) -> None:
    (elsewhere := tmp_path / "elsewhere").mkdir()
    (elsewhere / "kept").touch()
    (copy / ".venv").symlink_to(elsewhere)

    ask_dev(copy, "dev.prepare(dev.RUN_LOCK)")

    assert [file.name for file in elsewhere.iterdir()] == ["kept"]
    assert not (copy / ".venv").is_symlink()


# --- how it tests


SAYS_ITS_ARGUMENTS, FAILS_ON_POSTGRESQL = 'echo "$@$PYTHONDONTWRITEBYTECODE"', 'case "$*" in *postgres*) exit 3;; esac'
ROOMS = [f"tests/{name}" for name in ("bench", "browser", "commands", "databases", "drill", "soak", "spreadsheets")]
SHARED_OUT = "-n auto --maxprocesses 8 --dist worksteal"
RUNS = {
    "": [
        "PostgreSQL | -m pytest --database postgres",
        f"SQLite | -m pytest {' '.join(f'--ignore={room}' for room in ROOMS)}",
        f"SQLite, programs | -m pytest {' '.join(ROOMS)}",
    ],
    **{
        more: [f"-m pytest {more} {SHARED_OUT}", f"-m pytest {more} {SHARED_OUT} --database postgres"]
        for more in ("--long", "-q", "-x --tb=short", "-k some")
    },
    "--database postgres": [f"-m pytest --database postgres {SHARED_OUT}"],
    "-n0": ["-m pytest -n0", "-m pytest -n0 --database postgres"],
    "--long tests/test_x.py": ["-m pytest --long tests/test_x.py"],
}


@pytest.mark.parametrize(("arguments", "commands"), RUNS.items(), ids=[name or "default" for name in RUNS])
def test_what_is_run_is_on_both_databases_unless_a_part_or_an_engine_is_asked_for(
    copy: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, commands: list[str]
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # not for the tests, which are compiled once for all processes
    make_ready(copy, SAYS_ITS_ARGUMENTS, "TEST_LOCK")

    assert sorted(run_dev(copy, "test", *arguments.split()).stdout.splitlines()) == commands
    assert all((Path(dev.ROOT) / room).is_dir() for room in ROOMS)


@pytest.mark.parametrize(
    ("arguments", "last_words"),
    [
        ([], ["SQLite: passed; SQLite, programs: passed; PostgreSQL: failed."]),
        (
            ["-q"],
            [
                "The tests on SQLite, without the long ones:",
                "The tests on PostgreSQL, without the long ones:",
                "SQLite: passed; PostgreSQL: failed.",
            ],
        ),
    ],
)
def test_a_run_says_what_it_runs_and_how_each_ended_and_one_that_fails_fails_it(
    copy: Path, arguments: list[str], last_words: list[str]
) -> None:
    make_ready(copy, FAILS_ON_POSTGRESQL, "TEST_LOCK")

    outcome = run_dev(copy, "test", *arguments)

    assert outcome.returncode == 3
    assert outcome.stderr.splitlines()[-len(last_words) :] == last_words


# --- how it serves


def test_a_phone_gets_an_address_it_can_reach_or_none() -> None:
    address = dev.lan_address()

    assert address is None or not address.startswith("127.")


HEAR_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"  # a background job would not
UNTIDY = f"""{HEAR_CTRL_C}
import time
try:
    open("started", "w").close()
    time.sleep(60)
except KeyboardInterrupt:
    time.sleep(0.5)
    open("tidied", "w").close()
"""


def test_ctrl_c_lets_a_program_tidy_up_before_leaving(copy: Path) -> None:
    program = f"{HEAR_CTRL_C}; import dev, sys; dev.call([sys.executable, '-c', {UNTIDY!r}])"
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, cwd=copy, stderr=subprocess.DEVNULL, start_new_session=True) as child:
        while not (copy / "started").exists():
            time.sleep(0.01)

        os.killpg(child.pid, signal.SIGINT)

    assert (copy / "tidied").exists()
