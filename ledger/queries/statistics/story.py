"""What an evening is told from in words: everybody's tally before it, the season before it, and what was done first."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from ledger.models import Entry, Evening, EveningTotal, Posting
from ledger.models.book.journal import KEYS_OF_CONTRACTS
from ledger.queries.evenings.result import EveningResult
from ledger.queries.evenings.sheet import Sheet
from ledger.queries.statistics.figures import contract_label
from ledger.rules.deals.settling import Told
from ledger.rules.site.labels import Changed, Label
from ledger.rules.statistics.story import (
    ENOUGH_EVENINGS,
    EveningFacts,
    EveningWords,
    PlayedBefore,
    SeasonBefore,
    TonightsPlayer,
    evening_in_words,
    milestones_by_name,
    milestones_of,
)

Contract = tuple[str, str]
"""A contract as deals have it: its kind and its code."""


class _SumsBefore(NamedTuple):
    """A player's sums of a season before a given evening; `best` is None for opening balances alone."""

    player: int
    name: str
    season: int
    denominator: int
    evenings: int
    deals: int
    points: int
    best: int | None

    @property
    def best_points(self) -> Fraction | None:
        """The best evening in points."""
        return None if self.best is None else Fraction(self.best, self.denominator)


def words_of_evening(*, sheet: Sheet, result: EveningResult, is_first: bool) -> EveningWords:
    """What is told of an evening after its result; four queries, none for the club's first evening."""
    evening, made = sheet.evening, _contracts_made(sheet)
    before = [] if is_first else _sums_before(evening)
    evenings, deals = (0, 0) if is_first else _counts_before(evening)
    best = max((sums.best_points for sums in before if sums.best_points is not None), default=None)
    players, names = dict(_players(sheet, before)), {player.pk: player.name for player in sheet.players}
    tonight = sum(row.entry.kind == Entry.Kind.DEAL for row in sheet.standing)
    milestones = milestones_of(club=PlayedBefore(evenings, deals, best), deals=tonight, players=players)
    # On a club's first evenings nearly everything is done for the first time.
    known = _made_before(evening) if evenings >= ENOUGH_EVENINGS else made.keys()
    facts = EveningFacts(
        winners=result.winners,
        told=1 + result.led_throughout + bool(result.dearest_of),
        season=_season(sheet, before, players, names),
        milestones=milestones_by_name(milestones, names),
        firsts=[first for contract, first in made.items() if contract not in known],
    )
    told, named = evening_in_words(facts), (*names.values(), *(sums.name for sums in facts.season))
    tariff = sheet.evening.table_version.tariff()
    return told._replace(sentences=[Told(sentence, tariff, named) for sentence in told.sentences])


def _sums_before(evening: Evening) -> list[_SumsBefore]:
    """Everybody's sums of each season before an evening; one query."""
    columns = ("player_id", "player__name", "evening__season_id", "evening__season__unit_denominator")
    totals = EveningTotal.objects.filter(_is_before(evening, "evening")).order_by()
    # Opening balances count in the points of their season, and are no evening.
    rows = totals.values_list(*columns, "evening_id", "evening__is_opening", "deals", "points")
    results: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    sums: dict[tuple[int, int], _SumsBefore] = {}
    for player, name, season, denominator, pk, is_opening, deals, points in rows:
        key = season, player
        so_far = sums.get(key, _SumsBefore(player, name, season, denominator, 0, 0, 0, None))
        sums[key] = so_far._replace(deals=so_far.deals + deals, points=so_far.points + points)
        if not is_opening:
            results[key][pk] += points  # whoever is shown as one may have been there under two names
    return [
        of_player._replace(evenings=len(results[key]), best=max(results[key].values(), default=None))
        for key, of_player in sums.items()
    ]


