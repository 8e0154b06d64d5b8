"""A book of everybody's points an evening, by the pages: a row a date or crosswise, looked through and booked."""

import pytest

from ledger.models import Entry, Evening, Season
from ledger.queries.book.audit.audit import audit
from ledger.queries.seasons.standings import standings
from tests.spreadsheets.imports.workbooks import file_with
from tests.web.imports.test_imports import fields_of, hand_in, send, start_draft
from tests.web.reading import in_english, page

pytestmark = pytest.mark.django_db

DOWN = """Dato;Bodil;Carl;Dorthe;Emil;Frida;I alt
4/9 2014;12;-4;-8;;;0
11/9 2014;-3;5,5;;-2,5;;0
18/9 2014;10;;-7;;1;4
25/9 2014;2;;-7;6;-1;0
I alt;21;1,5;-22;3,5;0;4
"""


def across():
    """The same, players down and dates across, in Excel."""
    columns = zip(*[line.split(";") for line in DOWN.splitlines()], strict=True)
    return file_with(
        [int(cell) if cell.lstrip("-").isdigit() else cell.replace(",", ".") or None for cell in column]
        for column in columns
    )


def test_a_book_of_evenings_is_booked_an_entry_an_evening(secretary, club):
    columns = hand_in(secretary, across())["Location"]
    assert fields_of(secretary.get(columns))["0-row"] == "by_evening"
    rows = send(secretary, columns)["Location"]
    looked = page(secretary.get(rows))

    assert "3 rows are in order. 1 you have to look at." in looked
    assert "Evenings of which only the points are known 3" in looked
    assert "Deals with their tricks" not in looked
    made = secretary.get(send(secretary, rows, book="1")["Location"])

    assert "Evenings of which only the points are known 3" in page(made)
    season = Season.objects.get(name="2014/15")
    assert {
        row.name: (row.evenings, row.deals, row.points / season.unit_denominator) for row in standings(season=season)
    } == {
        "Bodil": (3, 0, 11),
        "Carl": (2, 0, 1.5),
        "Dorthe": (2, 0, -15),
        "Emil": (2, 0, 3.5),
        "Frida": (1, 0, -1),
    }
    assert [str(day) for day in Evening.objects.order_by("date").values_list("date", flat=True)] == [
        "2014-09-04",
        "2014-09-11",
        "2014-09-25",
    ]
    assert Entry.objects.count() == 3
    assert audit().findings == ()


def test_what_is_lacking_is_told_and_the_house_has_it_where_somebody_says_so(secretary, club):
    rows = send(secretary, start_draft(club, DOWN))["Location"]
    part = secretary.get(rows).context["form"].kinds[0]
    [about] = part.rows[0]["findings"]
    assert (about.place.cell, about.label["en"]) == ("B4:F4", "The points of the evening add up to 4: −4 is lacking.")

    send(secretary, rows, book="1", **{part.choice.html_name: "book"})

    evening = Evening.objects.get(date="2014-09-18")
    entry = Entry.objects.get(evening=evening)
    units = entry.season.unit_denominator
    assert (entry.deal["house"], entry.postings.get(player=None).points) == (-4, -4 * units)
    assert "in doubt Only the evening's points were kept" in page(
        secretary.get(f"/{club.slug}/evenings/{evening.number}/")
    )
    assert "The house" in page(secretary.get(f"/{club.slug}/evenings/{evening.number}/deals/1/"))
    assert "Sum The house −4" in page(secretary.get(f"/{club.slug}/standings/?season=2014-15"))


def test_a_player_under_two_names_of_one_evening_is_told_by_its_row(secretary, club):
    rows = send(secretary, start_draft(club, DOWN.replace("Carl", "Bo")))["Location"]

    refused = send(secretary, rows, name0=str(club.players.get(name="Bodil").pk), book="1")

    assert "Sheet 1, row 2: the same player has points under two names." in page(refused)
    assert not Entry.objects.exists()


def test_a_sheet_that_was_turned_says_so_in_both_languages(danish_secretary, club):
    columns = start_draft(club, across())

    assert "Vi har drejet arket, så hver dato er en række." in page(danish_secretary.get(columns))
    assert "We have turned the sheet" in page(in_english(danish_secretary).get(columns))


def test_rows_that_look_like_deals_may_be_said_to_be_evenings(secretary, club):
    text = "Dato;Bodil;Carl;Dorthe;Emil\n4/9 2014;2;2;-2;-2\n11/9 2014;9;-3;-3;-3\n"
    columns = start_draft(club, text)
    assert fields_of(secretary.get(columns))["0-row"] == "deal"
    send(secretary, send(secretary, columns, **{"0-row": "by_evening"})["Location"], book="1")

    assert Entry.objects.filter(deal__totals=True).count() == 2
