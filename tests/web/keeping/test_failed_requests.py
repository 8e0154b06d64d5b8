"""A request that failed is one line of the log, with the number that its page shows, and with nobody's name."""

import re

import pytest
from django.db import DatabaseError
from django.urls import reverse

from ledger.web.seasons import standings
from tests.web.reading import page

pytestmark = pytest.mark.django_db

NUMBER = r"\d{4}-\d{4}"


@pytest.fixture
def reader(visitor, club):
    visitor.raise_request_exception = False
    return visitor


def fail_with(error, monkeypatch):
    def fail(*_arguments, **_options):
        raise error

    monkeypatch.setattr(standings, "club_page", fail)


def test_a_fault_of_the_sites_own_is_one_line_with_the_number_on_the_page(reader, written_log, monkeypatch):
    fail_with(KeyError("Bodil"), monkeypatch)

    answer = reader.get(reverse("standings", args=["torsdagsklubben"]), {"player": "Bodil"})

    assert answer.status_code == 500
    number = re.search(rf"say number ({NUMBER})", page(answer))[1]
    (line,) = written_log.getvalue().splitlines()
    begins = f"500 GET /torsdagsklubben/standings/ no. {number}: KeyError at tests/web/keeping/test_failed_requests.py:"
    assert line.startswith(begins)
    assert "ledger/web/seasons/standings.py:" in line
    assert "Bodil" not in line


def test_of_the_database_the_first_line_is_told_and_never_the_row(reader, written_log, monkeypatch):
    words = "duplicate key value violates unique constraint\nDETAIL: Key (name)=(Bodil) exists."
    fail_with(DatabaseError(words), monkeypatch)

    reader.get(reverse("standings", args=["torsdagsklubben"]))

    (line,) = written_log.getvalue().splitlines()
    assert "DatabaseError (duplicate key value violates unique constraint) at " in line
    assert "Bodil" not in line


def test_an_address_that_is_not_the_sites_may_be_anything_and_is_not_told(reader, written_log):
    reader.get("/torsdagsklubben/Bodil Bramsen/")

    assert written_log.getvalue() == "404 GET an address that is not the site's\n"