def _counts_before(evening: Evening) -> tuple[int, int]:
    """How many evenings and deals the club had played before; two queries."""
    played = Exists(EveningTotal.objects.filter(evening=OuterRef("pk")))
    deals = Entry.objects.standing().filter(_is_before(evening, "evening"), kind=Entry.Kind.DEAL)
    return Evening.objects.filter(played, _is_before(evening)).count(), deals.count()


def _is_before(evening: Evening, path: str = "") -> Q:
    """Whether the evening that rows lead to by `path` comes before one of the same club."""
    at = f"{path}__" if path else ""
    is_of_the_day = Q(**{f"{at}date": evening.date, f"{at}number__lt": evening.number})
    is_earlier = Q(**{f"{at}date__lt": evening.date}) | is_of_the_day
    return Q(**{f"{at}club": evening.club_id}) & is_earlier


def _made_before(evening: Evening) -> set[Contract]:
    """The contracts that the club's players had made before an evening; one query."""
    standing = {"entry__kind": Entry.Kind.DEAL, "entry__reversed_by__reverses": None}
    made = Posting.objects.filter(_is_before(evening, "entry__evening"), role="declarer", points__gt=0, **standing)
    return set(made.order_by().values_list("entry__deal_kind", "entry__contract").distinct())


def _players(sheet: Sheet, before: Sequence[_SumsBefore]) -> Iterator[tuple[int, TonightsPlayer]]:
    """Everybody who played on the evening, by id."""
    denominator, taken_part = sheet.evening.season.unit_denominator, _deals_by_player(sheet)
    tallies: dict[int, PlayedBefore] = {}
    for sums in before:
        tally = tallies.get(sums.player, PlayedBefore())
        highest = max((points for points in (tally.best, sums.best_points) if points is not None), default=None)
        tallies[sums.player] = PlayedBefore(tally.evenings + sums.evenings, tally.deals + sums.deals, highest)
    for player, units in zip(sheet.players, sheet.totals, strict=True):
        if player.pk in taken_part:
            points = Fraction(units, denominator)
            yield (
                player.pk,
                TonightsPlayer(taken_part[player.pk], points, tallies.get(player.pk, PlayedBefore())),
            )


def _deals_by_player(sheet: Sheet) -> dict[int, int]:
    """How many deals everybody who was at a table took part in, by player id."""
    counts: dict[int, int] = {}
    for row in sheet.standing:
        for posting in row.entry.in_seats:
            if posting.player_id is not None:
                is_played = row.entry.kind == Entry.Kind.DEAL and posting.role != "sits_out"
                counts[posting.player_id] = counts.get(posting.player_id, 0) + is_played
    return counts


def _season(
    sheet: Sheet, before: Sequence[_SumsBefore], players: Mapping[int, TonightsPlayer], names: Mapping[int, str]
) -> list[SeasonBefore]:
    """The season before the evening, and what the evening gave."""
    season = sheet.evening.season
    won = {player: int(tally.points * season.unit_denominator) for player, tally in players.items()}
    of_season = {sums.player: sums for sums in before if sums.season == season.pk}
    earlier = [SeasonBefore(sums.name, sums.points, won.get(player)) for player, sums in of_season.items()]
    new = [SeasonBefore(names[player], None, won[player]) for player in won if player not in of_season]
    return [*earlier, *new]


def _contracts_made(sheet: Sheet) -> dict[Contract, tuple[str, Label]]:
    """The contracts that were made on an evening, each with who was the first to and its name, in their order."""
    made: dict[Contract, tuple[str, Label]] = {}
    for row in sheet.standing:
        deal, key = row.entry.deal, next((key for key in KEYS_OF_CONTRACTS if row.entry.deal.get(key)), None)
        winners = (seat.player for seat in row.entry.in_seats if seat.role == "declarer" and seat.points > 0)
        declarer = next(winners, None)
        if declarer is not None and key is not None:
            label = contract_label(deal["kind"], deal[key], row.entry.table_version.to_rules())
            made.setdefault((deal["kind"], deal[key]), (declarer.name, Changed(label, str.lower)))
    return made
