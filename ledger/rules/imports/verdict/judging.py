"""The verdict on an old book: for each row the deals that it may have been, and what is wrong with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.names import match_name
from ledger.rules.imports.verdict.evenings import findings_of_evenings
from ledger.rules.imports.verdict.findings import BookFinding, FindingKind, finding, points_label
from ledger.rules.imports.verdict.lines import deal_of_line, what_is_missing
from ledger.rules.imports.verdict.nearest import nearest_points
from ledger.rules.imports.verdict.paying import (
    NOTHING,
    Payable,
    ReadVersion,
    WrittenSide,
    payment_of_each,
    readings_of,
    side_of,
    version_in_force,
)
from ledger.rules.imports.verdict.slips import Fits, likely_slip
from ledger.rules.imports.verdict.totals import mend_totals
from ledger.rules.imports.written.amounts import pays_like_a_deal
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.site.labels import Label, Phrase, join, same
from ledger.rules.site.points import Points

ALONE = Phrase("alone")
OR = Phrase("or")
MOST_LIKELY_SIDES = 3
NEAR = 3  # tricks from the contract
ABOUT_NUMBERS = {FindingKind.JUMP, FindingKind.SUM, FindingKind.SIGN, FindingKind.DIGIT, FindingKind.BLANK}


class RowState(Enum):
    """What a row can become as it stands."""

    DEAL = "deal"  # one deal with its tricks
    CHOICE = "choice"  # one of several deals
    POINTS = "points"  # a deal of which only the points are known
    DOUBT = "doubt"  # nothing before somebody decides


@dataclass(frozen=True, slots=True)
class RowVerdict:
    """What became of a row: its deals to choose from, with the names of its sheet, and what is wrong with it.

    `row` has the points as they were meant where a running total was wrong. `has_more` if there are more deals than
    `readings`. `version` is the one whose prices they have, None if none pays so. `side` is who declared, as written.
    One whose line `is_told` has the deal of its keyboard line, among everybody at the table.
    """

    row: OldRow
    side: WrittenSide
    findings: tuple[BookFinding, ...]
    readings: tuple[DealData, ...]
    has_more: bool
    version: ReadVersion | None
    is_told: bool = False

    @property
    def is_contract_known(self) -> bool:
        """Whether the row's contract could be read."""
        return self.is_told or (self.version is not None and bool(self.version.contracts.readings(self.row.contract)))

    @property
    def state(self) -> RowState:
        """What the row can become as it stands."""
        if any(finding.is_doubt for finding in self.findings):
            return RowState.DOUBT
        if not self.is_contract_known:
            return RowState.POINTS
        return RowState.DEAL if len(self.readings) == 1 and self.names_all_of(self.readings[0]) else RowState.CHOICE

    def names_all_of(self, deal: DealData) -> bool:
        """Whether no more go along on a deal than the row names; else it is somebody's to say, of this row alone."""
        named = {self.side.declarer, self.side.partner, *(self.side.joiners or ())} - {None}
        return self.is_told or len(deal.get("participants", ())) <= max(len(named), 1)


def judge_book(
    rows: Sequence[OldRow], versions: Sequence[ReadVersion], aliases: Mapping[str, str] | None = None
) -> Iterator[RowVerdict]:
    """The verdict on every row of a book, in its order.

    `versions` are those of the club's scoring table, at least one; `aliases` are names that somebody confirmed, with
    the player of the sheet whom they mean.
    """
    known: dict[int, list[BookFinding]] = defaultdict(list)
    for at, about_evening in findings_of_evenings(rows):
        known[at].append(about_evening)
    judge = _Judge(versions, aliases or {})
    for at, (row, about_totals) in enumerate(mend_totals(rows)):
        yield judge.verdict(row, (*known[at], *about_totals))


