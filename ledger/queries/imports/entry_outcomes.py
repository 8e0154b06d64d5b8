"""Every outcome of a tariff as a row of prices, with what a keyboard line says of it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ledger.rules.deals.keyboard.notation import spelling_of
from ledger.rules.deals.kinds.not_played import WORDS as WORDS_OF_CAUSES
from ledger.rules.deals.kinds.passed_out import PASSED_OUT
from ledger.rules.deals.kinds.passed_out import WORDS as WORDS_OF_PASSES
from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.scoring.tariff import Tariff, trick_key, ways
from ledger.rules.scoring.vocabulary import ALONE, CAUSES, TRUMPS
from ledger.rules.site.labels import Label, Phrase, fill, same
from ledger.spreadsheets.imports.entry.entry_book import EntryContract, EntryKind, EntryOutcome, PartnerRule

FIRST_PAIR, OTHER_PAIR = Phrase("Players 1 and 3"), Phrase("Players 2 and 4")
MAKERS, THE_OTHERS = Phrase("Declarer's side, by number of players"), Phrase("The others, by number of players")
WHO_PAYS, WHO_IS_PAID = Phrase("The one at fault"), Phrase("Each of the others")
ABOVE_FEWEST = Phrase("{name}, per trick above the fewest")

Words = tuple[Label | None, ...]
Numbered = tuple[int, str | None]
Spelt = Mapping[str, Mapping[str, str]]
Row = tuple[str, Words, Sequence[int | None]]
NO_WORDS: Words = (None, None, None)
OF_COLUMN = {"never": PartnerRule.NEEDED, "possible": PartnerRule.OR_ALONE, "forced": PartnerRule.ALONE}
OF_ROLE = {"alone": PartnerRule.NOBODY, "pair": PartnerRule.NEEDED, "any": PartnerRule.IF_ANY}


def contracts_of(scoring_table: ScoringRules) -> tuple[EntryContract, ...]:
    """The contracts that can be chosen, in the order of the sheet on the wall; a level goes with an attachment."""
    return (
        *_trick_contracts(scoring_table),
        *_other_contracts(scoring_table),
        *(EntryContract(label, EntryKind.NO_POINTS, PartnerRule.NOBODY, 0) for label in (PASSED_OUT, *CAUSES.values())),
    )


def _trick_contracts(scoring_table: ScoringRules) -> Iterator[EntryContract]:
    if len(scoring_table.levels) > 1:
        for level in scoring_table.levels:
            yield EntryContract(same(str(level)), EntryKind.TRICKS, PartnerRule.OR_ALONE, scoring_table.tricks)
    elif scoring_table.levels:
        for column in scoring_table.columns:
            yield EntryContract(column.label, EntryKind.TRICKS, OF_COLUMN[column.alone], column.tricks_played)


def _other_contracts(scoring_table: ScoringRules) -> Iterator[EntryContract]:
    most, nobody = scoring_table.tricks, PartnerRule.NOBODY
    for nolo in scoring_table.nolo.values():
        kind = EntryKind.PAIR_NOLO if nolo.side == "pair" else EntryKind.NOLO
        yield EntryContract(nolo.label, kind, nobody, most)
    if scoring_table.free_for_all:
        yield EntryContract(scoring_table.free_for_all.label, EntryKind.FREE_FOR_ALL, nobody, most)
    if scoring_table.pair_book:
        yield EntryContract(scoring_table.pair_book.label, EntryKind.PAIR_BOOK, nobody, most)
    for role in scoring_table.roles.values():
        yield EntryContract(role.label, EntryKind.ROLES, OF_ROLE[role.side], most)
    for penalty in scoring_table.penalties.values():
        yield EntryContract(penalty.label, EntryKind.PENALTY, nobody, most)


def outcomes_of(tariff: Tariff) -> Iterator[EntryOutcome]:
    """Every outcome, contract by contract in the order of `contracts_of`; one that pays as another has none."""
    yield from _trick_outcomes(tariff)
    at = len([*_trick_contracts(tariff.scoring_table)])
    for rows in (*_rows_of_others(tariff), *_rows_without_points()):
        at += 1
        for second, (line, words, amounts) in enumerate(rows):
            yield EntryOutcome((at, 0, 0, 0, second), line, words, amounts)


# --- contracts to take tricks


def _trick_outcomes(tariff: Tariff) -> Iterator[EntryOutcome]:
    scoring_table = tariff.scoring_table
    has_levels = len(scoring_table.levels) > 1
    spelling = spelling_of(scoring_table).words
    every = product(enumerate(scoring_table.levels, 1), enumerate(scoring_table.columns, 1))
    for (at_level, level), (at_column, column) in every:
        place = (at_level, at_column) if has_levels else (at_column, 0)
        names = (same(str(level)), column.label) if has_levels else (column.label, None)
        for ((at_trump, trump), (at_flag, flag)), is_alone in product(_extras(scoring_table, column), ways(column)):
            key = trick_key(level, column, trump, flag, alone=is_alone)
            with_partner = tariff.amounts.get(trick_key(level, column, trump, flag, alone=False))
            if is_alone and tariff.amounts[key] == with_partner:
                continue
            extras_in_words = (TRUMPS[trump] if trump else None, scoring_table.flags[flag] if flag else None)
            yield EntryOutcome(
                (*place, at_trump, at_flag, int(is_alone and with_partner is not None)),
                _bid_in_line(spelling, level, column, trump, flag),
                (*names, *extras_in_words, ALONE["declared"] if is_alone else None),
                tariff.amounts[key],
            )


def _extras(scoring_table: ScoringRules, column: Column) -> Iterator[tuple[Numbered, Numbered]]:
    """The trumps and knocks that change a price of a column, with their places in the lists, 0 for none."""
    trumps, flags = scoring_table.counted_trumps(column.attachment), scoring_table.counted_flags(column.attachment)
    numbered = [(at, trump) for at, trump in enumerate((None, *scoring_table.trumps)) if trump in (None, *trumps)]
    return product(
        numbered, [(at, flag) for at, flag in enumerate((None, *scoring_table.flags)) if flag in (None, *flags)]
    )


def _bid_in_line(spelling: Spelt, level: int, column: Column, trump: str | None, flag: str | None) -> str:
    """The bid as a keyboard line has it: "9v2k"."""
    name = spelling["attachment"].get(column.attachment, "")
    knock = spelling["flag"][flag] if flag else ""
    return f"{level}{name}{column.vip_turn or ''}{spelling['trump'][trump] if trump else ''}{knock}"


# --- every other contract


def _rows_of_others(tariff: Tariff) -> Iterator[tuple[Row, ...]]:
    """The rows of each other contract, two of those that pay two sides."""
    scoring_table = tariff.scoring_table
    words = spelling_of(scoring_table).words
    for code, nolo in scoring_table.nolo.items():
        yield ((words["nolo"][code], (nolo.label,), tariff.amounts[code]),)
    if pot := scoring_table.free_for_all:
        yield (("m", (fill(ABOVE_FEWEST, name=pot.label),), (pot.price,)),)
    if book := scoring_table.pair_book:
        sides = enumerate((FIRST_PAIR, OTHER_PAIR))
        yield tuple(
            ("", (book.label, *NO_WORDS, pair), [units[side] for units in tariff.pair_book]) for side, pair in sides
        )
    for code, role in scoring_table.roles.items():
        counts = range(scoring_table.seats.max + 1)
        maker, others = ([paid.get(count) for count in counts] for paid in (role.maker, role.others))
        letters = words["role"][code]
        yield (letters, (role.label, *NO_WORDS, MAKERS), maker), (letters, (role.label, *NO_WORDS, THE_OTHERS), others)
    only = len(scoring_table.penalties) == 1
    for code, penalty in scoring_table.penalties.items():
        letters = "" if only else words["penalty"][code]
        paying, paid = (penalty.label, *NO_WORDS, WHO_PAYS), (penalty.label, *NO_WORDS, WHO_IS_PAID)
        yield (letters, paying, (penalty.offender,)), (letters, paid, (penalty.other,))


def _rows_without_points() -> Iterator[tuple[Row, ...]]:
    yield ((WORDS_OF_PASSES[0], (PASSED_OUT,), (0,)),)
    for cause, label in CAUSES.items():
        yield ((WORDS_OF_CAUSES[cause][0], (label,), (0,)),)
