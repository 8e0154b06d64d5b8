"""A browser is told that it has a page by the version of what the page shows: never stale, never anybody else's."""

import gzip
from datetime import date

import pytest
from django.test import Client

from ledger.models import Club, ScoringTable, SheetAnswer, SheetLink
from ledger.rules.scoring.document import preset
from ledger.services.clubs.clubs import add_players, change_player, start_season
from ledger.services.deals import correct_deal, void_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.confirming import answer_sheet
from ledger.services.scoring import publish_version
from tests.support.people import (
    NOW,
    anna,
    change,
    give_links,
    make_club,
    make_evening,
    make_user,
    play_evening,
    record,
    signed,
    trick,
    version_of,
)
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

STANDINGS = "/torsdagsklubben/standings/"
EVENING = "/torsdagsklubben/evenings/1/"
PAGES = [
    "/torsdagsklubben/",
    STANDINGS,
    "/torsdagsklubben/seasons/",
    "/torsdagsklubben/seasons/2026-27/",
    "/torsdagsklubben/evenings/1/",
    "/torsdagsklubben/evenings/1/deals/1/",
    "/torsdagsklubben/players/",
    "/torsdagsklubben/players/bodil/",
    "/torsdagsklubben/tables/",
]


def etag(client, address=STANDINGS):
    return client.get(address).headers["ETag"]


@pytest.mark.usefixtures("begun_evening")
def test_a_browser_that_has_the_page_for_anybody_is_told_so_after_one_question(client, django_assert_num_queries):
    for address in PAGES:
        first = client.get(address)

        with django_assert_num_queries(1):
            second = client.get(address, headers={"If-None-Match": first.headers["ETag"]})

        assert (second.status_code, second.content) == (304, b"")
        for header in ("ETag", "Cache-Control", "Content-Language"):
            assert second.headers[header] == first.headers[header]
        assert "Cookie" in second.headers["Vary"]
        assert first.headers["Cache-Control"] == "no-cache"
        assert b"csrfmiddlewaretoken" not in first.content
        assert first.cookies == {}


@pytest.mark.usefixtures("begun_evening")
def test_a_page_goes_out_packed_to_whoever_takes_it_so_and_is_one_page(client):
    takes = {"Accept-Encoding": "gzip, deflate, br"}
    answers = [client.get(STANDINGS, headers=headers) for headers in (takes, takes, {})]

    assert [answer.headers.get("Content-Encoding") for answer in answers] == ["gzip", "gzip", None]
    assert [gzip.decompress(answer.content) for answer in answers[:2]] == [answers[2].content] * 2
    assert len({answer.headers["ETag"] for answer in answers}) == 1
    assert all("Accept-Encoding" in answer.headers["Vary"] for answer in answers)


CHANGES = {  # one after the other
    "a deal": lambda evening: record(evening, trick(evening, "Bodil", "Carl", 8)),
    "a correction": lambda evening: correct_deal(
        entry=deal_one(evening), deal=trick(evening, "Bodil", "Emil", 8), change=change(evening)
    ),
    "a void": lambda evening: void_deal(entry=deal_one(evening), change=change(evening)),
    "an evening": lambda evening: make_evening(evening.club),
    "a new name": lambda evening: change_one(evening, "Bodil", name="Bo"),
    "initials": lambda evening: change_one(evening, "Carl", name="Carl", by_initials=True),
    "the name again": lambda evening: change_one(evening, "Carl", name="Carl", by_initials=False),
    "a new player": lambda evening: add_players(club=evening.club, names=["Gerda"], **signed(evening.club)),
    "an approval": lambda evening: approve_evening(
        evening=evening, entry_count=evening.entries.count(), **signed(evening.club)
    ),
    "a season": lambda evening: start_season(
        club=evening.club,
        name="Vinter",
        starts_on=date(2027, 1, 1),
        version=version_of(evening.club),
        **signed(evening.club),
    ),
    "a table's version": lambda evening: publish_version(
        scoring_table=evening.table_version.scoring_table,
        document=evening.table_version.document,
        author=make_user("alma"),
        now=NOW,
    ),
    "a table": lambda evening: publish_version(
        scoring_table=ScoringTable.objects.create(club=evening.club, name="Anden", preset="dansk-whist"),
        document=preset("dansk-whist"),
        author=make_user("alma"),
        now=NOW,
    ),
}


def deal_one(evening):
    """What the book says of deal 1 so far."""
    return evening.entries.filter(number=1, reverses=None).latest("sequence")


def change_one(evening, player, **how):
    player = evening.club.players.get(name=player)
    change_player(player=player, is_guest=False, is_active=True, **how, **signed(evening.club))


