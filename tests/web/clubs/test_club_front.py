"""A club's front page: tonight, the last result, who leads, the last deals; and the sample club's way out."""

import re
from datetime import date

import pytest
from django.test import Client

from ledger.models import Club
from ledger.services.clubs.addresses import make_reading_link
from ledger.services.clubs.clubs import start_evening, start_season
from ledger.services.deals import void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.seasons import close_season
from tests.support.people import (
    change,
    make_club,
    make_evening,
    make_user,
    nolo,
    play_evening,
    record,
    season_of,
    seat_ids,
    signed,
    torben,
    trick,
    version_of,
)
from tests.web.reading import in_english, page, words

pytestmark = pytest.mark.django_db

FRONT = "/torsdagsklubben/"
TONIGHT = "2026-09-03T21:00+02:00"
AFTER_MIDNIGHT = "2026-09-04T01:30+02:00"
NEXT_MORNING = "2026-09-04T09:00+02:00"


@pytest.fixture
def evening(club):
    """The evening of 3 September, with one deal."""
    return play_evening(club, "Bodil", "Carl", 10)


def next_season(club):
    """A season that begins a week after the evening."""
    begins = date(2026, 9, 10)
    return start_season(club=club, name="2027/28", starts_on=begins, version=version_of(club), **signed(club))


def actions(response):
    """The way to the evenings from the page, the board's button first."""
    front = response.content.decode().split('<div class="front">')[1]
    links = re.findall(r'href="/torsdagsklubben/((?:evenings|seasons)/.*?)"', front)
    return [link for link in links if "/deals/1/" not in link]


def leaders(response):
    """The rows of the first five, as text."""
    return rows_in(response, '<div class="race">', "</div>", "<li>.*?</li>")


def rows_in(response, start, end, row):
    markup = response.content.decode().split(start)[1].split(end)[0]
    return [words(match) for match in re.findall(row, markup, re.DOTALL)]


@pytest.fixture
def tonight(time_machine):
    """While the evening of 3 September is played."""
    time_machine.move_to(TONIGHT)


def test_the_first_button_is_what_comes_next_after_a_reopening_and_the_closing(
    secretary, club, evening, time_machine, tonight
):
    approve_evening(evening=evening, entry_count=1, **signed(club))
    reopen_evening(evening=evening, reason="et spil mangler", **signed(club))
    assert actions(secretary.get(FRONT)) == ["evenings/1/deals/new/", "evenings/1/"]

    second = make_evening(club, names=("Bodil", "Carl", "Dorthe", "Frida"))
    tonight = f"evenings/{second.number}/"
    assert actions(secretary.get(FRONT)) == [f"{tonight}deals/new/", tonight, "evenings/1/"]
    time_machine.move_to(NEXT_MORNING)
    assert actions(secretary.get(FRONT)) == ["evenings/new/", "evenings/1/"]

    close_season(season=season_of(club), entry_count=1, **signed(club))
    assert actions(secretary.get(FRONT)) == ["seasons/new/", "evenings/1/"]


def test_the_deal_that_turned_the_last_evening_is_told_when_it_is_over(visitor, evening, time_machine):
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    time_machine.move_to(TONIGHT)
    assert "The deal that turned" not in page(visitor.get(FRONT))

    time_machine.move_to(NEXT_MORNING)

    told = page(visitor.get(FRONT))
    assert "The deal that turned the evening Deal 2: Emil's sol Bodil and Carl led with +0.75." in told
    assert "The last deals" not in told


def test_the_page_goes_by_the_latest_evening_though_an_older_season_is_still_open(secretary, club, evening):
    newer = next_season(club)
    assert actions(secretary.get(FRONT)) == ["evenings/1/", "evenings/new/", "evenings/1/"]
    assert 'href="/torsdagsklubben/seasons/2027-28/"' in secretary.get(f"{FRONT}evenings/new/").content.decode()
    last = start_evening(
        season=newer, day=date(2026, 9, 10), players=club.players.all()[:4], version=version_of(club), **signed(club)
    )
    record(last, trick(last, "Dorthe", "Emil", 8))

    close_season(season=newer, entry_count=1, **signed(club))

    assert actions(secretary.get(FRONT)) == ["seasons/new/", "evenings/2/"]
    assert leaders(secretary.get(FRONT))[0] == "1 Dorthe +0.25"
    assert "2027/28" in page(secretary.get(f"{FRONT}standings/")).split("The standings")[0]


