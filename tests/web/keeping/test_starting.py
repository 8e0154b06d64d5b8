"""Starting a club in three steps: only the last stores anything, and each keeps what was typed in the others."""

import re
import uuid
from datetime import date

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core import signing
from django.core.management import call_command
from django.test import Client

from ledger.models import Club, Player, ScoringTable, ScoringTableVersion, Season
from ledger.rules.scoring.document import PRESETS, table_from
from ledger.rules.scoring.wall.comparing import examples
from ledger.services.keeping.club_file import founding_code, is_founding_code
from ledger.web.scoring.forms import OTHER_GAMES, TITLES
from tests.support.people import FOUR, PASSWORD, make_club, make_user
from tests.web.reading import errors_of, form_on, page

pytestmark = pytest.mark.django_db

LIST = "1. Anna\n- Bent\n* Carl\nDorthe\tkasserer\nbent\nErik, Frida"
NAMES = ["Anna", "Bent", "Carl", "Dorthe", "Erik", "Frida"]
CLUB = {"name": "Fredagsklubben", "players": "\n".join(FOUR)}
PRICES = {"place": "all", "fit": "esmakker-wikipedia"}
SIGN_IN = {"username": "alma", "password": PASSWORD, "writer_name": "Alma Holm"}
TYPED = CLUB | PRICES | SIGN_IN


def step(visitor, button, **typed):
    """The page that a button of a page leads to."""
    return visitor.post("/start/", typed | {"to": button})


def chips(response):
    return re.findall(r"<li>(\w+)</li>", response.content.decode().split('class="chips"')[1].split("</ul>")[0])


def cards(response):
    """The presets shown: each one's code, and the words on it."""
    matched = re.findall(r'name="fit" value="([\w-]+)".*?<b>(.*?)</b>', response.content.decode(), re.DOTALL)
    return dict(matched)


def nothing_is_stored():
    return (Club.objects.count(), User.objects.count(), Player.objects.count()) == (0, 0, 0)


# --- the three steps, without script


def test_from_a_pasted_list_to_the_clubs_front(visitor, time_machine):
    time_machine.move_to("2026-11-21T20:00+01:00")
    assert "Start a club · 1 of 3" in page(visitor.get("/start/"))

    seen = step(visitor, "prices", name="Fredagsklubben", players=LIST)
    assert "The club and its players" in page(seen)  # as it was read, before it is used
    assert chips(seen) == NAMES
    prices = step(visitor, "prices", **form_on(seen))
    assert "Start a club · 2 of 3 Find your prices" in page(prices)
    matched = step(visitor, "sign_in", **form_on(prices) | {"nine": "0,5", "vip": "1"})
    assert "One fits both answers Small points, vip by turn Esmakker whist (Wikipedia)" in page(matched)
    last = step(visitor, "sign_in", **form_on(matched))
    assert "Start a club · 3 of 3 Your sign-in" in page(last)
    assert "6 players and Esmakker whist (Wikipedia). The first season, 2026, begins today." in page(last)
    assert nothing_is_stored()

    response = step(visitor, "found", **form_on(last) | SIGN_IN)

    assert (response.status_code, response["Location"]) == (302, "/fredagsklubben/")
    club = Club.objects.get()
    link = club.reading_links.get()
    assert (link.name, link.made_by.username) == ("The players", "alma")
    assert (club.name, club.language, club.is_sample) == ("Fredagsklubben", "en", False)
    assert list(Player.objects.order_by("sort_key").values_list("name", flat=True)) == NAMES
    assert Season.objects.values_list("name", "starts_on").get() == ("2026", date(2026, 11, 21))
    assert ScoringTableVersion.objects.get().to_rules().code == "esmakker-wikipedia"
    assert visitor.session["_auth_user_id"] == str(authenticate(username="alma", password=PASSWORD).pk)


def test_the_clubs_language_is_the_pages(client):
    client.post("/start/", TYPED)

    assert Club.objects.get().language == "da"
    assert ScoringTable.objects.get().name == "Esmakkerwhist (Wikipedia)"


