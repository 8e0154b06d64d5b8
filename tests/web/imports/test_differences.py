"""A workbook that comes back is known by itself; its differences are ticked, booked and undone by pages."""

import re
from datetime import date
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from ledger.models import BookDraft, Entry
from ledger.queries.book.audit.audit import audit
from ledger.services.deals.recording import correct_deal
from ledger.services.imports import taking
from ledger.services.scoring.versions import publish_version
from tests.services.imports.workbooks import put, with_edits, without_row, workbook_of
from tests.support.people import change, make_evening, record, season_of, signed, trick, version_of

pytestmark = pytest.mark.django_db

PAGE = "/torsdagsklubben/imports/"


@pytest.fixture(name="played")
def evening_played(club):
    evening = make_evening(club)
    for tricks in (8, 9, 10):
        record(evening, trick(evening, "Bodil", "Carl", tricks))
    return evening


def hand_in(secretary, content):
    return secretary.post(PAGE, {"file": SimpleUploadedFile("saeson.xlsx", content)})["Location"]


def fields_of(response):
    form = response.context["form"]
    fields = {field.html_name: field.value() for field in form if field.value() not in (None, "")}
    return {**fields, "take": sorted(form.ticked)}


def send(secretary, page, **fields):
    return secretary.post(page, {**fields_of(secretary.get(page)), **fields})


def test_a_page_says_beforehand_that_a_long_workbook_is_booked_in_parts(secretary, club, played, monkeypatch):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), put(2, Stik=11), without_row(4)))
    assert "more than is booked at once" not in secretary.get(page).content.decode()
    monkeypatch.setattr(taking, "MOST_ENTRIES", 3)
    assert "more than is booked at once" in secretary.get(page).content.decode()


def test_a_workbook_is_known_by_itself_and_booked(secretary, club, played):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), put(2, Stik=11), without_row(4)))
    assert page.endswith("/differences/")
    html = secretary.get(page).content.decode()
    assert "<del>8</del>" in html
    assert "<ins>11</ins>" in html

    booked = send(secretary, page, book="1")

    assert list(Entry.objects.standing().order_by("number").values_list("deal__tricks", flat=True)) == [11, 9, 10]
    assert BookDraft.objects.count() == 0
    html = secretary.get(booked["Location"]).content.decode()
    assert re.findall(r"<h[12]>\s*(.*?)\s*</h", html) == ["Workbook 1"]
    send_undo = secretary.post(booked["Location"], {"key": ""})
    assert send_undo.status_code == 302
    assert list(Entry.objects.standing().order_by("number").values_list("deal__tricks", flat=True)) == [8, 9, 10]
    assert audit().findings == ()


@pytest.mark.long
def without_origin(book):
    del book["whistklub"]


def of_another_format(number):
    def change(book):
        cell = book["whistklub"].cell(1, 2)
        cell.value = cell.value.replace('"format":1', f'"format":{number}')

    return change


def with_a_broken_record(book):
    book["whistklub"].cell(3, 2).value = "{"


@pytest.mark.parametrize(
    ("tamper", "sentence"),
    [
        (without_origin, "without its hidden sheet"),
        (of_another_format(0), "another release made it"),
        (of_another_format(2), "another release made it"),
        (with_a_broken_record, "was changed"),
    ],
)
def test_a_seasons_workbook_that_no_longer_says_what_it_was_made_from_is_not_taken_for_an_old_book(
    secretary, club, played, tamper, sentence
):
    book = load_workbook(BytesIO(with_edits(workbook_of(season_of(club)))))
    tamper(book)
    book.save(content := BytesIO())

    refused = secretary.post(PAGE, {"file": SimpleUploadedFile("saeson.xlsx", content.getvalue())})

    assert sentence in refused.context["form"].errors["file"][0]
    assert BookDraft.objects.count() == 0


def test_its_sheet_of_deals_alone_is_an_old_book(secretary, club):
    for day in range(1, 4):
        evening = make_evening(club, day=date(2026, 9, day))
        for number, (declarer, partner) in enumerate([("Bodil", "Carl"), ("Emil", "Dorthe"), ("Carl", "Emil")]):
            record(evening, trick(evening, declarer, partner, 7 + number))
    book = load_workbook(BytesIO(with_edits(workbook_of(season_of(club)))))
    for title in book.sheetnames:
        if title != "Spil":
            del book[title]
    book.save(content := BytesIO())

    page = hand_in(secretary, content.getvalue())
    form = secretary.get(page).context["form"]
    fields = {field.html_name: field.value() for field in form if field.value() not in (None, "")}
    rows = secretary.get(secretary.post(page, fields)["Location"])

    assert (rows.context["row_count"], rows.context["full_count"]) == (9, 9)


def test_what_is_missing_is_voided_only_when_ticked(secretary, club, played):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), without_row(4)))
    assert secretary.get(page).context["form"].ticked == set()

    refused = send(secretary, page, book="1")
    send(secretary, page, take=["-1/3"], book="1")

    assert refused.context["form"].errors
    assert set(Entry.objects.standing().values_list("number", flat=True)) == {1, 2}


def test_a_page_drawn_before_the_book_moved_is_drawn_again(secretary, club, played):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), put(2, Stik=11)))
    fields = fields_of(secretary.get(page))
    entry = Entry.objects.standing().get(number=2)
    correct_deal(entry=entry, deal={**entry.deal, "tricks": 7}, change=change(played))

    answer = secretary.post(page, {**fields, "book": "1"})

    assert answer.status_code == 409
    assert Entry.objects.standing().get(number=1).deal["tricks"] == 8


def test_a_form_sent_again_when_the_file_is_booked_has_its_answer_and_another_one_a_word(secretary, club, played):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), put(2, Stik=11)))
    fields, others = fields_of(secretary.get(page)), fields_of(secretary.get(page))
    booked = secretary.post(page, {**fields, "book": "1"})

    repeated = secretary.post(page, {**fields, "book": "1"})
    late = secretary.post(page, {**others, "book": "1"}, follow=True)

    assert repeated["Location"] == booked["Location"]
    assert [str(message) for message in late.context["messages"]] == [
        "The file is no longer looked through: it has been booked, or given up."
    ]
    assert Entry.objects.count() == 5


def test_prices_published_since_the_page_was_drawn_have_it_drawn_again(secretary, club, played):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), put(2, Stik=11)))
    fields = fields_of(secretary.get(page))
    version = version_of(club)
    publish_version(scoring_table=version.scoring_table, document=version.document, **signed(club))

    answer = secretary.post(page, {**fields, "book": "1"})

    assert (answer.status_code, Entry.objects.count()) == (409, 3)


@pytest.mark.long
def test_a_forged_tick_is_refused(secretary, club, played):
    page = hand_in(secretary, with_edits(workbook_of(season_of(club)), put(2, Stik="mange")))
    assert secretary.get(page).context["form"].ticked == set()

    refused = send(secretary, page, take=["6/2"], book="1")

    assert refused.context["form"].errors["take"]


@pytest.mark.long
def test_the_page_of_columns_leads_on_and_an_old_book_leads_back(secretary, club, played):
    page = hand_in(secretary, workbook_of(season_of(club)))

    assert secretary.get(page.removesuffix("differences/"))["Location"] == page
    old = secretary.post(PAGE, {"file": SimpleUploadedFile("a.csv", b"Nr;Bodil;Carl;Dorthe\n1;2;-1;-1\n")})["Location"]
    assert secretary.get(old + "differences/")["Location"] == old
    assert "ingenting" in secretary.get(page).content.decode() or "nothing" in secretary.get(page).content.decode()
