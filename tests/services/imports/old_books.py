"""Small old books as they are decided row by row, ready to be booked."""

from dataclasses import replace
from datetime import date, timedelta
from itertools import count

from ledger.models import BookImport, Club, Player, Season
from ledger.queries.seasons.standings import standings
from ledger.rules.imports.plan import BookPlan, DealData, PlannedDeal, PlannedEvening, PlannedSeason, deals_of
from ledger.services.imports.booking import book_plan
from tests.support.people import make_evening, record, season_of, signed, trick, version_of

OLD_DAY = date(2014, 3, 12)
CALLED = {"Bo": "Bodil", "Carl": "Carl", "Dorthe": "Dorthe", "Emil": "Emil"}  # the book calls Bodil "Bo"
WON = {"Bo": 4, "Carl": 4, "Dorthe": -4, "Emil": -4}
KEPT = {
    date(2026, 8, 6): {"Bodil": 12, "Carl": -4, "Dorthe": 0, "Emil": -15, "Frida": 7},
    date(2026, 8, 13): {"Bodil": -2, "Frida": "2"},
}
Row = tuple[int, DealData, str]


def full_row(row: int, **facts: object) -> Row:
    """A plain 8 by Bo and Carl, made with 8 tricks unless `facts` say otherwise."""
    deal = {"kind": "trick", "level": 8, "attachment": "plain", "declarer": "Bo", "partner": "Carl", "tricks": 8}
    return row, deal | facts, ""


def points_row(row: int, won: dict[str, int] = WON, doubt: str = "", **known: object) -> Row:
    """A row of which only the points are known."""
    return row, {"kind": "points_only", "points": dict(won), **known}, doubt


def plan_of(
    club: Club,
    *evenings: list[Row],
    season: str = "2013/14",
    digest: str = "a" * 64,
    new: dict[str, str] | None = None,
) -> BookPlan:
    """A plan of one season, an evening a week; `new` are the players to add, by what the book calls them."""
    version, new = version_of(club).pk, new or {}
    of_plan = [
        PlannedEvening(
            OLD_DAY + timedelta(days=7 * at),
            [PlannedDeal(1, row, deal, tuple(CALLED), version, doubt) for row, deal, doubt in rows],
            name=f"{at + 1}a",
            is_guessed=at == 1,
        )
        for at, rows in enumerate(evenings)
    ]
    known = dict(Player.objects.filter(club=club).values_list("name", "pk"))
    return BookPlan(
        file_name="emils bog.xlsx",
        digest=digest,
        map={"sheets": {"*": {"header_row": 1, "columns": {"A": "date", "B": {"points": "Bo"}}}}},
        rows=9,
        seasons=[PlannedSeason(season, date(2013, 9, 1), of_plan)],
        players={name: known[player] for name, player in CALLED.items() if name not in new} | new,
    )


def bring_in(club: Club, *evenings: list[Row], **about: object) -> BookImport:
    """Book evenings of rows, as `plan_of` plans them, and return their import."""
    return book_plan(club=club, plan=plan_of(club, *evenings, **about), **signed(club))


def bring_totals(club: Club, kept: dict[date, dict[str, object]]) -> BookImport:
    """Everybody's points of some evenings, booked as an old book's."""
    version = version_of(club).pk
    evenings = [
        PlannedEvening(
            day,
            [PlannedDeal(1, row, {"kind": "adjustment", "amounts": amounts, "totals": True}, tuple(amounts), version)],
        )
        for row, (day, amounts) in enumerate(kept.items(), 2)
    ]
    season = season_of(club)
    plan = BookPlan(
        file_name="aftener.xlsx",
        digest="d" * 64,
        map={"sheets": {}},
        rows=len(kept),
        seasons=[PlannedSeason(season.name, season.starts_on, evenings)],
        players=dict(club.players.values_list("name", "pk")),
    )
    return book_plan(club=club, plan=plan, **signed(club))


def long_plan(club: Club, *, evenings: int, deals: int, seasons: int = 1) -> BookPlan:
    """A plan of seasons from 2005 on, each of so many evenings of so many deals."""
    plan = plan_of(club, [full_row(2)])
    [sample] = deals_of(plan.seasons)
    rows = count(2)

    def season(year: int) -> PlannedSeason:
        begins = OLD_DAY.replace(year=year)
        days = [begins + timedelta(days=7 * week) for week in range(evenings)]
        return PlannedSeason(
            str(year),
            begins,
            [PlannedEvening(day, [replace(sample, row=next(rows)) for _ in range(deals)]) for day in days],
        )

    planned = [season(2005 + at) for at in range(seasons)]
    return replace(plan, rows=seasons * evenings * deals, seasons=planned)


def sums(season: Season) -> dict[str, tuple[int, int, int]]:
    """The evenings, deals and points of everybody in the standings of a season."""
    return {row.name: (row.evenings, row.deals, row.points) for row in standings(season=season)}


def with_an_older_book(club: Club) -> Club:
    """A club with two evenings of which only the points were kept, and one of two deals after them."""
    bring_totals(club, KEPT)
    evening = make_evening(club)
    for tricks in (8, 9):
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    return club
