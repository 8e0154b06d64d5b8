"""A scoring table as a file: fetched by anybody, handed in by the board, refused beside the field it was chosen in."""

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import load_workbook

from ledger.models import ScoringTableDraft, ScoringTableVersion
from ledger.rules.scoring.presets import preset
from ledger.services.scoring.versions import publish_prices
from ledger.web.scoring.drafts import table_file_form
from tests.services.site import readers
from tests.support.people import NOW, make_club, make_user, version_of
from tests.web.reading import errors_of, in_english, page

pytestmark = pytest.mark.django_db

TABLES = "/torsdagsklubben/tables/"
IMPORT = f"{TABLES}import/"


def fetch(visitor, club, name, **headers):
    return visitor.get(f"{TABLES}{version_of(club).pk}/{name}", headers=headers)


def hand_in(visitor, content, **fields):
    return visitor.post(IMPORT, {"file": SimpleUploadedFile("takst", content), **fields})


def with_cell(content, sheet, cell, value):
    workbook, target = load_workbook(io.BytesIO(content)), io.BytesIO()
    workbook[sheet][cell] = value
    workbook.save(target)
    return target.getvalue()


# --- fetching


def test_anybody_fetches_a_version_as_a_workbook_in_the_language_of_the_page(client, club):
    danish = fetch(client, club, "table.xlsx")
    english = fetch(in_english(client), club, "table.xlsx")

    names = [load_workbook(io.BytesIO(response.content)).sheetnames for response in (danish, english)]
    assert [sheets[:4] for sheets in names] == [
        ["Takst", "Nolo", "Regler", "Kolonner"],
        ["Prices", "Nolo", "Rules", "Columns"],
    ]
    assert danish["Content-Type"] == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert danish["Content-Disposition"] == 'attachment; filename="Esmakkerwhist_Wikipedia_1.xlsx"'


def test_anybody_fetches_a_version_as_json(visitor, club):
    response = fetch(visitor, club, "table.json")

    assert json.loads(response.content) == preset("esmakker-wikipedia")
    assert response.content.decode().splitlines()[1] == '  "code": "esmakker-wikipedia",'
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize("name", ["table.xlsx", "table.json"])
def test_a_browser_that_has_the_file_is_told_so(visitor, club, name):
    first = fetch(visitor, club, name)

    second = fetch(visitor, club, name, if_none_match=first["ETag"])
    publish_prices(version=version_of(club), prices={}, author=make_user("alma"), now=NOW)
    of_the_next_version = fetch(visitor, club, name, if_none_match=first["ETag"])

    assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
    assert (of_the_next_version.status_code, first["Cache-Control"]) == (200, "private, no-cache")


@pytest.mark.parametrize("name", ["table.xlsx", "table.json"])
def test_another_clubs_table_is_not_there(visitor, club, name):
    other = make_club("Onsdagsklubben")

    assert fetch(visitor, other, name).status_code == 404


