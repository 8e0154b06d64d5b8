"""The addresses by which a club is found: those made from names, or the links that it gives its readers."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Manager

from ledger.models import Club, FormerAddress, Player, ReadingLink, Season
from ledger.models.clubs.club import digest_of_token, in_plain_letters, new_token
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name, variants
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club

# The site's own addresses begin with these: a club of that name could not be reached.
RESERVED_SLUGS = {
    *("start", "sign-in", "sign-out", "language", "static", "health", "admin", "api", "password", "welcome", "account"),
    *("privacy",),
}
WORDS_OF_PAGES = {FormerAddress.Kind.SEASON: {"new"}, FormerAddress.Kind.PLAYER: {"add"}}
# `slugify` drops them without a trace, and 2025/26 would be 202526.
SEPARATORS = str.maketrans(dict.fromkeys("/–—", "-"))


def club_slug(name: str) -> str:
    """A slug that no club of the installation has."""
    # Only the slugs in question are asked for, since an installation may have any number of clubs.
    clubs = Club.objects.all()
    return next(slug for slug in _slugs(name) if not (slug in RESERVED_SLUGS or clubs.filter(slug=slug).exists()))


def new_slugs(
    kind: FormerAddress.Kind, *, club: Club, names: Iterable[str], of: Season | Player | None = None
) -> list[str]:
    """Slugs for seasons or players of a locked club; they may be ones that the row `of` has or had itself."""
    rows: Manager[Any] = club.seasons if kind == FormerAddress.Kind.SEASON else club.players
    but = of.pk if of else 0
    former = club.former_addresses.filter(kind=kind).exclude(**{f"{kind.value}_id": but})
    taken = {*rows.exclude(pk=but).values_list("slug", flat=True), *former.values_list("slug", flat=True)}
    taken |= WORDS_OF_PAGES[kind]
    slugs = []
    for name in names:
        slugs.append(next(slug for slug in _slugs(name) if slug not in taken))
        taken.add(slugs[-1])
    return slugs


def keep_former_address(*, of: Season | Player) -> None:
    """Keep the present address of a season or player as one that leads to it; call it before the address changes."""
    kind = FormerAddress.Kind.SEASON if isinstance(of, Season) else FormerAddress.Kind.PLAYER
    FormerAddress.objects.get_or_create(club=of.club, kind=kind, slug=of.slug, defaults={kind.value: of})


def _slugs(name: str) -> Iterator[str]:
    """The slugs that a name may get, the plain one first."""
    # A season's column has 40 characters: 30 leave room for a number. A name of signs alone leaves nothing.
    base = in_plain_letters(name.translate(SEPARATORS))[:30].strip("-") or "x"
    return variants(base, "%s-%d")


# Who reads a club's pages: the club's choice, and the links that it gives its players.


Readers = Club.Readers


@transaction.atomic
def choose_readers(
    *, club: Club, readers: Readers, is_listed: bool, has_chosen: bool = True, author: User | None, now: datetime
) -> None:
    """Choose who reads the club's pages and whether it is listed; its links are withdrawn unless the choice is "link".

    `has_chosen` is False after a restore, from which on the board is asked to choose.
    Raises Refusal (field "is_listed") for a listed club that not everybody may read.
    """
    club = locked_club(club_id=club.pk)
    if is_listed and readers != Readers.EVERYBODY:
        message = gettext_noop("Only a club that everybody reads can be found.")
        raise Refusal(message, field="is_listed")
    before, after = _choice(club.readers, club.is_listed), _choice(readers, is_listed)
    # A club from before there was a choice makes it by confirming what it has.
    if (before, club.has_chosen_readers) == (after, has_chosen):
        return
    club.readers, club.is_listed, club.has_chosen_readers = readers, is_listed, has_chosen
    club.save(update_fields=["readers", "is_listed", "has_chosen_readers"])
    note(club=club, kind=Kind.READERS_CHOSEN, author=author, now=now, before=before, after=after)
    if readers != Readers.LINK:
        for link in club.reading_links.all():
            withdraw_reading_link(link=link, author=author, now=now)


@transaction.atomic
def make_reading_link(*, club: Club, name: str, author: User, now: datetime) -> ReadingLink:
    """Make one more link to the club; those that are there go on working.

    Raises Refusal if the club's pages are not read by links, or for a name with what nobody sees (field "name").
    """
    club = locked_club(club_id=club.pk)
    if club.readers != Readers.LINK:
        raise Refusal(gettext_noop("The club's pages are not read by a link: choose that first."))
    token = new_token()
    digest = digest_of_token(token)
    name = normalize_name(name, field="name")
    link = club.reading_links.create(name=name, token=token, token_digest=digest, made_by=author, made_at=now)
    note(club=club, kind=Kind.READING_LINK, author=author, now=now)
    return link


@transaction.atomic
def withdraw_reading_link(*, link: ReadingLink, author: User | None, now: datetime) -> None:
    """Withdraw a link of a club, also from those who have opened it; no error if somebody has done so before."""
    club = locked_club(club_id=link.club_id)
    deleted, _ = club.reading_links.filter(pk=link.pk).delete()
    if deleted:
        note(club=club, kind=Kind.LINK_WITHDRAWN, author=author, now=now)


def _choice(readers: str, is_listed: bool) -> str:
    """A choice as the log keeps it."""
    return f"{readers}, listed" if is_listed else readers
