"""An evening's result as pages tell it: places, who led when, the deal that turned it, its pair."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ledger.models import Entry, Evening, Player
from ledger.queries.deals.pricing import DealInWords, DealsInWords
from ledger.queries.evenings.seating import hands
from ledger.queries.evenings.sheet import Sheet
from ledger.rules.deals.payout import own_contract
from ledger.rules.evenings.figures import DealPoints, PairResult, Turn, best_pairs, running_totals, turn_of
from ledger.rules.seasons import places
from ledger.rules.site.labels import Label, enumeration, join, same

ENOUGH_EVENINGS = 4  # beside an evening, before it is called the best or the dearest of its season


@dataclass(frozen=True)
class PlayerPlace:
    """A player's place on an evening or in a season, and integer units of the season."""

    place: int
    name: str
    slug: str
    points: int


@dataclass(frozen=True)
class Turning:
    """The deal that turned an evening: what it is called, the deal in words, and who led before it.

    `leaders_units` are theirs before the deal. `is_first` says that nobody had won anything before it, `were_level`
    that the winners shared the lead.
    """

    number: int
    title: Label
    words: DealInWords
    leaders: Label
    leaders_units: int
    is_first: bool
    were_level: bool


@dataclass
class EveningResult:
    """An evening's result: everybody's place, best first, and what the sentences beside it are made of.

    `running` has each player's units after every deal that counts, in the order of `places`; `numbers` are those deals.
    `best_of` and `dearest_of` are the number of the season's evenings if nobody won, or lost, as much on another; else
    0.
    """

    places: list[PlayerPlace]
    turning: Turning | None
    pairs: list[tuple[Label, PairResult]]
    numbers: list[int]
    running: list[list[int]]
    best_of: int = 0
    dearest_of: int = 0

    @property
    def winners(self) -> list[str]:
        """The names on the first place."""
        return [result.name for result in self.places if result.place == 1]

    @property
    def led_throughout(self) -> bool:
        """Whether the winners had the lead after every deal of several."""
        return self.turning is not None and self.turning.is_first and len(self.numbers) > 1

    @property
    def winners_named(self) -> Label:
        """The names on the first place as part of a sentence."""
        return enumeration([same(name) for name in self.winners])


def evening_result(*, sheet: Sheet) -> EveningResult | None:
    """The result of one of `evening_among_others` by its sheet, None if no deal counts; no query."""
    evening: Any = sheet.evening
    entries = [row.entry for row in sheet.standing]
    if not entries:
        return None
    deals = [deal_points(entry=entry) for entry in entries]
    ranked = _ranking(sheet)
    placed = places([units for _, units in ranked])
    players = [player.pk for player, _ in ranked]
    running = running_totals(deals, players)[1:]
    names = {player.pk: player.name for player in sheet.players}
    by_number = {entry.number: entry for entry in entries}
    turn = turn_of(deals, sorted(players))
    # Where the declarer calls a new partner every deal, a pair is worth a word.
    called = [deal for deal in deals if by_number[deal.number].table_version.to_rules().partner == "called"]
    result = EveningResult(
        places=[
            PlayerPlace(place, player.name, player.slug, units)
            for place, (player, units) in zip(placed, ranked, strict=True)
        ],
        turning=_turning(turn, by_number[turn.number], sheet.words, names) if turn else None,
        pairs=[(_names_of(pair.players, names), pair) for pair in best_pairs(called)],
        numbers=[deal.number for deal in deals],
        running=[[units[player] for units in running] for player in players],
    )
    if evening.highest is not None and evening.others >= ENOUGH_EVENINGS:
        most, least = ranked[0][1], ranked[-1][1]
        result.best_of = evening.others + 1 if most > evening.highest else 0
        result.dearest_of = evening.others + 1 if least < evening.lowest else 0
    return result


def turning_of(*, evening: Evening) -> Turning | None:
    """The deal that turned an evening, None if nobody won it; at most four queries, settling no other deal."""
    standing = Entry.objects.standing().filter(evening=evening).with_prices().with_players()
    entries = {entry.number: entry for entry in standing.order_by("number")}
    names = dict[int, str]()
    for entry in entries.values():
        names |= {posting.player.pk: posting.player.name for posting in entry.in_seats if posting.player}
    turn = turn_of([deal_points(entry=entry) for entry in entries.values()], sorted(names))
    return _turning(turn, entries[turn.number], DealsInWords(club_id=evening.club_id), names) if turn else None


def deal_points(*, entry: Entry) -> DealPoints:
    """What an entry gave each player, without the house; no query if its postings are loaded."""
    units: dict[int, int] = {}
    in_role: dict[str, int] = {}
    for posting in entry.in_seats:
        if posting.player_id is not None:
            units[posting.player_id] = posting.points
            in_role.setdefault(posting.role, posting.player_id)
    return DealPoints(entry.number, units, in_role.get("declarer"), in_role.get("partner"))


def _ranking(sheet: Sheet) -> list[tuple[Player, int]]:
    """Everybody who has played, with their units, best first."""
    played = {posting.player_id for row in sheet.standing for posting in row.entry.in_seats}
    by_player = zip(sheet.players, sheet.totals, strict=True)
    results = [(player, units) for player, units in by_player if player.pk in played]
    return sorted(results, key=lambda result: (-result[1], result[0].sort_key))


def _turning(turn: Turn, entry: Entry, words: DealsInWords, names: Mapping[int, str]) -> Turning:
    told, parts = words.of(entry), hands(entry=entry)
    side = [name for name in (parts.declarer, parts.partner) if name]
    has_bid = side and (entry.deal.get("attachment") or entry.deal.get("contract"))
    return Turning(
        number=turn.number,
        title=own_contract(side, told.contract) if has_bid else join([told.contract, *map(same, side)], ", "),
        words=told,
        leaders=_names_of(turn.leaders, names),
        leaders_units=turn.before[turn.leaders[0]],
        is_first=turn.is_first,
        were_level=turn.winners[0] in turn.leaders,
    )


def _names_of(players: Iterable[int], names: Mapping[int, str]) -> Label:
    return enumeration([same(names[player]) for player in players])