def test_what_was_done_to_a_list_is_said(visitor):
    often = page(step(visitor, "prices", name="Fredagsklubben", players="Anna\nBo\nanna\nAnna"))
    assert "Anna was there more than twice." in often
    assert "taken away" not in often


def test_a_list_that_was_changed_after_it_was_seen_is_shown_again(visitor):
    seen = form_on(step(visitor, "prices", name="Fredagsklubben", players=LIST))

    shown_again = step(visitor, "prices", **seen | {"players": LIST + "\n- Gorm"})

    assert chips(shown_again) == [*NAMES, "Gorm"]
    assert "Find your prices" in page(step(visitor, "prices", **form_on(shown_again)))


def test_what_was_typed_is_kept_on_the_way_back_but_the_password(visitor):
    prices = step(visitor, "prices", **CLUB)
    matched = step(visitor, "sign_in", **form_on(prices) | {"nine": "20", "vip": "40"})
    last = step(visitor, "sign_in", **form_on(matched) | {"fit": "pywhist"})
    wrong = step(visitor, "found", **form_on(last) | SIGN_IN | {"password": "kort"})
    assert list(errors_of(wrong)) == ["password"]

    back = step(visitor, "prices", **form_on(wrong))
    assert form_on(back).items() >= {"nine": "20", "vip": "40", "fit": "pywhist"}.items()
    first = step(visitor, "club", **form_on(back))
    assert form_on(first).items() >= CLUB.items()
    assert errors_of(back) == errors_of(first) == {}
    shown_again = step(visitor, "sign_in", **form_on(step(visitor, "prices", **form_on(first))))

    assert form_on(shown_again).items() >= {"username": "alma", "writer_name": "Alma Holm", "fit": "pywhist"}.items()
    assert all("kort" not in answer.content.decode() for answer in (wrong, back, first, shown_again))
    assert nothing_is_stored()


# --- the prices


def ask(visitor, **answers):
    return step(visitor, "prices", **CLUB, **answers)


def test_one_that_fits_is_chosen_with_three_deals_of_the_clubs_own_players(client):
    answer = ask(client, nine="1/2", vip="1")

    assert cards(answer) == {"esmakker-wikipedia": "Små point, vip i tre ture"}
    assert (
        "En passer på begge svar Små point, vip i tre ture Esmakkerwhist (Wikipedia) "
        "Bodil og Carl melder 9 og får 8 1 til hver Bodil og Carl melder 9 vip i 2. tur og får 10 4 fra hver "
        "Bodil melder sol og går hjem 1 fra hver Videre til dit login"
    ) in page(answer)


def test_between_two_the_deals_decide_on_which_they_differ(client):
    answer = ask(client, nine="20", vip="40")

    assert list(cards(answer)) == ["it-whist", "pywhist"]
    _, of_first, of_second = page(answer).split("Bodil melder bordlægger og går hjem ")
    assert (of_first[:12], of_second[:12]) == ("150 fra hver", "200 fra hver")


@pytest.mark.parametrize(
    ("third", "code"),
    [
        ({"bordlaegger": "20"}, "call-ace-whist-quarter"),
        ({"no_bordlaegger": "on"}, "whist-scoreboard"),
        ({"bordlaegger": "32", "no_bordlaegger": "on"}, "whist2"),  # a number is an answer
        ({"bordlaegger": "80"}, "ladder-16"),
    ],
)
def test_among_four_one_question_more_decides(client, third, code):
    open_question = ask(client, nine="4", vip="8")
    assert (cards(open_question), "bordlaegger" in form_on(open_question)) == ({}, True)
    assert "Fire passer på begge svar. Ét tal mere skiller dem ad." in page(open_question)

    answer = ask(client, nine="4", vip="8", **third)

    assert list(cards(answer)) == [code]
    assert "En passer på alle tre svar" in page(answer)


def test_a_table_without_vip_is_found_by_saying_so(visitor):
    assert list(cards(ask(visitor, nine="40", no_vip="on"))) == ["vest-gui"]
    assert list(cards(ask(visitor, nine="40", vip="80", no_vip="on"))) == ["call-ace-whist"]
    assert "Find prices" in page(ask(visitor, nine="40"))


