"""What the site's own connection may write without a service: refused by a guard, or named by the audit.

Nothing here takes a guard away. Whatever is to be `REFUSED` is tried with the guards down as well, and named then.
"""

from datetime import date, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import DateTimeField

from ledger.models import Attendance, Club, Evening, JoinedPlayer, Membership, Player, Season, Seat
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit, log_findings, short_audit
from ledger.services.clubs.accounts import accept, end_membership, invite
from ledger.services.clubs.clubs import IN_LOG, change_player, change_settings, start_evening, start_season
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.seating import change_rounds, note_attendance, seat_evening
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import (
    change_evening,
    change_season,
    close_season,
    remove_evening,
)
from tests.support.people import (
    NOW,
    anna,
    leave,
    make_club,
    make_user,
    play_evening,
    publish_prices,
    record,
    seat_ids,
    signed,
    torben,
    trick,
    version_of,
)
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db

DAY = date(2025, 1, 1)
UNTOLD = "no entry of the log tells of it as it is"


@pytest.fixture
def club(own_data):
    return two_seasons()


@replayed
def two_seasons():
    """The second of two clubs: a closed season (evening 1), and an open one (2 approved, 3 played, 4 to be played)."""
    play_evening(make_club("Onsdagsklubben", founder="oda"), "Bodil", "Carl", 8)
    club = make_club()
    torben(club)
    anna(club)
    old = play_evening(club, "Bodil", "Carl", 8)
    close_season(season=old.season, entry_count=1, **signed(club))
    season = start_season(club=club, name="2027", starts_on=NOW.date(), version=version_of(club), **signed(club))
    players = list(club.players.order_by("number")[:4])
    for _ in range(3):
        start_evening(
            season=season,
            day=NOW.date(),
            players=players,
            version=version_of(club),
            place="hos Dorthe",
            **signed(club),
        )
    for number in (2, 3):
        evening = club.evenings.get(number=number)
        record(evening, trick(evening, "Bodil", "Carl", 8))
    approve_evening(evening=club.evenings.get(number=2), entry_count=1, **signed(club))
    return club


def evening(club, number):
    return Evening.everything.filter(club=club, number=number)


def names_swapped(club):
    bodil, carl = club.players.order_by("number")[:2]
    for pk, name, slug, key in (
        (bodil.pk, "x", "x", "x"),
        (carl.pk, "Bodil", "bodil", "bodil"),
        (bodil.pk, "Carl", "carl", "carl"),
    ):
        Player.objects.filter(pk=pk).update(name=name, slug=slug, sort_key=key)


def writers_swapped(club):
    first, second = club.writers.order_by("number")[:2]
    for writer, name in ((first, second.name), (second, first.name)):
        club.writers.filter(pk=writer.pk).update(name=name)


def new_version(club):
    version = version_of(club)
    version.pk, version.number = None, 2
    version.save(force_insert=True)
    return version


