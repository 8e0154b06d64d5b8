"""The versions of a club's scoring table, each read backwards, and what a row of an old book asks of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import combinations, islice

from ledger.rules.imports.backwards import Backwards, DealData, WrittenSide
from ledger.rules.imports.contracts import ALONE, ContractReader
from ledger.rules.imports.names import match_name, names_in
from ledger.rules.imports.verdict.typed import bids_of
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.scoring.tariff import Tariff

MOST_READINGS = 24  # to choose from
MOST_SEATINGS = 10  # ways to say who sat out
NOBODY = ("", "-", "–")


class ReadVersion:
    """A version of the scoring table, in force since a day (None: always), ready to be read backwards."""

    def __init__(self, title: str, since: date | None, tariff: Tariff) -> None:
        self.title, self.since, self.tariff = title, since, tariff
        self.scoring_table = tariff.scoring_table
        self.unit_denominator = tariff.unit_denominator
        self.backwards = Backwards(tariff)
        self.contracts = ContractReader(tariff.scoring_table)
        self.bids = bids_of(tariff.scoring_table)


def version_in_force(versions: Sequence[ReadVersion], day: date | None) -> ReadVersion:
    """The version that priced a day: the last one begun by then, or the last of all for a day that nobody knows."""
    by_day = sorted(versions, key=lambda version: version.since or date.min)
    begun = [version for version in by_day if day is None or (version.since or date.min) <= day]
    # As in the club's own seasons, the first version is in force from the beginning.
    return begun[-1] if begun else by_day[0]


def side_of(row: WrittenRow, aliases: Mapping[str, str]) -> WrittenSide:
    """Who declared a row and with whom, by the names of its sheet's players."""
    strangers: list[tuple[str, str]] = []
    alone = ALONE.get(row.text("partner").lower().strip(" .-()"))
    named: dict[str, list[str]] = {"declarer": [], "partner": [], "joiners": [], "dealer": []}
    for what, known in named.items():
        text = row.text(what)
        if what in ("partner", "joiners") and text in NOBODY:
            continue
        if what == "partner" and alone is not None:
            continue
        for name in names_in(text):
            player, _suggestions = match_name(name, row.players, aliases)
            if player is None:
                strangers.append((what, name))
            elif player not in known:
                known.append(player)
    declarer = next(iter(named["declarer"]), None)
    joiners = frozenset([*named["declarer"][1:], *named["joiners"]])
    partner = None
    if len(named["partner"]) == 1:
        [partner] = named["partner"]
    else:
        joiners |= {*named["partner"]}
    if partner is not None and partner == declarer:
        partner, alone = None, ""
    has_column = row.map.column("partner") or row.map.column("joiners")
    is_blank = has_column and not (row.text("partner") or row.text("joiners"))
    return WrittenSide(declarer, partner, alone, joiners if joiners or is_blank else None, tuple(strangers))


def readings_of(
    row: WrittenRow, version: ReadVersion, side: WrittenSide, *, tricks: int | None = None
) -> tuple[DealData, ...]:
    """The deals that pay a row's points under a version, with its contract and this side: at most MOST_READINGS.

    Where the points say that others went along on a nolo, it does not matter that nobody wrote who.
    """
    contracts = version.contracts.readings(row.contract) if row.contract else ()
    deals = (
        deal
        for units in payments(row, version, side)
        for deal in version.backwards.readings(units, contracts, side, tricks)
    )
    readings = tuple(islice(deals, MOST_READINGS))
    if not readings and side.joiners == frozenset():
        return readings_of(row, version, replace(side, joiners=None), tricks=tricks)
    return readings


def is_paid(row: WrittenRow, version: ReadVersion, side: WrittenSide) -> bool:
    """Whether a version can pay a row's points, be it for a deal that nobody can tell from the row."""
    if readings_of(row, version, side):
        return True
    if version.contracts.readings(row.contract):
        return False
    return any(map(version.backwards.pays_otherwise, payments(row, version, side)))


def is_side_alike(row: WrittenRow, version: ReadVersion, side: WrittenSide) -> bool:
    """Whether those named as the side won alike, and all others paid alike."""
    units = units_of(row, version) or {}
    named = {side.declarer, side.partner} - {None}
    paid = {won for player, won in units.items() if won is not None and player not in named}
    shares = {units.get(player or "") for player in named}
    return len(paid) == len(shares) == 1 and None not in shares


def payments(row: WrittenRow, version: ReadVersion, side: WrittenSide) -> Iterator[dict[str, int]]:
    """What everybody in play won, in units, once for each way to say who sat out; nothing for points of no whole unit.

    Whoever has points played. Of too many, some who won nothing sat out; of too few, those without points played too.
    """
    units = units_of(row, version)
    if units is None:
        return
    seats = version.scoring_table.seats
    present = {player: won for player, won in units.items() if won is not None}
    if seats.min <= len(present) <= seats.max:
        yield present
    elif len(present) > seats.max:
        named = {side.declarer, side.partner, *(side.joiners or ())}
        idle = [player for player, won in present.items() if won == 0 and player not in named]
        dealer, _likely = match_name(row.text("dealer"), row.players)
        idle.sort(key=lambda player: player != dealer)  # who deals is the first to sit out
        for away in islice(combinations(idle, len(present) - seats.max), MOST_SEATINGS):
            yield {player: won for player, won in present.items() if player not in away}
    elif len(units) <= seats.max:
        yield {player: won or 0 for player, won in units.items()}


def units_of(row: WrittenRow, version: ReadVersion) -> dict[str, int | None] | None:
    """A row's points as units by player; None where they are no whole units."""
    units = [won if won is None else won * version.unit_denominator for won in row.points]
    if any(won is not None and won.denominator > 1 for won in units):
        return None
    return {player: None if won is None else int(won) for player, won in zip(row.players, units, strict=True)}
