"""What is told of a season in a few sentences, each from figures of its book."""

from collections.abc import Iterator
from operator import itemgetter

from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.season_book import HOUSE
from ledger.spreadsheets.seasons.wording import day_in_words

WON = Phrase("{name} won the season with {points}")
LEADS = Phrase("{name} leads the season with {points}")
SHARED = Phrase("{names} share the first place.")
AHEAD = Phrase("{what}, {points} ahead of {second}, alone in front since {day}.")
BEST_EVENING = Phrase("{name} had the best evening: {points} on {day}.")
DEAREST_DEAL = Phrase("The dearest deal, on evening {number}: {told}.")
BY_RULE = Phrase("The places go by the club's own rule.")
IN_DOUBT = Phrase("Booked in doubt: deals of evening {evenings}. The points of {players} depend on them.")


def sentences(figures: Figures) -> Iterator[Label]:
    """The sentences of a season, the first on who leads or has won; none before anything is played."""
    yield from _first_place(figures)
    yield from _best_evening(figures)
    yield from _dearest_deal(figures)
    if any(row.is_by_rule for row in figures.book.standings):
        yield BY_RULE
    yield from _doubts(figures)


def _first_place(figures: Figures) -> Iterator[Label]:
    standings = figures.book.standings
    first = [row for row in standings if row.place == 1]
    names = [same(figures.names[row.player_number]) for row in first]
    if len(first) > 1:
        yield fill(SHARED, names=enumeration(names))
    elif first:
        leader = first[0]
        points = figures.points_in_words(leader.units)
        what = fill(WON if figures.book.is_closed else LEADS, name=names[0], points=points)
        if leader.is_by_rule or len(standings) == 1:
            yield join([what, same(".")], "")
        else:
            ahead = in_points(leader.units - standings[1].units, figures.book.unit_denominator)
            day = day_in_words(figures.book.evenings[_alone_since(figures, leader.player_number)].date)
            yield fill(AHEAD, what=what, points=ahead, second=figures.names[standings[1].player_number], day=day)


def _alone_since(figures: Figures, leader: int) -> int:
    """From which evening on, counted from 0, the leader has been ahead of every other player."""
    players = [row.player_number for row in figures.book.standings if row.player_number != leader]
    since = len(figures.book.evenings) - 1
    while since and all(figures.courses[leader][since] > figures.courses[number][since] for number in players):
        since -= 1
    return since


def _best_evening(figures: Figures) -> Iterator[Label]:
    """The most that anybody won on an evening, of several the earliest; partners for the evening share it."""
    results = [
        (units, row.date, number) for row in figures.played for number, units in row.totals.items() if number != HOUSE
    ]
    units, day, _ = max(results, key=itemgetter(0), default=(0, None, HOUSE))
    if day is not None and units > 0:
        points = figures.points_in_words(units)
        best = [number for most, on, number in results if (most, on) == (units, day)]
        names = [same(figures.names[number]) for number in figures.order if number in best]
        yield fill(BEST_EVENING, name=enumeration(names), points=points, day=day_in_words(day))


def _dearest_deal(figures: Figures) -> Iterator[Label]:
    """The deal that gave or cost a declarer most, of several the earliest."""
    declared = [(deal, deal.units[deal.declarers[0]]) for deal in figures.book.deals if deal.declarers]
    if declared:
        deal, _ = max(declared, key=lambda result: abs(result[1]))
        yield fill(DEAREST_DEAL, number=deal.evening, told=deal.told)


def _doubts(figures: Figures) -> Iterator[Label]:
    evenings = [str(row.number) for row in figures.book.evenings if row.is_in_doubt]
    players = [same(figures.names[row.player_number]) for row in figures.book.standings if row.is_in_doubt]
    if players:
        yield fill(IN_DOUBT, evenings=", ".join(evenings), players=enumeration(players))
