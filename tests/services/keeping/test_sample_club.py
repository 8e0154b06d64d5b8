"""The sample club is one that could have played, and the same one every time."""

from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest
from django.contrib.auth import authenticate
from django.test import TestCase

from ledger.models import Entry
from ledger.models.scoring import digest_of
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.clubs import current_of, listed_clubs, seasons_of
from ledger.queries.seasons.standings import standings
from ledger.services.clubs.clubs import remove_sample_club
from ledger.services.keeping.sample_club import bring_back_sample_club, load_sample_club
from tests.support.people import DAY, NOW, SAMPLE_PASSWORDS, load_sample

THE_SAME_EVERY_TIME = "08fb0b6d836a6edf541044ecd3cd7802078b951c1291683553340b051e9f4050"


def content(club):
    """Everything in the club's book by names instead of ids and without dates, as one digest."""
    names = {str(player.pk): player.name for player in club.players.all()}

    def with_names(value):
        if isinstance(value, dict):
            return {names.get(key, key): with_names(item) for key, item in value.items()}
        if isinstance(value, list):
            return [with_names(item) for item in value]
        return names.get(value, value) if isinstance(value, str) else value

    entries = Entry.objects.filter(season__club=club).order_by("season__starts_on", "sequence")
    return digest_of(
        [
            [str(entry.key), entry.evening.number, entry.number, entry.kind, with_names(entry.deal), entry.reason]
            + [[line.seat, line.player.name, line.role, line.points] for line in entry.postings.order_by("seat")]
            for entry in entries.select_related("evening").prefetch_related("postings__player")
        ]
    )


@pytest.mark.django_db
def test_a_season_of_any_length_is_one_that_could_have_been_played():
    club = load_sample_club(today=DAY, passwords=SAMPLE_PASSWORDS, deals=140)

    deals = Entry.objects.standing().dealt().filter(season__club=club)
    last_evening = club.evenings.latest("number")
    report = audit(club=club, now=NOW)
    assert (deals.count(), club.seasons.count(), last_evening.date) == (140, 1, DAY - timedelta(days=1))
    played = [entry for entry in deals if entry.kind == "deal"]
    assert (report.findings, report.deals) == ((), len(played))
    assert club.evenings.count() == 6
    assert Entry.objects.filter(kind="reversal").count() == 2  # what went wrong on the fourth and the sixth evening


@pytest.mark.django_db
def test_a_season_of_one_deal_is_played_too():
    club = load_sample_club(today=DAY, passwords=SAMPLE_PASSWORDS, deals=1)

    assert audit(club=club).findings == ()
    assert [standing.deals for standing in standings(season=club.seasons.get())] == [1, 1, 1, 1]


class TestTheSampleClub(TestCase):
    @classmethod
    def setUpTestData(cls):
        cls.club = load_sample()

    def test_two_seasons_of_fourteen_evenings_and_over_three_hundred_deals(self):
        evenings = Counter(self.club.evenings.values_list("season__name", flat=True))

        assert evenings == {"12. sæson": 8, "13. sæson": 6}
        assert current_of(seasons_of(club=self.club)).name == "13. sæson"
        assert Counter(Entry.objects.standing().values_list("kind", flat=True)) == {
            "deal": 333,
            "passed_out": 10,
            "adjustment": 1,
        }

    def test_the_first_season_was_closed_by_the_treasurer_when_the_second_began(self):
        closed = list(self.club.seasons.exclude(closed_at=None).values_list("name", "closing__by__username"))

        assert closed == [("12. sæson", "kasserer")]
        assert audit(club=self.club).findings == ()

    def test_removed_it_is_off_the_pages_and_its_logins_are_closed_until_it_is_brought_back(self):
        remove_sample_club(club=self.club, now=NOW)
        after_removal = [*listed_clubs()], authenticate(username="admin", password=SAMPLE_PASSWORDS["admin"])

        bring_back_sample_club(club=self.club)

        assert after_removal == ([], None)
        assert [*listed_clubs()] == [self.club]
        assert authenticate(username="admin", password=SAMPLE_PASSWORDS["admin"]).username == "admin"

    def test_the_evenings_are_every_second_thursday_up_to_the_one_before_today(self):
        days = list(self.club.evenings.order_by("number").values_list("date", flat=True))

        steps = Counter(later - earlier for earlier, later in pairwise(days))
        assert days[-1] == DAY - timedelta(weeks=1)
        assert steps == {timedelta(weeks=2): 12, timedelta(weeks=10): 1}

    def test_each_deal_was_received_on_its_evening(self):
        entries = Entry.objects.select_related("evening")

        assert [entry.key for entry in entries if entry.received_at.date() != entry.evening.date] == []

    def test_its_content_is_the_same_every_time(self):
        assert content(self.club) == THE_SAME_EVERY_TIME