def test_numbers_that_nobody_has_begin_a_sheet_of_ones_own(visitor):
    none = ask(visitor, nine="3", vip="6,5")
    assert "If 3 is for both opponents together, type half of it: 1.5." in page(none)
    last = step(visitor, "sign_in", **form_on(none))
    assert "4 players and your own prices." in page(last)

    assert step(visitor, "found", **form_on(last) | SIGN_IN)["Location"] == "/fredagsklubben/"

    rules = ScoringTableVersion.objects.get().to_rules()
    typed = {
        (level, code): (price.made, rules.unit_denominator)
        for level, row in rules.prices.items()
        for code, price in row.items()
        if price
    }
    assert typed == {(9, "plain"): (24, 8), (9, "vip"): (52, 8)}
    assert ScoringTable.objects.values_list("name", "preset").get() == ("Our own prices", "")


def test_a_choice_for_other_numbers_is_asked_again(visitor):
    matched = form_on(ask(visitor, nine="0,5", vip="1"))

    shown_again = step(visitor, "sign_in", **matched | {"nine": "40", "vip": "80"})

    assert list(cards(shown_again)) == ["call-ace-whist"]
    assert "3 of 3" in page(step(visitor, "sign_in", **form_on(shown_again)))


@pytest.mark.parametrize(
    ("answers", "errors"),
    [
        ({}, {"nine": ["Type what each opponent pays."]}),
        ({"nine": "4"}, {"vip": ["Type what each opponent pays."]}),
        ({"nine": "fire", "vip": "8"}, {"nine": [
            "“fire” is not a number of points. Write for example 3, -0,25 or 1/8."
        ]}),
        ({"nine": "-4", "vip": "8"}, {"nine": ["A price is 0 or more."]}),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_said_beside_its_question(visitor, answers, errors):
    response = step(visitor, "sign_in", **CLUB, **answers)

    assert errors_of(response) == errors
    assert "Find your prices" in page(response)


def test_games_without_an_ordinary_nine_are_chosen_by_name(visitor):
    others = step(visitor, "others", **CLUB)
    assert list(cards(others)) == list(OTHER_GAMES)

    last = step(visitor, "sign_in", **form_on(others) | {"fit": "call-ace-euchre"})

    assert "4 players and Call-ace euchre." in page(last)
    assert list(cards(step(visitor, form_on(last)["place"], **form_on(last)))) == list(OTHER_GAMES)  # on the way back
    assert "Find your prices" in page(step(visitor, "prices", **form_on(others)))


def test_all_prices_are_a_list_in_which_nothing_is_chosen_yet(visitor):
    everything = step(visitor, "all", **CLUB)
    assert sorted(cards(everything)) == sorted(PRESETS)
    assert "checked" not in everything.content.decode()

    unchosen = step(visitor, "sign_in", **form_on(everything))

    assert errors_of(unchosen) == {"": ["Choose one of them."]}
    assert "V ×" not in page(everything)


def test_every_preset_has_its_words():
    assert {*TITLES, *OTHER_GAMES} == {*PRESETS}
    assert not {*TITLES} & {*OTHER_GAMES}
    assert len({str(title) for title in TITLES.values()}) == len(TITLES)
    assert {code for code in PRESETS if examples(table_from(code))} == {*TITLES}


# --- the last step


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        ({"name": " "}, {"name": ["This field is required."]}),
        ({"players": ""}, {"players": ["Write at least four players."]}),
        ({"players": "Anna\nBent\nCarl"}, {"players": ["Write at least four players."]}),
        ({"players": "Anna\nBent\nCarl\n" + "D" * 61}, {"players": ["A player's name has 1 to 60 characters."]}),
        ({"fit": "bridge"}, {"fit": ["Select a valid choice. bridge is not one of the available choices."]}),
        ({"writer_name": " "}, {"writer_name": ["This field is required."]}),
        ({"password": "kort"}, {"password": ["This password is too short. It must contain at least 10 characters."]}),
        ({"username": "bente"}, {"username": ["The user name bente is taken."]}),  # whatever its letters
        ({"username": "al ma"}, {"username": [
            "Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters."
        ]}),
    ],
)  # fmt: skip
def test_a_slip_is_said_at_its_own_step_and_nothing_is_stored(visitor, typed, errors):
    make_user("Bente")

    response = visitor.post("/start/", TYPED | typed)

    assert response.status_code == 200
    assert errors_of(response).items() >= errors.items()
    assert (Club.objects.count(), User.objects.count()) == (0, 1)


