"""A source's arithmetic in its own terms: prices by a formula, and how tricks are paid.

Each source is written down a second time here, as its own arithmetic rather than as a scoring table, so a number
mistyped in a preset cannot be wrong here in the same way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction as F
from math import ceil, floor

Amount = F | int
SEVEN_UP = range(7, 14)
EIGHT_UP = range(8, 14)
NAMES_OF_OURS = {
    "lost": ("tabt", "lost"),
    "nolo_lost": ("tabt nolo", "lost nolo"),
    "joined": ("med på en nolo", "along on a nolo"),
    "alone": ("makker", "partner"),
    "limits": ("bordlægger tillader", "bordlægger allow"),
}


def made_price(price: Amount, over: int) -> Amount:
    return price * (1 + over)


def twice_each_missing(price: Amount, under: int) -> Amount:
    return 2 * price * under


def each_missing(price: Amount, under: int) -> Amount:
    return price * under


@dataclass(frozen=True)
class Few:
    """A nolo: its trick limit, what each opponent pays, and what it costs to each by the number of tricks too many."""

    most: int
    won: Callable[[int], Amount]
    lost: Callable[[int], Amount]


def same(most: int, price: Amount) -> Few:
    """Won or lost, the same."""
    return Few(most, lambda _tricks: price, lambda _beyond: price)


def double(most: int, price: Amount) -> Few:
    return Few(most, lambda _tricks: price, lambda _beyond: 2 * price)


@dataclass(frozen=True)
class Source:
    """A source: its words in ours, prices by column and level, what is paid, its nolos, and what it is silent about."""

    words: str
    levels: range | tuple[int, ...] = ()
    columns: Mapping[str, Amount] = field(default_factory=dict)  # what a column is times the first
    price: Callable[[int, Amount], Amount] = lambda _level, _times: 0
    won: Callable[[Amount, int, int], Amount] = lambda price, level, tricks: made_price(price, tricks - level)
    lost: Callable[[Amount, int, int], Amount] = lambda price, level, tricks: made_price(price, level - tricks)
    nolo: Mapping[str, Few | None] = field(default_factory=dict)  # None: it has no price
    lone: Callable[[Amount], Amount] = lambda amount: amount  # what each of three pays a lone declarer
    trumps: Mapping[tuple[str, str], int] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    is_priced: bool = True

    def amount(self, level: int, column: str, tricks: int) -> Amount:
        """What each opponent pays for so many tricks in a contract, negative if it is lost."""
        price = self.price(level, self.columns[column])
        return self.won(price, level, tricks) if tricks >= level else -self.lost(price, level, tricks)


def double_from(first: Amount, lowest: int) -> Callable[[int, Amount], Amount]:
    return lambda level, times: F(first) * 2 ** (level - lowest) * times


def missing(rule: Callable[[Amount, int], Amount]) -> Callable[[Amount, int, int], Amount]:
    return lambda price, level, tricks: rule(price, level - tricks)


def up(amount: Amount) -> int:
    return ceil(amount)


def half_up(amount: Amount) -> int:
    return floor(F(amount) + F(1, 2))


def listed_prices(**rows: tuple[Amount, ...]) -> Callable[[int, Amount], Amount]:
    """Prices typed one by one, a tuple per level; `times` is the index in it."""
    return lambda level, place: rows[f"row{level}"][int(place)]


VALUE_ROW: tuple[Amount, ...] = (0, 0, F(1, 4), F(1, 2), 1, 2, 4, 8, 16, 32)  # for 7, 8, 9 ...; it ends there


def value_of_row(tricks: int) -> Amount:
    """The row of Es-makker-points for so many tricks, at most its last."""
    return VALUE_ROW[min(tricks - 7, len(VALUE_ROW) - 1)]


def fourteen(tricks: int) -> int:
    """Es-makker-points: thirteen counts as fourteen, bid or taken."""
    return 14 if tricks == 13 else tricks


JUNGS = [
    "7",
    "7h",
    "7g",
    "7v",
    "8",
    "8h",
    "8g",
    "8v",
    "9",
    "sol",
    "9h",
    "9g",
    "9v",
    "10",
    "rensol",
    "10h",
    "10g",
    "10v",
]
JUNGS += [f"{level}{name}" for level in (11, 12, 13) for name in ("", "h", "g", "v")]


def jungs(level: int, column: Amount) -> Amount:
    """10 and 7 for each contract below it; vip is the plain price times its turn."""
    rank = {0: "", -1: "h", -2: "g"}.get(int(column), "")
    return (10 + 7 * JUNGS.index(f"{level}{rank}")) * max(1, int(column))


PLUS_DOUBLES = {"plain": 1, "vip": 2, "gode": 2, "halve": 2, "sans": 2}
LAEDER = listed_prices(
    row8=(F(3, 4), F(5, 4), F(7, 4)),
    row9=(2, 3, 4),
    row10=(5, 7, 9),
    row11=(12, 16, 20),
    row12=(28, 36, 44),
    row13=(64, 80, 96),
)
VEST = listed_prices(row7=(10,), row8=(20,), row9=(40,), row10=(60,), row11=(80,), row12=(100,), row13=(200,))
WHIST_AI = listed_prices(row7=(0,), row8=(1,), row9=(2,), row10=(3,), row11=(4,), row12=(5,), row13=(25,))
GRUNDTAKST = {
    f"{first}{'_' * bool(first and then)}{then}" or "plain": times * (2 if then else 1)
    for first, times in {"": 1, "halve": 2, "vip1": 2, "vip2": 4, "vip3": 8}.items()
    for then in ("", "gode", "sans")
}
