"""The readable part of an address, made from a name and never given to anything else afterwards."""

from collections.abc import Iterable, Iterator
from itertools import count, islice

from ledger.models import Club, FormerAddress, Player, Season
from ledger.models.clubs.club import in_plain_letters

# The site's own addresses begin with these: a club of that name could not be reached.
RESERVED_SLUGS = {
    *("start", "sign-in", "sign-out", "language", "static", "health", "admin", "api", "password", "welcome", "account"),
    *("privacy",),
}
WORDS_OF_PAGES = {FormerAddress.Kind.SEASON: {"new"}, FormerAddress.Kind.PLAYER: {"add"}}
SLUGS_AT_A_TIME = 50  # so that one query is enough, unless fifty clubs share a name
# `slugify` drops them without a trace, and 2025/26 would be 202526.
SEPARATORS = str.maketrans(dict.fromkeys("/–—", "-"))


def club_slug(name: str) -> str:
    """A slug that no club of the installation has."""
    slugs = _slugs(name)
    while True:
        some = list(islice(slugs, SLUGS_AT_A_TIME))
        # Only the slugs in question are read, since an installation may have any number of clubs.
        taken = RESERVED_SLUGS | set(Club.objects.filter(slug__in=some).values_list("slug", flat=True))
        if free := next((slug for slug in some if slug not in taken), ""):
            return free


def season_slug(*, club: Club, name: str, of: Season | None = None) -> str:
    """A slug for a season of a locked club; it may be one that the season `of` has or had itself."""
    taken = set(club.seasons.exclude(pk=of.pk if of else 0).values_list("slug", flat=True))
    former = club.former_addresses.filter(kind=FormerAddress.Kind.SEASON).exclude(season_id=of.pk if of else 0)
    return _free(name, {*WORDS_OF_PAGES[FormerAddress.Kind.SEASON], *taken, *former.values_list("slug", flat=True)})


def player_slugs(*, club: Club, names: Iterable[str], of: Player | None = None) -> list[str]:
    """Slugs for players of a locked club; they may be ones that the player `of` has or had themselves."""
    taken = {*WORDS_OF_PAGES[FormerAddress.Kind.PLAYER]}
    taken |= set(club.players.exclude(pk=of.pk if of else 0).values_list("slug", flat=True))
    former = club.former_addresses.filter(kind=FormerAddress.Kind.PLAYER).exclude(player_id=of.pk if of else 0)
    taken |= set(former.values_list("slug", flat=True))
    slugs = []
    for name in names:
        slugs.append(_free(name, taken))
        taken.add(slugs[-1])
    return slugs


def keep_former_address(*, of: Season | Player) -> None:
    """Keep the present address of a season or player as one that leads to it; call it before the address changes."""
    kind = FormerAddress.Kind.SEASON if isinstance(of, Season) else FormerAddress.Kind.PLAYER
    FormerAddress.objects.get_or_create(club=of.club, kind=kind, slug=of.slug, defaults={kind.value: of})


def _free(name: str, taken: set[str]) -> str:
    return next(slug for slug in _slugs(name) if slug not in taken)


def _slugs(name: str) -> Iterator[str]:
    """The slugs that a name may get, the plain one first."""
    # A season's column has 40 characters: 30 leave room for a number. A name of signs alone leaves nothing.
    base = in_plain_letters(name.translate(SEPARATORS))[:30].strip("-") or "x"
    yield base
    yield from (f"{base}-{number}" for number in count(2))
