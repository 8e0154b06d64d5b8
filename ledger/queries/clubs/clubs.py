"""What belongs to a club, and who belongs to it."""

from collections.abc import Collection, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, cast

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django_otp.plugins.otp_totp.models import TOTPDevice

from ledger.models import (
    BookImport,
    Club,
    Evening,
    EveningTotal,
    ImportedDeal,
    Invitation,
    JoinedPlayer,
    LoggedChange,
    Membership,
    Player,
    RankingVersion,
    ReadingLink,
    ScoringTableVersion,
    Season,
    Seat,
    Writer,
)
from ledger.models.clubs.club import TAKEN_OFF, digest_of_token, in_plain_letters
from ledger.models.clubs.persons import persons_shown, sum_by_person
from ledger.queries.clubs.persons import evenings_twice


def listed_clubs(*, part_of_name: str = "") -> QuerySet[Club]:
    """The clubs that may be found, by name; given part of a name, those that contain it, however æ, ø and å are spelt.

    Searching reads every club's name; without a search, a page of the list reads its own clubs by an index.
    """
    clubs = Club.objects.filter(removed_at=None, is_listed=True).order_by("is_sample", "name", "id")
    if not part_of_name:
        return clubs
    is_meant = Q(name__icontains=part_of_name)
    plain = in_plain_letters(part_of_name)
    # By the address too, which is in plain letters: SQLite takes "Ø" and "ø" for different letters.
    if plain:
        is_meant |= Q(slug__contains=plain)
    return clubs.filter(is_meant)


def addresses_for_search_engines() -> list[str]:
    """Addresses of the clubs that say that they may be found; one query."""
    return list(listed_clubs().filter(has_chosen_readers=True).values_list("slug", flat=True))


def only_club() -> Club | None:
    """The only club of an installation; None if there are none or several. It reads at most two clubs."""
    clubs = list(Club.objects.filter(removed_at=None)[:2])
    return clubs[0] if len(clubs) == 1 else None


def has_no_club_beside(club: Club) -> bool:
    """Whether an installation has no other club but the sample, removed or not. It reads at most three clubs."""
    few = Club.objects.order_by().values_list("pk", "is_sample")[:3]
    return all(is_sample or pk == club.pk for pk, is_sample in few)


def has_own_club() -> bool:
    """Whether the installation has any club other than the sample."""
    return Club.objects.filter(is_sample=False).exists()


def owners() -> QuerySet[Membership]:
    """The memberships of those who have ever had a password here; of a club that was brought in nobody has at first."""
    return Membership.objects.exclude(user__password__startswith=UNUSABLE_PASSWORD_PREFIX, user__last_login=None)


def board_members(*, club: Club) -> list[Membership]:
    """The members of a club's board, with their users, in the order of their numbers; one query."""
    number = Writer.objects.filter(club=club, user=OuterRef("user")).values("number")
    return list(club.memberships.select_related("user").order_by(Subquery(number), "id"))


def writer_names(*, club: Club) -> dict[int, str]:
    """The display names of everybody who ever wrote for a club, by account id; one query."""
    return dict(Writer.objects.filter(club=club).values_list("user_id", "name"))


def invitation_with(*, token: str, now: datetime) -> Invitation | None:
    """The invitation for a link's token, with its club; None if it was used or withdrawn, or is too old."""
    known = Invitation.objects.select_related("club").filter(club__removed_at=None)
    invitation = known.filter(token_digest=digest_of_token(token)).first()
    return invitation if invitation and now < invitation.lasts_until else None


def seasons(*, club: Club) -> list[Season]:
    """A club's seasons, latest first, each with `evening_count` and the day of its `last_evening`; one query."""
    there = Q(evenings__removed_at=None, evenings__is_opening=False)
    counted = listed_seasons(club=club).annotate(
        evening_count=Count("evenings", filter=there), last_evening=Max("evenings__date", filter=there)
    )
    return list(counted.order_by(*Season.NEWEST_FIRST))


def current_of(seasons: Sequence[Season]) -> Season | None:
    """Of a club's seasons, the newest first, the latest that is open, or else the latest; no query."""
    for season in seasons:
        if season.closed_at is None:
            return season
    return seasons[0] if seasons else None


def last_played_of(seasons: Sequence[Season]) -> Season | None:
    """Of a club's seasons, the newest first, that of the latest evening, or without evenings the current; no query."""
    held = (season for season in seasons if getattr(season, "last_evening", None))
    return max(held, key=attrgetter("last_evening"), default=current_of(seasons))


def seasons_of(*, club: Club) -> list[Season]:
    """All seasons of a club, the newest first; one query.

    Each has `has_ranking`, whether the club ever chose one, and the day of its `last_evening`.
    """
    evenings = Evening.objects.filter(season=OuterRef("pk")).order_by("-date")
    seasons = listed_seasons(club=club).annotate(
        has_ranking=Exists(RankingVersion.objects.filter(club=club.pk)),
        last_evening=Subquery(evenings.values("date")[:1]),
    )
    newest_first: list[Season] = list(seasons.order_by(*Season.NEWEST_FIRST))
    for season in newest_first:
        season.club = club
    return newest_first


