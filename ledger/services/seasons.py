"""What a board does to a season: amend what stands beside the deals, choose a ranking, close it."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import BinaryIO, NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import (
    Club,
    Entry,
    Evening,
    FormerAddress,
    Prize,
    PrizeWon,
    RankingVersion,
    Season,
    SeasonBalance,
    SeasonClosing,
)
from ledger.models.clubs.club import new_salt
from ledger.models.clubs.persons import shown_by
from ledger.queries.clubs.persons import persons_of, without_names
from ledger.queries.evenings.approval import open_evenings
from ledger.queries.seasons.closing import balances_now
from ledger.queries.seasons.ranking import rank_by_rule, winner_ids
from ledger.queries.seasons.season_book import season_book
from ledger.queries.seasons.standings import standings
from ledger.queries.site import one_moment
from ledger.rules.seasons import RankingRule, rule_as_code
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name
from ledger.services.book.log import Kind, Signed, note
from ledger.services.book.posting import SeasonClosed, locked_club, locked_club_and_season
from ledger.services.clubs.addresses import keep_former_address, new_slugs
from ledger.services.clubs.clubs import checked_season_name
from ledger.services.evenings.approval import BookMoved, approve
from ledger.services.evenings.seating import locked_open_evening
from ledger.spreadsheets.seasons.writing import write_season_book


@transaction.atomic
def close_season(*, season: Season, entry_count: int, author: User, now: datetime) -> SeasonClosing:
    """Close a season's book for good as it was shown, with `entry_count` entries, storing its balances and last digest.

    Open evenings are approved with it.
    Raises BookMoved, PaperOpen, SeasonClosed.
    """
    club, season = locked_club_and_season(season_id=season.pk)
    if season.closed_at is not None:
        raise SeasonClosed(season)
    if season.entry_count != entry_count:
        raise BookMoved
    for evening in open_evenings(season=season):
        approve(club=club, season=season, evening=evening, author=author, now=now)
    closing = SeasonClosing.objects.create(
        season=season,
        club=club,
        by=author,
        at=now,
        evenings=season.evenings.count(),
        deals=Entry.objects.standing().filter(season=season, evening__is_opening=False).count(),
        entry_count=season.entry_count,
        head=season.head,
    )
    balances = balances_now(season=season)
    for balance in balances:
        balance.closing = closing
    SeasonBalance.objects.bulk_create(balances)
    _store_prizes_won(closing)
    # Last: from here on the guards let nothing join the closing, nor any sum change.
    season.closed_at = now
    season.save(update_fields=["closed_at"])
    note(club=club, kind=Kind.SEASON_CLOSED, author=author, now=now, season=season, covers=closing)
    return closing


# Choose a club's ranking rule, and what it gives by it.


MOST_POINTS = 100_000  # for an evening missed


class Given(NamedTuple):
    """What is given for a kind of prize, in the club's own words: a title, a gift or both."""

    title: str
    gift: str


@transaction.atomic
def choose_ranking(
    *, club: Club, rule: RankingRule, prizes: Mapping[str, Given], in_force_from: date, author: User, now: datetime
) -> RankingVersion:
    """Choose a club's ranking rule from a day on, with its prizes by kind; the seasons closed before stand.

    Raises Refusal for more than MOST_POINTS for an evening missed (field "absence_points"), and for a day on which a
    closed season was played, or one before it (field "in_force_from").
    """
    club = locked_club(club_id=club.pk)
    if abs(rule.absence_points) > MOST_POINTS:
        message = gettext_noop("An evening missed gives at most %(most)s points.")
        raise Refusal(message, field="absence_points", most=MOST_POINTS)
    _require_open(club, in_force_from)
    last = club.ranking_versions.order_by("-number").first()
    version = RankingVersion.objects.create(
        club=club,
        number=(last.number if last else 0) + 1,
        in_force_from=in_force_from,
        minimum_evenings=rule.minimum_evenings,
        best=rule.best,
        drop_worst=rule.drop_worst,
        absence=rule.absence,
        absence_points=rule.absence_points,
        made_at=now,
        made_by=author,
    )
    _store_prizes(version, prizes)
    codes = {"before": _code_of(last) if last else "", "after": _code_of(version)}
    note(club=club, kind=Kind.RANKING_CHOSEN, author=author, now=now, covers=version, **codes)
    return version


def _store_prizes_won(closing: SeasonClosing) -> None:
    """Store who has won the prizes of a season that is being closed."""
    season: Season = closing.season
    with shown_by(None, persons_of(club=season.club)):
        ranking = rank_by_rule(season=season, rows=standings(season=season))
        won = winner_ids(season=season, ranking=ranking)
    PrizeWon.objects.bulk_create(
        PrizeWon(closing=closing, prize=prize, player_id=player) for prize, players in won for player in sorted(players)
    )


