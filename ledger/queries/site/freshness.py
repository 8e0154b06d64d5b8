"""The version of what a club's pages show: one small query that tells whether a kept page still holds, and for whom."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from ledger.models import Club, Player, ReadingLink, Season


@dataclass(frozen=True)
class PageVersion:
    """A text that changes with every entry in any of a club's books and every change of its registers.

    `club` has what says who reads, and the language that it speaks to those who have chosen none; nothing else of it is
    loaded. `link_digest` is that of the link by which it is read, empty where it is read otherwise. `has_initials`
    says whether the board sees names that others do not.
    """

    text: str
    club: Club
    link_digest: str
    has_initials: bool


def page_version(*, club_slug: str) -> PageVersion | None:
    """The version a club's pages have now, or None when there is no such club; one query, one row per season."""
    rows = list(_versions(slug=club_slug))
    return _version_of(*rows) if rows else None


def _version_of(*rows: tuple[Any, ...]) -> PageVersion:
    pk, language, revision, readers, is_listed, has_chosen, has_initials, digest = rows[0][:8]
    # Twelve digits beside the count tell two states of a book apart, and keep the text short.
    seasons = "-".join(f"{season}.{count}.{head[:12]}" for *_, season, count, head in rows)
    club = Club(pk=pk, language=language, readers=readers, is_listed=is_listed, has_chosen_readers=has_chosen)
    link_digest = digest or "" if readers == Club.Readers.LINK else ""
    text = f"{revision}-{seasons}"
    return PageVersion(text=text, club=club, link_digest=link_digest, has_initials=has_initials)


def _versions(*, slug: str) -> "QuerySet[Season, tuple[Any, ...]]":
    """What of a club, of the link by which it is read, and of each of its seasons the version is made of."""
    of_the_club = Q(club__reading_links__purpose=ReadingLink.Purpose.CLUB)
    # A club has a season from the start, so that its seasons find it.
    seasons = Season.objects.filter(club__slug=slug, club__removed_at=None).order_by("pk")
    return seasons.annotate(
        link=FilteredRelation("club__reading_links", condition=of_the_club),
        digest=F("link__token_digest"),
        has_initials=Exists(Player.objects.filter(club=OuterRef("club"), by_initials=True)),
    ).values_list(
        *("club_id", "club__language", "club__revision", "club__readers", "club__is_listed"),
        *("club__has_chosen_readers", "has_initials", "digest", "pk", "entry_count", "head"),
    )
