"""From the verdict on an old book, and what was chosen of its rows, to the plan of what is booked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import groupby

from ledger.rules.deals.reading import with_players
from ledger.rules.imports.plan import DealData, PlannedDeal, PlannedEvening, PlannedSeason
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import RowState, RowVerdict
from ledger.rules.imports.verdict.paying import MOST_READINGS, ReadVersion, payments, version_in_force
from ledger.rules.imports.verdict.points_only import points_only_deal
from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop

LEAVE, BOOK = "leave", "book"
WEEK = timedelta(days=7)
# These say what a whole evening lacks, not what is wrong with a deal: its day is guessed, and marked as a guess.
ABOUT_THE_DAY = {FindingKind.NO_DAY, FindingKind.NOT_A_DAY}
# These leave no doubt about who won what, so that the deal itself may be booked if it can be told.
BESIDE_THE_POINTS = {*ABOUT_THE_DAY, FindingKind.DAY_ORDER, FindingKind.DUPLICATE}

NOT_A_ROW = gettext_noop("“%(key)s” is not a row: write the sheet, a slash, and the row.")
RowPlace = tuple[str, int]


@dataclass(frozen=True)
class Choices:
    """What was chosen: for all rows in doubt of a kind, for single rows by sheet and row, and among a row's deals.

    `kinds` and `rows` have LEAVE or BOOK; a kind or row that is not there is left out. `readings` are places of the
    deals that may have been played, from 0. `month` is that in which seasons begin.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[RowPlace, str] = field(default_factory=dict)
    readings: Mapping[RowPlace, int] = field(default_factory=dict)
    month: int = 8  # clubs begin after the summer

    def of(self, verdict: RowVerdict) -> str:
        """What becomes of a row: it is left out if any doubt about it is."""
        doubts = doubts_about(verdict)
        place = verdict.row.sheet, verdict.row.number
        if not doubts or place in self.rows:
            return self.rows.get(place, BOOK)
        return BOOK if all(self.kinds.get(kind.value) == BOOK for kind in doubts) else LEAVE


def doubts_about(verdict: RowVerdict) -> list[FindingKind]:
    """The kinds of doubt about a row that somebody has to decide."""
    kinds = (about.kind for about in verdict.findings if about.is_doubt)
    return [kind for kind in dict.fromkeys(kinds) if kind not in ABOUT_THE_DAY]


def plan_seasons(
    verdicts: Sequence[RowVerdict], versions: Mapping[int, ReadVersion], choices: Choices, sheets: Sequence[str]
) -> tuple[PlannedSeason, ...]:
    """The seasons of a book with the evenings and deals that are booked, by their days.

    `versions` are those of the club by their ids, `sheets` the titles of all sheets of the file.
    """
    ids = {id(version): pk for pk, version in versions.items()}
    evenings = []
    last: date | None = None
    for _, rows in groupby(verdicts, lambda verdict: verdict.row.at_evening):
        of_evening = list(rows)
        first = of_evening[0].row
        day = first.day or _day_after(last, verdicts)
        last = day or last
        if day is None:
            continue
        deals = [
            deal for verdict in of_evening if (deal := _plan_row(verdict, versions, ids, choices, sheets)) is not None
        ]
        if deals:
            is_guessed = first.day is None or first.day_is_guessed
            evenings.append(PlannedEvening(day, deals, name=first.evening, is_guessed=is_guessed))
    evenings.sort(key=lambda evening: evening.day)
    return tuple(
        PlannedSeason(season_name(begins), begins, list(of_season))
        for begins, of_season in groupby(evenings, lambda evening: season_begins(evening.day, choices.month))
    )


def season_begins(day: date, month: int) -> date:
    """The first day of the season that a day is in, if seasons begin in a month."""
    return date(day.year - (day.month < month), month, 1)


def season_name(begins: date) -> str:
    """What a season is called: "2014", or "2013/14" where it lasts over the turn of the year."""
    return str(begins.year) if begins.month == 1 else f"{begins.year}/{(begins.year + 1) % 100:02}"