def test_a_closed_season_stands_until_the_next_has_an_evening(secretary, club, evening):
    close_season(season=season_of(club), entry_count=1, **signed(club))
    next_season(club)

    assert "Final standings See all 4" in page(secretary.get(FRONT))
    assert actions(secretary.get(FRONT)) == ["evenings/new/", "evenings/1/"]


def test_a_season_closed_without_an_evening_leads_to_the_next(secretary, club):
    close_season(season=season_of(club), entry_count=0, **signed(club))

    assert 'href="/torsdagsklubben/seasons/new/"' in secretary.get(FRONT).content.decode()
    assert 'href="/torsdagsklubben/evenings/new/"' not in secretary.get(FRONT).content.decode()


def test_the_last_result_stands_beside_the_first_five_of_the_season(visitor, club, evening):
    play_evening(club, "Frida", "Dorthe", 8, names=("Bodil", "Carl", "Dorthe", "Frida"), day=date(2026, 9, 10))

    response = visitor.get(FRONT)

    places = rows_in(response, '<table class="places">', "</table>", "<tr.*?</tr>")
    assert places[1:] == ["1 Dorthe +0.25", "1 Frida +0.25", "3 Bodil −0.25", "3 Carl −0.25"]
    assert leaders(response) == ["1 Bodil +0.5", "1 Carl +0.5", "3 Frida +0.25", "4 Dorthe −0.5", "5 Emil −0.75"]


def test_tonights_last_deals_are_told_in_words_latest_first(visitor, evening, time_machine, tonight):
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    record(evening, {"kind": "passed_out", "dealer": seat_ids(evening)["Bodil"]})

    told = visitor.get(FRONT).content.decode().split("The last deals</h2>")[1].split("</ul>")[0]
    assert [words(row) for row in re.findall("<li>.*?</li>", told, re.DOTALL)] == [
        "Passed out: no points.",
        "Emil bid sol and took no trick. The other three paid 1 each.",
        "Bodil and Carl bid 8 and took 10. Dorthe and Emil paid 0.75 each.",
    ]


def green_buttons(response):
    """The filled buttons of the page's content."""
    main = response.content.decode().split("<main")[1].split("</main>")[0]
    buttons = re.findall(
        r'<(?:a class="(button[^"]*)"|button(?: class="([^"]*)")?)[^>]*>(.*?)</(?:a|button)>', main, re.DOTALL
    )
    return [words(text) for link, button, text in buttons if not re.search("secondary|plain", link + button)]


@pytest.mark.parametrize(
    ("moment", "is_approved", "button", "links"),
    [
        (TONIGHT, False, "Go on with deal 2", ["evenings/1/deals/new/", "evenings/1/"]),  # to end it
        (AFTER_MIDNIGHT, False, "Go on with deal 2", ["evenings/1/deals/new/", "evenings/1/"]),
        (TONIGHT, True, "New evening", ["evenings/new/", "evenings/1/"]),
        (NEXT_MORNING, False, "Approve evening 1", ["evenings/1/", "evenings/new/", "evenings/1/"]),
        (NEXT_MORNING, True, "New evening", ["evenings/new/", "evenings/1/"]),
    ],
)
def test_the_boards_front_has_one_green_button_and_a_readers_none(
    secretary, club, evening, time_machine, moment, is_approved, button, links
):
    time_machine.move_to(moment)
    if is_approved:
        approve_evening(evening=evening, entry_count=1, **signed(club))

    front = secretary.get(FRONT)
    assert (green_buttons(front), actions(front)) == ([button], links)
    assert green_buttons(Client().get(FRONT)) == []
    assert actions(Client().get(FRONT)) == ["evenings/1/"]


def test_the_next_deals_number_counts_a_deal_that_was_voided(secretary, club, evening, time_machine, tonight):
    void_deal(entry=record(evening, trick(evening, "Bodil", "Carl", 8)), change=change(evening))

    assert green_buttons(secretary.get(FRONT)) == ["Go on with deal 3"]


def test_an_evening_in_hand_tells_the_board_who_has_how_much(secretary, evening, time_machine, tonight):
    assert "Evening 1 · tonight Bodil +0.75 Carl +0.75 Dorthe −0.75 Emil −0.75 Go on with deal 2 End evening" in page(
        secretary.get(FRONT)
    )


