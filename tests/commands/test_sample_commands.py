"""`manage.py load_sample_club` and `manage.py sample_logins`, as the owner of an installation meets them."""

import io
import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import time_machine
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import TestCase, override_settings

from ledger.models import Club, Evening
from ledger.services.clubs.clubs import remove_sample_club
from tests.services.keeping.test_sample_club import THE_SAME_EVERY_TIME, content
from tests.support.people import NOW, make_club

A_FRIDAY = datetime(2031, 1, 3, 12, tzinfo=UTC)
NO_CLUB = "There is no sample club here; manage.py load_sample_club loads it.\n"
LOADED = "Whistklubben Kattens Es is loaded; manage.py sample_logins shows who can sign in.\n"
HERE_ALREADY = "The sample club, Whistklubben Kattens Es, is here already.\n"
BACK = "Whistklubben Kattens Es is back as it was; manage.py sample_logins shows who can sign in.\n"
NOT_KEPT = (
    "This data folder does not keep the sample club's logins; manage.py changepassword gives one a new password.\n"
)


def output_of(*command):
    """What a command prints."""
    output = io.StringIO()
    call_command(*command, stdout=output)
    return output.getvalue()


class TestALoadedSampleClub(TestCase):
    """Loaded on another day than test_sample_club.py's, where somebody has one of its names already."""

    @classmethod
    def setUpTestData(cls):
        cls.folder = Path(cls.enterClassContext(TemporaryDirectory()))
        cls.enterClassContext(override_settings(DATA_DIR=cls.folder))
        User.objects.create_user("admin")
        with time_machine.travel(A_FRIDAY, tick=False):
            cls.said = output_of("load_sample_club", "--if-empty")

    def test_loaded_where_there_was_no_club_only_the_dates_differ_on_another_day(self):
        assert self.said == LOADED
        assert Club.objects.get().is_sample
        assert content(Club.objects.get()) == THE_SAME_EVERY_TIME
        assert Evening.objects.latest("number").date == A_FRIDAY.date() - timedelta(days=1)

    def test_the_logins_printed_open_the_door(self):
        logins = json.loads(output_of("sample_logins", "--json"))

        assert [(login["name"], login["role"]) for login in logins] == [
            ("sekretaer", "secretary"),
            ("kasserer", "treasurer"),
            ("admin2", "admin"),  # "admin" was taken
        ]
        assert all(authenticate(username=login["name"], password=login["password"]) for login in logins)
        assert len({login["password"] for login in logins}) == 3

    def test_the_logins_are_printed_one_a_line(self):
        first, *lines = output_of("sample_logins").splitlines()

        assert first == "Sign in to the sample club with:"
        password = "[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){2}"
        assert re.fullmatch(rf"  sekretaer    {password}   \(secretary\)", lines[0])
        assert len(lines) == 3

    def test_only_the_owner_can_read_the_file_they_are_kept_in(self):
        assert [file.name for file in self.folder.iterdir()] == ["sample_logins.json"]
        assert (self.folder / "sample_logins.json").stat().st_mode & 0o777 == 0o600

    def test_loading_again_only_says_that_it_is_there(self):
        assert output_of("load_sample_club") == HERE_ALREADY
        assert output_of("load_sample_club", "--if-empty") == ""

    def test_a_season_of_another_length_is_for_another_folder(self):
        with pytest.raises(CommandError, match="a season of any length needs another data folder"):
            output_of("load_sample_club", "--deals", "50")

    def test_removed_it_stays_away_until_it_is_loaded_by_name(self):
        logins = output_of("sample_logins", "--json")
        remove_sample_club(club=Club.objects.get(), now=NOW)

        assert output_of("load_sample_club", "--if-empty") == ""
        assert (output_of("sample_logins"), output_of("sample_logins", "--json")) == (NO_CLUB, "[]\n")
        assert output_of("load_sample_club") == BACK
        assert output_of("sample_logins", "--json") == logins

    def test_another_data_folder_does_not_know_the_logins(self):
        with TemporaryDirectory() as folder, override_settings(DATA_DIR=Path(folder)):
            assert output_of("sample_logins") == NOT_KEPT


@pytest.mark.django_db
def test_where_the_club_has_begun_its_own_book_no_sample_comes_unasked():
    make_club()

    assert output_of("load_sample_club", "--if-empty") == ""
    assert [club.is_sample for club in Club.objects.all()] == [False]


@pytest.mark.parametrize("deals", ["0", "-3", "mange", "2000001"])
def test_a_season_has_some_deals(deals):
    with pytest.raises(CommandError, match="a number from 1 to 2,000,000"):
        output_of("load_sample_club", f"--deals={deals}")
