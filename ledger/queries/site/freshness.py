"""The version of what a club's pages show: one small query that tells whether a kept page still holds, and for whom."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from ledger.models import Club, ReadingLink, Season


@dataclass(frozen=True)
class PageVersion:
    """A text that changes with every entry in any of a club's books and every change of its registers.

    `club` has what says who reads, and the language that it speaks to those who have chosen none; nothing else of it is
    loaded. `is_by_link` says that it is read by links, and that the visitor's is one of them.
    """

    text: str
    club: Club
    is_by_link: bool


def page_version(*, club_slug: str, link_digest: str) -> PageVersion | None:
    """The version a club's pages have now, or None when there is no such club; one query, one row per season.

    `link_digest` is that of the link by which the visitor came, if any.
    """
    rows = list(_versions(club_slug, link_digest))
    return _version_of(*rows) if rows else None


def _version_of(*rows: tuple[Any, ...]) -> PageVersion:
    pk, language, revision, readers, is_listed, has_chosen, has_link = rows[0][:7]
    # Twelve digits beside the count tell two states of a book apart, and keep the text short.
    seasons = "-".join(f"{season}.{count}.{head[:12]}" for *_, season, count, head in rows)
    club = Club(pk=pk, language=language, readers=readers, is_listed=is_listed, has_chosen_readers=has_chosen)
    is_by_link = has_link and readers == Club.Readers.LINK
    return PageVersion(text=f"{revision}-{seasons}", club=club, is_by_link=is_by_link)


def _versions(slug: str, link_digest: str) -> "QuerySet[Season, tuple[Any, ...]]":
    """What of a club, of the visitor's link, and of each of its seasons the version is made of."""
    # A club has a season from the start, so that its seasons find it.
    seasons = Season.objects.filter(club__slug=slug, club__removed_at=None).order_by("pk")
    return seasons.annotate(
        has_link=Exists(ReadingLink.objects.filter(club=OuterRef("club"), token_digest=link_digest)),
    ).values_list(
        *("club_id", "club__language", "club__revision", "club__readers", "club__is_listed"),
        *("club__has_chosen_readers", "has_link", "pk", "entry_count", "head"),
    )
