"""The costs of a program from start to end, for the benchmarks."""

import json
import os
import subprocess
import sys
from typing import NamedTuple

from django.conf import settings
from django.core.management.base import CommandError

UNITS_A_MEGABYTE = 1_000_000 if sys.platform == "darwin" else 1000  # of ru_maxrss: bytes there, kilobytes elsewhere
# The system counts in a program's peak of memory what started it had then. So a small program starts it, and not a
# benchmark that has just played a season.
STARTER = """
import json, os, sys, time
started = time.monotonic()
_pid, status, usage = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ), 0)
costs = [time.monotonic() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss]
print(json.dumps([os.waitstatus_to_exitcode(status), *costs]))
"""


class Costs(NamedTuple):
    """A program's costs: seconds by the clock and of the processor, and its peak memory."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    said: str


def costs_of(*arguments: str, database_url: str) -> Costs:
    """Run Python with these arguments on a database; returns its costs and its output.

    Raises CommandError if it fails, or on a system that does not tell.
    """
    if not hasattr(os, "wait4"):
        raise CommandError("This system does not tell how much memory a program used.")
    command = [sys.executable, "-c", STARTER, sys.executable, *arguments]
    environment = {**os.environ, "DATABASE_URL": database_url, "WHISTKLUB_DATA": str(settings.DATA_DIR)}
    outcome = subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    *lines, last = outcome.stdout.splitlines()
    exit_code, seconds, cpu_seconds, peak = json.loads(last)
    if exit_code:
        raise CommandError("The command failed.")
    return Costs(seconds, cpu_seconds, peak / UNITS_A_MEGABYTE, "\n".join(lines))
