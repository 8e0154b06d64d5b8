"""The versions of a club's scoring table, each read backwards, and what a row of an old book asks of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations, islice
from typing import NamedTuple

from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.reading import read_deal
from ledger.rules.deals.settling import settle
from ledger.rules.imports.backwards import Backwards, DealData, PaidDeal
from ledger.rules.imports.contracts import ALONE, ContractReader, WrittenContract
from ledger.rules.imports.names import match_name, names_in
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.points import Points
from ledger.rules.site.refusal import Refusal

MOST_READINGS = 24  # to choose from
MOST_SEATINGS = 10  # ways to say who sat out


class ReadVersion:
    """A version of the scoring table, in force since a day (None: always), ready to be read backwards."""

    def __init__(self, title: str, since: date | None, tariff: Tariff) -> None:
        self.title, self.since, self.tariff = title, since, tariff
        self.backwards = Backwards(tariff)
        self.contracts = ContractReader(tariff.scoring_table)
        self.notation = Notation(tariff.scoring_table)

    @property
    def unit_denominator(self) -> int:
        """How many units make one point."""
        return self.tariff.unit_denominator


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


def side_of(row: OldRow, aliases: Mapping[str, str]) -> WrittenSide:
    """Who declared a row and with whom, by the names of its sheet's players."""
    strangers: list[tuple[str, str]] = []

    def players(what: str, text: str) -> list[str]:
        matches = {name: match_name(name, row.players, aliases).player for name in names_in(text)}
        strangers.extend((what, name) for name, player in matches.items() if player is None)
        return [player for player in matches.values() if player is not None]

    declarers = players("declarer", row.declarer)
    alone = ALONE.get(row.partner.lower().strip(" .-()"))
    partners = [] if alone is not None or row.partner in ("", "-", "–") else players("partner", row.partner)
    joiners = players("joiners", row.joiners) if row.joiners not in ("", "-", "–") else []
    if row.dealer:
        players("dealer", row.dealer)  # only to note a stranger
    declarer = declarers[0] if declarers else None
    along = frozenset({*declarers[1:], *joiners, *(partners if len(partners) > 1 else [])})
    partner = partners[0] if len(partners) == 1 else None
    if partner is not None and partner == declarer:
        partner, alone = None, ""
    has_column = any(row.map.column(what) for what in ("partner", "joiners"))
    nobody = frozenset[str]() if has_column and not (row.partner or row.joiners) else None
    return WrittenSide(declarer, partner, alone, along or nobody, tuple(strangers))


class Payable(NamedTuple):
    """The readings of a row under a version, and whether there are more than can be chosen from."""

    readings: tuple[DealData, ...]
    has_more: bool = False


NOTHING = Payable(())


def readings_of(
    row: OldRow, points: Sequence[Points | None], version: ReadVersion, side: WrittenSide, *, tricks: int | None = None
) -> Payable:
    """The deals that pay these points under a version, with the row's contract and this side.

    Where the points say that others went along on a nolo, it does not matter that nobody wrote who.
    """
    contracts = version.contracts.readings(row.contract) if row.contract else ()
    paid_deals = payments(row, points, version, side, contracts)
    deals = (reading for paid in paid_deals for reading in version.backwards.readings(replace(paid, tricks=tricks)))
    first = list(islice(deals, MOST_READINGS + 1))
    if not first and side.joiners == frozenset():
        return readings_of(row, points, version, replace(side, joiners=None), tricks=tricks)
    return Payable(tuple(first[:MOST_READINGS]), len(first) > MOST_READINGS)


def payment_of_each(row: OldRow, side: WrittenSide, denominator: int) -> int | None:
    """What each opponent paid the side that is named, in units; None if not all paid alike, or nobody is named."""
    units = units_of(row.players, row.points, denominator) or {}
    named = {player for player in (side.declarer, side.partner) if player is not None}
    paid = {-won for player, won in units.items() if won is not None and player not in named}
    shares = {units.get(player) for player in named}
    return paid.pop() if len(paid) == len(shares) == 1 and None not in shares else None


def payments(
    row: OldRow,
    points: Sequence[Points | None],
    version: ReadVersion,
    side: WrittenSide,
    contracts: tuple[WrittenContract, ...],
) -> Iterator[PaidDeal]:
    """What was paid in a row, once for each way to say who sat out; nothing for points of no whole unit."""
    units = units_of(row.players, points, version.unit_denominator)
    if units is None:
        return
    for in_play in islice(_in_play(row, units, version, side), MOST_SEATINGS):
        won = {player: units[player] or 0 for player in in_play}
        yield PaidDeal(won, contracts, side.declarer, side.partner, side.alone, side.joiners)


def who_played(row: OldRow, version: ReadVersion, side: WrittenSide, deal: DealData | None = None) -> tuple[str, ...]:
    """Who played a row, in the order of the sheet: those whom a deal of it pays as it stands there.

    Without a deal the likeliest: the dealer is the first to sit out. Empty where nobody can tell.
    """
    units = units_of(row.players, row.points, version.unit_denominator)
    if units is None:
        return ()
    # A deal of another side than the one named: whoever is named there may have sat out.
    for named in (side, WrittenSide()) if deal else (side,):
        for in_play in islice(_in_play(row, units, version, named), MOST_SEATINGS):
            if deal is None or _pays_so(deal, {player: units[player] or 0 for player in in_play}, version):
                return in_play
    return ()


def _pays_so(deal: DealData, units: Mapping[str, int], version: ReadVersion) -> bool:
    """Whether a deal pays its players exactly this; False too if it names somebody else."""
    players = tuple(units)
    try:
        read = read_deal(deal, version.tariff.scoring_table, players)
        return settle(read, version.tariff, players).units == units
    except Refusal:  # one of those named sits out
        return False


def units_of(players: Sequence[str], points: Sequence[Points | None], denominator: int) -> dict[str, int | None] | None:
    """Points as units by player; None where they are no whole units."""
    units: dict[str, int | None] = {}
    for player, won in zip(players, points, strict=True):
        if won is None:
            units[player] = None
            continue
        factor, rest = divmod(denominator, won.denominator)
        if rest:
            return None
        units[player] = won.numerator * factor
    return units


def _in_play(
    row: OldRow, units: Mapping[str, int | None], version: ReadVersion, side: WrittenSide
) -> Iterator[tuple[str, ...]]:
    """Who may have played: everybody with points, those who won nothing perhaps sat out, those without perhaps not."""
    seats = version.tariff.scoring_table.seats
    present = [player for player, won in units.items() if won is not None]
    if seats.min <= len(present) <= seats.max:
        yield tuple(present)
        return
    if len(present) < seats.min:
        if len(units) <= seats.max:
            yield tuple(units)
        return
    named = {side.declarer, side.partner, *(side.joiners or ())}
    idle = [player for player in present if units[player] == 0 and player not in named]
    dealer = match_name(row.dealer, row.players).player if row.dealer else None
    idle.sort(key=lambda player: player != dealer)  # who deals is the first to sit out
    for away in combinations(idle, len(present) - seats.max):
        yield tuple(player for player in present if player not in away)
