"""What evenings gave is the same however often it was asked for while the book grew."""

from datetime import date, timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from ledger.models import Club, EveningTotal, Player
from ledger.models.clubs.shown_names import ShownNames, shown_by
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.evenings import evening_points
from ledger.queries.evenings.evening_points import forget_evenings, latest_evenings, points_of_evenings
from ledger.queries.site.compiled import compiled_once
from ledger.services.clubs.clubs import start_season
from ledger.services.deals.recording import void_deal
from ledger.services.seasons.amending import change_evening
from ledger.services.seasons.closing import approve_evening, close_season
from tests.queries.statistics.test_tallies import Book, writes_of
from tests.support.people import DAY, NOW, change, make_evening, record, season_of, signed, trick, version_of

pytestmark = pytest.mark.django_db


def evenings_of(club):
    """Every evening of a club as a page asks for them, with the club as it is now."""
    by_season = points_of_evenings(seasons=seasons_of(club=Club.objects.get(pk=club.pk)))
    return [evening for evenings in by_season.values() for evening in evenings]


def latest_of(club):
    """The latest evenings as a page asks for them, with what is kept of all of them left out of it."""
    season = seasons_of(club=Club.objects.get(pk=club.pk))[0]
    evening_points._season_kept(season.pk).whole = evening_points.NOTHING
    return latest_evenings(season=season)


def stored_sums(club):
    """The stored sums, by evening in order of date and player."""
    totals = EveningTotal.objects.filter(evening__club=club).order_by("evening__date", "evening__number")
    columns = ("evening__number", "evening__date", "evening__place", "player", "points", "deals")
    return list(totals.values_list(*columns))


def in_rows(evenings):
    return [
        (evening.number, evening.date, evening.place, player, points, evening.deals[player])
        for evening in evenings
        for player, points in evening.points.items()
    ]


@pytest.mark.engines
@given(writes=writes_of)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_read_on_is_what_is_stored(writes):
    with transaction.atomic():
        book = Book()
        for name, which, players, tricks, is_asked in writes:
            book.write(name, which, players, tricks)
            if is_asked:
                evenings_of(book.club)
        evenings = evenings_of(book.club)

        assert sorted(in_rows(evenings)) == sorted(stored_sums(book.club))
        assert [row[0] for row in stored_sums(book.club)] == [row[0] for row in in_rows(evenings)]
        transaction.set_rollback(True)


@pytest.mark.engines
@given(writes=writes_of)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_latest_that_are_read_on_are_the_latest_of_all(writes):
    with transaction.atomic(), pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(evening_points, "MOST_READ", 1)
        monkeypatch.setattr(evening_points, "_latest_totals", compiled_once(evening_points._latest_totals.__wrapped__))
        book = Book()
        for name, which, players, tricks, is_asked in writes:
            book.write(name, which, players, tricks)
            if is_asked:
                latest_of(book.club)
        evenings = latest_of(book.club)

        assert evenings == tuple(evenings_of(book.club)[-2:])
        transaction.set_rollback(True)


def test_only_the_evenings_of_new_entries_are_read(club, django_assert_num_queries):
    evenings = [make_evening(club, day=DAY + timedelta(days=days)) for days in (0, 7)]
    for evening in evenings:
        record(evening, trick(evening, "Bodil", "Carl", 9))
    forget_evenings()
    first, second = evenings_of(club)

    seasons = seasons_of(club=Club.objects.get(pk=club.pk))
    with django_assert_num_queries(0):
        points_of_evenings(seasons=seasons)
    record(evenings[1], trick(evenings[1], "Bodil", "Carl", 9))
    seasons = seasons_of(club=Club.objects.get(pk=club.pk))
    with django_assert_num_queries(1):
        (evenings_now,) = points_of_evenings(seasons=seasons).values()

    assert evenings_now[0] is first
    assert evenings_now[1].points == {player: 2 * points for player, points in second.points.items()}


def test_an_evening_that_is_moved_or_gets_a_place_is_read_again(club):
    evening, later = (make_evening(club, day=DAY + timedelta(days=days)) for days in (0, 7))
    for played in (evening, later):
        record(played, trick(played, "Bodil", "Carl", 9))
    assert [played.number for played in evenings_of(club)] == [1, 2]

    change_evening(evening=evening, day=DAY + timedelta(days=14), place="hos Carl", **signed(club))

    assert [(played.number, played.place) for played in evenings_of(club)] == [(2, ""), (1, "hos Carl")]


def test_a_place_is_shown_as_names_are_shown_just_now(club):
    evening = make_evening(club)
    change_evening(evening=evening, day=DAY, place="hos Carl", **signed(club))
    record(evening, trick(evening, "Bodil", "Carl", 9))
    with_initials = ShownNames({}, {}, {}, lambda text: text.replace("Carl", "C."))

    with shown_by(with_initials):
        (hidden,) = evenings_of(club)
        assert hidden.place == "hos C."
    (known,) = evenings_of(club)

    assert known.place == "hos Carl"


@pytest.mark.parametrize("more", [0, 1])
def test_a_book_that_was_restored_from_a_backup_is_read_anew(club, more):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 9))
    with transaction.atomic():
        record(evening, trick(evening, "Bodil", "Carl", 9))
        evenings_of(club)
        transaction.set_rollback(True)

    for _ in range(1 + more):
        record(evening, trick(evening, "Dorthe", "Emil", 12))

    assert sorted(in_rows(evenings_of(club))) == sorted(stored_sums(club))


def test_of_a_closed_season_nothing_is_asked_again_whatever_is_logged(club, django_assert_num_queries):
    evening = make_evening(club)
    void_deal(entry=record(evening, trick(evening, "Bodil", "Carl", 9)), change=change(evening))
    approve_evening(evening=evening, entry_count=2, **signed(club))
    season = season_of(club)
    close_season(season=season, entry_count=season.entry_count, **signed(club, NOW + timedelta(days=90)))
    played = evenings_of(club)

    start_season(club=club, name="2027", starts_on=date(2027, 1, 1), version=version_of(club), **signed(club))
    seasons = seasons_of(club=Club.objects.get(pk=club.pk))

    with django_assert_num_queries(1):  # for the season that is open, which has none
        by_season = points_of_evenings(seasons=seasons)
    assert list(by_season[season.pk]) == played
    assert {player: played[0].points[player] for player in played[0].points} == dict.fromkeys(
        Player.objects.filter(totals__evening=evening).values_list("pk", flat=True), 0
    )
