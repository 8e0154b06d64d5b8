"""Deals as the club's book has them, and what their rows in a season's workbook say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from functools import cached_property
from itertools import product

from ledger.rules.deals.kinds import Deal, kind_of
from ledger.rules.deals.kinds.passed_out import PASSED_OUT
from ledger.rules.deals.kinds.trick import TrickDeal
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.reading import deal_data, read_deal, with_players
from ledger.rules.deals.settling import settle
from ledger.rules.imports.contracts import ContractReader, WrittenContract
from ledger.rules.imports.differences.typed_rows import comparable
from ledger.rules.imports.plan import DealData
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.vocabulary import CAUSES
from ledger.rules.site.labels import Label, Phrase, fill, join, same, texts
from ledger.rules.site.points import in_points

THE_HOUSE = Phrase("The house")
WON = Phrase("{name} {points}")
MOVED = Phrase("{name} {before} → {after}")
HOUSE = ""  # the name under which the house's points stand here


class DealPrices:
    """A version of the scoring table by its id, with its contracts by what they are called."""

    def __init__(self, version: int, tariff: Tariff) -> None:
        self.version, self.tariff = version, tariff

    @property
    def scoring_table(self) -> ScoringRules:
        """The rules of the version."""
        return self.tariff.scoring_table

    def contracts(self, text: str) -> tuple[WrittenContract, ...]:
        """The ways to read a contract: as the workbook calls it, else in anybody's words."""
        known = self._called.get(comparable(text))
        return (known,) if known else self._reader.readings(text)

    @cached_property
    def _reader(self) -> ContractReader:
        return ContractReader(self.scoring_table)

    @cached_property
    def _called(self) -> dict[str, WrittenContract]:
        return {comparable(text): contract for label, contract in self._contracts_by_label() for text in texts(label)}

    def _contracts_by_label(self) -> Iterator[tuple[Label, WrittenContract]]:
        scoring_table = self.scoring_table
        for level, column in product(scoring_table.levels, scoring_table.columns):
            turns = (1, 2, 3) if column.trump == "turned" and column.vip_turn is None else ()
            for turn in (column.vip_turn, *turns):
                deal = TrickDeal(
                    level=level, attachment=column.attachment, vip_turn=turn, declarer="", partner=None, tricks=0
                )
                yield deal.name(scoring_table), WrittenContract("trick", level, column.attachment, turn)
        for code, nolo in scoring_table.nolo.items():
            yield nolo.label, WrittenContract("nolo", nolo=code)
        for cause, label in CAUSES.items():
            yield label, WrittenContract("not_played", cause=cause)
        yield PASSED_OUT, WrittenContract("passed_out")


@dataclass(frozen=True)
class BookDeal:
    """A deal of the book as data, with everybody by name: who was at the table, on which day, at which prices.

    `entry` is the key of the entry that says so, "" for a deal of another book.
    """

    deal: DealData
    players: tuple[str, ...]
    table: int
    day: date
    prices: DealPrices
    is_void: bool = False
    entry: str = ""

    @cached_property
    def settled(self) -> tuple[Deal, Payout]:
        """The deal with what it pays; raises Refusal for one that these prices cannot pay."""
        return settled_deal(self.deal, self.players, self.prices)

    @cached_property
    def points(self) -> dict[str, Fraction]:
        """What everybody who plays won, the house included."""
        return points_of(self.settled[1], self.prices)

    @property
    def name(self) -> Label:
        """The contract in words."""
        return self.settled[0].name(self.prices.scoring_table)


def settled_deal(data: DealData, players: Sequence[str], prices: DealPrices) -> tuple[Deal, Payout]:
    """A deal with what it pays; raises Refusal with the deal's own key as its field for one that is impossible."""
    deal = read_deal(data, prices.scoring_table, players)
    return deal, settle(deal, prices.tariff, tuple(players))


def points_of(payout: Payout, prices: DealPrices) -> dict[str, Fraction]:
    """What everybody who plays won, in points, the house included if it pays or receives."""
    units = {player: won for player, won in payout.units.items() if payout.roles[player] != "sits_out"}
    house = {HOUSE: payout.house} if payout.house else {}
    return {player: Fraction(won, prices.tariff.unit_denominator) for player, won in {**units, **house}.items()}


def labels_of(book_deal: BookDeal) -> dict[str, Label]:
    """What the workbook writes of a deal, by column; raises Refusal as `settled`."""
    deal, payout = book_deal.settled
    data = deal_data(deal)
    scoring_table = book_deal.prices.scoring_table
    by_role = {
        role: ", ".join(player for player in book_deal.players if payout.roles[player] == role)
        for role in ("declarer", "partner", "joiner")
    }
    code = data.get("attachment")
    return {
        "table": same(str(book_deal.table)),
        "dealer": same(data.get("dealer") or ""),
        "declarer": same(by_role["declarer"]),
        "contract": deal.name(scoring_table),
        "attachment": TrickDeal.contract_labels(scoring_table)[code] if code else same(""),
        "vip_turn": same(str(data.get("vip_turn") or "")),
        "partner": same(by_role["partner"]),
        "joiners": same(by_role["joiner"]),
        "tricks": same(" / ".join(map(str, kind_of(data).tricks_taken(data)))),
        "note": same(" ".join((data.get("note") or "").split())),
    }


def cells_of(book_deal: BookDeal) -> Mapping[str, tuple[str, ...]]:
    """What the workbook writes of a deal, by column, in every language and comparable, but the note as it is."""
    labels = labels_of(book_deal)
    note = labels.pop("note")
    return {what: tuple(map(comparable, texts(label))) for what, label in labels.items()} | {"note": texts(note)}


def with_names(book_deal: BookDeal, names: Mapping[str, str]) -> BookDeal:
    """A deal with everybody called otherwise, where `names` says so."""
    deal = with_players(book_deal.deal, lambda player: names.get(player, player))
    return replace(book_deal, deal=deal, players=tuple(names.get(player, player) for player in book_deal.players))


def points_label(points: Mapping[str, Fraction]) -> Label:
    """What everybody won, those without points left out: "Bodil +4, Carl −4"."""
    won = [(player, amount) for player, amount in points.items() if amount]
    return join([fill(WON, name=_name(player), points=_signed(amount)) for player, amount in won], ", ")


def moved_label(before: Mapping[str, Fraction], after: Mapping[str, Fraction]) -> Label:
    """Whose points become others, from what to what: "Bodil +4 → +6"."""
    players = dict.fromkeys((*before, *after))
    was_and_is = [(player, before.get(player, Fraction(0)), after.get(player, Fraction(0))) for player in players]
    moved = [
        fill(MOVED, name=_name(player), before=_signed(was), after=_signed(now))
        for player, was, now in was_and_is
        if was != now
    ]
    return join(moved, ", ")


def _name(player: str) -> Label:
    return THE_HOUSE if player == HOUSE else same(player)


def _signed(points: Fraction) -> Label:
    return in_points(points.numerator, points.denominator, signed=True)