def test_the_boards_errands_are_one_fold_at_the_end_and_a_reader_passes_the_club_on(secretary, evening):
    board, reader = page(secretary.get(FRONT)), page(in_english(Client()).get(FRONT))

    assert board.endswith("The club's errands The club's links The list of players For a new secretary")
    assert "errands" not in reader
    assert "Share the link to the club Torsdagsklubben, 3 September" in reader
    assert "http://testserver/torsdagsklubben/" in reader


def test_a_new_club_begins_with_its_first_evening_then_the_link_and_the_rest_can_wait(secretary):
    response = secretary.get(FRONT)
    text = page(response)

    assert green_buttons(response) == ["New evening"]
    assert "http://testserver/torsdagsklubben/" in text
    waiting = response.content.decode().split("That can wait")[1]
    steps = re.findall(r'<li><a href="/torsdagsklubben/(\S+?)"', waiting)
    assert [re.sub(r"\d+", "1", step) for step in steps] == ["tables/1/prices/", "players/"]
    assert "lacks one price" in text


def test_a_new_closed_club_shows_its_newest_link_or_how_an_administrator_makes_one(alma, club):
    Club.objects.filter(pk=club.pk).update(readers=Club.Readers.LINK, is_listed=False)
    assert "Make the club's link" in page(alma.get(FRONT))

    link = make_reading_link(club=club, name="Spillerne", **signed(club))

    text = page(alma.get(FRONT))
    assert link.token in text
    assert "Make the club's link" not in text


def test_a_new_club_tells_a_reader_to_wait(visitor, club):
    response = visitor.get(FRONT)

    assert page(response).endswith(
        "No evening yet When the club has played its first evening of the season, the result stands here."
    )
    assert "evenings/new/" not in response.content.decode()
    make_evening(club)
    assert "3 September See evening 1 No deal has been entered yet." in page(visitor.get(FRONT))


# --- the sample club


@pytest.fixture
def sample(club):
    Club.objects.filter(pk=club.pk).update(is_sample=True)
    return club


def offers(response):
    markup = response.content.decode()
    return ('href="/start/"' in markup, "Remove the sample club" in page(response))


@pytest.mark.parametrize("member", ["torben", "oda"])
def test_a_member_of_any_club_removes_the_sample_club_with_one_press(visitor, sample, member):
    make_club("Onsdagsklubben", founder="oda")
    torben(sample)
    visitor.force_login(make_user(member))

    assert offers(visitor.get(FRONT)) == (True, True)
    response = visitor.post(f"{FRONT}remove-sample/", follow=True)

    assert response.redirect_chain[0] == ("/", 302)
    assert "The sample club is removed." in page(response)
    assert visitor.get(FRONT).status_code == 404


def test_a_stranger_is_asked_to_sign_in_and_somebody_without_a_club_is_refused(visitor, sample):
    stranger = visitor.post(f"{FRONT}remove-sample/")
    visitor.force_login(make_user("fremmed"))
    nobody = visitor.post(f"{FRONT}remove-sample/")

    assert (stranger.status_code, stranger["Location"], nobody.status_code) == (302, f"/sign-in/?next={FRONT}", 403)
    assert Club.objects.get().removed_at is None


def test_the_sample_club_says_what_it_is_and_how_to_start_ones_own_and_a_link_removes_nothing(visitor, sample):
    for_a_reader = visitor.get(FRONT)
    assert page(for_a_reader).startswith("This is a sample club: its players and deals are made up")
    assert offers(for_a_reader) == (True, False)
    visitor.force_login(torben(sample))

    response = visitor.get(f"{FRONT}remove-sample/")

    assert (response["Location"], Club.objects.get().removed_at) == (FRONT, None)


@pytest.mark.parametrize("page_name", ["members", "audit", "settings", "log"])
def test_the_way_back_from_a_page_of_the_menu_is_the_menu(alma, page_name):
    menu = alma.get("/torsdagsklubben/menu/").content.decode()
    assert f'href="/torsdagsklubben/{page_name}/"' in menu

    there = alma.get(f"/torsdagsklubben/{page_name}/").content.decode()

    assert '<a class="back" href="/torsdagsklubben/menu/">' in there
