"""A row that nobody touched is no difference, and any edit of any cell is exactly the difference that it makes."""

from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.imports.differences.book_deals import BookDeal, cells_of
from ledger.rules.imports.differences.comparing import differences
from ledger.rules.imports.differences.deal_difference import ChangeKind, DealDifference, DoubtKind
from ledger.rules.imports.differences.typed_rows import FACTS, TypedRow
from ledger.rules.imports.written.sheets import BookRow
from tests.rules.deals.playing import FOUR, nolo, trick
from tests.rules.imports.differences.books import (
    COLUMNS,
    DAY,
    SHEET_OF_DEALS,
    book_of,
    every_book_deal,
    prices_of,
    rows_of,
    sides_of,
    with_cell,
)
from tests.support.presets import EVERY_PRESET

WIKIPEDIA = "esmakker-wikipedia"
SAMPLE = 40  # deals of a preset at a time
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters=",/&+⟦⟧"), max_size=12)


def sample_of(preset: str, seed: int = 1) -> list[BookDeal]:
    deals = every_book_deal(preset)
    return Random(seed).sample(deals, min(SAMPLE, len(deals)))


def wikipedia(data: dict[str, Any]) -> BookDeal:
    return BookDeal({**data, "dealer": "Anders"}, FOUR, 1, DAY, prices_of(WIKIPEDIA))


EIGHT = wikipedia(trick(8, "plain", 8))
SOL = wikipedia(nolo("sol", Bodil=1, Carl=3))


def only(unlike: list[DealDifference]) -> DealDifference:
    [difference] = unlike
    return difference


def edit(book_deal: BookDeal, **cells: Any) -> DealDifference:
    """The one difference that an edit of a row of the book makes."""
    base = book_of([EIGHT, book_deal, SOL])
    rows = rows_of(base)
    for what, value in cells.items():
        rows[1] = with_cell(rows[1], what, value)
    difference = only(differences(rows, sides_of(base)))
    assert difference.place == (1, 2)
    return difference


def doubts_of(difference: DealDifference) -> list[DoubtKind]:
    return [doubt.kind for doubt in difference.doubts]


@pytest.mark.parametrize("preset", EVERY_PRESET)
@pytest.mark.parametrize("language", ["da", "en"])
def test_an_untouched_workbook_has_no_difference_whatever_the_order_of_its_rows(preset: str, language: str) -> None:
    base = book_of(sample_of(preset))
    rows = rows_of(base, language)

    assert differences(rows, sides_of(base)) == []
    assert differences(Random(2).sample(rows, len(rows)), sides_of(base)) == []


@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_a_deleted_row_is_exactly_the_deal_that_is_missing(preset: str) -> None:
    base = book_of(sample_of(preset))
    for at, place in enumerate(base):
        rows = rows_of(base)
        del rows[at]

        difference = only(differences(rows, sides_of(base)))

        assert (difference.kind, difference.place) == (ChangeKind.MISSING, place)
        assert not difference.is_sound


@pytest.mark.parametrize("preset", EVERY_PRESET)
@given(data=st.data())
def test_any_edit_of_any_cell_is_a_difference_of_its_own_deal_and_column_alone(preset: str, data: Any) -> None:
    base = book_of(sample_of(preset))
    rows = rows_of(base)
    at = data.draw(st.integers(0, len(rows) - 1))
    what = data.draw(st.sampled_from([*FACTS, *FOUR]))
    typed = st.sampled_from([*FOUR, "", "9 vip", "sol", "8 gode", "1 / 3", "pas", DAY]) | st.integers(-3, 14) | WORDS
    rows[at] = with_cell(rows[at], what, data.draw(typed))
    place = rows[at].deal_place

    unlike = differences(rows, sides_of(base))

    assert {difference.place for difference in unlike} <= {place}
    assert len(unlike) <= 1
    for difference in unlike:
        assert set(difference.columns) <= {what, "points"}
        after = difference.after
        if difference.is_sound:
            assert after is not None
            assert _cell(after.as_booked, what) != _cell(base[after.evening or 0, after.number or 0], what)
            assert sum(after.as_booked.points.values()) == 0


def _cell(book_deal: BookDeal, what: str) -> Any:
    return book_deal.points.get(what) if what in FOUR else cells_of(book_deal)[what]


@given(st.integers(0, 13))
def test_other_tricks_are_the_same_deal_with_other_tricks(tricks: int) -> None:
    base = book_of([EIGHT])
    rows = [with_cell(rows_of(base)[0], "tricks", tricks)]

    unlike = differences(rows, sides_of(base))

    if tricks == 8:
        assert unlike == []
    else:
        difference = only(unlike)
        assert difference.after is not None
        assert (difference.after.deal, difference.columns) == ({**EIGHT.deal, "tricks": tricks}, ("tricks",))
        assert difference.is_sound


@pytest.mark.parametrize(
    ("cells", "changed"),
    [
        ({"contract": "9 gode"}, {"level": 9, "attachment": "gode"}),
        ({"contract": "9. 2 vip"}, {"level": 9, "attachment": "vip", "vip_turn": 2}),
        ({"attachment": "gode"}, {"attachment": "gode"}),
        ({"attachment": "vip", "vip_turn": 3}, {"attachment": "vip", "vip_turn": 3}),
        ({"partner": "carl"}, {"partner": "Carl"}),
        ({"declarer": "Dorthe"}, {"declarer": "Dorthe"}),
        ({"dealer": "Bodil"}, {"dealer": "Bodil"}),
        ({"note": "Emil sov"}, {"note": "Emil sov"}),
        ({"tricks": "7,0"}, {"tricks": 7}),
    ],
)
def test_what_a_cell_says_becomes_of_the_deal(cells: dict[str, Any], changed: dict[str, Any]) -> None:
    difference = edit(EIGHT, **cells)

    assert difference.after is not None
    assert difference.after.deal == {**EIGHT.deal, **changed}
    assert difference.is_sound


