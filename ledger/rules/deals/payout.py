"""What a settled deal pays, with the words in which it is told."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.scoring.parameters.parameter import Factor
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Terms
from ledger.rules.site.labels import Changed, Label, Phrase, Text, enumeration, fill, join, same
from ledger.rules.site.points import in_points


class Payout(NamedTuple):
    """Units won or lost and roles by player, for everybody at the table; with `house` the units sum to 0.

    `key` is the outcome key looked up in the tariff, None if none was needed.
    """

    units: Mapping[str, int]
    house: int
    roles: Mapping[str, str]
    key: str | None


NO_PAYOUT = Payout({}, 0, {}, None)

# A bare tuple: one is made at every deal, and taken apart at once.
Gains = tuple[Mapping[str, int], Mapping[str, str], str | None]
"""Units won or lost and roles by player, of those in play, before the house is worked out, and the outcome key.

Units and roles are in the order of the seats. Units may be empty, where nobody wins or loses; nobody's role is missing.
The key is None if none was looked up.
"""


class Clause(NamedTuple):
    """What somebody does: said of one, of several, and of what is past."""

    one: Phrase
    several: Phrase
    past: Phrase

    def of(self, count: int, *, is_past: bool) -> Phrase:
        """The clause for so many players, of whom none may be known."""
        if is_past:
            return self.past
        return self.one if count < 2 else self.several


BIDS = Clause(
    Phrase("%(side)s bids %(contract)s"),
    Phrase("%(side)s bid %(contract)s"),
    Phrase("%(side)s bid %(contract)s", "in the past"),
)
IS_OWN_PARTNER = Clause(  # never several
    Phrase("%(side)s, as own partner, bids %(contract)s"),
    Phrase("%(side)s, as own partner, bids %(contract)s"),
    Phrase("%(side)s, as own partner, bid %(contract)s", "in the past"),
)
GOES_ALONG = Clause(Phrase("%(side)s goes along"), Phrase("%(side)s go along"), Phrase("%(side)s went along"))

TAKES = Clause(Phrase("takes %(tricks)s"), Phrase("take %(tricks)s"), Phrase("took %(tricks)s"))
TAKES_NUMBER = Clause(Phrase("takes %(number)s"), Phrase("take %(number)s"), Phrase("took %(number)s"))
JUST_MAKES_IT = Clause(Phrase("just makes it"), Phrase("just make it"), Phrase("just made it"))
MAKES_IT = Clause(Phrase("makes it"), Phrase("make it"), Phrase("made it"))
GOES_DOWN = Clause(Phrase("goes down"), Phrase("go down"), Phrase("went down"))

PAYS = Clause(Phrase("%(side)s pays %(amount)s"), Phrase("%(side)s pay %(amount)s"), Phrase("%(side)s paid %(amount)s"))
GETS = Clause(Phrase("%(side)s gets %(amount)s"), Phrase("%(side)s get %(amount)s"), Phrase("%(side)s got %(amount)s"))
GAVE = Phrase("%(side)s gave %(amount)s")
EACH = Phrase("%(amount)s each")
NOBODY_PAYS = Clause(Phrase("Nobody pays anything"), Phrase("Nobody pays anything"), Phrase("Nobody paid anything"))
THEY, SOMEBODY, THE_HOUSE = Phrase("They"), Phrase("Somebody"), Phrase("the house")
THE_OTHERS = Phrase("The other %(count)s")

AND = Phrase("%(bid)s and %(result)s")
NO_TRICK, EVERY_TRICK = Phrase("no trick"), Phrase("every trick")
TRICK, TRICKS = Phrase("%(count)s trick", "one"), Phrase("%(count)s tricks")
NUMBERS = (Phrase("one"), Phrase("two"), Phrase("three"), Phrase("four"), Phrase("five"), Phrase("six"))


def number_in_words(count: int) -> Label:
    """A number as a sentence says it, from one to six in letters."""
    return NUMBERS[count - 1] if count <= len(NUMBERS) else same(str(count))


def tricks_in_words(count: int) -> Label:
    """A number of tricks as a sentence says it: "ikke et stik", "tre stik"."""
    if not count:
        return NO_TRICK
    phrase = TRICK if count == 1 else TRICKS
    return fill(phrase, count=number_in_words(count))


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
        return fill(Phrase("%(bid)s", "by its turn"), bid=bid) if has_turns else bid

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
        told = []
        for player, moved in units.items():
            sign = " +" if moved > 0 else " "
            told.append(join([self.name(player), same(sign), self.points(moved)], ""))
        return join(told, ", ")

    def after_contract(self, words: Label) -> Label:
        """Words behind the contract: "Regulering: ..."."""
        return join([self.contract, words], ": ")

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
            phrase = GETS.past if amount > 0 else GAVE
            told.append(fill(phrase, side=enumeration(names), amount=gain))
    return join(told, ", ") if told else None


# Wagers: a player or a side against others over the tricks they take, and the arithmetic of what it pays.


NEEDS = Phrase("%(contract)s needs %(demand)s, %(taken)s: %(paid)s")
EACH_NEEDS = Phrase("%(contract)s needs %(demand)s. %(results)s")
RESULT = Phrase("%(players)s %(taken)s: %(paid)s")
HOME, BEATEN = Phrase("home"), Phrase("beaten")  # where the tricks are not known
EXACTLY, AT_MOST = Phrase("exactly %(tricks)s"), Phrase("at most %(tricks)s")
COUNT_AS = Phrase("%(tricks)s, which count as %(counted)s")
FROM, TO = Phrase("%(amount)s from %(players)s"), Phrase("%(amount)s to %(players)s")
OPPONENTS = Phrase("each opponent")
OTHERS = Phrase("each of the others")
OUTSIDERS = Phrase("each player who did not go along")


@dataclass(frozen=True)
class Wager:
    """One player or side against others: the tricks required or allowed, those taken if known, and the amount for each.

    `counted` is what the tricks count as if the scoring table says another number, else None.
    """

    player: str
    least: int
    most: int | None
    tricks: int | None
    terms: Terms
    against: Label
    counted: int | None = None


def explain_wagers(wagers: Sequence[Wager], teller: Teller, asides: Sequence[Label]) -> Label:
    """The sentence about a contract: "9 vip kræver 9 stik, fik 10: ...", or with the result of each on it."""
    first, *others = wagers
    contract, demand = with_asides(teller.contract, asides), _demand(first)
    if not others:
        taken, paid = _tricks_taken(first), _payment(first, teller)
        return fill(NEEDS, contract=contract, demand=demand, taken=taken, paid=paid)
    results = []
    for wager in wagers:
        taken, paid = _tricks_taken(wager), _payment(wager, teller)
        results.append(fill(RESULT, players=teller.name(wager.player), taken=taken, paid=paid))
    return fill(EACH_NEEDS, contract=contract, demand=demand, results=join(results, ". "))


def trick_count(count: int) -> Label:
    """A number of tricks: "1 stik", "2 stik"."""
    return fill(TRICK if count == 1 else TRICKS, count=count)


def _demand(wager: Wager) -> Label:
    if wager.most is None:
        return trick_count(wager.least)
    if wager.most == 0:
        return trick_count(0)
    phrase = EXACTLY if wager.least == wager.most else AT_MOST
    return fill(phrase, tricks=trick_count(wager.most))


def _tricks_taken(wager: Wager) -> Label:
    if wager.tricks is None:
        return HOME if wager.terms.won else BEATEN
    is_counted = wager.counted not in (None, wager.tricks)
    number = fill(COUNT_AS, tricks=wager.tricks, counted=wager.counted) if is_counted else wager.tricks
    return fill(TAKES_NUMBER.past, number=number)


def _payment(wager: Wager, teller: Teller) -> Label:
    phrase = FROM if wager.terms.won else TO
    return fill(phrase, amount=arithmetic(wager.terms, teller.points), players=wager.against)


def arithmetic(terms: Terms, number: Callable[[int], Label]) -> Label:
    """The sum as it is written down, without its sign: "2 + 1 × 2 = 4", "(2 + 1 × 2) × 2 for clubs = 8", "2"."""
    adds = bool(terms.number and terms.each)
    parts = [number(terms.base)] if terms.base or not adds else []
    if adds:
        parts.append(join([same(f"{terms.number} × "), number(terms.each)], ""))
    written, is_sum, is_bare = join(parts, " + "), len(parts) > 1, not adds
    for factor in terms.factors:
        # A step that only rounds multiplies nothing, and needs no brackets.
        if factor.times != factor.divisor and is_sum:
            written, is_sum = join([same("("), written, same(")")], ""), False
        words = list(_factor_words(factor, number))
        written = join([written, *words], "")
        is_sum, is_bare = is_sum or factor.plus > 0, is_bare and not words
    amount = abs(terms.amount)
    if is_bare and terms.base == amount:
        return written
    return join([written, number(amount)], " = ")


def _factor_words(factor: Factor, number: Callable[[int], Label]) -> Iterator[Label]:
    if factor.times != factor.divisor:
        times = f"{factor.times}/{factor.divisor}" if factor.divisor > 1 else factor.times
        yield same(f" × {times}")
    if factor.plus:
        yield from (same(" + "), number(factor.plus))
    if factor.reason:
        yield from (same(" "), factor.reason)
    if factor.finish:
        yield from (same(", "), factor.finish.words)
