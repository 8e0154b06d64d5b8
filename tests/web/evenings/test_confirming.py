"""The pages of the second pair of eyes: the sheet by a player's link, the links to share, a complaint dealt with."""

import html
import re
import uuid

import pytest

from ledger.models import AnswerWords, Club, Entry, Settlement, SheetAnswer, SheetLink
from ledger.services.clubs.clubs import change_settings
from ledger.services.deals import void_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.confirming import answer_sheet, make_links
from ledger.services.seasons import close_season
from tests.support.people import (
    NOW,
    change,
    make_club,
    make_evening,
    record,
    season_of,
    seat_again,
    seat_ids,
    signed,
    torben,
    trick,
)
from tests.support.replay import replayed
from tests.web.reading import form_on, in_english, notices, page, words

pytestmark = pytest.mark.django_db

SHEET = "/torsdagsklubben/evenings/1/"
LINKS = f"{SHEET}links/"


@pytest.fixture
@replayed
def club(club):
    """Its players confirm."""
    change_settings(club=club, players_confirm=True, **signed(club))
    club.refresh_from_db()
    return club


@pytest.fixture
@replayed
def evening(club, evening):
    """An evening with two deals; everybody at the table has a link."""
    record(evening, trick(evening, "Bodil", "Carl", 8))
    record(evening, trick(evening, "Carl", "Emil", 9))
    make_links(evening=evening, **signed(club))
    return evening


@pytest.fixture
def player(client, evening):
    return in_english(client)


def address_of(name):
    return f"/torsdagsklubben/sheet/{SheetLink.objects.get(player__name=name).token}/"


def agree(visitor, name):
    sent = form_on(visitor.get(address_of(name)), having="agrees")
    return visitor.post(address_of(name), sent | {"agrees": "1"})


def complain(visitor, name, **fields):
    sent = form_on(visitor.get(address_of(name)), having="complains")
    return visitor.post(address_of(name), sent | {"complains": "1", **fields})


def complaint(evening, name="Carl", **fields):
    answer = {"kind": SheetAnswer.Kind.COMPLAINS, "entry_count": 2, **fields}
    link = SheetLink.objects.get(evening=evening, player__name=name)
    return answer_sheet(link=link, **answer, now=NOW)


def turn_off(club):
    change_settings(club=club, players_confirm=False, **signed(club))


# --- the player's own sheet


def test_a_player_sees_the_evenings_sheet_with_their_own_column_marked(player):
    response = player.get(address_of("Carl"))

    assert rows_of_sheet(response)[1:] == rows_of_sheet(player.get(SHEET))[1:]
    assert page(response).startswith("← Evening 1 Carl 3 Sep 2026 Your evening +0.75 Deals you played 2")
    cells = re.findall(r'<t[dh][^>]* class="[^"]*own">(.*?)</t[dh]>', response.content.decode(), re.DOTALL)
    assert [words(cell) for cell in cells] == ["Carl you +0.75", "+0.25", "+0.5", "+0.75"]


def rows_of_sheet(response):
    """The text of every row of the sheet, its head first."""
    return [words(row) for row in re.findall(r'<tr role="row".*?</tr>', response.content.decode(), re.DOTALL)]


def test_a_players_own_count_is_of_the_deals_they_played(player, evening):
    void_deal(entry=record(evening, trick(evening, "Carl", "Emil", 8)), change=change(evening))
    seat_again(evening, "Bodil", "Frida", "Dorthe", "Emil")
    record(evening, trick(evening, "Frida", "Emil", 8))

    assert "Deals you played 2 " in page(player.get(address_of("Carl")))


def test_the_page_is_kept_and_found_by_nobody(player):
    response = player.get(address_of("Carl"))

    assert response.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in response.headers["Cache-Control"]
    assert "private" in response.headers["Cache-Control"]
    assert response.headers["Referrer-Policy"] == "strict-origin"


def test_one_press_says_that_it_is_right_and_shows_it(player):
    response = agree(player, "Carl")

    assert response.headers["Location"] == address_of("Carl")
    assert notices(response) == ["Thank you. The secretary can see your answer."]
    assert "What you have said It is right" in page(player.get(address_of("Carl")))
    assert SheetAnswer.objects.get().entry_count == 2


