"""The program that reads one file: it takes from itself what no reader needs, reads, answers and ends.

It is begun with a reader as "module:function", and gets the file on standard input. What it answers on standard output
is JSON with one key: "read" is what the reader gives, "refused" its refusal, "failed" a fault of ours. Where a limit is
reached it ends without an answer.
"""

import codecs
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module

from ledger.rules.site.refusal import Refusal

try:
    import resource
except ImportError:  # Windows, where the clock is the only limit
    resource = None  # type: ignore[assignment]

SECONDS = 12  # of the processor: a book of 20,000 rows is read in half of that on a machine that does nothing else
MEMORY = 200_000_000  # bytes
BEFORE_A_READER = 200  # milliseconds of the processor, in which the process begins: the kernel counts whole seconds
OPEN_FILES = 3  # the standard ones: not one more, and no socket
NICENESS = 10  # pages go first
# What texts, and names in zip files, are written in: each is a module, which cannot be opened any more afterwards.
ENCODINGS = ("ascii", "cp437", "cp1252", "latin-1", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")


def main() -> None:
    """Read the file on standard input as the command line says."""
    sys.modules["django"] = None  # type: ignore[assignment] # nothing of the site can be asked from here
    module, _, function = sys.argv[1].partition(":")
    read = getattr(import_module(module), function)
    for encoding in ENCODINGS:
        codecs.lookup(encoding)
    limit_this_process()
    sys.stdout.write(_answer(read, sys.stdin.buffer.read()))


def limit_this_process() -> None:
    """Give up all but some time and memory, for good. macOS keeps no limit of memory, and Windows none of these."""
    if resource is None:
        return
    os.nice(NICENESS)
    limits = {
        resource.RLIMIT_CPU: SECONDS,
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_CORE: 0,  # or a crash would leave the file on the disk
    }
    for limit, most in limits.items():
        with suppress(ValueError, OSError):
            resource.setrlimit(limit, (most, most))
    signal.setitimer(signal.ITIMER_PROF, SECONDS - BEFORE_A_READER / 1000)


def _answer(read: Callable[[bytes], object], data: bytes) -> str:
    try:
        return json.dumps({"read": read(data)})
    except Refusal as refusal:
        return json.dumps({"refused": refusal.as_plain_data()})
    except MemoryError:
        raise
    except Exception:
        return json.dumps({"failed": traceback.format_exc()})


if __name__ == "__main__":
    main()
