"""Deals as players would tell them, and what they pay, for the tests of the rules."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hypothesis import strategies as st

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.settling import deal_data, read_deal, sentence, settle
from ledger.rules.scoring.document import fill_prices, preset, read_scoring_table
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff, compile_tariff
from ledger.rules.site.points import points_text
from tests.rules.site.languages import values_in

FOUR = ("Anders", "Bodil", "Carl", "Dorthe")
FIVE = (*FOUR, "Erik")
SIX = (*FIVE, "Fie")


@cache
def table_of(code: str, **options: str) -> ScoringRules:
    """A preset with options, and with prices of 1.5 points wherever its source has none."""
    document = preset(code)
    missing = read_scoring_table(document).missing_prices
    return read_scoring_table(fill_prices(document, dict.fromkeys(missing, "1,5")), options)


@cache
def tariff_of(code: str, **options: str) -> Tariff:
    """The tariff of `table_of`."""
    return compile_tariff(table_of(code, **options))


def settle_deal(tariff: Tariff, deal: Mapping[str, Any], players: Sequence[str] = FOUR) -> Payout:
    """Read and settle a deal."""
    return settle(read_deal(deal, tariff.scoring_table, players), tariff, players)


def pays(tariff: Tariff, deal: Mapping[str, Any], players: Sequence[str] = FOUR) -> list[str]:
    """What a deal pays everybody at the table in seat order, in points."""
    units = settle_deal(tariff, deal, players).units
    return [points_text(units[player], tariff.unit_denominator) for player in players]


def trick(level: int, attachment: str, tricks: int, **more: Any) -> dict[str, Any]:
    """Anders declares with Bodil as partner."""
    deal = {"kind": "trick", "level": level, "attachment": attachment, "tricks": tricks}
    return {**deal, "declarer": "Anders", "partner": "Bodil", **more}


def alone(level: int, attachment: str, tricks: int, why: str = "self_called", **more: Any) -> dict[str, Any]:
    """Anders declares and turns out to be alone."""
    return trick(level, attachment, tricks, partner=None, alone=why, **more)


def nolo(contract: str, **tricks: int | bool) -> dict[str, Any]:
    """The players named, in that order, are on a nolo contract; True or False for one who made it or did not."""
    participants = [
        {"player": player, "made" if isinstance(taken, bool) else "tricks": taken} for player, taken in tricks.items()
    ]
    return {"kind": "nolo", "contract": contract, "participants": participants}


def question_about(deal: Mapping[str, Any], code: str = "esmakker-wikipedia") -> str | None:
    """The question about a deal, in English; None where there is none."""
    tariff = tariff_of(code)
    remark = next(read_deal(deal, tariff.scoring_table, FOUR).questions(tariff), None)
    return remark and remark.message % values_in("en", remark.params)


def points_only(**more: Any) -> dict[str, Any]:
    """Anders and Bodil win 4 each from the two others, unless `more` says otherwise."""
    return {"kind": "points_only", "points": {"Anders": 4, "Bodil": 4, "Carl": -4, "Dorthe": -4}} | more


def role_table(maker: str, partner: str | None, outcome: str) -> dict[str, Any]:
    return {"kind": "role_table", "maker": maker, "partner": partner, "outcome": outcome}


def pairs(ours: int, theirs: int) -> dict[str, Any]:
    return {"kind": "pair_book", "pairs": [["Anders", "Carl"], ["Bodil", "Dorthe"]], "pair_tricks": [ours, theirs]}


def sentence_of(
    code: str,
    deal: Mapping[str, Any],
    language: str,
    players: Sequence[str] = FOUR,
    *,
    is_played: bool = True,
    **options: str,
) -> str:
    tariff = tariff_of(code, **options)
    read = read_deal(deal, tariff.scoring_table, players)
    return sentence(read, tariff.scoring_table, settle(read, tariff, players), is_played=is_played)[language]


LETTERS = st.characters(min_codepoint=32, max_codepoint=0x2FFF, exclude_categories=["Cc", "Cs"])
NOTES = st.text(LETTERS, max_size=60).map(lambda text: " ".join(text.split())).filter(bool)


def with_mishaps(deals: Sequence[Deal]) -> list[dict[str, Any]]:
    """The deals as data, every lost nolo twice: played to the end, and stopped."""
    told = [deal_data(deal) for deal in deals]
    lost = [
        deal
        for deal in told
        if deal["kind"] == "nolo" and max(participant["tricks"] for participant in deal["participants"]) > 1
    ]
    return [*told, *(deal | {"stopped": True} for deal in lost)]
