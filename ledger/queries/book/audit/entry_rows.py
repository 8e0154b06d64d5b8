"""A season's entries as the engine has them stored, each with its postings as one text: the cheapest way to read them.

Django's converters are passed by: a key is the text or the UUID that the driver gives, a deal is its JSON, and SQLite's
moments are texts.
"""

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from ledger.models import Season
from ledger.queries.site.snapshot import apart

ROWS_AT_A_TIME = 1000
# Who sits at the table, and every share in seat order as JSON spells it: 101,102:[[1,101,"declarer",null,8],[2,...]].
# JSON tells a number from its text and escapes what no role has, so that nothing stored can pose as something else.
SELECT = {
    "sqlite": """
        SELECT key, sequence, evening_id, table_number, number, kind, table_version_id, deal, seats, reverses_id,
            replaces_id, reason, author_id, CAST(received_at AS TEXT), CAST(noted_at AS TEXT), previous_digest,
            digest, club_id, (
            SELECT group_concat(player_id) || ':' || json_group_array(json_array(seat, player_id, role, tricks, points))
            FROM (SELECT * FROM ledger_posting WHERE entry_id = entry.key ORDER BY seat))
        FROM ledger_entry entry WHERE season_id = %s AND sequence > %s ORDER BY sequence LIMIT %s""",
    "postgresql": """
        SELECT key, sequence, evening_id, table_number, number, kind, table_version_id, deal, seats, reverses_id,
            replaces_id, reason, author_id, received_at, noted_at, previous_digest, digest,
            club_id, (
            SELECT string_agg(player_id::text, ',' ORDER BY seat) || ':[' || string_agg(
                replace(json_build_array(seat, player_id, role, tricks, points)::text, ', ', ','), ',' ORDER BY seat)
                || ']' FROM ledger_posting WHERE entry_id = entry.key)
        FROM ledger_entry entry WHERE season_id = %s AND sequence > %s ORDER BY sequence LIMIT %s""",
}


class EntryRow(NamedTuple):
    """An entry as stored, and its postings as SELECT spells them."""

    key: str | UUID
    sequence: int
    evening_id: int
    table_number: int
    number: int
    kind: str
    version_id: int
    deal: str
    seats: int
    reverses_id: str | UUID | None
    replaces_id: str | UUID | None
    reason: str
    author_id: int
    received_at: str | datetime
    noted_at: str | datetime | None
    previous_digest: str
    digest: str
    club_id: int
    postings: str


def rows_after(season: Season, last: int) -> list[EntryRow]:
    """The next thousand entries of a season after the number `last`; one query.

    What a damaged file holds can be of any type, and makes the driver raise almost anything.
    """
    with apart(), connection.cursor() as cursor:
        cursor.execute(SELECT[connection.vendor], [season.pk, last, ROWS_AT_A_TIME])
        return [EntryRow._make(row) for row in cursor.fetchall()]
