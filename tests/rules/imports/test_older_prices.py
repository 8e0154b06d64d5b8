"""Rows that no version can pay tell by what prices they were kept, and an earlier version is offered for their time."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from ledger.rules.imports.older_prices import offered_version
from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import WrittenRow, read_rows
from ledger.rules.imports.written.sheets import sheets_of
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.scoring.presets import preset
from ledger.rules.scoring.tariff import compile_tariff
from ledger.services.imports.book_files import read_book
from tests.rules.imports.old_books import (
    CHANGED,
    HEADINGS,
    MADE_IN_MID_LIFE,
    WHAT,
    OldBook,
    changed_prices,
    columns_of,
    one_long_sheet,
    played_deals,
    row_of_deal,
    tariffs,
)
from tests.rules.imports.states import RowState, state_of
from tests.rules.imports.test_verdict import essence_of

DOCUMENT = preset("call-ace-whist-quarter")


def rows_of(book: OldBook) -> list[WrittenRow]:
    sheets = sheets_of(read_book(book.as_workbook()))
    return list(read_rows(sheets, guess_map(sheets)))


def version_of(document: Mapping[str, Any]) -> ReadVersion:
    return ReadVersion("then", None, compile_tariff(read_scoring_table(document)))


def verdicts_of_today(document: Mapping[str, Any]) -> tuple[list[Verdict], ReadVersion]:
    """A book that was kept by a document, judged by today's version."""
    kept_by, [today] = [version_of(document)], tariffs()
    book = OldBook(kept_by, played_deals(kept_by, Random(4)), columns=columns_of(*WHAT))
    book.sheets["Ark"] = [HEADINGS, *(row_of_deal(deal, has_day=True) for deal in book.deals)]
    return list(judge_book(rows_of(book), [today])), today


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_the_version_that_an_old_book_was_kept_by_is_offered_for_its_time(seed: int) -> None:
    book, [today] = changed_prices(Random(seed)), tariffs()
    offer = offered_version(list(judge_book(rows_of(book), [today])), today, DOCUMENT)

    assert offer is not None and offer.since and offer.until
    assert offer.factor == MADE_IN_MID_LIFE
    assert offer.since <= offer.until < CHANGED and set(offer.evenings) <= {1, 2, 3, 4, 5}
    assert len(offer.rows) == offer.unpaid > 7 and offer.against == 0
    [nine] = [price for price in offer.prices if price.path == "values.9.plain"]
    assert (nine.now, nine.then) == (4, 12)

    earlier = ReadVersion("then", None, version_of(offer.document).tariff)
    verdicts = judge_book(rows_of(book), [earlier, ReadVersion("now", CHANGED, today.tariff)])
    for verdict, deal in zip(verdicts, book.deals, strict=True):
        assert state_of(verdict) is not RowState.DOUBT
        assert essence_of(deal.data) in map(essence_of, verdict.readings)


def test_a_few_prices_that_were_others_are_told_from_all_of_them() -> None:
    values = {**DOCUMENT["values"], "9": [price * 5 for price in DOCUMENT["values"]["9"]]}
    offer = offered_version(*verdicts_of_today({**DOCUMENT, "values": values}), DOCUMENT)

    assert offer is not None and offer.factor is None
    assert {price.path.rpartition(".")[0] for price in offer.prices} == {"values.9"}
    assert all(price.then == int(price.now) * 5 for price in offer.prices)
    assert len(offer.rows) >= 10 and offer.against == 0
    assert all(contract.startswith("9") for contract in offer.contracts)


def test_a_sound_book_needs_no_earlier_version() -> None:
    book = one_long_sheet(Random(1))

    assert offered_version(list(judge_book(rows_of(book), book.versions)), book.versions[0], DOCUMENT) is None