def test_no_page_outlives_a_change(client, begun_evening):
    had = {address: etag(client, address) for address in PAGES}

    for what, happens in CHANGES.items():
        happens(begun_evening)
        for address in PAGES:
            answer = client.get(address, headers={"If-None-Match": had[address]}, follow=True)
            assert (answer.status_code, answer.headers["ETag"] != had[address]) == (200, True), (what, address)
            had[address] = answer.headers["ETag"]


def test_another_clubs_deal_changes_nothing_here(client, begun_evening):
    had = etag(client)
    play_evening(make_club("Mandagsklubben", founder="oda"), "Bodil", "Carl", 8)

    assert etag(client) == had


def test_each_language_order_and_page_is_kept_apart_but_the_clubs_own_language_from_no_choice(client, begun_evening):
    danish = [etag(client), etag(client, f"{STANDINGS}?sort=name"), etag(client, f"{STANDINGS}?sort=-name")]
    client.cookies["django_language"] = "da"

    assert etag(client) == danish[0]
    assert len({*danish, etag(in_english(client))}) == 4
    assert "Standings" in page(client.get(STANDINGS))


def test_an_english_clubs_pages_are_english(client, begun_evening):
    Club.objects.update(language="en")

    drawn = client.get(STANDINGS)
    told = client.get(STANDINGS, headers={"If-None-Match": drawn.headers["ETag"]})

    assert drawn.headers["Content-Language"] == told.headers["Content-Language"] == "en"


def test_tomorrow_the_page_is_drawn_anew(client, begun_evening, time_machine):
    time_machine.move_to("2026-09-03T23:50+02:00")
    had = etag(client)
    time_machine.move_to("2026-09-04T00:10+02:00")

    assert etag(client) != had


@pytest.mark.usefixtures("begun_evening")
def test_who_is_signed_in_gets_a_page_of_their_own(client, club):
    had = {address: etag(client, address) for address in PAGES}
    client.force_login(anna(club))

    for address, public in had.items():
        response = client.get(address, headers={"If-None-Match": public})

        assert response.status_code == 200
        assert "ETag" not in response.headers
        assert response.headers["Cache-Control"] == "private, no-cache, no-store"
        assert "anna" in response.content.decode()
        to_anybody = Client().get(address).content.decode()
        assert ("anna" in to_anybody, 'href="/sign-in/"' in to_anybody) == (False, True)


def test_a_page_with_a_message_is_shown_once_and_not_kept(secretary, begun_evening):
    secretary.post("/sign-out/")
    secretary.cookies["messages"] = "anything"

    assert "ETag" not in secretary.get(STANDINGS).headers


def test_while_developing_nothing_is_kept(client, begun_evening, settings):
    settings.DEBUG = True

    assert "ETag" not in client.get(STANDINGS).headers


BOARD_PAGES = [
    *("/torsdagsklubben/", STANDINGS, "/torsdagsklubben/log/", "/torsdagsklubben/players/add/", "/account/"),
    # Each of these has an ETag, for whoever is signed in too.
    *(f"{EVENING}sheet/", f"{EVENING}tables/1/so-far/", "/torsdagsklubben/seasons/2026-27/workbook.xlsx"),
]
REFUSED = "/torsdagsklubben/settings/"


def test_no_browser_keeps_what_the_board_gets_or_is_refused(secretary, begun_evening):
    answers = [secretary.get(address, headers={"In-Place": "true"}) for address in [*BOARD_PAGES, REFUSED]]

    assert [answer.status_code for answer in answers] == [200] * len(BOARD_PAGES) + [403]
    for answer in answers:
        assert {"private", "no-store"} <= set(answer.headers["Cache-Control"].split(", "))


def test_a_kept_evening_tells_of_a_new_answer_and_is_over_with_the_night(client, begun_evening, time_machine):
    time_machine.move_to("2026-09-03T23:00+02:00")
    give_links(begun_evening)
    tags = [etag(in_english(client), EVENING)]
    assert "0 of 4 have confirmed the sheet." in page(client.get(EVENING))

    link = SheetLink.objects.get(player__name="Bodil")
    answer_sheet(link=link, kind=SheetAnswer.Kind.AGREES, entry_count=1, now=NOW)
    tags.append(etag(client, EVENING))
    assert "1 of 4 have confirmed the sheet." in page(client.get(EVENING))

    time_machine.move_to("2026-09-04T05:59+02:00")
    tags.append(etag(client, EVENING))
    assert "In the lead after 1 deal" in page(client.get(EVENING))
    time_machine.move_to("2026-09-04T06:00+02:00")
    tags.append(etag(client, EVENING))
    assert "shared the first place" in page(client.get(EVENING))
    assert len(set(tags)) == len(tags)
