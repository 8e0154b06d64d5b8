"""What is told of a season in a few sentences, each from figures of its book."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ledger.rules.evenings.played_evening import PlayedEvening
from ledger.rules.site.days import day_in_words
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points

FAR = 2  # places up in one evening that are worth a word
IN_NUMBERS = Phrase("%(evenings)s, %(deals)s. The sum is %(sum)s.")
CLOSED = Phrase("Closed %(day)s by %(name)s.")
WON = Phrase("%(names)s won")
LEADS = Phrase("%(name)s leads the season with %(points)s")
SHARED = Phrase("%(names)s share the first place")
AHEAD = Phrase("%(what)s, %(points)s ahead of %(second)s, alone in front since %(day)s.")
BEST_EVENING = Phrase("%(name)s had the best evening: %(points)s on %(day)s.")
DEAREST_DEAL = Phrase("The dearest deal, on evening %(number)s: %(told)s.")
BY_RULE = Phrase("The places go by the club's own rule.")
IN_DOUBT = Phrase("Booked in doubt: deals of evening %(evenings)s. The points of %(players)s depend on them.")
LEVEL = Phrase("Level on points.")
LEVEL_BY_RULE = Phrase("Level by the club's own rule.")
AHEAD_OF_SECOND = Phrase("%(points)s ahead of %(second)s.")
ALL_THE_WAY = Phrase("In front from the first evening to the last.")
AT_THE_LAST = Phrase("In front on the last evening only.")
SINCE = Phrase("Alone in front since %(day)s.")
CLIMBED = Phrase("%(name)s came up from number %(before)s on the very last evening.")


class Ranked(NamedTuple):
    """A player in the standings, by id; `place` is None for whoever has none, `moved` the places climbed at the end."""

    player: int
    name: str
    place: int | None
    units: int
    moved: int | None = None
    is_by_rule: bool = False


@dataclass(frozen=True)
class SeasonStory:
    """What a season is told from.

    `standings` are best first, `evenings` in order, and `brought` are the units that players had before the first.
    `dearest` is the number of an evening and the sentence of the deal by which a declarer won or lost most.
    """

    unit_denominator: int
    is_closed: bool
    standings: Sequence[Ranked]
    evenings: Sequence[PlayedEvening]
    brought: Mapping[int, int]
    dearest: tuple[int, Label] | None = None
    doubtful_evenings: Sequence[int] = ()
    doubtful_players: Sequence[str] = ()

    @property
    def winners(self) -> list[Label]:
        """The names on the first place."""
        return [same(row.name) for row in self.standings if row.place == 1]

    @property
    def title(self) -> Label | None:
        """Who won, or who share the first place, without a full stop; None where nobody has a place."""
        names = self.winners
        return fill(WON if len(names) == 1 else SHARED, names=enumeration(names)) if names else None

    def sentences(self) -> Iterator[Label]:
        """The sentences of a report, the first on who leads or has won; none before anything is played.

        Of a closed season they begin as its page does.
        """
        if not self.is_closed:
            yield from self._first_place()
        elif self.title:
            yield join([self.title, same(".")], "")
            yield from self.in_brief()
        yield from self._best_evening()
        if self.dearest:
            number, told = self.dearest
            yield fill(DEAREST_DEAL, number=number, told=told)
        if any(row.is_by_rule for row in self.standings):
            yield BY_RULE
        if self.doubtful_players:
            evenings = ", ".join(map(str, self.doubtful_evenings))
            yield fill(IN_DOUBT, evenings=evenings, players=enumeration([*map(same, self.doubtful_players)]))

    def in_brief(self) -> Iterator[Label]:
        """What stands below the winner's name: how the season was won, and who climbed far on its last evening."""
        yield from self._how_it_was_won()
        climber = max(self.standings, key=lambda row: row.moved or 0, default=None)
        if climber and climber.place and climber.moved and climber.moved >= FAR:
            yield fill(CLIMBED, name=climber.name, before=climber.place + climber.moved)

    def _first_place(self) -> Iterator[Label]:
        names = self.winners
        if self.title and len(names) > 1:
            yield join([self.title, same(".")], "")
        elif names:
            leader = self.standings[0]
            what = fill(LEADS, name=names[0], points=self._signed(leader.units))
            if leader.is_by_rule or len(self.standings) == 1 or not self.evenings:
                yield join([what, same(".")], "")
            else:
                day = day_in_words(self.evenings[self._alone_since()].date)
                yield fill(AHEAD, what=what, points=self._lead(), second=self.standings[1].name, day=day)

    def _how_it_was_won(self) -> Iterator[Label]:
        leader = next(iter(self.standings), None)
        if len(self.winners) > 1:
            yield LEVEL_BY_RULE if leader and leader.is_by_rule else LEVEL
        elif self.winners and len(self.standings) > 1 and leader and not leader.is_by_rule:
            if len(self.evenings) > 1:
                since = self._alone_since()
                told = {0: ALL_THE_WAY, len(self.evenings) - 1: AT_THE_LAST}
                yield told.get(since) or fill(SINCE, day=day_in_words(self.evenings[since].date))
            else:
                yield fill(AHEAD_OF_SECOND, points=self._lead(), second=self.standings[1].name)

    def _lead(self) -> Label:
        """How many points the first is ahead of the second."""
        return in_points(self.standings[0].units - self.standings[1].units, self.unit_denominator)

    def _alone_since(self) -> int:
        """From which evening on, counted from 0, the leader has been ahead of every other player."""
        totals = dict.fromkeys((row.player for row in self.standings), 0) | dict(self.brought)
        leader, since = self.standings[0].player, 0
        for number, evening in enumerate(self.evenings):
            for player, units in evening.points.items():
                totals[player] = totals.get(player, 0) + units
            if any(units >= totals[leader] for player, units in totals.items() if player != leader):
                since = number + 1
        return min(since, len(self.evenings) - 1)

    def _best_evening(self) -> Iterator[Label]:
        """The most that anybody won on an evening, of several the earliest; partners for the evening share it."""
        most = max((max(evening.points.values(), default=0) for evening in self.evenings), default=0)
        best = next((evening for evening in self.evenings if most in evening.points.values()), None)
        if best and most > 0:
            names = [same(row.name) for row in self.standings if best.points.get(row.player) == most]
            yield fill(BEST_EVENING, name=enumeration(names), points=self._signed(most), day=day_in_words(best.date))

    def _signed(self, units: int) -> Label:
        return in_points(units, self.unit_denominator, signed=True)


def in_numbers(evenings: int, deals: Label, total: Label, closed: Label | None = None) -> Label:
    """How much a season has, in the wording of every page and file.

    It reads "6 evenings, 141 deals and 6 passed out. The sum is 0." `total` is the sum of all its points, and `closed`
    who closed it and when.
    """
    count = Phrase("%(count)s evening", "one") if evenings == 1 else Phrase("%(count)s evenings")
    told = fill(IN_NUMBERS, evenings=fill(count, count=evenings), deals=deals, sum=total)
    return join([told, closed], " ") if closed else told
