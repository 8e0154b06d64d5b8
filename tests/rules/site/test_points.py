"""Points in and out of text, exactly."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.site.points import points_text, read_points
from tests.support.refusing import refused_at


@pytest.mark.parametrize(
    ("text", "eighths"),
    [
        ("3", 24),
        ("+3", 24),
        ("-3", -24),
        ("\u22123", -24),
        ("1,5", 12),
        ("1.5", 12),
        ("-0,25", -2),
        ("0.125", 1),
        ("1.125", 9),
        ("1/8", 1),
        ("-9/8", -9),
        ("1 1/8", 9),
        ("1⅛", 9),
        ("½", 4),
        (" 2 ", 16),
        ("- 2", -16),
        ("007", 56),
        ("1000000", 8_000_000),
    ],
)
def test_typed_points_are_read_as_units(text, eighths):
    assert read_points(text, 8) == eighths


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "x", "-", "+-1", "--1", "1-", "1e3", "1E3", "0x10", "1_000", "inf", "nan", "1,", ",5", ".5"),
        *("1.000,5", "1,000.5", "1 000", "1.000", "2,500", "12.340", "1.2.3", "1/0", "1/", "/8", "1//8", "⅛⅛", "1 ⅛ 2"),
        *("🎉", "３", "٣", "1\u0000", "1000001", "9" * 25, "1/3", "0.1", "1\n2"),
    ],
)
def test_everything_else_is_refused_for_its_field(text):
    with refused_at("amounts"):
        read_points(text, 8, "amounts")


@pytest.mark.parametrize(
    ("units", "denominator", "text"),
    [
        (0, 8, "0"),
        (32, 8, "4"),
        (-1, 8, "-0.125"),
        (12, 8, "1.5"),
        (-36, 24, "-1.5"),
        (4, 24, "1/6"),
        (-28, 24, "-7/6"),
        (1, 1000, "0.001"),
        (5, 1, "5"),
    ],
)
def test_units_are_written_exactly(units, denominator, text):
    assert points_text(units, denominator) == text


@given(units=st.integers(-(10**6), 10**6), denominator=st.sampled_from([1, 2, 3, 4, 6, 8, 12, 24, 100]))
def test_written_points_are_read_back(units, denominator):
    text = points_text(units, denominator)

    assert read_points(text, denominator) == units
    assert Fraction(text) == Fraction(units, denominator)
