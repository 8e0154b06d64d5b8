"""The hidden sheet of a workbook is read whole or not at all: whatever was changed in it by hand, it is none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.imports.differences.origin import read_origin
from ledger.rules.imports.written.sheets import BookRow, BookSheet

BOOK = {"format": 1, "season": 3, "entries": 9, "head": "a" * 64, "name": "2026/27", "starts_on": "2026-08-01"}
ANDERS = {"number": 1, "own": 41, "name": "Anders", "heading": "Anders"}
BODIL = {"number": 2, "own": 42, "name": "Bodil", "heading": "Bodil (2)"}
DEAL = {"evening": 1, "number": 2, "table": 1, "players": [2, 1], "prices": 0, "deal": {"kind": "nolo", "dealer": "2"}}
RECORDS = [("book", {**BOOK, "prices": ["ab"]}), ("player", ANDERS), ("player", BODIL), ("deal", DEAL)]


def sheet_of(records: list[tuple[str, Any]]) -> list[BookSheet]:
    rows = [BookRow(at, (word, json.dumps(facts))) for at, (word, facts) in enumerate(records, start=1)]
    return [BookSheet("whistklub", rows)]


def with_facts(at: int, **facts: Any) -> list[BookSheet]:
    word, known = RECORDS[at]
    return sheet_of([*RECORDS[:at], (word, {**known, **facts}), *RECORDS[at + 1 :]])


def test_it_says_whose_book_it_was_and_has_every_deal_by_names() -> None:
    origin = read_origin(sheet_of([*RECORDS, ("evening", {"number": 1, "place": "Hos Bodil"})]))

    assert origin is not None
    assert (origin.season, origin.entries, origin.name, origin.starts_on.year) == (3, 9, "2026/27", 2026)
    assert origin.deals[1, 2].deal == {"kind": "nolo", "dealer": "Bodil"}
    assert (origin.deals[1, 2].players, origin.deals[1, 2].prices) == (("Bodil", "Anders"), "ab")
    assert origin.places == {1: "Hos Bodil"}


@pytest.mark.parametrize(
    ("at", "facts"),
    [
        (0, {"format": 2}),
        (0, {"season": "1"}),
        (0, {"prices": "x"}),
        (0, {"starts_on": "i går"}),
        (0, {"entries": -1}),
        (0, {"entries": 10**30}),
        (0, {"name": ""}),
        (1, {"number": 2}),
        (1, {"name": "Bodil"}),
        (2, {"own": None}),
        (3, {"players": [1, 3]}),
        (3, {"prices": 1}),
        (3, {"deal": {"dealer": "2"}}),
        (3, {"deal": {"kind": "nolo", "dealer": "7"}}),
        (3, {"table": 0}),
        (3, {"void": "ja"}),
    ],
)
def test_what_was_changed_in_it_makes_it_none(at: int, facts: dict[str, Any]) -> None:
    assert read_origin(with_facts(at, **facts)) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*BOOK, "kind", "1"]), inner, max_size=3)
    ),
    max_leaves=4,
)


@given(st.integers(0, 3), st.sampled_from([*BOOK, *ANDERS, *DEAL]), VALUES)
def test_whatever_stands_in_it_is_read_or_none(at: int, key: str, value: Any) -> None:
    origin = read_origin(with_facts(at, **{key: value}))

    assert origin is None or origin.entries >= 0


@given(st.lists(st.tuples(st.sampled_from(["book", "deal", "x"]), VALUES), max_size=3))
def test_any_sheet_is_read_or_none(records: list[tuple[str, Any]]) -> None:
    read_origin(sheet_of(records))
