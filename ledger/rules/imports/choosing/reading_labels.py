"""A deal that a row of an old book may have been, in words short enough to choose from."""

from collections.abc import Iterator

from ledger.rules.deals.reading import read_deal
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.verdict.judging import RowVerdict
from ledger.rules.imports.verdict.paying import who_played
from ledger.rules.site.labels import Label, Phrase, fill, join, same

TRICK, TRICKS = Phrase("{count} trick"), Phrase("{count} tricks")
ALONE = Phrase("alone")
WITH = Phrase("{declarer} with {partner}")
WITH_TRICKS = Phrase("{player} {tricks}")


def reading_label(verdict: RowVerdict, deal: DealData, *, has_names: bool) -> Label:
    """A reading of a row: "9 vip i 2., Anna med Bodil, 10 stik"; without names as that of all rows alike."""
    assert verdict.version is not None
    scoring_table = verdict.version.tariff.scoring_table
    players = who_played(verdict.row, verdict.version, verdict.side, deal)
    contract = read_deal(deal, scoring_table, players).name(scoring_table) if players else same(verdict.row.contract)
    return join([contract, *_facts(deal, has_names=has_names)], ", ")


def _facts(deal: DealData, *, has_names: bool) -> Iterator[Label]:
    """Who played, and how many tricks were taken."""
    participants = deal.get("participants", ())
    if has_names and (declarer := deal.get("declarer")):
        partner = deal.get("partner")
        yield fill(WITH, declarer=declarer, partner=partner) if partner else join([same(declarer), ALONE], " ")
    if "tricks" in deal and isinstance(deal["tricks"], int):
        yield _tricks(deal["tricks"])
    for item in participants:
        tricks = _tricks(item["tricks"])
        yield fill(WITH_TRICKS, player=item["player"], tricks=tricks) if has_names else tricks


def _tricks(count: int) -> Label:
    return fill(TRICK if count == 1 else TRICKS, count=count)