def test_a_complaint_names_a_deal_and_a_word_and_may_be_taken_back(player):
    deal = "2: Carl and Emil bid 8 and took 9. Bodil and Dorthe paid 0.5 each"
    assert f'<option value="2">{deal}</option>' in player.get(address_of("Carl")).content.decode()
    complain(player, "Carl", number="2", reason="Emil fik 8 stik")

    text = page(player.get(address_of("Carl")))
    assert "What you have said Something is wrong : Deal 2 Emil fik 8 stik" in text
    agree(player, "Carl")
    assert "What you have said It is right" in page(player.get(address_of("Carl")))
    assert "Something is wrong : Deal 2" not in page(player.get(address_of("Carl")))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "reason"),
        ({"reason": "   "}, "reason"),
        ({"reason": "x" * 201}, "reason"),
        ({"number": "7", "reason": "9 stik"}, "number"),
        ({"number": "x"}, "number"),
        ({"lines": "99", "reason": "9 stik"}, "__all__"),
        ({"lines": "", "reason": "9 stik"}, "lines"),
        ({"lines": "9" * 30, "reason": "9 stik"}, "lines"),
    ],
)
def test_a_slip_is_shown_beside_its_field_and_nothing_is_kept(player, fields, field):
    response = complain(player, "Carl", **fields)

    assert response.status_code == 200
    assert list(response.context["sent"].errors) == [field]
    assert response.context["complain"]["reason"].value() == fields.get("reason", "")
    assert SheetAnswer.objects.count() == 0


def test_a_player_is_told_of_a_correction_since_and_of_the_answer(player, secretary, evening):
    agree(player, "Carl")
    asked = complaint(evening, "Bodil", text="der mangler et spil")

    secretary.post(f"{SHEET}complaints/{asked.pk}/", {"key": uuid.uuid4(), "reason": "Nej, det var Carl, der gik"})

    assert "Answer from Sekretær 2: Nej, det var Carl, der gik" in page(player.get(address_of("Bodil")))
    correct(secretary, evening, settles=[])
    text = page(player.get(address_of("Carl")))
    assert "before the correction" in text
    assert "The sheet has been corrected since: please look again." in text


def test_an_evening_without_deals_and_a_closed_season_have_nothing_to_press(player, evening):
    empty = make_evening(evening.club)
    make_links(evening=empty, **signed(evening.club))
    token = SheetLink.objects.get(evening=empty, player__name="Carl").token
    close_season(season=season_of(evening.club), entry_count=2, **signed(evening.club))
    link = SheetLink.objects.get(evening=evening, player__name="Carl")

    assert 'name="agrees"' not in player.get(f"/torsdagsklubben/sheet/{token}/").content.decode()
    closed = player.get(f"/torsdagsklubben/sheet/{link.token}/")
    assert 'name="agrees"' not in closed.content.decode()
    assert "The season 2026/27 is closed" in page(closed)


def test_a_link_that_leads_nowhere_is_not_there(player, evening):
    club, address = evening.club, address_of("Carl")
    make_club("Mandagsklubben", founder="oda")
    Club.objects.update(players_confirm=True)
    carl = club.players.get(name="Carl")

    assert player.get(address.replace("torsdags", "mandags")).status_code == 404
    assert player.get("/torsdagsklubben/sheet/x/").status_code == 404
    assert player.post("/torsdagsklubben/sheet/x/", {"agrees": "1"}).status_code == 404
    club.players.filter(pk=carl.pk).update(forgotten_at=NOW)
    assert player.get(address).status_code == 404


# --- the board's pages


