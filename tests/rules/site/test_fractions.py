"""Points as players write them on paper."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.site.labels import with_fractions
from ledger.rules.site.points import in_divided_points, in_points, in_rounded_points, read_points


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("4", "4"),
        ("0", "0"),
        ("2.25", "2¼"),
        ("+0.5", "+½"),
        ("\N{MINUS SIGN}0.125", "\N{MINUS SIGN}⅛"),
        ("\N{MINUS SIGN}32.75", "\N{MINUS SIGN}32¾"),
        ("0.0625", "1/16"),
        ("+3.1875", "+3 3/16"),
        ("1 1/6", "1 1/6"),
    ],
)
def test_a_number_with_a_fraction(number, written):
    assert with_fractions(number) == written


def test_an_average_keeps_its_decimals():
    assert in_points(9, 4, signed=True)["da+fractions"] == "+2¼"
    assert in_points(9, 4, signed=True)["da"] == "+2,25"
    assert in_rounded_points(Fraction(9, 4))["da+fractions"] == "+2,25"


@given(units=st.integers(-10_000, 10_000), denominator=st.sampled_from([1, 2, 4, 8, 16, 5, 6]))
def test_what_is_written_can_be_typed(units, denominator):
    assert read_points(in_points(units, denominator)["da+fractions"], denominator) == units


@pytest.mark.parametrize(
    ("points", "decimals", "fractions"),
    [
        (Fraction(-40, 3), "−13,33", "−13 1/3"),
        (Fraction(1, 32), "+0,03", "+1/32"),
        (Fraction(5, 8), "+0,625", "+⅝"),
        (Fraction(0), "0", "0"),
    ],
)
def test_divided_points_follow_the_clubs_choice(points, decimals, fractions):
    divided = in_divided_points(points)

    assert (divided["da"], divided["da+fractions"]) == (decimals, fractions)
