"""Put a site on several machines' parts, on this one machine, and print what each bar measured:

python3 dev.py drill [PART ...] [--short] [--kills N]

    web        two web machines behind Caddy, of which one is killed
    pool       a pool of two connections to PostgreSQL
    failover   three nodes of PostgreSQL that lose a part in turn, 20 times unless --kills says otherwise

All of them unless parts are named; --short asks less of each. Exits with 1 if a bar is missed, and ends all that it has
started, also at Ctrl-C and where it is told to end.
"""

import argparse
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

from deploy.ha.start import NoNodes
from ledger.services.site.catalogues import compile_catalogue, out_of_date
from tests.soak.machines.bar import at_most
from tests.support import forked

SHORT_SECONDS = 300
tell = partial(print, flush=True)
PARTS = ("web", "pool", "failover")


def main() -> None:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="dev.py drill", description=__doc__, formatter_class=formatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all unless said")
    parser.add_argument("--short", action="store_true", help="one failover, and less of the rest: within five minutes")
    parser.add_argument("--kills", type=int, help="how many parts of the nodes are lost (default: 20; short: 1)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("The drill was told to end."))
    kills, began = options.kills or (1 if options.short else 20), time.monotonic()
    try:
        bars = [bar for part in options.parts or PARTS for bar in drill(part, options.short, kills)]
    except NoNodes as reason:
        sys.exit(str(reason))
    if options.short:
        bars.append(at_most(SHORT_SECONDS, "the short drill, s", time.monotonic() - began))
        tell(str(bars[-1]))
    sys.exit(not all(bar.holds for bar in bars))


def drill(part: str, is_short: bool, kills: int) -> list[Any]:
    """Run a part's drill with a data folder of its own, and print its bars."""
    with TemporaryDirectory(prefix="whistklub-drill-") as folder:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "whistklub.settings", "WHISTKLUB_DATA": folder}
        django.setup()
        for catalogue in out_of_date():
            compile_catalogue(catalogue)
        from tests.soak.machines.failover import run_drill  # which need Django set up
        from tests.soak.machines.pool import run_pool_drill
        from tests.soak.machines.web import run_web_drill

        run = {
            "web": lambda: run_web_drill(Path(folder), *((60, 200) if is_short else (200, 1000)), tell),
            "pool": lambda: run_pool_drill(Path(folder), 60 if is_short else 500, tell),
            "failover": lambda: run_drill(Path(folder), kills, tell),
        }
        try:
            bars = run[part]()
        finally:
            forked.end()
    tell(f"{part}:")
    for bar in bars:
        tell(f"  {bar}")
    return bars


if __name__ == "__main__":
    main()
