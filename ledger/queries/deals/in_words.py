"""A deal in words, in one place for every page, keyboard line and workbook."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.models import Entry
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.pricing import SettledDeal, settle_deal
from ledger.rules.deals.explaining import sentence
from ledger.rules.site.labels import Label

NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class DealInWords:
    """A deal's contract, its result, why it paid so, and what was written beside it: "9 vip i 2.", "+1", ..., ""."""

    contract: Label
    result: str
    why: Label
    note: str


def deal_in_words(
    *, settled: SettledDeal, names: Mapping[int, str] = NO_NAMES, mentions: Mentions | None = None
) -> DealInWords:
    """A settled deal, with the `names` of its players by id.

    A deal of the book needs the club's `mentions`, at most one query: its texts call players by number.
    """
    deal, scoring_table = settled.deal, settled.tariff.scoring_table
    named = {str(player): name for player, name in names.items()}
    why = sentence(deal, scoring_table, settled.payout, named)
    note = deal.note or ""
    return DealInWords(
        contract=deal.name(scoring_table),
        result=deal.result(scoring_table),
        why=mentions.label_with_names(why) if mentions else why,
        note=mentions.with_names(note) if mentions else note,
    )


class DealsInWords:
    """A club's deals in words for one page: each is settled once, whatever the page tells of it."""

    def __init__(self, *, club_id: int) -> None:
        self.mentions = Mentions(club_id)
        self._by_entry: dict[uuid.UUID, DealInWords] = {}

    def of(self, entry: Entry) -> DealInWords:
        """The deal of an entry whose postings and prices are loaded, with the names of today."""
        key = entry.reverses_id or entry.pk  # a reversal repeats the deal that it takes back
        if key not in self._by_entry:
            names = names_at_table(entry)
            settled = settle_deal(deal=entry.deal, tariff=entry.table_version.tariff(), players=names)
            words = deal_in_words(settled=settled, names=names, mentions=self.mentions)
            self._by_entry[key] = words
        return self._by_entry[key]


def names_at_table(entry: Entry) -> dict[int, str]:
    """The names at the table of an entry by player id, in seat order; no query when the postings are loaded."""
    return {posting.player.pk: posting.player.name for posting in entry.postings.all() if posting.player is not None}
