"""Who reads a club's pages: everybody, whoever holds its link, or the board; to others the club is not there."""

import re
from html import unescape

import pytest
from django.test import Client

from ledger.models import Club, ReadingLink
from ledger.queries.keeping.club_file import file_lines
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.addresses import choose_readers, withdraw_reading_link
from tests.support.people import NOW, make_club, make_evening, signed
from tests.web.clubs.closed import (
    AT,
    BOARD,
    EVERYBODY,
    LINK,
    got,
    holder_of,
    new_link,
    played_club,
    sheet_of,
    sign_in_as,
)
from tests.web.reading import page
from tests.web.site.access.addresses import addresses

pytestmark = pytest.mark.django_db

READ = [
    *("", "log/", "standings/", "seasons/", "seasons/2026-27/", "seasons/2026-27/workbook.xlsx", "evenings/1/"),
    *("evenings/1/deals/1/", "evenings/1/deals.txt", "evenings/1/paper/", "players/", "players/bodil/"),
    *("tables/", "tables/{version}/", "tables/{version}/table.json"),
    *("tables/{version}/try/", "tables/{version}/paper/"),
    *("standings/?csv=list", "players/?csv=list", "seasons/2026-27/?csv=list", "seasons/2026-27/curve/"),
    *("seasons/2026-27/curve.csv", "deals/", "deals.csv", "players/bodil/?csv=list"),
    *(
        "figures/",
        "figures/milestones/",
        "seasons/2026-27/attendance/",
        "seasons/2026-27/review/",
        "menu/",
        "guide/",
        "words/",
    ),
]
KEPT = ["", "standings/", "evenings/1/deals/1/", "tables/"]
OF_A_VISITOR = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"')


def read_addresses(club):
    version = club.scoring_tables.get().versions.latest("number").pk
    return [f"{AT}/{path.format(version=version)}" for path in READ]


def visitors(club):
    """A browser of everybody who may come by."""
    link = new_link(club) if club.readers == LINK else None
    withdrawn = holder_of(link) if link else Client()
    for reading_link in club.reading_links.all():
        withdraw_reading_link(link=reading_link, **signed(club))
    holder = holder_of(new_link(club)) if link else Client()
    player = Client()
    player.get(sheet_of(club, "Bodil"))
    return {
        "outsider": Client(),
        "holder": holder,
        "withdrawn": withdrawn,
        "player": player,
        "member": sign_in_as("anna"),
        "member elsewhere": sign_in_as("oda"),
    }


@pytest.fixture
def link(closed_club):
    """A link of the closed club."""
    return new_link(closed_club)


# --- the matrix


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("readers", "who_read"),
    [
        (EVERYBODY, {"outsider", "holder", "withdrawn", "player", "member", "member elsewhere"}),
        (LINK, {"holder", "member"}),
        (BOARD, {"member"}),
    ],
)
def test_those_read_whom_the_club_lets_and_nobody_else(readers, who_read, every):
    """By default one visitor at each address, and each of the six at every sixth."""
    club = played_club(readers)
    wrong = []

    for turn, (who, browser) in enumerate(visitors(club).items()):
        for address in read_addresses(club)[turn % every :: every]:
            response = got(browser, address)
            if response.status_code != (200 if who in who_read else 404):
                wrong.append((who, address, response.status_code))
            elif readers != EVERYBODY and who in who_read:
                assert "private" in response["Cache-Control"], (who, address)  # in no cache that many share

    assert wrong == []


KNOWN = {
    "slug": "torsdagsklubben",
    "season_slug": "2026-27",
    "player_slug": "bodil",
    "page": "standings/",
    "token": "pVx-4_Qm0hYb7RzKcD2eWnTgUj9sLaFi",
}


def every_address():
    """Every address of a club that the site knows, with names that a club like `played_club` has, and its numbers."""
    of_a_club = [address for address in addresses() if address.route.startswith("<slug:slug>/")]
    return [address.path(dict.fromkeys(address.parts, 1) | KNOWN) for address in of_a_club]


def answers(browser, methods):
    """All that every address of the club answers to a visitor: the status, the headers, the page."""
    answered = {}
    of_the_site = ["/health", "/sign-in/", "/privacy/", "/welcome/x/"]
    for address in [*every_address(), f"{AT}/seasons/2026-27/?season=x", f"{AT}/ingen/", *of_the_site]:
        for method in methods:
            response = browser.generic(method, address)
            headers = {name: text for name, text in response.headers.items() if name != "Expires"}
            answered[method, address] = (response.status_code, headers, OF_A_VISITOR.sub(b"", response.getvalue()))
    return answered


