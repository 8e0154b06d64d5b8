"""A player's evenings, and the best and worst of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate, groupby
from operator import or_

from django.db.models import Q

from ledger.models import Attendance, Evening, EveningTotal, Player, Posting, Season
from ledger.queries.statistics.figures import contract_label
from ledger.queries.statistics.played import ADJUSTMENT, only_deals
from ledger.queries.statistics.player_counts import PlayerCounts
from ledger.rules.site.labels import Label


@dataclass(frozen=True)
class PlayerEvening:
    """A player's bottom line of an evening, and the season's total after it, in integer units of the season."""

    evening: Evening
    deals: int
    points: int
    running: int


@dataclass(frozen=True)
class DealWon:
    """A deal that a player won, and its contract without the level."""

    posting: Posting
    contract: Label


@dataclass(frozen=True)
class Records:
    """The best and worst evening, the longest run of evenings won, and the dearest deal won.

    `best` is None without an evening won, `worst` without one lost; of equal evenings the earliest counts.
    `is_unbroken` says that the run reaches to the last evening.
    """

    best: EveningTotal | None
    worst: EveningTotal | None
    run: Sequence[EveningTotal]
    is_unbroken: bool
    deal: DealWon | None


def evenings_of_player(*, player: Player) -> list[EveningTotal]:
    """A player's bottom lines of all evenings, the earliest first, with their seasons; one query."""
    totals = EveningTotal.objects.filter(player=player).select_related("evening__season")
    return list(totals.order_by("evening__date", "evening__number"))


def evenings_of_season(evenings: Sequence[EveningTotal], season: Season) -> list[PlayerEvening]:
    """Those of a player's evenings that belong to a season, each with the total after it."""
    totals = [total for total in evenings if total.evening.season_id == season.pk]
    running = accumulate(total.points for total in totals)
    return [
        PlayerEvening(evening=total.evening, deals=total.deals, points=total.points, running=after)
        for total, after in zip(totals, running, strict=True)
    ]


def came_without_playing(*, player: Player, season: Season) -> list[Attendance]:
    """The evenings of a season that a player watched or sent word for, the earliest first; one query."""
    noted = Attendance.objects.filter(player=player, evening__season=season).select_related("evening")
    return list(noted.order_by("evening__date", "evening__number"))


def records_of(*, counts: PlayerCounts, evenings: Sequence[EveningTotal]) -> Records:
    """The records among a player's deals and evenings; one query for the dearest deal."""
    # Like max(), a stable sort keeps the earliest of equal evenings.
    by_points = sorted(evenings, key=_points)
    runs = [list(run) for is_won, run in groupby(evenings, key=lambda total: total.points > 0) if is_won]
    longest = max(runs, key=len, default=[])
    best = max(evenings, key=_points, default=None)
    worst = by_points[0] if by_points else None
    return Records(
        best=best if best and best.points > 0 else None,
        worst=worst if worst and worst.points < 0 else None,
        run=longest,
        is_unbroken=bool(longest) and longest[-1] == evenings[-1],
        deal=_dearest_won(counts),
    )


def _dearest_won(counts: PlayerCounts) -> DealWon | None:
    """The deal in which the player won most points, the earliest of equal ones; one query, none without a deal won."""
    won = [row for row in counts.alike if row.won and row.part != ADJUSTMENT]
    most = max((row.amount * row.factor for row in won), default=0)
    dearest = {(row.season, row.amount) for row in won if row.amount * row.factor == most}
    if not dearest:
        return None
    any_of = reduce(or_, (Q(entry__season=season, points=amount) for season, amount in dearest))
    postings = only_deals(counts.played.postings).filter(any_of)
    with_entries = postings.select_related("entry__evening", "entry__season", "entry__table_version")
    by_date = with_entries.order_by("entry__evening__date", "entry__evening__number", "entry__number")
    first = by_date.defer("entry__table_version__document")[0]
    return DealWon(first, contract_label(first.deal_kind, first.contract, first.entry.table_version.to_rules()))


def seasons_among(evenings: Sequence[EveningTotal]) -> tuple[Season, ...]:
    """The seasons of some evenings, the latest first."""
    seasons = {total.evening.season_id: total.evening.season for total in evenings}
    return tuple(sorted(seasons.values(), key=lambda season: (season.starts_on, season.pk), reverse=True))


def _points(total: EveningTotal) -> Fraction:
    return Fraction(total.points, total.evening.season.unit_denominator)