def _day_after(last: date | None, verdicts: Sequence[RowVerdict]) -> date | None:
    """The guess at the day of an evening without one: a week after the one above, or before the first with a day."""
    if last is not None:
        return last + WEEK
    first = next((verdict.row.day for verdict in verdicts if verdict.row.day), None)
    return first and first - WEEK


def _plan_row(
    verdict: RowVerdict,
    versions: Mapping[int, ReadVersion],
    ids: Mapping[int, int],
    choices: Choices,
    sheets: Sequence[str],
) -> PlannedDeal | None:
    """The deal that a row becomes; None if it is left out, or not even its points can be kept."""
    if choices.of(verdict) == LEAVE:
        return None
    doubts = doubts_about(verdict)
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
    )


def _ways(
    verdict: RowVerdict, versions: Mapping[int, ReadVersion], choices: Choices
) -> Iterator[tuple[DealData, tuple[str, ...], ReadVersion]]:
    """What a row can be booked as: the deal with its tricks if that is told or was chosen, else its points."""
    row = verdict.row
    if verdict.is_told and verdict.version is not None:
        yield verdict.readings[0], row.players, verdict.version
    reading = choices.readings.get((row.sheet, row.number))
    is_sure = {*doubts_about(verdict)} <= BESIDE_THE_POINTS
    if verdict.version is not None and is_sure and (verdict.state is not RowState.POINTS or reading is not None):
        deals = verdict.readings
        at = reading if reading is not None else 0 if len(deals) == 1 and verdict.is_contract_known else None
        if at is not None and at < len(deals):
            named = _players_of(deals[at])
            for paid in payments(row, row.points, verdict.version, verdict.side, ()):
                if named <= paid.units.keys():
                    yield deals[at], tuple(paid.units), verdict.version
    version = version_in_force([*versions.values()], row.day)
    for paid in payments(row, row.points, version, verdict.side, ()):
        players = tuple(paid.units)
        deal = points_only_deal(verdict, version, players, with_house=bool(doubts_about(verdict)))
        if deal is not None:
            yield deal, players, version


def _players_of(deal: DealData) -> set[str]:
    """Everybody whom a deal names."""
    named: set[str] = set()

    def note(name: str) -> str:
        named.add(name)
        return name

    with_players(deal, note)
    return named


def read_choices(data: object) -> Choices:
    """Read choices: {"month": 8, "kinds": {"sum": "book"}, "rows": {"Ark1/17": "leave"}, "readings": {"Ark1/18": 0}}.

    Raises Refusal with the path of the error as its field.
    """
    given = fields.record(data, "choices", optional=("month", "kinds", "rows", "readings"))
    kinds = fields.record(given.get("kinds", {}), "choices.kinds", optional=tuple(kind.value for kind in FindingKind))
    rows = fields.record(given.get("rows", {}), "choices.rows", optional=None)
    readings = fields.record(given.get("readings", {}), "choices.readings", optional=None)
    what = (LEAVE, BOOK)
    return Choices(
        kinds={kind: fields.one_of(value, f"choices.kinds.{kind}", what) for kind, value in kinds.items()},
        rows={_place(key): fields.one_of(value, f"choices.rows.{key}", what) for key, value in rows.items()},
        readings={
            _place(key): fields.integer(value, f"choices.readings.{key}", 0, MOST_READINGS)
            for key, value in readings.items()
        },
        month=fields.integer(given.get("month", 8), "choices.month", 1, 12),
    )


def _place(key: str) -> RowPlace:
    """A sheet and a row, written "Ark1/17"; raises Refusal for anything else."""
    sheet, slash, number = key.rpartition("/")
    if not slash or not (number.isascii() and number.isdecimal()) or len(number) > 7:
        raise Refusal(NOT_A_ROW, key=fields.excerpt(key))
    return sheet, int(number)