@pytest.mark.parametrize(
    ("readers", "who", "methods"),
    [
        (LINK, "outsider", ["GET", "POST"]),
        (BOARD, "member elsewhere", ["GET"]),
        pytest.param(BOARD, "outsider", ["GET", "POST"], marks=pytest.mark.long),
        pytest.param(LINK, "member elsewhere", ["GET"], marks=pytest.mark.long),
        pytest.param(LINK, "outsider", ["HEAD", "PUT", "DELETE"], marks=pytest.mark.long),
        pytest.param(LINK, "withdrawn", ["GET", "POST"], marks=pytest.mark.long),
        pytest.param(LINK, "member elsewhere", ["HEAD", "POST", "PUT", "DELETE"], marks=pytest.mark.long),
    ],
)
def test_a_closed_club_answers_an_outsider_as_one_that_does_not_exist(readers, who, methods):
    """To the byte, at its own addresses and the site's: none of its names is in anything that an outsider gets."""
    make_club("Mandagsklubben", founder="oda")
    before = answers(sign_in_as("oda") if who == "member elsewhere" else Client(), methods)

    club = played_club(readers)
    Club.objects.filter(pk=club.pk).update(language="en")  # nor does its language say anything
    browser = visitors(club)[who]
    for link in club.reading_links.all():
        withdraw_reading_link(link=link, **signed(club))
    after = answers(browser, methods)

    assert [asked for asked in before if before[asked] != after[asked]] == []
    assert 404 in {status for status, *_ in before.values()}


# --- the club's link


