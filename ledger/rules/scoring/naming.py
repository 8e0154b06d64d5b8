"""Names of contracts, as they are bid."""

from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.scoring.vocabulary import ATTACHMENTS
from ledger.rules.site.labels import Changed, Label, Phrase, join, same

TURNS = {1: Phrase("in the 1st turn"), 2: Phrase("in the 2nd turn"), 3: Phrase("in the 3rd turn")}


def bid_name(scoring_table: ScoringRules, level: int, column: Column) -> Label:
    """A trick contract as it is bid, without its turn: "9", "9 vip"; of a table with one level the column's name."""
    if len(scoring_table.levels) == 1:
        return column.label
    name = same(str(level))
    return name if column.attachment == "plain" else join([name, _attachment_word(column)], " ")


def _attachment_word(column: Column) -> Label:
    if column.parts:
        return join([ATTACHMENTS.get(part, same(part)) for part in column.parts], " + ")
    return ATTACHMENTS.get(column.attachment) or Changed(column.label, str.lower)
