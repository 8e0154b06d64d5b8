"""The verdict on a book: for each row the deals that it may have been, and what is wrong with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from ledger.rules.deals.kinds import Adjustment
from ledger.rules.deals.settling import read_deal, settle
from ledger.rules.imports.backwards import NO_SIDE, DealData, WrittenSide
from ledger.rules.imports.names import match_name
from ledger.rules.imports.verdict.findings import (
    BookFinding,
    FindingKind,
    finding,
    findings_of_evenings,
    likely_slip,
    mend_totals,
    points_label,
)
from ledger.rules.imports.verdict.paying import (
    ReadVersion,
    is_paid,
    is_side_alike,
    payments,
    readings_of,
    side_of,
    units_of,
    version_in_force,
)
from ledger.rules.imports.verdict.typed import NotWhole, deal_of_cells
from ledger.rules.imports.written.cells import pays_like_a_deal, total_of, whole
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.points import Points, exact_value
from ledger.rules.site.refusal import Refusal

ALONE = Phrase("alone")
MOST_LIKELY_SIDES = 3
NEAR = 3  # tricks from the contract
ROUNDED = Fraction(1, 200)  # points: a third is often written 0.33
ABOUT_NUMBERS = {FindingKind.JUMP, FindingKind.SUM, FindingKind.SIGN, FindingKind.DIGIT, FindingKind.BLANK}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a row: its deals to choose from, with the names of its sheet, and what is wrong with it.

    `row` has the points as they were meant where a running total was wrong. `version` is the one whose prices they
    have, None if none pays so. `side` is who declared, as written. One that `is_told` has the deal of its typed
    cells, among everybody at the table, or an evening's points, of everybody who came.
    """

    row: WrittenRow
    findings: tuple[BookFinding, ...]
    readings: tuple[DealData, ...] = ()
    version: ReadVersion | None = None
    side: WrittenSide = NO_SIDE
    is_told: bool = False

    @property
    def is_contract_known(self) -> bool:
        """Whether the row's contract could be read."""
        return self.is_told or (self.version is not None and bool(self.version.contracts.readings(self.row.contract)))

    def who_played(self, deal: DealData) -> tuple[str, ...]:
        """Who played the row, in the order of the sheet: those whom a deal of it pays as it stands there, or nobody."""
        version = self.version
        if version is None:
            return ()
        # A deal of another side than the one named: whoever is named there may have sat out.
        for side in (self.side, NO_SIDE):
            for units in payments(self.row, version, side):
                players = tuple(units)
                with suppress(Refusal):  # one of those named sits out
                    if settle(read_deal(deal, version.scoring_table, players), version.tariff, players).units == units:
                        return players
        return ()

    def names_all_of(self, deal: DealData) -> bool:
        """Whether no more go along on a deal than the row names; else it is somebody's to say, of this row alone."""
        named = {self.side.declarer, self.side.partner, *(self.side.joiners or ())} - {None}
        return self.is_told or len(deal.get("participants", ())) <= max(len(named), 1)


def judge_book(
    rows: Sequence[WrittenRow], versions: Sequence[ReadVersion], aliases: Mapping[str, str] | None = None
) -> Iterator[Verdict]:
    """The verdict on every row of a book, in its order.

    `versions` are those of the club's scoring table, at least one; `aliases` are names that somebody confirmed, with
    the player of the sheet whom they mean.
    """
    known: dict[int, list[BookFinding]] = defaultdict(list)
    for at, about_evening in findings_of_evenings(rows):
        known[at].append(about_evening)
    for at, (written, about_totals) in enumerate(mend_totals(rows)):
        findings = [*known[at], *about_totals]
        for column, text in written.unreadable:
            if column != written.map.column("date"):
                findings.append(finding(FindingKind.NOT_A_NUMBER, written.place_at(column), text=text))
        version = version_in_force(versions, written.day)
        units = [won if won is None else _in_units(won, version) for won in written.points]
        row = replace(written, points=tuple(units))
        if row.map.is_typed:
            yield _typed_verdict(row, version, findings)
        elif row.map.by_evening:
            yield _verdict_on_evening(row, version, findings)
        else:
            yield _verdict_by_points(row, version, findings, versions, aliases or {})


def _in_units(won: Points, version: ReadVersion) -> Points:
    """Points that were rounded to hundredths, or further, made the units that they were."""
    exact = Fraction(round(won * version.unit_denominator), version.unit_denominator)
    return whole(exact) if abs(exact - won) <= ROUNDED else won


