"""What an evening is told from in words: everybody's tally before it, the season before it, and what was done first."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from django.db.models import CharField, Count, Exists, Max, Q, QuerySet, Subquery, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce, Concat, NullIf

from ledger.models import Entry, Evening, EveningTotal, Posting
from ledger.models.clubs.persons import joined_ids, persons_shown
from ledger.queries.evenings.result import EveningResult
from ledger.queries.evenings.sheet import Sheet
from ledger.queries.site.compiled import compiled_once
from ledger.queries.statistics.figures import contract_label
from ledger.rules.deals.told import Told
from ledger.rules.site.labels import Changed, Label
from ledger.rules.statistics.milestones import (
    ENOUGH_EVENINGS,
    PlayedBefore,
    TonightsPlayer,
    milestones_by_name,
    milestones_of,
)
from ledger.rules.statistics.telling import EveningFacts, EveningWords, SeasonBefore, evening_in_words

Contract = tuple[str, str, str]
"""A contract as deals have it: its kind, the key of its code, and the code."""
CONTRACT_KEYS = ("contract", "attachment", "outcome")
"""The keys of a deal that name its contract; a deal has one of them at most."""

# Of more contracts than a statement has places for, it is asked again; an evening seldom has as many.
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
MOST_ASKED = len(PLACES)
OF_CLUB = 10  # the columns before those of the contracts


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
    """What is told of an evening after its result; one query, none for the club's first evening."""
    made = _contracts_made(sheet)
    rows = [] if is_first else _rows_before(sheet.evening, list(made))
    before = _by_person([_SumsBefore(*row[:8]) for row in rows], sheet.evening)
    # The club's counts are the same beside every player's.
    evenings, deals, *was_made = rows[0][8:] if rows else (0, 0)
    best = max((sums.best_points for sums in before if sums.best_points is not None), default=None)
    players, names = dict(_players(sheet, before)), {player.pk: player.name for player in sheet.players}
    milestones = milestones_of(club=PlayedBefore(evenings, deals, best), deals=_deals_of(sheet), players=players)
    firsts = [first for first, is_known in zip(made.values(), was_made, strict=False) if not is_known]
    facts = EveningFacts(
        winners=result.winners,
        told=1 + result.led_throughout + bool(result.dearest_of),
        season=_season(sheet, before, players, names),
        milestones=milestones_by_name(milestones, names),
        # On a club's first evenings nearly everything is done for the first time.
        firsts=firsts if evenings >= ENOUGH_EVENINGS else [],
    )
    told, named = evening_in_words(facts), (*names.values(), *(sums.name for sums in facts.season))
    tariff = sheet.evening.table_version.tariff()
    return told._replace(sentences=[Told(sentence, tariff, named) for sentence in told.sentences])


def _rows_before(evening: Evening, contracts: Sequence[Contract]) -> list[tuple[Any, ...]]:
    """Everybody's sums of each season before an evening, then the club's counts, and whether contracts were made.

    One query, and one more for each MOST_ASKED contracts beyond the first.
    """
    when: Any = {"club": evening.club_id, "day": evening.date, "number": evening.number}
    asked = [_spell(contract) for contract in contracts]
    rows = _sums_before(**when, **_in_places(asked[:MOST_ASKED]))
    for first in range(MOST_ASKED, len(asked), MOST_ASKED):
        more = _sums_before(**when, **_in_places(asked[first : first + MOST_ASKED]))
        rows = [(*row, *others[OF_CLUB:]) for row, others in zip(rows, more, strict=True)]
    return rows


def _by_person(rows: list[_SumsBefore], evening: Evening) -> list[_SumsBefore]:
    """The sums with those of players who are shown as one added up; one query where any are."""
    persons = persons_shown()
    if not persons:
        return rows
    among = EveningTotal.objects.filter(_is_before(evening.club_id, evening.date, evening.number, "evening"))
    totals = among.filter(player__in=list(joined_ids(persons)), evening__is_opening=False).order_by()
    # An evening on which somebody was entered under two names is one evening, with one result.
    results: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
    for season, pk, player, points in totals.values_list("evening__season", "evening", "player", "points"):
        results[season, player][pk] += points
    together: dict[tuple[int, int], _SumsBefore] = {}
    for row in rows:
        key = row.season, row.player
        before = together.get(key, row._replace(deals=0, points=0))
        together[key] = before._replace(deals=before.deals + row.deals, points=before.points + row.points)
    for key, by_evening in results.items():
        together[key] = together[key]._replace(evenings=len(by_evening), best=max(by_evening.values()))
    return list(together.values())


