"""What an evening came to, as standings, records and stories add it up."""

from collections import Counter
from datetime import date
from typing import NamedTuple


class PlayedEvening(NamedTuple):
    """An evening with an entry in the book, with everybody's points and number of deals, by player id.

    Points are integer units of its season, whose id is `season`. Of one that `is_totals` no deals were kept.
    """

    pk: int
    number: int
    date: date
    season: int
    place: str
    points: Counter[int]
    deals: Counter[int]
    is_totals: bool
