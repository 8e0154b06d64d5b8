"""A scoring table as it hangs on the club's wall: its cells, its contracts, its rules in words, worked examples."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import NamedTuple

from ledger.rules.deals.kinds import Deal, kinds_offered
from ledger.rules.deals.payout import Payout
from ledger.rules.deals.settling import settle
from ledger.rules.scoring.parameters import PARAMETERS
from ledger.rules.scoring.parameters.basics import PARTNER, UNIT_DENOMINATOR
from ledger.rules.scoring.parameters.named_rules import BOOK, JOINED, LOST, MADE, NOLO_LOST
from ledger.rules.scoring.parameters.other_games import nolo_price
from ledger.rules.scoring.parameters.trick_prices import TRICKS_MAP
from ledger.rules.scoring.scoring_table import (
    ATTACHMENTS,
    SUITS,
    TRUMPS,
    TURNS,
    Column,
    Multiplier,
    Nolo,
    NoloPrice,
    Price,
    ScoringRules,
    When,
)
from ledger.rules.scoring.tariff import Shorthand, Tariff, trick_price
from ledger.rules.site.labels import Changed, Label, Phrase, enumeration, fill, join, same
from ledger.rules.site.points import in_points
from ledger.rules.site.refusal import Refusal

# Rules in words.


ALONE = Phrase("%(nolo)s: played alone; each of the three others pays when it is made, and is paid when it is lost.")
PAIR = Phrase("%(nolo)s: played as a pair; the pair's tricks count together, and each opponent pays or is paid.")
TRICK, TRICKS = Phrase("%(count)s trick", "one"), Phrase("%(count)s tricks")
EXACTLY = Phrase("%(nolo)s: exactly %(most)s; fewer is lost too.")
BETWEEN = Phrase("%(nolo)s: at least %(least)s and at most %(most)s; fewer is lost too.")


def rules_in_words(scoring_table: ScoringRules) -> tuple[Label, ...]:
    """Everything that decides who pays what, apart from the sheet's numbers; a sentence each.

    Generated from the facts that price a deal, so that the sentences cannot disagree with the engine.
    """
    counting = UNIT_DENOMINATOR.sentences(scoring_table)
    return (*counting, *trick_words(scoring_table), *_nolo(scoring_table), *_others(scoring_table))


def _nolo(scoring_table: ScoringRules) -> Iterator[Label]:
    contracts, unit = list(scoring_table.nolo.values()), scoring_table.unit_denominator
    for side, template in (("alone", ALONE), ("pair", PAIR)):
        of_side = [nolo.label for nolo in contracts if nolo.side == side]
        if of_side:
            yield fill(template, nolo=Phrase("Nolo") if len(of_side) == len(contracts) else enumeration(of_side))
    for nolo in contracts:
        if nolo.min_tricks:
            template = EXACTLY if nolo.min_tricks == nolo.max_tricks else BETWEEN
            yield fill(template, nolo=nolo.label, least=nolo.min_tricks, most=_tricks(nolo.max_tricks))
    # A lost nolo costs what the named rule says, or is told contract by contract where the numbers deviate from it.
    rule = scoring_table.rules.get("nolo_lost", "same")
    priced = [(nolo, nolo.price) for nolo in contracts if nolo.price]
    deviating = [nolo for nolo, price in priced if price != nolo_price({"made": price.made, "less": price.less}, rule)]
    if len(deviating) < len(contracts):
        yield NOLO_LOST.sentence(rule)
    for nolo, price in priced:
        if nolo in deviating:
            yield _own_loss(nolo, price, unit)
        if price.less:
            template = Phrase("%(nolo)s made: %(less)s more per trick below %(most)s.")
            yield fill(template, nolo=nolo.label, less=in_points(price.less, unit), most=nolo.max_tricks)
    if any(nolo.side == "alone" for nolo in contracts):
        yield JOINED.sentence(scoring_table.rules.get("joined", "independent"))


def _tricks(count: int) -> Label:
    return fill(TRICK if count == 1 else TRICKS, count=count)


def _own_loss(nolo: Nolo, price: NoloPrice, unit: int) -> Label:
    template = Phrase("%(nolo)s lost: %(lost)s, and %(off)s more for each trick too many.")
    if not price.off:
        template = Phrase("%(nolo)s lost: %(lost)s.")
    elif not price.lost:
        template = Phrase("%(nolo)s lost: %(off)s for each trick too many.")
    return fill(template, nolo=nolo.label, lost=in_points(price.lost, unit), off=in_points(price.off, unit))


def _others(scoring_table: ScoringRules) -> Iterator[Label]:
    unit = scoring_table.unit_denominator
    if pot := scoring_table.free_for_all:
        yield fill(
            Phrase(
                "%(name)s: each pays %(price)s for each trick more than the fewest; "
                "those with the fewest share the pot equally."
            ),
            name=pot.label,
            price=Phrase("the price") if pot.price is None else in_points(pot.price, unit),
        )
    if book := scoring_table.pair_book:
        values = {"name": book.label, "tricks": book.tricks, "price": in_points(book.price, unit)}
        yield BOOK.sentence(scoring_table.rules.get("book", "zero_sum"), **values)
    if scoring_table.roles:
        yield Phrase("The numbers are points to each on the maker's side / to each other. The house pays.")
        yield fill(
            Phrase("There are %(least)s to %(most)s players."),
            least=scoring_table.seats.min,
            most=scoring_table.seats.max,
        )
    for penalty in scoring_table.penalties.values():
        yield fill(
            Phrase("%(name)s: %(offender)s for whoever is at fault, and %(other)s for each of the others."),
            name=penalty.label,
            offender=_with_sign(penalty.offender, unit),
            other=_with_sign(penalty.other, unit),
        )


def _with_sign(units: int, unit: int) -> Label:
    return join([same("+" if units > 0 else ""), in_points(units, unit)], "")


# Cells of the sheet on the wall: one value where the named rules apply, otherwise four numbers.


Cell = int | Price | None


def wall_cells(scoring_table: ScoringRules) -> Mapping[int, Mapping[str, Cell]]:
    """By level and column code, the value V, in units, from which the named rules give the price's four numbers.

    The price itself where no V gives it; None where the price is missing.
    """
    named = shorthand(scoring_table)
    return {
        level: {code: _cell(price, level, scoring_table.tricks // 2, named) for code, price in row.items()}
        for level, row in scoring_table.prices.items()
    }


def shorthand(scoring_table: ScoringRules) -> Shorthand | None:
    """The named rules of a table, with the amount per trick that most cells add; None where no rule is named."""
    made, lost = scoring_table.rules.get("made"), scoring_table.rules.get("lost")
    if made is None or lost is None:
        return None
    prices = [price for row in scoring_table.prices.values() for price in row.values() if price]
    over, under = _commonest(price.over for price in prices), _commonest(price.under for price in prices)
    return Shorthand(made, lost, over, under)


def amounts(price: Price, denominator: int) -> Mapping[str, Label]:
    """The four numbers of a price as text, by "made", "over", "lost" and "under"."""
    return {part: in_points(units, denominator) for part, units in asdict(price).items()}


def four_numbers(price: Price, denominator: int) -> Label:
    """The text of a cell with four numbers, as the editor writes it: "73 +1 / -73 -5"."""
    made, over, lost, under = amounts(price, denominator).values()
    return join([made, same(" +"), over, same(" / -"), lost, same(" -"), under], "")


def _cell(price: Price | None, level: int, book: int, named: Shorthand | None) -> Cell:
    if price is None or named is None:
        return price
    values = (value for value in (price.made, price.over) if trick_price(value, level, book, named) == price)
    return next(values, price)


def _commonest(units: Iterable[int]) -> int:
    return max(Counter(units).items(), key=lambda unit: unit[1], default=(0, 0))[0]


PLACED = (UNIT_DENOMINATOR, PARTNER, TRICKS_MAP)  # what has a place of its own on the wall
OPPONENTS = Phrase("Each opponent pays when the contract is made, and is paid when it is lost.")
RESULTS = {"made": Phrase("when made"), "lost": Phrase("when lost")}


def trick_words(scoring_table: ScoringRules) -> Iterator[Label]:
    """A sentence for each thing that decides what a trick contract pays; none for a table without trick contracts."""
    if not scoring_table.columns:
        return
    cells = [cell for row in wall_cells(scoring_table).values() for cell in row.values()]
    yield from _basis(scoring_table, cells)
    yield from _columns(scoring_table)
    yield from TRICKS_MAP.sentences(scoring_table)  # what the tricks count as comes before what they pay
    yield from _overrides(scoring_table)
    yield from multiplier_words(scoring_table)
    for parameter in PARAMETERS.values():
        if parameter not in PLACED:
            yield from parameter.sentences(scoring_table)


def _basis(scoring_table: ScoringRules, cells: Sequence[Cell]) -> Iterator[Label]:
    """What the sheet's numbers mean, and how they become an amount."""
    prices, named = [cell for cell in cells if isinstance(cell, Price)], shorthand(scoring_table)
    # A price of 0 fits every rule, and is a sign of none.
    by_rule = named if any(cell != 0 and not isinstance(cell, Price) for cell in cells) else None
    yield join([Phrase("The price is the contract's number in the sheet. "), OPPONENTS], "") if by_rule else OPPONENTS
    yield from PARTNER.sentences(scoring_table)
    unit = scoring_table.unit_denominator
    if by_rule:
        yield MADE.sentence(by_rule.made, book=scoring_table.tricks // 2, over=in_points(by_rule.over, unit))
        yield LOST.sentence(by_rule.lost, under=in_points(by_rule.under, unit))
    if prices:
        telling = max(prices, key=_tellingness)
        told = {"cell": four_numbers(telling, unit), **amounts(telling, unit)}
        yield fill(
            Phrase(
                "%(cell)s in a cell: made %(made)s, and %(over)s more for each overtrick; "
                "lost %(lost)s, and %(under)s more for each trick missing."
            ),
            **told,
        )


def _tellingness(price: Price) -> tuple[int, int]:
    """How well a cell shows which number is which: most numbers given first, then most of them different."""
    numbers = (price.made, price.over, price.lost, price.under)
    return sum(map(bool, numbers)), len(set(numbers))


def _columns(scoring_table: ScoringRules) -> Iterator[Label]:
    columns = scoring_table.columns
    alone, never = ([column.label for column in columns if column.alone == way] for way in ("forced", "never"))
    if alone:
        template = Phrase("%(columns)s: declared alone, and each of the three opponents pays the amount.")
        yield fill(template, columns=enumeration(alone))
    if 0 < len(never) < len(columns):
        yield fill(Phrase("%(columns)s: always played with a partner."), columns=enumeration(never))
    for column in columns:
        if column.tricks_played != scoring_table.tricks:
            template = Phrase("%(column)s: %(tricks)s tricks are played.")
            yield fill(template, column=column.label, tricks=column.tricks_played)


def _overrides(scoring_table: ScoringRules) -> Iterator[Label]:
    """One sentence for all overrides: columns that agree at a level are named together."""
    by_cell: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for (level, code, tricks), amount in sorted(scoring_table.overrides.items()):
        by_cell[level, code].append((tricks, amount))
    agreeing: dict[tuple[int, tuple[tuple[int, int], ...]], list[str]] = defaultdict(list)
    for (level, code), paid in by_cell.items():
        agreeing[level, tuple(paid)].append(code)
    if agreeing:
        parts = [_override(scoring_table, level, codes, paid) for (level, paid), codes in agreeing.items()]
        minus = [Phrase("; a minus means that the declarer pays")] if min(scoring_table.overrides.values()) < 0 else []
        yield join([Phrase("Instead of the rule, before any factor: "), join(parts, "; "), *minus, same(".")], "")


def _override(scoring_table: ScoringRules, level: int, codes: Sequence[str], paid: Sequence[tuple[int, int]]) -> Label:
    columns = [column.label for column in scoring_table.columns if column.code in codes]
    name = [same(str(level))]
    if len(columns) < len(scoring_table.columns):
        name.append(enumeration(columns))
    template, unit = Phrase("with %(tricks)s tricks %(amount)s"), scoring_table.unit_denominator
    sums = [fill(template, tricks=tricks, amount=in_points(amount, unit)) for tricks, amount in paid]
    return join([*name, join(sums, ", ")], " ")


def multiplier_words(scoring_table: ScoringRules) -> Iterator[Label]:
    """A sentence for each thing that makes a price count several times or adds to it: "Klør i vip tæller dobbelt."."""
    counting = [row for row in scoring_table.multipliers if (row.mult, row.add) != (1, 0)]
    for row in counting:
        yield _multiplier(scoring_table, row)
    if len(counting) > 1:
        yield Phrase("Where several hold, they count in that order.")


def _multiplier(scoring_table: ScoringRules, row: Multiplier) -> Label:
    attachment, trump = row.when.attachment, row.when.trump
    is_suit = attachment and trump in SUITS and row.when == When(attachment=attachment, trump=trump)
    if attachment and trump and is_suit and (row.mult, row.add) == (2, 0):
        suit = Changed(TRUMPS[trump], _capital)
        return fill(
            Phrase("%(trump)s in %(attachment)s count twice."),
            trump=suit,
            attachment=Changed(_attachment(scoring_table, attachment), str.lower),
        )
    when = join(_conditions(scoring_table, row.when), ", ")
    counts = [same(f" × {row.mult}")] if row.mult > 1 else []
    if row.add:
        counts.append(join([same(" + "), in_points(row.add, scoring_table.unit_denominator)], ""))
    return join([Changed(when, _capital), Phrase(": the amount"), *counts, same(".")], "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _conditions(scoring_table: ScoringRules, when: When) -> list[Label]:
    """A multiplier's conditions, those on the bid as one: "vip i 3. med klør som trumf", "13 stik"."""
    bid: list[Label] = []
    if when.attachment:
        bid.append(_attachment(scoring_table, when.attachment))
    if when.turn:
        bid.append(TURNS[when.turn])
    if when.trump == "none":
        bid.append(Phrase("without trumps"))
    elif when.trump:
        bid.append(fill(Phrase("with %(name)s as trumps"), name=TRUMPS[when.trump]))
    conditions = [join(bid, " ")] if bid else []
    if when.flag:
        conditions.append(scoring_table.flags[when.flag])
    if when.tricks is not None:
        conditions.append(fill(Phrase("%(count)s tricks"), count=when.tricks))
    if when.result:
        conditions.append(RESULTS[when.result])
    return conditions or [Phrase("always")]


def _attachment(scoring_table: ScoringRules, code: str) -> Label:
    """An attachment's name on the sheet: the column's own if it has only one."""
    columns = [column for column in scoring_table.columns if column.attachment == code]
    if len(columns) == 1:
        return columns[0].label
    return ATTACHMENTS.get(code, columns[0].label if columns else same(code))


# What each contract of a scoring table demands, in a sentence or two for somebody who does not know the word.


TRUMP = {
    "chosen": Phrase("The declarer chooses the trump suit."),
    "turned": Phrase("The cat is turned card by card, and the card that is taken decides trump."),
    "clubs": Phrase("Clubs are trumps."),
    "spades": Phrase("Spades are trumps."),
    "none": Phrase("There are no trumps."),
}
PARTNER_DEMANDS = {
    "forced": Phrase("The declarer plays alone against the three others."),
    "never": Phrase("The declarer always has a partner."),
}
OPEN = Phrase("The declarer's cards lie open on the table.")
ON_THE_TABLE = {
    "bordlaegger": OPEN,
    "ren_bordlaegger": OPEN,
    "ren_bordlaegger_med_snak": Phrase(
        "The declarer's cards lie open on the table, and the others may talk about how to play."
    ),
    "dobbelt_bordlaegger": Phrase("Everybody's cards lie open on the table."),
}
SIDE = {
    "alone": Phrase("It is played alone, and others may go along for their own account."),
    "pair": Phrase("It is played as a pair, whose tricks count together."),
}
OF_THE_MAKER = {
    "alone": Phrase("The declarer played alone, and the house pays."),
    "pair": Phrase("The declarer had a partner, and the house pays them both."),
    "any": Phrase("The house pays the declarer's side."),
}
OF_THE_OTHERS = Phrase("The declarer's side fell short, and the house pays the others.")


class ContractWord(NamedTuple):
    """A contract without its level by its code, with its name and what it demands."""

    code: str
    name: Label
    meaning: Label


def contract_words(scoring_table: ScoringRules) -> Iterator[ContractWord]:
    """The attachments, the nolo contracts and whatever else a scoring table prices, made from what prices a deal.

    An attachment with several columns, as vip with its turns, is told once.
    """
    by_attachment = {column.attachment: column for column in reversed(scoring_table.columns)}
    for attachment, column in reversed(by_attachment.items()):
        name = ATTACHMENTS.get(attachment, column.label) if column.vip_turn else column.label
        yield ContractWord(attachment, name, join(list(_demands(column, scoring_table)), " "))
    for nolo in scoring_table.nolo.values():
        demands = [_limit(nolo), *([ON_THE_TABLE[nolo.code]] if nolo.code in ON_THE_TABLE else []), SIDE[nolo.side]]
        yield ContractWord(nolo.code, nolo.label, join(demands, " "))
    if pot := scoring_table.free_for_all:
        yield ContractWord(
            "free_for_all",
            pot.label,
            Phrase("Everybody plays for themselves, and whoever takes the fewest tricks wins."),
        )
    if book := scoring_table.pair_book:
        yield ContractWord(
            "pair_book",
            book.label,
            fill(
                Phrase("Two pairs play against each other. Only the tricks above the first %(tricks)s count."),
                tricks=book.tricks,
            ),
        )
    for row in scoring_table.roles.values():
        yield ContractWord(row.code, row.label, OF_THE_MAKER[row.side] if any(row.maker.values()) else OF_THE_OTHERS)


def _demands(column: Column, scoring_table: ScoringRules) -> Iterator[Label]:
    """Who names the trump, with whom it is played, and how many tricks there are where that is fewer."""
    is_partners = column.bears("halve") and column.trump == "chosen"
    yield Phrase("The partner chooses the trump suit.") if is_partners else TRUMP[column.trump]
    if column.vip_turn:
        yield Phrase("“In the 2nd turn”: it was the second card.")
    if column.alone in PARTNER_DEMANDS:
        yield PARTNER_DEMANDS[column.alone]
    if column.tricks_played < scoring_table.tricks:
        yield fill(Phrase("Only %(tricks)s tricks are played."), tricks=column.tricks_played)


def _limit(nolo: Nolo) -> Label:
    if nolo.max_tricks == 0:
        return Phrase("The declarer may not take a single trick.")
    demand = Phrase("The declarer may take at most %(most)s.")
    if nolo.min_tricks:
        demand = Phrase("The declarer must take at least %(least)s and at most %(most)s.")
    if nolo.min_tricks == nolo.max_tricks:
        demand = Phrase("The declarer must take exactly %(most)s.")
    return fill(demand, least=nolo.min_tricks, most=_tricks(nolo.max_tricks))


# Worked examples of a scoring table: a few typical deals, settled like any other.


PLAYERS = ("A", "B", "C", "D", "E", "F", "G", "H")
MOST = 3


def worked_examples(tariff: Tariff, players: Sequence[str] = PLAYERS) -> list[tuple[Deal, Payout]]:
    """A few deals of the first of `players` that show how a scoring table pays, settled; always the same ones.

    Deals without a price are skipped, so there may be none.
    """
    scoring_table = tariff.scoring_table
    players = players[: max(4, scoring_table.seats.min)]
    examples = []
    for kind in kinds_offered(scoring_table).values():
        for deal in kind.examples(scoring_table, players):
            with suppress(Refusal):  # without a price there is nothing to show
                examples.append((deal, settle(deal, tariff, players)))
    return examples[:MOST]
