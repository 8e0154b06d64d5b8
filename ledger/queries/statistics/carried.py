"""What a row of evenings comes to, carried on from evening to evening and kept in the process.

The evening that is played is nearly always the last, and what all before it come to stays as it is. After a change of
an earlier one it is carried on from a point before that, so that closed seasons are not gone through again.
"""

from collections.abc import Callable, Sequence
from operator import is_
from typing import Any, Generic, TypeVar

EVERY = 50  # items, after which the state is kept
MOST_STATES = 16  # of very many items, each of which may be part of every later state

StateT = TypeVar("StateT")
Columns = tuple[Sequence[Any], ...]


class Carried(Generic[StateT]):
    """A state that every item changes, in their order: `add` gives the one after an item and leaves the other as it is.

    What is kept is replaced as a whole, so that threads may share it.
    """

    def __init__(self, start: StateT, add: Callable[..., StateT]) -> None:
        self._add = add
        # The columns, and the states after none, after every so many, after those settled, all but the last, and all.
        self._kept: tuple[Columns, list[tuple[int, StateT]]] = ((), [(0, start)])

    def through(self, *columns: Sequence[Any], settled: int = 0) -> StateT:
        """The state after all of some items, the first `settled` of which will never be others.

        What there is of an item stands at its place in each column, as `add` takes it: a tuple made for each of
        thousands of items would cost more than all the rest.
        """
        length, every = len(columns[0]), EVERY
        while length > MOST_STATES * every:
            every *= 2  # what is kept of fewer stays

        def is_kept(count: int) -> bool:
            return count % every == 0 or count == settled or count >= length - 1

        kept, states = self._kept
        states = states.copy()
        while len(states) > 1 and _first(states[-1][0], columns) != _first(states[-1][0], kept):
            states.pop()
        number, state = states[-1]
        for count, item in enumerate(zip(*(column[number:] for column in columns), strict=True), start=number + 1):
            state = self._add(state, *item)
            if is_kept(count):
                states.append((count, state))
        self._kept = columns, [(count, state) for count, state in states if is_kept(count)]
        return state


def _first(count: int, columns: Columns) -> Columns:
    """What stands at the first places of each column."""
    return tuple(column[:count] for column in columns)


class Derived(Generic[StateT]):
    """What is made of values that are replaced as a whole and never changed, made again when one of them is another."""

    def __init__(self) -> None:
        self._kept: tuple[tuple[object, ...], StateT] | None = None

    def of(self, values: tuple[object, ...], make: Callable[[], StateT]) -> StateT:
        """What was made of just these values, or else is made of them now."""
        if self._kept is not None:
            kept, made = self._kept
            if len(kept) == len(values) and all(map(is_, kept, values)):
                return made
        made = make()
        self._kept = values, made
        return made
