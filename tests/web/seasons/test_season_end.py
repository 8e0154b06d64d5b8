"""The page of a closed season: who won and how, the prizes, what the annual meeting gets, and the season to come."""

import csv
from datetime import date, timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.seasons import RankingRule
from ledger.services.seasons import Given
from ledger.web.seasons.season_end import next_day, next_name
from tests.spreadsheets.seasons import reading
from tests.support.people import DAY, choose_rule, close_as_it_stands, make_evening, play_evening, record, trick
from tests.web.reading import form_on, page, words

pytestmark = pytest.mark.django_db

SEASON = "/torsdagsklubben/seasons/2026-27/"


def play(club, *evenings):
    """Evenings a fortnight apart, each with one deal: its declarer, partner and tricks in an eight."""
    for number, (declarer, partner, tricks) in enumerate(evenings):
        evening = make_evening(club, day=DAY + timedelta(weeks=2 * number))
        alone = {} if partner else {"alone": "self_called"}
        record(evening, trick(evening, declarer, partner, tricks, **alone))


def card(response):
    return words(response.content.decode().split('<section class="baize">')[1].split("</section>")[0])


def test_readers_see_who_won_and_the_board_what_comes_of_it(danish_secretary, club):
    play(club, ("Bodil", "Carl", 10), ("Bodil", "Dorthe", 9))
    close_as_it_stands(club, timezone.now())

    boards, readers = page(danish_secretary.get(SEASON)), page(Client().get(SEASON))

    assert readers.startswith(
        "2026/27 er slut Bodil vandt Kom først i spidsen på den sidste aften. Bodil +1,25 1 Carl +0,25 2 Dorthe −0,25 3"
    )
    for told in ("Til generalforsamlingen", "Alt i én fil zip", "Start 2027/28", "De samme 5 spillere"):
        assert (told in boards, told in readers) == (True, False), told
    assert "2 aftener, 2 spil. Summen er 0. Afsluttet" in readers
    assert "Resten af slutstillingen Nr. Spiller Point 4 Emil −1,25" in readers


def test_an_open_season_has_no_card_and_no_files(danish_secretary, club):
    play(club, ("Bodil", "Carl", 10))

    assert "er slut" not in page(danish_secretary.get(SEASON))
    assert [danish_secretary.get(f"{SEASON}{name}").status_code for name in ("season.zip", "closing/")] == [404, 404]


def test_a_season_without_a_deal_has_no_winner(client, secretary, club):
    close_as_it_stands(club, timezone.now())

    assert card(client.get(SEASON)) == "2026/27 is over 2026/27"
    assert "0 evenings, 0 deals. The sum is 0. Closed" in page(secretary.get(SEASON))


def test_by_a_rule_the_page_tells_what_it_is_and_whom_it_moved(client, club):
    choose_rule(club, RankingRule(drop_worst=1))
    play_evening(club, "Carl", "Dorthe", 13, names=("Carl", "Dorthe", "Emil", "Frida"), day=DAY - timedelta(weeks=1))
    play(club, ("Bodil", "Carl", 8), ("Carl", "Emil", 5))
    close_as_it_stands(club, timezone.now())

    text = page(client.get(SEASON))

    assert "Hver spillers dårligste aften tæller ikke. " in text
    assert "Uden den regel var Dorthe nummer 1 og Bodil, nu nummer 3, nummer 2." in text
    assert "Spiller Efter reglen Alle point" in text
    assert "Spiller Aftener Spil Efter reglen Alle point 1 " in page(client.get(f"{SEASON}review/"))


def test_every_prize_says_for_what_it_was_won(client, club):
    cup, bottle, comfort = Given("Vandrepokalen", ""), Given("", "en flaske portvin"), Given("Trøsten", "")
    choose_rule(club, RankingRule(), first=cup, evening=bottle, last=comfort)
    play(club, ("Bodil", "Carl", 10), ("Bodil", "Dorthe", 9))
    close_as_it_stands(club, timezone.now())

    text = page(client.get(SEASON))

    assert "er slut Bodil vandt Kom først i spidsen på den sidste aften. Bodil +1,25 1" in text
    assert "Vandrepokalen Bodil nummer 1, +1,25" in text
    assert "Bedste aften Bodil , Carl +0,75 den 3. september en flaske portvin" in text
    assert "Trøsten Emil sidst, −1,25" in text


