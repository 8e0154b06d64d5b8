"""Programs of the site, each in a process of its own."""

import subprocess
import sys
from collections.abc import Mapping

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
