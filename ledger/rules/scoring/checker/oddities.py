"""Contracts that are unlikely to be intended: they pay or cost nothing, or are a nolo that allows many tricks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ledger.rules.scoring.remarks import Remark, cell_path, named_cell
from ledger.rules.scoring.scoring_table import Nolo, ScoringRules
from ledger.rules.scoring.tariff import Tariff, trick_key, ways
from ledger.rules.site.labels import Label
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import gettext_noop

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
            amounts = tariff.amounts[trick_key(level, column, None, None, alone=ways(column)[0])]
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
        yield Remark(
            path, plural if others else singular, params, is_error=False, also=tuple(other for other, _label in others)
        )


def _limits(scoring_table: ScoringRules) -> Iterator[Remark]:
    for nolo in scoring_table.nolo.values():
        path = f"nolo.{nolo.code}.max_tricks"
        params = {"contract": nolo.label, "tricks": nolo.max_tricks}
        if nolo.max_tricks > (MOST_ALONE if nolo.side == "alone" else scoring_table.tricks // 2):
            yield Remark.of(path, ALLOWS_MANY, is_error=False, **params)
        elif nolo.max_tricks and nolo.code.startswith("ren_"):
            yield Remark.of(path, CLEAN_ALLOWS, is_error=False, **params)


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
        params = {
            "amount": in_points(_beaten(nolo), scoring_table.unit_denominator),
            "expected": in_points(expected.numerator, scoring_table.unit_denominator * expected.denominator),
        }
        yield Remark.of(f"nolo.{nolo.code}.lost", LOST_OTHERWISE, is_error=False, contract=nolo.label, **params)


def _beaten(nolo: Nolo) -> int:
    """The cost of a nolo beaten by one trick, in units."""
    return nolo.price.lost + nolo.price.off if nolo.price else 0
