"""A deal in words, in one place for every page, keyboard line and workbook."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.models import Entry
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.pricing import SettledDeal, settle_deal
from ledger.rules.deals.explaining import contract_name, result_text, sentence

NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class DealInWords:
    """A deal's contract, its result, why it paid so, and what was written beside it: "9 vip i 2.", "+1", ..., ""."""

    contract: str
    result: str
    why: str
    note: str


def deal_in_words(
    *, settled: SettledDeal, language: str, names: Mapping[int, str] = NO_NAMES, mentions: Mentions | None = None
) -> DealInWords:
    """A settled deal in a language, with the `names` of its players by id.

    A deal of the book needs the club's `mentions`, at most one query: its texts call players by number.
    """
    deal, scoring_table = settled.deal, settled.tariff.scoring_table
    named = {str(player): name for player, name in names.items()}
    why = sentence(deal, scoring_table, settled.payout, language, named)
    note = deal.note or ""
    return DealInWords(
        contract=contract_name(deal, scoring_table, language),
        result=result_text(deal, scoring_table),
        why=mentions.said(why) if mentions else why,
        note=mentions.said(note) if mentions else note,
    )


def entry_in_words(*, entry: Entry, language: str, mentions: Mentions) -> DealInWords:
    """The deal of an entry whose postings and prices are loaded, with the names of today."""
    names = names_at_table(entry)
    settled = settle_deal(deal=entry.deal, tariff=entry.table_version.tariff(), players=names)
    return deal_in_words(settled=settled, names=names, language=language, mentions=mentions)


def names_at_table(entry: Entry) -> dict[int, str]:
    """The names at the table of an entry by player id, in seat order; no query when the postings are loaded."""
    return {posting.player.pk: posting.player.name for posting in entry.postings.all() if posting.player is not None}
