"""The fire drill: plants a fault in a copy of the project, and the test that is there for it must fail.

    python -m tests.drill              every fault, one after the other
    python -m tests.drill seal lock    these
    python -m tests.drill --list       what there is

Each fault is one change of text in one file. Exits 1 if a fault was not noticed, or no longer fits its file.
"""

import sys
import time

from tests.drill.planting import FAULTS, copied, why_missed


def main(names: list[str]) -> int:
    """Drill these faults, or all, and print whether each was noticed; returns the exit code."""
    say = sys.stdout.write
    if names == ["--list"]:
        say("".join(f"{name}: {fault.file}, {fault.test}\n" for name, fault in FAULTS.items()))
        return 0
    drilled, missed = names or list(FAULTS), 0
    with copied() as copy:
        for name in drilled:
            began = time.monotonic()
            was_noticed = not why_missed(FAULTS[name], copy)
            missed += not was_noticed
            say(f"{'noticed' if was_noticed else 'MISSED '} {time.monotonic() - began:5.1f} s  {name}\n")
            sys.stdout.flush()
    say(f"{len(drilled) - missed} of {len(drilled)} noticed\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
