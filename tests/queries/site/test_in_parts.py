"""A row in parts is what a tuple of its items is, and shares with the row after a change what stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.queries.site import in_parts
from ledger.queries.site.in_parts import FromTheEnd, InParts, ValuesBeside

rows = st.lists(st.lists(st.integers(0, 9), max_size=7), max_size=6)
places = st.one_of(st.none(), st.integers(-25, 25))


@pytest.fixture(autouse=True, scope="module")
def few_items_a_part():
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(in_parts, "MOST", 3)
        yield


def in_several_goes(row):
    """A row to which items came in several goes."""
    in_all = InParts()
    for items in row:
        in_all = in_all.with_more(items)
    return in_all


@given(row=rows, cut=st.tuples(places, places, st.sampled_from([None, 1, 1, 2, -1])))
def test_it_is_asked_as_a_tuple_is(row, cut):
    items, of_parts = tuple(item for some in row for item in some), in_several_goes(row)

    assert (tuple(of_parts), len(of_parts), bool(of_parts)) == (items, len(items), bool(items))
    assert tuple(reversed(of_parts)) == items[::-1]
    assert tuple(of_parts[slice(*cut)]) == items[slice(*cut)]
    assert [of_parts[place] for place in range(-len(items), len(items))] == [*items, *items]
    with pytest.raises(IndexError):
        of_parts[len(items)]
    latest = FromTheEnd(of_parts)
    assert (list(latest), len(latest)) == ([*items[::-1]], len(items))
    assert latest[slice(*cut)] == [*items[::-1]][slice(*cut)]
    assert [latest[place] for place in range(-len(items), len(items))] == [*items[::-1], *items[::-1]]


@given(row=rows, other=rows)
def test_rows_are_equal_whose_items_are_however_they_are_parted(row, other):
    items, of_other = ([item for some in parts for item in some] for parts in (row, other))

    assert (InParts.of(items) == InParts.of(of_other)) == (items == of_other)
    assert InParts(map(tuple, row)) == InParts.of(items)
    assert InParts.of(items) != tuple(items)


def test_what_stays_is_shared_and_looked_up_once():
    looked_up, beside = [], ValuesBeside()

    def look_up(item):
        looked_up.append(item)
        return item * 2

    row = InParts.of(range(11))
    assert tuple(beside.of(row, look_up)) == tuple(range(0, 22, 2))
    looked_up.clear()
    changed = row[:-1].with_more([20, 21])
    assert [part is before for part, before in zip(changed.parts, row.parts, strict=True)] == [True, True, True, False]
    assert tuple(beside.of(changed, look_up)) == (*range(0, 20, 2), 40, 42)
    assert looked_up == [9, 20, 21]
    looked_up.clear()
    assert tuple(beside.of(row[:6], look_up)) == (0, 2, 4, 6, 8, 10)
    assert looked_up == []
