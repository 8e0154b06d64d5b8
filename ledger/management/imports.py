"""Carrying imports on from part to part, with time between the parts for others who write."""

import time
from collections.abc import Callable

from django.utils import timezone

from ledger.models import Club, ImportUnderWay
from ledger.services.imports.under_way import carry_on

# SQLite lets those who wait look again every tenth of a second.
PAUSE = 0.15


def carry_to_the_end(club: Club, tell: Callable[[ImportUnderWay], object] = lambda _under_way: None) -> None:
    """Do every part that is left of a club's import, and `tell` after each how far it is.

    Another process may carry the same import on: each part is done once.
    """
    while under_way := carry_on(club=club, now=timezone.now()):
        tell(under_way)
        time.sleep(PAUSE)
