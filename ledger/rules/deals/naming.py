"""What a deal is called and how it went, in a word or two."""

from collections.abc import Mapping

from ledger.rules.deals.kinds import (
    Adjustment,
    Deal,
    Fault,
    FreeForAll,
    NoloDeal,
    NotPlayed,
    PairBook,
    PassedOut,
    RoleTable,
    TrickDeal,
)
from ledger.rules.scoring.naming import TURNS, bid_name
from ledger.rules.scoring.scoring_table import Nolo, ScoringRules
from ledger.rules.scoring.vocabulary import ALONE, CAUSES
from ledger.rules.site.labels import Label

PASSED_OUT = Label("Passet rundt", "Passed out")
ADJUSTMENT = Label("Regulering", "Adjustment")
CALLED_THE_ACE = Label("{} kaldte esset", "{} called the ace")
STOPPED = Label("spillet blev stoppet", "play was stopped")


def contract_name(deal: Deal, scoring_table: ScoringRules, language: str) -> str:
    """The contract as it is said at the table: "9 vip i 2.", "Sol", "Passet rundt", "Jernhånd"."""
    match deal:
        case TrickDeal():
            return _trick_name(deal, scoring_table, language)
        case NoloDeal():
            return scoring_table.nolo[deal.contract].label[language]
        case RoleTable():
            return scoring_table.roles[deal.outcome].label[language]
        case Fault():
            return scoring_table.penalties[deal.penalty].label[language]
        case FreeForAll() if scoring_table.free_for_all:
            return scoring_table.free_for_all.label[language]
        case PairBook() if scoring_table.pair_book:
            return scoring_table.pair_book.label[language]
        case PassedOut():
            return PASSED_OUT[language]
        case NotPlayed():
            return CAUSES[deal.cause][language]
        case _:
            return ADJUSTMENT[language]


def said_beside(deal: Deal, language: str, names: Mapping[str, str]) -> list[str]:
    """What the contract itself does not say: "selvmakker", "Bodil kaldte esset", "spillet blev stoppet".

    `names` gives the name to say for a player of the deal.
    """
    match deal:
        case TrickDeal():
            alone = [ALONE[deal.alone][language]] if deal.alone in ("self_called", "ace_in_cat") else []
            caller = [names.get(deal.called_by, deal.called_by)] if deal.called_by else []
            return alone + [CALLED_THE_ACE[language].format(name) for name in caller]
        case NoloDeal(stopped=True):
            return [STOPPED[language]]
        case _:
            return []


def _trick_name(deal: TrickDeal, scoring_table: ScoringRules, language: str) -> str:
    column = scoring_table.column(deal.attachment, deal.vip_turn)
    assert column is not None
    name = bid_name(scoring_table, deal.level, column, language)
    if deal.vip_turn is None or len(scoring_table.levels) == 1:
        return name
    return f"{name} {TURNS[deal.vip_turn][language]}"


def result_text(deal: Deal, scoring_table: ScoringRules) -> str:
    """How it went: "+1", "=", "-2" in tricks against the contract; several nolo players each; "8-5" for pairs."""
    match deal:
        case TrickDeal():
            return _difference(deal.tricks - deal.level)
        case NoloDeal():
            nolo = scoring_table.nolo[deal.contract]
            return " / ".join(_difference(-_outside(nolo, one.tricks)) for one in deal.participants)
        case PairBook():
            return "-".join(str(tricks) for tricks in deal.pair_tricks)
        case FreeForAll():
            return "-".join(str(tricks) for tricks in deal.tricks.values())
        case PassedOut() | NotPlayed() | RoleTable() | Fault() | Adjustment():
            return ""


def _outside(nolo: Nolo, tricks: int) -> int:
    return max(0, nolo.min_tricks - tricks, tricks - nolo.max_tricks)


def _difference(tricks: int) -> str:
    return f"{tricks:+d}" if tricks else "="
