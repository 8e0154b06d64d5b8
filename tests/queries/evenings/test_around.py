"""What an evening's page compares it with are the results of the season's other evenings."""

from collections import Counter

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from ledger.models import Posting
from ledger.models.clubs.persons import NOBODY, Persons, shown_by
from ledger.queries.evenings.neighbours import evening_among_others
from tests.queries.random_book import Book, writes_of

pytestmark = pytest.mark.django_db


def results_beside(evening):
    _, around = evening_among_others(club_id=evening.club_id, number=evening.number)
    return around.others, around.highest, around.lowest


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
