"""Somebody gets hold of the database file, takes its guards away and writes into it: the audit names the first line."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from django.db import connection

from ledger.services.deals.recording import correct_deal
from ledger.services.site.other_database import sqlite_url
from tests.soak.installation import environment
from tests.support import forked
from tests.support.people import FIVE, change, make_club, make_evening, record, trick

pytestmark = pytest.mark.only_on("sqlite")

COPIES = 12
SEED = 13
LINES = range(1, 20)
Tampering = Callable[[sqlite3.Connection, int, Random], int]
"""Writes into a book at a line, by its number; gives the number of the first line that no longer fits."""

OF_LINE = "(SELECT key FROM ledger_entry WHERE sequence = ?)"


def points(book: sqlite3.Connection, line: int, draw: Random) -> int:
    """A gain moved from one player to another: the line still sums to zero."""
    seats = f"SELECT id FROM ledger_posting WHERE entry_id = {OF_LINE} AND role <> 'sits_out'"
    gains, takes = draw.sample([posting for (posting,) in book.execute(seats, [line])], 2)
    moved = draw.randint(1, 40)
    book.execute("UPDATE ledger_posting SET points = points + ? WHERE id = ?", [moved, gains])
    book.execute("UPDATE ledger_posting SET points = points - ? WHERE id = ?", [moved, takes])
    return line


def players(book: sqlite3.Connection, line: int, draw: Random) -> int:
    """Two players in each other's seats."""
    seats = f"SELECT id, player_id FROM ledger_posting WHERE entry_id = {OF_LINE}"
    (first_row, first), (other, second) = draw.sample(book.execute(seats, [line]).fetchall(), 2)
    for posting, player in ((first_row, None), (other, first), (first_row, second)):
        book.execute("UPDATE ledger_posting SET player_id = ? WHERE id = ?", [player, posting])
    return line


def time(book: sqlite3.Connection, line: int, draw: Random) -> int:
    moment = f"2025-12-{draw.randint(10, 28)} 20:15:00"
    book.execute("UPDATE ledger_entry SET received_at = ? WHERE sequence = ?", [moment, line])
    return line


def tricks(book: sqlite3.Connection, line: int, draw: Random) -> int:
    """What was played, with the points as they were."""
    change = f"json_set(deal, '$.tricks', (json_extract(deal, '$.tricks') + {draw.randint(1, 13)}) % 14)"
    book.execute(f"UPDATE ledger_entry SET deal = {change} WHERE sequence = ?", [line])
    return line


def reason(book: sqlite3.Connection, line: int, draw: Random) -> int:
    book.execute("UPDATE ledger_entry SET reason = reason || '!' WHERE sequence = ?", [line])
    return line


def digest(book: sqlite3.Connection, line: int, draw: Random) -> int:
    forged = f"{draw.getrandbits(256):064x}"
    book.execute("UPDATE ledger_entry SET digest = ? WHERE sequence = ?", [forged, line])
    return line


def swap_lines(book: sqlite3.Connection, line: int, draw: Random) -> int:
    other = draw.choice([line_number for line_number in LINES if line_number != line])
    for old, new in ((line, 1000), (other, line), (1000, other)):
        book.execute("UPDATE ledger_entry SET sequence = ? WHERE sequence = ?", [new, old])
    return min(line, other)


def take_out(book: sqlite3.Connection, line: int, draw: Random) -> int:
    """A line that is gone: the next does not follow."""
    book.execute(f"DELETE FROM ledger_posting WHERE entry_id = {OF_LINE}", [line])
    book.execute("DELETE FROM ledger_entry WHERE sequence = ?", [line])
    return line + 1


def take_out_and_close_up(book: sqlite3.Connection, line: int, draw: Random) -> int:
    """A line that is gone, and those after it numbered anew."""
    take_out(book, line, draw)
    book.execute("UPDATE ledger_entry SET sequence = sequence + 1000 WHERE sequence > ?", [line])
    book.execute("UPDATE ledger_entry SET sequence = sequence - 1001 WHERE sequence > 1000")
    return line


def put_in(book: sqlite3.Connection, line: int, draw: Random) -> int:
    """A copy of a line after the last."""
    key, (last,) = f"{draw.getrandbits(128):032x}", book.execute("SELECT max(sequence) FROM ledger_entry").fetchone()
    of_entry = {"key": key, "sequence": last + 1, "number": 900, "previous_digest": key, "digest": key * 2}
    copy(book, "ledger_entry", "sequence = ?", line, of_entry)
    copy(book, "ledger_posting", f"entry_id = {OF_LINE}", line, {"id": None, "entry_id": key})
    return last + 1


def copy(book: sqlite3.Connection, table: str, where: str, line: int, instead: dict[str, object]) -> None:
    """Copy rows of a line within their table, but for the columns that get something else."""
    columns = [name for _, name, *_ in book.execute(f"PRAGMA table_info({table})")]
    taken = ["?" if name in instead else name for name in columns]
    values = [instead[name] for name in columns if name in instead]
    select = f"SELECT {', '.join(taken)} FROM {table} WHERE {where}"
    book.execute(f"INSERT INTO {table} ({', '.join(columns)}) {select}", [*values, line])


TAMPERINGS: list[Tampering] = [
    *(points, players, time, tricks, reason, digest, swap_lines, take_out, take_out_and_close_up, put_in),
]


@pytest.fixture
def file(real_commits: None, tmp_path: Path) -> Path:
    """A database file with a season of twenty-one lines."""
    evening = make_evening(make_club(), names=FIVE)
    for number in range(19):
        entry = record(evening, trick(evening, FIVE[1 + number % 4], FIVE[1 + (number + 1) % 4], 5 + number % 8))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 8), change=change(evening))
    name = tmp_path / "whistklub.sqlite3"
    with closing(sqlite3.connect(name)) as copy:
        connection.connection.backup(copy)
    return name


def tamper(file: Path, folder: Path, tampering: Tampering, draw: Random) -> int:
    """Make a copy, take its guards away, write into it and put them back; gives the first line that does not fit."""
    folder.mkdir()
    shutil.copy(file, folder)
    with closing(sqlite3.connect(folder / file.name)) as book:
        book.execute("PRAGMA ignore_check_constraints = ON")
        guards = book.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            book.execute(f"DROP TRIGGER {name}")
        first = tampering(book, draw.choice(LINES), draw)
        for _, written in guards:
            book.execute(written)
        book.commit()
    return first


def test_the_first_line_that_was_touched_is_named_in_every_copy(file: Path, tmp_path: Path) -> None:
    draw = Random(SEED)
    tried = [*TAMPERINGS, *draw.choices(TAMPERINGS, k=COPIES - len(TAMPERINGS))]
    folders = [tmp_path / f"{number} {tampering.__name__}" for number, tampering in enumerate(tried)]
    firsts = [tamper(file, folder, tampering, draw) for folder, tampering in zip(folders, tried, strict=True)]

    settled = environment(tmp_path, sqlite_url(file))
    outcome = forked.run("-m", "tests.soak.proving", str(tmp_path), *map(str, folders), env=settled)
    assert outcome.returncode == 0, outcome.stderr
    untouched, *reports = [json.loads(line) for line in outcome.stdout.splitlines()]

    assert untouched["findings"] == []
    named = {folder.name: audit["first_line"] for folder, audit in zip(folders, reports, strict=True)}
    assert {name: line.rpartition(", ")[2] for name, line in named.items()} == {
        folder.name: str(first) for folder, first in zip(folders, firsts, strict=True)
    }
