"""Programs other than Python that some tests need: where they may be, and how to get them."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import playwright


@dataclass(frozen=True)
class Program:
    """A program, the Debian packages that bring it, and how to find it."""

    name: str
    packages: str
    find: Callable[[], str | None]


def first_of(*names: str) -> Callable[[], str | None]:
    """A search for the first of these programs on PATH or in its own place."""
    return lambda: next((path for name in names if (path := shutil.which(name))), None)


def find_initdb() -> str | None:
    """PostgreSQL's initdb of the newest version; Debian keeps it off PATH, in a folder per version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    path = os.pathsep.join([*map(str, reversed(folders)), os.environ.get("PATH", os.defpath)])
    return shutil.which("initdb", path=path)


PLAYWRIGHTS_NODE = str(Path(playwright.__file__).parent / "driver" / "node")
find_chromium = first_of(
    "chromium-headless-shell",  # the same engine without a window around it, in a quarter less time
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


@cache
def find_node() -> str | None:
    """The Node that Playwright brings, if the libraries that it is linked to are here."""
    starts = subprocess.run([PLAYWRIGHTS_NODE, "--version"], capture_output=True).returncode == 0
    return PLAYWRIGHTS_NODE if starts else None


CHROMIUM = Program(
    "Chromium",
    "chromium-headless-shell libatomic1",
    lambda: find_node() and find_chromium(),  # Playwright drives it by its Node
)
LIBREOFFICE = Program(
    "LibreOffice Calc",
    "libreoffice-calc-nogui",
    first_of("soffice", "libreoffice", "/Applications/LibreOffice.app/Contents/MacOS/soffice"),
)
POSTGRESQL = Program("PostgreSQL", "postgresql", find_initdb)
PGBOUNCER = Program("pgbouncer", "pgbouncer", first_of("pgbouncer", "/usr/sbin/pgbouncer"))
GETTEXT = Program("gettext", "gettext", first_of("xgettext"))
MOUNT = Program("mount, and root to use it", "mount", lambda: shutil.which("mount") if os.geteuid() == 0 else None)
NODE = Program("libatomic, which Playwright's Node is linked to", "libatomic1", find_node)
GIT = Program("git", "git", first_of("git"))
STRACE = Program("strace", "strace", first_of("strace"))
DEBOOTSTRAP = Program(
    "debootstrap, and root to use it", "debootstrap", lambda: shutil.which("debootstrap") if os.geteuid() == 0 else None
)
SYSTEMD = Program("systemd-analyze", "systemd", first_of("systemd-analyze"))
