"""The rows of an old book on their page: the counts, choices by kind and row by row, missing days, earlier prices."""

from datetime import date
from io import BytesIO
from random import Random

import pytest
from openpyxl import load_workbook

from ledger.models import Club, Entry, Evening, ImportedDeal, ScoringTableVersion
from ledger.queries.book.audit.audit import audit
from ledger.queries.scoring import in_force
from tests.rules.imports.old_books import CHANGED, PLAYERS, changed_prices
from tests.support.people import DAY, make_club
from tests.web.imports.test_imports import PAGE, fields_of, send, start_draft
from tests.web.reading import errors_of
from tests.web.reading import page as page_text

pytestmark = pytest.mark.django_db

HEADINGS = "Dato;Nr;Melder;Makker;Melding;Anna;Bodil;Carl;Dorthe"
BOOK = f"""{HEADINGS}
12-03-2014;1;Anna;Bodil;9 vip;16;16;-16;-16
;2;Carl;;sol;-5;-5;15;-5
;3;Anna;;sol;15;-5;-5;-5
;4;Dorthe;Carl;9 vip;-16;-16;16;15
;1;Anna;Bodil;9 vip;16;16;-16;-16
26-03-2014;1;Bodil;Anna;9 vip;16;16;-16;-16
"""
BY_ROW = {2: "trick", 3: "nolo", 4: "nolo", 6: "trick", 7: "trick"}


@pytest.fixture
def club():
    """A club whose prices tell nearly every outcome from every other."""
    return make_club(preset="call-ace-whist-quarter", players=PLAYERS)


def rows_of(secretary, content):
    """The address of the rows of a book, once its columns are as the headings suggest."""
    return send(secretary, start_draft(Club.objects.get(), content))["Location"]


@pytest.fixture
def rows(secretary, club):
    """The address of the rows of BOOK."""
    return rows_of(secretary, BOOK)


def field_names(response, start):
    return [name for name in response.context["form"].fields if name.startswith(start)]


def deals_by_row():
    return {imported.row: imported.entry.deal for imported in ImportedDeal.objects.select_related("entry")}


def test_the_counts_come_first_then_what_there_is_to_choose(secretary, rows):
    page = secretary.get(rows)

    assert "3 rows are in order. 3 you have to look at." in page_text(page)
    assert [part.count for part in page.context["form"].kinds] == [1]
    [alike] = page.context["form"].alike
    assert (alike.title, alike.count) == ("Sol +15", 2)
    [wrong] = page.context["form"].kinds[0].rows
    assert [text for text, is_wrong in wrong["cells"] if is_wrong] == ["15"]


def test_columns_that_leave_more_than_a_quarter_of_the_rows_in_doubt_are_told_before_anything_else(secretary, club):
    misread = BOOK.replace(";2;", ";1;").replace(";3;", ";1;")  # a number that does not count the deals

    assert "rows are in doubt" not in page_text(secretary.get(rows_of(secretary, BOOK)))
    text = page_text(secretary.get(rows_of(secretary, misread)))
    assert "3 of 6 rows are in doubt. Most often a column" in text
    assert text.index("are in doubt") < text.index("are in order")


def test_a_book_in_which_no_deals_are_found_leads_back_to_its_columns_with_a_word(secretary, club):
    columns = start_draft(club, f"{HEADINGS}\nI alt;;;;;0;0;0;0\n")

    page = secretary.get(f"{columns}rows/", follow=True)

    assert [address for address, _status in page.redirect_chain] == [columns]
    assert "No deals were found by this map" in page_text(page)


def test_of_several_deals_none_is_booked_unasked(secretary, rows):
    send(secretary, rows, book="1")

    deals = deals_by_row()
    assert {row: deal["kind"] for row, deal in deals.items()} == BY_ROW | {3: "points_only", 4: "points_only"}
    assert deals[3]["contract"] == "sol" and deals[3]["declarer"]


def test_all_rows_alike_become_the_same_deal_but_one_may_be_another(secretary, rows):
    page = secretary.get(rows)
    [alike] = field_names(page, "alike-")
    [other] = [key for key, _label in page.context["form"].fields["row-1-4"].choices if key.endswith(" 1")]

    send(secretary, rows, book="1", **{alike: "0", "row-1-4": other})

    tricks = {row: deal["participants"][0]["tricks"] for row, deal in deals_by_row().items() if deal["kind"] == "nolo"}
    assert tricks == {3: 0, 4: 1}


