"""What a book is to become: players, seasons, evenings and deals, decided row by row before anything is written.

Players are called by what the book calls them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

from ledger.rules.deals.kinds import PointsOnly
from ledger.rules.deals.settling import deal_data, read_deal, with_players
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.choices import LEAVE, Choices
from ledger.rules.imports.verdict.findings import FindingKind, guessed_days
from ledger.rules.imports.verdict.judging import Verdict
from ledger.rules.imports.verdict.paying import ReadVersion, payments, version_in_force
from ledger.rules.imports.written.cells import read_day
from ledger.rules.site.points import exact_value
from ledger.rules.site.refusal import Refusal

NOT_IN_A_BID = re.compile(r'[";\x00-\x1f\x7f-\x9f]')
LONGEST_BID = 80


@dataclass(frozen=True, slots=True)
class PlannedDeal:
    """A deal as data, by whom it was played, at whose prices, and from which sheet and row of the file, from 1.

    `version` is the id of a version of the club's scoring table. `doubt` is the kind of finding that was left in doubt.
    `table_number` is that of the table where it was played, 0 where nobody says.
    """

    sheet: int
    row: int
    deal: DealData
    players: tuple[str, ...]
    version: int
    doubt: str = ""
    table_number: int = 0

    @property
    def place(self) -> tuple[int, int]:
        """Its sheet and row in the file."""
        return self.sheet, self.row


@dataclass(frozen=True)
class PlannedEvening:
    """An evening with its deals, what the book called it, and whether its day is a guess."""

    day: date
    deals: list[PlannedDeal]
    name: str = ""
    is_guessed: bool = False

    def companies(self, most: int) -> list[tuple[str, ...]]:
        """Who sat with whom, at most so many together, in the order of the tables; each where they played first.

        Nobody is known to have where balances were brought along, or an evening's points alone were kept.
        """
        at_tables: dict[int, list[str]] = {}
        seated: set[str] = set()
        for deal, number in zip(self.deals, self.table_numbers, strict=True):
            if not (deal.deal.get("opening") or deal.deal.get("totals")):
                at_tables.setdefault(number, []).extend(player for player in deal.players if player not in seated)
                seated.update(deal.players)
        return [tuple(at_tables[number])[:most] for number in sorted(at_tables)]

    @property
    def table_count(self) -> int:
        """How many tables there were."""
        return len({*self.table_numbers})

    @cached_property
    def table_numbers(self) -> list[int]:
        """The number of each deal's table, from 1: in the order of those that are said.

        Where none is, whoever played a deal together sat at one.
        """
        given = [deal.table_number for deal in self.deals]
        if not any(given):
            return self._tables_by_company()
        numbers = sorted({number or 1 for number in given})
        return [1 + numbers.index(number or 1) for number in given]

    def _tables_by_company(self) -> list[int]:
        companies: list[set[str]] = []
        for deal in self.deals:
            joined = [company for company in companies if not company.isdisjoint(deal.players)]
            apart = [company for company in companies if company not in joined]
            # Where its first deal stands among those of the others.
            at = min((companies.index(company) for company in joined), default=len(companies))
            companies = [*apart[:at], set(deal.players).union(*joined), *apart[at:]]
        return [
            next(number for number, company in enumerate(companies, 1) if not company.isdisjoint(deal.players))
            for deal in self.deals
        ]


@dataclass(frozen=True)
class PlannedSeason:
    """A season of the club by its name, begun anew on a day unless the club has an open one of that name."""

    name: str
    starts_on: date
    evenings: Sequence[PlannedEvening]


@dataclass(frozen=True)
class BookPlan:
    """A whole book: its file, its map, its seasons, and whom the names in it mean.

    `players` are the ids of the club's players by name in the file, or the names of those to be added. `rows` counts
    the rows of the file that are deals.
    """

    file_name: str
    digest: str
    map: Mapping[str, Any]
    rows: int
    seasons: Sequence[PlannedSeason]
    players: Mapping[str, int | str]


def deals_of(seasons: Iterable[PlannedSeason]) -> list[PlannedDeal]:
    """Every deal, season by season and evening by evening."""
    return [deal for season in seasons for evening in season.evenings for deal in evening.deals]


def players_named(deal: DealData) -> set[str]:
    """Everybody whom a deal names."""
    named: set[str] = set()

    def note(name: str) -> str:
        named.add(name)
        return name

    with_players(deal, note)
    return named


# --- from the verdict and the choices to the plan


def plan_seasons(
    verdicts: Sequence[Verdict], versions: Mapping[int, ReadVersion], choices: Choices, sheets: Sequence[str]
) -> tuple[PlannedSeason, ...]:
    """The seasons of a book with the evenings and deals that are booked, by their days.

    `versions` are those of the club by their ids, `sheets` the titles of all sheets of the file.
    """
    doubted = {verdict.row.at_evening for verdict in verdicts if FindingKind.DAY_ORDER in choices.doubts(verdict)}
    guesses = guessed_days([verdict.row for verdict in verdicts], doubted)
    evenings: dict[date | int, PlannedEvening] = {}
    for at_evening, of_evening in groupby(with_doubts(verdicts, choices), lambda row: row[0].row.at_evening):
        rows = list(of_evening)
        first = rows[0][0].row
        day = first.day or guesses.get(at_evening)
        planned = [_plan_row(verdict, doubts, versions, choices, sheets) for verdict, doubts in rows]
        deals = [deal for deal in planned if deal]
        if not (day and deals):
            continue
        is_typed = first.map.is_typed
        # A day is no name, as sheets of one evening are often called; nor is the number of a sheet to type in.
        name = "" if is_typed or read_day(first.evening) else first.evening
        is_guessed = first.day is None or first.day_is_guessed
        # Each sheet of the workbook to type in is a table of its day's evening.
        evening = evenings.setdefault(day if is_typed else at_evening, PlannedEvening(day, [], name, is_guessed))
        evening.deals.extend(deals)
    by_day = sorted(evenings.values(), key=lambda evening: evening.day)
    return tuple(
        PlannedSeason(season_name(begins), begins, list(of_season))
        for begins, of_season in groupby(by_day, lambda evening: season_begins(evening.day, choices.month))
    )


def with_doubts(verdicts: Sequence[Verdict], choices: Choices) -> Iterator[tuple[Verdict, tuple[FindingKind, ...]]]:
    """The rows with what is in doubt about each, its evening's day too, which is told at the first row."""
    doubted = {verdict.row.at_evening for verdict in verdicts if FindingKind.DAY_ORDER in choices.doubts(verdict)}
    for verdict in verdicts:
        doubts = choices.doubts(verdict)
        if verdict.row.at_evening in doubted:
            doubts.append(FindingKind.DAY_ORDER)
        yield verdict, tuple(dict.fromkeys(doubts))


