"""Long rows of items in parts, which a row and the one after a change of it share.

The evenings of a season may be thousands, of which a deal changes one: to copy and to compare all the others would cost
more than all that is done with it.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, zip_longest
from operator import eq
from typing import Any, Generic, TypeVar, overload

MOST = 200  # items of a part

ItemT = TypeVar("ItemT")
ValueT = TypeVar("ValueT")


class InParts(Sequence[ItemT]):
    """A row of items that is never changed; `parts` of rows that are alike there are nearly always the same ones."""

    __slots__ = ("_ends", "parts")

    def __init__(self, parts: Iterable[tuple[ItemT, ...]] = ()) -> None:
        self.parts = tuple(filter(None, parts))
        self._ends = [*accumulate(map(len, self.parts))]

    @classmethod
    def of(cls, items: Iterable[ItemT]) -> "InParts[ItemT]":
        """A row of these items."""
        return cls().with_more(items)

    def with_more(self, items: Iterable[ItemT]) -> "InParts[ItemT]":
        """The row with more items behind."""
        has_room = bool(self.parts) and len(self.parts[-1]) < MOST
        full = self.parts[:-1] if has_room else self.parts
        more = (*self.parts[-1], *items) if has_room else tuple(items)
        return InParts((*full, *(more[first : first + MOST] for first in range(0, len(more), MOST))))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, place: int) -> ItemT: ...
    @overload
    def __getitem__(self, place: slice) -> "InParts[ItemT]": ...
    def __getitem__(self, place: int | slice) -> "ItemT | InParts[ItemT]":
        if isinstance(place, slice):
            first, end, step = place.indices(len(self))
            return self._between(first, end) if step == 1 else InParts.of(tuple(self)[place])
        index = range(len(self))[place]
        part = bisect_right(self._ends, index)
        return self.parts[part][index - self._ends[part]]

    def _between(self, first: int, end: int) -> "InParts[ItemT]":
        if first >= end:
            return InParts()
        first_part, last_part = bisect_right(self._ends, first), bisect_left(self._ends, end)
        parts = [*self.parts[first_part : last_part + 1]]
        parts[-1] = parts[-1][: len(parts[-1]) + end - self._ends[last_part]]
        parts[0] = parts[0][first - (self._ends[first_part - 1] if first_part else 0) :]
        return InParts(parts)

    def __iter__(self) -> Iterator[ItemT]:
        return chain.from_iterable(self.parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InParts):
            return NotImplemented
        if self._ends == other._ends:
            return self.parts == other.parts  # parts that are the same are not gone through
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        return f"InParts.of({[*self]})"


class FromTheEnd(Sequence[ItemT]):
    """A long row from its last item to its first, of which only what is asked for is looked at."""

    def __init__(self, items: Sequence[ItemT]) -> None:
        self._items = items

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, place: int) -> ItemT: ...
    @overload
    def __getitem__(self, place: slice) -> list[ItemT]: ...
    def __getitem__(self, place: int | slice) -> ItemT | list[ItemT]:
        if isinstance(place, slice):
            return [self._items[~index] for index in range(len(self))[place]]
        return self._items[~place]

    def __iter__(self) -> Iterator[ItemT]:
        return reversed(self._items)


class ValuesBeside(Generic[ItemT, ValueT]):
    """A value beside each item of a long row, looked up again only for parts that are others than before.

    What is kept is replaced as a whole, so that threads may share it.
    """

    def __init__(self) -> None:
        self._kept: tuple[tuple[Any, ...], tuple[tuple[ValueT, ...], ...]] = ((), ())

    def of(self, items: InParts[ItemT], look_up: Callable[[ItemT], ValueT]) -> InParts[ValueT]:
        """The values of the items, each of which is the same as long as its item is the same object."""
        kept = zip_longest(items.parts, *self._kept)
        values = tuple(
            known if part is before else tuple(map(look_up, part)) for part, before, known in kept if part is not None
        )
        self._kept = items.parts, values
        return InParts(values)
