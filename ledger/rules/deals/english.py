"""The steps of a settlement in the English of a club member."""

from collections.abc import Mapping, Sequence

from ledger.rules.deals.steps import Book, Moved, Nothing, Pot, Roles, Step, Wager, arithmetic
from ledger.rules.site.points import in_points

AGAINST = {
    "opponents": "each opponent",
    "others": "each of the others",
    "outsiders": "each player who did not go along",
}


class English:
    """Says steps in English: one sentence and its arithmetic, points with a decimal point."""

    def __init__(self, denominator: int, names: Mapping[str, str]) -> None:
        self.denominator = denominator
        self.names = names

    def sentence(self, contract: str, steps: Sequence[Step]) -> str:
        """The whole sentence, without a full stop at its end."""
        match steps:
            case [Wager() as wager]:
                return f"{contract} needs {_demand(wager)}, took {_taken(wager)}: {self._paid(wager)}"
            case [Wager() as first, *_]:
                each = (self._own_result(step) for step in steps if isinstance(step, Wager))
                return f"{contract} needs {_demand(first)}. {'. '.join(each)}"
            case [Pot() as pot]:
                return f"{contract}: {self._pot(pot)}"
            case [Book() as book]:
                return f"{self._listed(book.pair)} took {_tricks(book.tricks)}: {self._book(book)}"
            case [Roles() as roles]:
                return f"{contract}, {roles.players} players: {self._roles(roles)}"
            case [Moved() as moved]:
                return f"{contract}: {self._moved(moved)}"
            case [Nothing(again=True)]:
                return f"{contract}: no points, the same dealer deals again"
            case _:
                return f"{contract}: no points"

    def _own_result(self, wager: Wager) -> str:
        return f"{self._name(wager.player)} took {wager.tricks}: {self._paid(wager)}"

    def _paid(self, wager: Wager) -> str:
        way = "from" if wager.terms.won else "to"
        return f"{arithmetic(wager.terms, self._number, lambda label: label.en)} {way} {AGAINST[wager.against]}"

    def _pot(self, pot: Pot) -> str:
        payments = ", ".join(f"{self._name(player)} {above} x {self._number(pot.price)}" for player, above in pot.above)
        total = self._number(pot.price * sum(above for _, above in pot.above))
        shared = f"{total} to {self._listed(pot.winners)}"
        if len(pot.winners) > 1:
            shared = f"{total} shared by {self._listed(pot.winners)} = {self._number(pot.share)} each"
        return f"the fewest tricks are {pot.fewest}. The others pay for each trick above: {payments}. {shared}"

    def _book(self, book: Book) -> str:
        total = self._number(book.over * book.price)
        payer = "to each, paid by the house" if book.from_house else "from each opponent"
        return f"{book.over} above the book of {book.book}, {book.over} x {self._number(book.price)} = {total} {payer}"

    def _roles(self, roles: Roles) -> str:
        each = " each" if len(roles.receivers) > 1 else ""
        points = "1 point" if roles.each == self.denominator else f"{self._number(roles.each)} points"
        return f"{points} to {self._listed(roles.receivers)}{each}, paid by the house"

    def _moved(self, moved: Moved) -> str:
        amounts = ", ".join(
            f"{self._name(player)} {'+' if units > 0 else ''}{self._number(units)}" for player, units in moved.units
        )
        return f"{moved.reason} ({amounts})" if moved.reason else amounts

    def _listed(self, players: Sequence[str]) -> str:
        *first, last = [self._name(player) for player in players]
        return f"{', '.join(first)} and {last}" if first else last

    def _name(self, player: str) -> str:
        return self.names.get(player, player)

    def _number(self, units: int) -> str:
        return in_points(units, self.denominator).en


def _demand(wager: Wager) -> str:
    if wager.most is None:
        return _tricks(wager.least)
    if wager.most == 0:
        return "0 tricks"
    return f"{'exactly' if wager.least == wager.most else 'at most'} {_tricks(wager.most)}"


def _tricks(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"


def _taken(wager: Wager) -> str:
    counted = "" if wager.counted in (None, wager.tricks) else f", which count as {wager.counted}"
    return f"{wager.tricks}{counted}"
