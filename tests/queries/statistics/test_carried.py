"""A state is carried on as it would be worked out anew, and goes through little more than what has changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.queries.statistics import carried
from ledger.queries.statistics.carried import Carried, Derived


class Noted:
    """Texts joined one after another; what was gone through for the last of them."""

    def __init__(self):
        self.carried, self.gone_through = Carried("", self.add), []

    def add(self, state, item):
        self.gone_through.append(item)
        return state + item

    def through(self, items, settled=0):
        self.gone_through.clear()
        return self.carried.through(tuple(items), settled=settled)


@given(rows=st.lists(st.tuples(st.text("ab", max_size=30), st.integers(0, 30)), max_size=8))
def test_whatever_was_asked_for_before_it_is_what_all_the_items_come_to(rows):
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(carried, "EVERY", 3)
        monkeypatch.setattr(carried, "MOST_STATES", 2)
        noted = Noted()
        for text, settled in rows:
            assert noted.through(text, settled=settled) == text


def test_what_stays_is_not_gone_through_again():
    noted, text = Noted(), "a" * 120
    noted.through(text)

    assert (noted.through(text), noted.gone_through) == (text, [])
    assert (noted.through(f"{text}b"), noted.gone_through) == (f"{text}b", ["b"])
    assert (noted.through(f"{text}c"), noted.gone_through) == (f"{text}c", ["c"])
    changed = f"{text[:110]}b{text[111:]}"
    assert noted.through(changed) == changed
    assert len(noted.gone_through) == len(text) - 2 * carried.EVERY
    noted.through(text[:-30], settled=80)
    noted.through(f"{text[:80]}b", settled=80)
    assert noted.gone_through == ["b"]
    noted.through(f"{text[:80]}cc", settled=80)
    assert noted.gone_through == ["c", "c"]


def test_of_very_many_items_few_states_are_kept(monkeypatch):
    monkeypatch.setattr(carried, "EVERY", 2)
    noted = Noted()
    for length in range(300):
        noted.through("a" * length)

    assert len(noted.carried._kept[1]) <= carried.MOST_STATES + 4


def test_what_is_derived_is_made_again_of_other_values_alone():
    made, derived, first = [], Derived(), [1, 2]

    def make():
        made.append(len(made))
        return None if len(made) == 1 else made[-1]

    assert [derived.of((first, "x"), make) for _ in range(2)] == [None, None]
    assert derived.of(([1, 2], "x"), make) == 1  # equal, but not what it was made of
    assert derived.of((first,), make) == 2
    assert made == [0, 1, 2]
