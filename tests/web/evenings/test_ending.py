"""An evening is ended by a card on top of its page; what readers find there instead, and what is passed on."""

import re

import pytest

from ledger.models import EveningClosing
from ledger.services.evenings.approval import approve_evening, reopen_evening
from tests.support.people import make_evening, nolo, record, signed, trick
from tests.web.reading import form_on, in_english, page

pytestmark = pytest.mark.django_db

EVENING = "/torsdagsklubben/evenings/1/"
APPROVE = f"{EVENING}approve/"


@pytest.fixture
def evening(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    return evening


def test_the_card_stands_on_top_for_the_board_until_the_evening_is_approved(secretary, evening):
    told = page(secretary.get(EVENING))

    assert told.startswith("Torsdagsklubben · evening 1 3 September Place Player Points 1 Emil")
    assert "Emil bid sol and took no trick. The other three paid 1 each. Approve and share" in told
    assert "2 deals, the sum is 0. Once the evening is approved, it is locked. It can be opened again." in told
    assert "Back to deal 3" in told
    approve_evening(evening=evening, entry_count=2, **signed(evening.club))
    assert "Approve and share" not in page(secretary.get(EVENING))


def test_what_is_approved_is_what_is_shown(secretary, evening):
    form = form_on(secretary.get(EVENING), APPROVE)
    record(evening, trick(evening, "Bodil", "Carl", 8))

    refused = secretary.post(APPROVE, form)

    assert refused.status_code == 409
    assert "Deals have been entered or changed meanwhile." in page(refused)
    assert not EveningClosing.objects.exists()
    redrawn = form_on(refused, APPROVE)
    assert (redrawn["lines"], redrawn["key"] != form["key"]) == ("3", True)


def test_an_approved_evening_is_there_to_be_passed_on(
    secretary, evening, backups_begun, django_capture_on_commit_callbacks
):
    assert secretary.get(APPROVE).headers["Location"] == EVENING

    with django_capture_on_commit_callbacks(execute=True):
        response = secretary.post(APPROVE, form_on(secretary.get(EVENING), APPROVE), follow=True)

    assert (response.redirect_chain, backups_begun) == ([(APPROVE, 302)], ["begun"])
    told = page(response)
    assert "The evening is approved" in told and "Torsdagsklubben, 3 September 1. Emil +2.25 2. Bodil −0.25" in told
    assert "Emil bid sol and took no trick. The other three paid 1 each." in told
    assert "See the evening Torsdagsklubben · evening 1" in told
    approved = secretary.get(EVENING)
    assert re.search(r"Approved by Sekretær 2, \d+ \w+ \d+ [\d:]+\.", page(approved))
    assert "deals/new/" not in approved.content.decode()
    reopen_evening(evening=evening, reason="Talt forkert", **signed(evening.club))
    assert secretary.get(APPROVE).headers["Location"] == EVENING


def test_a_reader_has_no_card_and_nothing_of_the_boards(client, secretary, evening):
    client.logout()
    live = in_english(client).get(EVENING)
    approve_evening(evening=evening, entry_count=2, **signed(evening.club))
    approved = client.get(EVENING)

    for response in (live, approved):
        told = page(response)
        assert "Approve" not in told.replace("Approved by", "")
        for word in ("CSV", "On paper", "Seats Draw", "For the secretary", "Fingerprint", "version", "deals, "):
            assert word not in told
        assert "deals/new/" not in response.content.decode()


def test_no_row_has_a_link_for_readers_and_two_for_the_board(client, secretary, evening):
    def links_in_rows():
        return client.get(EVENING).content.decode().split("<tbody role")[1].split("</tbody>")[0].count("<a ")

    assert links_in_rows() == 2 * 2
    client.logout()
    assert links_in_rows() == 0


def test_a_reader_opens_the_rest_in_one_fold(visitor, evening):
    content = visitor.get(EVENING).content.decode()
    [fold] = re.findall(r'<details class="fold".*?</details>', content, re.DOTALL)

    assert content.count('<details class="fold') == 1
    for word in ("Seats:", "Bodil, Carl, Dorthe, Emil", "Prices", "The deals as text"):
        assert word in " ".join(fold.split())


def test_what_the_page_asks_for_while_it_is_played_has_the_boards_ways_for_the_board_alone(client, secretary, evening):
    asked = {"HTTP_IN_PLACE": "true"}
    boards = client.get(f"{EVENING}sheet/", **asked)
    same = client.get(f"{EVENING}sheet/", HTTP_IF_NONE_MATCH=boards.headers["ETag"], **asked)
    client.logout()
    readers = client.get(f"{EVENING}sheet/", HTTP_IF_NONE_MATCH=boards.headers["ETag"], **asked)

    assert (boards.status_code, same.status_code, readers.status_code) == (200, 304, 200)
    assert 'name="lines" value="2"' in boards.content.decode() and "deals/1/correct/" in boards.content.decode()
    assert "lines" not in readers.content.decode() and "deals/1/" not in readers.content.decode()
