"""A deal of the book in words: its contract, its result, its reason, and who was there."""

from ledger.models import Entry
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.pricing import why
from ledger.rules.deals.explaining import contract_name, result_text
from ledger.rules.deals.reading import read_deal


def names_at_table(entry: Entry) -> dict[str, str]:
    """Everyone at the table of a line by id as text, in seat order; no query when the postings are loaded."""
    return {str(line.player_id): line.player.name for line in entry.postings.all() if line.player is not None}


def contract_and_result(*, entry: Entry, language: str) -> tuple[str, str]:
    """The contract in words and its result, such as ("9 vip i 2.", "+1"), for a line whose postings are loaded."""
    scoring_table = entry.table_version.to_rules()
    played = read_deal(entry.deal, scoring_table, list(names_at_table(entry)))
    return contract_name(played, scoring_table, language), result_text(played, scoring_table)


def why_in_words(*, entry: Entry, language: str, mentions: Mentions) -> str:
    """One sentence and its arithmetic for a line whose postings are loaded, with the names of today."""
    players = names_at_table(entry)
    return mentions.said(why(version=entry.table_version, deal=entry.deal, players=players, language=language))
