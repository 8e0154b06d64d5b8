"""Start a club, and keep its registers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.timezone import localtime

from ledger.models import (
    Club,
    Evening,
    FormerAddress,
    JoinedPlayer,
    Membership,
    NameChange,
    Player,
    ScoringTable,
    ScoringTableVersion,
    Season,
    Seat,
)
from ledger.models.clubs.club import CLUB_NAME_LENGTH, NAME_LENGTH, SEASON_NAME_LENGTH, new_salt
from ledger.queries.clubs.clubs import listed_players
from ledger.queries.clubs.persons import entry_with_both
from ledger.queries.deals.pricing import units_per_point_unit
from ledger.queries.evenings.seating import check_seats
from ledger.rules.clubs import look_alike
from ledger.rules.scoring.document import preset, read_scoring_table
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key, normalize_name
from ledger.services.book.log import Kind, Signed, note, note_each
from ledger.services.book.posting import SeasonClosed, lock_open_seasons, locked_club, locked_club_and_season
from ledger.services.clubs.accounts import name_writer
from ledger.services.clubs.addresses import club_slug, keep_former_address, make_reading_link, new_slugs
from ledger.services.scoring import freeze_version

MOST_PLAYERS = 200
BEFORE_ALL = 0  # the number before a club's first evening


class LooksAlike(Refusal):
    """Refusal of a name that looks like another player's, unless it is meant."""

    def __init__(self, name: str, other: str, *, field: str) -> None:
        message = gettext_noop(
            "%(name)s looks like %(other)s, who is on the list. Is it somebody else? Then tick the box below."
        )
        super().__init__(message, field=field, name=name, other=other)


@dataclass(frozen=True)
class NewClub:
    """What a club is started with: `players` are names, and the prices those of a preset or a document of its own.

    It has a link to read it at once if that has a name.
    """

    name: str
    language: str
    preset: str
    players: Sequence[str]
    season: str
    starts_on: date
    own_prices: dict[str, Any] | None = None
    is_sample: bool = False
    readers: Club.Readers = Club.Readers.LINK
    is_listed: bool = False
    link_name: str = ""


@transaction.atomic
def start_club(*, new: NewClub, founder: User, now: datetime, writer_name: str = "") -> Club:
    """Start a club with its founder as administrator, a scoring table, players and a first season.

    Raises Refusal for a name, a player or a season that cannot be used.
    """
    club = Club.objects.create(
        name=checked_club_name(new.name),
        language=new.language,
        is_sample=new.is_sample,
        readers=new.readers,
        is_listed=new.is_listed,
        slug=club_slug(new.name),
    )
    Membership.objects.create(club=club, user=founder, role=Membership.Role.ADMIN)
    name_writer(club=club, account=founder, name=writer_name)
    signed: Signed = {"author": founder, "now": now}
    note(club=club, kind=Kind.CLUB_STARTED, **signed)
    note(club=club, kind=Kind.MEMBER_ADDED, member=founder, after=Membership.Role.ADMIN, **signed)
    document = new.own_prices or preset(new.preset)
    name = read_scoring_table(document).name[new.language]
    scoring_table = ScoringTable.objects.create(club=club, name=name, preset=new.preset)
    # So that an evening before the season begins has prices too.
    first_day = min(new.starts_on, localtime(now).date())
    version = freeze_version(scoring_table=scoring_table, document=document, in_force_from=first_day, **signed)
    add_players(club=club, names=new.players, is_meant=True, **signed)
    start_season(club=club, name=new.season, starts_on=new.starts_on, version=version, **signed)
    if new.link_name:
        make_reading_link(club=club, name=new.link_name, **signed)
    return club


@transaction.atomic
def add_players(
    *,
    club: Club,
    names: Sequence[str],
    author: User,
    now: datetime,
    is_guest: bool = False,
    is_meant: bool = False,
) -> list[Player]:
    """Add players to a club's register.

    Raises Refusal (field "players") for a name that is there already or invalid, or for too many players; LooksAlike
    unless the names are meant.
    """
    locked_club(club_id=club.pk)  # the next number is nobody else's
    listed = listed_players(club=club)
    unlisted = {player.sort_key: player for player in club.players.filter(forgotten_at=None).exclude(pk__in=listed)}
    known = {player.sort_key: player.name for player in club.players.all() if player.sort_key not in unlisted}
    last = club.players.aggregate(last=Max("number"))["last"] or 0
    if len(known) + len(names) > MOST_PLAYERS:
        raise Refusal(gettext_noop("A club has at most %(most)s players."), field="players", most=MOST_PLAYERS)
    added: list[Player] = []
    names = [checked_player_name(name) for name in names]
    slugs = new_slugs(FormerAddress.Kind.PLAYER, club=club, names=names)
    for number, (name, slug) in enumerate(zip(names, slugs, strict=True), start=last + 1):
        key = danish_sort_key(name)
        if key in known:
            raise Refusal(gettext_noop("%(name)s is on the list already."), field="players", name=name)
        if not is_meant and (other := look_alike(name, known.values())):
            raise LooksAlike(name, other, field="players")
        known[key] = name
        fresh = Player(club=club, number=number, name=name, slug=slug, sort_key=key, is_guest=is_guest)
        added.append(unlisted.get(key, fresh))
    Player.objects.bulk_create(player for player in added if player.pk is None)
    told = [{"player": player, "after": _standing(player)} for player in added]
    note_each(club=club, kind=Kind.PLAYER_ADDED, author=author, now=now, about=told)
    return added


