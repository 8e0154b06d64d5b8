"""The versions of a club's scoring table, each read backwards, and what a row of an old book asks of them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations, islice

from ledger.rules.deals.settling import read_deal, settle
from ledger.rules.imports.backwards import Backwards, DealData, PaidDeal
from ledger.rules.imports.contracts import ALONE, ContractReader, WrittenContract
from ledger.rules.imports.names import match_name, names_in
from ledger.rules.imports.verdict.typed import bids_of
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.points import Points
from ledger.rules.site.refusal import Refusal

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
    return (begun or by_day[:1])[-1]


@dataclass(frozen=True, slots=True)
class WrittenSide:
    """Who declared and with whom, as far as it is written and known; `strangers` are names of nobody, by column.

    `alone` is why the declarer had no partner, "" if it only says so, None if it does not. `joiners` are empty where a
    column for them, or for a partner, has been left blank.
    """

    declarer: str | None = None
    partner: str | None = None
    alone: str | None = None
    joiners: frozenset[str] | None = None
    strangers: tuple[tuple[str, str], ...] = ()

    @property
    def is_alone(self) -> bool:
        """Whether it is written that the declarer had no partner."""
        return self.alone is not None


NO_SIDE = WrittenSide()  # where nobody is named


def side_of(row: WrittenRow, aliases: Mapping[str, str]) -> WrittenSide:
    """Who declared a row and with whom, by the names of its sheet's players."""
    strangers: list[tuple[str, str]] = []
    alone = ALONE.get(row.text("partner").lower().strip(" .-()"))
    named: dict[str, list[str]] = {}
    for what in ("declarer", "partner", "joiners", "dealer"):
        named[what] = []
        is_nobody = what in ("partner", "joiners") and row.text(what) in NOBODY
        if is_nobody or (what == "partner" and alone is not None):
            continue
        for name in names_in(row.text(what)):
            player = match_name(name, row.players, aliases).player
            if player is None:
                strangers.append((what, name))
            elif player not in named[what]:
                named[what].append(player)
    declarers, partners, along = named["declarer"], named["partner"], named["joiners"]
    declarer = declarers[0] if declarers else None
    partner = None
    if len(partners) == 1:
        [partner] = partners
    else:
        along = [*along, *partners]
    if partner is not None and partner == declarer:
        partner, alone = None, ""
    joiners = frozenset([*declarers[1:], *along])
    has_column = row.map.column("partner") or row.map.column("joiners")
    is_blank = has_column and not (row.text("partner") or row.text("joiners"))
    return WrittenSide(declarer, partner, alone, joiners if joiners or is_blank else None, tuple(strangers))


def readings_of(
    row: WrittenRow,
    points: Sequence[Points | None],
    version: ReadVersion,
    side: WrittenSide,
    *,
    tricks: int | None = None,
) -> tuple[DealData, ...]:
    """The deals that pay these points under a version, with the row's contract and this side: at most MOST_READINGS.

    Where the points say that others went along on a nolo, it does not matter that nobody wrote who.
    """
    contracts = version.contracts.readings(row.contract) if row.contract else ()
    paid_deals = payments(row, points, version, side, contracts)
    deals = (reading for paid in paid_deals for reading in version.backwards.readings(replace(paid, tricks=tricks)))
    readings = tuple(islice(deals, MOST_READINGS))
    if not readings and side.joiners == frozenset():
        return readings_of(row, points, version, replace(side, joiners=None), tricks=tricks)
    return readings


def is_paid(row: WrittenRow, points: Sequence[Points | None], version: ReadVersion, side: WrittenSide) -> bool:
    """Whether a version can pay these points, be it for a deal that nobody can tell from the row."""
    if readings_of(row, points, version, side):
        return True
    is_readable = bool(version.contracts.readings(row.contract))
    paid_deals = payments(row, points, version, side, ())
    return not is_readable and any(version.backwards.pays_otherwise(paid.units) for paid in paid_deals)


def payment_of_each(row: WrittenRow, side: WrittenSide, denominator: int) -> int | None:
    """What each opponent paid the side that is named, in units; None if not all paid alike, or nobody is named."""
    units = units_of(row.players, row.points, denominator) or {}
    named = {side.declarer, side.partner} - {None}
    paid = {-won for player, won in units.items() if won is not None and player not in named}
    shares = {units.get(player or "") for player in named}
    return paid.pop() if len(paid) == len(shares) == 1 and None not in shares else None


def payments(
    row: WrittenRow,
    points: Sequence[Points | None],
    version: ReadVersion,
    side: WrittenSide,
    contracts: tuple[WrittenContract, ...],
) -> Iterator[PaidDeal]:
    """What was paid in a row, once for each way to say who sat out; nothing for points of no whole unit."""
    units = units_of(row.players, points, version.unit_denominator)
    for in_play in _in_play(row, units, version, side):
        won = {player: units[player] or 0 for player in in_play} if units else {}
        yield PaidDeal(won, contracts, side.declarer, side.partner, side.alone, side.joiners)


def who_played(row: WrittenRow, version: ReadVersion, side: WrittenSide, deal: DealData) -> tuple[str, ...]:
    """Who played a row, in the order of the sheet: those whom a deal of it pays as it stands there, or nobody."""
    # A deal of another side than the one named: whoever is named there may have sat out.
    for named in (side, NO_SIDE):
        for paid in payments(row, row.points, version, named, ()):
            players = tuple(paid.units)
            with suppress(Refusal):  # one of those named sits out
                settled = settle(read_deal(deal, version.scoring_table, players), version.tariff, players)
                if settled.units == paid.units:
                    return players
    return ()


def units_of(players: Sequence[str], points: Sequence[Points | None], denominator: int) -> dict[str, int | None] | None:
    """Points as units by player; None where they are no whole units."""
    units: dict[str, int | None] = {}
    for player, won in zip(players, points, strict=True):
        if won is not None and denominator % won.denominator:
            return None
        units[player] = None if won is None else won.numerator * (denominator // won.denominator)
    return units


def _in_play(
    row: WrittenRow, units: Mapping[str, int | None] | None, version: ReadVersion, side: WrittenSide
) -> Iterator[tuple[str, ...]]:
    """Who may have played: everybody with points, those who won nothing perhaps sat out, those without perhaps not."""
    if units is None:
        return
    seats = version.scoring_table.seats
    present = [player for player, won in units.items() if won is not None]
    if seats.min <= len(present) <= seats.max:
        yield tuple(present)
    elif len(present) > seats.max:
        named = {side.declarer, side.partner, *(side.joiners or ())}
        idle = [player for player in present if units[player] == 0 and player not in named]
        dealer = match_name(row.text("dealer"), row.players).player if row.text("dealer") else None
        idle.sort(key=lambda player: player != dealer)  # who deals is the first to sit out
        for away in islice(combinations(idle, len(present) - seats.max), MOST_SEATINGS):
            yield tuple(player for player in present if player not in away)
    elif len(units) <= seats.max:
        yield tuple(units)
