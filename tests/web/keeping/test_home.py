"""The pages of the installation: its home page, its privacy, its health, what programs look for."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.text import slugify

from ledger.models import Club, Player
from ledger.services.keeping import backups
from ledger.services.site.slowing import KEPT
from ledger.web.clubs.settings import KEPT_FOR as LINK_KEPT_FOR
from ledger.web.keeping.founding import KEPT_FOR
from ledger.web.site.slowing import DEVICE_COOKIE_LASTS
from tests.support.people import PASSWORD, anna, make_club, make_user
from tests.web.clubs.closed import AT, LINK, holder_of, new_link, played_club, sign_in_as
from tests.web.reading import errors_of, page
from whistklub.settings import PASSWORD_HASHERS

pytestmark = pytest.mark.django_db


def clubs_listed(response):
    return re.findall(r'<li><a href="/([\w-]+)/">', response.content.decode())


# --- which clubs there are


def test_several_clubs_are_listed_the_sample_last_and_removed_ones_not(visitor):
    for name in ("Prøveklubben", "Onsdagsklubben", "Mandagsklubben", "Tirsdagsklubben"):
        make_club(name)
    Club.objects.filter(name="Prøveklubben").update(is_sample=True)
    Club.objects.filter(name="Mandagsklubben").update(removed_at="2026-09-01T12:00Z")

    assert clubs_listed(visitor.get("/")) == ["onsdagsklubben", "tirsdagsklubben", "proeveklubben"]


@pytest.fixture
def many_clubs():
    """Sixty clubs that only have a name, and one whose name needs Danish letters."""
    names = [f"Klub {number:02}" for number in range(60)]
    is_found = {"readers": Club.Readers.EVERYBODY, "is_listed": True}
    clubs = [Club(name=name, slug=slugify(name), **is_found) for name in names]
    Club.objects.bulk_create([*clubs, Club(name="Ærø Kløver", slug="aeroe-kloever", **is_found)])


@pytest.mark.usefixtures("many_clubs")
def test_many_clubs_are_listed_a_page_at_a_time(visitor):
    first, second = visitor.get("/"), visitor.get("/?page=2")

    assert [len(clubs_listed(response)) for response in (first, second)] == [50, 11]
    assert len({*clubs_listed(first), *clubs_listed(second)}) == 61
    assert ['href="?page=2"' in response.content.decode() for response in (first, second)] == [True, False]
    assert 'href="?page=1"' in second.content.decode()
    assert "There are no more clubs." in page(visitor.get("/?page=3"))


@pytest.mark.usefixtures("many_clubs")
@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("klub 07", ["klub-07"]),
        ("ÆRØ", ["aeroe-kloever"]),
        ("kløver", ["aeroe-kloever"]),
        ("kloever", ["aeroe-kloever"]),
        ("%", []),
        ("!", []),
    ],
)
def test_a_club_is_found_by_a_part_of_its_name(visitor, asked, names):
    response = visitor.get("/", {"q": asked})

    assert clubs_listed(response) == names
    assert f'value="{asked}"' in response.content.decode()
    assert ("No club here has" in page(response)) is not bool(names)


@pytest.mark.usefixtures("many_clubs")
@pytest.mark.parametrize("asked", [{"q": "x" * 81}, {"q": "a\0b"}, {"page": "0"}, {"page": "x"}, {"page": "9" * 30}])
def test_what_cannot_be_searched_for_shows_the_list_from_its_start(visitor, asked):
    response = visitor.get("/", asked)

    assert (response.status_code, len(clubs_listed(response))) == (200, 50)
    assert list(errors_of(response)) == list(asked)


def test_an_empty_installation_offers_to_start_a_club(visitor):
    response = visitor.get("/")

    assert (response.status_code, clubs_listed(response)) == (200, [])
    assert 'href="/start/"' in response.content.decode()


def test_where_few_clubs_are_at_home_a_stranger_is_offered_to_sign_in_only_and_no_search(visitor, club):
    make_club("Onsdagsklubben")

    home = visitor.get("/").content.decode()

    assert re.findall(r'class="button[ \w]*" href="(.*?)"', home.split("<footer")[0]) == ["/sign-in/"]
    assert 'type="search"' not in home


# --- the language


def test_a_language_is_remembered_and_the_reader_stays_on_the_page(client):
    response = client.get("/language/en/", {"next": "/klubben/standings/?sort=name"})

    assert response["Location"] == "/klubben/standings/?sort=name"
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"
    assert client.get("/language/tlh/").status_code == 404


@pytest.mark.parametrize(
    "back",
    [
        *("", "https://example.com/", "//example.com/", "javascript:alert(1)", "\\\\example.com", "/\\example.com"),
        *("abc", "sign_out", "home", "ledger.web.keeping.home", "?a=b", "\x00/", "a" * 10_000),
    ],
)
def test_a_language_switch_leads_to_a_path_of_the_site_or_home(client, back):
    response = client.get("/language/da/", {"next": back})

    assert response["Location"] == "/"


# The page that says what is kept about people, and that what it says is so.


def test_everybody_may_read_it_in_danish_and_in_english(visitor):
    assert "ask the club's board" in page(visitor.get("/privacy/"))

    danish = Client().get("/privacy/")

    assert "spørg klubbens bestyrelse" in page(danish)
    assert "eller i tredive dage" in page(danish)
    assert 'href="https://www.datatilsynet.dk/"' in danish.content.decode()


@pytest.mark.parametrize(
    ("address", "links"),
    [
        *(("/torsdagsklubben/", 1), ("/torsdagsklubben/standings/", 1), ("/nowhere/", 1), ("/privacy/", 1)),
        ("/sign-in/", 2),  # beside the form too
    ],
)
def test_every_page_leads_there(client, club, address, links):
    assert client.get(address).content.decode().count('href="/privacy/"') == links


def test_the_installations_contact_is_named_where_there_is_one(visitor, settings):
    assert "can be reached here" not in page(visitor.get("/privacy/"))

    settings.SECURITY_CONTACT = "drift@example.org"

    assert "can be reached here: drift@example.org" in page(visitor.get("/privacy/"))


def test_the_page_names_the_readers_and_the_times_that_the_program_goes_by(visitor):
    text = page(visitor.get("/privacy/"))
    script = (settings.BASE_DIR / "ledger/static/ledger/site/kept.js").read_text(encoding="utf-8")

    assert [str(readers) for readers in Club.Readers.values] == ["everybody", "link", "board"]
    assert "everybody, whoever has the club's link, or the board alone" in text
    assert "const MOST_AGE = 3 * 24 * 60 * 60 * 1000;" in script
    assert "in the browser for three days at most" in text
    assert timedelta(seconds=settings.SESSION_COOKIE_AGE) == timedelta(days=30) and "or for thirty days" in text
    assert timedelta(seconds=DEVICE_COOKIE_LASTS) == timedelta(days=365) and "for a year, that you have signed" in text
    assert timedelta(seconds=LINK_KEPT_FOR) == timedelta(days=400) and "remembered for four hundred days" in text
    assert timedelta(seconds=KEPT_FOR) == timedelta(hours=1) and "a half-started club for an hour" in text
    assert backups.NEWEST_KEPT == 30 and "The thirty newest are kept" in text
    assert backups.MONTHS_KEPT == 12 and "the last twelve months" in text
    assert timedelta(days=1) == KEPT and "a wrong try when it has not counted for a day" in text


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


@pytest.mark.parametrize(
    ("model", "known"),
    [
        (
            Player,
            "id club number name salt slug sort_key is_guest is_active forgotten_at by_initials",
        ),
        (Session, "session_key session_data expire_date"),
    ],
)
def test_no_more_is_kept_than_the_page_says(model, known):
    assert {field.name for field in model._meta.concrete_fields} == {*known.split()}


def test_a_password_is_kept_as_a_digest_alone():
    assert PASSWORD_HASHERS == ["django.contrib.auth.hashers.Argon2PasswordHasher"]


# What search engines and the front of the site have of a club: nothing, unless it says that it may be found.


def test_search_engines_have_the_pages_of_listed_clubs_alone():
    listed, open_club = make_club(), make_club("Onsdagsklubben")
    Club.objects.filter(pk=open_club.pk).update(is_listed=False)
    make_club("Fredagsklubben", readers=LINK)
    meta = '<meta name="robots" content="noindex">'

    for slug, tag in ((listed.slug, "all"), (open_club.slug, "noindex")):
        response = Client().get(f"/{slug}/standings/")
        assert response["X-Robots-Tag"] == tag
        assert (meta in response.content.decode()) == (tag == "noindex")
        unchanged = Client().get(f"/{slug}/standings/", headers={"If-None-Match": response["ETag"]})
        assert unchanged["X-Robots-Tag"] == tag
    for address in ("/", "/sign-in/", "/ingen/", "/health", "/robots.txt"):
        assert Client().get(address)["X-Robots-Tag"] == "noindex"
    assert Client().get("/robots.txt").content.decode().splitlines() == [
        "User-agent: *",
        "Disallow: /",
        "Allow: /$",
        "Allow: /static/",
        "Allow: /torsdagsklubben/",
    ]


def test_a_club_that_has_not_chosen_yet_is_read_and_listed_but_in_no_search_engine():
    club, _other = make_club(), make_club("Onsdagsklubben")
    Club.objects.filter(pk=club.pk).update(has_chosen_readers=False)

    assert Client().get(f"{AT}/standings/")["X-Robots-Tag"] == "noindex"
    assert "torsdagsklubben" not in Client().get("/robots.txt").content.decode()
    assert "Torsdagsklubben" in page(Client().get("/"))


def test_the_front_of_the_site_lists_clubs_that_may_be_found_and_ones_own():
    club = played_club(LINK)
    make_club("Fredagsklubben", readers=LINK, founder="frede")
    Club.objects.filter(slug="mandagsklubben").update(is_listed=False)
    make_club("Onsdagsklubben")

    assert clubs_listed(Client().get("/")) == ["onsdagsklubben"]
    assert clubs_listed(holder_of(new_link(club)).get("/")) == ["torsdagsklubben", "onsdagsklubben"]
    assert clubs_listed(sign_in_as("anna").get("/")) == ["torsdagsklubben", "onsdagsklubben"]
    assert clubs_listed(sign_in_as("oda").get("/")) == ["mandagsklubben", "onsdagsklubben"]
    assert "Torsdagsklubben" not in page(Client().get("/?q=torsdag"))


def test_an_only_club_is_led_into_by_those_who_read_it_and_others_to_the_sign_in(club):
    make_user("oda")
    assert Client().get("/")["Location"] == f"{AT}/"
    Club.objects.update(readers=LINK, is_listed=False)
    club.refresh_from_db()

    assert Client().get("/")["Location"] == "/sign-in/"
    assert holder_of(new_link(club)).get("/")["Location"] == f"{AT}/"
    assert sign_in_as("alma").get("/")["Location"] == f"{AT}/"
    assert sign_in_as("oda").get("/").status_code == 200
