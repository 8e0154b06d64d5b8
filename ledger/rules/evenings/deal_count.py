"""How many deals an evening, a season or a club has, and the words for it."""

from typing import NamedTuple

from ledger.rules.site.labels import Label, Phrase, enumeration, fill

DEAL, DEALS = Phrase("{count} deal"), Phrase("{count} deals")
PASSED_OUT, NOT_PLAYED = Phrase("{count} passed out"), Phrase("{count} not played")
ADJUSTMENT, ADJUSTMENTS = Phrase("{count} adjustment"), Phrase("{count} adjustments")


class DealCount(NamedTuple):
    """What stands in a book, by what the kinds of deals count as: a deal was played, all else is told apart.

    A penalty is an adjustment. Opening balances are none.
    """

    deal: int = 0
    passed_out: int = 0
    not_played: int = 0
    adjustment: int = 0

    @property
    def words(self) -> Label:
        """The count as part of a sentence: "141 deals, 6 passed out and 1 adjustment"."""
        others = (
            (self.passed_out, PASSED_OUT),
            (self.not_played, NOT_PLAYED),
            (self.adjustment, ADJUSTMENT if self.adjustment == 1 else ADJUSTMENTS),
        )
        deals = fill(DEAL if self.deal == 1 else DEALS, count=self.deal)
        return enumeration([deals, *(fill(phrase, count=count) for count, phrase in others if count)])
