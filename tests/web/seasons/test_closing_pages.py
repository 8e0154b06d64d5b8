"""Approving and reopening an evening, closing a season, the club's settings, and a player forgotten: on the pages."""

import re
import uuid
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.utils import timezone

from ledger.models import Entry, FormerHead, Player, Season, SeasonClosing
from ledger.queries.book.audit import audit, entries
from ledger.services.clubs.clubs import add_players
from ledger.services.deals import correct_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.seasons import close_season
from tests.support.people import (
    change,
    close_as_it_stands,
    make_user,
    record,
    season_of,
    seat_ids,
    signed,
    trick,
)
from tests.web.reading import form_on, in_english, notices, page, rows_of

pytestmark = pytest.mark.django_db

SHEET = "/torsdagsklubben/evenings/1/"
SEASON = "/torsdagsklubben/seasons/2026-27/"
JUST_MADE = "Bodil and Carl bid 8 and just made it. Dorthe and Emil paid 0.25 each"
WITH_NINE = "Bodil and Carl bid 8 and took 9. Dorthe and Emil paid 0.5 each"


@pytest.fixture(autouse=True)
def list_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)


@pytest.fixture
def administrator(client, club):
    client.force_login(make_user("alma"))
    return in_english(client)


def approve(evening, at=None):
    return approve_evening(
        evening=evening, entry_count=evening.entries.count(), **signed(evening.club, at or timezone.now())
    )


def test_an_approved_evening_and_its_paper_carry_the_books_fingerprint(secretary, begun_evening):
    approve(begun_evening)
    head = season_of(begun_evening.club).head
    digits = " ".join(head[n : n + 4] for n in (0, 4, 8, 12))

    assert f"Fingerprint of entry 1 of the season's book: {digits}" in page(secretary.get(SHEET))
    assert digits in page(secretary.get(f"{SHEET}paper/"))


def test_a_late_deal_is_refused_with_a_sentence_and_what_was_typed(secretary, begun_evening):
    address = f"{SHEET}deals/new/"
    sent = form_on(secretary.get(address), "")
    ids = seat_ids(begun_evening)
    sent |= {"declarer": ids["Bodil"], "contract": "8", "column": "plain", "partner": ids["Carl"], "tricks": "9"}
    approve(begun_evening)

    response = secretary.post(address, sent | {"dealer": ids["Bodil"], "save": "1"})

    assert "Evening 1 is approved: reopen it before anything in it is changed." in page(response)
    assert response.context["form"]["tricks"].value() == "9"
    assert Entry.objects.count() == 1
    assert secretary.get(address).headers["Location"] == SHEET
    assert secretary.get(f"{SHEET}deals/1/correct/").headers["Location"] == f"{SHEET}deals/1/"
    assert re.findall(r"deals/1/(\w+)/", secretary.get(f"{SHEET}deals/1/").content.decode()) == []


def test_an_evening_is_reopened_with_a_reason(secretary, begun_evening):
    approve(begun_evening)
    sent = form_on(secretary.get(SHEET), f"{SHEET}reopen/")

    without = secretary.post(f"{SHEET}reopen/", sent)
    response = secretary.post(f"{SHEET}reopen/", sent | {"reason": "Carl mangler et spil"}, follow=True)

    assert "This field is required" in page(without)
    assert re.search(r"Reopened by Sekretær 2, [^:]+:\d\d: Carl mangler et spil", page(response))
    assert form_on(response, f"{SHEET}approve/") is not None


def test_after_the_window_there_is_no_way_to_reopen(secretary, begun_evening):
    approve(begun_evening, at=timezone.now() - timedelta(hours=73))

    sheet = secretary.get(SHEET)
    response = secretary.post(f"{SHEET}reopen/", {"key": str(uuid.uuid4()), "reason": "for sent"})

    assert form_on(sheet, f"{SHEET}reopen/") is None
    assert "can be reopened for 72 hours after it was approved" in page(response)


def test_the_treasurer_closes_the_season_and_prints_the_sheet(treasurer, club, begun_evening):
    form = treasurer.get(f"{SEASON}close/")
    assert "These evenings are approved together with the season: Evening 1, 3 Sep 2026" in page(form)

    response = treasurer.post(f"{SEASON}close/", form_on(form, ""), follow=True)

    assert "The whole book, all seasons, balances: 1 evening, 1 deal, sum 0." in page(response)
    assert response.redirect_chain == [(SEASON, 302)]
    sheet = treasurer.get(f"{SEASON}closing/")
    assert rows_of(sheet)[:2] == [["1", "Bodil", "+0.25", "1", "1"], ["1", "Carl", "+0.25", "1", "1"]]
    head = season_of(club).head
    assert f"Fingerprint: {' '.join(head[n : n + 4] for n in (0, 4, 8, 12))} " in page(sheet)
    assert treasurer.get(f"{SEASON}close/").headers["Location"] == SEASON


