"""A scoring table as a file: fetched by anybody, handed in by the board, refused beside the field it was chosen in."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ledger.models import ScoringTableDraft, ScoringTableVersion
from ledger.rules.scoring.document import preset
from ledger.services.scoring import publish_prices
from ledger.web.scoring import drafts
from tests.services.site import readers
from tests.support.people import NOW, make_club, make_user, version_of
from tests.web.reading import errors_of, page

pytestmark = pytest.mark.django_db

TABLES = "/torsdagsklubben/tables/"
IMPORT = f"{TABLES}import/"


def fetch(visitor, club, **headers):
    return visitor.get(f"{TABLES}{version_of(club).pk}/table.json", headers=headers)


def hand_in(visitor, content, **fields):
    return visitor.post(IMPORT, {"file": SimpleUploadedFile("takst", content), **fields})


# --- fetching


def test_anybody_fetches_a_version_as_json(visitor, club):
    response = fetch(visitor, club)

    assert json.loads(response.content) == preset("esmakker-wikipedia")
    assert response.content.decode().splitlines()[1] == '  "code": "esmakker-wikipedia",'
    assert response["Content-Type"] == "application/json"


def test_a_browser_that_has_the_file_is_told_so(visitor, club):
    first = fetch(visitor, club)

    second = fetch(visitor, club, if_none_match=first["ETag"])
    publish_prices(version=version_of(club), prices={}, author=make_user("alma"), now=NOW)
    of_the_next_version = fetch(visitor, club, if_none_match=first["ETag"])

    assert (first.status_code, second.status_code, second.content) == (200, 304, b"")
    assert (of_the_next_version.status_code, first["Cache-Control"]) == (200, "private, no-cache")


def test_the_page_of_a_table_leads_to_its_file_and_the_list_to_handing_one_in(secretary, club):
    table = secretary.get(f"{TABLES}{version_of(club).pk}/").content.decode()
    tables = secretary.get(TABLES).content.decode()
    secretary.logout()

    assert f'href="{TABLES}{version_of(club).pk}/table.json"' in table
    assert IMPORT in tables
    assert IMPORT not in secretary.get(TABLES).content.decode()


# --- handing in


def test_a_file_fetched_and_handed_in_again_is_a_draft_of_the_same_table(secretary, club):
    table = version_of(club).scoring_table
    content = fetch(secretary, club).content

    response = hand_in(secretary, content, becomes=table.pk)

    draft = ScoringTableDraft.objects.get()
    assert (draft.document, draft.scoring_table, draft.name) == (preset("esmakker-wikipedia"), table, table.name)
    assert (draft.preset, draft.changed_by.username) == ("esmakker-wikipedia", "anna")
    assert (response.status_code, response["Location"]) == (302, f"{TABLES}drafts/{draft.pk}/")
    assert secretary.get(response["Location"]).status_code == 200
    assert ScoringTableVersion.objects.count() == 1


def test_a_file_handed_in_twice_by_one_form_is_one_draft_and_another_file_is_no_repetition(secretary, club):
    content = fetch(secretary, club).content
    sent = {"becomes": "", "name": "Jul", "key": secretary.get(IMPORT).context["form"]["key"].value()}

    first, second = (hand_in(secretary, content, **sent) for _ in range(2))
    other = hand_in(secretary, content + b" ", **sent)

    draft = ScoringTableDraft.objects.get()
    assert (first["Location"], second["Location"]) == (f"{TABLES}drafts/{draft.pk}/",) * 2
    assert (other.status_code, other.context["form"].stored) == (409, first["Location"])


def test_a_fault_is_said_beside_the_file_by_its_place_and_nothing_else_is_lost(secretary, club):
    document = preset("esmakker-wikipedia")
    document["values"]["10"][6] = "to"

    response = hand_in(secretary, json.dumps(document).encode(), becomes="", name="Jul")

    sentence = "values.10.vip1: “to” is not a number of points. Write for example 3, -0,25 or 1/8."
    assert errors_of(response) == {"file": [sentence]}
    assert (sentence in page(response), response.context["form"]["name"].value()) == (True, "Jul")
    assert not ScoringTableDraft.objects.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<html>", "This is no JSON file. Hand in a scoring table as this site hands it out."),
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
    monkeypatch.setattr(drafts, "document_from_file", reader)

    response = hand_in(secretary, b"x", name="Jul")

    assert (response.status_code, errors_of(response)["file"]) == (200, [sentence])
    assert response.context["form"]["name"].value() == "Jul"


def test_nothing_chosen_is_said_too(secretary):
    assert list(errors_of(secretary.post(IMPORT, {"becomes": "99"}))) == ["file", "becomes"]


def test_another_clubs_table_cannot_be_chosen(secretary, club):
    other = version_of(make_club("Onsdagsklubben")).scoring_table

    response = hand_in(secretary, fetch(secretary, club).content, becomes=other.pk)

    assert list(errors_of(response)) == ["becomes"]
    assert secretary.get("/onsdagsklubben/tables/import/").status_code == 403
