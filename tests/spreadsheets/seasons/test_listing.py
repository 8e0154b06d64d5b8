"""The references that the workbook's formulas are made of."""

from textwrap import wrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.spreadsheets.seasons.listing import cells, on_sheet
from ledger.spreadsheets.site.row_heights import lines_of, row_height


def test_ranges_are_named_by_their_corners() -> None:
    assert cells((1, 2), (28, 9)) == "A2:AB9"


@pytest.mark.parametrize(
    ("sheet", "reference"), [("Spil", "'Spil'!A1"), ("Anders' bog", "'Anders'' bog'!A1"), ("Søn & Ø", "'Søn & Ø'!A1")]
)
def test_sheets_are_referred_to_whatever_their_name(sheet: str, reference: str) -> None:
    assert on_sheet(sheet, "A1") == reference


@pytest.mark.parametrize(
    ("text", "width", "height"),
    [
        ("kort", 20, None),
        ("to\nlinjer", 20, 30),
        ("Der stod 9 stik på sedlen, men de fik 10", 24, 30),
        ("x" * 5_000, 12, 300),
    ],
)
def test_rows_are_high_enough_for_their_text_up_to_a_limit(text: str, width: float, height: float | None) -> None:
    assert row_height([("kort", 20), (text, width)]) == height


@given(st.text(st.sampled_from("ab æ-\t\u2014.,1  "), max_size=60), st.integers(3, 20))
def test_a_text_takes_as_many_lines_as_when_it_is_wrapped(text: str, width: int) -> None:
    room = width - 2

    assert lines_of(text, width) == (1 if len(text) <= room else len(wrap(text, room)) or 1)
