"""A season's attendance as rows of a grid: one for each player, a column for each evening."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.models import Season
from ledger.queries.evenings.neighbours import MOST_READ, EveningList
from ledger.queries.seasons.standings import PlayerSums
from ledger.rules.statistics.records import Presence, evening_records, is_played, presences_on
from ledger.templatetags.ledger_format import markup

MOST_UNDER_HEADS = 8  # evenings; with more of them, each mark has its day above it on a phone
ROW = '<tr><th scope="row"><a href="{}?{}">{}</a></th>{}<td class="num" data-day="{}">{}</td></tr>'
HEAD = '<th scope="col"><a href="{}">{}</a></th>'
CELL = '<td data-day="{}">{}</td>'
MARK = '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>'


@dataclass(frozen=True)
class EveningColumn:
    """An evening of the grid: its number, its day as markup, and how many came."""

    number: int
    day: str
    count: int


@dataclass(frozen=True)
class PresenceRow:
    """A player's row: the presence on each evening of the grid, and how many evenings of the season in all."""

    name: str
    slug: str
    presences: tuple[Presence, ...]
    count: int

    @property
    def came(self) -> Iterator[tuple[int, Presence]]:
        """The columns of the evenings that the player came to, each with its presence."""
        return ((index, presence) for index, presence in enumerate(self.presences) if presence is not Presence.AWAY)


def attendance_context(
    club_slug: str, season: Season, sums: Sequence[PlayerSums], evenings: EveningList
) -> dict[str, Any]:
    """The attendance on the latest of the season's evenings as _attendance.html draws it; `sums` have the names."""
    so_far = evening_records(evenings, {season.pk: 1})
    # An evening on which no deal stands is none that anybody came to play on.
    backwards = filter(is_played, reversed(evenings))
    latest = [*islice(backwards, MOST_READ)][::-1]
    columns = [
        EveningColumn(evening.number, escape(date_format(evening.date, "j/n")), len(evening.points))
        for evening in latest
    ]
    by_player = {row.player: row.evenings for row in presences_on(latest)}
    counts = {player: records.evenings for player, records in so_far.players.items()}
    away = (Presence.AWAY,) * len(columns)
    # By name, for those who came equally often.
    in_order = sorted((row for row in sums if row[0] in counts), key=lambda row: (-counts[row[0]], row[3]))
    rows = [PresenceRow(name, slug, by_player.get(pk, away), counts[pk]) for pk, name, slug, *_ in in_order]
    return {
        "columns": columns,
        "presences": rows,
        "heads": _head(columns, club_slug),
        "counts": _foot(columns),
        "grid": _grid(rows, columns, club_slug, season),
        "is_long": len(columns) > MOST_UNDER_HEADS,
        "is_cut": so_far.count > MOST_READ,
    }


def _grid(rows: Sequence[PresenceRow], columns: Sequence[EveningColumn], club_slug: str, season: Season) -> SafeString:
    """The rows as HTML; a cell is drawn once for each mark of a column."""
    address = reverse("player", args=[club_slug, "-"]).replace("/-/", "/{}/")
    of_season, in_all = urlencode({"season": season.slug}), gettext("In all")
    there, won = MARK.format("●", escape(gettext("there"))), MARK.format("★", escape(gettext("won")))
    away = [CELL.format(column.day, "") for column in columns]
    cells = {
        Presence.THERE: [CELL.format(column.day, there) for column in columns],
        Presence.WON: [CELL.format(column.day, won) for column in columns],
    }
    drawn = []
    for row in rows:
        of_player = away.copy()
        for index, presence in row.came:
            of_player[index] = cells[presence][index]
        marks = SafeString("".join(of_player))
        drawn.append(markup(ROW, address.format(row.slug), of_season, row.name, marks, in_all, row.count))
    return SafeString("".join(drawn))


def _head(columns: Sequence[EveningColumn], club_slug: str) -> SafeString:
    """The columns' heads, which lead to their evenings."""
    # The address of evening 0, which is none, is made once: to make one takes longer than to draw the rest.
    address = reverse("evening", args=[club_slug, 0]).replace("/0/", "/{}/")
    return SafeString("".join([HEAD.format(address.format(column.number), column.day) for column in columns]))


def _foot(columns: Sequence[EveningColumn]) -> SafeString:
    """How many came to each evening."""
    return SafeString("".join([CELL.format(column.day, column.count) for column in columns]))
