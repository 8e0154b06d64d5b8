"""“Hvorfor dette tal?” One sentence, with its arithmetic, for every settled deal, independent of language."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.steps import Book, Moved, Nothing, Pot, Roles, Step, Wager, arithmetic
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points

NO_NAMES: Mapping[str, str] = MappingProxyType({})

NEEDS_AND_TOOK = Phrase("{contract} needs {demand}, took {taken}: {paid}")
NEEDS = Phrase("{contract} needs {demand}. {results}")
TOOK = Phrase("{players} took {taken}: {paid}")
EXACTLY, AT_MOST = Phrase("exactly {tricks}"), Phrase("at most {tricks}")
TRICK, TRICKS = Phrase("{count} trick"), Phrase("{count} tricks")
COUNT_AS = Phrase("{tricks}, which count as {counted}")
FROM, TO = Phrase("{amount} from {players}"), Phrase("{amount} to {players}")
AGAINST = {
    "opponents": Phrase("each opponent"),
    "others": Phrase("each of the others"),
    "outsiders": Phrase("each player who did not go along"),
}
POT = Phrase("the fewest tricks are {fewest}. The others pay for each trick above: {payments}. {shared}")
SHARED = Phrase("{total} shared by {players} = {share} each")
FROM_OPPONENTS = Phrase("{over} above the book of {book}, {over} × {price} = {total} from each opponent")
FROM_HOUSE = Phrase("{over} above the book of {book}, {over} × {price} = {total} to each, paid by the house")
PLAYERS = Phrase("{contract}, {count} players: {paid}")
PAID = Phrase("{points} to {players}, paid by the house")
EACH_PAID = Phrase("{points} to {players} each, paid by the house")
POINT, POINTS = Phrase("1 point"), Phrase("{count} points")
NO_POINTS = Phrase("{contract}: no points")
DEALS_AGAIN = Phrase("{contract}: no points, the same dealer deals again")


def sentence(deal: Deal, scoring_table: ScoringRules, settlement: Payout, names: Mapping[str, str] = NO_NAMES) -> Label:
    """Explain how a deal settled: "9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller".

    `names` gives each player's name. There is no full stop at the end.
    """
    contract = deal.name(scoring_table)
    if asides := deal.asides(names):
        contract = join([contract, same(" ("), join(asides, ", "), same(")")], "")
    return _Explanation(scoring_table.unit_denominator, names).sentence(contract, deal.steps(scoring_table, settlement))


class _Explanation:
    """Steps in words, with points of so many units and the players' names."""

    def __init__(self, denominator: int, names: Mapping[str, str]) -> None:
        self.denominator = denominator
        self.names = names

    def sentence(self, contract: Label, steps: Sequence[Step]) -> Label:
        match steps:
            case [Wager() as wager]:
                taken, paid = _tricks_taken(wager), self._payment(wager)
                return fill(NEEDS_AND_TOOK, contract=contract, demand=_demand(wager), taken=taken, paid=paid)
            case [Wager() as first, *_]:
                results = join([self._own_result(step) for step in steps if isinstance(step, Wager)], ". ")
                return fill(NEEDS, contract=contract, demand=_demand(first), results=results)
            case [Pot() as pot]:
                return join([contract, self._pot(pot)], ": ")
            case [Book() as book]:
                pair, taken = self._player_list(book.pair), _tricks(book.tricks)
                return fill(TOOK, players=pair, taken=taken, paid=self._book(book))
            case [Roles() as roles]:
                return fill(PLAYERS, contract=contract, count=roles.players, paid=self._roles(roles))
            case [Moved() as moved]:
                return join([contract, self._movement(moved)], ": ")
            case [Nothing(again=True)]:
                return fill(DEALS_AGAIN, contract=contract)
            case _:
                return fill(NO_POINTS, contract=contract)

    def _own_result(self, wager: Wager) -> Label:
        return fill(TOOK, players=self._name(wager.player), taken=wager.tricks, paid=self._payment(wager))

    def _payment(self, wager: Wager) -> Label:
        amount = arithmetic(wager.terms, self._number)
        return fill(FROM if wager.terms.won else TO, amount=amount, players=AGAINST[wager.against])

    def _pot(self, pot: Pot) -> Label:
        price, total = self._number(pot.price), self._number(pot.price * sum(above for _, above in pot.above))
        payments = [join([self._name(player), same(f" {above} × "), price], "") for player, above in pot.above]
        winners = self._player_list(pot.winners)
        shared = fill(TO, amount=total, players=winners)
        if len(pot.winners) > 1:
            shared = fill(SHARED, total=total, players=winners, share=self._number(pot.share))
        return fill(POT, fewest=pot.fewest, payments=join(payments, ", "), shared=shared)

    def _book(self, book: Book) -> Label:
        price, total = self._number(book.price), self._number(book.over * book.price)
        phrase = FROM_HOUSE if book.from_house else FROM_OPPONENTS
        return fill(phrase, over=book.over, book=book.book, price=price, total=total)

    def _roles(self, roles: Roles) -> Label:
        points = POINT if roles.each == self.denominator else fill(POINTS, count=self._number(roles.each))
        phrase = EACH_PAID if len(roles.receivers) > 1 else PAID
        return fill(phrase, points=points, players=self._player_list(roles.receivers))

    def _movement(self, moved: Moved) -> Label:
        amounts = join(list(self._amounts(moved)), ", ")
        return join([same(f"{moved.reason} ("), amounts, same(")")], "") if moved.reason else amounts

    def _amounts(self, moved: Moved) -> Iterator[Label]:
        for player, units in moved.units:
            yield join([self._name(player), same(" +" if units > 0 else " "), self._number(units)], "")

    def _player_list(self, players: Sequence[str]) -> Label:
        return enumeration([self._name(player) for player in players])

    def _name(self, player: str) -> Label:
        return same(self.names.get(player, player))

    def _number(self, units: int) -> Label:
        return in_points(units, self.denominator)


def _demand(wager: Wager) -> Label:
    if wager.most is None:
        return _tricks(wager.least)
    if wager.most == 0:
        return _tricks(0)
    return fill(EXACTLY if wager.least == wager.most else AT_MOST, tricks=_tricks(wager.most))


def _tricks(count: int) -> Label:
    return fill(TRICK if count == 1 else TRICKS, count=count)


def _tricks_taken(wager: Wager) -> Label:
    if wager.counted in (None, wager.tricks):
        return same(str(wager.tricks))
    return fill(COUNT_AS, tricks=wager.tricks, counted=wager.counted)