def clubs_at(*, slug: str) -> QuerySet[Club]:
    """The club at an address, if there is one that nobody has removed.

    `has_initials` says whether any of its players is shown by initials, `has_joined` whether one is one with another,
    `has_doubts` whether deals of an old book were ever booked in doubt.
    """
    return Club.objects.filter(removed_at=None, slug=slug).annotate(
        has_initials=Exists(Player.objects.filter(club=OuterRef("pk"), by_initials=True)),
        has_joined=Exists(JoinedPlayer.objects.filter(club=OuterRef("pk"))),
        has_doubts=Exists(ImportedDeal.objects.exclude(doubt="").filter(season__club=OuterRef("pk"))),
    )


def register(*, club: Club) -> list[Any]:
    """Everyone on the club's register, in Danish order, each with `evenings` and `deals` of the whole book.

    One query, and two more where players are shown as one.
    """
    sums = {"evenings": Sum("season_totals__evenings", default=0), "deals": Sum("season_totals__deals", default=0)}
    entered: list[Any] = list(listed_players(club=club).annotate(**sums))
    if not persons_shown():
        return entered
    evenings = sum_by_person((player.pk, player.evenings) for player in entered)
    deals = sum_by_person((player.pk, player.deals) for player in entered)
    twice = evenings_twice(evening__club=club)
    players = cast("list[Any]", players_shown(club=club))
    for player in players:
        player.evenings, player.deals = evenings[player.pk] - twice.get(player.pk, 0), deals[player.pk]
    return players


def players_shown(*, club: Club) -> list[Player]:
    """A club's players in Danish order, of several who are shown as one person the one who is kept; one query."""
    players = listed_players(club=club)
    if persons_shown():
        players = players.filter(joining=None)
    return list(players)


def versions(*, club: Club) -> list[ScoringTableVersion]:
    """Every published version of the club's tables, the latest first within each; one query."""
    published = ScoringTableVersion.objects.filter(scoring_table__club=club).select_related(
        "scoring_table", "published_by"
    )
    return list(published.order_by("scoring_table__name", "-number"))


def listed_seasons(*, club: Club | int) -> QuerySet[Season]:
    """The seasons of a club that are listed and can be chosen."""
    evenings = Evening.with_openings.filter(season=OuterRef("pk"))
    return Season.objects.filter(~_was_taken_out("season") | Exists(evenings), club=club)


def listed_players(*, club: Club | int) -> QuerySet[Player]:
    """The players of a club that are listed, in Danish order: without those taken off before their first deal."""
    seats = Seat.objects.filter(player=OuterRef("pk"), evening__removed_at=None)
    is_used = Exists(seats) | Exists(EveningTotal.objects.filter(player=OuterRef("pk")))
    listed = Player.objects.exclude(forgotten_at__isnull=False, slug__startswith=TAKEN_OFF)
    return listed.filter(~_was_taken_out("player") | is_used, club=club).order_by("sort_key", "id")


def _was_taken_out(what: str) -> Q:
    """Whether the last that the log tells of a row is that an import made it, which was taken out again.

    Its import has the same moment, and nothing else says it. Members that came with opening balances stay members.
    """
    log = LoggedChange.objects.filter(**{what: OuterRef(OuterRef("pk"))}).order_by("-sequence")
    undone = BookImport.objects.filter(club=OuterRef("club"), undone_at__isnull=False)
    return Q(Exists(undone.filter(evenings__evening__is_opening=False, at=Subquery(log.values("at")[:1]))))


# Who may read a club, and by which links.


def is_read_by(*, club: Club, token: str) -> bool:
    """Whether a token belongs to one of the club's links; at most one query, none without a token."""
    if not token or club.readers != Club.Readers.LINK:
        return False
    return club.reading_links.filter(token_digest=digest_of_token(token)).exists()


def newest_token(*, club: Club) -> str:
    """The token of the club's newest link that can be shown, empty if there is none; one query."""
    links = club.reading_links.exclude(token="").order_by(*ReadingLink.NEWEST_FIRST)
    return links.values_list("token", flat=True).first() or ""


def is_member(*, club_id: int, user: User | AnonymousUser) -> bool:
    """Whether somebody is on a club's board; at most one query."""
    return user.is_authenticated and Membership.objects.filter(club=club_id, user=user).exists()


def clubs_of(*, user: User | AnonymousUser, tokens: Collection[str]) -> QuerySet[Club]:
    """The clubs on whose boards somebody is, and those whose links they hold, by name."""
    digests = [digest_of_token(token) for token in tokens]
    by_link = Q(readers=Club.Readers.LINK, reading_links__token_digest__in=digests)
    is_mine = Q(memberships__user=user) if user.is_authenticated else Q(pk__in=[])
    if digests:
        is_mine |= by_link
    mine = Club.objects.filter(removed_at=None).filter(is_mine)
    return mine.distinct().order_by("is_sample", "name", "id")


def second_factor_of(*, user: User) -> TOTPDevice | None:
    """The app that generates somebody's codes; None for those who sign in with a password alone; one query."""
    return TOTPDevice.objects.filter(user=user, confirmed=True).first()