def _require_open(club: Club, day: date) -> None:
    # Asked here for the sentence: the database refuses such a rule by itself.
    closed = Evening.objects.filter(season__club=club, season__closed_at__isnull=False, date__gte=day)
    if evening := closed.select_related("season").first():
        message = gettext_noop(
            "The season %(season)s is closed, and its places stand: choose a day after its last evening."
        )
        raise Refusal(message, field="in_force_from", season=evening.season.name)


def _store_prizes(version: RankingVersion, prizes: Mapping[str, Given]) -> None:
    for kind, given in prizes.items():
        title = without_names(club_id=version.club_id, text=normalize_name(given.title, field=f"{kind}_title"))
        gift = without_names(club_id=version.club_id, text=normalize_name(given.gift, field=f"{kind}_gift"))
        if title or gift:
            Prize.objects.create(version=version, kind=kind, title=title, gift=gift)


def _code_of(version: RankingVersion) -> str:
    return f"{version.in_force_from.isoformat()} {rule_as_code(version.to_rule())}"


# Amend what stands beside the deals: an evening's day and place, a season's name and first day.


@transaction.atomic
def change_evening(*, evening: Evening, day: date, place: str, author: User, now: datetime) -> Evening:
    """Change an evening's day or place; its number stays.

    Raises Refusal, SeasonClosed, EveningClosed.
    """
    club, evening = locked_open_evening(evening)
    place = normalize_name(place, field="place")
    signed: Signed = {"author": author, "now": now}
    if day != evening.date:
        change = {"before": evening.date.isoformat(), "after": day.isoformat()}
        evening.date = day
        # Each stored before its own entry of the log, which takes the digests of what is stored.
        evening.save(update_fields=["date"])
        note(club=club, kind=Kind.EVENING_MOVED, evening=evening, **change, **signed)
    if place != evening.place:
        evening.place = place
        evening.salt = new_salt()
        evening.save(update_fields=["place", "salt"])
        # Without the place itself, which may be somebody's home and could then never be forgotten.
        note(club=club, kind=Kind.PLACE_CHANGED, evening=evening, **signed)
    return evening


@transaction.atomic
def remove_evening(*, evening: Evening, author: User, now: datetime) -> None:
    """Remove an evening that was opened by mistake from every page; its number is not given out again.

    Raises Refusal for an evening with an entry, SeasonClosed, EveningClosed.
    """
    club, evening = locked_open_evening(evening)
    if evening.entries.exists():
        message = gettext_noop("Evening %(number)s has deals in the book, so it stays: void its deals instead.")
        raise Refusal(message, number=evening.number)
    evening.removed_at = now
    evening.save(update_fields=["removed_at"])
    note(club=club, kind=Kind.EVENING_REMOVED, author=author, now=now, evening=evening, before=evening.date.isoformat())


@transaction.atomic
def change_season(*, season: Season, name: str, starts_on: date, author: User, now: datetime) -> Season:
    """Change a season's name or first day; its former address leads to the new one.

    Raises Refusal for a closed season, and for a name that is invalid or in use (field "season").
    """
    club, season = locked_club_and_season(season_id=season.pk)
    if season.closed_at is not None:
        message = gettext_noop("The season %(season)s is closed: its name and its first day stand.")
        raise Refusal(message, season=season.name)
    name = checked_season_name(club=club, name=name, but=season)
    signed: Signed = {"author": author, "now": now}
    if name != season.name:
        before = season.name
        (slug,) = new_slugs(FormerAddress.Kind.SEASON, club=club, names=[name], of=season)
        if slug != season.slug:
            keep_former_address(of=season)
        season.name, season.slug = name, slug
        season.save(update_fields=["name", "slug"])
        note(club=club, kind=Kind.SEASON_RENAMED, season=season, before=before, after=name, **signed)
    if starts_on != season.starts_on:
        change = {"before": season.starts_on.isoformat(), "after": starts_on.isoformat()}
        season.starts_on = starts_on
        season.save(update_fields=["starts_on"])
        note(club=club, kind=Kind.SEASON_MOVED, season=season, **change, **signed)
    return season


def make_workbook(*, season: Season, language: str, now: datetime, target: BinaryIO) -> None:
    """Write the workbook of a season, its club loaded, to an open file.

    `now` is an aware time in the club's zone, `language` one such as "da" or "da+fractions".
    """
    with one_moment():
        book = season_book(season=season, made_at=now)
    write_season_book(book, target, language=language)