@transaction.atomic
def change_player(
    *,
    player: Player,
    name: str,
    is_guest: bool,
    is_active: bool,
    author: User | None,
    now: datetime,
    by_initials: bool | None = None,
    is_meant: bool = False,
) -> Player:
    """Rename a player or change their standing; the book stays as it is, and their former address leads to the new one.

    `by_initials` shows everybody but the board only their initials; None leaves that as it is.
    Raises Refusal, and LooksAlike for a new name that looks like another player's, unless it is meant.
    """
    locked_club(club_id=player.club_id)
    player = Player.objects.select_for_update().get(pk=player.pk)
    if player.forgotten_at is not None:
        raise Refusal(gettext_noop("%(name)s is forgotten already."), name=player.name)
    if name != player.name:  # one from before names were checked stays until it is changed
        name = checked_player_name(name, field="name")
    if name != player.name:
        _check_others(player, name, is_meant)
    before, standing_before = player.name, _standing(player)
    player.name, player.is_guest, player.is_active = name, is_guest, is_active
    player.by_initials = player.by_initials if by_initials is None else by_initials
    if name != before:
        player.salt = new_salt()
        (slug,) = new_slugs(FormerAddress.Kind.PLAYER, club=player.club, names=[name], of=player)
        if slug != player.slug:
            keep_former_address(of=player)
            player.slug = slug
    player.save()
    if name != before:
        change = NameChange(player=player, before=before, after=name)
        told = {"player": player, "covers": change}
        change.change = note(club=player.club, kind=Kind.PLAYER_RENAMED, author=author, now=now, **told)
        change.save()
    if _standing(player) != standing_before:
        moved = {"before": standing_before, "after": _standing(player)}
        note(club=player.club, kind=Kind.PLAYER_CHANGED, author=author, now=now, player=player, **moved)
    return player


@transaction.atomic
def start_season(
    *, club: Club, name: str, starts_on: date, version: ScoringTableVersion, author: User, now: datetime
) -> Season:
    """Start a season whose book counts in the unit of a scoring table version.

    Raises Refusal for a name in use.
    """
    locked_club(club_id=club.pk)  # the next number is nobody else's
    name = checked_season_name(club=club, name=name)
    last = club.seasons.aggregate(last=Max("number"))["last"] or 0
    (slug,) = new_slugs(FormerAddress.Kind.SEASON, club=club, names=[name])
    season = Season.objects.create(
        club=club,
        number=last + 1,
        name=name,
        slug=slug,
        starts_on=starts_on,
        unit_denominator=version.to_rules().unit_denominator,
    )
    note(club=club, kind=Kind.SEASON_STARTED, author=author, now=now, season=season)
    return season


@transaction.atomic
def start_evening(
    *,
    season: Season,
    day: date,
    players: Sequence[Player],
    version: ScoringTableVersion,
    author: User,
    now: datetime,
    place: str = "",
    more_tables: Sequence[Sequence[Player]] = (),
    rotation: str = Evening.Rotation.DEALER,
    deals_per_round: int | None = None,
) -> Evening:
    """Open an evening with its players in seat order, the first dealer first; `more_tables` are numbered from 2.

    Raises Refusal for a closed season, the same player twice, a player of another club, a number of players that
    cannot play by the scoring table, or points that the season's unit cannot express.
    """
    club, season = _lock_for_evening(season, version)
    tables = dict(enumerate([players, *more_tables], start=1))
    check_seats(club=club, scoring_table=version.to_rules(), tables=tables)
    evening = Evening.objects.create(
        club=club,
        season=season,
        number=_next_evening_number(club),
        date=day,
        place=normalize_name(place, field="place"),
        table_version=version,
        rotation=rotation,
        deals_per_round=deals_per_round,
    )
    write_seats(evening=evening, seating=1, tables=tables)
    note(club=club, kind=Kind.EVENING_STARTED, evening=evening, author=author, now=now)
    return evening


