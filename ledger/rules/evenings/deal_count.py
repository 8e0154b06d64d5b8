"""How many deals an evening, a season or a club has, and the words for it."""

from typing import NamedTuple

from ledger.rules.site.labels import Label, Phrase, enumeration, fill

ONLY_TOTALS = Phrase("only the evening's points")


class DealCount(NamedTuple):
    """What stands in a book, by what the kinds of deals count as: a deal was played, all else is told apart.

    A penalty is an adjustment. Opening balances are none. `totals` are evenings of which only the points were kept.
    """

    deal: int = 0
    passed_out: int = 0
    not_played: int = 0
    adjustment: int = 0
    totals: int = 0

    @property
    def words(self) -> Label:
        """The count as part of a sentence: "141 deals, 6 passed out and 1 adjustment"."""
        if self.totals and self.totals == sum(self):
            return ONLY_TOTALS
        counted = (
            (self.deal, Phrase("%(count)s deal", "one") if self.deal == 1 else Phrase("%(count)s deals")),
            (self.passed_out, Phrase("%(count)s passed out")),
            (self.not_played, Phrase("%(count)s not played")),
            (
                self.adjustment,
                Phrase("%(count)s adjustment") if self.adjustment == 1 else Phrase("%(count)s adjustments"),
            ),
            (
                self.totals,
                Phrase("%(count)s evening with points only")
                if self.totals == 1
                else Phrase("%(count)s evenings with points only"),
            ),
        )
        return enumeration([fill(name, count=count) for at, (count, name) in enumerate(counted) if count or not at])
