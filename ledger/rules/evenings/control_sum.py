"""The control sums at the foot of a paper sheet, which anybody at the table can add up without knowing a price.

*Deals*: the rows that were played or passed out. *Tricks*: every number in the columns of tricks, added up:

    a trick contract      the tricks of the declarer's side       8 with 10 taken        10
    a nolo                the tricks of everybody who is on it    sol with 1, and 3      4
                          (none where nobody counted them all)
    everyone for himself  the tricks of every player              1, 1, 5 and 6          13
    two pairs             the tricks of the first seat's pair     8-5                    8
    passed out, by role,  none
    points only

Moved points, penalties and deals thrown in have no row of their own, so they count nothing.
A deal forgotten or entered twice changes the first number, wrong tricks the second; which seats
took the tricks in a free for all, and who declared, shows only in the players' points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ledger.rules.deals.kinds import kind_of


@dataclass(frozen=True)
class ControlSum:
    """The number of deals on a sheet, and the sum of the tricks written on it."""

    deals: int
    tricks: int


def control_sum(deals: Iterable[Mapping[str, Any]]) -> ControlSum:
    """The control sums of deals as data (docs/architecture.md, "A deal as data")."""
    written = [(kind_of(deal), deal) for deal in deals if kind_of(deal).has_row]
    tricks = [kind.tricks_written(deal) for kind, deal in written]
    return ControlSum(deals=len(tricks), tricks=sum(tricks))