@transaction.atomic
def start_unseated_evening(
    *, season: Season, day: date, version: ScoringTableVersion, is_opening: bool, author: User, now: datetime
) -> Evening:
    """Begin an evening at whose tables nobody is known to have sat, or the day of opening balances, which is none.

    Raises Refusal for a closed season, and for points that the season's unit cannot express.
    """
    club, season = _lock_for_evening(season, version)
    number = _next_evening_number(club)
    if is_opening and not Evening.everything.filter(club=club, number=BEFORE_ALL).exists():
        number = BEFORE_ALL  # so that the club's first evening is its first
    evening = Evening.objects.create(
        club=club, season=season, number=number, date=day, table_version=version, is_opening=is_opening
    )
    note(club=club, kind=Kind.EVENING_STARTED, evening=evening, author=author, now=now)
    return evening


def _lock_for_evening(season: Season, version: ScoringTableVersion) -> tuple[Club, Season]:
    """A season's club and the season, locked; raises Refusal where no evening can be played by a version."""
    club, season = locked_club_and_season(season_id=season.pk)
    if season.closed_at is not None:
        raise SeasonClosed(season)
    units_per_point_unit(season_denominator=season.unit_denominator, version=version)
    return club, season


def _next_evening_number(club: Club) -> int:
    # Removed evenings keep their numbers, which are not given out again.
    last = Evening.everything.filter(club=club).aggregate(last=Max("number"))["last"]
    return (last or BEFORE_ALL) + 1


def write_seats(*, evening: Evening, seating: int, tables: Mapping[int, Sequence[Player]]) -> None:
    """Store the seats of a seating: the players of every table, clockwise, by table number."""
    Seat.objects.bulk_create(
        Seat(evening=evening, table_number=number, seating=seating, position=position, player=player)
        for number, players in tables.items()
        for position, player in enumerate(players, start=1)
    )


@transaction.atomic
def remove_sample_club(*, club: Club, now: datetime) -> None:
    """Remove the sample club from every page and close its logins.

    Raises Refusal for any other club.
    """
    if not club.is_sample:
        raise Refusal(gettext_noop("Only the sample club can be removed."))
    # Its rows stay, since a book is never deleted.
    club.removed_at = now
    club.save(update_fields=["removed_at"])
    for membership in club.memberships.select_related("user"):
        # Whoever has come onto another club's board keeps the login.
        membership.user.is_active = membership.user.memberships.exclude(club=club).exists()
        membership.user.save(update_fields=["is_active"])


def _standing(player: Player) -> str:
    """A player's standing as the log keeps it."""
    standing = ["guest" if player.is_guest else "member"]
    if not player.is_active:
        standing.append("left")
    if player.by_initials:
        standing.append("initials")
    return ", ".join(standing)


def checked_club_name(name: str) -> str:
    """A club's name, spaces folded.

    Raises Refusal (field "name").
    """
    message = gettext_noop("A club's name has 1 to %(most)s characters.")
    return _checked_name(name, "name", CLUB_NAME_LENGTH, message)


def checked_season_name(*, club: Club, name: str, but: Season | None = None) -> str:
    """A season's name, spaces folded, that no other season of the club has.

    Raises Refusal (field "season").
    """
    message = gettext_noop("A season's name has 1 to %(most)s characters.")
    name = _checked_name(name, "season", SEASON_NAME_LENGTH, message)
    if club.seasons.exclude(pk=but.pk if but else 0).filter(name=name).exists():
        raise Refusal(gettext_noop("The club has a season called %(name)s already."), field="season", name=name)
    return name


def _check_others(player: Player, name: str, is_meant: bool) -> None:
    """Raise Refusal for a new name that another player has, LooksAlike for one that looks like another's."""
    others = dict(Player.objects.filter(club_id=player.club_id).exclude(pk=player.pk).values_list("sort_key", "name"))
    if danish_sort_key(name) in others:
        raise Refusal(gettext_noop("%(name)s is on the list already."), field="name", name=name)
    if not is_meant and (other := look_alike(name, others.values())):
        raise LooksAlike(name, other, field="name")


def checked_player_name(name: str, field: str = "players") -> str:
    """A player's name, spaces folded.

    Raises Refusal for the field.
    """
    return _checked_name(name, field, NAME_LENGTH, gettext_noop("A player's name has 1 to %(most)s characters."))


