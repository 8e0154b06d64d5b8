"""The control sums at the foot of a paper sheet: what anybody at the table can add up without knowing a price.

*Deals*: the rows that were played or passed out. *Tricks*: every number in the columns of tricks, added up:

    a trick contract      the tricks of the declarer's side       8 with 10 taken        10
    a nolo                the tricks of everybody who is on it    sol with 1, and 3      4
    everyone for himself  the tricks of every player              1, 1, 5 and 6          13
    two pairs             the tricks of the first seat's pair     8-5                    8
    passed out, by role   none

Points moved, penalties and deals that were thrown in stand in no row of their own, so they count nothing.
A deal that was forgotten or entered twice changes the first number, another count of tricks the second; which seats
took the tricks when everyone plays for himself, and who declared, only the points of the players can tell.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ledger.rules.deals.kinds import kind_of

COUNTED = ("deal", "passed_out")


@dataclass(frozen=True)
class ControlSum:
    """How many deals a sheet holds, and how many tricks are written on it."""

    deals: int
    tricks: int


def control_sum(deals: Iterable[Mapping[str, Any]]) -> ControlSum:
    """The control sums of deals as data (docs/architecture.md, "A deal as data")."""
    written = [(kind_of(deal), deal) for deal in deals if kind_of(deal).counts_as in COUNTED]
    tricks = [kind.tricks_written(deal) for kind, deal in written]
    return ControlSum(deals=len(tricks), tricks=sum(tricks))