def test_the_evening_tells_the_board_who_has_said_what(secretary, evening):
    agree(secretary, "Bodil")
    complaint(evening, number=2, text="Emil fik 8 stik")

    text = page(secretary.get(SHEET))

    emil = evening.club.players.get(name="Emil")
    assert AnswerWords.objects.get().said == f"⟦{emil.pk}⟧ fik 8 stik"
    assert "What the players say 1 of 4 have confirmed the sheet." in text
    assert re.search(
        r"Bodil \d[\d: \w]+ confirmed Carl something is wrong Dorthe no answer yet Emil no answer yet", text
    )
    assert "Carl: Something is wrong : Deal 2 Emil fik 8 stik" in text
    assert "Bodil confirmed" in text and "Carl says no" in text and "Dorthe not yet" in text
    assert "Carl writes about deal 2: Emil fik 8 stik See deal 2" in text
    assert "Deal 2: Carl and Emil bid 8 and took 9." in text and "Approve all the same" in text
    assert "It can be approved without." not in text
    approval = form_on(secretary.get(SHEET), f"{SHEET}approve/")
    assert "says no" not in page(secretary.post(f"{SHEET}approve/", approval, follow=True))


def test_who_has_not_confirmed_is_named_and_can_be_reminded(secretary, evening):
    agree(secretary, "Bodil")
    agree(secretary, "Carl")

    response = secretary.get(SHEET)

    assert "Dorthe and Emil have not confirmed the sheet. Approve and share Remind them" in page(response)
    assert f'href="{LINKS}"' in response.content.decode()
    assert "It can be approved without." in page(response)


def test_a_complaint_without_a_deal_leads_to_its_answer(secretary, evening):
    asked = complaint(evening, text="der mangler et spil")

    response = secretary.get(SHEET)

    assert "Carl writes: der mangler et spil Answer Carl" in page(response)
    assert f'href="{SHEET}complaints/{asked.pk}/"' in response.content.decode()


def test_an_evening_is_approved_with_a_complaint_open(secretary, evening):
    complaint(evening, number=2)
    sent = form_on(secretary.get(SHEET), f"{SHEET}approve/")

    secretary.post(f"{SHEET}approve/", sent)

    assert evening.closings.count() == 1
    pk = SheetAnswer.objects.get().pk
    assert "The evening is approved: reopen it" in page(secretary.get(f"{SHEET}complaints/{pk}/"))


def test_who_closes_the_season_is_told_of_complaints(client, evening):
    complaint(evening, number=2)
    client.force_login(torben(evening.club))
    closing = "/torsdagsklubben/seasons/2026-27/close/"

    assert "nobody has dealt with it: Evening 1, 3 Sep 2026" in page(in_english(client).get(closing))
    turn_off(evening.club)
    assert "nobody has dealt with it" not in page(client.get(closing))


def test_nobody_but_the_board_reads_what_the_players_say(player, evening):
    complaint(evening, number=2, text="Emil fik 8 stik")

    for address in (SHEET, f"{SHEET}deals/2/"):
        assert "Emil fik 8" not in page(player.get(address))
        assert "What the players say" not in page(player.get(address))


def test_each_player_gets_an_address_and_a_code(secretary, evening):
    response = secretary.get(LINKS)

    markup = html.unescape(response.content.decode())
    for name in ("Bodil", "Carl", "Dorthe", "Emil"):
        assert f'value="http://testserver{address_of(name)}"' in markup
    assert markup.count('src="data:image/svg+xml') == 4
    assert "no-store" in response.headers["Cache-Control"]


def test_the_links_are_made_with_one_press_and_one_is_renewed_with_another(secretary, evening):
    make_evening(evening.club)
    address = "/torsdagsklubben/evenings/2/links/"

    made = secretary.post(address, form_on(secretary.get(address)))

    assert (made.headers["Location"], notices(made)) == (address, ["Every player has a link."])
    renewed = secretary.post(address, {"player": "carl"})
    assert notices(renewed)[-1] == "Carl has a new link. The old one no longer works."
    assert secretary.post(address, {"player": "nobody"}).status_code == 404
    assert "has no link to this evening" in page(secretary.post(address, {"player": "frida"}))


def correct(secretary, evening, *, settles, number=2, **fields):
    ids = seat_ids(evening)
    deal = {"declarer": ids["Carl"], "contract": "8", "column": "plain", "partner": ids["Emil"], "tricks": "8"}
    seen = Entry.objects.standing().get(number=number)
    change = {"change-key": uuid.uuid4(), "change-seen": seen.pk, "change-reason": "talt efter"}
    sent = deal | change | {"dealer": ids["Bodil"], "settles": settles}
    return secretary.post(f"{SHEET}deals/{number}/correct/", sent | fields)


