"""A deal written as the shortest keyboard line."""

import re
from collections.abc import Callable, Mapping, Sequence

from ledger.rules.deals.keyboard.spelling import Spelling
from ledger.rules.deals.kinds import (
    Adjustment,
    Deal,
    Fault,
    FreeForAll,
    NoloDeal,
    NotPlayed,
    PairBook,
    RoleTable,
    TrickDeal,
)
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.points import points_text

IN_CAT = "0"
UNKNOWN = "0"
PASSED = ("p", "pas", "passet", "passed")
NOT_PLAYED = {
    "redeal": ("o", "om", "omgivning", "omblanding", "redeal"),
    "iron_hand": ("j", "jern", "jernhånd", "jernhaand", "iron"),
    "misdeal": ("f", "fejl", "fejlgivning", "misdeal"),
}
STOPPED = "!"
CALLED_BY = "e"  # for "es"
NOTE = ";"
POT = ("m", "mod", "alle")
USUAL_AMOUNT = re.compile(r"[+-]?(\d+([.,]\d+)?|\d+/\d+)", re.ASCII)


Away = Callable[[str], tuple[str, ...]]


def nobody_away(_dealer: str) -> tuple[str, ...]:
    """That nobody sits out, or nobody but the dealer."""
    return ()


def written(
    deal: Deal,
    scoring_table: ScoringRules,
    spelling: Spelling,
    players: Sequence[str],
    expected: str | None = None,
    away: Away = nobody_away,
) -> str:
    """The shortest line that is read back as the same deal where `expected` would deal.

    `away` says who sits out by who deals.
    """
    seats = {player: str(seat) for seat, player in enumerate(players, start=1)}
    writer = _Writer(scoring_table, spelling.words, seats)
    if isinstance(deal, Adjustment):
        return writer.adjustment(deal)
    dealt = "" if deal.dealer == expected else f" @{seats[deal.dealer] if deal.dealer else UNKNOWN}"
    is_usual = deal.sits_out == (away(deal.dealer) if deal.dealer else ())
    named = "" if is_usual else f" ~{''.join(seats[player] for player in deal.sits_out)}"
    note = f" {NOTE} {deal.note}" if deal.note else ""
    return f"{writer.contract(deal)}{dealt}{named}{note}"


class _Writer:
    """The parts of a line for one table."""

    def __init__(
        self, scoring_table: ScoringRules, words: Mapping[str, Mapping[str, str]], seats: Mapping[str, str]
    ) -> None:
        self.scoring_table = scoring_table
        self.words = words
        self.seats = seats

    def contract(self, deal: Deal) -> str:
        """Everything but who deals, who sits out, and the note."""
        match deal:
            case TrickDeal():
                return self._trick(deal)
            case NoloDeal():
                return self._nolo(deal)
            case FreeForAll():
                counts = " ".join(str(deal.tricks.get(player, ".")) for player in self.seats)
                return f"{POT[0]} {counts}"
            case PairBook():
                return "{}-{}".format(*deal.pair_tricks)
            case RoleTable():
                partner = self.seats[deal.partner] if deal.partner else ""
                return f"{self.seats[deal.maker]}{self.words['role'][deal.outcome]}{partner}"
            case Fault():
                only = len(self.scoring_table.penalties) == 1
                return f"!{self.seats[deal.player]}{'' if only else self.words['penalty'][deal.penalty]}"
            case NotPlayed():
                return NOT_PLAYED[deal.cause][0]
            case _:
                return PASSED[0]

    def adjustment(self, deal: Adjustment) -> str:
        """Points moved, a full stop for a seat that is not in it; the reason on one line."""
        amounts = " ".join(self._amount(deal, player) if player in deal.amounts else "." for player in self.seats)
        reason = re.sub(r"[\t\r\n]+", " ", deal.reason)
        return f"= {amounts} {NOTE} {reason}"

    def _amount(self, deal: Adjustment, player: str) -> str:
        """An amount as it was typed; where that is not one plain number, as exact text."""
        typed = str(deal.amounts[player]).strip().replace("\N{MINUS SIGN}", "-")
        return (
            typed
            if USUAL_AMOUNT.fullmatch(typed)
            else points_text(deal.units[player], self.scoring_table.unit_denominator)
        )

    def _trick(self, deal: TrickDeal) -> str:
        name = self.words["attachment"].get(deal.attachment, "")
        column = self.scoring_table.column(deal.attachment, deal.vip_turn)
        turn = str(column.vip_turn) if column and column.vip_turn else ""
        flag = self.words["flag"][deal.flag] if deal.flag else ""
        head = f"{self.seats[deal.declarer]}{deal.level}{name}{turn}{self._trump(deal)}{flag}"
        caller = f" {CALLED_BY}{self.seats[deal.called_by]}" if deal.called_by else ""
        return f"{head}{self._partner(deal)}{_difference(deal.tricks - deal.level)}{caller}"

    def _trump(self, deal: TrickDeal) -> str:
        if deal.trump is None:
            return ""
        star = "" if deal.trump in self.scoring_table.counted_trumps(deal.attachment) else "*"
        return star + self.words["trump"][deal.trump]

    def _partner(self, deal: TrickDeal) -> str:
        if deal.alone == "declared" or self.scoring_table.partner == "fixed":
            return ""
        if deal.alone == "ace_in_cat":
            return IN_CAT
        return self.seats[deal.partner or deal.declarer]

    def _nolo(self, deal: NoloDeal) -> str:
        limit = self.scoring_table.nolo[deal.contract].max_tricks
        results = [
            ("" if n else self.words["nolo"][deal.contract]) + _own_difference(one.tricks, limit)
            for n, one in enumerate(deal.participants)
        ]
        said = [self.seats[one.player] + result for one, result in zip(deal.participants, results, strict=True)]
        line = "".join(f"{each} " if "=" in each else each for each in said).rstrip()
        return line + STOPPED if deal.stopped else line


def _difference(tricks: int) -> str:
    sign = "+" if tricks > 0 else "-"
    return sign * abs(tricks) if abs(tricks) < 3 else f"{sign}{abs(tricks)}"


def _own_difference(tricks: int, limit: int) -> str:
    if abs(tricks - limit) > 2:
        return f"={tricks}"
    return "+" * (limit - tricks) + "-" * (tricks - limit)
