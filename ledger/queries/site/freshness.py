"""The version of what a club's pages show: one small query that tells whether a kept page still holds, and for whom."""

from dataclasses import dataclass

from django.db import connection

from ledger.models import Club

VERSIONS = """
    SELECT club.id, club.language, club.revision, club.readers, club.is_listed, club.has_chosen_readers,
        link.token_digest, season.id, season.lines, season.head
    FROM ledger_season season JOIN ledger_club club ON club.id = season.club_id
    LEFT JOIN ledger_readinglink link ON link.club_id = club.id AND link.purpose = 'club'
    WHERE club.slug = %s AND club.removed_at IS NULL
    ORDER BY season.id
"""


@dataclass(frozen=True)
class PageVersion:
    """A text that changes with every line in any of a club's books and every change of its registers.

    `club` has what says who reads, and the language that it speaks to those who have chosen none; nothing else of it is
    loaded. `link_digest` is that of the link by which it is read, empty where it is read otherwise.
    """

    text: str
    club: Club
    link_digest: str


def page_version(*, club_slug: str) -> PageVersion | None:
    """The version a club's pages have now, or None when there is no such club.

    One query, one row per season; in plain SQL, because putting it together would cost more than asking it.
    """
    with connection.cursor() as cursor:
        cursor.execute(VERSIONS, [club_slug])
        rows = cursor.fetchall()
    if not rows:
        return None
    pk, language, revision, readers, is_listed, has_chosen, digest = rows[0][:7]
    seasons = "-".join(f"{season}.{lines}.{head[:12]}" for *_, season, lines, head in rows)
    club = Club(pk=pk, language=language, readers=readers, is_listed=is_listed, has_chosen_readers=has_chosen)
    link_digest = digest or "" if readers == Club.Readers.LINK else ""
    return PageVersion(text=f"{revision}-{seasons}", club=club, link_digest=link_digest)
