"""A deploy is seen: whatever of the program changes, no browser is told that it has the page already."""

import shutil

import pytest
from django.conf import settings

from ledger.web.scoring import drafts
from ledger.web.site import freshness
from ledger.web.site.freshness import PROGRAM, newest_of_program
from tests.support.people import version_of

CHANGED = [
    "templates/ledger/seasons/standings.html",
    "ledger/static/ledger/site/app.css",
    "ledger/rules/deals/settling.py",
    "ledger/locale/da/LC_MESSAGES/django.mo",
    "fixtures/scoring_tables/whist2.json",
    "whistklub/settings.py",
    "requirements.txt",
    "pyproject.toml",
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The program's files as they would be deployed elsewhere."""
    base = tmp_path_factory.mktemp("deployed")
    for part in PROGRAM:
        whole = settings.BASE_DIR / part
        (shutil.copytree if whole.is_dir() else shutil.copy2)(whole, base / part)
    return base


def test_the_same_program_elsewhere_is_the_same_and_what_it_keeps_is_no_part_of_it(copy):
    (copy / "data").mkdir()
    (copy / "data" / "whistklub.sqlite3").write_bytes(b"a book")
    (copy / "ledger" / "__pycache__" / "apps.other.pyc").write_bytes(b"compiled")

    assert newest_of_program(copy) == newest_of_program(settings.BASE_DIR)


@pytest.mark.parametrize("name", CHANGED)
def test_a_change_of_any_part_is_another_program(copy, name):
    before = newest_of_program(copy)
    (copy / name).write_bytes((copy / name).read_bytes() + b" ")

    assert newest_of_program(copy) > before


@pytest.mark.django_db
def test_after_a_deploy_no_page_and_no_file_is_answered_with_304(client, club, begun_evening, monkeypatch):
    tables = f"/torsdagsklubben/tables/{version_of(club).pk}/"
    addresses = ["/torsdagsklubben/standings/", "/torsdagsklubben/evenings/1/sheet/", f"{tables}table.json"]
    in_place = {"In-Place": "true"}
    had = {address: client.get(address, headers=in_place)["ETag"] for address in addresses}
    for module in (freshness, drafts):
        monkeypatch.setattr(module, "DEPLOYED", "another program")

    answers = {
        address: client.get(address, headers=in_place | {"If-None-Match": etag}) for address, etag in had.items()
    }

    assert {address: answer.status_code for address, answer in answers.items()} == dict.fromkeys(addresses, 200)
    assert all(answer["ETag"] != had[address] for address, answer in answers.items())
