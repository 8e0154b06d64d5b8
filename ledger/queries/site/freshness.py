"""The version of what a club's pages show: one small query that tells whether a kept page still holds."""

from dataclasses import dataclass

from django.db import connection

VERSIONS = """
    SELECT club.language, club.revision, season.id, season.lines, season.head
    FROM ledger_season season JOIN ledger_club club ON club.id = season.club_id
    WHERE club.slug = %s AND club.removed_at IS NULL
    ORDER BY season.id
"""


@dataclass(frozen=True)
class PageVersion:
    """A text that changes with every line in any of a club's books and every change of its registers.

    `language` is the one the club speaks to those who have chosen none.
    """

    text: str
    language: str


def page_version(*, club_slug: str) -> PageVersion | None:
    """The version a club's pages have now, or None when there is no such club.

    One query, one row per season; in plain SQL, because putting it together would cost more than asking it.
    """
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [club_slug])
        rows = cursor.fetchall()
    if not rows:
        return None
    language, revision = rows[0][:2]
    seasons = "-".join(f"{pk}.{lines}.{head[:12]}" for _, _, pk, lines, head in rows)
    return PageVersion(text=f"{revision}-{seasons}", language=language)