def season_begins(day: date, month: int) -> date:
    """The first day of the season that a day is in, if seasons begin in a month."""
    return date(day.year - (day.month < month), month, 1)


def season_name(begins: date) -> str:
    """What a season is called: "2014", or "2013/14" where it lasts over the turn of the year."""
    return str(begins.year) if begins.month == 1 else f"{begins.year}/{(begins.year + 1) % 100:02}"


def _plan_row(
    verdict: Verdict,
    doubts: Sequence[FindingKind],
    versions: Mapping[int, ReadVersion],
    choices: Choices,
    sheets: Sequence[str],
) -> PlannedDeal | None:
    """The deal that a row becomes; None if it is left out, or not even its points can be kept."""
    row, version = verdict.row, verdict.version
    if choices.of(verdict, doubts) == LEAVE:
        return None
    deal = choices.reading(verdict)
    players = row.players
    if deal is not None and version is not None and not verdict.is_told:
        players = verdict.who_played(deal)
    if deal is None or version is None or not players:
        version = version_in_force([*versions.values()], row.day)
        with_house = bool(choices.doubts(verdict))
        for units in payments(row, version, verdict.side):
            players = tuple(units)
            deal = points_only_deal(verdict, version, players, with_house=with_house)
            if deal is not None:
                break
        else:
            return None
    pk = next(pk for pk, known in versions.items() if known is version)
    doubt = doubts[0].code if doubts else ""
    return PlannedDeal(sheets.index(row.sheet) + 1, row.number, deal, players, pk, doubt, row.table_number)


# --- rows of which only the points are known


def points_only_deal(
    verdict: Verdict, version: ReadVersion, in_play: tuple[str, ...], *, with_house: bool = False
) -> DealData | None:
    """The deal of a row with as much as it tells: the points of those who played, who declared, and the contract.

    `version` is the one in force that day, `in_play` are those of its players who played, by the names of the sheet.
    With the house, which is given what the points lack to add up.
    None where not even the points can be kept: they do not add up, or are no whole units.
    """
    row, side = verdict.row, verdict.side
    won = {player: Fraction(points or 0) for player, points in zip(row.players, row.points, strict=True)}
    points = {player: exact_value(won[player]) for player in in_play}
    deal: DealData = {"kind": PointsOnly.kind, "points": points}
    missing = -sum(won[player] for player in in_play)
    if with_house and missing:
        deal["house"] = exact_value(missing)
    words = " ".join(NOT_IN_A_BID.sub(" ", row.contract).split())[:LONGEST_BID]
    sides: list[DealData] = [{}]
    if side.declarer:
        declared = {"declarer": side.declarer}
        with_whom = {"partner": side.partner} if side.partner else {"alone": "self_called"}
        sides = [declared | with_whom, declared, {}] if side.partner or side.alone is not None else [declared, {}]
    bids = [bid for bid in (_contract(verdict, version), {"bid": words} if words else {}) if bid]
    for bid in (*bids, {}):
        for known in sides:
            try:
                return deal_data(read_deal({**deal, **bid, **known}, version.scoring_table, in_play))
            except Refusal:  # the side does not go with the contract, or the contract is none of this table's
                continue
    return None


def _contract(verdict: Verdict, version: ReadVersion) -> DealData:
    """The contract of a row where it can be read in one way, as the kind of deal has it."""
    contracts = version.contracts.readings(verdict.row.contract)
    if len(contracts) != 1:
        return {}
    [contract] = contracts
    if contract.nolo:
        return {"contract": contract.nolo}
    bid = {"level": contract.level, "attachment": contract.attachment, "vip_turn": contract.vip_turn}
    return {name: value for name, value in bid.items() if value is not None} if contract.level else {}
