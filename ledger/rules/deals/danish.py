"""The steps of a settlement in the Danish of a club member."""

from collections.abc import Mapping, Sequence

from ledger.rules.deals.steps import Book, Moved, Nothing, Pot, Roles, Step, Wager, arithmetic
from ledger.rules.site.points import in_points

AGAINST = {"opponents": "hver modspiller", "others": "hver af de andre", "outsiders": "hver, der ikke gik med"}


class Danish:
    """Says steps in Danish: one sentence and its arithmetic, points with a decimal comma."""

    def __init__(self, denominator: int, names: Mapping[str, str]) -> None:
        self.denominator = denominator
        self.names = names

    def sentence(self, contract: str, steps: Sequence[Step]) -> str:
        """The whole sentence, without a full stop at its end."""
        match steps:
            case [Wager() as wager]:
                return f"{contract} kræver {_demand(wager)}, fik {_taken(wager)}: {self._paid(wager)}"
            case [Wager() as first, *_]:
                each = (self._own_result(step) for step in steps if isinstance(step, Wager))
                return f"{contract} kræver {_demand(first)}. {'. '.join(each)}"
            case [Pot() as pot]:
                return f"{contract}: {self._pot(pot)}"
            case [Book() as book]:
                return f"{self._listed(book.pair)} fik {book.tricks} stik: {self._book(book)}"
            case [Roles() as roles]:
                return f"{contract}, {roles.players} spillere: {self._roles(roles)}"
            case [Moved() as moved]:
                return f"{contract}: {self._moved(moved)}"
            case [Nothing(again=True)]:
                return f"{contract}: ingen point, samme giver igen"
            case _:
                return f"{contract}: ingen point"

    def _own_result(self, wager: Wager) -> str:
        return f"{self._name(wager.player)} fik {wager.tricks}: {self._paid(wager)}"

    def _paid(self, wager: Wager) -> str:
        way = "fra" if wager.terms.won else "til"
        return f"{arithmetic(wager.terms, self._number, lambda label: label.da)} {way} {AGAINST[wager.against]}"

    def _pot(self, pot: Pot) -> str:
        payments = ", ".join(f"{self._name(player)} {above} x {self._number(pot.price)}" for player, above in pot.above)
        total = self._number(pot.price * sum(above for _, above in pot.above))
        shared = f"{total} til {self._listed(pot.winners)}"
        if len(pot.winners) > 1:
            shared = f"{total} delt mellem {self._listed(pot.winners)} = {self._number(pot.share)} til hver"
        return f"færrest stik er {pot.fewest}. De andre betaler for hvert stik derover: {payments}. {shared}"

    def _book(self, book: Book) -> str:
        total = self._number(book.over * book.price)
        payer = "til hver, betalt af huset" if book.from_house else "fra hver modspiller"
        return f"{book.over} over bogen på {book.book}, {book.over} x {self._number(book.price)} = {total} {payer}"

    def _roles(self, roles: Roles) -> str:
        each = " hver" if len(roles.receivers) > 1 else ""
        return f"{self._number(roles.each)} point til {self._listed(roles.receivers)}{each}, betalt af huset"

    def _moved(self, moved: Moved) -> str:
        amounts = ", ".join(
            f"{self._name(player)} {'+' if units > 0 else ''}{self._number(units)}" for player, units in moved.units
        )
        return f"{moved.reason} ({amounts})" if moved.reason else amounts

    def _listed(self, players: Sequence[str]) -> str:
        *first, last = [self._name(player) for player in players]
        return f"{', '.join(first)} og {last}" if first else last

    def _name(self, player: str) -> str:
        return self.names.get(player, player)

    def _number(self, units: int) -> str:
        return in_points(units, self.denominator).da


def _demand(wager: Wager) -> str:
    if wager.most is None:
        return f"{wager.least} stik"
    if wager.most == 0:
        return "0 stik"
    return f"{'præcis' if wager.least == wager.most else 'højst'} {wager.most} stik"


def _taken(wager: Wager) -> str:
    counted = "" if wager.counted in (None, wager.tricks) else f", der tæller som {wager.counted}"
    return f"{wager.tricks}{counted}"
