"""The drill: the nodes of deploy/ha lose parts while secretaries type, and every deal is in the book once."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from deploy.ha.start import Cluster, NoNodes
from tests.soak.installation import Installation, found_installation, free_port
from tests.soak.machines.bar import Bar, at_least, at_most, none
from tests.soak.machines.kills import KILLS, Kill
from tests.soak.machines.phones import Phones, start_phones
from tests.soak.secretary import Secretary
from tests.support.postgres import as_its_own_user

WRITERS, READERS = 8, 2
QUIET = 4  # seconds before the first loss and after each repair
GIVES_UP_AFTER = 60  # seconds without a saved deal
SITE_OPTIONS = "?connect_timeout=3"


@contextmanager
def site_on_nodes(folder: Path) -> Iterator[tuple[Cluster, Installation]]:
    """A site with a club on three nodes, for the length of a block."""
    with TemporaryDirectory(prefix="whistklub-ha-", dir="/tmp") as name:  # a socket's path is short
        prefix = as_its_own_user(Path(name))
        cluster = Cluster(Path(name), port_with_free_followers(), prefix)
        try:
            cluster.start()
            installation = found_installation(folder, cluster.url + SITE_OPTIONS)
            installation.start()
            try:
                yield cluster, installation
            finally:
                installation.end()
        finally:
            cluster.end()


def port_with_free_followers() -> int:
    """A port whose followers up to 50 further are likely free too: clients are given others."""
    return 10_000 + free_port() % 200 * 100


def run_drill(folder: Path, kills: int, tell: Callable[[str], None]) -> list[Bar]:
    """Lose so many parts, in turn, of a site that is in use; gives what was measured of each bar."""
    with site_on_nodes(folder) as (cluster, installation):
        secretary = Secretary(installation.port, installation.club).sign_in()
        phones, threads = start_phones(secretary, writers=WRITERS, readers=READERS)
        losses = 0
        try:
            wait_for_readers(phones, 2 * READERS * len(installation.club["read"]))
            for kill in islice(cycle(KILLS), kills):
                tell(f"{kill.name}: {lose(cluster, phones, kill):.1f} s without a saved deal")
                losses += 1
        except NoNodes as reason:
            tell(str(reason))
        finally:
            phones.is_over.set()
            for thread in threads:
                thread.join()
        for remark in phones.remarks:
            tell(remark)
        outlived = Bar("losses that all nodes came back from", losses, f"must be {kills}", losses == kills)
        return [outlived, *judge(phones, installation)]


def wait_for_readers(phones: Phones, pages: int) -> None:
    """Wait until so many pages have been read, so that every one was, as it has been when half an evening is over."""
    until = time.monotonic() + GIVES_UP_AFTER
    while len(phones.reading) < pages or not phones.acknowledged:
        assert time.monotonic() < until, f"{len(phones.reading)} of {pages} pages read in {GIVES_UP_AFTER} s"
        time.sleep(0.1)


def lose(cluster: Cluster, phones: Phones, kill: Kill) -> float:
    """Lose a part and bring it back; gives the longest time without a saved deal meanwhile, in seconds."""
    began = time.monotonic()
    repair = kill.strike(cluster)
    time.sleep(QUIET)
    wait_for_a_deal(phones)
    repair()
    cluster.wait_until_whole()
    wait_for_a_deal(phones)
    time.sleep(QUIET)
    return phones.longest_gap(since=began - QUIET)


def wait_for_a_deal(phones: Phones) -> None:
    """Wait until a deal is acknowledged that was not yet when the waiting began."""
    before, until = len(phones.acknowledged), time.monotonic() + GIVES_UP_AFTER
    while len(phones.acknowledged) == before:
        assert time.monotonic() < until, f"No deal saved for {GIVES_UP_AFTER} s"
        time.sleep(0.1)


def judge(phones: Phones, installation: Installation) -> list[Bar]:
    """Every bar with its figure, of phones that have come to their end."""
    return [
        *judge_book(phones, installation),
        at_most(15, "longest without a saved deal, s", phones.longest_gap()),
        at_least(99.5, "reads answered with 200, %", 100 * phones.reads_that_came),
        at_most(6, "slowest answer, s", phones.slowest),
        none("bare error pages and connections cut off", phones.bare),
        none('"not saved" shown to readers', phones.readers_told_not_saved),
    ]


def judge_book(phones: Phones, installation: Installation, earlier: Counter[UUID] | None = None) -> list[Bar]:
    """Whether every deal is in the book once if it was acknowledged, and no other but those from `earlier`."""
    stored = installation.stored_keys() - (earlier or Counter())
    return [
        Bar("deals acknowledged", len(phones.acknowledged), "", not phones.unsaved),
        none("of them lost", len(phones.acknowledged.keys() - stored.keys())),
        none(
            "stored twice, or without being acknowledged",
            stored.total() - len(stored.keys() & phones.acknowledged.keys()),
        ),
        none("findings of the audit", len(installation.audit()["findings"])),
    ]
