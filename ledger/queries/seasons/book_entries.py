"""The entries of a season's workbook with their shares, read some at a time: a season may have many thousands."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from itertools import groupby, starmap
from operator import itemgetter, or_
from typing import Any

from django.db.models import Q

from ledger.models import Entry, Posting
from ledger.models.book.journal import Share
from ledger.queries.site.snapshot import in_pieces

ENTRIES_AT_A_TIME = 100
SHARES_AT_A_TIME = 5 * ENTRIES_AT_A_TIME  # as an entry has four or five, and PostgreSQL's client works at each fetch
Filter = Mapping[str, Any]
NO_MORE: Filter = {}


def with_shares(
    kind: type[Any], within: Filter, order: tuple[str, ...], *, any_of: Filter = NO_MORE
) -> Iterator[tuple[Any, list[Share]]]:
    """The entries of a filter in an order, each with its shares in seat order; two queries read side by side.

    `kind` is a named tuple of an entry's look-ups. Of `any_of`, if there are any, one look-up at least holds.
    """
    entries = Entry.objects.filter(_condition(within, any_of)).order_by(*order).values_list(*kind._fields)
    shares = Posting.objects.filter(_condition(within, any_of, "entry__"))
    shares = shares.order_by(*(f"entry__{name}" for name in order), "seat")
    told = shares.values_list("entry__sequence", *Share._fields)
    by_entry = groupby(in_pieces(told, SHARES_AT_A_TIME), key=itemgetter(0))
    for entry, (sequence, its_own) in zip(starmap(kind, in_pieces(entries, ENTRIES_AT_A_TIME)), by_entry, strict=True):
        assert entry.sequence == sequence
        yield entry, [Share(*share[1:]) for share in its_own]


def _condition(within: Filter, any_of: Filter, prefix: str = "") -> Q:
    all_hold = Q(**{f"{prefix}{name}": value for name, value in within.items()})
    return all_hold & reduce(or_, (Q(**{f"{prefix}{name}": value}) for name, value in any_of.items()), Q())


def by_role(shares: Iterable[Share], names: Mapping[int, str]) -> Callable[[str], str]:
    """A look-up of the names with a role in a deal, several as one text."""
    had = [(share.role, names[share.player_id]) for share in shares if share.player_id is not None]
    return lambda part: ", ".join(name for role, name in had if role == part)