def test_a_form_that_is_sent_when_the_file_is_booked_has_a_word_and_books_nothing_twice(secretary, rows):
    others = fields_of(secretary.get(rows))
    send(secretary, rows, book="1")
    count = Entry.objects.count()

    late = secretary.post(rows, {**others, "book": "1"}, follow=True)

    assert [str(message) for message in late.context["messages"]] == [
        "The file is no longer looked through: it has been booked, or given up."
    ]
    assert Entry.objects.count() == count


def test_what_was_chosen_is_there_again_and_counts(secretary, rows):
    [alike] = field_names(secretary.get(rows), "alike-")
    [kind] = field_names(secretary.get(rows), "kind-")
    send(secretary, rows, **{alike: "1", kind: "leave"})

    page = secretary.get(rows)

    assert (page.context["form"][alike].value(), page.context["form"][kind].value()) == ("1", "leave")
    assert (page.context["decided_count"], page.context["unsure_count"]) == (3, 3)
    assert (page.context["full_count"], page.context["left_count"]) == (5, 1)


def test_a_missing_day_is_asked_for_and_marked_as_a_guess(secretary, rows):
    [day] = field_names(secretary.get(rows), "day-")
    assert secretary.get(rows).context["form"][day].value() == date(2014, 3, 19)

    booked = send(secretary, rows, book="1", **{day: "2014-03-20"})

    evening = Evening.objects.get(date=date(2014, 3, 20))
    assert evening.imported.guessed_day == evening.date
    assert {entry.noted_at.date() for entry in Entry.objects.filter(evening=evening)} == {evening.date}
    assert "the day is a guess" in page_text(secretary.get(booked["Location"]))


def test_a_day_in_a_year_in_which_nobody_played_is_refused_beside_its_field(secretary, rows):
    [name] = field_names(secretary.get(rows), "day-")

    refused = send(secretary, rows, **{name: "9999-12-31"}, book="1")

    assert list(errors_of(refused)) == [name]
    assert refused.context["form"][name].value() == "9999-12-31"


def test_a_new_player_gets_the_name_as_the_register_writes_it(secretary, club):
    rows = rows_of(secretary, BOOK.replace("Dorthe", "A\u030ase"))

    made = send(secretary, rows, name0="+", book="1")["Location"]

    assert made == f"{PAGE}1/"
    assert club.players.filter(name="Åse").exists()


def test_a_new_name_with_a_character_that_cannot_be_seen_is_told_beside_its_field(secretary, club):
    rows = rows_of(secretary, BOOK.replace("Dorthe", "Dor\u202ethe"))

    refused = send(secretary, rows, name0="+", book="1")

    assert [*errors_of(refused)] == ["name0"]
    assert refused.context["form"]["name0"].value() == "+"


def test_an_evening_out_of_order_is_left_out_whole_until_its_day_is_said(secretary, club):
    days = ["12-03-2014", "19-03-2014", "26-03-2004", "02-04-2014"]
    deals = [f"{day};{number};Anna;Bodil;9 vip;16;16;-16;-16" for day in days for number in (1, 2)]
    rows = rows_of(secretary, "\n".join([HEADINGS, *deals]))
    page = secretary.get(rows)
    [day] = field_names(page, "day-")
    assert (page.context["unsure_count"], page.context["left_count"]) == (2, 2)
    assert "Likely 26 Mar 2014" in page_text(page)

    send(secretary, rows, **{day: "2014-03-26"})

    page = secretary.get(rows)
    assert (page.context["unsure_count"], page.context["left_count"]) == (0, 0)


def test_a_guess_that_nobody_changed_follows_the_day_that_is_said_above_it(secretary, club):
    days = ["12-03-2014", "19-03-2014", "26-03-2004", "", "16-04-2014"]
    deals = [f"{day};{number};Anna;Bodil;9 vip;16;16;-16;-16" for day in days for number in (1, 2)]
    rows = rows_of(secretary, "\n".join([HEADINGS, *deals]))
    wrong, missing = field_names(secretary.get(rows), "day-")
    assert secretary.get(rows).context["form"][missing].value() == date(2014, 3, 26)

    send(secretary, rows, **{wrong: "2014-04-02"})

    assert secretary.get(rows).context["form"][missing].value() == date(2014, 4, 9)