def _spell(contract: Contract) -> str:
    """A contract as one text."""
    kind, _key, code = contract
    return f"{kind} {code}"


def _in_places(contracts: Sequence[str]) -> Any:
    """Contracts by the names under which a statement asks for them; empty where there are fewer."""
    return dict(zip(PLACES, [*contracts, *[""] * MOST_ASKED], strict=False))


@compiled_once
def _sums_before(
    *,
    club: int,
    day: date,
    number: int,
    first: str,
    second: str,
    third: str,
    fourth: str,
    fifth: str,
    sixth: str,
    seventh: str,
    eighth: str,
) -> "QuerySet[EveningTotal, tuple[Any, ...]]":
    """A row of `_SumsBefore` for everybody, then the club's evenings and deals, and whether each contract was made."""
    player = ("player_id", "player__name", "evening__season_id", "evening__season__unit_denominator")
    is_before = partial(_is_before, club, day, number)
    earlier = EveningTotal.objects.filter(is_before("evening")).order_by().values_list(*player)
    # Opening balances count in the points of their season, and are no evening.
    is_evening = Q(evening__is_opening=False)
    sums = {"evenings": Count("pk", filter=is_evening), "of_deals": Sum("deals"), "of_points": Sum("points")}
    sums |= {"best": Max("points", filter=is_evening)}
    # One question instead of three: the engine works out once what is the same in every row.
    counts = {"club_evenings": _evenings_before(is_before), "club_deals": _deals_before(is_before)}
    contracts = dict(zip(PLACES, (first, second, third, fourth, fifth, sixth, seventh, eighth), strict=True))
    is_made = {f"made_{place}": Exists(_made_before(is_before, contract)) for place, contract in contracts.items()}
    return earlier.annotate(**sums, **counts, **is_made)


def _is_before(club: int, day: date, number: int, prefix: str) -> Q:
    """Whether the evening that rows lead to by `prefix` comes before that of a club with this day and number."""
    of_date, of_number = f"{prefix}__date", f"{prefix}__number"
    is_earlier = Q(**{f"{of_date}__lt": day}) | Q(**{of_date: day, f"{of_number}__lt": number})
    return Q(**{f"{prefix}__club": club}) & is_earlier


def _evenings_before(is_before: Callable[[str], Q]) -> Combinable:
    """How many evenings the club had played before."""
    totals = EveningTotal.objects.filter(is_before("evening"), evening__is_opening=False)
    counts = totals.order_by().values("evening__club").annotate(count=Count("evening", distinct=True))
    return Subquery(counts.values("count"))


def _deals_before(is_before: Callable[[str], Q]) -> Combinable:
    """How many deals the club had played before; 0 if none stands."""
    deals = Entry.objects.filter(is_before("evening"), kind=Entry.Kind.DEAL, reversed_by__reverses=None)
    counts = deals.order_by().values("evening__club").annotate(count=Count("pk"))
    return Coalesce(Subquery(counts.values("count")), 0)


def _made_before(is_before: Callable[[str], Q], contract: Any) -> "QuerySet[Posting]":
    """The declarers who had made a contract before an evening; nobody is looked for if none is asked for."""
    standing = {"entry__kind": Entry.Kind.DEAL, "entry__reversed_by__reverses": None}
    declarers = Posting.objects.filter(is_before("entry__evening"), role="declarer", points__gt=0, **standing)
    # SQLite gives JSON's null as the text "null".
    codes = (NullIf(KeyTextTransform(key, "entry__deal"), Value("null")) for key in CONTRACT_KEYS)
    code = Coalesce(*codes, Value(""), output_field=CharField())
    kind = KeyTextTransform("kind", "entry__deal", output_field=CharField())
    spelt = Concat(kind, Value(" "), code, output_field=CharField())
    asked = Value(contract) if isinstance(contract, str) else contract
    return declarers.alias(asked=asked, made=spelt).filter(~Q(asked=""), made=contract)


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


def _deals_of(sheet: Sheet) -> int:
    return sum(row.entry.kind == Entry.Kind.DEAL for row in sheet.standing)


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
        deal, key = row.entry.deal, next((key for key in CONTRACT_KEYS if row.entry.deal.get(key)), None)
        winners = (seat.player for seat in row.entry.in_seats if seat.role == "declarer" and seat.points > 0)
        declarer = next(winners, None)
        if declarer is not None and key is not None:
            label = contract_label(deal["kind"], deal[key], row.entry.table_version.to_rules())
            made.setdefault((deal["kind"], key, deal[key]), (declarer.name, Changed(label, str.lower)))
    return made