def test_an_empty_partner_is_a_declarer_alone() -> None:
    after = edit(EIGHT, partner=None).after

    assert after is not None
    assert (after.deal["partner"], after.deal["alone"]) == (None, "self_called")


def test_who_went_along_is_changed_with_the_tricks_of_each() -> None:
    after = edit(SOL, joiners="Dorthe, Anders", tricks="1 / 0 / 2").after

    assert after is not None
    taken = [(item["player"], item["tricks"]) for item in after.deal["participants"]]
    assert taken == [("Bodil", 1), ("Dorthe", 0), ("Anders", 2)]


@pytest.mark.parametrize(
    ("cells", "kinds"),
    [
        ({"declarer": "Olga"}, [DoubtKind.UNKNOWN_NAME]),
        ({"contract": "noget"}, [DoubtKind.UNREADABLE]),
        ({"tricks": "mange"}, [DoubtKind.UNREADABLE]),
        ({"tricks": date(2026, 3, 1)}, [DoubtKind.UNREADABLE]),
        ({"tricks": 14}, [DoubtKind.UNREADABLE]),
        ({"table": 2}, [DoubtKind.UNREADABLE]),
        ({"date": date(2026, 9, 4)}, [DoubtKind.UNREADABLE]),
        ({"Anders": 99}, [DoubtKind.NOT_ZERO, DoubtKind.UNREADABLE]),
        ({"Anders": "#REF!"}, [DoubtKind.UNREADABLE]),
        ({"tricks": 9, "Anders": 5, "Bodil": -5, "Carl": 0, "Dorthe": 0}, [DoubtKind.OTHER_PRICE]),
    ],
)
def test_what_speaks_against_an_edit_is_said_with_its_cell(cells: dict[str, Any], kinds: list[DoubtKind]) -> None:
    difference = edit(EIGHT, **cells)

    assert doubts_of(difference) == kinds
    assert all(doubt.cell and doubt.cell.row == 3 for doubt in difference.doubts)
    assert difference.can_be_taken == (DoubtKind.OTHER_PRICE in kinds)


def test_points_that_were_changed_with_the_tricks_and_agree_are_no_doubt() -> None:
    nine = replace(EIGHT, deal={**EIGHT.deal, "tricks": 9})

    assert edit(EIGHT, tricks=9, **dict(nine.points)).is_sound


def test_what_the_site_changed_is_kept_and_what_both_changed_is_a_conflict() -> None:
    base = book_of([EIGHT])
    now = {(1, 1): replace(EIGHT, deal={**EIGHT.deal, "note": "her"}, entry="another")}
    rows = rows_of(base)

    assert differences(rows, sides_of(base, now)) == []
    conflict = only(differences([with_cell(rows[0], "tricks", 9)], sides_of(base, now)))
    assert doubts_of(conflict) == [DoubtKind.BOTH]
    assert conflict.after is not None
    assert conflict.after.deal == {**EIGHT.deal, "note": "her", "tricks": 9}


def test_a_void_deal_is_left_in_peace_and_not_edited() -> None:
    void = replace(EIGHT, is_void=True)

    base = book_of([void])
    assert differences(rows_of(base), sides_of(base)) == []
    assert differences([], sides_of(base)) == []
    assert doubts_of(edit(void, tricks=9)) == [DoubtKind.CLOSED]


def typed_row(**cells: Any) -> TypedRow:
    values = {"evening": 1, "number": 9, "date": DAY} | cells
    return TypedRow(SHEET_OF_DEALS, BookRow(9, [values.get(what) for what in (*COLUMNS, *FOUR)]))


def new(**cells: Any) -> DealDifference:
    base = book_of([EIGHT])
    return only(differences([*rows_of(base), typed_row(**cells)], sides_of(base)))


def test_a_typed_row_is_a_new_deal() -> None:
    difference = new(declarer="Carl", partner="Anders", contract="9 gode", tricks=10, dealer="Dorthe")

    assert difference.after is not None
    assert difference.kind is ChangeKind.NEW
    assert difference.is_sound
    assert difference.after.deal == {
        "kind": "trick",
        "level": 9,
        "attachment": "gode",
        "declarer": "Carl",
        "partner": "Anders",
        "tricks": 10,
        "dealer": "Dorthe",
    }


def test_a_typed_row_with_points_and_without_tricks_keeps_the_points() -> None:
    difference = new(declarer="Carl", contract="9 gode", Anders="1,5", Bodil="-1,5", Carl=2, Dorthe=-2)

    assert difference.after is not None
    assert difference.after.deal["kind"] == "points_only"
    assert difference.after.deal["points"] == {"Anders": "3/2", "Bodil": "-3/2", "Carl": 2, "Dorthe": -2}
    assert difference.is_sound


@pytest.mark.parametrize(
    ("cells", "kinds"),
    [
        ({"contract": "8", "tricks": 8}, [DoubtKind.UNREADABLE]),  # nobody declared
        ({"declarer": "Ib", "contract": "8", "tricks": 8}, [DoubtKind.UNKNOWN_NAME]),
        ({"number": 1, "declarer": "Carl", "partner": "Anders", "contract": "8", "tricks": 8}, [DoubtKind.TWICE]),
        ({"evening": 7, "date": None, "declarer": "Carl", "contract": "8", "tricks": 8}, [DoubtKind.UNREADABLE]),
    ],
)
def test_what_speaks_against_a_typed_row(cells: dict[str, Any], kinds: list[DoubtKind]) -> None:
    assert set(doubts_of(new(**cells))) == set(kinds)
