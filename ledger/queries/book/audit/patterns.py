"""What the text of an entry is made of, in two parts that many entries share: who sits where, and the pattern of play.

A pattern is a deal without its players: in place of their ids are their places, counted from the dealer, since a table
turned round pays the same (`Resettling`).
"""

import json
from dataclasses import dataclass, field
from functools import lru_cache
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
MARK = "\1"  # of a place in the text of a deal: no JSON has it


@dataclass(frozen=True, slots=True)
class SeatedPlayers:
    """The players at a table: their ids in seat order, and the seat of the dealer, counted from 0.

    `places` has the place of each, by id as deals quote it, and `numbers` the club's numbers by place, the dealer's
    first. `unnumbered` numbers them by place, from -1 downwards, as no club does. `stored` and `written` are their
    shares by id and by number, with %s for all that comes after the player.
    """

    ids: tuple[int, ...]
    dealer: int
    places: dict[str, str]
    numbers: dict[str, int]
    unnumbered: OwnNumbers
    stored: str
    written: str

    def in_seat_order(self, by_place: tuple[Any, ...]) -> tuple[Any, ...]:
        """What everybody has, in seat order."""
        return by_place[-self.dealer :] + by_place[: -self.dealer] if self.dealer else by_place


@dataclass(frozen=True, slots=True)
class Pattern:
    """What every entry of a pattern says.

    `deal` has %(0)s for the number of whoever sits 0 places after the dealer. By place, `shares` have what comes after
    the player, `sums` points and deals counted. `house` is the share of the house and a comma, if it has one.
    """

    kind: Entry.Kind
    prices: str
    deal: str
    shares: tuple[str, ...]
    sums: tuple[tuple[int, int], ...]
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

    def _seat(self, players: str, dealer: str | None) -> SeatedPlayers:
        """The players of a table, whose ids are in seat order, as "101,102"; the dealer need not be one of them."""
        ids = players.split(",")
        if len(set(ids)) != len(ids):
            raise ValueError("somebody sits there twice")
        first = ids.index(dealer) if dealer in ids else 0
        turned = [*ids[first:], *ids[:first]]
        numbers = {player: self.season.numbers.players[int(player)] for player in ids}
        return SeatedPlayers(
            ids=tuple(map(int, ids)),
            dealer=first,
            places={f'"{player}"': f"{MARK}{place}" for place, player in enumerate(turned)},
            numbers={str(place): numbers[player] for place, player in enumerate(turned)},
            unnumbered=OwnNumbers(players={int(player): -1 - place for place, player in enumerate(turned)}),
            stored=",".join(f"[{seat},{player},%s]" for seat, player in enumerate(ids, start=1)),
            written=",".join(f"[{seat},{numbers[player]},%s]" for seat, player in enumerate(ids, start=1)),
        )

    def pattern(self, *, deal: str, seated: SeatedPlayers, version: int, is_reversal: bool) -> Pattern:
        """The pattern of a deal as stored, priced by a version, or taken back."""
        if MARK in deal:
            raise ValueError("no JSON")
        text = deal
        for player, place in seated.places.items():
            text = text.replace(player, place)
        key = version, is_reversal, len(seated.ids), text
        pattern = self._met.get(key)
        if pattern is None:
            pattern, is_shared = self._spell(deal, seated, version, is_reversal)
            if is_shared and len(self._met) < MOST_PATTERNS:
                self._met[key] = pattern
        return pattern

    def _spell(self, text: str, seated: SeatedPlayers, version_id: int, is_reversal: bool) -> tuple[Pattern, bool]:
        """The pattern of a deal, and whether it is that of every deal with the same text but for the players."""
        season, deal = self.season, json.loads(text)
        players = [quoted[1:-1] for quoted in seated.places]
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
        written, is_shared = self._spell_deal(text, deal, seated)
        pattern = Pattern(
            kind=Entry.Kind.REVERSAL if is_reversal else kind_of_entry(deal),
            prices=version.digest,
            deal=written,
            shares=tuple(
                f'"{role}",{tricks.get(player, "null")},{won}'
                for player, role, won in zip(players, roles, points, strict=True)
            ),
            sums=tuple((won, 0 if role == "sits_out" else counted) for role, won in zip(roles, points, strict=True)),
            house=f"{canonical_json([HOUSE_SEAT, None, 'house', None, house])}," if house else "",
            seats=len(players) + bool(house),
        )
        return pattern, is_shared

    def _spell_deal(self, text: str, deal: dict[str, Any], seated: SeatedPlayers) -> tuple[str, bool]:
        """A deal as its digest spells it, with places for players, and whether only players' ids were replaced by them.

        Not where a note is a player's id. Where a player may be the key of something, the order of the keys is that of
        the players' numbers; and what is typed for a deal that nobody dealt may be a player's id as well.
        """
        kind = KINDS[deal["kind"]]
        if kind.is_dealt and not kind.share_keys and "\\" not in text and OPENING not in text:
            written, replaced = canonical_json(seated.unnumbered.deal(deal)).replace("%", "%%"), 0
            for place in seated.numbers:
                mark = f'"-{int(place) + 1}"'
                replaced += written.count(mark)
                written = written.replace(mark, f'"%({place})s"')
            if replaced == sum(map(text.count, seated.places)):
                return written, True
        return canonical_json(self.season.numbers.deal(deal)).replace("%", "%%"), False