SETTLED = {
    "an approved evening's date": (lambda club: evening(club, 2).update(date=DAY), "Evening's date changed (2)"),
    "a closed season's evening's date": (lambda club: evening(club, 1).update(date=DAY), "Evening's date changed (1)"),
    "a closed season's name": (
        lambda club: club.seasons.filter(number=1).update(name="1999"),
        "Season renamed (2026-27)",
    ),
    "a closed season's address": (
        lambda club: club.seasons.filter(number=1).update(slug="1999"),
        "Season renamed (1999)",
    ),
    "a closed season's first day": (
        lambda club: club.seasons.filter(number=1).update(starts_on=DAY),
        "Season's first day changed (2026-27)",
    ),
    "an evening in another season": (
        lambda club: evening(club, 3).update(season=club.seasons.get(number=1)),
        "Evening started (3)",
    ),
    "a played evening removed": (lambda club: evening(club, 3).update(removed_at=NOW), "Evening removed (3)"),
    "a played evening's seats deleted": (
        lambda club: Seat.objects.filter(evening__club=club, evening__number=3)._raw_delete("default"),
        "Seats changed (3)",
    ),
    "a seat given to another": (
        lambda club: Seat.objects.filter(evening__club=club, evening__number=3, position=4).update(
            player=club.players.get(name="Frida")
        ),
        "Seats changed (3)",
    ),
}
OPEN = {
    "an open evening's date": (lambda club: evening(club, 3).update(date=DAY), "Evening's date changed (3)"),
    "an evening's place": (lambda club: evening(club, 3).update(place="et andet sted"), "Evening's place changed (3)"),
    "an evening's prices": (
        lambda club: evening(club, 3).update(table_version=new_version(club)),
        "Evening's prices changed (3)",
    ),
    "an evening's order": (lambda club: evening(club, 4).update(drawn="vip"), "Order of the attachments drawn (4)"),
    "an evening's rounds": (lambda club: evening(club, 3).update(deals_per_round=7), "Seats changed (3)"),
    "an evening's kind": (lambda club: evening(club, 3).update(is_opening=True), "Evening started (3)"),
    "an evening removed": (lambda club: evening(club, 4).update(removed_at=NOW), "Evening removed (4)"),
    "seats of an evening to be played": (
        lambda club: Seat.objects.filter(evening__club=club, evening__number=4)._raw_delete("default"),
        "Seats changed (4)",
    ),
    "seats put in": (
        lambda club: Seat.objects.create(
            evening=club.evenings.get(number=3), player=club.players.get(name="Frida"), position=5
        ),
        "Seats changed (3)",
    ),
    "who watched": (
        lambda club: Attendance.objects.create(
            evening=club.evenings.get(number=3), player=club.players.get(name="Frida"), kind="watched"
        ),
        "Attendance changed (3)",
    ),
    "an evening put in": (
        lambda club: Evening.objects.create(
            club=club, season=club.seasons.get(number=2), number=5, date=DAY, table_version=version_of(club)
        ),
        "Evening started (5)",
    ),
    "an open season's name": (lambda club: club.seasons.filter(number=2).update(name="1999"), "Season renamed (2027)"),
    "an open season's first day": (
        lambda club: club.seasons.filter(number=2).update(starts_on=DAY),
        "Season's first day changed (2027)",
    ),
    "two players' names swapped": (names_swapped, "Player renamed (carl)"),
    "a player's standing": (
        lambda club: club.players.filter(name="Emil").update(is_guest=True),
        "standing changed (emil)",
    ),
    "two players made one": (
        lambda club: JoinedPlayer.objects.create(
            club=club, player=club.players.get(name="Frida"), kept=club.players.get(name="Bodil"), joined_at=NOW
        ),
        "standing changed (frida)",
    ),
    "a player put in": (
        lambda club: Player.objects.create(club=club, number=99, name="Ib", slug="ib"),
        "Player renamed (ib)",
    ),
    "the correction window": (
        lambda club: Club.objects.filter(pk=club.pk).update(correction_window_hours=9000),
        "Correction window changed (torsdagsklubben)",
    ),
    "the club's name": (lambda club: Club.objects.filter(pk=club.pk).update(name="En anden"), "Club renamed"),
    "the club's language": (lambda club: Club.objects.filter(pk=club.pk).update(language="en"), "language changed"),
    "how points are written": (
        lambda club: Club.objects.filter(pk=club.pk).update(writes_fractions=True),
        "language changed",
    ),
    "where the club has moved to": (
        lambda club: Club.objects.filter(pk=club.pk).update(moved_to="https://ond.example.dk/x/"),
        "Who reads was chosen (torsdagsklubben)",
    ),
    "whether players confirm": (
        lambda club: Club.objects.filter(pk=club.pk).update(players_confirm=True),
        "The players confirm the sheets",
    ),
    "a writer renamed": (
        lambda club: club.writers.filter(user__username="torben").update(name="Ib"),
        "Name of a board member changed (Ib)",
    ),
    "the names of two writers swapped": (writers_swapped, "Name of a board member changed (Kasserer"),
    "a membership put in": (
        lambda club: Membership.objects.create(club=club, user=make_user("ib"), role="admin"),
        "Member of the board added",
    ),
    "a membership's role": (
        lambda club: club.memberships.filter(role="treasurer").update(role="admin"),
        "Member of the board added (Kasserer 2)",
    ),
    "a membership deleted": (
        lambda club: club.memberships.filter(role="treasurer").delete(),
        "Member of the board added (Kasserer 2)",
    ),
}


def findings_after(club, change):
    """What the audit finds of the log after a change; nothing stays of it."""
    with transaction.atomic():
        change(club)
        findings = [str(finding) for finding in log_findings(Club.objects.get(pk=club.pk))]
        transaction.set_rollback(True)
    return findings


def test_what_is_settled_is_refused_by_a_guard(club):
    taken = []
    for name, (change, _) in SETTLED.items():
        try:
            with transaction.atomic():
                change(club)
                transaction.set_rollback(True)
        except DatabaseError:
            continue
        taken.append(name)

    assert taken == []


def test_what_changes_behind_the_services_is_named(club):
    before = audit().findings
    named = {name: findings_after(club, change) for name, (change, _) in OPEN.items()}
    guards.drop(connection)
    named |= {name: findings_after(club, change) for name, (change, _) in SETTLED.items()}
    guards.install(connection)

    assert before == ()
    missed = {name: named[name] for name, (_, words) in {**OPEN, **SETTLED}.items() if not says(named[name], words)}
    assert missed == {}


def says(findings, words):
    return any(words in finding and UNTOLD in finding for finding in findings)


