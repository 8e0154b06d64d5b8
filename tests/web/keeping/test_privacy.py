"""The page that says what is kept about people, and that what it says is so."""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session

from ledger.models import Club, Invitation, Player
from ledger.services.clubs.addresses import club_slug
from ledger.services.keeping import backups
from ledger.services.site.slowing import KEPT
from ledger.web.clubs.settings import KEPT_FOR as LINK_KEPT_FOR
from ledger.web.keeping.founding import KEPT_FOR
from ledger.web.site.slowing import DEVICE_COOKIE_LASTS
from tests.support.people import PASSWORD, anna
from tests.web.reading import page
from whistklub.settings import PASSWORD_HASHERS

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]


def test_everybody_may_read_it_in_danish_and_in_english(client, visitor):
    english = visitor.get("/privacy/")
    visitor.cookies.clear()
    danish = client.get("/privacy/")

    assert (english.status_code, danish.status_code) == (200, 200)
    assert "ask the club's board" in page(english)
    assert "spørg klubbens bestyrelse" in page(danish)
    assert "eller i tredive dage" in page(danish)
    assert 'href="https://www.datatilsynet.dk/"' in danish.content.decode()


@pytest.mark.parametrize(
    "address", ["/torsdagsklubben/", "/torsdagsklubben/standings/", "/sign-in/", "/nowhere/", "/privacy/"]
)
def test_every_page_leads_there(client, club, address):
    assert 'href="/privacy/"' in client.get(address).content.decode()


def test_the_sign_in_page_leads_there_beside_the_form_too(visitor):
    assert visitor.get("/sign-in/").content.decode().count('href="/privacy/"') == 2


def test_the_installations_contact_is_named_where_there_is_one(visitor, settings):
    assert "can be reached here" not in page(visitor.get("/privacy/"))

    settings.SECURITY_CONTACT = "drift@example.org"

    assert "can be reached here: drift@example.org" in page(visitor.get("/privacy/"))


def test_it_says_who_reads_what_is_kept(visitor):
    assert [str(readers) for readers in Club.Readers.values] == ["everybody", "link", "board"]
    assert "everybody, whoever has the club's link, or the board alone" in page(visitor.get("/privacy/"))


def test_no_club_gets_the_address(client):
    assert club_slug("Privacy") == "privacy-2"


def test_the_page_names_the_times_that_the_program_goes_by(visitor):
    text = page(visitor.get("/privacy/"))

    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) == timedelta(days=30) and "or for thirty days" in text
    assert timedelta(seconds=DEVICE_COOKIE_LASTS) == timedelta(days=365) and "for a year, that you have signed" in text
    assert timedelta(seconds=LINK_KEPT_FOR) == timedelta(days=400) and "remembered for four hundred days" in text
    assert timedelta(seconds=KEPT_FOR) == timedelta(hours=1) and "a half-started club for an hour" in text
    assert backups.NEWEST_KEPT == 30 and "The thirty newest are kept" in text
    assert backups.MONTHS_KEPT == 12 and "the last twelve months" in text
    assert timedelta(days=1) == KEPT and "a wrong try when it has not counted for a day" in text


def test_a_half_entered_deal_is_kept_as_long_as_the_page_says(visitor):
    text = (ROOT / "ledger/static/ledger/site/kept.js").read_text(encoding="utf-8")

    assert "const MOST_AGE = 3 * 24 * 60 * 60 * 1000;" in text
    assert "in the browser for three days at most" in page(visitor.get("/privacy/"))


def test_the_site_sets_no_cookies_but_those_that_the_page_tells_of(client, club):
    anna(club)
    for address in ("/", "/torsdagsklubben/", "/sign-in/", "/language/en/?next=/", "/privacy/"):
        client.get(address)
    client.post("/sign-in/", {"username": "anna", "password": PASSWORD})
    client.get("/torsdagsklubben/players/add/")

    names = {re.sub(r"^device-\w+$", "device", name) for name in client.cookies}
    assert names <= {"sessionid", "csrftoken", "django_language", "messages", "device"}
    lasts = {name: int(cookie["max-age"] or 0) for name, cookie in client.cookies.items()}
    assert timedelta(seconds=lasts["sessionid"]) == timedelta(days=30)


def test_no_page_fetches_anything_from_another_site(client, club):
    policy = client.get("/torsdagsklubben/").headers["Content-Security-Policy"]

    sources = {source for directive in policy.split(";") for source in directive.split()[1:]}
    assert sources == {"'self'", "'none'", "data:"}


def test_of_a_player_no_more_is_kept_than_the_page_says():
    fields = {field.name for field in Player._meta.concrete_fields}

    known = {"id", "club", "number", "name", "salt", "slug", "sort_key", "is_guest", "is_active", "forgotten_at"}
    assert fields <= known | {"by_initials"}


def test_a_password_is_kept_as_a_digest_alone():
    assert PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]


def test_an_invitation_holds_a_name_until_it_is_withdrawn(client, club):
    client.force_login(club.memberships.get().user)
    client.post("/torsdagsklubben/members/", {"name": "Ny Sekretær", "role": "secretary"})
    invitation = Invitation.objects.get()
    assert invitation.name == "Ny Sekretær"

    client.post(f"/torsdagsklubben/members/invitations/{invitation.pk}/withdraw/")

    assert not Invitation.objects.exists()


def test_of_a_session_no_more_is_kept_than_the_page_says():
    fields = {field.name for field in Session._meta.concrete_fields}

    assert fields == {"session_key", "session_data", "expire_date"}
