"""`dev.py install` writes what a server needs, once, and nothing over what is somebody else's."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import dev
from deploy.install import MARK, RELEASE_FILES, UNITS

ROOT = Path(dev.ROOT)
UNIT_FOLDER = "etc/systemd/system"
WORST_EXPOSURE = 25  # tenths, as systemd-analyze counts: 0 is none, 100 the whole machine
RIGHTS = {
    "etc/whistklub.env": 0o640,
    "etc/systemd/system/whistklub.service": 0o644,
    "etc/systemd/system/whistklub-backup.service": 0o644,
    "etc/systemd/system/whistklub-backup.timer": 0o644,
    "usr/local/sbin/whistklub": 0o755,
}


def install(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "dev.py", "install", f"--root={root}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a machine whose files were written."""
    root = tmp_path_factory.mktemp("machine")
    outcome = install(root, "--host=Whist.Example.DK")
    assert (outcome.returncode, outcome.stderr) == (0, "")
    return root


def contents(root: Path) -> dict[str, tuple[str, int, int]]:
    """Every file under a root: its text, its rights, and when it was written."""
    files = [path for path in root.rglob("*") if path.is_file()]
    return {
        path.relative_to(root).as_posix(): (
            path.read_text("utf-8"),
            path.stat().st_mode & 0o777,
            path.stat().st_mtime_ns,
        )
        for path in files
    }


def test_the_files_have_their_rights_and_no_gaps(machine: Path) -> None:
    files = contents(machine)

    assert {name: rights for name, (_, rights, _) in files.items()} == RIGHTS
    assert [name for name, (text, _, _) in files.items() if re.search("@[A-Z]+@", text)] == []
    assert (machine / "var/lib/whistklub").stat().st_mode & 0o777 == 0o700
    assert "WHISTKLUB_HOST=whist.example.dk\n" in files["etc/whistklub.env"][0]
    assert f"WorkingDirectory={ROOT}\n" in files[f"{UNIT_FOLDER}/whistklub.service"][0]


def test_every_file_of_the_release_carries_the_mark(machine: Path) -> None:
    assert [name for name in RELEASE_FILES if MARK not in (machine / name.lstrip("/")).read_text("utf-8")] == []


def test_a_second_time_does_nothing_and_needs_no_name(machine: Path) -> None:
    before = contents(machine)

    outcome = install(machine)

    assert outcome.stdout.splitlines()[0] == "Everything was in place already: nothing was changed."
    assert contents(machine) == before


def test_settings_and_somebody_elses_units_are_left_alone(tmp_path: Path) -> None:
    settings, unit = tmp_path / "etc/whistklub.env", tmp_path / UNIT_FOLDER / "whistklub.service"
    old = tmp_path / UNIT_FOLDER / "whistklub-backup.timer"
    unit.parent.mkdir(parents=True)
    settings.write_text('WHISTKLUB_HOST="klub.example.dk"\nWHISTKLUB_FOUNDERS=accounts\n')
    unit.write_text("[Unit]\nDescription=By hand\n")
    old.write_text(f"{MARK}\n[Timer]\nOnCalendar=weekly\n")

    outcome = install(tmp_path)

    assert settings.read_text() == 'WHISTKLUB_HOST="klub.example.dk"\nWHISTKLUB_FOUNDERS=accounts\n'
    assert unit.read_text() == "[Unit]\nDescription=By hand\n"
    assert "Left alone: /etc/systemd/system/whistklub.service," in outcome.stdout
    assert "Brought up to date: /etc/systemd/system/whistklub-backup.timer." in outcome.stdout
    assert "OnCalendar=*-*-* 04:30" in old.read_text()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "Under which name? python3 dev.py install --host whist.example.dk"),
        (["--host=https://whist.example.dk/"], "a name such as whist.example.dk, without https://"),
        (["--host=whist"], "a name such as whist.example.dk, without https://"),
        (["--host=whist.example.dk\nWHISTKLUB_DEBUG=1"], "a name such as whist.example.dk, without https://"),
        (["--host=..dk"], "a name such as whist.example.dk, without https://"),
    ],
)
def test_a_name_that_is_none_is_refused_and_nothing_is_written(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    outcome = install(tmp_path, *arguments)

    assert outcome.returncode != 0
    assert outcome.stderr.strip().endswith(reason)
    assert list(tmp_path.iterdir()) == []


def test_another_name_than_the_settings_say_is_refused(machine: Path) -> None:
    outcome = install(machine, "--host=klub.example.dk")

    assert outcome.returncode == 1
    assert outcome.stderr == (
        "/etc/whistklub.env says WHISTKLUB_HOST=whist.example.dk. To change the name, change it there.\n"
    )


def test_a_name_in_danish_letters_is_written_as_browsers_send_it(tmp_path: Path) -> None:
    install(tmp_path, "--host=blåbærgrød.no")

    assert "WHISTKLUB_HOST=xn--blbrgrd-fxak7p.no\n" in (tmp_path / "etc/whistklub.env").read_text()


@pytest.mark.parametrize(
    ("server", "says"),
    [("nginx", "proxy_pass http://127.0.0.1:8000;"), ("caddy", "reverse_proxy 127.0.0.1:8000")],
)
def test_a_web_servers_file_is_printed_and_written_nowhere(machine: Path, server: str, says: str) -> None:
    before = contents(machine)

    outcome = install(machine, f"--print={server}")

    assert says in outcome.stdout and "whist.example.dk" in outcome.stdout and "@HOST@" not in outcome.stdout
    assert contents(machine) == before


@pytest.mark.systemd
def test_the_units_hold_and_expose_little(machine: Path) -> None:
    units = [str(machine / UNIT_FOLDER / unit) for unit in UNITS]
    services = [unit for unit in units if unit.endswith(".service")]
    exposure = ["systemd-analyze", "security", "--offline=true", f"--threshold={WORST_EXPOSURE}", "--no-pager"]

    verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    exposed = [subprocess.run([*exposure, unit], capture_output=True, text=True) for unit in services]

    assert (verified.returncode, verified.stderr) == (0, "")
    assert [outcome.returncode for outcome in exposed] == [0, 0], [outcome.stdout[-200:] for outcome in exposed]
