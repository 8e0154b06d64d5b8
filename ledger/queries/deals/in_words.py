"""A deal in words, made in one place for every page, keyboard line and workbook."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.models import Entry, Player
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.pricing import SettledDeal, settle_deal
from ledger.rules.deals.settling import Told, calculation, sentence
from ledger.rules.site.labels import Changed, Label, join

NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class DealInWords:
    """A deal's contract and result ("9 vip i 2.", "1 over"), what happened in a sentence, and its note.

    The `calculation` is the arithmetic behind the sentence, None where no price was used.
    """

    contract: Told
    result: Label
    sentence: Told
    calculation: Told | None
    note: str

    @property
    def contract_and_result(self) -> Label:
        """The contract with its result: "9 vip i 2., 1 over"; the contract alone where the result says nothing."""
        return join([self.contract, self.result], ", ") if str(self.result) else self.contract


def deal_in_words(
    *,
    settled: SettledDeal,
    names: Mapping[int, str] = NO_NAMES,
    mentions: Mentions | None = None,
    is_played: bool = True,
) -> DealInWords:
    """A settled deal in words, in the present unless it is played; `names` are those of its players, by id.

    A deal of the book needs the club's `mentions`, since its texts call players by number; at most one query.
    """
    deal, scoring_table = settled.deal, settled.tariff.scoring_table
    named, players = {str(player): name for player, name in names.items()}, tuple(names.values())

    def about_deal(label: Label) -> Told:
        return Told(mentions.label_with_names(label) if mentions else label, settled.tariff, players)

    words = deal.result_in_words(scoring_table, named)
    # Where tricks alone tell the result, there are no words for it.
    result = words if str(words) else Changed(deal.result(scoring_table), _with_dashes)
    return DealInWords(
        contract=about_deal(deal.name(scoring_table)),
        result=mentions.label_with_names(result) if mentions else result,
        sentence=about_deal(sentence(deal, scoring_table, settled.payout, named, is_played=is_played)),
        calculation=about_deal(calculation(deal, scoring_table, settled.payout, named)) if deal.is_priced else None,
        note=mentions.with_names(deal.note or "") if mentions else deal.note or "",
    )


def _with_dashes(tricks: str) -> str:
    return tricks.replace("-", "\N{EN DASH}")


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


def names_at_table(entry: Entry) -> dict[int, str]:
    """The names at an entry's table by player id, in seat order; no query if the postings are loaded."""
    return {posting.player.pk: posting.player.name for posting in entry.in_seats if posting.player is not None}
