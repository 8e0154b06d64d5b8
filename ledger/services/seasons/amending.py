"""Amend what stands beside the deals: an evening's day and place, a season's name, a club's name and language."""

from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction

from ledger.models import Club, Evening, Season
from ledger.models.clubs.club import new_salt
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name
from ledger.services.book.log import Kind, note
from ledger.services.book.posting import locked_club, locked_club_and_season
from ledger.services.clubs.addresses import keep_former_address, season_slug
from ledger.services.clubs.clubs import Signed, checked_club_name, checked_season_name
from ledger.services.evenings.seating import locked_open_evening


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
        evening.place, evening.salt = place, new_salt()
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
        before, slug = season.name, season_slug(club=club, name=name, of=season)
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


@transaction.atomic
def choose_fractions(*, club: Club, on: bool, author: User, now: datetime) -> None:
    """Write a club's points in fractions, or with decimals; what is stored and exported stays as it is."""
    club = locked_club(club_id=club.pk)
    if club.writes_fractions == on:
        return
    club.writes_fractions = on
    club.save(update_fields=["writes_fractions"])
    before, after = ("decimals", "fractions") if on else ("fractions", "decimals")
    note(club=club, kind=Kind.POINTS_WRITTEN, before=before, after=after, author=author, now=now)


@transaction.atomic
def change_club(*, club: Club, name: str, language: str, author: User, now: datetime) -> Club:
    """Change a club's name or language; its address stays.

    Raises Refusal (field "name").
    """
    club = locked_club(club_id=club.pk)
    name = checked_club_name(name)
    signed: Signed = {"author": author, "now": now}
    name_before, language_before = club.name, club.language
    club.name, club.language = name, language
    club.save(update_fields=["name", "language"])
    if name != name_before:
        note(club=club, kind=Kind.CLUB_RENAMED, before=name_before, after=name, **signed)
    if language != language_before:
        note(club=club, kind=Kind.CLUB_LANGUAGE, before=language_before, after=language, **signed)
    return club
