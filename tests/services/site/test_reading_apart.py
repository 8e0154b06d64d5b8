"""A file is read by a process that may spend little and touch nothing; whatever it does, its sender gets a sentence."""

import logging
import os
import platform
import resource
import socket
from collections.abc import Callable
from io import BytesIO

import pytest
from django.utils.translation import override
from openpyxl import Workbook

from ledger.rules.site.refusal import Refusal
from ledger.services.site import reader_process, reading_apart
from ledger.services.site.reader_process import SECONDS
from ledger.services.site.reading_apart import CANNOT_BE_READ, LONG_PAGES, NO_TIME_NOW, TAKES_TOO_MUCH, read_apart
from ledger.templatetags.ledger_labels import refusal_text
from tests.services.site import readers

# Of a book of 10,000 rows; a file may take what its process may.
SECONDS_OF_A_BOOK, MEMORY_OF_A_BOOK = 6, 150_000_000


def processor_seconds() -> float:
    """What the processes that have ended so far took, all told."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def refusal(reader: Callable[..., object], data: bytes = b"") -> Refusal:
    with pytest.raises(Refusal) as refused:
        read_apart(reader, data)
    return refused.value


def test_what_the_reader_gives_comes_back() -> None:
    assert read_apart(readers.give_back, "spær ♠".encode() * 100_000) == "spær ♠" * 100_000


def test_a_refusal_comes_back_with_its_labels_in_every_language() -> None:
    one_row, two_rows = (refusal(readers.refuse, data) for data in (b"1", b"2"))

    assert one_row.field == "file"
    with override("da"):
        assert refusal_text(one_row) == "Sheet Ark: 1 row of Takst"
    with override("en"):
        assert refusal_text(two_rows) == "Sheet Ark: 2 rows of Prices"


@pytest.mark.long
@pytest.mark.usefixtures("patient")
def test_a_reader_that_finds_no_end_is_ended_within_its_seconds_of_the_processor() -> None:
    before = processor_seconds()

    assert refusal(readers.spin).message == TAKES_TOO_MUCH
    assert 1 < processor_seconds() - before < SECONDS


@pytest.mark.parametrize("reader", [readers.hoard, readers.talk, readers.die])
def test_a_reader_that_takes_too_much_or_dies_is_a_sentence(reader) -> None:
    assert refusal(reader).message == TAKES_TOO_MUCH


@pytest.mark.parametrize(
    ("reader", "reason"),
    [
        (readers.open_file, "Too many open files"),
        (readers.open_socket, "Too many open files"),
        (readers.ask_the_site, "No module named 'django.conf'"),
    ],
)
def test_a_reader_opens_nothing_and_a_fault_of_ours_is_a_sentence_and_in_the_log(reader, reason, caplog) -> None:
    with caplog.at_level(logging.ERROR):
        assert refusal(reader).message == CANNOT_BE_READ

    assert reason in caplog.text


def test_a_reader_has_nothing_of_the_sites(monkeypatch) -> None:
    monkeypatch.setenv("WHISTKLUB_SECRET_KEY", "hemmelig")
    with socket.create_server(("127.0.0.1", 0)) as door:
        os.set_inheritable(door.fileno(), True)
        names, opened, modules = read_apart(readers.look_about, b"")

    assert "WHISTKLUB_SECRET_KEY" not in names
    assert "DATABASE_URL" not in names
    assert (opened, modules) == ([0, 1, 2], [])


def test_a_reader_that_takes_long_by_the_clock_is_ended(monkeypatch) -> None:
    monkeypatch.setattr(reading_apart, "LONGEST_READING", 0.01)

    assert refusal(readers.spin).message == NO_TIME_NOW


def test_who_comes_while_something_else_takes_too_long_is_told_to_come_again(monkeypatch) -> None:
    monkeypatch.setattr(reading_apart, "LONGEST_WAIT", 0.01)
    with LONG_PAGES.take():
        assert refusal(readers.give_back).message == NO_TIME_NOW

    assert refusal(readers.die).message == TAKES_TOO_MUCH
    assert read_apart(readers.give_back, b"") == ""


def test_a_machine_that_begins_no_process_is_a_sentence(monkeypatch) -> None:
    def begin(*_arguments: object, **_options: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(reading_apart, "Popen", begin)

    assert refusal(readers.give_back).message == NO_TIME_NOW


def test_elsewhere_than_on_linux_the_start_says_what_is_missing_and_files_are_read(monkeypatch) -> None:
    assert [*reading_apart.missing_limits()] == []
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    assert [*reading_apart.missing_limits()] == [
        "Files that are handed in are read without a limit of memory here: only Linux knows one."
    ]

    monkeypatch.setattr(reader_process, "resource", None)  # as on Windows
    reader_process.limit_this_process()
    assert os.getpriority(os.PRIO_PROCESS, 0) < 20


@pytest.mark.long
@pytest.mark.usefixtures("patient")
def test_an_old_book_of_10_000_rows_is_read_within_the_limits() -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Spil")
    for row in range(10_000):
        sheet.append([f"spiller {row % 40}" if at % 3 else (row * at % 401 - 200) / 8 for at in range(15)])
    book.save(content := BytesIO())

    before = processor_seconds()
    cells, _seconds, peak = read_apart(readers.weigh_old_book, content.getvalue())

    assert cells == 150_000
    assert processor_seconds() - before < SECONDS_OF_A_BOOK
    assert peak < MEMORY_OF_A_BOOK


@pytest.mark.long
def test_a_book_of_more_than_20_000_rows_is_one_sentence() -> None:
    book = Workbook(write_only=True)
    for title in ("2014", "2015"):
        sheet = book.create_sheet(title)
        for row in range(10_001):
            sheet.append([row])
    book.save(content := BytesIO())

    outcome, _seconds, _peak = read_apart(readers.weigh_old_book, content.getvalue())

    assert outcome == "The file is too large to be read here. Hand in one season at a time."


def test_workbooks_are_read_by_a_parser_that_expands_no_entities() -> None:
    assert read_apart(readers.parser_of_workbooks, b"") == ["defusedxml"] * 2
