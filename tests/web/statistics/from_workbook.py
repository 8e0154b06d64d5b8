"""A season's figures worked out once more from its exported workbook, in plain Python, with nothing of the site's own.

All that is known here is what the workbook's lists are called and how the pages name what somebody was.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from itertools import dropwhile, takewhile
from typing import Any

from openpyxl import load_workbook

SHEET, BEFORE_PLAYERS, AFTER_PLAYERS = "Deals", "Result", "Note"
EVENINGS_SHEET, BEFORE_THOSE_THERE, AFTER_THOSE_THERE = "Evenings", "Deals", "Approved"
MET_SHEET, SUM = "Head-to-head", "Total"
LEVEL, TURN, WITH = re.compile(r"^\d+ ?"), re.compile(r" in (the )?\d.*$"), "with "
RESULT = re.compile(r"(\d+) (over|down)")
HOUSE = "The house"
FINEST = 10**4  # no unit of points is finer
NOT_COUNTED = {"Passed out", "Redeal", "Iron hand", "Misdeal"}
ADJUSTMENT, POINTS_ONLY, JOINED = "Adjustment", "Points only", "joined"
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
        """Those under a heading; who went along stands in place of a partner."""
        text, is_joined = str(self.cells["Partner" if heading == JOINED else heading] or ""), heading == JOINED
        if heading != "Declarer" and text.startswith(WITH) != is_joined:
            return []
        return [name for name in text.removeprefix(WITH).split(", ") if name in self.points]

    @property
    def is_adjustment(self) -> bool:
        return self.cells["Contract"] == ADJUSTMENT

    @property
    def contract(self) -> str:
        """The contract without its level."""
        text = str(self.cells["Contract"])
        named = TURN.sub("", LEVEL.sub("", text)) or "plain"
        return named[:1].upper() + named[1:]

    @property
    def over(self) -> int | None:
        """The tricks above the bid, where there was one and they were counted."""
        result = str(self.cells["Result"] or "").partition(" · ")[0]
        if result == "just home":
            return 0
        counted = RESULT.fullmatch(result)
        return int(counted[1]) * (1 if counted[2] == "over" else -1) if counted else None

    def part_of(self, name: str) -> str:
        """What a player was."""
        if self.is_adjustment:
            return ADJUSTMENTS
        declarers, partners = self.names("Declarer"), self.names("Partner")
        if name in self.names(JOINED):
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
        # A question mark stands behind what only points are known of.
        is_unsure = not self.cells["Partner"] and (self.cells["Result"] == "?" or self.contract == POINTS_ONLY)
        return UNSURE if is_unsure else ALONE

    def is_pair(self, name: str, other: str) -> bool:
        declarers, partners = self.names("Declarer"), self.names("Partner")
        return (name in declarers and other in partners) or (name in partners and other in declarers)


def deals_of(content: bytes) -> list[DealLine]:
    """The deals of a season's workbook that count, as its sheet in English has them."""
    lines = []
    for cells in _rows(content, SHEET, "Date"):
        headings = list(cells)
        end = headings.index(AFTER_PLAYERS) if AFTER_PLAYERS in cells else len(headings)
        players = headings[headings.index(BEFORE_PLAYERS) + 1 : end]
        points = {name: _exact(cells[name]) for name in players if cells[name] is not None}
        if points and cells["Contract"] not in NOT_COUNTED:
            lines.append(DealLine(cells, points))
    return lines


def there_in_list(content: bytes) -> list[tuple[int, set[str]]]:
    """The evenings of a season's workbook in English, by date, each with the names of those who were there."""
    there = []
    for cells in sorted(
        _rows(content, EVENINGS_SHEET, "Date"), key=lambda cells: (cells["Date"], cells["Evening"] or 0)
    ):
        headings = list(cells)
        players = headings[headings.index(BEFORE_THOSE_THERE) + 1 : headings.index(AFTER_THOSE_THERE)]
        names = {name for name in players if cells[name] is not None} - {HOUSE}
        if cells["Evening"] and names:
            there.append((cells["Evening"], names))
    return there


def _rows(content: bytes, sheet: str, key: str) -> list[dict[str, Any]]:
    """The rows of a sheet below the headings of which one is `key`, as long as something stands under it."""
    headings, *rows = dropwhile(
        lambda row: key not in row, load_workbook(BytesIO(content))[sheet].iter_rows(values_only=True)
    )
    cells = (dict(zip(headings, row, strict=True)) for row in rows)
    return list(takewhile(lambda row: row[key] is not None, cells))


def tallies_of(deals: list[DealLine]) -> dict[str, PlayerTallies]:
    """Every player's tallies over some deals."""
    players: dict[str, PlayerTallies] = defaultdict(PlayerTallies)
    for deal in deals:
        for name in deal.points:
            if name != HOUSE:
                _add(players[name], deal, name)
    return players


def won_in_list(content: bytes) -> dict[str, dict[str, Fraction]]:
    """What each player has won from each other in a season's workbook in English."""
    return {
        cells[None]: {name: _exact(won) for name, won in cells.items() if name not in (None, SUM) and won is not None}
        for cells in _rows(content, MET_SHEET, SUM)
    }


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
