"""An evening by its number, with what it gave everybody, among the others of its season."""

from collections import Counter

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from ledger.models import Club, EveningTotal, Posting
from ledger.models.clubs.persons import NOBODY, Persons, ShownNames, shown_by
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.evenings.neighbours import evening_among_others, evenings_of_seasons
from ledger.services.seasons import change_evening
from tests.queries.random_book import Book, writes_of
from tests.support.people import DAY, record, signed, trick

pytestmark = pytest.mark.django_db


def results_beside(evening):
    read = evening_among_others(club_id=evening.club_id, number=evening.number)
    return read.others, read.highest, read.lowest


def results_by_postings(evening, persons):
    """The same by every posting of the season's other evenings."""
    others = Posting.objects.filter(entry__season=evening.season, player__isnull=False).exclude(entry__evening=evening)
    results = Counter()
    for of, player, points in others.values_list("entry__evening", "player_id", "points"):
        results[of, persons.kept.get(player, player)] += points
    units = results.values()
    return len({of for of, _ in results}), max(units, default=None), min(units, default=None)


@given(writes=writes_of)
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_results_of_the_others_are_those_of_their_entries(writes):
    with transaction.atomic():
        book = Book()
        ids = {player.name: player.pk for player in book.club.players.all()}
        as_one = Persons(kept={ids["Emil"]: ids["Bodil"]})
        for name, which, players, tricks in writes:
            book.write(name, which, players, tricks)
            evening = book.evenings[tricks % 3]
            for persons in (NOBODY, as_one):
                with shown_by(None, persons):
                    assert results_beside(evening) == results_by_postings(evening, persons)
        transaction.set_rollback(True)


# What evenings gave is what is stored of them, under the names that are shown.


def evenings_of(club):
    """Every evening of a club as a page asks for them, with the club as it is now."""
    return evenings_of_seasons(seasons=seasons_of(club=Club.objects.get(pk=club.pk)))


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
def test_what_is_read_is_what_is_stored(writes):
    with transaction.atomic():
        book = Book()
        for name, which, players, tricks in writes:
            book.write(name, which, players, tricks)
        evenings = evenings_of(book.club)

        assert sorted(in_rows(evenings)) == sorted(stored_sums(book.club))
        assert [row[0] for row in stored_sums(book.club)] == [row[0] for row in in_rows(evenings)]
        transaction.set_rollback(True)


def test_a_place_is_shown_as_names_are_shown_just_now(club, evening):
    change_evening(evening=evening, day=DAY, place="hos Carl", **signed(club))
    record(evening, trick(evening, "Bodil", "Carl", 9))
    with_initials = ShownNames({}, {}, {}, lambda text: text.replace("Carl", "C."))

    with shown_by(with_initials):
        (hidden,) = evenings_of(club)
        assert hidden.place == "hos C."
    (known,) = evenings_of(club)

    assert known.place == "hos Carl"