@pytest.mark.parametrize("place", ["all", "others", "prices", "start", "club\x00", "..."])
@pytest.mark.parametrize("button", ["sign_in", "found"])
def test_a_step_that_somebody_tampered_with_is_asked_again(visitor, place, button):
    second = step(visitor, "prices", **CLUB)

    response = step(visitor, button, **form_on(second) | {"place": place, "fit": "own"})

    assert response.status_code == 200
    assert "Start a club · 2 of 3" in page(response)
    assert nothing_is_stored()


@pytest.mark.parametrize(
    "players",
    [
        "Anna\nBent\nCarl",
        *(f"Anna\nBent\nCarl\n{name}" for name in ("D" * 61, "Dorthe\u200b")),
        ",".join(f"X{n}" for n in range(5000)),
    ],
)
def test_a_list_that_cannot_be_used_is_said_at_once(visitor, players):
    response = step(visitor, "prices", name="Fredagsklubben", players=players)

    assert "Start a club · 1 of 3" in page(response)
    assert "players" in errors_of(response)


@pytest.mark.parametrize("answer", ["came back", "was lost"])
def test_the_last_step_sent_again_arrives_at_the_club(answer):
    browser = Client(enforce_csrf_checks=True)
    browser.get("/start/")
    sent = TYPED | {"to": "found", "key": str(uuid.uuid4()), "csrfmiddlewaretoken": browser.cookies["csrftoken"].value}
    second = Client(enforce_csrf_checks=True)
    second.cookies.load({"csrftoken": browser.cookies["csrftoken"].value})
    assert browser.post("/start/", sent)["Location"] == "/fredagsklubben/"

    response = (browser if answer == "came back" else second).post("/start/", sent, follow=True)

    assert response.redirect_chain[-1] == ("/fredagsklubben/", 302)
    assert (response.status_code, response.context["user"].username) == (200, "alma")
    assert (Club.objects.count(), User.objects.count()) == (1, 1)
    stranger = Client().post("/start/", sent | {"password": "another password"}, follow=True)
    assert (list(errors_of(stranger)), stranger.context["user"].is_anonymous) == ([""], True)


def test_without_the_sites_token_nothing_is_founded():
    assert Client(enforce_csrf_checks=True).post("/start/", TYPED).status_code == 403
    assert nothing_is_stored()


def test_what_was_typed_waits_while_the_founder_signs_in(visitor):
    make_user("oda")
    many = TYPED | {"players": "\n".join(f"Æblerosa nr. {n} Åstrup" for n in range(200)), "name": "Æ&Ø"}
    last = form_on(step(visitor, "sign_in", **many))

    asked = step(visitor, "sign_in_first", **last | {"password": "hemmeligt og langt"})
    assert (asked.status_code, asked["Location"]) == (302, "/sign-in/?next=/start/")
    kept = visitor.cookies["founding"]
    assert (len(kept.value) < 4000, kept["httponly"], kept["max-age"]) == (True, True, 3600)
    assert "hemmeligt" not in signing.loads(kept.value, salt="founding")
    visitor.post("/sign-in/", {"username": "oda", "password": PASSWORD, "next": "/start/"})
    back = visitor.get("/start/")

    assert "3 of 3 Your name" in page(back)
    assert form_on(back).items() >= (many.items() - SIGN_IN.items() | {("writer_name", "Alma Holm")})
    founded = step(visitor, "found", **form_on(back))
    assert Player.objects.count() == 200
    assert founded.cookies["founding"].value == ""
    assert "1 of 3" in page(visitor.get("/start/"))


def test_a_step_that_is_none_is_the_first_and_a_founding_that_somebody_tampered_with_is_none(visitor):
    visitor.cookies["founding"] = "name=Fredagsklubben"
    assert "1 of 3" in page(visitor.get("/start/"))
    assert "1 of 3" in page(step(visitor, "4", **TYPED))
    assert errors_of(visitor.post("/start/", {})).keys() == {"name", "players"}
    assert nothing_is_stored()


