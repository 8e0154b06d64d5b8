"""Programs of the site, each in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import dev


def run_python(
    *arguments: str, env: Mapping[str, str], input: str | None = None, umask: int = -1
) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments in the project folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=dev.ROOT,
        env=env,
        input=input,
        umask=umask,
        capture_output=True,
        encoding="utf-8",
    )


def run_at(data: Path, *arguments: str, umask: int = -1, **settled: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments for the site whose folder this is, with its database in it unless settled."""
    site = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    return run_python(*arguments, env={**os.environ, **site, **settled}, umask=umask)


def manage(data: Path, *arguments: str, umask: int = -1) -> subprocess.CompletedProcess[str]:
    """Run a command of that site."""
    return run_at(data, "manage.py", *arguments, umask=umask)
