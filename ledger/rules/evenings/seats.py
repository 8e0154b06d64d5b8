"""Who plays where: drawn to tables, or sitting out in turn."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Generic

from ledger.rules.deals.seating import NOT_AT_THE_TABLE, TOO_FEW_PLAYERS, PlayerT, dealer_after
from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy

ATTEMPTS = 20  # draws that are improved; the best is taken

CANNOT_SIT = gettext_noop("%(players)s cannot sit at %(tables)s with %(least)d to %(most)d at each.")
PLAYERS = ngettext_lazy("%(count)d player", "%(count)d players", "count")
TABLES = ngettext_lazy("%(count)d table", "%(count)d tables", "count")

Tables = tuple[tuple[int, ...], ...]
Meetings = Mapping[frozenset[int], int]  # how often two have met
Swap = tuple[int, tuple[int, int], tuple[int, int]]  # the repeats it saves, and the table and seat of either player


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


def fewest_repeats(players: Sequence[int], meetings: Meetings, sizes: Sequence[int], random: Random) -> Tables:
    """A draw with the fewest repeated meetings that a search finds; never worse than by chance.

    `meetings` is how often two have met: two who have met twice are kept apart in preference to two who have
    met once. Each of several random draws is improved by swapping two players as long as that helps.
    """
    draws = (by_chance(players, sizes, random) for _attempt in range(ATTEMPTS))
    return min((_improve(draw, meetings) for draw in draws), key=lambda draw: repeats(draw, meetings))


def repeats(tables: Sequence[Sequence[int]], meetings: Meetings) -> int:
    """The former meetings of those who now share a table, summed over pairs."""
    return sum(meetings.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


def _fill_tables(players: Sequence[int], sizes: Sequence[int]) -> Tables:
    rest = iter(players)
    return tuple(tuple(next(rest) for _seat in range(size)) for size in sizes)


def _improve(draw: Tables, meetings: Meetings) -> Tables:
    """Apply the best swap, then the best of those that remain, until none helps."""
    tables = [list(table) for table in draw]
    while True:
        saved, (a, seat), (b, place) = max(
            _exchanges(tables, meetings), key=lambda exchange: exchange[0], default=(0, (0, 0), (0, 0))
        )
        if saved <= 0:
            return tuple(map(tuple, tables))
        tables[a][seat], tables[b][place] = tables[b][place], tables[a][seat]


def _exchanges(tables: Sequence[Sequence[int]], meetings: Meetings) -> Iterator[Swap]:
    """Every swap of two players at different tables, with the repeats it saves."""
    meets = {player: [_meetings(player, table, meetings) for table in tables] for table in tables for player in table}
    for a, b in combinations(range(len(tables)), 2):
        for seat, player in enumerate(tables[a]):
            for place, other in enumerate(tables[b]):
                now = meets[player][a] + meets[other][b]
                # Each would meet all at the other's table but the other.
                then = meets[player][b] + meets[other][a] - 2 * meetings.get(frozenset((player, other)), 0)
                yield now - then, (a, seat), (b, place)


def _meetings(player: int, table: Sequence[int], meetings: Meetings) -> int:
    return sum(meetings.get(frozenset((player, other)), 0) for other in table if other != player)


# Who sits out when more players sit at a table than play.


@dataclass(frozen=True)
class PlayedDeal(Generic[PlayerT]):
    """What sitting out needs of a deal: everyone at the table, the dealer, and those who played."""

    at_table: tuple[PlayerT, ...]
    dealer: PlayerT
    in_play: tuple[PlayerT, ...]


def sits_out(
    players: Sequence[PlayerT],
    dealer: PlayerT,
    play: int,
    way: str = "dealer",
    history: Sequence[PlayedDeal[PlayerT]] = (),
) -> tuple[PlayerT, ...]:
    """Who sits out a deal of `players`, clockwise from the dealer; nobody if there are no more than `play`.

    The dealer always sits out, so everybody does in turn. Of six players one more does, of seven two more: by `way`
    "dealer" the next ones clockwise; by "even" those who have played most beyond their share of the deals they were
    there for, so that somebody who came late is not made to catch up. Among equals those sit out who leave the ones
    that have met least to play together, and among equals there too the next ones clockwise. `history` holds the deals
    at this table in any order, without those that nobody played (a redeal).
    Raises Refusal (field "players") for fewer players than play, and (field "dealer") for a dealer who is not there.
    """
    if len(players) < play:
        raise Refusal(TOO_FEW_PLAYERS, "players", least=play)
    if dealer not in players:
        raise Refusal(NOT_AT_THE_TABLE, "dealer", player=dealer)
    at, away = players.index(dealer), len(players) - play
    clockwise = (*players[at:], *players[:at])
    if way == "dealer" or away < 2:
        return clockwise[:away]
    return (dealer, *_due_to_sit_out(clockwise, away - 1, history))


def coming(
    players: Sequence[PlayerT],
    dealer: PlayerT,
    play: int,
    way: str = "dealer",
    history: Sequence[PlayedDeal[PlayerT]] = (),
    *,
    deals: int,
) -> list[tuple[PlayerT, ...]]:
    """Who sits out each of the next `deals`, dealt clockwise in turn.

    Assumes that everybody stays and every deal is played.
    Raises Refusal as `sits_out` does.
    """
    known, plan = list(history), []
    for _deal in range(deals):
        away = sits_out(players, dealer, play, way, known)
        plan.append(away)
        known.append(PlayedDeal(tuple(players), dealer, tuple(player for player in players if player not in away)))
        dealer = dealer_after(dealer, players)
    return plan


def _due_to_sit_out(
    clockwise: Sequence[PlayerT], away: int, history: Sequence[PlayedDeal[PlayerT]]
) -> tuple[PlayerT, ...]:
    """Who sits out beside the dealer, the first of `clockwise`."""
    dealer, *others = clockwise
    # A dealer who sits out counts as playing: that is everybody's turn once a round, and no reason to be chosen.
    ahead = _beyond_share([(deal.at_table, frozenset({*deal.in_play, deal.dealer})) for deal in history], 1)
    met = _beyond_share([(deal.at_table, frozenset(deal.in_play)) for deal in history], 2)
    due = {player: ahead[frozenset({player})] for player in clockwise}

    def merit(out: tuple[PlayerT, ...]) -> tuple[Fraction, Fraction, Fraction]:
        stay = [player for player in others if player not in out]
        # Whoever deals next cannot be chosen then, so they must not be left as the only one whose turn it is.
        then = sorted(due[player] + (player not in out) for player in (*others[1:], dealer))
        meetings = sum((met[frozenset(pair)] for pair in combinations(stay, 2)), Fraction())
        return sum((due[player] for player in out), Fraction()), sum(then[-away:], Fraction()), -meetings

    return max(combinations(others, away), key=merit)


Part = tuple[tuple[PlayerT, ...], frozenset[PlayerT]]


def _beyond_share(deals: Iterable[Part[PlayerT]], size: int) -> Mapping[frozenset[PlayerT], Fraction]:
    """The deals beyond their share that each player (size 1) or pair (size 2) took part in.

    A deal is everyone at the table and those who took part. With 4 of 6 taking part, the share is 4/6 for a player and
    4/6 x 3/5 for two.
    """
    beyond: defaultdict[frozenset[PlayerT], Fraction] = defaultdict(Fraction)
    for (at_table, part), times in Counter(deals).items():
        share = Fraction(comb(len(part), size), comb(len(at_table), size))
        for group in combinations(at_table, size):
            beyond[frozenset(group)] += times * (part.issuperset(group) - share)
    return beyond
