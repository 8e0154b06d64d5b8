"""Promises of docs/security.md that hold for every page, and are no page's own."""

import uuid

import pytest

from ledger.services.clubs.clubs import add_players
from tests.support.people import signed

pytestmark = pytest.mark.django_db

MARKUP = "<script>alert(1)</script>"


@pytest.mark.parametrize("address", ["/torsdagsklubben/players/", "/torsdagsklubben/log/"])
def test_markup_in_a_name_is_text(client, club, address):
    add_players(club=club, names=[MARKUP], **signed(club))

    markup = client.get(address).content.decode()

    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in markup
    assert MARKUP not in markup


@pytest.mark.parametrize("address", ["/torsdagsklubben/", "/sign-in/", "/nowhere/"])
def test_no_page_can_be_framed_or_taken_for_another_kind(client, club, address):
    headers = client.get(address).headers

    assert headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_a_nul_is_taken_out_of_whatever_a_form_sends(secretary, club):
    secretary.post("/torsdagsklubben/players/add/", {"players\0": "Ger\0da", "key": f"{uuid.uuid4()}\0"})

    assert club.players.filter(name="Gerda").exists()
