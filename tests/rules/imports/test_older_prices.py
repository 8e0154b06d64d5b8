"""Rows that no version can pay tell by what prices they were kept, and an earlier version is offered for their time."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ledger.rules.imports.choices import offered_version
from ledger.rules.imports.verdict.judging import judge_book
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import WrittenRow, read_rows
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.scoring.tariff import compile_tariff
from ledger.spreadsheets.imports.old_book import read_book
from tests.rules.imports.old_books import (
    CHANGED,
    MADE_IN_MID_LIFE,
    OldBook,
    changed_prices,
    one_long_sheet,
    tariffs,
)
from tests.rules.imports.states import state_of
from tests.rules.imports.test_verdict import essence_of

DOCUMENT = preset("call-ace-whist-quarter")


def rows_of(book: OldBook) -> list[WrittenRow]:
    sheets = sheets_of(read_book(book.as_workbook()))
    return list(read_rows(sheets, guess_map(sheets)))


def version_of(document: Mapping[str, Any]) -> ReadVersion:
    return ReadVersion("then", None, compile_tariff(read_scoring_table(document)))


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_version_that_an_old_book_was_kept_by_is_offered_for_its_time(seed: int) -> None:
    book, [today] = changed_prices(Random(seed)), tariffs()
    offer = offered_version(list(judge_book(rows_of(book), [today])), today, DOCUMENT)

    assert offer is not None
    assert offer.factor == MADE_IN_MID_LIFE
    assert offer.since <= offer.until < CHANGED
    assert len(offer.rows) > 7 and offer.against == 0
    assert (DOCUMENT["values"]["9"][0], offer.document["values"]["9"][0]) == (4, 12)

    earlier = ReadVersion("then", None, version_of(offer.document).tariff)
    verdicts = judge_book(rows_of(book), [earlier, ReadVersion("now", CHANGED, today.tariff)])
    for verdict, deal in zip(verdicts, book.deals, strict=True):
        assert state_of(verdict) != "doubt"
        assert essence_of(deal.data) in map(essence_of, verdict.readings)


def test_a_sound_book_needs_no_earlier_version() -> None:
    book = one_long_sheet(Random(1))

    assert offered_version(list(judge_book(rows_of(book), book.versions)), book.versions[0], DOCUMENT) is None
