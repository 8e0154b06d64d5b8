"""Two scoring tables held against each other: where they differ, which preset a club's prices are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from ledger.rules.deals.kinds.deal import Deal
from ledger.rules.deals.kinds.nolo import NoloDeal, Participant
from ledger.rules.deals.kinds.trick import TrickDeal
from ledger.rules.deals.payout import NO_PAYOUT
from ledger.rules.deals.settling import sentence
from ledger.rules.scoring.document import every_preset
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.other_games import LOST, MADE
from ledger.rules.scoring.parameters.parameter import Played, PriceNumbers, Units
from ledger.rules.scoring.scoring_table import ScoringRules, cell_path, named_cell
from ledger.rules.scoring.tariff import nolo_terms, trick_terms
from ledger.rules.site.labels import NOTHING, Label, Phrase, same
from ledger.rules.site.points import in_points

OVER, UNDER = Phrase("per overtrick"), Phrase("per undertrick")
LAST = ("source", "readings")  # where the prices come from is told behind what they are


class PriceChange(NamedTuple):
    """One cell of the sheet, such as "9 Vip 2", and those of its numbers that differ: what it is, before, after.

    In points; None where there is no such price.
    """

    place: Label
    parts: list[tuple[Label, Fraction | None, Fraction | None]]


class WordChange(NamedTuple):
    """A difference other than in a price: a rule by its code ("lost") or another fact ("unit", "ladder"), in words."""

    code: str
    before: Label
    after: Label


def price_changes(before: ScoringRules, after: ScoringRules) -> list[PriceChange]:
    """The prices in which two scoring tables differ, in the order of the later sheet."""
    old, new = _prices(before), _prices(after)
    changes = []
    for path in dict.fromkeys([*new, *old]):
        place = new[path][0] if path in new else old[path][0]
        _name, was = old.get(path, (place, {}))
        _name, now = new.get(path, (place, {}))
        numbers = [(part, was.get(part), now.get(part)) for part in {**now, **was}]
        if parts := [(part, first, second) for part, first, second in numbers if first != second]:
            changes.append(PriceChange(place, parts))
    return changes


def _prices(scoring_table: ScoringRules) -> dict[str, tuple[Label, Mapping[Label, Fraction | None]]]:
    """Every price of a table by its path: its name, and its numbers by what they are, None where nothing is typed."""
    numbers = [
        price
        for parameter in PARAMETERS.values()
        for price in parameter.prices(parameter.of(scoring_table), scoring_table)
    ]
    unit = scoring_table.unit_denominator
    return {
        path: (name, {part: None if amount is None else Fraction(amount, unit) for part, amount in units.items()})
        for path, name, units in (*_sheet(scoring_table), *numbers)
    }


def _sheet(scoring_table: ScoringRules) -> Iterator[PriceNumbers]:
    for level, row in scoring_table.prices.items():
        for column in scoring_table.columns:
            price = row[column.code]
            units: Units = {MADE: price.made, OVER: price.over, LOST: price.lost, UNDER: price.under} if price else {}
            yield cell_path(level, column), named_cell(level, column), units


def word_changes(before: ScoringRules, after: ScoringRules) -> list[WordChange]:
    """The rules and other facts in which two scoring tables differ."""
    old, new = _in_words(before), _in_words(after)
    changes = [WordChange(code, old.get(code, NOTHING), new.get(code, NOTHING)) for code in {**new, **old}]
    return [change for change in changes if change.before != change.after]


def _in_words(scoring_table: ScoringRules) -> dict[str, Label]:
    """The chosen rules, in the sheet's own words where it has any, and all other facts in a word or two."""
    words = {
        rule: scoring_table.choices.get(rule, {}).get(choice, same(choice))
        for rule, choice in scoring_table.rules.items()
    }
    for key in [*(key for key in PARAMETERS if key not in LAST), *LAST]:
        if brief := PARAMETERS[key].brief(scoring_table):
            words[key] = brief
    return words


# Finding a club's prices among the presets: by what three deals pay, and only where every number fits.


LEVEL = 9
SHOWN = 3
SOMEBODY = ("A", "B")


@dataclass(frozen=True)
class OrdinaryDeal:
    """A deal of a declarer, with a partner if it has one, and the units that each opponent pays.

    Negative for what each opponent gets.
    """

    deal: Deal
    scoring_table: ScoringRules
    units: int

    @property
    def price(self) -> Fraction:
        """What each opponent pays, in points."""
        return Fraction(self.units, self.scoring_table.unit_denominator)

    @property
    def amount(self) -> Label:
        """What each opponent pays or gets."""
        return in_points(abs(self.units), self.scoring_table.unit_denominator)

    @property
    def deed(self) -> Label:
        """What the players do: "Anna og Bent melder 9 og får 8"."""
        return sentence(self.deal, self.scoring_table, NO_PAYOUT, is_played=False)


