"""A scoring table read backwards: which deals of a version pay exactly these points."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from ledger.rules.deals.kinds import NoloDeal, NotPlayed, PairBook, PassedOut, TrickDeal, kinds_offered
from ledger.rules.deals.seating import partner_opposite
from ledger.rules.deals.settling import settle
from ledger.rules.imports.contracts import WrittenContract
from ledger.rules.scoring.scoring_table import SUITS, TRUMPS, Nolo
from ledger.rules.scoring.tariff import Tariff, trick_key, ways_of_playing
from ledger.rules.site.refusal import Refusal

PAIRED = 4  # players of a game of fixed pairs
OWN_REASONS = ("self_called", "ace_in_cat")  # why a declarer was alone who did not declare it

DealData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class WrittenSide:
    """Who declared and with whom, as far as it is written and known, None where it is not.

    `alone` is why the declarer had no partner, "" if it only says so. `joiners` are empty where a column for them, or
    for a partner, has been left blank. `strangers` are names of nobody, by column.
    """

    declarer: str | None = None
    partner: str | None = None
    alone: str | None = None
    joiners: frozenset[str] | None = None
    strangers: tuple[tuple[str, str], ...] = ()


NO_SIDE = WrittenSide()  # where nobody is named


class Backwards:
    """The outcomes of one version by what they pay; made once, then every reading is a look-up."""

    def __init__(self, tariff: Tariff) -> None:
        self.tariff = tariff
        self.scoring_table = tariff.scoring_table
        # The numbers of tricks by which a nolo pays an amount; outcomes of trick contracts by whether they are alone,
        # and by what each opponent pays.
        self._nolo = {code: _tricks_by_amount(tariff.amounts[code]) for code in self.scoring_table.nolo}
        self._by_amount: dict[tuple[bool, int], list[WrittenContract]] = defaultdict(list)
        self._others: dict[int, set[tuple[int, ...]]] = {}
        for level, column in product(self.scoring_table.levels, self.scoring_table.columns):
            declared = "declared" if column.alone == "forced" else None
            for trump, flag, is_alone in ways_of_playing(self.scoring_table, column):
                turn = column.vip_turn
                bid = WrittenContract(TrickDeal.kind, level, column.attachment, turn, trump, flag, alone=declared)
                paid = _tricks_by_amount(tariff.amounts[trick_key(level, column, trump, flag, alone=is_alone)])
                for amount, tricks in paid.items():
                    self._by_amount[is_alone, amount] += [replace(bid, tricks=count) for count in tricks]

    def readings(
        self,
        units: Mapping[str, int],
        contracts: Sequence[WrittenContract] = (),
        side: WrittenSide = NO_SIDE,
        tricks: int | None = None,
    ) -> Iterator[DealData]:
        """Every deal by which everybody in play wins exactly these units, as data, without what changes no price.

        `contracts` are the ways to read its contract, none if nothing is known of it: then there may be hundreds. All
        those of a contract come together.
        """
        for contract in contracts or (WrittenContract(""),):
            if contract.kind in ("", TrickDeal.kind):
                yield from self._tricks(units, contract, side, tricks)
            if contract.kind in ("", NoloDeal.kind):
                for code, nolo in self.scoring_table.nolo.items():
                    if contract.nolo in (None, code):
                        yield from self._nolos(units, nolo, side, tricks)
            if contract.kind in (PassedOut.kind, NotPlayed.kind) and not any(units.values()):
                yield {"kind": contract.kind, **({"cause": contract.cause} if contract.cause else {})}

    def pays_otherwise(self, units: Mapping[str, int]) -> bool:
        """Whether a deal without a contract to read, as a penalty or one of English whist, can pay exactly this."""
        count = len(units)
        if count not in self._others:
            players = [f"seat {number}" for number in range(count)]
            kinds = {*kinds_offered(self.scoring_table).values()} - {TrickDeal, NoloDeal}
            if count != PAIRED:
                kinds -= {PairBook}
            payments = self._others[count] = set()
            for kind in kinds:
                for deal in kind.outcomes(self.scoring_table, players):
                    with suppress(Refusal, KeyError):  # no price, or not for so many players
                        payments.add(tuple(sorted(settle(deal, self.tariff, players).units.values())))
        return tuple(sorted(units.values())) in self._others[count]

    def amounts_of(self, contract: WrittenContract) -> set[int]:
        """Everything that each opponent may pay for a contract, in units."""
        if contract.nolo in self._nolo:
            return set(self._nolo[contract.nolo])
        return {
            amount
            for (_is_alone, amount), outcomes in self._by_amount.items()
            if contract.level is not None and any(_is_as_written(outcome, contract) for outcome in outcomes)
        }

    # --- contracts to take tricks

    def _tricks(
        self, units: Mapping[str, int], contract: WrittenContract, side: WrittenSide, tricks: int | None
    ) -> Iterator[DealData]:
        told = [side.alone, contract.alone]
        for declarer, partner, amount in _sides(units, side, is_alone=told != [None, None]):
            for outcome in self._by_amount.get((partner is None, amount), ()):
                if _is_as_written(outcome, contract) and tricks in (None, outcome.tricks):
                    for trump in self._trumps(outcome, contract.trump):
                        bid = replace(outcome, trump=trump, vip_turn=outcome.vip_turn or contract.vip_turn)
                        yield from _trick_deals(bid, declarer, partner, told)

    def _trumps(self, outcome: WrittenContract, written: str | None) -> Iterator[str | None]:
        """The trump to note with an outcome; nothing if it cannot be the one that was written."""
        attachment = outcome.attachment or ""
        if written in (None, outcome.trump):
            yield outcome.trump
        elif written not in self.scoring_table.counted_trumps(attachment) and outcome.trump is None:
            column = self.scoring_table.column(attachment, outcome.vip_turn)
            allowed = {"chosen": SUITS, "turned": tuple(TRUMPS)}.get(column.trump, ()) if column else ()
            yield written if written in allowed else None

    # --- contracts to take few

    def _nolos(self, units: Mapping[str, int], nolo: Nolo, side: WrittenSide, tricks: int | None) -> Iterator[DealData]:
        priced = self._nolo[nolo.code]
        for amounts in self._amounts_on(nolo, units, side):
            options = [priced.get(amount, ()) for amount in amounts.values()]
            if tricks is not None:
                options[0] = tuple(count for count in options[0] if count == tricks)
            for taken in product(*options):
                if sum(taken) <= self.scoring_table.tricks:
                    on_it = [{"player": player, "tricks": count} for player, count in zip(amounts, taken, strict=True)]
                    yield {"kind": NoloDeal.kind, "contract": nolo.code, "participants": on_it}

    def _amounts_on(self, nolo: Nolo, units: Mapping[str, int], side: WrittenSide) -> Iterator[dict[str, int]]:
        """Everybody who may have been on a nolo, the declarer first, with what each opponent paid them."""
        for declarer in [player for player in units if side.declarer in (None, player)]:
            if nolo.side == "pair":
                amount = _amount_between(units, declarer, partner_opposite(declarer, tuple(units)))
                if amount is not None:
                    yield {declarer: amount}
            else:
                for joiners in self._joiners(side, [player for player in units if player != declarer]):
                    yield from self._split_among(units, (declarer, *joiners), self._nolo[nolo.code])

    def _joiners(self, side: WrittenSide, others: Sequence[str]) -> Iterator[tuple[str, ...]]:
        if self.scoring_table.rules.get("joined") == "single":
            yield ()
        elif side.joiners is not None:
            yield tuple(player for player in others if player in side.joiners)
        else:
            for count in range(len(others) + 1):
                for joiners in combinations(others, count):
                    if side.partner in (None, *joiners):  # who goes along is often written as the partner
                        yield joiners

    def _split_among(
        self, units: Mapping[str, int], on_it: tuple[str, ...], priced: Mapping[int, tuple[int, ...]]
    ) -> Iterator[dict[str, int]]:
        """What each opponent paid those on a nolo, if what everybody won can have come about so."""
        outsiders = [player for player in units if player not in on_it]
        # Where those on it settle with the outsiders alone, none of them pays the others.
        is_apart = self.scoring_table.rules.get("joined") == "outsiders"
        if is_apart and not outsiders:
            if not any(units.values()):
                for prices in product(priced, repeat=len(on_it)):
                    yield dict(zip(on_it, prices, strict=True))
            return
        count = len(outsiders) if is_apart else len(units)
        first = on_it[0]
        # Whoever is not on it paid that sum; where everybody is, each price of the first gives one to try.
        sums = [-units[outsiders[0]]] if outsiders else [count * amount - units[first] for amount in priced]
        for total in sums:  # of what each of them won from each opponent
            paid_to_others = 0 if is_apart else total
            amounts = {player: (units[player] + paid_to_others) // count for player in on_it}
            is_so = sum(amounts.values()) == total and all(units[player] == -total for player in outsiders)
            if is_so and all(amounts[player] * count == units[player] + paid_to_others for player in on_it):
                yield amounts


def _is_as_written(outcome: WrittenContract, contract: WrittenContract) -> bool:
    """Whether a contract that was written may be an outcome."""
    return (
        contract.level in (None, outcome.level)
        and contract.attachment in (None, outcome.attachment)
        and (contract.vip_turn is None or outcome.vip_turn in (None, contract.vip_turn))
        and contract.flag in (None, outcome.flag)
        and contract.tricks in (None, outcome.tricks)
    )


def _sides(units: Mapping[str, int], side: WrittenSide, *, is_alone: bool) -> Iterator[tuple[str, str | None, int]]:
    """Everybody who may have declared, with whom, and what each opponent then paid them."""
    partners: list[str | None] = [None, *units]
    if is_alone:
        partners = [None]
    elif side.partner is not None:
        partners = [player for player in units if player == side.partner]
    for declarer in units:
        if side.declarer not in (None, declarer):
            continue
        for partner in partners:
            amount = None if partner == declarer else _amount_between(units, declarer, partner)
            if amount is not None:
                yield declarer, partner, amount


def _tricks_by_amount(amounts: Sequence[int | None]) -> dict[int, tuple[int, ...]]:
    """The numbers of tricks that pay an amount, by amount."""
    by_amount: dict[int, tuple[int, ...]] = {}
    for tricks, amount in enumerate(amounts):
        if amount is not None:
            by_amount[amount] = (*by_amount.get(amount, ()), tricks)
    return by_amount


def _amount_between(units: Mapping[str, int], declarer: str, partner: str | None) -> int | None:
    """What each opponent paid a side; None if they did not all pay alike, or the side did not share alike."""
    side = (declarer,) if partner is None else (declarer, partner)
    paid = {-won for player, won in units.items() if player not in side}
    if len(paid) != 1:
        return None
    [amount] = paid
    share = amount * ((len(units) - len(side)) // len(side))
    return amount if all(units[player] == share for player in side) else None


def _trick_deals(
    outcome: WrittenContract, declarer: str, partner: str | None, told: Collection[str | None]
) -> Iterator[DealData]:
    """An outcome as deals, one for each reason for which a declarer may have been alone; `told` are those written."""
    facts = {part: getattr(outcome, part) for part in ("level", "attachment", "vip_turn", "trump", "flag")}
    bid = {"kind": TrickDeal.kind, **{part: value for part, value in facts.items() if value is not None}}
    if partner is not None:
        yield {**bid, "declarer": declarer, "partner": partner, "tricks": outcome.tricks}
        return
    reasons = (outcome.alone,) if outcome.alone else OWN_REASONS
    for reason in [reason for reason in reasons if reason in told] or reasons:
        yield {**bid, "declarer": declarer, "partner": None, "alone": reason, "tricks": outcome.tricks}
