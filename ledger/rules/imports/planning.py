"""From the verdict on an old book, and what was chosen of its rows, to the plan of what is booked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby

from ledger.rules.imports.choosing.choices import LEAVE, Choices
from ledger.rules.imports.choosing.days import guessed_days
from ledger.rules.imports.plan import DealData, PlannedDeal, PlannedEvening, PlannedSeason
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import RowVerdict
from ledger.rules.imports.verdict.paying import ReadVersion, payments, version_in_force, who_played
from ledger.rules.imports.verdict.points_only import points_only_deal
from ledger.rules.imports.written.days import read_day
from ledger.rules.imports.written.rows import OldRow

ABOUT_EVENINGS = {FindingKind.DAY_ORDER}  # at its first row, in doubt for all of it


def plan_seasons(
    verdicts: Sequence[RowVerdict], versions: Mapping[int, ReadVersion], choices: Choices, sheets: Sequence[str]
) -> tuple[PlannedSeason, ...]:
    """The seasons of a book with the evenings and deals that are booked, by their days.

    `versions` are those of the club by their ids, `sheets` the titles of all sheets of the file.
    """
    ids = {id(version): pk for pk, version in versions.items()}
    evenings = []
    doubted = {about.row.at_evening for about in verdicts if FindingKind.DAY_ORDER in choices.doubts(about)}
    guesses = guessed_days([about.row for about in verdicts], doubted)
    for at_evening, rows in groupby(with_doubts(verdicts, choices), lambda row: row[0].row.at_evening):
        of_evening = list(rows)
        first = of_evening[0][0].row
        day = first.day or guesses.get(at_evening)
        if day is None:
            continue
        rows_of_plan = (_plan_row(verdict, doubts, versions, ids, choices, sheets) for verdict, doubts in of_evening)
        deals = [deal for deal in rows_of_plan if deal is not None]
        if deals:
            is_guessed = first.day is None or first.day_is_guessed
            of_entry = first.map.is_of_entry
            name = _name_of(first)
            evenings.append(PlannedEvening(day, deals, name=name, is_guessed=is_guessed, is_of_entry=of_entry))
    evenings = _with_all_tables(sorted(evenings, key=lambda evening: evening.day))
    return tuple(
        PlannedSeason(season_name(begins), begins, list(of_season))
        for begins, of_season in groupby(evenings, lambda evening: season_begins(evening.day, choices.month))
    )


def _with_all_tables(evenings: Sequence[PlannedEvening]) -> list[PlannedEvening]:
    """The evenings, of the workbook to type in those of one day as one: each sheet of it is a table."""
    whole: list[PlannedEvening] = []
    for evening in evenings:
        last = whole[-1] if whole else None
        if last and last.is_of_entry and evening.is_of_entry and last.day == evening.day:
            is_guessed = last.is_guessed or evening.is_guessed
            whole[-1] = replace(last, deals=[*last.deals, *evening.deals], is_guessed=is_guessed)
        else:
            whole.append(evening)
    return whole


def _name_of(first: OldRow) -> str:
    """What the old book calls an evening; nothing where that is a day, as sheets of one evening are often called.

    Nothing either in the site's own workbook, whose sheets are only numbered.
    """
    return "" if first.map.is_of_entry or read_day(first.evening) else first.evening


def with_doubts(
    verdicts: Iterable[RowVerdict], choices: Choices
) -> Iterator[tuple[RowVerdict, tuple[FindingKind, ...]]]:
    """The rows with what is in doubt about each, its evening's day too."""
    for _, rows in groupby(verdicts, lambda verdict: verdict.row.at_evening):
        of_evening = list(rows)
        about_evening = [kind for kind in choices.doubts(of_evening[0]) if kind in ABOUT_EVENINGS]
        for verdict in of_evening:
            yield verdict, tuple(dict.fromkeys([*choices.doubts(verdict), *about_evening]))


def season_begins(day: date, month: int) -> date:
    """The first day of the season that a day is in, if seasons begin in a month."""
    return date(day.year - (day.month < month), month, 1)


def season_name(begins: date) -> str:
    """What a season is called: "2014", or "2013/14" where it lasts over the turn of the year."""
    return str(begins.year) if begins.month == 1 else f"{begins.year}/{(begins.year + 1) % 100:02}"


def _plan_row(
    verdict: RowVerdict,
    doubts: Sequence[FindingKind],
    versions: Mapping[int, ReadVersion],
    ids: Mapping[int, int],
    choices: Choices,
    sheets: Sequence[str],
) -> PlannedDeal | None:
    """The deal that a row becomes; None if it is left out, or not even its points can be kept."""
    if choices.of(verdict, doubts) == LEAVE:
        return None
    row = verdict.row
    way = next(_ways(verdict, versions, choices), None)
    if way is None:
        return None
    deal, players, version = way
    return PlannedDeal(
        sheet=sheets.index(row.sheet) + 1,
        row=row.number,
        deal=deal,
        players=players,
        version=ids[id(version)],
        doubt=doubts[0].value if doubts else "",
        table_number=row.table_number,
    )


def _ways(
    verdict: RowVerdict, versions: Mapping[int, ReadVersion], choices: Choices
) -> Iterator[tuple[DealData, tuple[str, ...], ReadVersion]]:
    """What a row can be booked as: the deal with its tricks if that is told or was chosen, else its points."""
    row, reading = verdict.row, choices.reading(verdict)
    if verdict.is_told and verdict.version is not None:
        yield verdict.readings[0], row.players, verdict.version
    elif verdict.version is not None and reading is not None:
        played = who_played(row, verdict.version, verdict.side, reading)
        yield from [(reading, played, verdict.version)] if played else []
    version = version_in_force([*versions.values()], row.day)
    for paid in payments(row, row.points, version, verdict.side, ()):
        players = tuple(paid.units)
        deal = points_only_deal(verdict, version, players, with_house=bool(choices.doubts(verdict)))
        if deal is not None:
            yield deal, players, version
