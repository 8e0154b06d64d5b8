"""The doorstep: which clubs there are, starting one's own in under a minute, and choosing a language."""

import re
from datetime import date

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils.text import slugify

from ledger.models import Club, Player, ScoringTableVersion, Season
from ledger.rules.scoring.presets import PRESETS
from ledger.services.keeping.founding import founding_code, is_founding_code
from tests.support.people import PASSWORD, make_club, make_user
from tests.support.presets import EVERY_PRESET
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db

TYPED = {
    "name": "Fredagsklubben",
    "language": "da",
    "preset": "esmakker-wikipedia",
    "esmakker-wikipedia-lost": "under",
    "players": "Bodil\nCarl\nDorthe\nEmil",
    "season": "2026/27",
    "starts_on": "2026-08-01",
    "username": "alma",
    "password": PASSWORD,
    "writer_name": "Alma Holm",
}


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


# --- starting a club


def test_the_first_club_is_started_by_a_stranger_who_is_signed_in_thereby(visitor):
    response = visitor.post("/start/", TYPED)

    club = Club.objects.get()
    assert (response.status_code, response["Location"]) == (302, "/fredagsklubben/")
    assert (club.name, club.language, club.is_sample) == ("Fredagsklubben", "da", False)
    assert list(Player.objects.order_by("sort_key").values_list("name", flat=True)) == [
        "Bodil",
        "Carl",
        "Dorthe",
        "Emil",
    ]
    assert Season.objects.values_list("name", "starts_on").get() == ("2026/27", date(2026, 8, 1))
    assert visitor.session["_auth_user_id"] == str(authenticate(username="alma", password=PASSWORD).pk)


def test_after_the_start_the_club_says_what_to_do_next(visitor):
    response = visitor.post("/start/", TYPED, follow=True)

    assert "Fredagsklubben is started. Below is what to do next." in page(response)
    assert 'href="/fredagsklubben/evenings/new/"' in response.content.decode()


def test_the_choices_of_the_chosen_table_are_kept_and_the_others_ignored(visitor):
    visitor.post("/start/", TYPED | {"call-ace-whist-lost": "flat"})

    rules = ScoringTableVersion.objects.get().to_rules().rules
    assert (rules["lost"], rules["joined"]) == ("under", "independent")


@pytest.mark.parametrize("preset", EVERY_PRESET)
def test_every_preset_can_be_started_with(visitor, preset):
    visitor.post("/start/", TYPED | {"preset": preset})

    assert ScoringTableVersion.objects.get().to_rules().code == preset


@pytest.mark.parametrize("language", ["da", "en"])
def test_every_preset_has_its_name_and_a_line_about_it(client, language):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    keys = client.get("/start/").context["form"]["preset"]

    assert [key.data["value"] for key in keys] == list(PRESETS)
    assert [len(re.findall(r"<b>.+</b> <small>.+</small>", key.choice_label)) for key in keys] == [1] * len(PRESETS)


def test_the_season_and_its_start_are_todays_unless_typed(visitor, time_machine):
    time_machine.move_to("2026-11-21T20:00+01:00")

    form = visitor.get("/start/").context["form"]

    assert (form["season"].value(), form["starts_on"].value()) == ("2026", date(2026, 11, 21))


def test_a_second_club_needs_a_sign_in(visitor):
    make_club()

    for answer in (visitor.get("/start/"), visitor.post("/start/", TYPED)):
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/start/")
    assert Club.objects.count() == 1


def test_somebody_signed_in_starts_another_club_without_a_new_sign_in(visitor):
    make_club()
    visitor.force_login(make_user("oda"))

    response = visitor.post("/start/", {name: text for name, text in TYPED.items() if name != "password"})

    assert response["Location"] == "/fredagsklubben/"
    assert Club.objects.get(slug="fredagsklubben").memberships.get().user.username == "oda"
    assert User.objects.filter(username="alma").count() == 1  # the founder of the first club, no other


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": " "}, {"name": ["This field is required."]}),
        ({"writer_name": " "}, {"writer_name": ["This field is required."]}),
        ({"players": ""}, {"players": ["Write at least four players."]}),
        ({"players": "B" * 61}, {"players": ["A player's name has 1 to 60 characters."]}),
        ({"starts_on": "in the autumn"}, {"starts_on": ["Enter a valid date."]}),
        ({"language": "tlh"}, {"language": ["Select a valid choice. tlh is not one of the available choices."]}),
        ({"preset": "bridge"}, {"preset": ["Select a valid choice. bridge is not one of the available choices."]}),
        ({"password": "kort"}, {"password": ["This password is too short. It must contain at least 10 characters."]}),
        ({"username": "prøve"}, {"username": ["The user name prøve is taken."]}),
        ({"username": "al ma"}, {"username": [
            "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."
        ]}),
    ],
)  # fmt: skip
def test_a_slip_is_said_beside_its_field_and_nothing_is_stored(visitor, typed, errors):
    make_user("prøve")

    response = visitor.post("/start/", TYPED | typed)

    assert (response.status_code, errors_of(response)) == (200, errors)
    assert (Club.objects.count(), User.objects.count()) == (0, 1)


