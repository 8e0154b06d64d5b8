"""The power goes at any moment: whatever the disk kept of the last writes, no saved deal is lost, no book spoiled."""

import json
import shutil
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from tests.soak.conftest import Copied
from tests.soak.damage.power import TRACER, Disk, Event, events
from tests.soak.installation import Installation
from tests.soak.secretary import SAVED, Secretary
from tests.support.processes import run_python

PHONES = 2
SEED = 3
AT_A_TIME = 50  # images

pytestmark = pytest.mark.only_on("sqlite")  # the power cuts of PostgreSQL are for its own tests


@dataclass
class Played:
    """What the server did to its disk while deals were saved, and when each was told to be saved."""

    disk: Disk
    events: list[Event]
    saved: list[tuple[float, UUID]]


def play(site: Installation, deals: int) -> Played:
    """Save deals on a site whose every write is noted; the disk is given as it was before the first of them."""
    trace = site.data / "trace"
    site.start("strace", *TRACER, "-o", str(trace))
    secretary = Secretary(site.port, site.club).sign_in()
    disk, began = Disk.holding(site.data, ["whistklub.sqlite3", "whistklub.sqlite3-wal"]), time.time()

    def save(_number: int = 0) -> tuple[float, UUID]:
        deal = secretary.deal()
        assert secretary.save(deal).status == SAVED
        return time.time(), UUID(deal["key"])

    with ThreadPoolExecutor(PHONES) as phones:
        saved = sorted(phones.map(save, range(deals)))
    save()  # one more, so that the trace goes on beyond the last
    site.end()
    noted = [event for event in events(trace.read_text()) if event.at >= began]
    assert noted[-1].at > saved[-1][0]
    return Played(disk, noted, saved)


def images(played: Played, folder: Path, count: int) -> Iterator[tuple[Path, set[UUID]]]:
    """Folders with what a power cut may leave, each with the deals that were saved by then: between all the writes."""
    draw = Random(SEED)
    cuts = Counter(number * len(played.events) // count for number in range(count))
    for place, event in enumerate(played.events):
        told = {key for at, key in played.saved if at <= event.at}
        for number in range(cuts[place]):
            yield write_files(played.disk.after_a_cut(draw), folder / f"{place}-{number}"), told
        played.disk.follow(event)


def write_files(files: dict[str, bytes], folder: Path) -> Path:
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def prove_folders(folders: list[Path], site: Installation) -> list[dict[str, Any]]:
    """What the audit says of each, and which deals it holds."""
    outcome = run_python("-m", "tests.soak.proving", *map(str, folders), env=site.environment)
    assert outcome.returncode == 0, outcome.stderr
    return [json.loads(line) for line in outcome.stdout.splitlines()]


@pytest.mark.trace
@pytest.mark.parametrize(("deals", "cuts"), [(4, 10), pytest.param(40, 400, marks=pytest.mark.long)])
def test_no_saved_deal_is_lost_and_no_book_is_spoiled_when_the_power_goes(
    copy_pattern: Copied, tmp_path: Path, deals: int, cuts: int
) -> None:
    site = copy_pattern()
    played = play(site, deals)

    left = images(played, tmp_path, cuts)
    while some := list(islice(left, AT_A_TIME)):
        reports = prove_folders([folder for folder, _ in some], site)
        for (folder, told), report in zip(some, reports, strict=True):
            assert report["findings"] == [], folder.name
            assert told <= set(map(UUID, report["keys"])), folder.name
            shutil.rmtree(folder)