@pytest.mark.parametrize("name", ["table.xlsx", "table.json"])
def test_a_file_asks_the_database_little(visitor, club, name, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        fetch(visitor, club, name)


def test_the_page_of_a_table_leads_to_its_files_and_the_list_to_handing_one_in(secretary, club):
    table = secretary.get(f"{TABLES}{version_of(club).pk}/").content.decode()
    tables = secretary.get(TABLES).content.decode()
    secretary.logout()

    assert [f'href="{TABLES}{version_of(club).pk}/{name}"' in table for name in ("table.xlsx", "table.json")] == [
        True
    ] * 2
    assert IMPORT in tables
    assert IMPORT not in secretary.get(TABLES).content.decode()


# --- handing in


@pytest.mark.parametrize("name", ["table.xlsx", "table.json"])
def test_a_file_fetched_and_handed_in_again_is_a_draft_of_the_same_table(secretary, club, name):
    table = version_of(club).scoring_table
    content = fetch(secretary, club, name).content

    response = hand_in(secretary, content, becomes=table.pk)

    draft = ScoringTableDraft.objects.get()
    assert (draft.document, draft.scoring_table, draft.name) == (preset("esmakker-wikipedia"), table, table.name)
    assert (draft.preset, draft.changed_by.username) == ("esmakker-wikipedia", "anna")
    assert (response.status_code, response["Location"]) == (302, f"{TABLES}drafts/{draft.pk}/")
    assert secretary.get(response["Location"]).status_code == 200
    assert ScoringTableVersion.objects.count() == 1


def test_a_file_handed_in_twice_by_one_form_is_one_draft_and_another_file_is_no_repetition(secretary, club):
    content = fetch(secretary, club, "table.json").content
    sent = {"becomes": "", "name": "Jul", "key": secretary.get(IMPORT).context["form"]["key"].value()}

    first, second = (hand_in(secretary, content, **sent) for _ in range(2))
    other = hand_in(secretary, content + b" ", **sent)

    draft = ScoringTableDraft.objects.get()
    assert (first["Location"], second["Location"]) == (f"{TABLES}drafts/{draft.pk}/",) * 2
    assert (other.status_code, other.context["form"].stored) == (409, first["Location"])


def test_a_changed_price_comes_back_and_the_draft_can_be_a_table_of_its_own(secretary, club):
    content = with_cell(fetch(secretary, club, "table.xlsx").content, "Prices", "J4", "3½")

    response = hand_in(secretary, content, becomes="", name="Jul")

    draft = ScoringTableDraft.objects.get(name="Jul")
    assert draft.document["values"]["9"][8] == "7/2"
    assert (draft.scoring_table, response.status_code) == (None, 302)


def test_a_name_that_is_taken_is_refused_beside_it(secretary, club):
    response = hand_in(
        secretary, fetch(secretary, club, "table.json").content, becomes="", name="Esmakkerwhist (Wikipedia)"
    )

    assert errors_of(response) == {"name": ["The club has a table called Esmakkerwhist (Wikipedia) already."]}


def test_a_table_with_a_draft_gets_no_second_one(secretary, club):
    content, table = fetch(secretary, club, "table.json").content, version_of(club).scoring_table

    hand_in(secretary, content, becomes=table.pk)
    response = hand_in(secretary, content, becomes=table.pk)

    [sentence] = errors_of(response)["becomes"]
    assert "has a draft already" in sentence
    assert response.context["form"]["becomes"].value() == str(table.pk)


def test_a_fault_is_said_beside_the_file_by_its_place_and_nothing_else_is_lost(secretary, club):
    content = with_cell(fetch(secretary, club, "table.xlsx").content, "Prices", "H5", "to")

    response = hand_in(secretary, content, becomes="", name="Jul")

    sentence = "Sheet Prices, row 5, column H: “to” is not a number of points. Write for example 3, -0,25 or 1/8."
    assert errors_of(response) == {"file": [sentence]}
    assert (sentence in page(response), response.context["form"]["name"].value()) == (True, "Jul")
    assert not ScoringTableDraft.objects.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<html>", "This is neither an Excel workbook (.xlsx) nor a JSON file."),
        (b"PK\x03\x04", "The workbook is damaged. Open it in a spreadsheet program and save it again."),
        (b" " * 2_000_000, "The file is too large to be a scoring table."),
        (b"{}", "code: “code” is missing."),
        (b"", "The submitted file is empty."),
        (b'{"\\ud800": 1}', "�: “�” is not known here."),
    ],
)
def test_another_file_is_refused_with_a_sentence(secretary, content, sentence):
    response = hand_in(secretary, content)

    assert (response.status_code, errors_of(response)) == (200, {"file": [sentence]})


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (
            readers.die,
            "This file takes more time or memory to read than a file may here. "
            "Save it again with only what belongs in it.",
        ),
        (readers.ask_the_site, "This file cannot be read."),
    ],
)
def test_a_reader_that_breaks_down_is_a_sentence_beside_the_file(secretary, reader, sentence, monkeypatch):
    monkeypatch.setattr(table_file_form, "document_from_file", reader)

    response = hand_in(secretary, b"x", name="Jul")

    assert (response.status_code, errors_of(response)["file"]) == (200, [sentence])
    assert response.context["form"]["name"].value() == "Jul"


def test_nothing_chosen_is_said_too(secretary):
    assert list(errors_of(secretary.post(IMPORT, {"becomes": "99"}))) == ["file", "becomes"]


def test_only_the_board_hands_in_files(visitor, club):
    stranger = [visitor.get(IMPORT).status_code, hand_in(visitor, b"{}").status_code]
    visitor.force_login(make_user("oda"))
    outsider = [visitor.get(IMPORT).status_code, hand_in(visitor, b"{}").status_code]

    assert (stranger, outsider) == ([302, 302], [403, 403])


def test_another_clubs_table_cannot_be_chosen(secretary, club):
    other = version_of(make_club("Onsdagsklubben")).scoring_table

    response = hand_in(secretary, fetch(secretary, club, "table.json").content, becomes=other.pk)

    assert list(errors_of(response)) == ["becomes"]
    assert secretary.get("/onsdagsklubben/tables/import/").status_code == 403
