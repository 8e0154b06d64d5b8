"""A season's attendance as rows of a grid: one for each player, a column for each evening."""

from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format

from ledger.queries.statistics.club.evenings import ClubEvenings, NamedPlayer
from ledger.rules.statistics.attendance import PlayerPresence, Presence, attendances_among

MOST_UNDER_HEADS = 8  # evenings; with more of them, each mark has its day above it on a phone


@dataclass(frozen=True)
class EveningColumn:
    """An evening of the grid: its number, its day, and how many came."""

    number: int
    day: str
    count: int


@dataclass(frozen=True)
class PresenceRow:
    """A player's row: the presence on each evening with its column."""

    player: NamedPlayer
    row: PlayerPresence
    cells: tuple[tuple[EveningColumn, Presence], ...]


def attendance_context(evenings: ClubEvenings) -> dict[str, Any]:
    """The attendance as _attendance.html draws it."""
    # By name, for those who came equally often.
    by_name = sorted(evenings.shares, key=lambda share: evenings.players[share.player].sort_key)
    order = list(dict.fromkeys(share.player for share in by_name))
    attendances = attendances_among(evenings.shares)
    columns = [
        EveningColumn(number, date_format(evenings.days[number], "j/n"), count)
        for number, count in zip(attendances.evenings, attendances.counts, strict=True)
    ]
    rows = sorted(attendances.players, key=lambda row: (-row.count, order.index(row.player)))
    return {
        "columns": columns,
        "presences": [
            PresenceRow(evenings.players[row.player], row, tuple(zip(columns, row.evenings, strict=True)))
            for row in rows
        ],
        "is_long": len(columns) > MOST_UNDER_HEADS,
    }
