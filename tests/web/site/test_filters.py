"""The filters of a list put what an address asks for into a question, and nothing of one page is seen on another."""

from dataclasses import dataclass
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.queries.seasons.standings import PartAsked
from ledger.web.seasons.standings import PeriodFilters
from ledger.web.site.forms import (
    ChoiceFilter,
    DayFilter,
    DaysForm,
    ListFilters,
    NumberChoiceFilter,
    NumberFilter,
    TickFilter,
    offer,
)


@dataclass(frozen=True)
class CardsAsked:
    suit: str = ""
    pips: int | None = None
    from_day: date | None = None
    until: date | None = None
    times: int | None = None
    is_trump: bool = False


class CardFilters(ListFilters):
    suit = ChoiceFilter()
    pips = NumberChoiceFilter(choices=[("7", "seven"), ("8", "eight")])
    since = DayFilter("from_day")
    until = DayFilter()
    times = NumberFilter(min_value=1)
    trump = TickFilter("is_trump")

    class Meta:
        form = DaysForm

    def __init__(self, asked, suits=("clubs", "null")):
        super().__init__(asked)
        offer(self.form, "suit", [(suit, suit) for suit in suits])


@pytest.mark.parametrize(
    ("asked", "question"),
    [
        ({}, CardsAsked()),
        ({"suit": "", "pips": "", "since": "", "times": "", "trump": "", "page": "2"}, CardsAsked()),
        ({"suit": "clubs"}, CardsAsked(suit="clubs")),
        ({"suit": "null"}, CardsAsked(suit="null")),
        ({"pips": "7", "trump": "1"}, CardsAsked(pips=7, is_trump=True)),
        ({"since": "2026-09-03", "until": "2026-09-03"}, CardsAsked(from_day=date(2026, 9, 3), until=date(2026, 9, 3))),
        ({"times": "3"}, CardsAsked(times=3)),
    ],
)
def test_each_filter_puts_its_value_into_the_question(asked, question):
    filters = CardFilters(asked)

    assert filters.is_valid()
    assert filters.narrow(CardsAsked()) == question


@pytest.mark.parametrize(
    ("asked", "refused"),
    [
        ({"suit": "cups"}, "suit"),
        ({"pips": "9"}, "pips"),
        ({"since": "x"}, "since"),
        ({"since": "2026-09-04", "until": "2026-09-03"}, "until"),
        ({"times": "0"}, "times"),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_field_and_kept(asked, refused):
    filters = CardFilters(asked)

    assert filters.narrow(CardsAsked()) == CardsAsked()
    assert [*filters.errors] == [refused]
    assert filters.form[refused].value() == asked[refused]


def test_the_choices_of_a_page_are_its_own():
    cups, coins = CardFilters({"suit": "cups"}, suits=["cups"]), CardFilters({"suit": "cups"}, suits=["coins"])

    assert (cups.is_valid(), coins.is_valid()) == (True, False)
    assert '<option value="coins">' not in str(cups.form["suit"])
    assert [*CardFilters.base_filters["suit"].field.choices] == [("", "Alle")]


@given(
    st.dictionaries(st.sampled_from([*PeriodFilters.base_filters]), st.text() | st.sampled_from(["2026-09-03", "7"]))
)
def test_whatever_is_typed_is_read_or_refused(asked):
    filters = PeriodFilters(asked)

    assert filters.errors.keys() <= asked.keys()
    assert not filters.is_valid() or isinstance(filters.narrow(PartAsked()), PartAsked)
