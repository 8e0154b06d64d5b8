"""Finding a club's prices among the presets: by what three deals pay, and only where every number fits."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ledger.rules.deals.kinds.deal import Deal
from ledger.rules.deals.kinds.nolo import NoloDeal, Participant
from ledger.rules.deals.kinds.trick import TrickDeal
from ledger.rules.scoring.parameters.factor import Played
from ledger.rules.scoring.presets import every_preset
from ledger.rules.scoring.pricing import nolo_terms, trick_terms
from ledger.rules.scoring.scoring_table import Column, ScoringRules

LEVEL = 9
DECLARER, PARTNER = "A", "B"
SHOWN = 3


@dataclass(frozen=True)
class OrdinaryDeal:
    """A deal that A declares, with B if there is a partner, and what each opponent pays for it, in points.

    Negative for what each opponent gets.
    """

    deal: Deal
    price: Fraction


def fitting(nine: Fraction, vip: Fraction | None) -> list[ScoringRules]:
    """The presets that pay exactly this for 9 and for 9 vip in the first turn, None where vip is not played."""
    return [
        scoring_table
        for scoring_table in every_preset()
        if _price(_trick(scoring_table, 0)) == nine and _price(_trick(scoring_table, 0, vip_turn=1)) == vip
    ]


def fitting_bordlaegger(candidates: Iterable[ScoringRules], price: Fraction | None) -> list[ScoringRules]:
    """Those presets that pay exactly this for the bid that is just called bordlægger, None where there is none."""
    return [preset for preset in candidates if _price(_nolo(preset, "bordlaegger", made=True)) == price]


def examples(scoring_table: ScoringRules) -> list[OrdinaryDeal]:
    """A deal lost, one with an overtrick and a nolo; a plain 9 where there is no nolo."""
    deals = (
        _trick(scoring_table, -1),
        _trick(scoring_table, 1, vip_turn=2) or _trick(scoring_table, 1),
        _nolo(scoring_table, "sol", made=True) or _trick(scoring_table, 0),
    )
    return [deal for deal in deals if deal]


def differences(first: ScoringRules, second: ScoringRules) -> list[tuple[OrdinaryDeal, OrdinaryDeal]]:
    """The first few of the ordinary deals that two presets both price, and price differently."""
    pairs = zip(_telling_deals(first), _telling_deals(second), strict=True)
    differ = [(ours, theirs) for ours, theirs in pairs if ours and theirs and ours.price != theirs.price]
    return differ[:SHOWN]


def _telling_deals(scoring_table: ScoringRules) -> list[OrdinaryDeal | None]:
    """Deals on which presets with the same 9 part, the commonest first."""
    return [
        _trick(scoring_table, 1, vip_turn=2),
        _nolo(scoring_table, "bordlaegger", made=True),
        _nolo(scoring_table, "sol", made=False),
        _nolo(scoring_table, "sol", made=True),
        _trick(scoring_table, -1),
        _trick(scoring_table, -1, vip_turn=1),
        _trick(scoring_table, -2),
    ]


def _price(priced: OrdinaryDeal | None) -> Fraction | None:
    return priced.price if priced else None


def _trick(scoring_table: ScoringRules, over: int, vip_turn: int | None = None) -> OrdinaryDeal | None:
    """A 9 that takes so many tricks over it, plain or vip; None without a price."""
    column = _vip_column(scoring_table, vip_turn) if vip_turn else scoring_table.column("plain", None)
    if column is None or LEVEL not in scoring_table.levels:
        return None
    terms = trick_terms(scoring_table, column, LEVEL, Played(LEVEL + over))
    if terms is None:
        return None
    deal = TrickDeal(
        level=LEVEL,
        attachment=column.attachment,
        vip_turn=vip_turn if column.attachment == "vip" else None,
        declarer=DECLARER,
        partner=PARTNER,
        tricks=LEVEL + over,
    )
    return OrdinaryDeal(deal, Fraction(terms.amount, scoring_table.unit_denominator))


def _vip_column(scoring_table: ScoringRules, turn: int) -> Column | None:
    """The column of vip; a table with one price for every attachment counts by that."""
    return scoring_table.column("vip", turn) or scoring_table.column("paahaeng", None)


def _nolo(scoring_table: ScoringRules, code: str, *, made: bool) -> OrdinaryDeal | None:
    """A nolo as it is entered: made or lost, by one trick where its price goes by tricks; None without a price."""
    nolo = scoring_table.nolo.get(code)
    if nolo is None:
        return None
    by_result = Participant(DECLARER, None, made)
    tricks = by_result.priced_tricks(nolo)
    terms = nolo_terms(nolo, tricks)
    if terms is None:
        return None
    is_by_tricks = nolo.is_priced_by_tricks(made=made)
    deal = NoloDeal(contract=code, participants=(Participant(DECLARER, tricks) if is_by_tricks else by_result,))
    return OrdinaryDeal(deal, Fraction(terms.amount, scoring_table.unit_denominator))
