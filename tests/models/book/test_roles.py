"""On PostgreSQL the site runs as a role that may read the book and add to it: all of its work, and no way round."""

import os
import subprocess
import uuid

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.urls import reverse

from ledger.models import Entry
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit
from ledger.queries.site import faults, runs_on
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import change_player, change_settings
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.keeping.backups import back_up, failed_backup
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import close_season
from ledger.services.site.form_keys import SentForm, run_once
from tests.models.attacks import RAW
from tests.support.people import NOW, PASSWORD, change, make_club, make_evening, record, season_of, signed, trick

pytestmark = [
    pytest.mark.only_on("postgres"),
    pytest.mark.direct("each test makes the role anew: a pooler keeps the sessions of the dropped one"),
]

ROLE = f"whistklub_site_{os.getpid()}"  # a server has its roles in common, and runs of the tests may share one
WAYS_ROUND_THE_GUARDS = [
    "ALTER TABLE ledger_entry DISABLE TRIGGER ALL",
    "ALTER TABLE ledger_entry DISABLE TRIGGER guard_seal",
    "SET session_replication_role = replica",
    "UPDATE ledger_posting SET points = 0",
    "DELETE FROM ledger_posting",
    "TRUNCATE ledger_posting",
    "DROP TRIGGER guard_sealed ON ledger_posting",
    "DROP FUNCTION guard_seal() CASCADE",
    "CREATE OR REPLACE FUNCTION guard_seal() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "ALTER FUNCTION guard_seal() RENAME TO gone",
    "ALTER TABLE ledger_posting DROP CONSTRAINT points_in_range",
    "ALTER TABLE ledger_posting RENAME TO gone",
    "DROP TABLE ledger_posting",
    "CREATE TABLE another (id integer)",
    "CREATE RULE quiet AS ON INSERT TO ledger_posting DO INSTEAD NOTHING",
    "DELETE FROM django_migrations",
    "UPDATE ledger_logline SET before = 'x'",
    "UPDATE ledger_namechange SET before = 'x'",
    "UPDATE ledger_answerwords SET said = 'x'",
    "DELETE FROM ledger_deed",
]


@pytest.fixture
def as_the_sites_role(real_commits):
    """Connected as the role that docs/serving.md has made for the site; gives the owner, who is back afterwards."""
    owner = {name: connection.settings_dict[name] for name in ("USER", "PASSWORD")}
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ROLE} LOGIN PASSWORD 'hemmelig'")
    call_command("grant_role", ROLE, verbosity=0)
    be({"USER": ROLE, "PASSWORD": "hemmelig"})
    yield owner
    be(owner)
    with connection.cursor() as cursor:
        cursor.execute(f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")


def be(whom):
    connection.close()
    connection.settings_dict.update(whom)


def revoke(right, owner):
    """Take a right from the site's role, as the owner; then as the role again."""
    be(owner)
    with connection.cursor() as cursor:
        cursor.execute(f"REVOKE {right} FROM {ROLE}")
    be({"USER": ROLE, "PASSWORD": "hemmelig"})


def is_refused(*statements):
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            connection.check_constraints()
    except DatabaseError:
        return True
    return False


def play():
    """A season's life, from the founding of the club to a restored deal."""
    evening = make_evening(make_club())
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    corrected = correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
    void_deal(entry=corrected, change=change(evening))
    restore_deal(entry=corrected, change=change(evening))
    return evening


def close(evening):
    """And the end of it: an evening approved and reopened, a player renamed and forgotten, the season closed."""
    club, key = evening.club, uuid.uuid4()

    def approve():
        approve_evening(evening=evening, entry_count=5, **signed(club))
        return "/"

    run_once(sent=SentForm(key=key, user=None, data="", now=NOW), act=approve)
    reopen_evening(evening=evening, reason="et spil mangler", **signed(club))
    change_settings(club=club, correction_window_hours=24, **signed(club))
    frida = club.players.get(name="Frida")
    frida = change_player(player=frida, name="Frida B.", is_guest=False, is_active=False, **signed(club))
    forget_player(player=frida, **signed(club))
    close_season(season=season_of(club), entry_count=5, **signed(club))


def test_the_site_does_all_its_work_as_a_role_that_cannot_change_the_book(as_the_sites_role, own_data, settings):
    evening = play()
    close(evening)
    browser = Client()

    assert browser.login(username="alma", password=PASSWORD)
    assert browser.get(reverse("evening", args=[evening.club.slug, evening.number])).status_code == 200
    assert browser.get(reverse("health")).json() == {"status": "ok", "wrong": [], "version": settings.VERSION}
    assert audit().findings == ()
    assert faults() == ()
    assert runs_on().endswith(f"guards, as {ROLE}, who may only add to the book")


def test_a_backup_is_made_as_the_sites_own_role(as_the_sites_role, own_data):
    play()

    made = back_up(now=NOW)

    listed = subprocess.run(["pg_restore", "--list", made], capture_output=True, text=True, check=True).stdout
    assert "TABLE DATA public ledger_entry" in listed
    assert failed_backup() is None


def test_a_role_that_cannot_read_a_sequence_is_told_so_before_its_backups_fail(as_the_sites_role, own_data):
    revoke("SELECT ON SEQUENCE auth_group_id_seq", as_the_sites_role)

    assert faults() == (
        f"The role {ROLE} lacks rights on tables (auth_group_id_seq): "
        f"as their owner, run `python manage.py grant_role {ROLE}`.",
    )
    with pytest.raises(Refusal, match="permission denied for sequence auth_group_id_seq"):
        back_up(now=NOW)
    assert failed_backup() is not None


def test_every_way_round_the_guards_is_closed_to_the_role(as_the_sites_role):
    make_club("Onsdagsklubben", founder="oda")  # whose prices and players an attack takes
    play()

    assert [statement for statement in WAYS_ROUND_THE_GUARDS if not is_refused(statement)] == []
    assert [name for name, statements in RAW["postgresql"].items() if not is_refused(*statements)] == []
    assert (guards.missing(connection), Entry.objects.count()) == ([], 5)


def test_a_role_without_its_rights_is_told_what_to_do(as_the_sites_role):
    revoke("INSERT ON ledger_entry", as_the_sites_role)

    assert faults() == (
        f"The role {ROLE} lacks rights on tables (ledger_entry): "
        f"as their owner, run `python manage.py grant_role {ROLE}`.",
    )


@pytest.mark.django_db
def test_the_owner_of_the_book_and_nobody_at_all_are_no_role_for_the_site():
    for role in (connection.settings_dict["USER"], "ingen"):
        with pytest.raises(CommandError):
            call_command("grant_role", role)