@pytest.mark.parametrize("page_of_club", ["", "evenings/1/", "standings/?season=2026-27&last=1"])
def test_a_link_is_traded_for_a_cookie_and_leads_to_the_page_that_was_passed_on(closed_club, page_of_club, link):
    response = Client().get(link + page_of_club)

    text = response.content.decode()
    (going_on,) = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', text)
    assert unescape(going_on) == unescape(re.search(r'<a class="button" href="([^"]+)"', text)[1])  # without script
    assert unescape(going_on) == f"{AT}/{page_of_club}"
    assert link.split("/")[-2] not in text
    assert (response["Referrer-Policy"], "no-store" in response["Cache-Control"]) == ("no-referrer", True)
    cookie = response.cookies["reading-torsdagsklubben"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"]) == (link.split("/")[-2], True, "Lax")
    assert cookie["max-age"] >= 60 * 60 * 24 * 365


def test_on_a_public_site_only_the_site_itself_sets_the_cookie(closed_club, settings):
    settings.PUBLIC_HOST = "testserver"
    link, browser = new_link(closed_club), Client()

    cookie = browser.get(link, secure=True).cookies["__Host-reading-torsdagsklubben"]

    assert (cookie["secure"], cookie["path"], cookie["domain"]) == (True, "/", "")
    assert browser.get(f"{AT}/standings/", secure=True).status_code == 200


def test_a_link_of_one_club_opens_no_other(closed_club):
    other = make_club("Onsdagsklubben", founder="ole", readers=LINK)
    theirs = new_link(other)
    browser = holder_of(theirs)
    browser.cookies["reading-torsdagsklubben"] = theirs.split("/")[-2]

    assert browser.get("/onsdagsklubben/").status_code == 200
    assert browser.get(f"{AT}/").status_code == 404
    assert browser.get(theirs.replace("onsdagsklubben", "torsdagsklubben")).status_code == 404


def test_a_link_that_ends_shows_nothing_more_at_once(closed_club, link):
    """By the board's choice to read alone; that it ends by being withdrawn, the test after this one shows."""
    browser = holder_of(link)
    tag = browser.get(f"{AT}/standings/")["ETag"]
    assert browser.get(f"{AT}/standings/", headers={"If-None-Match": tag}).status_code == 304

    choose_readers(club=closed_club, readers=BOARD, is_listed=False, **signed(closed_club))

    assert browser.get(f"{AT}/standings/").status_code == 404
    assert browser.get(f"{AT}/standings/", headers={"If-None-Match": tag}).status_code == 404
    assert browser.get(link).status_code == 404


def test_several_links_live_side_by_side_and_each_is_withdrawn_by_itself(closed_club):
    links = [new_link(closed_club, name) for name in ("Spillerne", "Opslagstavlen", "Gæster")]
    readers = [holder_of(link) for link in links]
    tags = [reader.get(f"{AT}/standings/")["ETag"] for reader in readers]
    assert len(set(tags)) == 3

    withdraw_reading_link(link=closed_club.reading_links.get(name="Opslagstavlen"), **signed(closed_club))

    assert [reader.get(f"{AT}/evenings/1/").status_code for reader in readers] == [200, 404, 200]
    assert [Client().get(link).status_code for link in links] == [200, 404, 200]
    asked = [{"If-None-Match": tag} for tag in tags]
    answers_now = [reader.get(f"{AT}/standings/", headers=had) for reader, had in zip(readers, asked, strict=True)]
    assert [response.status_code for response in answers_now] == [200, 404, 200]  # anew, as after any logged change


@pytest.mark.parametrize("name", ["a\x01b", "Spil\u202elerne"])
def test_a_links_name_holds_nothing_that_nobody_sees(closed_club, name):
    with pytest.raises(Refusal):
        new_link(closed_club, name)

    assert not closed_club.reading_links.exists()


def test_a_link_travels_with_the_club_by_its_digest_alone(closed_club):
    token = new_link(closed_club).split("/")[-2]

    assert len(token) == 32  # 192 bits
    digest = ReadingLink.objects.get().token_digest
    of_the_club = b"".join(file_lines(club=closed_club, made_at=NOW))
    of_everything = b"".join(file_lines(club=None, made_at=NOW))
    assert digest.encode() in of_the_club and token.encode() not in of_the_club
    assert token.encode() in of_everything  # which has the passwords' digests too


def test_the_token_is_on_no_page_but_the_boards_page_of_links_and_what_its_reader_passes_on(closed_club, caplog):
    holder = holder_of(new_link(closed_club))
    link, with_token = closed_club.reading_links.get(), set()

    for who, browser in (("holder", holder), ("member", sign_in_as("anna"))):
        for address in [*every_address(), f"{AT}/log/?group=club", "/", "/ingen/"]:
            response = browser.get(address)
            if link.token in f"{response.getvalue().decode(errors='replace')} {response.headers}":
                with_token.add((who, address))

    of_the_board = {("member", f"{AT}/links/"), ("member", f"{AT}/standings/")}
    assert with_token == of_the_board | {("holder", f"{AT}/"), ("holder", f"{AT}/standings/")}
    assert link.token not in f"{caplog.text} {link!s} {link!r}"


def test_in_an_open_club_a_link_leads_in_and_leaves_nothing(closed_club, link):
    choose_readers(club=closed_club, readers=EVERYBODY, is_listed=False, **signed(closed_club))

    response = Client().get(link)

    assert (response["Location"], dict(response.cookies)) == (f"{AT}/", {})


# --- a player's own sheet


def test_a_players_link_opens_its_own_sheet_in_a_closed_club_and_nothing_else(stranger):
    club = played_club(BOARD)
    make_evening(club, names=("Bodil", "Carl", "Dorthe", "Frida"))

    response = stranger.get(sheet_of(club, "Bodil"))

    text = response.content.decode()
    assert response.status_code == 200
    assert "It is right" in page(response)
    assert "Frida" not in text
    assert set(re.findall(r'href="(/[^"]*)"', text)) <= {
        *(link for link in re.findall(r'href="(/[^"]*)"', text) if link.startswith(("/static/", "/language/"))),
        *("/", "/sign-in/", "/privacy/"),
    }
    assert "private" in response["Cache-Control"]
    assert stranger.get(f"{AT}/evenings/1/").status_code == 404


# --- 304s


@pytest.mark.parametrize("path", KEPT)
def test_who_holds_the_link_is_told_what_has_not_changed_as_an_outsider_of_an_open_club_is(
    closed_club, path, django_assert_num_queries
):
    browser = holder_of(new_link(closed_club))
    drawn = browser.get(f"{AT}/{path}")

    with django_assert_num_queries(1):
        second = browser.get(f"{AT}/{path}", headers={"If-None-Match": drawn["ETag"]})

    assert (drawn.status_code, second.status_code) == (200, 304)
    for response in (drawn, second):
        assert response["Cache-Control"] == "no-cache, private"
        assert "Cookie" in response["Vary"]
        assert response["X-Robots-Tag"] == "noindex"
    assert Client().get(f"{AT}/{path}", headers={"If-None-Match": drawn["ETag"]}).status_code == 404


def test_the_board_is_told_in_few_questions_that_a_part_has_not_changed(closed_club, django_assert_num_queries):
    browser, part, in_place = sign_in_as("anna"), f"{AT}/evenings/1/sheet/", {"In-Place": "true"}
    tag = browser.get(part, headers=in_place)["ETag"]

    with django_assert_num_queries(4):  # the version; the session, the user, the membership
        assert browser.get(part, headers=in_place | {"If-None-Match": tag}).status_code == 304
    for other in (Client(), sign_in_as("oda")):
        assert other.get(part, headers=in_place | {"If-None-Match": tag}).status_code == 404