def test_a_closing_stands_when_its_audit_fails(treasurer, club, begun_evening, monkeypatch):
    monkeypatch.setattr(entries, "ENTRIES_AT_A_TIME", 2)  # or a thousand are tried that are not there
    monkeypatch.setattr(audit, "MOST_FINDINGS", 2)
    closings = []

    def fails(execute, sql, params, many, context):
        closings.extend([sql] if sql.startswith('INSERT INTO "ledger_seasonclosing"') else [])
        if closings and "noted_at" in sql:
            raise OperationalError("disk I/O error")
        return execute(sql, params, many, context)

    sent = form_on(treasurer.get(f"{SEASON}close/"), "")
    with connection.execute_wrapper(fails):
        response = treasurer.post(f"{SEASON}close/", sent)

    assert response.headers["Location"] == SEASON
    text = page(treasurer.get(SEASON))
    assert f"The season 2026/27 is closed. {club.pk}/2026-27, 1 cannot be read: disk I/O error" in text


def test_a_season_that_moved_is_not_closed(treasurer, begun_evening):
    sent = form_on(treasurer.get(f"{SEASON}close/"), "")
    record(begun_evening, trick(begun_evening, "Bodil", "Carl", 9))

    response = treasurer.post(f"{SEASON}close/", sent)

    assert (response.status_code, SeasonClosing.objects.count()) == (409, 0)
    assert form_on(response, "")["lines"] == "2"


def test_the_board_reads_why_a_deal_of_a_closed_season_stands(treasurer, club, begun_evening):
    close_as_it_stands(club, timezone.now())

    deal = page(treasurer.get("/torsdagsklubben/evenings/1/deals/1/"))

    assert "A mistake found now is put right with points of its own in the next season." in deal
    assert "Correct" not in deal
    assert "Next season" in page(treasurer.get(SEASON))
    treasurer.logout()
    assert "næste sæson" not in page(treasurer.get("/torsdagsklubben/evenings/1/deals/1/"))


def test_a_correction_is_undone_with_one_press(secretary, begun_evening):
    entry = Entry.objects.get()
    correct_deal(entry=entry, deal=trick(begun_evening, "Bodil", "Carl", 9), change=change(begun_evening))
    deal = f"{SHEET}deals/1/"

    response = secretary.post(f"{deal}undo/", form_on(secretary.get(deal), f"{deal}undo/"), follow=True)

    assert "The correction of deal 1 is undone." in page(response)
    assert f"Corrected {WITH_NINE} → {JUST_MADE}. The correction is undone Sekretær 2" in page(response)
    assert Entry.objects.standing().get().deal == entry.deal


def test_the_sheet_tells_every_correction_from_what_to_what(client, begun_evening):
    entry = Entry.objects.get()
    correct_deal(entry=entry, deal=trick(begun_evening, "Bodil", "Carl", 9), change=change(begun_evening, "Carls stik"))

    sheet = page(in_english(client).get(SHEET))

    assert re.search(
        rf"Corrections Deal 1 Corrected {JUST_MADE} → {WITH_NINE}\. Carls stik Administrator 1, .{{10,20}} "
        r"Bodil \+0\.25 → \+0\.5 · ",
        sheet,
    )
    assert "Evenings with a corrected or voided deal: 3 Sep 2026" in page(client.get("/torsdagsklubben/standings/"))


def test_who_corrects_too_late_sees_the_winner_beside_what_they_typed(secretary, begun_evening):
    deal, ids = f"{SHEET}deals/1/", seat_ids(begun_evening)
    sent = form_on(secretary.get(f"{deal}correct/"), "")
    sent |= {"declarer": ids["Bodil"], "contract": "8", "column": "plain", "partner": ids["Carl"], "tricks": "10"}
    correct_deal(
        entry=Entry.objects.get(), deal=trick(begun_evening, "Bodil", "Carl", 7), change=change(begun_evening, "fik 7")
    )

    response = secretary.post(f"{deal}correct/", sent | {"dealer": ids["Bodil"], "change-reason": "fik 10"})

    assert response.status_code == 409
    stored = "Bodil and Carl bid 8 and took 7. Dorthe and Emil got 0.5 each"
    assert f"What is stored now Corrected {JUST_MADE} → {stored}. fik 7 Administrator 1" in page(response)
    assert (response.context["form"]["tricks"].value(), response.context["change"]["reason"].value()) == (
        "10",
        "fik 10",
    )
    resent = form_on(response, "") | {"declarer": ids["Bodil"], "contract": "8", "column": "plain"}
    resent |= {"partner": ids["Carl"], "tricks": "10", "dealer": ids["Bodil"], "change-reason": "fik 10"}
    assert secretary.post(f"{deal}correct/", resent).status_code == 302
    assert Entry.objects.count() == 5


