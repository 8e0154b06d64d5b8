"""What each contract of a scoring table demands, in a sentence or two for somebody who does not know the word."""

from collections.abc import Iterator
from typing import NamedTuple

from ledger.rules.scoring.scoring_table import Column, Nolo, ScoringRules
from ledger.rules.scoring.vocabulary import ATTACHMENTS
from ledger.rules.site.labels import Label, Phrase, fill, join

TRUMP = {
    "chosen": Phrase("The declarer chooses the trump suit."),
    "turned": Phrase("The cat is turned card by card, and the card that is taken decides trump."),
    "clubs": Phrase("Clubs are trumps."),
    "spades": Phrase("Spades are trumps."),
    "none": Phrase("There are no trumps."),
}
WHICH_TURN = Phrase("“In the 2nd turn”: it was the second card.")
PARTNERS_TRUMP = Phrase("The partner chooses the trump suit.")
ALONE = {
    "forced": Phrase("The declarer plays alone against the three others."),
    "never": Phrase("The declarer always has a partner."),
}
FEWER = Phrase("Only %(tricks)s tricks are played.")
EXACTLY, AT_MOST = Phrase("The declarer must take exactly %(most)s."), Phrase("The declarer may take at most %(most)s.")
BETWEEN = Phrase("The declarer must take at least %(least)s and at most %(most)s.")
TRICK, TRICKS = Phrase("%(count)s trick", "one"), Phrase("%(count)s tricks")
NONE_AT_ALL = Phrase("The declarer may not take a single trick.")
OPEN = Phrase("The declarer's cards lie open on the table.")
OPEN_WITH_TALK = Phrase("The declarer's cards lie open on the table, and the others may talk about how to play.")
ON_THE_TABLE = {
    "bordlaegger": OPEN,
    "ren_bordlaegger": OPEN,
    "ren_bordlaegger_med_snak": OPEN_WITH_TALK,
    "dobbelt_bordlaegger": Phrase("Everybody's cards lie open on the table."),
}
SIDE = {
    "alone": Phrase("It is played alone, and others may go along for their own account."),
    "pair": Phrase("It is played as a pair, whose tricks count together."),
}
POT = Phrase("Everybody plays for themselves, and whoever takes the fewest tricks wins.")
BOOK = Phrase("Two pairs play against each other. Only the tricks above the first %(tricks)s count.")
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
        yield ContractWord("free_for_all", pot.label, POT)
    if book := scoring_table.pair_book:
        yield ContractWord("pair_book", book.label, fill(BOOK, tricks=book.tricks))
    for row in scoring_table.roles.values():
        yield ContractWord(row.code, row.label, OF_THE_MAKER[row.side] if any(row.maker.values()) else OF_THE_OTHERS)


def _demands(column: Column, scoring_table: ScoringRules) -> Iterator[Label]:
    """Who names the trump, with whom it is played, and how many tricks there are where that is fewer."""
    is_partners = column.bears("halve") and column.trump == "chosen"
    yield PARTNERS_TRUMP if is_partners else TRUMP[column.trump]
    if column.vip_turn:
        yield WHICH_TURN
    if column.alone in ALONE:
        yield ALONE[column.alone]
    if column.tricks_played < scoring_table.tricks:
        yield fill(FEWER, tricks=column.tricks_played)


def _limit(nolo: Nolo) -> Label:
    if nolo.max_tricks == 0:
        return NONE_AT_ALL
    most = fill(TRICK if nolo.max_tricks == 1 else TRICKS, count=nolo.max_tricks)
    if nolo.min_tricks == nolo.max_tricks:
        return fill(EXACTLY, most=most)
    return fill(BETWEEN, least=nolo.min_tricks, most=most) if nolo.min_tricks else fill(AT_MOST, most=most)
