"""Points and dates as the two languages write them."""

from datetime import date, datetime

import pytest
from django.utils.formats import date_format, get_format, localize
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.rules.site.points import decimals_of, read_points
from ledger.templatetags.ledger_format import on_comma, points

FRIDAY = date(2026, 11, 20)


@pytest.mark.parametrize(
    ("units", "denominator", "danish", "english"),
    [
        (32, 8, "+4", "+4"),
        (-1, 8, "−0,125", "−0.125"),
        (12, 8, "+1,5", "+1.5"),
        (0, 8, "0", "0"),
        (-72, 1, "−72", "−72"),
        (1, 4, "+0,25", "+0.25"),
        (7, 6, "+1 1/6", "+1 1/6"),
        (-1, 3, "−1/3", "−1/3"),
        (-3, 6, "−0,5", "−0.5"),
        (12345 * 8, 8, "+12345", "+12345"),
        (81, 80, "+1,0125", "+1.0125"),
    ],
)
def test_a_result_is_written_exactly_and_with_its_sign(units, denominator, danish, english):
    with override("da"):
        assert points(units, denominator) == danish
    with override("en"):
        assert points(units, denominator) == english


@pytest.mark.parametrize(
    ("units", "language", "text", "pad"),
    [
        (80, "da", "+20", ",00"),
        (-130, "da", "−32,5", "0"),
        (145, "en", "+36.25", ""),
        (0, "en", "0", ".00"),
        (-5, "da", "−1,25", ""),
    ],
)
def test_numbers_of_a_column_stand_on_the_comma_over_decimals_that_nobody_sees(units, language, text, pad):
    with override(language):
        markup = on_comma(units, 4, decimals_of([80, -130, 145], 4))

    css = "minus" if units < 0 else "plus" if units else "zero"
    filled = f'<i class="pad" aria-hidden="true">{pad}</i>' if pad else ""
    assert markup == f'<span class="points {css}">{text}{filled}</span>'


def test_no_decimals_are_filled_in_where_there_are_none():
    with override("da"):
        written = [on_comma(7, 6, decimals_of([7, 6], 6)), on_comma(8, 4, decimals_of([8, 4, 0], 4))]

    assert written == ['<span class="points plus">+1 1/6</span>', '<span class="points plus">+2</span>']
    assert decimals_of([], 4) == 0


@settings(max_examples=20)
@given(
    units=st.integers(-(10**5), 10**5),
    denominator=st.sampled_from([1, 2, 3, 4, 6, 8, 10]),
    language=st.sampled_from(["da", "en"]),
)
def test_what_is_shown_can_be_typed_again(units, denominator, language):
    with override(language):
        text = points(units, denominator)

    assert read_points(text, denominator) == units


@pytest.mark.parametrize(
    ("language", "day", "short", "moment", "number"),
    [
        ("da", "20. november 2026", "20.11.2026", "20.11.2026 19.05", "0,5"),
        ("en", "20 Nov 2026", "20 Nov 2026", "20 Nov 2026 19:05", "0.5"),
    ],
)
def test_dates_and_decimals_follow_the_language(language, day, short, moment, number):
    with override(language):
        written = [
            date_format(FRIDAY),
            date_format(FRIDAY, "SHORT_DATE_FORMAT"),
            date_format(datetime(2026, 11, 20, 19, 5), "SHORT_DATETIME_FORMAT"),  # noqa: DTZ001
            localize(0.5),
        ]

    assert written == [day, short, moment, number]


@pytest.mark.parametrize("language", ["da", "en"])
def test_the_week_begins_on_monday(language):
    assert get_format("FIRST_DAY_OF_WEEK", language) == 1
