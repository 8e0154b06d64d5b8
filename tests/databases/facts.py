"""The contents of a stored database, queried in SQL that every release's schema answers."""

from typing import Any

LINES = """
    SELECT club.slug, season.slug, entry.sequence, entry.digest
    FROM ledger_entry entry JOIN ledger_season season ON season.id = entry.season_id
    JOIN ledger_club club ON club.id = season.club_id ORDER BY season.id, entry.sequence"""
HEADS = """
    SELECT club.slug, season.slug, season.lines, season.head
    FROM ledger_season season JOIN ledger_club club ON club.id = season.club_id ORDER BY season.id"""
SUMS = """
    SELECT club.slug, player.name, sum(posting.points)
    FROM ledger_posting posting JOIN ledger_player player ON player.id = posting.player_id
    JOIN ledger_club club ON club.id = player.club_id GROUP BY club.slug, player.id, player.name ORDER BY player.id"""
BOTTOM_LINES = """
    SELECT evening.number, player.name, total.points, total.deals
    FROM ledger_eveningtotal total JOIN ledger_evening evening ON evening.id = total.evening_id
    JOIN ledger_player player ON player.id = total.player_id ORDER BY evening.id, player.id"""


def facts(cursor: Any) -> dict[str, list[list[Any]]]:
    """Every entry's digest, every season's head, every player's sum and every evening's bottom lines."""
    asked = {"heads": HEADS, "lines": LINES, "sums": SUMS, "bottom_lines": BOTTOM_LINES}
    return {name: [list(row) for row in cursor.execute(question).fetchall()] for name, question in asked.items()}
