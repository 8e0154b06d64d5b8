"""A scoring table read backwards: which deals of a version pay exactly these points."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from ledger.rules.deals.kinds import NoloDeal, TrickDeal, kinds_offered
from ledger.rules.deals.reading import deal_data, read_deal, with_players
from ledger.rules.deals.seating import partner_opposite
from ledger.rules.deals.settling import settle
from ledger.rules.imports.contracts import WrittenContract
from ledger.rules.scoring.scoring_table import Nolo
from ledger.rules.scoring.tariff import Tariff, trick_key, ways_of_playing
from ledger.rules.scoring.vocabulary import SUITS, TRUMPS
from ledger.rules.site.refusal import Refusal

OWN_REASONS = ("self_called", "ace_in_cat")  # why a declarer was alone who did not declare it

DealData = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PaidDeal:
    """What is known of a deal: what everybody in play won or lost, in units, and what was written of it.

    `contracts` are the ways to read its contract, none if nothing is known of it. `declarer`, `partner` and `joiners`
    are None where they were not written. `alone` is why the declarer had no partner, "" if it only says so.
    """

    units: Mapping[str, int]
    contracts: tuple[WrittenContract, ...] = ()
    declarer: str | None = None
    partner: str | None = None
    alone: str | None = None
    joiners: frozenset[str] | None = None
    tricks: int | None = None


class _Outcome(NamedTuple):
    """One outcome of a trick contract: its bid, and the tricks taken."""

    level: int
    attachment: str
    vip_turn: int | None
    trump: str | None
    flag: str | None
    is_declared_alone: bool
    tricks: int

    def is_as_written(self, contract: WrittenContract | None) -> bool:
        """Whether a contract that was written may be this one."""
        return contract is None or (
            contract.level in (None, self.level)
            and contract.attachment in (None, self.attachment)
            and (contract.vip_turn is None or self.vip_turn in (None, contract.vip_turn))
            and contract.flag in (None, self.flag)
            and contract.tricks in (None, self.tricks)
        )


class _OtherOutcome(NamedTuple):
    """An outcome of another kind of contract: the deal, what everybody won, and who declared it, if anybody did."""

    data: DealData
    units: Mapping[str, int]
    declarer: str | None


class Backwards:
    """The outcomes of one version by what they pay; made once, then every reading is a look-up."""

    def __init__(self, tariff: Tariff) -> None:
        self.tariff = tariff
        self.scoring_table = tariff.scoring_table
        self._by_amount: dict[tuple[bool, int], list[_Outcome]] = defaultdict(list)
        self._nolo = {code: _tricks_by_amount(tariff.amounts[code]) for code in self.scoring_table.nolo}
        self._others: dict[int, dict[tuple[int, ...], list[_OtherOutcome]]] = {}
        for is_alone, amount, outcome in _trick_outcomes(tariff):
            self._by_amount[is_alone, amount].append(outcome)

    def readings(self, paid: PaidDeal) -> Iterator[DealData]:
        """Every deal that pays exactly this, as data; one that leaves out what changes no price.

        All those of a contract come together; where the contract is unknown there may be hundreds.
        """
        for contract in paid.contracts or (None,):
            kind = contract.kind if contract else None
            if kind in (None, TrickDeal.kind):
                yield from self._tricks(paid, contract)
            if kind in (None, NoloDeal.kind):
                yield from self._nolos(paid, contract)
            if kind not in (TrickDeal.kind, NoloDeal.kind):
                yield from self._rest(paid, contract)

    def amounts_of(self, contract: WrittenContract) -> set[int]:
        """Everything that each opponent may pay for a contract, in units."""
        if contract.nolo in self._nolo:
            return set(self._nolo[contract.nolo])
        return {
            amount
            for (_is_alone, amount), outcomes in self._by_amount.items()
            if contract.level is not None and any(outcome.is_as_written(contract) for outcome in outcomes)
        }

    # --- contracts to take tricks

    def _tricks(self, paid: PaidDeal, contract: WrittenContract | None) -> Iterator[DealData]:
        told = [paid.alone, contract.alone if contract else None]
        for declarer, partner, amount in _sides(paid, is_alone=told != [None, None]):
            for outcome in self._by_amount.get((partner is None, amount), ()):
                if outcome.is_as_written(contract) and paid.tricks in (None, outcome.tricks):
                    for trump in self._trumps(outcome, contract):
                        yield from _trick_deals(outcome, trump, declarer, partner, contract, told)

    def _trumps(self, outcome: _Outcome, contract: WrittenContract | None) -> Iterator[str | None]:
        """The trump to note with an outcome; nothing if it cannot be the one that was written."""
        written = contract and contract.trump
        if written is None or written == outcome.trump:
            yield outcome.trump
        elif written not in self.scoring_table.counted_trumps(outcome.attachment) and outcome.trump is None:
            column = self.scoring_table.column(outcome.attachment, outcome.vip_turn)
            allowed = {"chosen": SUITS, "turned": tuple(TRUMPS)}.get(column.trump, ()) if column else ()
            yield written if written in allowed else None

    # --- contracts to take few

    def _nolos(self, paid: PaidDeal, contract: WrittenContract | None) -> Iterator[DealData]:
        for code, nolo in self.scoring_table.nolo.items():
            if contract is None or contract.nolo in (None, code):
                for amounts in self._amounts_on(nolo, paid):
                    yield from self._nolo_deals(nolo, amounts, paid)

    def _amounts_on(self, nolo: Nolo, paid: PaidDeal) -> Iterator[dict[str, int]]:
        """Everybody who may have been on a nolo, the declarer first, with what each opponent paid them."""
        players = tuple(paid.units)
        for declarer in players:
            if paid.declarer not in (None, declarer):
                continue
            if nolo.side == "pair":
                amount = _amount_between(paid.units, declarer, partner_opposite(declarer, players))
                if amount is not None:
                    yield {declarer: amount}
                continue
            others = [player for player in players if player != declarer]
            for joiners in self._joiners(paid, others):
                yield from self._split_among(paid.units, (declarer, *joiners), self._nolo[nolo.code])

    def _joiners(self, paid: PaidDeal, others: Sequence[str]) -> Iterator[tuple[str, ...]]:
        if self.scoring_table.rules.get("joined") == "single":
            yield ()
        elif paid.joiners is not None:
            yield tuple(player for player in others if player in paid.joiners)
        else:
            for count in range(len(others) + 1):
                for joiners in combinations(others, count):
                    if paid.partner in (None, *joiners):  # who goes along is often written as the partner
                        yield joiners

    def _split_among(
        self, units: Mapping[str, int], on_it: tuple[str, ...], priced: Mapping[int, tuple[int, ...]]
    ) -> Iterator[dict[str, int]]:
        """What each opponent paid those on a nolo, if what everybody won can have come about so."""
        outsiders = [player for player in units if player not in on_it]
        if self.scoring_table.rules.get("joined") == "outsiders":
            yield from _amounts_of_outsiders(units, on_it, outsiders, priced)
            return
        count, first = len(units), on_it[0]
        # Whoever is not on it paid that sum; where everybody is, each price of the first gives one to try.
        sums = [-units[outsiders[0]]] if outsiders else [count * amount - units[first] for amount in priced]
        for total in sums:  # of what each of them won from each opponent
            amounts = {player: (units[player] + total) // count for player in on_it}
            is_so = sum(amounts.values()) == total and all(units[player] == -total for player in outsiders)
            if is_so and all(amounts[player] * count == units[player] + total for player in on_it):
                yield amounts

    def _nolo_deals(self, nolo: Nolo, amounts: Mapping[str, int], paid: PaidDeal) -> Iterator[DealData]:
        priced, most = self._nolo[nolo.code], self.scoring_table.tricks
        options = [priced.get(amount, ()) for amount in amounts.values()]
        if paid.tricks is not None:
            options[0] = tuple(tricks for tricks in options[0] if tricks == paid.tricks)
        for tricks in product(*options):
            if sum(tricks) <= most:
                on_it = [{"player": player, "tricks": taken} for player, taken in zip(amounts, tricks, strict=True)]
                yield {"kind": NoloDeal.kind, "contract": nolo.code, "participants": on_it}

    # --- every other kind

    def _rest(self, paid: PaidDeal, contract: WrittenContract | None) -> Iterator[DealData]:
        """Deals of the kinds that have no contract of their own, by every way to seat their outcomes."""
        players = tuple(paid.units)
        known: list[DealData] = []
        for data, units, declarer in self._outcomes_of_others(len(players)).get(_rising(paid.units), ()):
            if contract and (data["kind"] != contract.kind or contract.cause not in (None, data.get("cause"))):
                continue
            # Where nobody won anything, one order says as much as any other.
            for order in permutations(players) if any(units.values()) else (players,):
                seats = dict(zip(units, order, strict=True))
                if any(paid.units[seats[player]] != amount for player, amount in units.items()):
                    continue
                if declarer and paid.declarer not in (None, seats[declarer]):
                    continue
                try:
                    deal = deal_data(read_deal(with_players(data, seats.__getitem__), self.scoring_table, players))
                except Refusal:  # fixed pairs that do not sit so
                    continue
                if deal not in known:
                    known.append(deal)
                    yield deal

    def _outcomes_of_others(self, count: int) -> Mapping[tuple[int, ...], Sequence[_OtherOutcome]]:
        """The outcomes of the other kinds for so many players, by their points in rising order."""
        if count not in self._others:
            by_points = self._others[count] = defaultdict(list)
            players = tuple(f"seat {number}" for number in range(count))
            for kind in kinds_offered(self.scoring_table).values():
                for deal in kind.outcomes(self.scoring_table, players) if kind not in (TrickDeal, NoloDeal) else ():
                    try:
                        paid = settle(deal, self.tariff, players)
                    except (Refusal, KeyError):  # no price, or not for so many players
                        continue
                    declarer = next((player for player, role in paid.roles.items() if role == "declarer"), None)
                    by_points[_rising(paid.units)].append(_OtherOutcome(deal_data(deal), paid.units, declarer))
        return self._others[count]


def _rising(units: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(sorted(units.values()))


def _sides(paid: PaidDeal, *, is_alone: bool) -> Iterator[tuple[str, str | None, int]]:
    """Everybody who may have declared, with whom, and what each opponent then paid them."""
    for declarer in paid.units:
        for partner in (None, *paid.units):
            is_possible = paid.declarer in (None, declarer) and partner != declarer
            if is_alone:
                is_possible &= partner is None
            elif paid.partner is not None:
                is_possible &= partner == paid.partner
            amount = _amount_between(paid.units, declarer, partner) if is_possible else None
            if amount is not None:
                yield declarer, partner, amount


def _trick_outcomes(tariff: Tariff) -> Iterator[tuple[bool, int, _Outcome]]:
    """Every outcome of the trick contracts: whether alone, what each opponent pays, and what it is."""
    scoring_table = tariff.scoring_table
    for level in scoring_table.levels:
        for column in scoring_table.columns:
            for trump, flag, is_alone in ways_of_playing(scoring_table, column):
                amounts = tariff.amounts[trick_key(level, column, trump, flag, alone=is_alone)]
                for tricks, amount in enumerate(amounts):
                    if amount is not None:
                        bid = level, column.attachment, column.vip_turn, trump, flag, column.alone == "forced"
                        yield is_alone, amount, _Outcome(*bid, tricks)


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


def _amounts_of_outsiders(
    units: Mapping[str, int],
    on_it: tuple[str, ...],
    outsiders: Sequence[str],
    priced: Mapping[int, tuple[int, ...]],
) -> Iterator[dict[str, int]]:
    """Likewise where those on a nolo settle only with those who are not."""
    if not outsiders:
        if not any(units.values()):
            yield from (dict(zip(on_it, amounts, strict=True)) for amounts in product(priced, repeat=len(on_it)))
        return
    amounts = {player: units[player] // len(outsiders) for player in on_it}
    total = sum(amounts.values())
    is_so = all(amounts[player] * len(outsiders) == units[player] for player in on_it)
    if is_so and all(units[player] == -total for player in outsiders):
        yield amounts


def _trick_deals(
    outcome: _Outcome,
    trump: str | None,
    declarer: str,
    partner: str | None,
    contract: WrittenContract | None,
    told: Collection[str | None],
) -> Iterator[DealData]:
    """An outcome as deals, one for each reason for which a declarer may have been alone; `told` are those written."""
    turn = outcome.vip_turn if outcome.vip_turn is not None else contract and contract.vip_turn
    bid = {
        "level": outcome.level,
        "attachment": outcome.attachment,
        "vip_turn": turn,
        "trump": trump,
        "flag": outcome.flag,
        "declarer": declarer,
    }
    deal = {"kind": TrickDeal.kind, **{name: value for name, value in bid.items() if value is not None}}
    if partner is not None:
        yield {**deal, "partner": partner, "tricks": outcome.tricks}
        return
    reasons: Sequence[str] = ("declared",) if outcome.is_declared_alone else OWN_REASONS
    for reason in [reason for reason in reasons if reason in told] or reasons:
        yield {**deal, "partner": None, "alone": reason, "tricks": outcome.tricks}