@pytest.mark.usefixtures("club")
def test_a_second_club_needs_a_sign_in(visitor):
    for answer in (visitor.get("/start/"), visitor.post("/start/", TYPED)):
        assert (answer.status_code, answer["Location"]) == (302, "/sign-in/?next=/start/")
    assert Club.objects.count() == 1


@pytest.mark.usefixtures("club")
def test_somebody_signed_in_is_asked_for_a_name_alone(visitor):
    visitor.force_login(make_user("oda"))
    last = step(visitor, "sign_in", **CLUB, **PRICES)
    assert "3 of 3 Your name" in page(last)
    assert ("password" in last.context["form"].fields, "Do you have a sign-in" in page(last)) == (False, False)

    response = step(visitor, "found", **form_on(last) | {"writer_name": "Oda Lind"})

    assert response["Location"] == "/fredagsklubben/"
    assert Club.objects.get(slug="fredagsklubben").memberships.get().user.username == "oda"
    assert not User.objects.filter(username="alma", memberships__club__slug="fredagsklubben").exists()


# --- the founding code, where others than those at the machine reach the site


CODE_MISSING = {"code": ["This field is required."]}


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
    assert 'name="code"' in step(public, "sign_in", **TYPED).content.decode()

    assert public.post("/start/", TYPED | {"code": spelt(founding_code())})["Location"] == "/fredagsklubben/"


@pytest.mark.parametrize(("address", "asks"), [("127.0.0.1", False), ("::1", False), ("192.168.1.7", True), ("", True)])
def test_a_phone_in_the_room_needs_the_code_and_the_machine_itself_does_not(visitor, address, asks):
    drawn = visitor.post("/start/", TYPED | {"to": "sign_in"}, REMOTE_ADDR=address)

    assert ("code" in drawn.context["form"].fields) == asks


def test_guessing_the_code_is_slowed(public):
    for _ in range(6):  # on the way to the last step nothing is guessed at
        assert step(public, "prices", **TYPED, code="GUESS").status_code == 200

    answers = [public.post("/start/", TYPED | {"code": f"GUESS-{n}"}).status_code for n in range(6)]

    assert answers == [200] * 5 + [429]
    assert public.post("/start/", TYPED | {"code": founding_code()}).status_code == 429


@pytest.mark.parametrize("is_signed_in", [True, False])
def test_further_clubs_are_founded_with_the_code_too(public, is_signed_in):
    make_club(founder="oda")
    if is_signed_in:
        public.force_login(make_user("oda"))
    assert errors_of(public.post("/start/", TYPED)) == CODE_MISSING
    assert Club.objects.count() == 1

    assert public.post("/start/", TYPED | {"code": founding_code()})["Location"] == "/fredagsklubben/"
    founder = "oda" if is_signed_in else "alma"
    assert Club.objects.get(slug="fredagsklubben").memberships.get().user.username == founder


def test_a_setting_lets_whoever_is_signed_in_found_further_clubs(public, settings):
    settings.FOUNDERS = "accounts"
    assert errors_of(public.post("/start/", TYPED)) == CODE_MISSING
    make_club()
    assert errors_of(public.post("/start/", TYPED)) == CODE_MISSING
    public.force_login(make_user("oda"))

    assert public.post("/start/", TYPED)["Location"] == "/fredagsklubben/"


def test_the_sample_clubs_login_needs_the_code_in_any_case(public, settings):
    settings.FOUNDERS = "accounts"
    make_club("Prøveklubben", founder="sample")
    Club.objects.update(is_sample=True)
    public.force_login(User.objects.get(username="sample"))

    assert errors_of(public.post("/start/", TYPED)) == CODE_MISSING


def test_the_code_is_the_installations_own_and_the_command_prints_it(settings, capsys):
    code = founding_code()
    call_command("founding_code")
    assert capsys.readouterr().out == f"{code}\n"
    settings.SECRET_KEY = "another installation's"

    assert len(code.replace("-", "")) == 16
    assert not is_founding_code(code)