def fitting(nine: Fraction, vip: Fraction | None) -> list[ScoringRules]:
    """The presets that pay exactly this for 9 and for 9 vip in the first turn, None where vip is not played."""
    return [
        scoring_table
        for scoring_table in every_preset()
        if _price(_trick(scoring_table, 0)) == nine and _price(_trick(scoring_table, 0, vip_turn=1)) == vip
    ]


def fitting_bordlaegger(candidates: Iterable[ScoringRules], price: Fraction | None) -> list[ScoringRules]:
    """Those presets that pay exactly this for the bid that is just called bordlægger, None where there is none."""
    return [preset for preset in candidates if _price(_nolo(preset, "bordlaegger", made=True)) == price]


def examples(scoring_table: ScoringRules, players: Sequence[str] = SOMEBODY) -> list[OrdinaryDeal]:
    """A deal lost, one with an overtrick and a nolo; a plain 9 where there is no nolo."""
    deals = (
        _trick(scoring_table, -1, players=players),
        _trick(scoring_table, 1, vip_turn=2, players=players) or _trick(scoring_table, 1, players=players),
        _nolo(scoring_table, "sol", made=True, players=players) or _trick(scoring_table, 0, players=players),
    )
    return [deal for deal in deals if deal]


def differences(
    first: ScoringRules, second: ScoringRules, players: Sequence[str] = SOMEBODY
) -> list[tuple[OrdinaryDeal, OrdinaryDeal]]:
    """The first few of the ordinary deals that two presets both price, and price differently."""
    pairs = zip(_telling_deals(first, players), _telling_deals(second, players), strict=True)
    differ = [(ours, theirs) for ours, theirs in pairs if ours and theirs and ours.price != theirs.price]
    return differ[:SHOWN]


def _telling_deals(scoring_table: ScoringRules, players: Sequence[str]) -> list[OrdinaryDeal | None]:
    """Deals on which presets with the same 9 part, the commonest first."""
    return [
        _trick(scoring_table, 1, vip_turn=2, players=players),
        _nolo(scoring_table, "bordlaegger", made=True, players=players),
        _nolo(scoring_table, "sol", made=False, players=players),
        _nolo(scoring_table, "sol", made=True, players=players),
        _trick(scoring_table, -1, players=players),
        _trick(scoring_table, -1, vip_turn=1, players=players),
        _trick(scoring_table, -2, players=players),
    ]


def _price(priced: OrdinaryDeal | None) -> Fraction | None:
    return priced.price if priced else None


def _trick(
    scoring_table: ScoringRules, over: int, *, vip_turn: int | None = None, players: Sequence[str] = SOMEBODY
) -> OrdinaryDeal | None:
    """A 9 that takes so many tricks over it, plain or vip; None without a price."""
    column = scoring_table.column("plain", None)
    if vip_turn:
        # A table with one price for every attachment counts by that.
        column = scoring_table.column("vip", vip_turn) or scoring_table.column("paahaeng", None)
    if column is None or LEVEL not in scoring_table.levels:
        return None
    terms = trick_terms(scoring_table, column, LEVEL, Played(LEVEL + over))
    if terms is None:
        return None
    deal = TrickDeal(
        level=LEVEL,
        attachment=column.attachment,
        vip_turn=vip_turn if column.attachment == "vip" else None,
        declarer=players[0],
        partner=players[1],
        tricks=LEVEL + over,
    )
    return OrdinaryDeal(deal, scoring_table, terms.amount)


def _nolo(
    scoring_table: ScoringRules, code: str, *, made: bool, players: Sequence[str] = SOMEBODY
) -> OrdinaryDeal | None:
    """A nolo as it is entered: made or lost, by one trick where its price goes by tricks; None without a price."""
    nolo = scoring_table.nolo.get(code)
    if nolo is None:
        return None
    participant = Participant(players[0], None, made)
    tricks = participant.priced_tricks(nolo)
    terms = nolo_terms(nolo, tricks)
    if terms is None:
        return None
    if nolo.is_priced_by_tricks(made=made):
        participant = Participant(players[0], tricks)
    return OrdinaryDeal(NoloDeal(contract=code, participants=(participant,)), scoring_table, terms.amount)