def test_earlier_prices_have_to_be_said_are_begun_by_one_button_and_judged_by_again(secretary, club):
    book = changed_prices(Random(1))
    rows = rows_of(secretary, book.as_workbook())
    prices = secretary.get(rows).context["prices"]
    assert (prices["offer"].factor, prices["offer"].since) == (3, book.deals[0].day)
    unsaid = send(secretary, rows, book="1")
    assert (bool(unsaid.context["form"].errors["same_prices"]), Entry.objects.count()) == (True, 0)

    answer = send(secretary, rows, earlier="1", earlier_until=CHANGED.replace(day=CHANGED.day - 1).isoformat())

    page = secretary.get(answer["Location"])
    assert (page.context["prices"], page.context["form"].kinds, page.context["full_count"]) == (
        None,
        [],
        len(book.deals),
    )
    versions = list(ScoringTableVersion.objects.order_by("number"))
    assert [in_force(versions, day).number for day in (book.deals[0].day, CHANGED, DAY)] == [2, 3, 3]
    assert versions[2].document == versions[0].document
    send(secretary, rows, book="1")
    assert audit().findings == ()


def test_the_verdict_is_fetched_as_a_workbook_with_its_cells_coloured_and_commented(secretary, club):
    rows = rows_of(secretary, BOOK.replace("Carl;9 vip", "Carl;=1+1"))

    answer = secretary.get(rows + "workbook.xlsx")

    book = load_workbook(BytesIO(answer.content))
    sheet = book.worksheets[1]
    assert sheet["I5"].value == "15" and "not to 0" in sheet["I5"].comment.text
    assert sheet["I5"].fill.fgColor.rgb.endswith("FFC7CE")
    assert "Sol, Carl 1 trick" in sheet["E3"].comment.text
    assert (sheet["E5"].value, sheet["E5"].data_type) == ("=1+1", "s")
    remarks = [row for row in book.worksheets[0].iter_rows(values_only=True) if row[1] == "I5"]
    assert remarks[0][3] == "Left out"


def test_an_evening_says_what_the_old_book_called_it_and_that_its_day_is_a_guess(secretary, club):
    book = BOOK.replace("Dato;", "Aften;Dato;").replace("\n", "\n;").replace("\n;12-03", "\n12a;12-03")
    rows = rows_of(secretary, book.replace("\n;;1;", "\n12b;;1;").rstrip(";"))
    send(secretary, rows, book="1")

    first, second, _third = Evening.objects.exclude(date=DAY).order_by("date")

    assert "In the old book: “12a”." in page_text(secretary.get(f"/{club.slug}/evenings/{first.number}/"))
    assert "“12b”. The day is a guess." in page_text(secretary.get(f"/{club.slug}/evenings/{second.number}/"))


def test_a_row_of_another_side_is_booked_as_the_deal_that_was_chosen_and_stays_marked(secretary, club):
    rows = rows_of(secretary, f"{HEADINGS}\n12-03-2014;1;Anna;Carl;9 vip;16;16;-16;-16\n;2;Anna;Bodil;8;2;2;-2;-2\n")
    choices = dict(secretary.get(rows).context["form"].fields["row-1-2"].choices)
    [chosen] = [key for key, label in choices.items() if label == "9 vip, Anna with Bodil, 10 tricks"]

    send(secretary, rows, book="1", **{"row-1-2": chosen})

    marked = ImportedDeal.objects.get(row=2)
    assert (marked.doubt, marked.entry.deal["kind"], marked.entry.deal["tricks"]) == ("other_side", "trick", 10)


def test_a_name_in_a_cell_is_whoever_it_was_said_to_be(secretary, club):
    rows = rows_of(secretary, BOOK.replace("12-03-2014;1;Anna;", "12-03-2014;1;formanden;"))
    anna = str(club.players.get(name="Anna").pk)
    send(secretary, rows, name0=anna)

    send(secretary, rows, book="1")

    deal = deals_by_row()[2]
    assert (deal["kind"], deal.get("declarer")) == ("trick", anna)
