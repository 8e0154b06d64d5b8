"""What the contracts of a scoring table are called when they are bid."""

from ledger.rules.scoring.scoring_table import Column, ScoringRules
from ledger.rules.scoring.vocabulary import ATTACHMENTS
from ledger.rules.site.labels import Label

TURNS = {1: Label("i 1.", "in the 1st turn"), 2: Label("i 2.", "in the 2nd turn"), 3: Label("i 3.", "in the 3rd turn")}


def bid_name(scoring_table: ScoringRules, level: int, column: Column, language: str) -> str:
    """A trick contract as it is bid, without its turn: "9", "9 vip"; of a table with one level the column's name."""
    if len(scoring_table.levels) == 1:
        return column.label[language]
    return str(level) if column.attachment == "plain" else f"{level} {_attachment_word(column, language)}"


def _attachment_word(column: Column, language: str) -> str:
    if column.parts:
        return " + ".join(ATTACHMENTS[part][language] if part in ATTACHMENTS else part for part in column.parts)
    known = ATTACHMENTS.get(column.attachment)
    return known[language] if known else column.label[language].lower()
