"""What a kind tells and explains a payout with: the contract in words, numbers in points, and the players' names."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ledger.rules.deals.clauses import (
    BY_TURN,
    EACH,
    GAVE,
    GETS,
    NOBODY_PAYS,
    PAYS,
    SOMEBODY,
    THE_HOUSE,
    THE_OTHERS,
    THEY,
    Clause,
    number_in_words,
)
from ledger.rules.deals.payout import Payout
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Changed, Label, Phrase, Text, enumeration, fill, join, same
from ledger.rules.site.points import in_points

OWN, OWN_BEHIND_S = Phrase("%(side)s's %(contract)s"), Phrase("%(side)s' %(contract)s")


@dataclass(frozen=True, slots=True)
class Teller:
    """A settled deal: its contract, its scoring table and payout, and the players' names where known.

    `is_played` says that it is told as it was played, and not as it would be.
    """

    contract: Label
    scoring_table: ScoringRules
    payout: Payout
    names: Mapping[str, str]
    is_played: bool = True

    @property
    def in_play(self) -> list[str]:
        """The players of the deal, without those who sit out."""
        return [player for player, role in self.payout.roles.items() if role != "sits_out"]

    def bid(self, vip_turn: int | None = None) -> Label:
        """The contract within a sentence: "ren bordlægger", "9 vip i 2. tur"."""
        bid = Changed(self.contract, str.lower)
        has_turns = vip_turn is not None and len(self.scoring_table.levels) > 1
        return fill(BY_TURN, bid=bid) if has_turns else bid

    def name(self, player: str) -> Label:
        """A player's name."""
        return same(self.names.get(player, player))

    def names_of(self, players: Sequence[str]) -> Label:
        """Players' names: "Anders, Bodil og Carl"; "somebody" where none is known."""
        return enumeration([self.name(player) for player in players]) if players else SOMEBODY

    def points(self, units: int) -> Label:
        """Units in points."""
        return in_points(units, self.scoring_table.unit_denominator)

    def amounts(self, units: Mapping[str, int]) -> Label:
        """What each player wins or loses: "Anders −1, Bodil +1"."""
        return join([self._amount(player, moved) for player, moved in units.items()], ", ")

    def after_contract(self, words: Label) -> Label:
        """Words behind the contract: "Regulering: ..."."""
        return join([self.contract, words], ": ")

    def _amount(self, player: str, units: int) -> Label:
        return join([self.name(player), same(" +" if units > 0 else " "), self.points(units)], "")

    # --- in sentences with people in them

    def say(self, clause: Clause, doers: Sequence[str], **values: object) -> Label:
        """What some players do, or did: "Lilly og Gudrun melder 9 vip"."""
        return fill(clause.of(len(doers), is_past=self.is_played), side=self.names_of(doers), **values)

    def do(self, clause: Clause, doers: Sequence[str], **values: object) -> Label:
        """The same of a clause that does not name them: "Birthe og Ejnar tager alle stik"."""
        return join([self.names_of(doers), self.say(clause, doers, **values)], " ")

    def tell(self, deed: Label, side: Sequence[str], asides: Sequence[Label] = ()) -> Label:
        """A deed of a side, and who gets and pays what for it, where that is known."""
        deed = with_asides(deed, asides)
        return join([deed, self._payments(side)], ". ") if self.payout.units else deed

    def _payments(self, side: Sequence[str]) -> Label:
        """Who gets and pays what after a deal of a side: "De tre andre betaler 8 hver".

        Where all the others settle alike with the side, what it gets or pays itself goes without saying.
        """
        units, house = self.payout.units, self.payout.house
        others = [player for player in self.in_play if player not in side]
        by_amount: dict[int, list[str]] = {}
        for player in sorted([*side, *others], key=lambda player: -units[player]):
            by_amount.setdefault(units[player], []).append(player)
        if len(by_amount) == 2 and others in by_amount.values() and not house:
            by_amount = {units[others[0]]: others}
        payments: list[Label] = []
        for amount, players in by_amount.items():
            if amount:
                who = self.names_of(players) if payments else self._subject(players, side)
                payments.append(self._payment(who, amount, len(players)))
        if house:
            payments.append(self._payment(THE_HOUSE, house, 1))
        return join(payments or [NOBODY_PAYS.of(1, is_past=self.is_played)], ", ")

    def _subject(self, players: Sequence[str], side: Sequence[str]) -> Label:
        """Who a sentence behind the deed begins with: a pronoun for those just named, and for the rest of many."""
        if len(side) > 1 and set(players) == set(side):
            return THEY
        if len(side) == 1 and side[0] not in players and len(players) == len(self.in_play) - 1 > 2:
            return fill(THE_OTHERS, count=number_in_words(len(players)))
        return self.names_of(players)

    def _payment(self, who: Label, amount: int, count: int) -> Label:
        points = self.points(abs(amount))
        to_each = points if count == 1 else fill(EACH, amount=points)
        clause = GETS if amount > 0 else PAYS
        return fill(clause.of(count, is_past=self.is_played), side=who, amount=to_each)


def with_asides(words: Label, asides: Sequence[Label]) -> Label:
    """Words with asides behind them: "9 vip i 2. (selvmakker)"."""
    return join([words, same(" ("), join(asides, ", "), same(")")], "") if asides else words


def own_contract(side: Sequence[str], contract: Label) -> Label:
    """A contract as that of a side, which is named: "Lillys rene bordlægger", "Åse og Jens' 9 vip i 2."."""
    danish = re.sub(r"\b(ren|dobbelt)\b", r"\1e", contract["da"].lower())  # the only names that bend
    phrase = OWN_BEHIND_S if side[-1].lower().endswith(("s", "x", "z")) else OWN
    return fill(phrase, side=enumeration([*map(same, side)]), contract=Text(danish, contract["en"].lower()))


def who_got_what(units: Iterable[tuple[Label, int]], unit_denominator: int) -> Label | None:
    """Tell what was got and given: "Inger og Lilly fik 1 hver, Åse og Gudrun gav 1 hver"; None where nothing was.

    `units` are those of each player, who is named, and of the house if it took part.
    """
    by_amount: dict[int, list[Label]] = {}
    for name, amount in units:
        by_amount.setdefault(amount, []).append(name)
    told: list[Label] = []
    for amount, names in sorted(by_amount.items(), reverse=True):
        if amount:
            points = in_points(abs(amount), unit_denominator)
            gain = points if len(names) == 1 else fill(EACH, amount=points)
            told.append(fill(GETS.past if amount > 0 else GAVE, side=enumeration(names), amount=gain))
    return join(told, ", ") if told else None
