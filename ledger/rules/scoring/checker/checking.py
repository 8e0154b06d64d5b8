"""The table checker, “takst-tjek”: what cannot be right in a scoring table, what looks like a slip."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from operator import attrgetter
from typing import NamedTuple

from ledger.rules.deals import settling
from ledger.rules.deals.kinds import Deal, kinds_offered
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.checker.prices import first_by, points_of, price_remarks
from ledger.rules.scoring.document import Remark, read_scoring_table
from ledger.rules.scoring.scoring_table import Column, Nolo, ScoringRules, cell_path, named_cell
from ledger.rules.scoring.tariff import Tariff, compile_tariff, trick_key, ways_of_playing
from ledger.rules.site.labels import Label
from ledger.rules.site.points import MOST_UNITS, in_points
from ledger.rules.site.refusal import Refusal, gettext_noop, ngettext_lazy

PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")

NO_PRICE = gettext_noop("%(contract)s has no price yet.")
LOST_PAYS = ngettext_lazy(
    "%(contract)s with %(tricks)d trick is lost, but pays the declarer %(amount)s.",
    "%(contract)s with %(tricks)d tricks is lost, but pays the declarer %(amount)s.",
    "tricks",
)
MADE_COSTS = ngettext_lazy(
    "%(contract)s with %(tricks)d trick is made, but costs the declarer %(amount)s.",
    "%(contract)s with %(tricks)d tricks is made, but costs the declarer %(amount)s.",
    "tricks",
)
BETTER_PAYS_LESS = ngettext_lazy(
    "%(contract)s pays %(amount)s with %(tricks)d trick, but %(more)s with %(worse)d.",
    "%(contract)s pays %(amount)s with %(tricks)d tricks, but %(more)s with %(worse)d.",
    "tricks",
)
TOO_DEAR = gettext_noop("%(contract)s moves more points than the book can hold: %(most)d for one player.")
NOT_ZERO_SUM = gettext_noop("%(contract)s does not add up to 0.")


def check_scoring_table(document: Mapping[str, object] | str) -> tuple[Remark, ...]:
    """Errors, then remarks, about a document (a mapping, or its JSON text); never raises Refusal.

    Errors: the document cannot be read, where every price that cannot is named; a contract has no price, a lost
    contract pays or a made one costs, a better result pays less, or an outcome does not sum to 0 or is more than the
    book can hold. Remarks, the most telling first, one for a cell and for a cause: a price or a level is out of step,
    a contract pays or costs nothing or allows many tricks, a higher bid pays less than a lower one.
    At most one error of a kind is given for a cell; a nolo's prices cannot be typed so that it pays when it is lost.
    """
    faults: list[Refusal] = []
    try:
        scoring_table = read_scoring_table(document, faults=faults)
    except Refusal as refusal:
        return _unreadable((*faults, refusal))
    tariff = compile_tariff(scoring_table)
    wrong = first_by(attrgetter("cell", "message"), (*_wrong_cells(tariff), *_settling_errors(tariff)))
    errors = (*_unreadable(faults), *_missing_prices(scoring_table, faults), *wrong.values())
    return (*errors, *_doubts(tariff, frozenset(error.cell for error in errors)))


def _doubts(tariff: Tariff, wrong: frozenset[str]) -> tuple[Remark, ...]:
    """Remarks on cells without an error, at most one per cell: single cells first, then patterns, then the order."""
    remarks = (*odd_remarks(tariff), *price_remarks(tariff.scoring_table))
    slips = first_by(attrgetter("cell"), (remark for remark in remarks if remark.cell not in wrong)).values()
    at_slips = frozenset(cell for slip in slips for cell in (slip.cell, *slip.also))
    return (
        *sorted(slips, key=lambda slip: bool(slip.also)),
        *order_remarks(tariff.scoring_table, at_slips | wrong),
    )


def is_hindrance(remark: Remark) -> bool:
    """Whether a remark blocks publishing: every error does, except a price still to be typed."""
    return remark.is_error and remark.message != NO_PRICE


def _unreadable(faults: Iterable[Refusal]) -> tuple[Remark, ...]:
    return tuple(Remark(fault.field, fault.message, fault.params, is_error=True) for fault in faults)


def _missing_prices(scoring_table: ScoringRules, faults: Iterable[Refusal]) -> Iterator[Remark]:
    """Missing prices, without those that were typed but cannot be read."""
    unreadable = {".".join(str(fault.field).split(".")[:3]) for fault in faults}
    for path, label in scoring_table.missing_prices.items():
        if path not in unreadable:
            yield Remark.of(path, NO_PRICE, is_error=True, contract=label)


def _wrong_cells(tariff: Tariff) -> Iterator[Remark]:
    """The errors of each cell with a price, over every way of playing it."""
    scoring_table = tariff.scoring_table
    for level, column in product(scoring_table.levels, scoring_table.columns):
        for trump, flag, alone in ways_of_playing(scoring_table, column):
            amounts = tariff.amounts[trick_key(level, column, trump, flag, alone=alone)]
            if None not in amounts:
                yield from _faults(tariff, level, column, [amount or 0 for amount in amounts])


def _faults(tariff: Tariff, level: int, column: Column, amounts: list[int]) -> Iterator[Remark]:
    path, unit = cell_path(level, column), tariff.unit_denominator
    contract = {"contract": named_cell(level, column)}
    if 3 * max(map(abs, amounts)) > MOST_UNITS:  # a declarer alone is paid by three
        yield Remark.of(path, TOO_DEAR, is_error=True, **contract, most=MOST_UNITS // unit)
    for tricks, amount in enumerate(amounts):
        if tricks < level and amount > 0:
            yield Remark.of(path, LOST_PAYS, is_error=True, **contract, tricks=tricks, amount=in_points(amount, unit))
        if tricks >= level and amount < 0:
            yield Remark.of(path, MADE_COSTS, is_error=True, **contract, tricks=tricks, amount=in_points(-amount, unit))
        if tricks and amount < amounts[tricks - 1]:
            more, params = in_points(amounts[tricks - 1], unit), {"tricks": tricks, "amount": in_points(amount, unit)}
            yield Remark.of(path, BETTER_PAYS_LESS, is_error=True, **contract, **params, more=more, worse=tricks - 1)


def _settling_errors(tariff: Tariff) -> Iterator[Remark]:
    """The errors about prices, from settling the deals that can show them."""
    scoring_table, most = tariff.scoring_table, MOST_UNITS // tariff.unit_denominator
    for count in range(scoring_table.seats.min, scoring_table.seats.max + 1):
        for kind in kinds_offered(scoring_table).values():
            for deal in kind.outcomes_to_check(scoring_table, PLAYERS[:count]):
                if message := _wrong(deal, tariff, PLAYERS[:count]):
                    path, contract = deal.price_path(scoring_table), deal.name(scoring_table)
                    yield Remark.of(path, message, is_error=True, contract=contract, most=most)


def _wrong(deal: Deal, tariff: Tariff, players: Sequence[str]) -> str | None:
    """The error of a settled deal."""
    try:
        settlement = settle(deal, tariff, players)
    except Refusal as refusal:  # without a price there is nothing to balance
        return TOO_DEAR if refusal.message == settling.TOO_DEAR else None
    if sum(settlement.units.values()) + settlement.house:
        return NOT_ZERO_SUM
    return NOT_ZERO_SUM if settlement.house and tariff.scoring_table.zero_sum else None


# Contracts that are unlikely to be intended: they pay or cost nothing, or are a nolo that allows many tricks.


MOST_ALONE = 3  # tricks that a nolo player alone may be allowed; a pair, half of them all
FEWEST_ALIKE = 2

PAYS_NOTHING = gettext_noop("%(contract)s pays nothing when it is made.")
PAY_NOTHING = gettext_noop("%(contract)s pays nothing when it is made; others likewise: %(others)d.")
COSTS_NOTHING = gettext_noop("%(contract)s costs nothing when it is lost.")
COST_NOTHING = gettext_noop("%(contract)s costs nothing when it is lost; others likewise: %(others)d.")
ALLOWS_MANY = gettext_noop("%(contract)s allows %(tricks)d tricks.")
CLEAN_ALLOWS = gettext_noop("%(contract)s allows a trick: is it %(tricks)d, or 0?")
LOST_OTHERWISE = gettext_noop(
    "%(contract)s costs %(amount)s when it is lost; as the others stand to what they pay it would be %(expected)s."
)


def odd_remarks(tariff: Tariff) -> Iterator[Remark]:
    """Remarks on single contracts; all of them are allowed."""
    contracts = list(_contracts(tariff))
    yield from _limits(tariff.scoring_table)
    worthless = [(path, label) for path, label, made, _lost in contracts if made == 0]
    free = [(f"{path}.lost", label) for path, label, made, lost in contracts if made and lost == 0]
    yield from _together(worthless, PAYS_NOTHING, PAY_NOTHING)
    yield from _together(free, COSTS_NOTHING, COST_NOTHING)
    yield from _odd_losses(tariff.scoring_table)


def _contracts(tariff: Tariff) -> Iterator[tuple[str, Label, int | None, int | None]]:
    """Every contract: its path, its name, and its amounts when just made and just lost, in units."""
    scoring_table = tariff.scoring_table
    for level in scoring_table.levels:
        for column in scoring_table.columns:
            amounts = tariff.amounts[trick_key(level, column, None, None, alone=column.alone == "forced")]
            if level < len(amounts):
                yield cell_path(level, column), named_cell(level, column), amounts[level], amounts[level - 1]
    for nolo in scoring_table.nolo.values():
        amounts = tariff.amounts[nolo.code]
        beaten = amounts[nolo.max_tricks + 1] if nolo.max_tricks + 1 < len(amounts) else None
        yield f"nolo.{nolo.code}", nolo.label, amounts[nolo.max_tricks], beaten


def _together(contracts: Sequence[tuple[str, Label]], singular: str, plural: str) -> Iterator[Remark]:
    """One remark for all contracts that share it, placed at the first."""
    if contracts:
        (path, contract), *others = contracts
        params = {"contract": contract, **({"others": len(others)} if others else {})}
        yield Remark(path, plural if others else singular, params, also=tuple(other for other, _label in others))


def _limits(scoring_table: ScoringRules) -> Iterator[Remark]:
    for nolo in scoring_table.nolo.values():
        path = f"nolo.{nolo.code}.max_tricks"
        usual_most = MOST_ALONE if nolo.side == "alone" else scoring_table.tricks // 2
        if nolo.max_tricks > usual_most:
            yield Remark.of(path, ALLOWS_MANY, contract=nolo.label, tricks=nolo.max_tricks)
        elif nolo.max_tricks and nolo.code.startswith("ren_"):
            yield Remark.of(path, CLEAN_ALLOWS, contract=nolo.label, tricks=nolo.max_tricks)


def _odd_losses(scoring_table: ScoringRules) -> Iterator[Remark]:
    """The single nolo whose ratio of loss to gain differs from that of all the others."""
    shares = {
        nolo.code: Fraction(_beaten(nolo), nolo.price.made)
        for nolo in scoring_table.nolo.values()
        if nolo.price and nolo.price.made
    }
    [(common, count)] = Counter(shares.values()).most_common(1) or [(Fraction(0), 0)]
    odd = [code for code, share in shares.items() if share not in (common, 0)]
    if len(odd) == 1 and count == len(shares) - 1 and count >= FEWEST_ALIKE:
        nolo = scoring_table.nolo[odd[0]]
        expected = common * (nolo.price.made if nolo.price else 0)
        yield Remark.of(
            f"nolo.{nolo.code}.lost",
            LOST_OTHERWISE,
            contract=nolo.label,
            amount=points_of(scoring_table, _beaten(nolo)),
            expected=points_of(scoring_table, expected),
        )


def _beaten(nolo: Nolo) -> int:
    """The cost of a nolo beaten by one trick, in units."""
    return nolo.price.lost + nolo.price.off if nolo.price else 0


# Bids out of order: a bid that pays more than one that beats it, or no more than an easier one.


MANY = 3  # so many levels of a column out of order have one cause
WEIGHT_OF_ONE = 100  # a bid more in order counts for more than which bids they are

PAYS_NO_MORE = gettext_noop("%(higher)s pays %(amount)s, no more than %(lower)s below it.")
PAYS_LESS = gettext_noop("%(higher)s pays %(amount)s, less than %(lower)s below it, which pays %(more)s.")
PAYS_MORE = gettext_noop("%(lower)s pays %(amount)s, more than %(higher)s above it, which pays %(less)s.")
TURN_PAYS_LESS = gettext_noop("%(contract)s pays %(amount)s, less than the turn before it, which pays %(more)s.")
OF_MANY = {
    PAYS_LESS: gettext_noop(
        "%(higher)s pays %(amount)s, less than %(lower)s below it, which pays %(more)s; "
        "so it is at %(levels)d levels of the column."
    ),
    PAYS_MORE: gettext_noop(
        "%(lower)s pays %(amount)s, more than %(higher)s above it, which pays %(less)s; "
        "so it is at %(levels)d levels of the column."
    ),
    TURN_PAYS_LESS: gettext_noop(
        "%(contract)s pays %(amount)s, less than the turn before it, which pays %(more)s; "
        "so it is at %(levels)d levels. Have the two columns changed places?"
    ),
}


class ComparedBid(NamedTuple):
    """A bid, what each opponent pays when it is just made, and how far it is trusted where two bids clash."""

    path: str
    label: Label
    units: int
    weight: int


def order_remarks(scoring_table: ScoringRules, left_out: frozenset[str]) -> tuple[Remark, ...]:
    """Remarks on the order of the bids, at most one per bid; cells in `left_out` are skipped."""
    remarks = (
        *_turn_remarks(scoring_table, left_out),
        *_equal_remarks(scoring_table),
        *_ladder_remarks(scoring_table, left_out),
    )
    firsts = first_by(attrgetter("cell"), (remark for remark in remarks if remark.cell not in left_out))
    return tuple(_columns_at_once(scoring_table, firsts.values()))


def _turn_remarks(scoring_table: ScoringRules, left_out: frozenset[str]) -> Iterator[Remark]:
    """A later turn of an attachment that pays less than the one before it."""
    turned = [column for column in scoring_table.columns if column.vip_turn]
    for before, after in pairwise(sorted(turned, key=lambda column: (column.attachment, column.vip_turn or 0))):
        if before.attachment != after.attachment:
            continue
        for level in scoring_table.levels:
            earlier, later = scoring_table.prices[level][before.code], scoring_table.prices[level][after.code]
            if earlier and later and later.made < earlier.made and cell_path(level, before) not in left_out:
                yield Remark.of(
                    cell_path(level, after),
                    TURN_PAYS_LESS,
                    contract=named_cell(level, after),
                    amount=points_of(scoring_table, later.made),
                    more=points_of(scoring_table, earlier.made),
                )


def _equal_remarks(scoring_table: ScoringRules) -> Iterator[Remark]:
    """A nolo that pays no more than an easier one."""
    nolos = [bid for bid in next(_bids_in_order(scoring_table)) if bid.path.startswith("nolo.")]
    for place, bid in enumerate(nolos):
        equal = next((other for other in nolos[:place] if other.units == bid.units), None)
        if equal:
            amount = points_of(scoring_table, bid.units)
            yield Remark.of(bid.path, PAYS_NO_MORE, higher=bid.label, amount=amount, lower=equal.label)


def _ladder_remarks(scoring_table: ScoringRules, left_out: frozenset[str]) -> Iterator[Remark]:
    """The smallest set of bids whose removal leaves the rest in order."""
    for bids in _bids_in_order(scoring_table, left_out):
        kept = _in_order(bids)
        for place in range(len(bids)):
            if place not in kept:
                yield _out_of_order(scoring_table, bids, kept, place)


def _in_order(bids: Sequence[ComparedBid]) -> frozenset[int]:
    """Indices of the heaviest subsequence in which no bid pays less than an earlier one."""
    best: list[tuple[int, tuple[int, ...]]] = []
    for place, bid in enumerate(bids):
        before = [best[n] for n in range(place) if bids[n].units <= bid.units]
        weight, row = max(before, key=lambda candidate: candidate[0], default=(0, ()))
        best.append((weight + bid.weight, (*row, place)))
    return frozenset(max(best, key=lambda candidate: candidate[0], default=(0, ()))[1])


def _out_of_order(scoring_table: ScoringRules, bids: Sequence[ComparedBid], kept: frozenset[int], place: int) -> Remark:
    bid = bids[place]
    amount = points_of(scoring_table, bid.units)
    dearest = max((bids[n] for n in kept if n < place), key=lambda other: other.units, default=None)
    if dearest and dearest.units > bid.units:
        more = points_of(scoring_table, dearest.units)
        return Remark.of(bid.path, PAYS_LESS, higher=bid.label, amount=amount, lower=dearest.label, more=more)
    cheapest = min((bids[n] for n in kept if n > place), key=lambda other: other.units)
    less = points_of(scoring_table, cheapest.units)
    return Remark.of(bid.path, PAYS_MORE, lower=bid.label, amount=amount, higher=cheapest.label, less=less)


def _bids_in_order(scoring_table: ScoringRules, left_out: frozenset[str] = frozenset()) -> Iterator[list[ComparedBid]]:
    """Lists of comparable bids, lowest first: the ladder, or else the nolos; then each column.

    A step with a price in `left_out` is skipped.
    """
    steps = scoring_table.ladder or tuple(scoring_table.nolo)
    yield [bid for step in steps for bid in _bids(scoring_table, step, left_out)]
    for column in scoring_table.columns:
        yield [bid for level in scoring_table.levels for bid in _cell_bids(scoring_table, level, [column], left_out)]


def _bids(scoring_table: ScoringRules, step: str, left_out: frozenset[str]) -> list[ComparedBid]:
    """The bid of a step of the ladder; of "8+" the cheapest attachment. Contracts declared alone are left out."""
    if step in scoring_table.nolo:
        nolo = scoring_table.nolo[step]
        if nolo.price is None or f"nolo.{step}" in left_out:
            return []
        return [ComparedBid(f"nolo.{step}.made", nolo.label, nolo.price.made, WEIGHT_OF_ONE)]
    level, _space, attachment = step.removesuffix("+").partition(" ")
    wanted = [
        column
        for column in scoring_table.columns
        if column.alone != "forced"
        and (column.attachment != "plain" if step.endswith("+") else column.attachment == (attachment or "plain"))
    ]
    return _cell_bids(scoring_table, int(level), wanted, left_out)


def _cell_bids(
    scoring_table: ScoringRules, level: int, columns: Sequence[Column], left_out: frozenset[str]
) -> list[ComparedBid]:
    if any(cell_path(level, column) in left_out for column in columns):
        return []
    cells = [(column, price) for column in columns if (price := scoring_table.prices[level][column.code])]
    bids = [
        ComparedBid(
            path=cell_path(level, column),
            label=named_cell(level, column),
            units=price.made,
            # A plain contract is trusted most, then one with an attachment, then a nolo.
            weight=WEIGHT_OF_ONE + (2 if column.attachment == "plain" else 1),
        )
        for column, price in cells
    ]
    return sorted(bids, key=lambda bid: bid.units)[:1]


def _columns_at_once(scoring_table: ScoringRules, remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The remarks, with those that repeat over many levels of a column merged into one that gives their number."""
    columns = {
        cell_path(level, column): column.code for column in scoring_table.columns for level in scoring_table.levels
    }
    alike: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks:
        alike.setdefault((remark.message, columns.get(remark.cell, remark.cell)), []).append(remark)
    for (message, _column), alike_remarks in alike.items():
        first, *others = alike_remarks
        if len(alike_remarks) >= MANY and message in OF_MANY:
            params = {**first.params, "levels": len(alike_remarks)}
            yield replace(first, message=OF_MANY[message], params=params, also=tuple(other.cell for other in others))
        else:
            yield from alike_remarks