def test_a_player_who_left_is_forgotten(treasurer, club, begun_evening):
    Player.objects.filter(name="Carl").update(is_active=False)
    address = "/torsdagsklubben/players/carl/"
    form = form_on(treasurer.get(f"{address}forget/"), "")

    unsure = treasurer.post(f"{address}forget/", form)
    done = treasurer.post(f"{address}forget/", form | {"sure": "on"})

    carl = club.players.get(name__startswith="Tidligere")
    assert unsure.status_code == 200
    assert done.headers["Location"] == f"/torsdagsklubben/players/former-{carl.number}/"
    assert notices(done) == ["The player is anonymised."]
    assert treasurer.get(address).status_code == 404
    assert treasurer.get(f"{address}change/").status_code == 404
    assert treasurer.get(f"/torsdagsklubben/players/former-{carl.number}/forget/").status_code == 404
    sheet = page(treasurer.get(SHEET))
    assert f"Tidligere medlem {carl.number}" in sheet and "Carl" not in sheet


def test_a_player_without_a_deal_is_taken_off_every_list(treasurer, club, begun_evening):
    add_players(club=club, names=["Brodil"], **signed(club))
    number = club.players.get(name="Brodil").number
    address = "/torsdagsklubben/players/brodil/"
    assert "Take off the list" in page(treasurer.get(address))
    form = form_on(treasurer.get(f"{address}forget/"), "")

    done = treasurer.post(f"{address}forget/", form | {"sure": "on"}, follow=True)

    assert done.redirect_chain == [("/torsdagsklubben/players/", 302)]
    assert "Brodil is off the list." in page(done)
    pages = ["players/", "deals/", "log/", "log/?group=players", "evenings/new/", "standings/"]
    read = {place: page(treasurer.get(f"/torsdagsklubben/{place}")) for place in pages}
    assert [place for place, words in read.items() if "Brodil" in words or "Tidligere" in words] == []
    for gone in ("brodil", f"taken-off-{number}", f"former-{number}"):
        assert treasurer.get(f"/torsdagsklubben/players/{gone}/").status_code == 404
    assert audit.audit(club=club).findings == ()


def test_who_has_played_is_not_taken_off(treasurer, club, begun_evening):
    assert "Take off the list" not in page(treasurer.get("/torsdagsklubben/players/carl/"))


SENT_TWICE = {
    "/torsdagsklubben/players/add/": ({"players": "Gerda"}, {"players": "Hilda"}, Player),
    "/torsdagsklubben/seasons/new/": (
        {"name": "2027/28", "starts_on": "2027-08-01"},
        {"name": "2028/29", "starts_on": "2028-08-01"},
        Season,
    ),
}


@pytest.mark.parametrize("address", SENT_TWICE)
def test_a_form_sent_twice_is_done_once_and_never_says_something_else(administrator, club, address, begun_evening):
    fields, otherwise, model = SENT_TWICE[address]
    key = {"key": str(uuid.uuid4())}
    before = model.objects.count()

    first, second = (administrator.post(address, fields | key) for _ in range(2))
    other = administrator.post(address, otherwise | key)

    assert (first.status_code, second.status_code) == (302, 302)
    assert first.headers["Location"] == second.headers["Location"]
    assert model.objects.count() == before + 1
    assert other.status_code == 409
    assert f'<a href="{first.headers["Location"]}">See what is stored</a>' in other.content.decode()


def test_a_fingerprint_on_old_paper_is_found_beside_the_new_one(client, begun_evening):
    season, former = begun_evening.season, "0123456789abcdef" * 4
    lines = Season.objects.get(pk=season.pk).entry_count
    FormerHead.objects.create(season=season, sequence=lines, digest=former)
    close_season(season=season, entry_count=lines, **signed(begun_evening.club))

    assert former in page(client.get(f"{SEASON}closing/"))
