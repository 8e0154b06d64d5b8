"""Lose parts of a database on three nodes while a site is in use, and print what each bar measured:

python3 dev.py drill [--kills N]     20 unless said; 1 loses the primary's node; exits with 1 if a bar is missed
"""

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

from deploy.ha.start import NoNodes, programs
from tests.support import forked


def main() -> None:
    parser = argparse.ArgumentParser(prog="dev.py drill", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how many parts are lost, in turn (default: 20)")
    kills = parser.parse_args().kills
    try:
        programs()
        bars = drill(kills)
    except NoNodes as reason:
        sys.exit(str(reason))
    print(*bars, sep="\n")  # noqa: T201
    sys.exit(not all(bar.holds for bar in bars))


def drill(kills: int) -> list[Any]:
    """Run the drill with a data folder of its own; gives its bars."""
    with TemporaryDirectory(prefix="whistklub-drill-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "whistklub.settings", "WHISTKLUB_DATA": folder}
        django.setup()
        from tests.soak.failover.drill import run_drill  # which needs Django set up

        try:
            return run_drill(Path(folder), kills, partial(print, flush=True))
        finally:
            forked.end()


if __name__ == "__main__":
    main()