def test_what_was_typed_is_kept_after_a_slip_but_the_password(visitor):
    response = visitor.post("/start/", TYPED | {"season": ""})

    drawn = response.content.decode()
    assert ">\nBodil\nCarl\nDorthe\nEmil</textarea>" in drawn
    assert re.findall(r'name="(language|preset|esmakker-wikipedia-lost)" value="([\w-]+)"[^>]* checked', drawn) == [
        ("language", "da"),
        ("preset", "esmakker-wikipedia"),
        ("esmakker-wikipedia-lost", "under"),
    ]
    assert PASSWORD not in drawn


def test_an_empty_form_is_refused_field_by_field(visitor):
    response = visitor.post("/start/", {})

    assert sorted(errors_of(response)) == [
        "language",
        "name",
        "password",
        "players",
        "preset",
        "season",
        "starts_on",
        "username",
        "writer_name",
    ]


# --- the founding code, where others than those at the machine reach the site


@pytest.fixture
def public(visitor, settings):
    """A visitor of a public site without a club."""
    settings.PUBLIC_HOST = "whist.example.dk"
    return visitor


@pytest.mark.parametrize("typed", ["", "AAAA-AAAA-AAAA-AAAA", "0"])
def test_a_public_site_is_not_founded_without_its_code(public, typed):
    response = public.post("/start/", TYPED | {"code": typed})

    sentence = "This is not the founding code of this installation." if typed else "This field is required."
    assert errors_of(response) == {"code": [sentence]}
    assert 'value="Fredagsklubben"' in response.content.decode()
    assert (Club.objects.count(), User.objects.count()) == (0, 0)


@pytest.mark.parametrize("spelt", [str, str.lower, lambda code: f" {code.replace('-', ' ')} "])
def test_whoever_has_the_code_founds_the_first_club(public, spelt):
    assert 'name="code"' in public.get("/start/").content.decode()

    assert public.post("/start/", TYPED | {"code": spelt(founding_code())})["Location"] == "/fredagsklubben/"


def test_the_sample_clubs_login_needs_the_code_too(public):
    club = make_sample_club()
    public.force_login(club.memberships.get().user)

    assert errors_of(public.post("/start/", TYPED)) == {"code": ["This field is required."]}


@pytest.mark.parametrize(("address", "asks"), [("127.0.0.1", False), ("::1", False), ("192.168.1.7", True), ("", True)])
def test_a_phone_in_the_room_needs_the_code_and_the_machine_itself_does_not(visitor, address, asks):
    drawn = visitor.get("/start/", REMOTE_ADDR=address)

    assert ("code" in drawn.context["form"].fields) == asks


def test_guessing_the_code_is_slowed(public):

    answers = [public.post("/start/", TYPED | {"code": f"GUESS-{n}"}).status_code for n in range(6)]

    assert answers == [200] * 5 + [429]
    assert public.post("/start/", TYPED | {"code": founding_code()}).status_code == 429


def test_the_command_prints_the_code(capsys):
    call_command("founding_code")
    assert capsys.readouterr().out == f"{founding_code()}\n"


def test_further_clubs_are_founded_with_the_code_too(public):
    make_club()
    assert errors_of(public.post("/start/", TYPED)) == {"code": ["This field is required."]}
    public.force_login(make_user("oda"))
    assert errors_of(public.post("/start/", TYPED)) == {"code": ["This field is required."]}
    assert Club.objects.count() == 1

    assert public.post("/start/", TYPED | {"code": founding_code()})["Location"] == "/fredagsklubben/"


def test_a_stranger_with_the_code_founds_a_further_club(public):
    make_club(founder="oda")

    assert public.post("/start/", TYPED | {"code": founding_code()})["Location"] == "/fredagsklubben/"
    assert Club.objects.get(slug="fredagsklubben").memberships.get().user.username == "alma"


def test_a_setting_lets_whoever_is_signed_in_found_further_clubs(public, settings):
    settings.FOUNDERS = "accounts"
    assert errors_of(public.post("/start/", TYPED)) == {"code": ["This field is required."]}
    make_club()
    assert errors_of(public.post("/start/", TYPED)) == {"code": ["This field is required."]}
    public.force_login(make_user("oda"))

    assert public.post("/start/", TYPED)["Location"] == "/fredagsklubben/"


def test_the_code_is_the_installations_own(settings):
    code = founding_code()
    settings.SECRET_KEY = "another installation's"

    assert len(code.replace("-", "")) == 16
    assert not is_founding_code(code)


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