def test_what_the_services_change_is_told(club):
    third, fourth = (club.evenings.get(number=number) for number in (3, 4))
    admin = signed(club)
    change_evening(evening=third, day=DAY, place="klubhuset", **admin)
    seat_evening(evening=third, tables={1: [*map(int, list(seat_ids(third).values())[1:]), "Holger"]}, **admin)
    change_rounds(evening=third, deals_per_round=8, rotation="even", **admin)
    frida = club.players.get(name="Frida")
    note_attendance(evening=third, came={frida.pk: "watched"}, **admin)
    publish_prices(club, from_evening=third)
    remove_evening(evening=fourth, **admin)
    change_season(season=club.seasons.get(number=2), name="2028", starts_on=DAY, **admin)
    change_settings(club=club, name="Fredagsklubben", language="en", **admin)
    change_settings(club=club, correction_window_hours=1, **admin)
    for column in IN_LOG:
        change_settings(club=club, **{column: True}, **admin)
    end_membership(membership=club.memberships.get(user__username="anna"), **admin)
    token = invite(club=club, name="Ib", role="secretary", **admin)
    accept(token=token, account=make_user("ib"), now=NOW)
    salt = frida.salt
    fie = change_player(player=frida, name="Fie", is_guest=True, is_active=True, **admin)

    assert audit().findings == ()
    assert fie.salt not in ("", salt)


def test_another_line_about_a_row_does_not_cover_for_a_change(club):
    evening(club, 3).update(date=DAY)
    approve_evening(evening=club.evenings.get(number=3), entry_count=1, **signed(club))
    change_settings(club=club, correction_window_hours=1, **signed(club))

    assert [finding.params["place"] for finding in audit().findings] == ["3"]


def test_what_is_forgotten_leaves_nothing_to_try_names_on(club):
    dorthe = club.players.get(name="Dorthe")
    salts = {dorthe.salt, *club.evenings.values_list("salt", flat=True)}
    remove_evening(evening=club.evenings.get(number=4), **signed(club))
    forget_player(player=leave(club, "Dorthe"), **{**signed(club), "now": NOW + timedelta(days=400)})

    kept = {Player.objects.get(pk=dorthe.pk).salt, *club.evenings.exclude(number=1).values_list("salt", flat=True)}
    assert kept & salts == set()
    assert set(club.evenings.values_list("place", flat=True)) == {""}
    assert audit().findings == ()


def test_sqlites_count_of_ids_at_its_end_is_named_with_the_cure(club):
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'ledger_seat'")
    (finding,), (at_start,) = audit().findings, short_audit()

    assert finding == at_start
    with connection.cursor() as cursor:
        cursor.execute(str(finding).split("run: ")[1])
    assert (audit().findings, short_audit()) == ((), ())


# Columns of which neither the log nor a digest tells, and why not.
OF_NO_ENTRY = {
    Club: {
        "slug": "No service changes it, and a club whose address is taken where it arrives gets another.",
        "is_sample": "It marks the club that came with the program, whose log could say so by new digests alone.",
        "removed_at": "Only that club is removed, and no entry told so: its log too would need new digests.",
        "revision": "It counts changes of pages, for the pages kept by browsers.",
    },
    Player: {"sort_key": "It is made of the name whenever the player is saved, and only orders lists."},
    Season: {},
    Evening: {},
}


def another_value(row, field):
    """A value that the column could have instead."""
    value = getattr(row, field.attname)
    if field.is_relation:
        return field.related_model._base_manager.exclude(pk=value).latest("pk").pk
    if field.choices:
        return next(code for code, _ in field.choices if code != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, date):
        return value + timedelta(days=1)
    if isinstance(value, str):
        return f"{value[: (field.max_length or 99) - 1]}x"
    return NOW if isinstance(field, DateTimeField) else 1


def is_told(club, row, column, value):
    """Whether the database or the audit has something against another value, the guards apart; nothing stays of it."""
    with transaction.atomic():
        guards.drop(connection)
        try:
            with transaction.atomic():
                type(row)._base_manager.filter(pk=row.pk).update(**{column: value})
        except DatabaseError:
            told = True
        else:
            findings = [*log_findings(Club.objects.get(pk=club.pk))] or audit().findings
            told = any("guard" not in finding.message for finding in findings)
        transaction.set_rollback(True)
    return told


@pytest.mark.parametrize("model", OF_NO_ENTRY)
def test_of_every_column_that_may_change_the_log_or_a_digest_tells(club, model):
    rows = {
        Club: club,
        Player: club.players.get(name="Bodil"),
        Season: club.seasons.get(number=2),
        Evening: club.evenings.get(number=3),
    }
    row = rows[model]
    columns = [field for field in model._meta.concrete_fields if not field.primary_key]

    untold = {field.name for field in columns if not is_told(club, row, field.attname, another_value(row, field))}

    cure = 'let the log cover it (docs/architecture.md, "A club\'s setting, worked"), or say in OF_NO_ENTRY why not'
    assert untold == set(OF_NO_ENTRY[model]), cure