def _checked_name(name: str, field: str, most: int, message: str) -> str:
    name = normalize_name(name, field=field)
    if not 1 <= len(name) <= most:
        raise Refusal(message, field=field, most=most)
    return name


# A club's settings, each a column of the club. The log tells of every change by a kind of its own.


LONGEST_WINDOW = 24 * 366  # hours: a leap year
KINDS_OF_SETTINGS = {
    "name": Kind.CLUB_RENAMED,
    "language": Kind.CLUB_LANGUAGE,
    "writes_fractions": Kind.POINTS_WRITTEN,
    "correction_window_hours": Kind.WINDOW_CHANGED,
    "players_confirm": Kind.CONFIRMING,
}
IN_LOG = {
    "writes_fractions": {False: "decimals", True: "fractions"},
    "players_confirm": {False: "off", True: "on"},
}


@transaction.atomic
def change_settings(*, club: Club, author: User, now: datetime, **chosen: Any) -> None:
    """Change settings of a club, each `chosen` by its column; the club's address stays.

    Raises Refusal for a name (field "name") and for a window that is not 0 to a year (field "hours").
    """
    club = locked_club(club_id=club.pk)
    if "name" in chosen:
        chosen["name"] = checked_club_name(chosen["name"])
    if "correction_window_hours" in chosen and not 0 <= chosen["correction_window_hours"] <= LONGEST_WINDOW:
        message = gettext_noop("The window is 0 to %(most)s hours.")
        raise Refusal(message, field="hours", most=LONGEST_WINDOW)
    for column, value in chosen.items():
        kind, before = KINDS_OF_SETTINGS[column], getattr(club, column)
        if value != before:
            setattr(club, column, value)
            # Stored before its own entry of the log, which takes the digests of what is stored.
            club.save(update_fields=[column])
            words = IN_LOG.get(column, {before: str(before), value: str(value)})
            note(club=club, kind=kind, author=author, now=now, before=words[before], after=words[value])


# Make two players of a club one person, or two again; the book stays as it is.


@transaction.atomic
def join_players(*, player: Player, kept: Player, author: User, now: datetime) -> None:
    """Make a player one with another, who is kept: every sum counts both, and every page shows the kept player.

    Raises Refusal (field "kept") for two who are not two names of one person, and for who is one with another already.
    """
    club = locked_club(club_id=player.club_id)
    lock_open_seasons(club=club)  # no deal may come meanwhile in which both take part
    check_joining(player=player, kept=kept)
    JoinedPlayer.objects.create(club=club, player=player, kept=kept, joined_at=now)
    note(club=club, kind=Kind.PLAYER_JOINED, author=author, now=now, player=player, after=str(kept.number))


@transaction.atomic
def separate_player(*, player: Player, author: User, now: datetime) -> None:
    """Make a player who was one with another a player of their own again.

    Raises Refusal for who is one with nobody.
    """
    club = locked_club(club_id=player.club_id)
    joining = JoinedPlayer.objects.select_related("kept").filter(player=player).first()
    if joining is None:
        raise Refusal(gettext_noop("%(name)s is nobody else."), name=player.name)
    joining.delete()
    note(club=club, kind=Kind.PLAYER_SEPARATED, author=author, now=now, player=player, before=str(joining.kept.number))


def check_joining(*, player: Player, kept: Player) -> None:
    """Raise Refusal (field "kept") if a player cannot be made one with another."""
    if player == kept:
        raise Refusal(gettext_noop("%(name)s is the same player already."), field="kept", name=kept.name)
    if player.club_id != kept.club_id:
        raise Refusal(gettext_noop("%(name)s is no player of this club."), field="kept", name=kept.name)
    for who in (player, kept):
        if who.forgotten_at is not None:
            raise Refusal(gettext_noop("%(name)s is forgotten already."), field="kept", name=who.name)
        if JoinedPlayer.objects.filter(player=who).exists():
            raise Refusal(
                gettext_noop("%(name)s has been made one with somebody already: separate them first."),
                field="kept",
                name=who.name,
            )
    if JoinedPlayer.objects.filter(kept=player).exists():
        raise Refusal(
            gettext_noop("Somebody has been made one with %(name)s: separate them first."),
            field="kept",
            name=player.name,
        )
    if entry := entry_with_both(player=player, kept=kept):
        place = {"deal": entry.number, "evening": entry.evening.number}
        raise Refusal(
            gettext_noop(
                "%(name)s and %(kept)s both took part in deal %(deal)s of evening %(evening)s: they are two people."
            ),
            field="kept",
            name=player.name,
            kept=kept.name,
            **place,
        )
