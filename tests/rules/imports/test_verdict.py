"""The verdict on old books of ten layouts: every planted error is named by its cell, and no sound row is refused."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from ledger.rules.imports.choices import Choices, alike_key
from ledger.rules.imports.names import who_is_meant
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.written.cells import BookRow, BookSheet, sheets_of
from ledger.rules.imports.written.columns import BookMap, SheetMap
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.rows import WrittenRow, read_rows
from ledger.spreadsheets.imports.old_book import read_book
from tests.rules.imports.old_books import LAYOUTS, PLAYERS, OldBook, plant_errors, tariffs
from tests.rules.imports.states import state_of

SHORT = ("one_long_sheet", "merged_headings")
EVERY_LAYOUT = [name if name in SHORT else pytest.param(name, marks=pytest.mark.long) for name in LAYOUTS]
OWN_TRICKS_KNOWN = 95  # percent of the rows that one version can pay


@cache
def judged_book(layout: str, seed: int = 1) -> tuple[OldBook, tuple[Verdict, ...]]:
    """A book of a layout with its errors and the verdicts on it, once whoever is unsure has been confirmed."""
    book = LAYOUTS[layout](Random(seed))
    plant_errors(layout, book)
    sheets = sheets_of(read_book(book.as_workbook()))
    rows = list(read_rows(sheets, guess_map(sheets)))
    written = [name for row in rows for name in (row.text("declarer"), row.text("partner")) if name]
    _known, questions = who_is_meant(written, dict.fromkeys(PLAYERS, 0), {})
    aliases = {question.name: question.suggestions[0] for question in questions if question.suggestions}
    return book, tuple(judge_book(rows, book.versions, aliases))


def cells_of(place: str) -> set[str]:
    """The cells of a place such as "C6:D6"."""
    first, _, last = place.partition(":")
    letters, row = re.fullmatch(r"([A-Z]+)(\d+)", first).groups()  # type: ignore[union-attr]
    end = last.rstrip("0123456789") or letters
    return {f"{chr(letter)}{row}" for letter in range(ord(letters), ord(end) + 1)}


def doubts(verdicts: Sequence[Verdict]) -> list[tuple[str, str, FindingKind]]:
    return [
        (finding.place.sheet, finding.place.cell, finding.kind)
        for verdict in verdicts
        for finding in verdict.findings
        if finding.is_doubt
    ]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 7))])
@pytest.mark.parametrize("layout", EVERY_LAYOUT)
def test_every_planted_error_is_named_by_its_cell_and_no_sound_row_is_refused(layout: str, seed: int) -> None:
    book, verdicts = judged_book(layout, seed)
    doubts_raised = doubts(verdicts)

    assert len(verdicts) == len(book.deals)
    for error in book.errors:
        named = [kind for sheet, cell, kind in doubts_raised if sheet == error.sheet and error.cell in cells_of(cell)]
        assert set(named) & set(error.kinds), (error, doubts_raised)
    assert len(doubts_raised) == len(book.errors) == 3, doubts_raised


@pytest.mark.long
def test_a_planted_error_is_named_by_its_very_cell_wherever_the_row_tells_which_it_is() -> None:
    """The rest are a side of two of whom either may be wrong, and points alone that no contract pays."""
    alone = {}
    for layout in LAYOUTS:
        book, verdicts = judged_book(layout)
        planted = {(error.sheet, error.cell) for error in book.errors}
        alone[layout] = [cell for sheet, cell, _kind in doubts(verdicts) if (sheet, cell) in planted]

    assert sum(map(len, alone.values())) >= 26, alone


@pytest.mark.parametrize("layout", EVERY_LAYOUT)
def test_what_was_likely_meant_is_said(layout: str) -> None:
    book, verdicts = judged_book(layout)
    for verdict in verdicts:
        for finding in verdict.findings:
            meant = [error.meant for error in book.errors if error.cell == finding.place.cell]
            if finding.kind in (FindingKind.SIGN, FindingKind.DIGIT, FindingKind.BLANK, FindingKind.JUMP):
                assert finding.likely is not None
                assert finding.likely["da"].replace("\N{MINUS SIGN}", "-") == str(meant[0])
                assert finding.likely["da"] in finding.label_with_place["da"]
                assert finding.place.cell in finding.label_with_place["en"]


def essence_of(deal: Mapping[str, Any]) -> tuple[object, ...]:
    """What has to be right of a deal: its contract, its side and its tricks."""
    if deal["kind"] == "nolo":
        return deal["contract"], *((item["player"], item["tricks"]) for item in deal["participants"])
    return deal["level"], deal["attachment"], deal["declarer"], deal["partner"], deal["tricks"]


@pytest.mark.parametrize("layout", [layout for layout in LAYOUTS if layout in SHORT])
def test_a_row_of_one_outcome_is_the_deal_that_was_played(layout: str) -> None:
    assert_right(layout, 1)


@pytest.mark.long
def test_nearly_all_rows_come_out_with_their_side_and_tricks_and_none_with_wrong_ones() -> None:
    """Of six books of every layout: how many of a book's deals pay alike, and have to be chosen, is chance."""
    layouts = [layout for layout in LAYOUTS if layout != "points_only"]
    counts = [assert_right(layout, seed) for seed in range(1, 7) for layout in layouts]

    known, payable = map(sum, zip(*counts, strict=True))
    assert known * 100 >= payable * OWN_TRICKS_KNOWN, (known, payable)