def ticked_complaints(response):
    """The complaints that the form would settle as it stands."""
    return [int(pk) for pk in re.findall(r'name="settles" value="(\d+)"[^>]* checked', response.content.decode())]


def test_a_deal_is_corrected_from_its_complaint_and_the_complaint_is_settled_by_that(secretary, evening):
    carl, bodil = complaint(evening, number=2, text="Emil fik 8 stik"), complaint(evening, "Bodil", number=2)
    response = secretary.get(f"{SHEET}deals/2/correct/")
    assert 'name="change-reason" value="After a complaint by Carl, Bodil"' in response.content.decode()
    assert "The change settles Carl's complaint: Emil fik 8 stik Bodil's complaint" in page(response)
    assert ticked_complaints(response) == [carl.pk, bodil.pk]

    unsure = correct(secretary, evening, settles=[bodil.pk], preview="1")
    assert ticked_complaints(unsure) == [bodil.pk]
    correct(secretary, evening, settles=[carl.pk])

    entry = Entry.objects.standing().get(number=2)
    assert list(Settlement.objects.values_list("answer", "entry")) == [(carl.pk, entry.pk)]
    about = page(secretary.get(f"{SHEET}deals/2/"))
    assert "Complaints Carl: Something is wrong : Deal 2 Emil fik 8 stik" in about
    assert "The deal was corrected. settled Bodil: Something is wrong" in about


def test_a_void_settles_what_is_ticked(secretary, evening):
    carl = complaint(evening, number=2)
    sent = form_on(secretary.get(f"{SHEET}deals/2/"), f"{SHEET}deals/2/void/")

    secretary.post(f"{SHEET}deals/2/void/", sent | {"settles": [carl.pk], "change-reason": "ikke spillet"})

    assert Settlement.objects.get().entry.kind == "reversal"
    assert "The deal was voided." in page(secretary.get(f"{SHEET}deals/2/"))


@pytest.mark.parametrize("settles", [["x"], ["9" * 5000], ["²"]])
def test_a_tick_that_is_none_settles_nothing(secretary, evening, settles):
    complaint(evening, number=2)

    assert correct(secretary, evening, settles=settles).status_code == 302
    assert Settlement.objects.count() == 0


def test_a_complaint_is_answered_in_words(secretary, evening):
    address = f"{SHEET}complaints/{complaint(evening, number=2, text='8 stik').pk}/"
    sent = form_on(secretary.get(address))

    without = secretary.post(address, sent)
    done = secretary.post(address, sent | {"reason": "Dorthe har talt efter"})
    second = secretary.post(address, {"reason": "igen"})

    assert "This field is required" in page(without)
    assert (done.headers["Location"], notices(done)) == (SHEET, ["The complaint is answered."])
    assert "The complaint is settled." in page(second)
    assert "Dorthe" not in Settlement.objects.get().said


def test_a_complaint_that_was_taken_back_says_so(secretary, evening):
    pk = complaint(evening, number=2).pk
    agree(secretary, "Carl")

    assert "The player has taken the complaint back." in page(secretary.get(f"{SHEET}complaints/{pk}/"))
    assert secretary.get(f"{SHEET}complaints/{SheetAnswer.objects.last().pk}/").status_code == 404


def test_with_the_setting_off_none_of_it_is_there(secretary, evening):
    pk = complaint(evening, number=2, text="8 stik").pk
    turn_off(evening.club)

    assert [
        secretary.get(address).status_code for address in (LINKS, f"{SHEET}complaints/{pk}/", address_of("Carl"))
    ] == [404] * 3
    for address in (SHEET, f"{SHEET}deals/2/", f"{SHEET}deals/2/correct/"):
        markup = secretary.get(address).content.decode()
        assert [word for word in ("omplain", "8 stik", "links/", "What the players say") if word in markup] == []
    correct(secretary, evening, settles=[pk])
    assert Settlement.objects.count() == 0


def test_an_approved_evening_still_hears_its_players(player, evening):
    approve_evening(evening=evening, entry_count=2, **signed(evening.club))

    assert complain(player, "Carl", number="2").status_code == 302
