"""A file that a disk has spoiled: the audit says what it cannot read, and never fails itself."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from ledger.queries.book.audit import entries
from ledger.services.deals import correct_deal
from tests.support.people import FIVE, change, make_club, make_evening, record, trick

pytestmark = pytest.mark.only_on("sqlite")

SEED = 77
REASON = "talt forkert ved bord et"
Prove = Callable[[bytes], dict[str, Any]]


@pytest.fixture
def book(real_commits: None, tmp_path: Path) -> bytes:
    """A database file with twelve lines, one of them a correction."""
    evening = make_evening(make_club(), names=FIVE)
    for number in range(10):
        entry = record(evening, trick(evening, FIVE[1 + number % 4], FIVE[1 + (number + 1) % 4], 5 + number % 8))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 8), change=change(evening, REASON))
    with closing(sqlite3.connect(tmp_path / "sound.sqlite3")) as copy:
        connection.connection.backup(copy)
        copy.execute("VACUUM")  # what tests before this one gave back would be flipped for nothing
    return (tmp_path / "sound.sqlite3").read_bytes()


@pytest.fixture
def prove(book: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Prove]:
    """`manage.py audit --json` on a file with these bytes; the tests' own database is back afterwards."""
    monkeypatch.setattr(entries, "ENTRIES_AT_A_TIME", 16)  # more than there are, as in a book of any length
    database = connection.settings_dict["NAME"]

    def prove(content: bytes) -> dict[str, Any]:
        file = tmp_path / "whistklub.sqlite3"
        for left in tmp_path.glob("whistklub.sqlite3*"):
            left.unlink()
        file.write_bytes(content)
        connection.close()
        connection.settings_dict["NAME"] = str(file)
        output = StringIO()
        try:
            call_command("audit", "--json", stdout=output)
            code = 0
        except SystemExit as stop:
            code = stop.code
        report = json.loads(output.getvalue())
        assert report["holds"] == (code == 0)
        return report

    yield prove
    connection.close()
    connection.settings_dict["NAME"] = database


def flip_bytes(book: bytes, draw: Random) -> bytes:
    """The file with one to four bytes changed, one beside the other."""
    spoiled, place = bytearray(book), draw.randrange(len(book) - 4)
    for offset in range(draw.randint(1, 4)):
        spoiled[place + offset] ^= draw.randint(1, 255)
    return bytes(spoiled)


@pytest.mark.parametrize("copies", [12, pytest.param(1000, marks=pytest.mark.long)])
def test_whatever_bytes_are_flipped_the_audit_ends_with_what_it_found(book: bytes, prove: Prove, copies: int) -> None:
    draw = Random(SEED)
    reports = [prove(flip_bytes(book, draw)) for _ in range(copies)]

    assert prove(book)["holds"]
    assert sum(not report["holds"] for report in reports) > copies / 10


def test_a_row_that_is_no_text_any_more_is_named_and_the_entries_after_it_are_proved(book: bytes, prove: Prove) -> None:
    """The reason stands in the reversal, line 11, and in the line that replaces what it reverses."""
    last = book.rindex(REASON.encode())
    named = []
    # The last two: what the engine moved while it packed the file may have left another in the slack of a page.
    for place in (book.rindex(REASON.encode(), 0, last), last):
        spoiled = bytearray(book)
        spoiled[place] = 0xFF

        report = prove(bytes(spoiled))

        assert (report["damaged"], report["lines"]) == (True, 12)
        assert sum("cannot be read" in sentence for sentence in report["findings"]) == 1
        named.append(report["first_line"].rpartition(", ")[2])
    assert sorted(named) == ["11", "12"]


@pytest.mark.parametrize("spoil", [lambda _: b"", lambda book: b"x" * len(book), lambda book: book[:5000]])
def test_a_file_that_is_no_database_any_more_is_a_finding(book: bytes, prove: Prove, spoil: Any) -> None:
    report = prove(spoil(book))

    assert not report["holds"]
    assert report["damaged"]


def test_a_player_whose_name_cannot_be_read_is_named_by_table_and_row(book: bytes, prove: Prove) -> None:
    spoiled = bytearray(book)
    spoiled[book.index(b"Dorthe")] = 0xFF

    report = prove(bytes(spoiled))

    assert any("table ledger_player" in sentence for sentence in report["findings"]), report
