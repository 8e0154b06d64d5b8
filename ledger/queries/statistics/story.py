"""The facts that an evening is told from: everybody's tally before it, its season, and the contracts made first."""

from collections import Counter, defaultdict
from fractions import Fraction

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
    EveningWords,
    Tally,
    TonightsPlayer,
    evening_in_words,
    milestones_by_name,
    milestones_of,
)

Contract = tuple[str, str]
"""A contract as deals have it: its kind and its code."""


def words_of_evening(*, sheet: Sheet, result: EveningResult, is_first: bool) -> EveningWords:
    """Tell of an evening after its result; four queries, none for the club's first evening."""
    evening = sheet.evening
    tallies, season = ({}, {}) if is_first else _before(evening)
    evenings, deals = (0, 0) if is_first else _counts_before(evening)
    best = max((tally.best for tally in tallies.values() if tally.best is not None), default=None)
    players, won = {}, {}
    names = {player.pk: player.name for player in sheet.players}
    units = {player.pk: total for player, total in zip(sheet.players, sheet.totals, strict=True)}
    for player, taken_part in _deals_by_player(sheet).items():
        points = Fraction(units[player], evening.season.unit_denominator)
        players[player] = TonightsPlayer(taken_part, points, tallies.get(player, Tally()))
        won[names[player]] = units[player]
    tonight = sum(row.entry.kind == Entry.Kind.DEAL for row in sheet.standing)
    milestones = milestones_of(club=Tally(evenings, deals, best), deals=tonight, players=players)
    made = _contracts_made(sheet)
    # On a club's first evenings nearly everything is done for the first time.
    known = _made_before(evening) if evenings >= ENOUGH_EVENINGS else made.keys()
    told = evening_in_words(
        winners=result.winners,
        told=1 + result.led_throughout + bool(result.dearest_of),
        season=season,
        won=won,
        milestones=milestones_by_name(milestones, names),
        firsts=[first for contract, first in made.items() if contract not in known],
    )
    tariff = evening.table_version.tariff()
    named = (*names.values(), *season)
    return EveningWords(told.is_club_best, [Told(sentence, tariff, named) for sentence in told.sentences])


def _before(evening: Evening) -> tuple[dict[int, Tally], dict[str, int]]:
    """What everybody had played before an evening, by id, and the points in its season, by name; one query."""
    totals = EveningTotal.objects.filter(_is_before(evening, "evening")).order_by()
    columns = ("player_id", "player__name", "evening__season_id", "evening__season__unit_denominator")
    rows = totals.values_list(*columns, "evening_id", "evening__is_opening", "deals", "points")
    results: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
    played = Counter[int]()
    season = Counter[str]()
    for player, name, season_id, denominator, pk, is_opening, deals, points in rows:
        played[player] += deals
        if season_id == evening.season_id:
            season[name] += points
        # Opening balances count in the points of their season, and are no evening.
        if not is_opening:
            results[player][pk, denominator] += points  # whoever is shown as one may have been there under two names
    tallies = {}
    for player, deals in played.items():
        of_player = [Fraction(points, denominator) for (_, denominator), points in results[player].items()]
        tallies[player] = Tally(len(of_player), deals, max(of_player, default=None))
    return tallies, season


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


def _deals_by_player(sheet: Sheet) -> dict[int, int]:
    """How many deals everybody who was at a table took part in, by player id, in the order of the sheet."""
    counts = Counter[int | None]()
    for row in sheet.standing:
        is_deal = row.entry.kind == Entry.Kind.DEAL
        for posting in row.entry.in_seats:
            took_part = is_deal and posting.role != "sits_out"
            counts[posting.player_id] += took_part
    return {player.pk: counts[player.pk] for player in sheet.players if player.pk in counts}


def _contracts_made(sheet: Sheet) -> dict[Contract, tuple[str, Label]]:
    """The contracts that were made on an evening, each with who was the first to and its name, in their order."""
    made: dict[Contract, tuple[str, Label]] = {}
    for row in sheet.standing:
        deal = row.entry.deal
        key = next((key for key in KEYS_OF_CONTRACTS if row.entry.deal.get(key)), None)
        winners = (seat.player for seat in row.entry.in_seats if seat.role == "declarer" and seat.points > 0)
        declarer = next(winners, None)
        if declarer is not None and key is not None:
            label = contract_label(deal["kind"], deal[key], row.entry.table_version.to_rules())
            made.setdefault((deal["kind"], deal[key]), (declarer.name, Changed(label, str.lower)))
    return made
