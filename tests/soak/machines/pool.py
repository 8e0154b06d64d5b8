"""What if, workbooks and closings through a pool of two connections, while deals are typed and pages are read."""

import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from itertools import chain, zip_longest
from pathlib import Path
from zipfile import ZipFile

import dj_database_url
import psycopg

from deploy.ha.start import NoNodes
from tests.soak.installation import Installation, found_installation
from tests.soak.machines.bar import Bar, none
from tests.soak.machines.failover import judge_book
from tests.soak.machines.phones import Phones, start_phones
from tests.soak.secretary import Answer, Secretary
from tests.support.postgres import cluster
from tests.support.programs import PGBOUNCER, POSTGRESQL

WRITERS, READERS, ASKERS = 4, 8, 2
TYPING_PAUSE = 2  # seconds: at ten deals a second the workbook would soon hold more than a club plays in ten years
WAITS_AT_MOST = 60  # seconds, for a turn or for the workbook of a long season
LONGEST_TURN = 5  # seconds after which a page that waits for its turn asks again; what has failed asks later


@dataclass
class Questions:
    """What was asked at the site's pages that take long, and what was not right about the answers."""

    secretary: Secretary
    phones: Phones
    expected: dict[str, str]
    asked: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def ask_what_if(self, address: str) -> None:
        """Ask for a season under other prices; the answer is the one that was given at rest."""
        answer = self._ask("what if", self._phone(), address)
        self._hold(contents(answer) == self.expected[address], address, answer)

    def fetch_workbook(self, address: str) -> None:
        """Fetch the running season's workbook; it has every deal that was acknowledged before."""
        before = len(self.phones.acknowledged)
        answer = self._ask("workbook", self._phone(), address)
        after = len(self.phones.acknowledged) + WRITERS  # a phone may not have read its answer yet
        self._hold(answer.status == 200 and before <= deals_in(answer.content) <= after, address, answer)

    def close_season(self, address: str) -> None:
        """Close a season by the form on its page, and send that once more: both answers lead to the closing sheet."""
        phone = self._phone()
        form = hidden_fields(self._ask("closing", phone, address))
        for _ in range(2):
            answer = self._ask("closing", phone, address, form)
            self._hold(answer.location == address.replace("/close/", "/closing/"), address, answer)

    def _phone(self) -> Secretary:
        return replace(self.secretary, cookies=dict(self.secretary.cookies))

    def _ask(self, kind: str, phone: Secretary, address: str, form: Mapping[str, str] | None = None) -> Answer:
        """The answer to a question, which waits for its turn as its page does in a browser."""
        until = time.monotonic() + WAITS_AT_MOST
        while True:
            answer = phone.get(address) if form is None else phone.post(address, form)
            if not 0 < answer.again_after <= LONGEST_TURN or time.monotonic() > until:
                break
            time.sleep(answer.again_after)
            address = answer.again_at or address
        self.asked[kind] += 1
        if answer.status >= 400:
            self.failed.append(f"{kind}: {answer.status}")
        return answer

    def _hold(self, is_right: bool, address: str, answer: Answer) -> None:
        if not is_right:
            self.wrong.append(f"{address}: {answer.status} {answer.location}")


def run_pool_drill(folder: Path, questions: int, tell: Callable[[str], None]) -> list[Bar]:
    """Ask so many questions through the pool, beside 8 readers and 4 writers; gives what was measured of each bar."""
    closings = questions // 15
    with site_on_a_pool(folder, seasons=closings + 1) as installation:
        earlier = installation.stored_keys()
        asked, phones = ask_all(installation, questions, closings)
        closed = installation.ask("SELECT count(*) FROM ledger_season WHERE closed_at IS NOT NULL")[0][0]
        for sentence in [*asked.failed, *asked.wrong, *phones.remarks]:
            tell(sentence)
        return [
            Bar("what if, workbooks and closings asked", asked.asked.total(), "", asked.asked.total() >= questions),
            none("of them failed", len(asked.failed)),
            none("of them wrong", len(asked.wrong)),
            Bar("seasons closed", closed, f"must be {closings}", closed == closings),
            *judge_book(phones, installation, earlier),
            none("reads other than 200", sum(answer.status != 200 for answer in phones.reading)),
            Bar("slowest read or deal, s", phones.slowest, "", holds=True),
        ]


def ask_all(installation: Installation, questions: int, closings: int) -> tuple[Questions, Phones]:
    """Ask, two at a time, while phones type and read; gives the questions and the phones at their end."""
    club = installation.club
    secretary = Secretary(installation.port, club).sign_in()
    settled, *others = club["seasons"]
    what_if = f"{club['home']}seasons/{settled}/what-if/?prices={club['prices']}&reading=lost:double_under"
    workbook = f"{club['home']}seasons/2026-27/workbook.xlsx"
    expected = {what_if: contents(secretary.get(what_if))}
    phones, threads = start_phones(secretary, writers=WRITERS, readers=READERS, typing_pause=TYPING_PAUSE)
    asked = Questions(secretary, phones, expected)
    fetched = (questions - 3 * closings) // 2
    kinds = [
        [partial(asked.close_season, f"{club['home']}seasons/{slug}/close/") for slug in others],
        [partial(asked.ask_what_if, what_if)] * (questions - 3 * closings - fetched),
        [partial(asked.fetch_workbook, workbook)] * fetched,
    ]
    try:
        with ThreadPoolExecutor(ASKERS) as askers:
            done = [askers.submit(act) for act in chain.from_iterable(zip_longest(*kinds)) if act]
            for question in done:
                question.result()
    finally:
        phones.is_over.set()
        for thread in threads:
            thread.join()
    return asked, phones


@contextmanager
def site_on_a_pool(folder: Path, *, seasons: int) -> Iterator[Installation]:
    """A site that reaches PostgreSQL through pgbouncer, which has two connections for all.

    Raises NoNodes if a program is not installed.
    """
    initdb, pgbouncer = POSTGRESQL.find(), PGBOUNCER.find()
    if not (initdb and pgbouncer):
        raise NoNodes("Not all of these are installed: apt install postgresql pgbouncer")
    with cluster(initdb, pgbouncer) as server:
        with psycopg.connect(server.direct, dbname="postgres", autocommit=True) as connection:
            connection.execute("CREATE DATABASE whistklub")
        os.environ["WHISTKLUB_DUMP_SERVER"] = f"{dj_database_url.parse(server.direct)['HOST']}:5432"
        installation = found_installation(folder, server.pooled, seasons=seasons)
        installation.start()
        try:
            yield installation
        finally:
            installation.end()
            del os.environ["WHISTKLUB_DUMP_SERVER"]


def contents(answer: Answer) -> str:
    """A page from its heading on, without what is each visit's own."""
    return re.sub(r'(name="(csrfmiddlewaretoken|key)" value=)"[^"]*"', r"\1", answer.page.partition("<h1")[2])


def hidden_fields(answer: Answer) -> dict[str, str]:
    """The hidden fields of the only form on a page's own content."""
    return dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', answer.page.partition("<h1")[2]))


def deals_in(workbook: bytes) -> int:
    """How many deals a season's workbook lists."""
    with ZipFile(BytesIO(workbook)) as parts:
        tables = [parts.read(name).decode() for name in parts.namelist() if name.startswith("xl/tables/")]
    (last_row,) = [row for text in tables for row in re.findall(r'name="tblDeals"[^>]* ref="A1:[A-Z]+(\d+)"', text)]
    return int(last_row) - 1
