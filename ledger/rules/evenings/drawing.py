"""Draw players onto tables: by chance, by the standings, or with as few repeated meetings as possible."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy

WAYS = ("chance", "standings", "repeats")
ATTEMPTS = 20  # draws that are improved; the best is taken

CANNOT_SIT = gettext_noop("%(players)s cannot sit at %(tables)s with %(least)d to %(most)d at each.")
PLAYERS = ngettext_lazy("%(count)d player", "%(count)d players", "count")
TABLES = ngettext_lazy("%(count)d table", "%(count)d tables", "count")

Tables = tuple[tuple[int, ...], ...]
Met = Mapping[frozenset[int], int]


def table_sizes(players: int, tables: int, least: int, most: int) -> tuple[int, ...]:
    """The number of players at each table, smaller tables first: 9 at 2 tables are 4 and 5.

    `least` and `most` bound a table's size.
    Raises Refusal (field "tables") for a number that cannot be seated: of tables for four to seven, 7 at 2 tables or 8
    at 1.
    """
    if tables < 1 or not least * tables <= players <= most * tables:
        seated = {"players": Refusal(PLAYERS, count=players), "tables": Refusal(TABLES, count=tables)}
        raise Refusal(CANNOT_SIT, "tables", least=least, most=most, **seated)
    size, larger = divmod(players, tables)
    return (size,) * (tables - larger) + (size + 1,) * larger


def by_chance(players: Sequence[int], sizes: Sequence[int], random: Random) -> Tables:
    """Draw everybody to a table and a seat; the first at each table deals first."""
    return _fill_tables(random.sample(list(players), len(players)), sizes)


def by_standings(players: Sequence[int], standings: Mapping[int, int], sizes: Sequence[int], random: Random) -> Tables:
    """The best at table 1, the next at table 2; equals by the draw, players without a standing last.

    `standings` are points, in any unit. The seats at each table are drawn.
    """
    drawn = random.sample(list(players), len(players))
    ranked = sorted(drawn, key=lambda player: (player not in standings, -standings.get(player, 0)))
    return tuple(tuple(random.sample(table, len(table))) for table in _fill_tables(ranked, sizes))


def fewest_repeats(players: Sequence[int], met: Met, sizes: Sequence[int], random: Random) -> Tables:
    """A draw with the fewest repeated meetings that a search finds; never worse than by chance.

    `met` is how often two have met: two who have met twice are kept apart in preference to two who have
    met once. Each of several random draws is improved by swapping two players as long as that helps.
    """
    draws = (by_chance(players, sizes, random) for _attempt in range(ATTEMPTS))
    return min((_improve(draw, met) for draw in draws), key=lambda draw: repeats(draw, met))


def repeats(tables: Sequence[Sequence[int]], met: Met) -> int:
    """The former meetings of those who now share a table, summed over pairs."""
    return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


def _fill_tables(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    rest = iter(players)
    return tuple(tuple(next(rest) for _seat in range(size)) for size in sizes)


def _improve(draw: Tables, met: Met) -> Tables:
    """Apply the best swap, then the best of those that remain, until none helps."""
    tables = [list(table) for table in draw]
    while True:
        saved, (a, seat), (b, place) = max(
            _exchanges(tables, met), key=lambda exchange: exchange[0], default=(0, (0, 0), (0, 0))
        )
        if saved <= 0:
            return tuple(map(tuple, tables))
        tables[a][seat], tables[b][place] = tables[b][place], tables[a][seat]


def _exchanges(tables: Sequence[Sequence[int]], met: Met) -> Iterator[tuple[int, tuple[int, int], tuple[int, int]]]:
    """Every swap of two players at different tables, with the repeats it saves."""
    meets = {player: [_meetings(player, table, met) for table in tables] for table in tables for player in table}
    for a, b in combinations(range(len(tables)), 2):
        for seat, player in enumerate(tables[a]):
            for place, other in enumerate(tables[b]):
                now = meets[player][a] + meets[other][b]
                # Each would meet all at the other's table but the other.
                then = meets[player][b] + meets[other][a] - 2 * met.get(frozenset((player, other)), 0)
                yield now - then, (a, seat), (b, place)


def _meetings(player: int, table: Sequence[int], met: Met) -> int:
    return sum(met.get(frozenset((player, other)), 0) for other in table if other != player)
