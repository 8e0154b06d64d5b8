"""An entry proved by its text alone is one that the careful proof has nothing to say about, and the other way round."""

import json
from contextlib import contextmanager
from random import Random

import pytest
from django.db import DatabaseError, connection, transaction

from ledger.models import Entry, Posting
from ledger.models.book import guards
from ledger.models.site.schema_lock import unlocked
from ledger.queries.book.audit.audit_database import going_on
from ledger.queries.book.audit.audited_entries import SeasonProof
from ledger.queries.book.audit.patterns import MARK
from ledger.queries.book.audit.proof_by_text import ProofByText
from ledger.queries.deals.resettling import Resettling
from ledger.services.deals.recording import correct_deal, void_deal
from tests.support.people import (
    FIVE,
    FOUR,
    change,
    make_club,
    make_evening,
    nolo,
    record,
    seat_again,
    seat_ids,
    trick,
)
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db

SEED = 16
NOTE = 'Carl sagde "100 %" \\ og så\nmakkeren'
SPOILT = (None, "", "x", "5", 5, 5.5, -1, 0, b"deal", '{"kind": "deal"}', "\1", "2026-09-03 19:30:00", "1" * 64)


@replayed
def play_everything():
    """A season of two evenings, with everything in it that an entry may say."""
    club = make_club()
    evening = make_evening(club, names=FIVE)
    for number in range(8):
        entry = record(evening, trick(evening, FIVE[1 + number % 4], FIVE[1 + (number + 1) % 4], 5 + number))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 7), change=change(evening, 'Frida og % \\ "hun"'))
    entry = record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    void_deal(entry=entry, change=change(evening))
    ids = seat_ids(evening)
    record(evening, {"kind": "passed_out", "dealer": ids["Bodil"]})
    record(evening, trick(evening, "Carl", "Dorthe", 9, note=NOTE))
    record(evening, trick(evening, "Carl", "Dorthe", 9, note=ids["Emil"]))
    seat_again(evening, *reversed(FIVE))
    record(evening, trick(evening, "Carl", None, 7, alone="self_called"))
    record(evening, {"kind": "adjustment", "amounts": {ids["Carl"]: "16", ids["Emil"]: "-16"}, "reason": "glemt"})
    later = make_evening(club, names=FOUR)
    record(later, trick(later, FOUR[0], FOUR[1], 9))
    return evening.season


@pytest.fixture
def season():
    """A season that somebody has in hand without its guards."""
    season = play_everything()
    season.refresh_from_db()
    guards.drop(connection)
    yield season
    guards.install(connection)


def proof_of(season):
    return SeasonProof(season, Resettling())


def carefully(season, monkeypatch):
    """The findings of the careful proof alone, and what it has counted."""
    with monkeypatch.context() as patch:
        patch.setattr(ProofByText, "reaches_the_end", lambda _: False)
        return findings_and_counts(season)


def findings_and_counts(season):
    proof = proof_of(season)
    findings = [str(finding) for finding in going_on(proof.findings)]
    return findings, proof.entry_count, proof.deals, proof.total, proof.head, proof.bottom


@pytest.mark.engines
def test_all_that_the_site_writes_is_proved_by_its_text(season, monkeypatch):
    proof = proof_of(season)

    assert ProofByText(proof).reaches_the_end()

    assert (proof.entry_count, proof.head) == (season.entry_count, season.head)
    assert findings_and_counts(season) == carefully(season, monkeypatch)


@pytest.mark.parametrize("times", [8, pytest.param(250, marks=pytest.mark.long)])
@pytest.mark.engines
def test_what_is_written_into_a_column_is_found_as_the_careful_proof_finds_it(season, monkeypatch, times):
    """Of any type, as nobody but a damaged file has it; what the database itself refuses is not tried."""
    draw, missed, tried = Random(SEED), [], 0
    places = [(model, column) for model in (Entry, Posting) for column in model._meta.concrete_fields]
    for model, column in draw.choices(places, k=times):
        try:
            with transaction.atomic():
                value = write_anything(model, column, season, draw)
                quick, careful = findings_and_counts(season), carefully(season, monkeypatch)
                # What is no number is missed by the one where it stands, by the other at the end.
                if quick != careful and not (column.name == "sequence" and quick[0] and careful[0]):
                    missed.append((column.name, value))
                tried += 1
                raise Undo
        except (DatabaseError, Undo):
            pass

    assert missed == []
    assert tried >= times / 4  # PostgreSQL refuses most of it


class Undo(Exception):
    """What was written is taken back."""


def write_anything(model, column, season, draw):
    """Write something into a column of any row, or what another row has there; gives what."""
    table, key = model._meta.db_table, model._meta.pk.column
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {key}, {column.column} FROM {table} ORDER BY {key}")
        rows = cursor.fetchall()
        (row, before), (_, another) = draw.sample(rows, 2)
        changed = [f"{before} ", str(before).upper(), str(before)[:-1]] if isinstance(before, str) else []
        value = draw.choice([*SPOILT, another, another, *changed])
        with unlocked(connection), without_checks(cursor):
            cursor.execute(f"UPDATE {table} SET {column.column} = %s WHERE {key} = %s", [value, row])
    return value


@contextmanager
def without_checks(cursor):
    """SQLite's own checks of columns put off for the length of a block, as a damaged file knows none."""
    if connection.vendor == "sqlite":
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def test_no_text_of_a_deal_can_pose_as_another(season, monkeypatch):
    """What the pattern of a deal has in place of players is none that JSON may have."""
    entry = season.entries.get(sequence=3)
    stored = json.dumps(entry.deal)
    player = entry.deal["dealer"]

    with unlocked(connection), connection.cursor() as cursor, without_checks(cursor):
        spoilt = stored.replace(f'"{player}"', f"{MARK}0")
        cursor.execute("UPDATE ledger_entry SET deal = %s WHERE sequence = 3", [spoilt])

    assert spoilt != stored
    assert findings_and_counts(season) == carefully(season, monkeypatch)
    assert any("cannot be read" in sentence for sentence in findings_and_counts(season)[0])