def test_the_next_season_is_filled_in_and_started_with_one_press(secretary, club):
    play(club, ("Bodil", "Carl", 10), ("Bodil", "Dorthe", 9))
    close_as_it_stands(club, timezone.now())
    sent = form_on(secretary.get(SEASON), "/torsdagsklubben/seasons/new/")

    response = secretary.post("/torsdagsklubben/seasons/new/", sent)

    assert sent["name"] == "2027/28"
    assert response.headers["Location"] == "/torsdagsklubben/seasons/2027-28/"
    assert form_on(secretary.get(SEASON), "/torsdagsklubben/seasons/new/") is None


@pytest.mark.parametrize(
    ("name", "following"),
    [("13. sæson", "14. sæson"), ("2026/27", "2027/28"), ("1998/99", "1999/100"), ("Foråret", "")],
)
def test_the_next_season_is_called_after_the_last(name, following):
    assert next_name(name) == following


@pytest.mark.parametrize(
    ("days", "following"),
    [
        ([], date(2026, 11, 28)),
        ([date(2026, 11, 26)], date(2026, 12, 3)),
        ([date(2026, 11, 12), date(2026, 11, 26)], date(2026, 12, 10)),
        ([date(2026, 3, 5), date(2026, 3, 12)], date(2026, 11, 28)),
    ],
)
def test_the_next_season_begins_when_the_next_evening_would_be(days, following):
    evenings = [PlayedEvening(number, number, day, 1, "", {}, {}, False) for number, day in enumerate(days, 1)]

    assert next_day(evenings, date(2026, 11, 28)) == following


def test_the_report_and_the_workbook_say_the_same_sentences_and_figures(client, club):
    play(club, ("Bodil", "Carl", 10), ("Bodil", "Dorthe", 9), ("Emil", "Carl", 6))
    close_as_it_stands(club, timezone.now())

    workbook = reading.open_workbook(reading.sent_content(client.get(f"{SEASON}workbook.xlsx")))
    texts = reading.texts(workbook, "Årsberetning")
    report = page(client.get(f"{SEASON}review/"))

    told = texts[texts.index("3. plads") + 7 : texts.index("Slutstilling")]
    assert len(told) == 4
    assert f"{told[0].removesuffix('.')} {told[1]}" in page(client.get(SEASON))
    assert " ".join(told) in report
    assert texts[3] in report
    standings = [(row["Spiller"], row["Point"]) for row in reading.table(workbook, "Årsberetning", "Plads")]
    for name, points in standings:
        assert f"{name} " in report
        assert f"{points:+g}".replace("-", "−").replace(".", ",").replace("+0", "0" if points == 0 else "+0") in report


def test_all_of_a_season_is_one_file(danish_secretary, club):
    play(club, ("Bodil", "Carl", 10), ("Bodil", "Dorthe", 9))
    close_as_it_stands(club, timezone.now())

    response = danish_secretary.get(f"{SEASON}season.zip")

    assert response.headers["Content-Disposition"].endswith('filename="whistklub-torsdagsklubben-2026-27.zip"')
    files = ZipFile(BytesIO(response.content))
    workbook, sheet, standings = files.namelist()
    assert (workbook, sheet, standings) == (
        "whistklub-torsdagsklubben-2026-27.xlsx", "afslutningsark.html", "slutstilling.csv"
    )  # fmt: skip
    assert reading.open_workbook(files.read(workbook)).sheetnames[0] == "Årsberetning"
    text = words(files.read(sheet).decode())
    assert "2 aftener, 2 spil. Summen er 0. Afsluttet" in text
    assert "1 Bodil +1,25 2 2" in text
    rows = list(csv.reader(files.read(standings).decode("utf-8-sig").splitlines(), delimiter=";"))
    assert rows[:2] == [["Nr.", "Spiller", "Point", "Aftener", "Spil"], ["1", "Bodil", "1,25", "2", "2"]]
    assert Client().get(f"{SEASON}season.zip").status_code == 302
