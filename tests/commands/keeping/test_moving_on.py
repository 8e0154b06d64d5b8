"""A club moves between two installations, each with processes of its own: what it shows and proves is the same."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from ledger.services.site.other_database import sqlite_url
from tests.commands.keeping.test_move import ROOT, everything_in, manage, new_home

SLUG, THERE = "whistklubben-kattens-es", "https://whist.example.dk/whistklubben-kattens-es/"
READ_BY_LINK = """
from django.utils import timezone
from ledger.models import Club
from ledger.services.clubs.reading import choose_readers, make_reading_link
club = Club.objects.get()
signed = {"author": club.memberships.first().user, "now": timezone.now()}
choose_readers(club=club, readers=Club.Readers.LINK, is_listed=False, **signed)
print(make_reading_link(club=club, **signed))
"""
ANOTHER_CLUB = "from tests.support.people import make_club; make_club('Mandagsklubben', founder='oda')"
MOVED = f"""
from django.utils import timezone
from ledger.models import Club
from ledger.services.keeping.moving import leave_address
club = Club.objects.get()
told = {{"author": club.memberships.first().user, "now": timezone.now()}}
leave_address(club=club, address="{THERE}", here="", **told)
"""


def shell(data: Path, code: str, *, url: str = "") -> str:
    return manage(data, "shell", "-v", "0", "-c", code, url=url).strip()


def read_club(data: Path, *arguments: str, url: str = "") -> dict:
    place = {"WHISTKLUB_DATA": str(data), "DATABASE_URL": url or sqlite_url(data / "whistklub.sqlite3")}
    command = [sys.executable, "-m", "tests.commands.keeping.read_club", SLUG, *arguments]
    outcome = subprocess.run(command, cwd=ROOT, env={**os.environ, **place}, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stderr
    return json.loads(outcome.stdout)


def without_ids(texts: dict[str, str]) -> dict[str, str]:
    """The pages by their address with every number of a version of the prices left out."""
    ids = sorted({int(page.split("/")[1]) for page in texts if page.startswith("tables/") and page[7:8].isdigit()})
    places = {f"tables/{pk}/": f"tables/place {place}/" for place, pk in enumerate(ids)}
    return {next((page.replace(pk, at) for pk, at in places.items() if page.startswith(pk)), page): text
            for page, text in texts.items()}  # fmt: skip


def page_meant(location: str, token: str) -> str:
    """The page there to which somebody with the club's link is sent."""
    assert location.startswith(f"{THERE}read/{token}/")
    return parse_qs(urlsplit(location).query).get("to", [""])[0]


@pytest.mark.direct("databases and roles of its own are made beside the tests'")
@pytest.mark.long
@pytest.mark.engines
@pytest.mark.django_db
def test_every_page_digest_and_fingerprint_is_the_same_and_the_old_address_leads_there(tmp_path):
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

        shell(old, MOVED)
        answers = read_club(old, token, json.dumps(list(texts_before)))
        led_to = {page: page_meant(location, token) for page, (_, location) in answers.items()}
        followed = read_club(new, token, json.dumps(sorted(set(led_to.values()))), url=url)
        exported = everything_in(new, SLUG, url=url)

    assert without_ids(arrived) == without_ids(texts_before)
    assert exported == at_first
    assert {status for status, _ in answers.values()} == {302}
    kept = {page: f"{status}" for page, (status, _) in followed.items() if "by-place" not in page}
    assert kept == {
        page: text[:3] for page, text in texts_before.items() if not page[:8].removeprefix("tables/").isdigit()
    }
    by_place = {location for page, (_, location) in followed.items() if "by-place" in page}
    assert by_place == {f"/{SLUG}/{page}" for page in arrived if page.startswith("tables/") and page != "tables/"}