def assert_right(layout: str, seed: int) -> tuple[int, int]:
    """Compare the deals of a book with those played; how many came out, of how many that could."""
    book, verdicts = judged_book(layout, seed)
    known = payable = 0
    for verdict, deal in zip(verdicts, book.deals, strict=True):
        if state_of(verdict) == "doubt":
            continue
        payable += 1
        readings = [essence_of(reading) for reading in verdict.readings]
        assert essence_of(deal.data) in readings, (deal, verdict)
        known += state_of(verdict) == "deal"
        assert state_of(verdict) != "deal" or readings == [essence_of(deal.data)]
    return known, payable


# --- single rows


def row_of(points: Sequence[Any], *, columns: Mapping[str, Any] | None = None, **facts: Any) -> list[WrittenRow]:
    columns = columns or {"declarer": "Anna", "partner": "Bodil", "contract": "9 vip"}
    names = [*columns]
    sheet_map = SheetMap(
        1, dict(enumerate(names, 1)), {len(names) + place: player for place, player in enumerate(PLAYERS, 1)}, {}, 2014
    )
    values = [*(facts.get(name, value) for name, value in columns.items()), *points]
    sheet = BookSheet("Ark", [BookRow(1, ["x"]), BookRow(7, values)])
    return list(read_rows([sheet], BookMap({"*": sheet_map})))


def verdict_on(points: Sequence[Any], **facts: Any) -> Verdict:
    [verdict] = judge_book(row_of(points, **facts), tariffs())
    return verdict


def kinds_of(verdict: Verdict) -> list[str]:
    return [finding.kind.code for finding in verdict.findings if finding.kind is not FindingKind.NO_DAY]


@pytest.mark.parametrize(
    ("points", "kind", "cell", "likely"),
    [
        ((16, 16, -16, 16), "sign", "G7", "−16"),
        ((160, 16, -16, -16), "digit", "D7", "16"),
        ((16, 16, -16, -1016), "digit", "G7", "−16"),
        ((16, None, -16, -16), "blank", "E7", "16"),
        ((16, 16, -16, -18), "sum", "G7", "−16"),
        ((16, 1, 2, 3), "sum", "D7:G7", None),
        ((37, 37, -37, -37), "no_price", "D7", "40"),
        ((8, -8, 8, -8), "other_side", "B7", "Carl"),
        ((-16, 16, 16, -16), "other_side", "A7:B7", "Carl or Dorthe"),
    ],
)
def test_what_is_wrong_is_said_with_what_was_likely_meant(
    points: Sequence[Any], kind: str, cell: str, likely: str | None
) -> None:
    verdict = verdict_on(points)
    [about] = [finding for finding in verdict.findings if finding.kind is not FindingKind.NO_DAY]

    assert (about.kind.code, about.place.cell, about.likely and about.likely["en"]) == (kind, cell, likely)


@pytest.mark.parametrize(("partner", "is_named"), [("", False), ("Bodil", True)])
def test_who_went_along_without_being_named_is_for_somebody_to_say(partner: str, is_named: bool) -> None:
    verdict = verdict_on((10, 10, -10, -10), contract="sol", partner=partner)

    assert [verdict.names_all_of(of_two) for of_two in verdict.readings[:4]] == [is_named] * 4
    assert (
        bool(Choices(alike={alike_key(verdict): 0}).reading(verdict)) == is_named
    )  # with all rows alike, or by itself


def test_a_contract_that_cannot_be_read_is_kept_and_the_row_is_points_only() -> None:
    verdict = verdict_on((16, 16, -16, -16), contract="den store")

    assert kinds_of(verdict) == ["contract_as_text"]
    assert not verdict.findings[-1].is_doubt


def test_tricks_in_a_column_of_their_own_are_compared() -> None:
    columns = {"declarer": "Anna", "partner": "Bodil", "contract": "9 vip", "tricks": 10}

    assert kinds_of(verdict_on((16, 16, -16, -16), columns=columns)) == []
    assert kinds_of(verdict_on((16, 16, -16, -16), columns=columns | {"tricks": 9})) == ["other_tricks"]


def test_a_price_of_another_time_is_told_from_one_that_never_was() -> None:
    rows = row_of(
        (48, 48, -48, -48), columns={"date": "12/3-14", "declarer": "Anna", "partner": "Bodil", "contract": "9 vip"}
    )
    [verdict] = judge_book(rows, tariffs(has_changed=True))

    assert kinds_of(verdict) == ["other_time"]