def _verdict_on_evening(row: WrittenRow, version: ReadVersion, findings: list[BookFinding]) -> Verdict:
    """The verdict on everybody's points of an evening; the house has what they lack to add up to 0."""
    won = {player: points for player, points in zip(row.players, row.points, strict=True) if points is not None}
    for player, points in [*won.items()]:
        if (points * version.unit_denominator).denominator > 1:
            sentence = fill(
                Phrase("The club's prices do not come out at %(points)s: they go by %(smallest)s."),
                points=points_label(won.pop(player)),
                smallest=points_label(Fraction(1, version.unit_denominator)),
            )
            findings.append(BookFinding(FindingKind.NOT_A_NUMBER, row.place_of(player), sentence))
    total = Fraction(total_of(won.values()))
    deal: DealData = {"kind": Adjustment.kind, "amounts": {name: exact_value(Fraction(won[name])) for name in won}}
    if total:
        deal["house"] = exact_value(-total)
        if FindingKind.NOT_A_NUMBER not in {about.kind for about in findings}:
            sums = {"sum": points_label(total), "missing": points_label(-total)}
            findings.append(finding(FindingKind.EVENING_SUM, row.place_of_points(), **sums))
    came = replace(row, players=tuple(won), points=tuple(won.values()))
    if len(won) < 2:
        return Verdict(came, tuple(findings))
    return Verdict(came, tuple(findings), ({**deal, "totals": True},), version, is_told=True)


def _typed_verdict(row: WrittenRow, version: ReadVersion, findings: list[BookFinding]) -> Verdict:
    """The verdict on a row of the workbook to type in; points that somebody wrote there are only compared."""
    try:
        deal, units = deal_of_cells(row, version.bids, version.tariff)
    except NotWhole as lacking:
        place = row.place_at(lacking.column)
        return Verdict(row, (*findings, finding(FindingKind.NOT_A_DEAL, place, why=lacking.why)))
    paid = [Fraction(units[player], version.unit_denominator) for player in row.players]
    if any(won is not None for won in row.points) and [won or 0 for won in row.points] != paid:
        won_by = Phrase("%(name)s %(points)s")
        amounts = zip(row.players, paid, strict=True)
        likely = join([fill(won_by, name=player, points=points_label(won)) for player, won in amounts], ", ")
        findings.append(finding(FindingKind.OTHER_POINTS, row.place_of_points(), likely))
    exact = replace(row, points=tuple(map(whole, paid)))
    return Verdict(exact, tuple(findings), (deal,), version, is_told=True)


# --- rows that say their points


def _verdict_by_points(
    row: WrittenRow,
    version: ReadVersion,
    findings: list[BookFinding],
    versions: Sequence[ReadVersion],
    aliases: Mapping[str, str],
) -> Verdict:
    """The verdict on a row of which the points say what was played; `version` is the one in force that day."""
    side = side_of(row, aliases)
    for what, name in side.strangers:
        _player, suggestions = match_name(name, row.players, aliases)
        findings.append(finding(FindingKind.UNKNOWN_NAME, row.place(what), _either(map(same, suggestions)), name=name))
    kinds = {about.kind for about in findings}
    readings: tuple[DealData, ...] = ()
    payer: ReadVersion | None = None
    total = total_of(row.points)
    if total and version.scoring_table.zero_sum:
        if not kinds & {*ABOUT_NUMBERS, FindingKind.NOT_A_NUMBER}:
            findings.append(_slip(row, side, total, versions))
    elif FindingKind.NOT_A_NUMBER not in kinds:
        readings, payer, about_price = _price(row, side, version, versions)
        findings += about_price
    if row.contract and payer and not payer.contracts.readings(row.contract):
        findings.append(finding(FindingKind.CONTRACT_AS_TEXT, row.place("contract"), text=row.contract))
    return Verdict(row, tuple(findings), readings, payer, side)


def _slip(row: WrittenRow, side: WrittenSide, total: Points, versions: Sequence[ReadVersion]) -> BookFinding:
    """What is wrong with a row that does not add up."""

    def pays(points: Sequence[Points | None], by: WrittenSide = side) -> bool:
        written = replace(row, points=tuple(points))
        return any(is_paid(written, version, by) for version in versions)

    def pays_another(points: Sequence[Points | None]) -> bool:
        return pays_like_a_deal(points) and pays(points, NO_SIDE)

    slip = likely_slip(row.points, (pays, pays_another, pays_like_a_deal))
    if slip is None:
        return finding(FindingKind.SUM, row.place_of_points(), sum=points_label(total))
    at, likely, kind = slip
    words = {} if kind is FindingKind.BLANK else {"sum": points_label(total)}
    return finding(kind, row.place_of(row.players[at]), points_label(likely), **words)


