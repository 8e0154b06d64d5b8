"""A scoring table's rules in words, as they would hang on the wall beside its prices: a sentence each."""

from collections.abc import Iterator, Sequence

from ledger.rules.scoring.parameters.basics.game import UNIT_DENOMINATOR
from ledger.rules.scoring.parameters.chosen_rules import BOOK, JOINED, NOLO_LOST
from ledger.rules.scoring.parameters.lists.nolo import nolo_price
from ledger.rules.scoring.scoring_table import Nolo, NoloPrice, Penalty, ScoringRules
from ledger.rules.scoring.wall.words_of_tricks import trick_words
from ledger.rules.site.labels import Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points

ALONE = Phrase("%(nolo)s: played alone; each of the three others pays when it is made, and is paid when it is lost.")
PAIR = Phrase("%(nolo)s: played as a pair; the pair's tricks count together, and each opponent pays or is paid.")
ANY = Phrase("Nolo")
OWN_LOSS = Phrase("%(nolo)s lost: %(lost)s.")
OWN_LOSS_PER_TRICK = Phrase("%(nolo)s lost: %(off)s for each trick too many.")
OWN_LOSS_AND_MORE = Phrase("%(nolo)s lost: %(lost)s, and %(off)s more for each trick too many.")
LESS = Phrase("%(nolo)s made: %(less)s more per trick below %(most)s.")
TRICK, TRICKS = Phrase("%(count)s trick", "one"), Phrase("%(count)s tricks")
EXACTLY = Phrase("%(nolo)s: exactly %(most)s; fewer is lost too.")
BETWEEN = Phrase("%(nolo)s: at least %(least)s and at most %(most)s; fewer is lost too.")
POT = Phrase(
    "%(name)s: each pays %(price)s for each trick more than the fewest; those with the fewest share the pot equally."
)
NO_PRICE = Phrase("the price")
ROLES = Phrase("The numbers are points to each on the maker's side / to each other. The house pays.")
SEATS = Phrase("There are %(least)s to %(most)s players.")
PENALTY = Phrase("%(name)s: %(offender)s for whoever is at fault, and %(other)s for each of the others.")


def rules_in_words(scoring_table: ScoringRules) -> tuple[Label, ...]:
    """Everything that decides who pays what, apart from the sheet's numbers; a sentence each.

    Generated from the facts that price a deal, so that the sentences cannot disagree with the engine.
    """
    counting = UNIT_DENOMINATOR.sentences(scoring_table)
    return (*counting, *trick_words(scoring_table), *_nolo(scoring_table), *_others(scoring_table))


def _nolo(scoring_table: ScoringRules) -> Iterator[Label]:
    contracts = list(scoring_table.nolo.values())
    for side, template in (("alone", ALONE), ("pair", PAIR)):
        of_side = [nolo.label for nolo in contracts if nolo.side == side]
        if of_side:
            yield fill(template, nolo=ANY if len(of_side) == len(contracts) else enumeration(of_side))
    for nolo in contracts:
        yield from _limits(nolo)
    yield from _losses(scoring_table, contracts)
    if any(nolo.side == "alone" for nolo in contracts):
        yield JOINED.sentence(scoring_table.rules.get("joined", "independent"))


def _limits(nolo: Nolo) -> Iterator[Label]:
    if nolo.min_tricks:
        template = EXACTLY if nolo.min_tricks == nolo.max_tricks else BETWEEN
        most = fill(TRICK if nolo.max_tricks == 1 else TRICKS, count=nolo.max_tricks)
        yield fill(template, nolo=nolo.label, least=nolo.min_tricks, most=most)


def _losses(scoring_table: ScoringRules, contracts: Sequence[Nolo]) -> Iterator[Label]:
    """The cost of a lost nolo: by the named rule, or contract by contract where the numbers deviate from it."""
    rule, unit = scoring_table.rules.get("nolo_lost", "same"), scoring_table.unit_denominator
    if any(_by_rule(nolo.price, rule) for nolo in contracts):
        yield NOLO_LOST.sentence(rule)
    for nolo in contracts:
        if nolo.price and not _by_rule(nolo.price, rule):
            yield _own_loss(nolo, nolo.price, unit)
        if nolo.price and nolo.price.less:
            yield fill(LESS, nolo=nolo.label, less=in_points(nolo.price.less, unit), most=nolo.max_tricks)


def _by_rule(price: NoloPrice | None, rule: str) -> bool:
    """Whether a lost contract costs what the named rule says; True while no price is typed."""
    if price is None:
        return True
    named = nolo_price({"made": price.made}, rule)
    return (price.lost, price.off) == (named.lost, named.off)


def _own_loss(nolo: Nolo, price: NoloPrice, unit: int) -> Label:
    template = OWN_LOSS_AND_MORE
    if not price.off:
        template = OWN_LOSS
    elif not price.lost:
        template = OWN_LOSS_PER_TRICK
    return fill(template, nolo=nolo.label, lost=in_points(price.lost, unit), off=in_points(price.off, unit))


def _others(scoring_table: ScoringRules) -> Iterator[Label]:
    unit = scoring_table.unit_denominator
    if pot := scoring_table.free_for_all:
        yield fill(POT, name=pot.label, price=NO_PRICE if pot.price is None else in_points(pot.price, unit))
    if book := scoring_table.pair_book:
        values = {"name": book.label, "tricks": book.tricks, "price": in_points(book.price, unit)}
        yield BOOK.sentence(scoring_table.rules.get("book", "zero_sum"), **values)
    if scoring_table.roles:
        yield ROLES
        yield fill(SEATS, least=scoring_table.seats.min, most=scoring_table.seats.max)
    for penalty in scoring_table.penalties.values():
        yield _penalty(penalty, unit)


def _penalty(penalty: Penalty, unit: int) -> Label:
    amounts = {part: _with_sign(getattr(penalty, part), unit) for part in ("offender", "other")}
    return fill(PENALTY, name=penalty.label, **amounts)


def _with_sign(units: int, unit: int) -> Label:
    return join([same("+" if units > 0 else ""), in_points(units, unit)], "")
