"""The doorstep: which clubs there are, and choosing a language."""

import re

import pytest
from django.conf import settings
from django.utils.text import slugify

from ledger.models import Club
from tests.support.people import make_club
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db


def make_sample_club():
    club = make_club("Prøveklubben", founder="sample")
    Club.objects.filter(pk=club.pk).update(is_sample=True)
    return club


def clubs_listed(response):
    return re.findall(r'<li><a href="/([\w-]+)/">', response.content.decode())


# --- which clubs there are


def test_an_only_club_is_the_front_page(visitor):
    make_club()

    response = visitor.get("/")

    assert (response.status_code, response["Location"]) == (302, "/torsdagsklubben/")


def test_several_clubs_are_listed_the_sample_last_and_removed_ones_not(visitor):
    make_sample_club()
    make_club("Onsdagsklubben")
    gone = make_club("Mandagsklubben")
    make_club("Tirsdagsklubben")
    Club.objects.filter(pk=gone.pk).update(removed_at="2026-09-01T12:00Z")

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


def test_few_clubs_need_no_search(visitor):
    make_club()
    make_club("Onsdagsklubben")

    assert 'type="search"' not in visitor.get("/").content.decode()


def test_an_empty_installation_offers_to_start_a_club(visitor):
    response = visitor.get("/")

    assert (response.status_code, clubs_listed(response)) == (200, [])
    assert 'href="/start/"' in response.content.decode()


def test_where_a_club_is_at_home_a_stranger_is_offered_to_sign_in_only(visitor):
    make_club()
    make_club("Onsdagsklubben")

    links = re.findall(r'class="button[ \w]*" href="(.*?)"', visitor.get("/").content.decode().split("<footer")[0])

    assert links == ["/sign-in/"]


# --- the language


def test_a_language_is_remembered_and_the_reader_stays_on_the_page(client):
    response = client.get("/language/en/", {"next": "/klubben/standings/?sort=name"})

    assert response["Location"] == "/klubben/standings/?sort=name"
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "en"


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


def test_an_unknown_language_is_nothing(client):
    assert client.get("/language/tlh/").status_code == 404
