"""The season's workbook from the command line."""

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.spreadsheets.seasons import reading
from tests.support.people import make_club, make_evening, record, trick

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    return club


def export_workbook(*arguments, **options):
    output = StringIO()
    call_command("export_season", *arguments, stdout=output, **options)
    return Path(output.getvalue().strip())


@pytest.mark.usefixtures("club")
def test_without_more_said_the_file_lies_here_in_the_clubs_language(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    target = export_workbook("torsdagsklubben", "2026-27")

    assert target == Path("whistklub-torsdagsklubben-2026-27.xlsx")
    assert reading.open_workbook(target.read_bytes()).sheetnames[0] == "Oversigt"


@pytest.mark.usefixtures("club")
def test_the_file_and_the_language_can_be_chosen(tmp_path):
    target = export_workbook("torsdagsklubben", "2026-27", out=tmp_path / "season.xlsx", language="en")

    assert reading.open_workbook(target.read_bytes()).sheetnames[0] == "Overview"


def test_on_sqlite_the_process_that_makes_one_loads_neither_postgresqls_client_nor_the_pages():
    loads = "import sys, django; django.setup(); import ledger.management.commands.export_season; print(*sys.modules)"
    environment = {**os.environ, "DATABASE_URL": "sqlite://", "DJANGO_SETTINGS_MODULE": "whistklub.settings"}

    loaded = subprocess.run([sys.executable, "-c", loads], env=environment, capture_output=True, text=True, check=True)

    names = loaded.stdout.split()
    assert "openpyxl" in names
    assert [name for name in names if name.startswith(("psycopg", "django_tables2", "ledger.web"))] == []


@pytest.mark.parametrize(
    ("database", "client", "other_client"),
    [("sqlite://", "sqlite3", "psycopg"), ("postgres://whist@localhost/whist", "psycopg", "sqlite3")],
)
def test_the_process_that_makes_one_loads_no_other_client_and_no_openssl(database, client, other_client):
    help_and_tell = (
        "import atexit, runpy, sys; sys.argv = ['manage.py', 'export_season', '--help'];"
        "atexit.register(lambda: print(*(name for name, module in sys.modules.items() if module)));"
        "runpy.run_path('manage.py', run_name='__main__')"
    )
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}

    told = subprocess.run(
        [sys.executable, "-c", help_and_tell], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )

    loaded = {*told.stdout.splitlines()[-1].split()}
    assert {"asyncio", "hashlib", "openpyxl", client} <= loaded
    assert loaded & {"ssl", "_ssl", "_hashlib", "_bz2", "_lzma", other_client} == set()


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize(
    ("club_slug", "season", "sentence"),
    [
        ("torsdagsklubben", "1999", "There is no season 1999 of a club torsdagsklubben. The club's seasons: 2026-27."),
        ("ingen", "2026-27", "There is no season 2026-27 of a club ingen. The club's seasons: none."),
    ],
)
def test_a_season_that_is_not_there_is_told_in_one_sentence(club_slug, season, sentence):
    with pytest.raises(CommandError) as refused:
        export_workbook(club_slug, season)

    assert str(refused.value) == sentence


@pytest.mark.usefixtures("club")
def test_a_place_that_cannot_be_written_is_told_in_one_sentence(tmp_path):
    with pytest.raises(CommandError, match=r"could not be written: No such file or directory\.$"):
        export_workbook("torsdagsklubben", "2026-27", out=tmp_path / "nowhere" / "season.xlsx")
