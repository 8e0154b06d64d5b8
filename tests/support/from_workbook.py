"""A season's figures worked out once more from its exported workbook, in plain Python, with nothing of the site's own.

All that is known here is what the workbook's lists are called and how the pages name what somebody was.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from typing import Any

from openpyxl import load_workbook

SHEET = "Deals"
EVENINGS_SHEET, BEFORE_THOSE_THERE = "Evenings", "Number of deals"
MET_SHEET = "Head-to-head"
BEFORE_PLAYERS, AFTER_PLAYERS = "Explanation", "Sum"
HOUSE = "The house"
FINEST = 10**4  # no unit of points is finer
NOT_COUNTED = {"Passed out", "Redeal", "Iron hand", "Misdeal"}
ADJUSTMENT = "Adjustment"
NOLO = {"Sol", "Ren sol", "Bordlægger", "Ren bordlægger", "Dobbelt bordlægger", "Ren bordlægger med snak", "Nolo"}
DECLARER, ALONE, UNSURE = "Declarer with a partner", "Declarer alone", "Declarer, partner not known"
PARTNER, NOLO_PART, JOINER = "Partner", "Nolo", "Going along on a nolo"
EVERYBODY, DEFENDER, ADJUSTMENTS = "Everybody plays", "Defender", "Adjustments"


@dataclass
class Tally:
    """A number of deals, how many of them won points, and the points."""

    deals: int = 0
    won: int = 0
    points: Fraction = Fraction()

    def add(self, points: Fraction) -> None:
        self.deals += 1
        self.won += points > 0
        self.points += points


@dataclass
class Duo:
    """Two players: the deals together and what both got, the deals with different points, and what was won."""

    together: int = 0
    both: Fraction = Fraction()
    against: int = 0
    won: Fraction = Fraction()


@dataclass
class PlayerTallies:
    """A player's tallies in each part, under each contract, and beside each of the others."""

    parts: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    contracts: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    others: dict[str, Duo] = field(default_factory=lambda: defaultdict(Duo))


@dataclass(frozen=True)
class DealLine:
    """A deal of the sheet that counts: its cells by heading, and everybody's points who took part."""

    cells: dict[str, Any]
    points: dict[str, Fraction]

    def names(self, heading: str) -> list[str]:
        return [name for name in str(self.cells[heading] or "").split(", ") if name]

    @property
    def is_adjustment(self) -> bool:
        return self.cells["Contract"] == ADJUSTMENT

    @property
    def contract(self) -> str:
        """The contract without its level."""
        text = str(self.cells["Attachment"] or self.cells["Contract"])
        return text[:1].upper() + text[1:]

    def part_of(self, name: str) -> str:
        """What a player was."""
        if self.is_adjustment:
            return ADJUSTMENTS
        declarers, partners = self.names("Declarer"), self.names("Partner")
        if name in self.names("Going along"):
            return JOINER
        if name in partners:
            return PARTNER
        if name in declarers:
            return self._part_of_declarer()
        return DEFENDER if declarers else EVERYBODY

    def _part_of_declarer(self) -> str:
        if self.cells["Contract"] in NOLO:
            return NOLO_PART
        if self.names("Partner"):
            return DECLARER
        return UNSURE if "points only" in str(self.cells["Explanation"]).casefold() else ALONE

    def is_pair(self, name: str, other: str) -> bool:
        declarers, partners = self.names("Declarer"), self.names("Partner")
        return (name in declarers and other in partners) or (name in partners and other in declarers)


def deals_of(content: bytes) -> list[DealLine]:
    """The deals of a season's workbook that count, as its sheet in English has them."""
    sheet = load_workbook(BytesIO(content), data_only=True)[SHEET]
    (first, last) = next(iter(sheet.tables.values())).ref.split(":")
    headings, *rows = ([cell.value for cell in row] for row in sheet[first:last])
    players = headings[headings.index(BEFORE_PLAYERS) + 1 : headings.index(AFTER_PLAYERS)]
    lines = []
    for row in rows:
        cells = dict(zip(headings, row, strict=True))
        points = {name: _exact(cells[name]) for name in players if cells[name] is not None}
        if points and cells["Contract"] not in NOT_COUNTED:
            lines.append(DealLine(cells, points))
    return lines


def there_in_list(content: bytes) -> list[tuple[int, set[str]]]:
    """The evenings of a season's workbook in English, by date, each with the names of those who were there."""
    sheet = load_workbook(BytesIO(content), data_only=True)[EVENINGS_SHEET]
    (first, last) = next(iter(sheet.tables.values())).ref.split(":")
    headings, *rows = ([cell.value for cell in row] for row in sheet[first:last])
    columns = range(headings.index(BEFORE_THOSE_THERE) + 1, headings.index(AFTER_PLAYERS))
    by_date = sorted(rows, key=lambda row: (row[headings.index("Date")], row[0]))
    there = [(row[0], {headings[at] for at in columns if row[at] is not None} - {HOUSE}) for row in by_date if row[0]]
    return [(evening, names) for evening, names in there if names]


def tallies_of(deals: list[DealLine]) -> dict[str, PlayerTallies]:
    """Every player's tallies over some deals."""
    players: dict[str, PlayerTallies] = defaultdict(PlayerTallies)
    for deal in deals:
        for name in deal.points:
            if name != HOUSE:
                _add(players[name], deal, name)
    return players


def meetings_in_list(content: bytes) -> dict[str, dict[str, Duo]]:
    """The list of head-to-head of a season's workbook in English, by player and other."""
    sheet = load_workbook(BytesIO(content), data_only=True)[MET_SHEET]
    (first, last) = next(iter(sheet.tables.values())).ref.split(":")
    met: dict[str, dict[str, Duo]] = defaultdict(dict)
    for row in list(sheet[first:last])[1:]:
        _number, name, other, together, both, against, won = (cell.value for cell in row)
        met[name][other] = Duo(together, _exact(both), against, _exact(won))
    return met


def _add(tallies: PlayerTallies, deal: DealLine, name: str) -> None:
    mine, part = deal.points[name], deal.part_of(name)
    tallies.parts[part].add(mine)
    if part not in (DEFENDER, ADJUSTMENTS):
        tallies.contracts[deal.contract].add(mine)
    for other, theirs in deal.points.items():
        if other == name:
            continue
        duo = tallies.others[other]
        duo.won += (mine - theirs) / len(deal.points)
        if not deal.is_adjustment:
            duo.against += mine != theirs
            if deal.is_pair(name, other):
                duo.together += 1
                duo.both += mine + theirs


def _exact(value: float) -> Fraction:
    return Fraction(value).limit_denominator(FINEST)
