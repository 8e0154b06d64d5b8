"""What the text of an entry is made of, in two parts that many entries share: who sits where, and the pattern of play.

A pattern is a deal without its players: in place of their ids are their places, counted in the order in which the deal
names them, since what it pays does not depend on who sits where. Where partners sit opposite each other it does: there
places are counted from the dealer, since a table turned round pays the same (`Resettling`).
"""

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any

from ledger.models import Entry
from ledger.models.book.journal import HOUSE_SEAT, deals_counted, kind_of_entry
from ledger.models.book.own_numbers import OwnNumbers
from ledger.models.scoring.scoring_tables import canonical_json
from ledger.queries.book.audit.audited_season import AuditedSeason
from ledger.queries.deals.pricing import settle_deal
from ledger.rules.clubs.mentions import OPENING
from ledger.rules.deals.kinds import KINDS

MOST_PATTERNS = 20_000
MOST_TABLES = 1_000
MOST_PLACED = 5_000  # of those tables, by whom deals name first
MARK = "\1"  # of a place in the text of a deal: no JSON has it
# Both engines give JSON with this space. Without it a table is not turned, which costs a pattern and no more.
DEALER = re.compile(r'"dealer": "([0-9]+)"')
QUOTED_NUMBER = re.compile(r'"([0-9]+)"')


@dataclass(frozen=True, slots=True)
class SeatedPlayers:
    """The players at a table: their ids in seat order, and their own numbers by id as deals spell it.

    `stored` and `written` are their shares by id and by number, with %s for all that comes after the player.
    """

    ids: tuple[int, ...]
    numbers: dict[str, int]
    stored: str
    written: str


@dataclass(frozen=True, slots=True)
class PlacedPlayers:
    """The players at a table by their places in a deal: ids as deals spell them, and numbers.

    `marks` has what stands in a pattern for each id as deals quote it. `in_seat_order` puts what everybody has by place
    in the order of the seats.
    """

    seated: SeatedPlayers
    by_place: tuple[str, ...]
    marks: tuple[tuple[str, str], ...]
    numbers: dict[str, int]
    in_seat_order: "itemgetter[tuple[Any, ...]]"


@dataclass(frozen=True, slots=True)
class Pattern:
    """What every entry of a pattern says.

    `deal` has %(0)s for the number of whoever has the place 0. By place, `shares` have what comes after the player,
    `points` what is won and `deals` the deals counted; the entry is `counted` as so many. `house` is the share of the
    house and a comma, if it has one.
    """

    kind: Entry.Kind
    prices: str
    deal: str
    shares: tuple[str, ...]
    points: tuple[int, ...]
    deals: tuple[int, ...]
    counted: int
    house: str
    seats: int


