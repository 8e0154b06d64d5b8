"""What a deal pays, in numbers or in words, before it is saved or after."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ledger.models import Entry, Evening, Player, ScoringTableVersion, Seat
from ledger.models.book.journal import HOUSE_SEAT, Share
from ledger.queries.clubs.persons import Mentions
from ledger.rules.deals.kinds import Deal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.settling import Told, calculation, read_deal, sentence, settle
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Changed, Label, join
from ledger.rules.site.refusal import Refusal, gettext_noop


@dataclass(frozen=True)
class SettledDeal:
    """A deal read and settled under a tariff, in its units; `players` are in seat order, as the deal writes them."""

    tariff: Tariff
    players: tuple[str, ...]
    deal: Deal
    payout: Payout


@dataclass(frozen=True)
class PricedDeal:
    """A settled deal ready for the book, with the kind of its entry.

    As data its players are ids as text; a share per seat, the house's last.
    """

    settled: SettledDeal
    kind: str
    deal: dict[str, Any]
    shares: tuple[Share, ...]

    @property
    def points(self) -> dict[int, int]:
        """Integer units of the season by player id, in seat order."""
        return {share.player_id: share.points for share in self.shares if share.player_id is not None}

    @property
    def house(self) -> int:
        """What the house wins, in a game that is not zero-sum among its players."""
        return -sum(self.points.values())


def settle_deal(*, deal: Mapping[str, Any], tariff: Tariff, players: Iterable[int | str]) -> SettledDeal:
    """Read and settle a deal given as data; `players` are ids, or names for a trial, in seat order.

    Raises Refusal (`field` is the deal's own key) for a deal that is impossible there or has no price.
    """
    written = tuple(map(str, players))
    read = read_deal(deal, tariff.scoring_table, written)
    return SettledDeal(tariff, written, read, settle(read, tariff, written))


def price(
    *, players: Sequence[int], evening: Evening, version: ScoringTableVersion, deal: Mapping[str, Any]
) -> PricedDeal:
    """The price of a deal among `players`, ids in seat order, in the units of an evening's season; no query.

    Raises Refusal as `settle_deal`.
    """
    settled = settle_deal(deal=deal, tariff=version.tariff(), players=players)
    scale = units_per_point_unit(season_denominator=evening.season.unit_denominator, version=version)
    return PricedDeal(settled, settled.deal.counts_as, settled.deal.data(), shares_of(settled, scale=scale))


def shares_of(settled: SettledDeal, *, scale: int) -> tuple[Share, ...]:
    """A share per seat, the house's last, in units of which `scale` make one of the tariff's; players are ids."""
    payout, tricks = settled.payout, settled.deal.own_tricks(settled.deal.data())
    shares = [
        Share(seat, int(player), payout.roles[player], tricks.get(player), payout.units[player] * scale)
        for seat, player in enumerate(settled.players, start=1)
    ]
    if payout.house:
        shares.append(Share(HOUSE_SEAT, None, "house", None, payout.house * scale))
    return tuple(shares)


def units_per_point_unit(*, season_denominator: int, version: ScoringTableVersion) -> int:
    """Season units per unit of the scoring table: 8 if the season counts eighths and the scoring table points.

    Raises Refusal (field "table_version") if the scoring table's unit is smaller than the season's.
    """
    scale, rest = divmod(season_denominator, version.to_rules().unit_denominator)
    if rest:
        message = gettext_noop("This table counts in smaller parts of a point than the season's book.")
        raise Refusal(message, field="table_version")
    return scale


# A deal in words, made in one place for every page, keyboard line and workbook.


NO_NAMES: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True)
class DealInWords:
    """A deal's contract and result ("9 vip i 2.", "1 over"), what happened in a sentence, and its note.

    The `calculation` is the arithmetic behind the sentence, None where no price was used.
    """

    contract: Told
    result: Label
    sentence: Told
    calculation: Told | None
    note: str

    @property
    def contract_and_result(self) -> Label:
        """The contract with its result: "9 vip i 2., 1 over"; the contract alone where the result says nothing."""
        return join([self.contract, self.result], ", ") if str(self.result) else self.contract


def deal_in_words(
    *,
    settled: SettledDeal,
    names: Mapping[int, str] = NO_NAMES,
    mentions: Mentions | None = None,
    is_played: bool = True,
) -> DealInWords:
    """A settled deal in words, in the present unless it is played; `names` are those of its players, by id.

    A deal of the book needs the club's `mentions`, since its texts call players by number; at most one query.
    """
    deal, scoring_table = settled.deal, settled.tariff.scoring_table
    named, players = {str(player): name for player, name in names.items()}, tuple(names.values())

    def about_deal(label: Label) -> Told:
        if mentions:
            label = mentions.label_with_names(label)
        return Told(label, settled.tariff, players)

    result: Label = deal.result_in_words(scoring_table, named)
    # Where tricks alone tell the result, there are no words for it.
    if not str(result):
        result = Changed(deal.result(scoring_table), lambda tricks: tricks.replace("-", "\N{EN DASH}"))
    contract = about_deal(deal.name(scoring_table))
    if mentions:
        result = mentions.label_with_names(result)
    return DealInWords(
        contract=contract,
        result=result,
        sentence=about_deal(sentence(deal, scoring_table, settled.payout, named, is_played=is_played)),
        calculation=about_deal(calculation(deal, scoring_table, settled.payout, named)) if deal.is_priced else None,
        note=mentions.with_names(deal.note or "") if mentions else deal.note or "",
    )


class DealsInWords:
    """A club's deals in words for one page, each settled once."""

    def __init__(self, *, club_id: int, known: Iterable[Player] = ()) -> None:
        self.mentions = Mentions(club_id, known)
        self._by_entry: dict[uuid.UUID, DealInWords] = {}

    def of(self, entry: Entry) -> DealInWords:
        """The deal of an entry, whose postings and prices are loaded, with the names of today."""
        key = entry.reverses_id or entry.pk  # a reversal repeats the deal that it takes back
        if key not in self._by_entry:
            names = names_at_table(entry)
            settled = settle_deal(deal=entry.deal, tariff=entry.table_version.tariff(), players=names)
            self._by_entry[key] = deal_in_words(settled=settled, names=names, mentions=self.mentions)
        return self._by_entry[key]


def names_at_table(entry: Entry) -> dict[int, str]:
    """The names at an entry's table by player id, in seat order; no query if the postings are loaded."""
    return {posting.player.pk: posting.player.name for posting in entry.in_seats if posting.player is not None}


# What a deal would pay, before it is saved or without being played.


@dataclass(frozen=True)
class Preview:
    """What a deal would pay: (player's name, integer units) in seat order, the house's units, and the deal in words."""

    points: tuple[tuple[str, int], ...]
    house: int
    words: DealInWords


def preview(
    *, seats: Sequence[Seat], evening: Evening, version: ScoringTableVersion, deal: Mapping[str, Any]
) -> Preview:
    """The price of a deal that is not saved, for those in some seats.

    Raises Refusal as `price`.
    """
    priced = price(players=[seat.player_id for seat in seats], evening=evening, version=version, deal=deal)
    names = {seat.player_id: seat.player.name for seat in seats}
    words = deal_in_words(settled=priced.settled, names=names, is_played=False)
    points = tuple((names[player], units) for player, units in priced.points.items())
    return Preview(points=points, house=priced.house, words=words)


def trial(*, version: ScoringTableVersion, deal: Mapping[str, Any], players: Sequence[str]) -> Preview:
    """The price of a deal among `players`, names in seat order, in the version's own units; no query.

    Raises Refusal as `price`.
    """
    settled = settle_deal(deal=deal, tariff=version.tariff(), players=players)
    words = deal_in_words(settled=settled, is_played=False)
    return Preview(points=tuple(settled.payout.units.items()), house=settled.payout.house, words=words)


def tariff_for_page(*, version: ScoringTableVersion, season_denominator: int) -> dict[str, Any]:
    """The tariff by which a page looks up payouts, with the scale from its units to the season's."""
    return {
        **version.tariff().as_json(),
        "seats": version.to_rules().seats.max,
        "scale": units_per_point_unit(season_denominator=season_denominator, version=version),
        "season_denominator": season_denominator,
    }
