"""What a row of evenings comes to, carried on from evening to evening and kept in the process.

The evening that is played is nearly always the last, and what all before it come to stays as it is. After a change of
an earlier one it is carried on from a point before that, so that closed seasons are not gone through again.
"""

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

EVERY = 50  # items, after which the state is kept
MOST_STATES = 16  # of very many items, each of which may be part of every later state

ItemT = TypeVar("ItemT")
StateT = TypeVar("StateT")
Items = tuple[ItemT, ...]


class Carried(Generic[ItemT, StateT]):
    """A state that every item changes, in their order: `add` gives the one after an item and leaves the other as it is.

    What is kept is replaced as a whole, so that threads may share it.
    """

    def __init__(self, start: StateT, add: Callable[[StateT, ItemT], StateT]) -> None:
        self._add = add
        # The items, and the states after none, after every so many, after those settled, all but the last, and all.
        self._kept: tuple[Items[ItemT], list[tuple[int, StateT]]] = ((), [(0, start)])

    def through(self, items: Items[ItemT], settled: int = 0) -> StateT:
        """The state after all of some items, the first `settled` of which will never be others."""

        every = EVERY
        while len(items) > MOST_STATES * every:
            every *= 2  # what is kept of fewer stays

        def is_kept(count: int) -> bool:
            return count % every == 0 or count == settled or count >= len(items) - 1

        kept, states = self._kept
        states = states.copy()
        while len(states) > 1 and items[: states[-1][0]] != kept[: states[-1][0]]:
            states.pop()
        number, state = states[-1]
        for count, item in enumerate(items[number:], start=number + 1):
            state = self._add(state, item)
            if is_kept(count):
                states.append((count, state))
        self._kept = items, [(count, state) for count, state in states if is_kept(count)]
        return state


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
