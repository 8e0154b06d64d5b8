"""What is asked once before a deal is saved: a result so rare that a slip of the thumb is likelier."""

from collections.abc import Iterator

from ledger.rules.deals.kinds import Deal, FreeForAll, NoloDeal, PairBook, TrickDeal
from ledger.rules.deals.naming import contract_name
from ledger.rules.deals.settling import line_of
from ledger.rules.scoring.pricing import outside_limit
from ledger.rules.scoring.remarks import Remark
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.site.labels import Label
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import gettext_noop

FAR = 4  # tricks from the contract
DEAREST = 20  # one outcome in so many pays as much

ALL_OR_NONE = gettext_noop("%(tricks)d tricks: is that right?")
ALL_BID = gettext_noop("%(contract)s is every trick: is that right?")
FAR_OVER = gettext_noop("%(size)d tricks more than the contract: is that right?")
FAR_UNDER = gettext_noop("%(size)d tricks short of the contract: is that right?")
FAR_BEATEN = gettext_noop("%(size)d tricks too many for %(contract)s: is that right?")
VERY_DEAR = gettext_noop("%(amount)s from each is among the very most of the table: is that right?")


def unusual(deal: Deal, tariff: Tariff) -> Remark | None:
    """The first question worth asking about a deal that is otherwise in order; None for an ordinary one.

    Asked of 0 and of all tricks, of every trick bid, of a result FAR from the contract, and of a trick contract
    whose payout no more than one in DEAREST of the table's own outcomes reaches. Never an objection: asked once,
    the deal may be saved.
    """
    match deal:
        case TrickDeal():
            return next(_about_tricks(deal, tariff), None)
        case NoloDeal():
            return next(_about_nolo(deal, tariff), None)
        case PairBook():
            return _all_or_none(max(deal.pair_tricks), tariff.scoring_table.tricks)
        case FreeForAll():
            return _all_or_none(max(deal.tricks.values()), tariff.scoring_table.tricks)
        case _:
            return None


def _about_tricks(deal: TrickDeal, tariff: Tariff) -> Iterator[Remark]:
    table, off = tariff.scoring_table, deal.tricks - deal.level
    column = table.column(deal.attachment, deal.vip_turn)
    assert column is not None
    if deal.level == column.tricks_played and len(table.levels) > 1:
        name = Label(contract_name(deal, table, "da"), contract_name(deal, table, "en"))
        yield _question(ALL_BID, contract=name)
    if deal.tricks in (0, column.tricks_played) and off:
        yield _question(ALL_OR_NONE, tricks=deal.tricks)
    if off >= FAR:
        yield _question(FAR_OVER, size=off)
    if off <= -FAR:
        yield _question(FAR_UNDER, size=-off)
    amount = tariff.amounts[line_of(deal, table)][deal.tricks]
    if amount is not None and _is_among_the_dearest(abs(amount), tariff):
        yield _question(VERY_DEAR, amount=in_points(abs(amount), tariff.unit_denominator))


def _about_nolo(deal: NoloDeal, tariff: Tariff) -> Iterator[Remark]:
    nolo = tariff.scoring_table.nolo[deal.contract]
    for one in deal.participants:
        beyond = outside_limit(nolo, one.tricks)
        if beyond >= FAR:
            yield _question(FAR_BEATEN, size=beyond, contract=nolo.label)


def _all_or_none(most: int, tricks: int) -> Remark | None:
    return _question(ALL_OR_NONE, tricks=most) if most == tricks else None


def _is_among_the_dearest(amount: int, tariff: Tariff) -> bool:
    """Whether no more than one in DEAREST of the near results of the trick contracts moves as much."""
    near = list(_near_amounts(tariff))
    return sum(each >= amount for each in near) * DEAREST <= len(near)


def _near_amounts(tariff: Tariff) -> Iterator[int]:
    for line, amounts in tariff.amounts.items():
        level = line.partition(" ")[0]
        if level.isdecimal():
            close = amounts[max(0, int(level) - FAR + 1) : int(level) + FAR]
            yield from (abs(amount) for amount in close if amount is not None)


def _question(message: str, **params: object) -> Remark:
    return Remark.of(None, message, is_error=False, **params)
