"""A club moves between two installations, each with processes of its own: what it shows and proves is the same."""

import json
import os
from pathlib import Path

import pytest

from ledger.services.site.other_database import sqlite_url
from tests.commands.keeping.test_move import everything_in, manage, new_home
from tests.support.processes import run_python

SLUG = "whistklubben-kattens-es"
READ_BY_LINK = """
from django.utils import timezone
from ledger.models import Club
from ledger.services.clubs.addresses import choose_readers, make_reading_link
club = Club.objects.get()
signed = {"author": club.memberships.first().user, "now": timezone.now()}
choose_readers(club=club, readers=Club.Readers.LINK, is_listed=False, **signed)
print(make_reading_link(club=club, name="Spillerne", **signed).token)
"""
ANOTHER_CLUB = "from tests.support.people import make_club; make_club('Mandagsklubben', founder='oda')"


def shell(data: Path, code: str, *, url: str = "") -> str:
    return manage(data, "shell", "-v", "0", "-c", code, url=url).strip()


def read_club(data: Path, *arguments: str, url: str = "") -> dict:
    place = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": url or sqlite_url(data / "whistklub.sqlite3")}
    command = ["-m", "tests.commands.keeping.read_club", SLUG, *arguments]
    outcome = run_python(*command, env={**os.environ, **place})
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


def without_ids(texts: dict[str, str]) -> dict[str, str]:
    """The pages by their address with every number of a version of the prices left out."""
    ids = sorted({int(page.split("/")[1]) for page in texts if page.startswith("tables/") and page[7:8].isdigit()})
    places = {f"tables/{pk}/": f"tables/place {place}/" for place, pk in enumerate(ids)}
    return {next((page.replace(pk, at) for pk, at in places.items() if page.startswith(pk)), page): text
            for page, text in texts.items()}  # fmt: skip


@pytest.mark.direct("databases and roles of its own are made beside the tests'")
@pytest.mark.long
@pytest.mark.engines
@pytest.mark.django_db
def test_every_page_digest_and_fingerprint_is_the_same(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir(), new.mkdir()
    manage(old, "migrate", "-v0")
    manage(old, "load_sample_club")
    token = shell(old, READ_BY_LINK)
    at_first, texts_before = everything_in(old, SLUG), read_club(old, token)
    assert len(texts_before) > 50 and {text[:3] for text in texts_before.values()} <= {"200", "302"}
    with new_home(tmp_path) as url:
        manage(new, "migrate", "-v0", url=url)
        shell(new, ANOTHER_CLUB, url=url)
        manage(new, "import_club", str(old / "export.jsonl.gz"), url=url)
        arrived = read_club(new, token, url=url)
        exported = everything_in(new, SLUG, url=url)

    assert without_ids(arrived) == without_ids(texts_before)
    assert exported == at_first