class _Judge:
    """Judges rows one by one."""

    def __init__(self, versions: Sequence[ReadVersion], aliases: Mapping[str, str]) -> None:
        self.versions, self.aliases = versions, aliases

    def verdict(self, row: OldRow, known: Sequence[BookFinding]) -> RowVerdict:
        side = side_of(row, self.aliases)
        version = version_in_force(self.versions, row.day)
        if told := deal_of_line(row, version):
            findings_of_line = (*known, *_unreadable(row), *told.findings)
            return RowVerdict(told.row, side, findings_of_line, (told.deal,), False, version, is_told=True)
        if row.map.is_of_entry:
            return RowVerdict(row, side, (*known, what_is_missing(row)), (), False, None)
        findings = [*known, *_unreadable(row), *self._strangers(row, side)]
        payable, payer = NOTHING, None
        if not any(written.kind is FindingKind.NOT_A_NUMBER for written in findings):
            total = Fraction(sum([won for won in row.points if won]))
            if total and version.tariff.scoring_table.zero_sum:
                is_told = any(written.kind in ABOUT_NUMBERS for written in known)
                findings += [] if is_told else [self._slip(row, side, total)]
            else:
                payable, payer, about_price = self._price(row, side, version)
                findings += about_price
        if row.contract and payer and not payer.contracts.readings(row.contract):
            findings.append(finding(FindingKind.CONTRACT_AS_TEXT, row.place("contract"), text=row.contract))
        return RowVerdict(row, side, tuple(findings), *payable, payer)

    def _strangers(self, row: OldRow, side: WrittenSide) -> Iterator[BookFinding]:
        for what, name in side.strangers:
            suggestions = match_name(name, row.players, self.aliases).suggestions
            yield finding(FindingKind.UNKNOWN_NAME, row.place(what), _either(map(same, suggestions)), name=name)

    # --- rows that do not add up

    def _slip(self, row: OldRow, side: WrittenSide, total: Fraction) -> BookFinding:
        def pays(points: Sequence[Points | None], by: WrittenSide) -> bool:
            return any(readings_of(row, points, version, by).readings for version in self.versions)

        tests: list[Fits] = [
            lambda points: pays(points, side),
            lambda points: _is_like_a_deal(points) and pays(points, WrittenSide()),
            _is_like_a_deal,
        ]
        slip = likely_slip(row.points, tests)
        words = {"sum": points_label(total)}
        if slip is None:
            return finding(FindingKind.SUM, row.place_of_points(), **words)
        place = row.place_of(row.players[slip.at])
        values = {} if slip.kind is FindingKind.BLANK else words
        return finding(slip.kind, place, points_label(slip.likely), **values)

    # --- rows that add up, and what they may have been

    def _price(
        self, row: OldRow, side: WrittenSide, version: ReadVersion
    ) -> tuple[Payable, ReadVersion | None, list[BookFinding]]:
        """The readings of a row, the version that pays so, and what is wrong where none does."""
        payable = readings_of(row, row.points, version, side, tricks=row.tricks)
        if payable.readings:
            return payable, version, []
        if row.tricks is not None and (other := readings_of(row, row.points, version, side)).readings:
            tricks = sorted({str(reading["tricks"]) for reading in other.readings if "tricks" in reading})
            return other, version, [finding(FindingKind.OTHER_TRICKS, row.place("tricks"), _either(map(same, tricks)))]
        for another in self.versions:
            other = readings_of(row, row.points, another, side) if another is not version else NOTHING
            if other.readings:
                title = another.title
                return other, another, [finding(FindingKind.OTHER_TIME, row.place_of_points(), version=title)]
        return self._other_side(row, side, version) or (NOTHING, None, [self._no_price(row, side, version)])

    def _other_side(
        self, row: OldRow, side: WrittenSide, version: ReadVersion
    ) -> tuple[Payable, ReadVersion, list[BookFinding]] | None:
        """The readings with another declarer or partner than named, and which of the two is likely wrong."""
        if side.declarer is None:
            return None
        with_another = {
            "declarer": readings_of(row, row.points, version, replace(side, declarer=None)),
            "partner": readings_of(row, row.points, version, replace(side, partner=None, alone=None)),
        }
        if (
            payment_of_each(row, side, version.unit_denominator) is not None
        ):  # as the named side is paid: rather the price
            with_another = {what: _near_readings(other) for what, other in with_another.items()}
        fitting = {what: other for what, other in with_another.items() if other.readings}
        if not fitting:
            fitting = {"declarer": _near_readings(readings_of(row, row.points, version, WrittenSide()))}
        likely = list(dict.fromkeys(label for what, other in fitting.items() for label in _names(other.readings, what)))
        readings = tuple(reading for other in fitting.values() for reading in other.readings)
        if not readings:
            return None
        places = sorted(row.place(what) for what in fitting)
        place = replace(places[0], last=places[-1].column if len(places) > 1 else 0)
        about_side = finding(FindingKind.OTHER_SIDE, place, _either(likely[:MOST_LIKELY_SIDES]))
        return Payable(readings), version, [about_side]

    def _no_price(self, row: OldRow, side: WrittenSide, version: ReadVersion) -> BookFinding:
        nearest = nearest_points(row, version, side)
        likely = points_label(Fraction(nearest, version.unit_denominator)) if nearest is not None else None
        place = row.place_of(side.declarer) if side.declarer in row.players else row.place_of_points()
        return finding(FindingKind.NO_PRICE, place, likely)


def _is_like_a_deal(points: Sequence[Points | None]) -> bool:
    return pays_like_a_deal([won or 0 for won in points])


def _unreadable(row: OldRow) -> Iterator[BookFinding]:
    for column, text in row.unreadable:
        if column != row.map.column("date"):
            yield finding(FindingKind.NOT_A_NUMBER, replace(row.place_of_points(), column=column, last=0), text=text)


def _near_readings(payable: Payable) -> Payable:
    """Those of the readings that came about by a usual number of tricks."""
    return Payable(
        tuple(deal for deal in payable.readings if abs(deal.get("tricks", 0) - deal.get("level", 0)) <= NEAR)
    )


def _names(readings: Sequence[DealData], what: str) -> list[Label]:
    """Who declared or helped in any of the readings; "alone" for nobody."""
    names: dict[Label, None] = {}
    for reading in readings:
        declarer = reading.get("declarer") or next((item["player"] for item in reading.get("participants", ())), "")
        name = declarer if what == "declarer" else reading.get("partner") or ""
        names[same(name) if name else ALONE] = None
    return [*names]


def _either(labels: Iterable[Label]) -> Label | None:
    """What there is to choose from: "Bo or Carl"; None if there is nothing."""
    between = [part for label in labels for part in (OR, label)][1:]
    return join(between, " ") if between else None
