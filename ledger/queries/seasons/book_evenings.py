"""The evenings of a season's workbook, read some at a time: a season may have thousands."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from django.db.models import Sum

from ledger.models import Evening, EveningTotal, Posting, Season
from ledger.queries.evenings.closings import approvals
from ledger.queries.seasons.season_evenings import deal_counts
from ledger.queries.site.snapshot import in_pieces
from ledger.rules.site.fingerprint import fingerprint
from ledger.spreadsheets.seasons.season_book import HOUSE, EveningRow

EVENINGS_AT_A_TIME = 50
NOT_APPROVED = (None, "")


class BookEvenings:
    """The evenings as they were played and approved, with opening balances, queried again each time they are iterated.

    `numbers` are those of the players in the workbook; the house's units are summed from its postings. Those
    `in_doubt`, by id, hold a deal that was booked so.
    """

    def __init__(
        self, season: Season, numbers: Mapping[int, int], *, has_house: bool, in_doubt: Collection[int]
    ) -> None:
        self.season = season
        self.numbers = numbers
        self.has_house = has_house
        self.in_doubt = in_doubt

    def __iter__(self) -> Iterator[EveningRow]:
        in_order = Evening.with_openings.filter(season=self.season).order_by("date", "number")
        evenings = in_pieces(in_order, EVENINGS_AT_A_TIME)
        while some := list(islice(evenings, EVENINGS_AT_A_TIME)):
            yield from self._rows(some)

    def _rows(self, evenings: list[Evening]) -> Iterator[EveningRow]:
        ids = [evening.pk for evening in evenings]
        approved, deals, totals = approvals(evenings=ids), deal_counts(evenings=evenings), self._totals(ids)
        for evening in evenings:
            sequence, head = approved.get(evening.pk, NOT_APPROVED)
            yield EveningRow(
                number=evening.number,
                date=evening.date,
                place_name=evening.place,
                deals=0 if evening.is_opening else deals[evening.pk],
                totals=totals[evening.pk],
                approved_entry=sequence,
                fingerprint=fingerprint(head),
                is_opening=evening.is_opening,
                is_in_doubt=evening.pk in self.in_doubt,
            )

    def _totals(self, evenings: list[int]) -> Mapping[int, Mapping[int, int]]:
        """Everybody's units, and the house's, on each evening."""
        totals: dict[int, dict[int, int]] = defaultdict(dict)
        kept = EveningTotal.objects.filter(evening__in=evenings)
        for evening, player, points in kept.values_list("evening_id", "player_id", "points"):
            number = self.numbers[player]  # of one who is shown as one person there may be several
            totals[evening][number] = totals[evening].get(number, 0) + points
        if self.has_house:
            postings = Posting.objects.filter(entry__evening__in=evenings, role="house").order_by()
            for evening, points in postings.values_list("entry__evening_id").annotate(units=Sum("points")):
                totals[evening][HOUSE] = points
        return totals