def _price(
    row: WrittenRow, side: WrittenSide, version: ReadVersion, versions: Sequence[ReadVersion]
) -> tuple[tuple[DealData, ...], ReadVersion | None, list[BookFinding]]:
    """The readings of a row, the version that pays so, and what is wrong where none does."""
    readings = readings_of(row, version, side, tricks=row.tricks)
    if readings:
        return readings, version, []
    if row.tricks is not None and (readings := readings_of(row, version, side)):
        tricks = sorted({str(deal["tricks"]) for deal in readings if "tricks" in deal})
        about = finding(FindingKind.OTHER_TRICKS, row.place("tricks"), _either(map(same, tricks)))
        return readings, version, [about]
    if is_paid(row, version, side):
        return (), version, []
    for another in versions:
        if another is not version and (readings := readings_of(row, another, side)):
            about = finding(FindingKind.OTHER_TIME, row.place_of_points(), version=another.title)
            return readings, another, [about]
    return _other_side(row, side, version) or ((), None, [_no_price(row, side, version)])


def _other_side(
    row: WrittenRow, side: WrittenSide, version: ReadVersion
) -> tuple[tuple[DealData, ...], ReadVersion, list[BookFinding]] | None:
    """The readings with another declarer or partner than named, and which of the two is likely wrong."""
    if side.declarer is None:
        return None
    others = {"declarer": replace(side, declarer=None), "partner": replace(side, partner=None, alone=None)}
    readings = {what: readings_of(row, version, other) for what, other in others.items()}
    if is_side_alike(row, version, side):  # rather the price is wrong
        readings = {what: _near(deals) for what, deals in readings.items()}
    if not any(readings.values()):
        readings = {"declarer": _near(readings_of(row, version, NO_SIDE))}
    readings = {what: deals for what, deals in readings.items() if deals}
    if not readings:
        return None
    likely = dict.fromkeys(label for what, deals in readings.items() for label in _names(deals, what))
    first, *rest = sorted(row.place(what) for what in readings)
    if rest:
        first = replace(first, last=rest[-1].column)
    about = finding(FindingKind.OTHER_SIDE, first, _either([*likely][:MOST_LIKELY_SIDES]))
    return tuple(deal for deals in readings.values() for deal in deals), version, [about]


def _near(readings: Iterable[DealData]) -> tuple[DealData, ...]:
    """Those of the readings that came about by a usual number of tricks."""
    return tuple(deal for deal in readings if abs(deal.get("tricks", 0) - deal.get("level", 0)) <= NEAR)


def _names(readings: Sequence[DealData], what: str) -> Iterator[Label]:
    """Who declared or helped in any of the readings; "alone" for nobody."""
    for reading in readings:
        name = reading.get(what)
        if what == "declarer" and name is None:
            name = next((item["player"] for item in reading.get("participants", ())), None)
        yield same(name) if name else ALONE


def _no_price(row: WrittenRow, side: WrittenSide, version: ReadVersion) -> BookFinding:
    """The finding that nothing pays so, with what the declarer wins by the contract's nearest price, if one is."""
    if side.declarer not in row.players:
        return finding(FindingKind.NO_PRICE, row.place_of_points())
    contracts = version.contracts.readings(row.contract) if row.contract else ()
    units = units_of(row, version)
    likely = None
    if units is not None:
        won = units[side.declarer] or 0
        others = [amount for amount in units.values() if amount not in (None, won)]
        is_one_against_three = len(others) == 3 and len(set(others)) == 1
        is_alone = side.alone is not None or (side.partner is None and is_one_against_three)
        share = 3 if is_alone else 1
        amounts = {amount * share for contract in contracts for amount in version.backwards.amounts_of(contract)}
        distances = sorted((abs(amount - won), amount) for amount in amounts)
        if distances and distances[0][0] not in [distance for distance, _amount in distances[1:2]]:
            likely = points_label(Fraction(distances[0][1], version.unit_denominator))
    return finding(FindingKind.NO_PRICE, row.place_of(side.declarer), likely)


def _either(labels: Iterable[Label]) -> Label | None:
    """What there is to choose from: "Bo or Carl"; None if there is nothing."""
    between = [part for label in labels for part in (Phrase("or"), label)][1:]
    return join(between, " ") if between else None
