"""A backup is proved before it takes the database's place; the former one is kept; nobody's site is pulled away."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ledger.models.book import guards
from tests.databases.stored import TOO_OLD, unpack_file
from tests.support.processes import manage

pytestmark = [pytest.mark.only_on("sqlite"), pytest.mark.django_db]  # a copy of the tests' own is restored


def rename_club(database: Path, name: str) -> None:
    with closing(sqlite3.connect(database)) as book, book:
        book.execute("UPDATE ledger_club SET name = ?", [name])


def name_of_club(database: Path) -> str:
    with closing(sqlite3.connect(database)) as book:
        return book.execute("SELECT name FROM ledger_club").fetchone()[0]


A_CLUB = """
from tests.support.people import make_club, make_evening, record, trick
evening = make_evening(make_club(players=("Bodil", "Carl", "Dorthe", "Emil", "Hans Peder")))
for taken in (8, 9, 10):
    record(evening, trick(evening, "Bodil", "Carl", taken))
"""


@pytest.fixture(scope="module")
def club_with_backup(prepared, tmp_path_factory):
    """A data folder with a club of three deals in it, and a backup of it."""
    data = prepared.migrate(tmp_path_factory.mktemp("klub og bog"))
    assert manage(data, "shell", "-v", "0", "-c", A_CLUB).stderr == ""
    outcome = manage(data, "backup")
    assert outcome.returncode == 0, outcome.stderr
    return data, Path(outcome.stdout.strip())


@pytest.fixture
def site(club_with_backup, tmp_path):
    """A copy of that folder for one test: its database and its backup."""
    data, backup = club_with_backup
    shutil.copytree(data, tmp_path / "data")
    return tmp_path / "data" / "whistklub.sqlite3", tmp_path / "data" / "backups" / backup.name


def test_a_backup_takes_the_databases_place_and_the_former_one_is_kept(site):
    live, backup = site
    as_it_was = name_of_club(live)
    rename_club(live, "Omdøbt")

    with closing(sqlite3.connect(live)) as somebody:
        somebody.execute("PRAGMA journal_mode = WAL")
        somebody.execute("SELECT name FROM ledger_club").fetchall()
        refused = manage(live.parent, "restore", str(backup))
    assert "CommandError: " in refused.stderr
    assert name_of_club(live) == "Omdøbt"

    restored = manage(live.parent, "restore", str(backup))
    assert restored.stderr == ""
    (kept,) = live.parent.glob("whistklub-before-restore-*.sqlite3")
    assert (name_of_club(live), name_of_club(kept)) == (as_it_was, "Omdøbt")
    assert sorted(path.name for path in live.parent.iterdir() if path.name.startswith((".", "whistklub"))) == [
        kept.name,
        live.name,
    ]


FORGET_SOMEBODY = """
from django.utils import timezone
from ledger.models import Player
from ledger.services.keeping.forgetting import forget_player
player = Player.objects.get(name="Hans Peder")
Player.objects.filter(pk=player.pk).update(is_active=False)
author = player.club.memberships.get(role="admin").user
forget_player(player=player, author=author, now=timezone.now())
"""


ONE_DEAL_MORE = """
from ledger.models import Evening
from tests.support.people import record, trick
record(Evening.objects.get(), trick(Evening.objects.get(), "Bodil", "Carl", 7))
"""


@pytest.mark.long
def test_whoever_was_forgotten_after_the_backup_is_so_again_and_the_deals_given_up_are_not_missed(site):
    live, backup = site
    assert manage(live.parent, "shell", "-v", "0", "-c", f"{FORGET_SOMEBODY}{ONE_DEAL_MORE}").stderr == ""
    assert manage(live.parent, "backup").returncode == 0

    assert manage(live.parent, "restore", str(backup)).returncode == 0

    assert b"Hans Peder" in backup.read_bytes()
    assert b"Hans Peder" not in live.read_bytes()
    outcome = manage(live.parent, "audit", "--json")
    assert outcome.returncode == 0, outcome.stdout
    assert "compared with no backup: there is none since the last restore" in outcome.stdout


LET_IN = """
from tests.support.people import PASSWORD, anna
from django.test import Client
from ledger.models import Club
anna(Club.objects.get())
Client().force_login(Club.objects.get().memberships.get(role="secretary").user)
"""
KEEP_OUT = """
from django.utils import timezone
from ledger.models import Club
from ledger.services.clubs.accounts import end_membership
club = Club.objects.get()
author = club.memberships.get(role="admin").user
end_membership(membership=club.memberships.get(role="secretary"), author=author, now=timezone.now())
"""


@pytest.mark.long
def test_whoever_was_kept_out_after_the_backup_is_kept_out_in_it_too(site):
    live, _backup = site
    assert manage(live.parent, "shell", "-v", "0", "-c", LET_IN).stderr == ""
    backup = manage(live.parent, "backup").stdout.strip()
    assert manage(live.parent, "shell", "-v", "0", "-c", KEEP_OUT).stderr == ""

    restored = manage(live.parent, "restore", backup)
    assert (restored.returncode, "manage.py password_link" in restored.stdout) == (0, True)

    with closing(sqlite3.connect(live)) as book, closing(sqlite3.connect(backup)) as before:
        for database, count in ((before, (2, 1)), (book, (0, 0))):
            rows = ("auth_user WHERE password NOT LIKE '!%'", "django_session")
            assert tuple(database.execute(f"SELECT count(*) FROM {kept}").fetchone()[0] for kept in rows) == count
    assert manage(live.parent, "audit").returncode == 0


def tamper(backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as book, book:
        for name in guards.GUARDS["sqlite"]:
            book.execute(f"DROP TRIGGER {name}")
        book.execute("UPDATE ledger_entry SET reason = 'pyntet' WHERE sequence = 3")


def newer(backup: Path) -> None:
    with closing(sqlite3.connect(backup)) as book, book:
        later = [("ledger", "9999_later"), ("whistklub", "10.0.0")]
        book.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2030-01-01')", later)


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        (tamper, ", 3 "),
        (lambda backup: backup.write_text("kære kasserer"), "CommandError"),
        pytest.param(
            lambda backup: unpack_file(TOO_OLD, backup), "Databasen er fra udgave 0.1.0", marks=pytest.mark.long
        ),
        pytest.param(newer, "(10.0.0; denne er ", marks=pytest.mark.long),
        pytest.param(
            lambda backup: backup.write_bytes(backup.read_bytes()[:100_000]), "CommandError", marks=pytest.mark.long
        ),
    ],
)
def test_a_file_whose_book_does_not_hold_is_refused_and_nothing_is_changed(site, spoilt, sentence):
    live, backup = site
    spoilt(backup)
    before = live.read_bytes()

    refused = manage(live.parent, "restore", str(backup))

    assert refused.returncode == 1
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr
    assert live.read_bytes() == before
    assert sorted(path.name for path in live.parent.glob("*restor*")) == []


@pytest.mark.long
def test_a_backup_is_restored_where_the_database_is_gone(site):
    live, backup = site
    live.unlink()

    assert manage(live.parent, "restore", str(backup)).returncode == 0
    assert name_of_club(live)
