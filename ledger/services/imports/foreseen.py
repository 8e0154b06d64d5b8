"""What a workbook needs and the club does not have: a season, players and evenings, foreseen before anything is locked.

Digests speak of the club's own numbers, which are known as long as nothing moves; only ids are given by the database.
Until they are, an id stands for each that no database has given.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from django.db.models import Max

from ledger.models import Club, Evening, Player, ScoringTableVersion, Season
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.imports.file_differences import FileDifferences
from ledger.rules.imports.differences.deal_difference import DealDifference, NewDeal
from ledger.rules.imports.plan import PlannedDeal, PlannedEvening, is_at_a_table
from ledger.services.book.posting import NewIds
from ledger.services.clubs.clubs import SeatedEvening, numbers_of_new
from ledger.services.imports.taken_entries import EveningKey, in_order, new_evening

FIRST_ID = 2**53  # far beyond those that a database gives


@dataclass(frozen=True)
class EveningOfFile:
    """An evening of a file that the club does not have; `companies` are those who sat together, by name."""

    key: EveningKey
    version: ScoringTableVersion
    companies: Sequence[Sequence[str]]
    place: str
    deals: Sequence[tuple[DealDifference, NewDeal]]

    @property
    def day(self) -> date:
        """The day of the evening."""
        return self.key[1]

    def with_players(self, players: Mapping[str, Player]) -> SeatedEvening:
        """The evening with its players, by the names of the file."""
        companies = [[players[name] for name in names] for names in self.companies]
        return SeatedEvening(self.day, self.version, companies, self.place, is_opening=self.key[2])


def evenings_of_file(
    looked: FileDifferences, new: Iterable[DealDifference], versions: Mapping[int, ScoringTableVersion]
) -> list[EveningOfFile]:
    """The evenings that new deals begin, with those deals, in the order of their days."""
    by_evening: dict[EveningKey, list[tuple[DealDifference, NewDeal]]] = {}
    for difference in in_order(list(new)):
        if (key := new_evening(difference)) and difference.after:
            by_evening.setdefault(key, []).append((difference, difference.after))
    in_turn = sorted(by_evening.items(), key=lambda item: (item[0][1], not item[0][2], item[0][0] or 0))
    return [_evening_of_file(looked, key, deals, versions) for key, deals in in_turn]


def _evening_of_file(
    looked: FileDifferences,
    key: EveningKey,
    deals: Sequence[tuple[DealDifference, NewDeal]],
    versions: Mapping[int, ScoringTableVersion],
) -> EveningOfFile:
    version = versions[deals[0][1].prices.version]
    seated = [deal for _, deal in deals if is_at_a_table(deal.deal)]
    companies = _companies(seated, version) if seated else []
    return EveningOfFile(key, version, companies, _place_of(looked, key), deals)


def _place_of(looked: FileDifferences, key: EveningKey) -> str:
    """Where a new evening was, if the file is of another book that says it."""
    return "" if looked.is_ours or key[0] is None else looked.origin.places.get(key[0], "")


def _companies(deals: Sequence[NewDeal], version: ScoringTableVersion) -> list[Sequence[str]]:
    """Who sits at each table of a new evening; whoever moved from one table to another has the seat of the first."""
    most = most_at_table(scoring_table=version.to_rules())
    seated: set[str] = set()
    companies: list[Sequence[str]] = []
    for number in sorted({deal.table for deal in deals}):
        of_table = [PlannedDeal(1, 1, deal.deal, deal.players, 0) for deal in deals if deal.table == number]
        company = PlannedEvening(deals[0].day, of_table).companies(most)[0]
        names = [name for name in company if name not in seated]
        if len(names) == len(company) or not companies:
            companies.append(names)
            seated.update(names)
    return companies


@dataclass(frozen=True)
class Foreseen:
    """Rows that are still to be stored, by what the file calls them, and the season, which may be there already."""

    season: Season
    players: Mapping[str, Player]
    evenings: Mapping[EveningKey, Evening]

    @property
    def names(self) -> Mapping[int, str]:
        """The names of the players by the ids that stand for theirs."""
        return {player.pk: player.name for player in self.players.values()}

    def ids(
        self, season: Season, players: Mapping[str, Player], evenings: Mapping[EveningKey, Evening]
    ) -> NewIds | None:
        """The ids of the rows as they were stored; None if one of them has another number than was foreseen."""
        is_as_foreseen = (
            self.season.number == season.number
            and all(row.number == players[name].number for name, row in self.players.items())
            and all(row.number == evenings[key].number for key, row in self.evenings.items())
        )
        if not is_as_foreseen:
            return None
        return NewIds(
            season=season.pk,
            evenings={row.pk: evenings[key].pk for key, row in self.evenings.items()},
            players={row.pk: players[name].pk for name, row in self.players.items()},
            known=frozenset(season.club.players.values_list("pk", flat=True)),
        )


def season_to_be(*, club: Club, name: str, version: ScoringTableVersion) -> Season:
    """A season that is still to be stored; one query."""
    number = 1 + (club.seasons.aggregate(last=Max("number"))["last"] or 0)
    unit = version.to_rules().unit_denominator
    return Season(pk=FIRST_ID, club=club, number=number, name=name, unit_denominator=unit)


def foresee(*, season: Season, fresh: Mapping[str, str], begun: Sequence[EveningOfFile]) -> Foreseen:
    """The players and evenings that a file needs, for a season that may be still to be stored; three queries at most.

    `fresh` are the players' names by those of the file.
    """
    club, ids = season.club, count(FIRST_ID + 1)
    last = (club.players.aggregate(last=Max("number"))["last"] or 0) if fresh else 0
    by_name = {
        full: Player(pk=next(ids), club=club, number=number, name=full)
        for number, full in enumerate(dict.fromkeys(fresh.values()), start=last + 1)
    }
    players = {name: by_name[full] for name, full in fresh.items()}
    numbers = numbers_of_new(club=club, are_openings=[of_file.key[2] for of_file in begun])
    evenings = {
        of_file.key: Evening(
            pk=next(ids),
            club=club,
            season=season,
            number=number,
            date=of_file.day,
            table_version=of_file.version,
            is_opening=of_file.key[2],
        )
        for of_file, number in zip(begun, numbers, strict=True)
    }
    return Foreseen(season, players, evenings)
