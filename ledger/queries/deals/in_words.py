"""A deal in words, made in one place for every page, keyboard line and workbook."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.models import Entry, Player
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.pricing import SettledDeal, settle_deal
from ledger.rules.deals.explaining import sentence
from ledger.rules.deals.told import Told
from ledger.rules.site.labels import Label

NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class DealInWords:
    """A deal's contract, result, explanation and note, such as "9 vip i 2.", "+1", "9 vip i 2. kræver ...", ""."""

    contract: Told
    result: Label
    why: Told
    note: str


def deal_in_words(
    *, settled: SettledDeal, names: Mapping[int, str] = NO_NAMES, mentions: Mentions | None = None
) -> DealInWords:
    """A settled deal in words; `names` are those of its players, by id.

    A deal of the book needs the club's `mentions`, since its texts call players by number; at most one query.
    """
    deal, scoring_table = settled.deal, settled.tariff.scoring_table
    named, players = {str(player): name for player, name in names.items()}, tuple(names.values())
    words = DealInWords(
        contract=Told(deal.name(scoring_table), settled.tariff, players),
        result=deal.result(scoring_table),
        why=Told(sentence(deal, scoring_table, settled.payout, named), settled.tariff, players),
        note=deal.note or "",
    )
    return _with_names(words, mentions) if mentions else words


class DealsInWords:
    """A club's deals in words for one page, each settled once."""

    def __init__(self, *, club_id: int, known: Iterable[Player] = ()) -> None:
        self.mentions = Mentions(club_id, known)
        self._by_entry: dict[uuid.UUID, DealInWords] = {}

    def of(self, entry: Entry) -> DealInWords:
        """The deal of an entry, whose postings and prices are loaded, with the names of today."""
        key = entry.reverses_id or entry.pk  # a reversal repeats the deal that it takes back
        if key not in self._by_entry:
            names = names_at_table(entry)
            settled = settle_deal(deal=entry.deal, tariff=entry.table_version.tariff(), players=names)
            self._by_entry[key] = deal_in_words(settled=settled, names=names, mentions=self.mentions)
        return self._by_entry[key]


def _with_names(words: DealInWords, mentions: Mentions) -> DealInWords:
    """A deal whose texts call players by number, by their names."""
    contract, why = (told.saying(mentions.label_with_names(told.label)) for told in (words.contract, words.why))
    return DealInWords(contract, words.result, why, mentions.with_names(words.note))


def names_at_table(entry: Entry) -> dict[int, str]:
    """The names at an entry's table by player id, in seat order; no query if the postings are loaded."""
    return {posting.player.pk: posting.player.name for posting in entry.in_seats if posting.player is not None}