@dataclass
class Patterns:
    """The tables and the patterns of one season, worked out when they are first met; memory is bounded.

    An entry that the site would not have written makes them raise almost anything.
    """

    season: AuditedSeason
    _met: dict[tuple[int, bool, int, str], Pattern] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Remember the tables that were met last."""
        self.seated = lru_cache(maxsize=MOST_TABLES)(self._seat)
        self.placed = lru_cache(maxsize=MOST_PLACED)(self._place)
        self.has_fixed_pairs = lru_cache(self._has_fixed_pairs)

    def place(self, *, deal: str, players: str, version: int) -> PlacedPlayers:
        """The players of a table, whose ids are in seat order, as "101,102", by their places in a deal as stored."""
        is_turned = self.has_fixed_pairs(version)
        named = (DEALER if is_turned else QUOTED_NUMBER).findall(deal)
        return self.placed(players, is_turned, *named)

    def _has_fixed_pairs(self, version: int) -> bool:
        return self.season.version(version).to_rules().partner == "fixed"

    def _seat(self, players: str) -> SeatedPlayers:
        ids = players.split(",")
        if len(set(ids)) != len(ids):
            raise ValueError("somebody sits there twice")
        numbers = {player: self.season.numbers.players[int(player)] for player in ids}
        return SeatedPlayers(
            ids=tuple(map(int, ids)),
            numbers=numbers,
            stored=",".join(f"[{seat},{player},%s]" for seat, player in enumerate(ids, start=1)),
            written=",".join(f"[{seat},{numbers[player]},%s]" for seat, player in enumerate(ids, start=1)),
        )

    def _place(self, players: str, is_turned: bool, *named: str) -> PlacedPlayers:
        """The players by place, the dealer first or those who are named; a name need not be a player's."""
        seated = self.seated(players)
        ids = list(seated.numbers)
        if is_turned:
            first = ids.index(named[0]) if named and named[0] in ids else 0
            by_place = [*ids[first:], *ids[:first]]
        else:
            by_place = [player for player in dict.fromkeys((*named, *ids)) if player in seated.numbers]
        return PlacedPlayers(
            seated=seated,
            by_place=tuple(by_place),
            marks=tuple((f'"{player}"', f"{MARK}{place}") for place, player in enumerate(by_place)),
            numbers={str(place): seated.numbers[player] for place, player in enumerate(by_place)},
            in_seat_order=itemgetter(*map(by_place.index, ids)),
        )

    def pattern(self, *, deal: str, placed: PlacedPlayers, version: int, is_reversal: bool) -> Pattern:
        """The pattern of a deal as stored, priced by a version, or taken back."""
        if MARK in deal:
            raise ValueError("no JSON")
        text = deal
        for player, mark in placed.marks:
            text = text.replace(player, mark)
        key = version, is_reversal, len(placed.by_place), text
        pattern = self._met.get(key)
        if pattern is None:
            pattern, is_shared = self._spell(deal, placed, version, is_reversal)
            if is_shared and len(self._met) < MOST_PATTERNS:
                self._met[key] = pattern
        return pattern

    def _spell(self, text: str, placed: PlacedPlayers, version_id: int, is_reversal: bool) -> tuple[Pattern, bool]:
        """The pattern of a deal, and whether it is that of every deal with the same text but for the players."""
        season, deal, players = self.season, json.loads(text), placed.by_place
        version = season.version(version_id)
        tariff, scale = season.tariff(version)
        payout = settle_deal(deal=deal, tariff=tariff, players=players).payout
        signed = -scale if is_reversal else scale
        points, house = [signed * payout.units[player] for player in players], signed * payout.house
        if sum(points) + house != 0 or version_id not in season.surroundings.versions:
            raise ValueError("not zero-sum, or priced by another club's table")
        roles = [payout.roles[player] for player in players]
        tricks = KINDS[deal["kind"]].own_tricks(deal)
        counted = deals_counted(deal=deal, role="player", is_reversal=is_reversal)
        written, is_shared = self._spell_deal(text, deal, placed)
        pattern = Pattern(
            kind=Entry.Kind.REVERSAL if is_reversal else kind_of_entry(deal),
            prices=version.digest,
            deal=written,
            shares=tuple(
                f'"{role}",{tricks.get(player, "null")},{won}'
                for player, role, won in zip(players, roles, points, strict=True)
            ),
            points=tuple(points),
            deals=tuple(0 if role == "sits_out" else counted for role in roles),
            counted=counted,
            house=f"{canonical_json([HOUSE_SEAT, None, 'house', None, house])}," if house else "",
            seats=len(players) + bool(house),
        )
        return pattern, is_shared

    def _spell_deal(self, text: str, deal: dict[str, Any], placed: PlacedPlayers) -> tuple[str, bool]:
        """A deal as its digest spells it, with places for players, and whether only players' ids were replaced by them.

        Not where a note is a player's id. Where a player may be the key of something, the order of the keys is that of
        the players' numbers; and what is typed for a deal that nobody dealt may be a player's id as well.
        """
        kind = KINDS[deal["kind"]]
        if kind.is_dealt and not kind.share_keys and "\\" not in text and OPENING not in text:
            # Numbered by place, from -1 downwards, as no club numbers its players.
            unnumbered = OwnNumbers(players={int(player): -1 - place for place, player in enumerate(placed.by_place)})
            written, replaced = canonical_json(unnumbered.deal(deal)).replace("%", "%%"), 0
            for place in range(len(placed.by_place)):
                number = f'"{-1 - place}"'
                replaced += written.count(number)
                written = written.replace(number, f'"%({place})s"')
            if replaced == sum(text.count(player) for player, _ in placed.marks):
                return written, True
        return canonical_json(self.season.numbers.deal(deal)).replace("%", "%%"), False
