"""The audit finds nothing in an honest book, and names what was tampered with behind the guards' back."""

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from ledger.models import Entry, EveningTotal, Player, Posting, ScoringTableVersion, Season, SeasonTotal
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.services.deals import correct_deal
from tests.support.people import FIVE, change, make_club, make_evening, nolo, play_evening, record, record_often, trick
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def book():
    """Five lines: two deals, one of them corrected, and a nolo of two; and a club whose deals the house pays."""
    evening = play_evening(make_club(), "Carl", "Dorthe", 9, names=FIVE, level=9, attachment="vip", vip_turn=2)
    entry = record(evening, trick(evening, "Emil", "Frida", 8))
    correct_deal(entry=entry, deal=trick(evening, "Emil", "Frida", 7), change=change(evening))
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    euchre = make_evening(make_club("Tirsdagsklubben", preset="call-ace-euchre", founder="oda"))
    maker = str(euchre.seats.first().player_id)
    record(euchre, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})
    return evening.season


@pytest.fixture
def season(book):
    """What somebody with the database file in hand could do."""
    guards.drop(connection)
    yield book
    guards.install(connection)


def findings():
    """What the audit finds, but for the guards that a test has taken away."""
    return [str(finding) for finding in audit().findings if "guard" not in finding.message]


@pytest.mark.engines
def test_an_honest_book_balances(book):
    report = audit()

    assert report.findings == ()
    assert (report.evenings, report.deals, report.entry_count, report.total) == (2, 4, 6, 0)


@pytest.mark.engines
def test_one_clubs_audit_asks_nothing_that_grows_with_other_clubs(book):
    """The file and all that it refers to is asked about only where the whole installation is."""
    club = book.club
    with CaptureQueriesContext(connection) as of_one:
        audit(club=club)
    with CaptureQueriesContext(connection) as of_all:
        audit()

    of_everything = ("integrity_check", "foreign_key_check", "NOT (EXISTS", "NOT EXISTS")
    assert [asked["sql"] for asked in of_one if any(words in asked["sql"] for words in of_everything)] == []
    assert any(words in asked["sql"] for asked in of_all for words in of_everything)
    make_club("Onsdagsklubben", founder="kaj")
    with CaptureQueriesContext(connection) as beside_another:
        audit(club=club)
    assert len(beside_another) == len(of_one)


def line(season, sequence):
    return f"{season.club_id}/{season.slug}, {sequence}"


@pytest.mark.engines
def test_a_missing_guard_is_named(book):
    guards.drop(connection)

    missing = [finding.params["name"] for finding in audit().findings]

    guards.install(connection)
    assert missing == list(guards.GUARDS[connection.vendor])


@pytest.mark.engines
def test_a_changed_amount_is_found_five_ways(season):
    posting = Posting.objects.filter(entry__season=season, entry__sequence=1).latest("points")
    total = EveningTotal.objects.get(evening=posting.entry.evening_id, player=posting.player_id)
    Posting.objects.filter(pk=posting.pk).update(points=posting.points + 8)

    assert findings() == [
        f"{line(season, 1)} sums to 8 over 5 of 5 seats.",
        f"{line(season, 1)} is not what was written: its digest does not fit.",
        f"{line(season, 1)} does not pay what its table says.",
        f"Evening id {total.evening_id}, player id {total.player_id}: "
        f"stored {total.points} ({total.deals}), summed {total.points + 8} ({total.deals}).",
        f"Season {season.club_id}/{season.slug}, player id {total.player_id}: "
        f"stored {total.points} ({total.deals}/1), summed {total.points + 8} ({total.deals}/1).",
    ]


def take_out(season, sequence):
    """A line that is gone, with its postings."""
    Posting.objects.filter(entry__season=season, entry__sequence=sequence)._raw_delete("default")
    Entry.objects.filter(season=season, sequence=sequence)._raw_delete("default")


TAMPERED = {
    "two amounts swapped": (
        lambda season: Posting.objects.filter(entry__season=season, entry__sequence=1).update(points=-F("points")),
        (1, "does not pay what its table says."),
    ),
    "nonsense": (
        lambda season: Entry.objects.filter(season=season, sequence=2).update(deal=["nonsense"]),
        (2, "cannot be read."),
    ),
    "the last line gone": (lambda season: take_out(season, 5), (5, "is missing: the book was longer.")),
    "a line taken out of the middle": (
        lambda season: take_out(season, 1),
        (2, "does not follow the entry before it."),
    ),
}
ON_BOTH = ("nonsense", "the last line gone")


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.engines) if what in ON_BOTH else what for what in TAMPERED]
)
def test_what_was_never_written_and_what_is_gone_are_found_without_an_error(season, what):
    tamper, (sequence, sentence) = TAMPERED[what]
    tamper(season)

    assert f"{line(season, sequence)} {sentence}" in findings()


@pytest.mark.parametrize("column", ["points", "deals"])
def test_a_changed_bottom_line_is_found(book, column):
    total = EveningTotal.objects.filter(evening__season=book).first()
    EveningTotal.objects.filter(pk=total.pk).update(**{column: F(column) + 1})

    assert (len(findings()), len(short_audit())) == (1, 1)


@pytest.mark.engines
@pytest.mark.parametrize("column", ["points", "deals", "evenings"])
def test_a_changed_sum_of_a_season_is_found_and_named(book, column):
    total = SeasonTotal.objects.filter(season=book).first()
    SeasonTotal.objects.filter(pk=total.pk).update(**{column: F(column) + 1})

    (sentence,) = findings()
    assert sentence.startswith(f"Season {book.club_id}/{book.slug}, player id {total.player_id}: stored ")
    assert [str(finding) for finding in short_audit()] == [sentence]


def test_a_missing_sum_of_a_season_and_one_too_many_are_found(season):
    total = SeasonTotal.objects.filter(season=season).first()
    stranger = Player.objects.exclude(club=season.club).first()
    SeasonTotal.objects.filter(pk=total.pk).delete()
    SeasonTotal.objects.create(season=season, player=stranger)

    assert [(" stored -," in sentence, sentence.endswith("summed -.")) for sentence in findings()] == [
        (True, False),
        (False, True),
    ]


def test_a_table_that_was_rewritten_is_found(season):
    version = ScoringTableVersion.objects.get(scoring_table__club=season.club)
    ScoringTableVersion.objects.filter(pk=version.pk).update(
        document={**version.document, "name": {"da": "x", "en": "x"}}
    )

    assert findings() == [f"Table id {version.scoring_table_id}, version 1 is not what was published."]


def test_an_audit_of_a_hopeless_book_stops_at_two_hundred_findings(season):
    EveningTotal.objects.all()._raw_delete("default")
    evening = season.evenings.get()
    record_often(evening, trick(evening, "Carl", "Dorthe", 9), 50)
    Season.objects.filter(pk=season.pk).update(unit_denominator=16)
    Entry.objects.all().update(reason="pyntet", digest="0" * 64)

    assert len(audit().findings) == 200


@pytest.mark.engines
def test_the_short_audit_finds_what_the_database_can_sum(season):
    assert [finding for finding in short_audit() if "guard" not in finding.message] == []

    posting = Posting.objects.filter(entry__season=season, entry__sequence=1).latest("points")
    Posting.objects.filter(pk=posting.pk).update(points=posting.points + 8)
    Season.objects.filter(pk=season.pk).update(head="0" * 64)

    findings = [str(finding) for finding in short_audit() if "guard" not in finding.message]
    wanted = [
        line(season, 1).split(),
        line(season, 5).split(),
        ["Evening", "id"],
        ["Season", f"{season.club_id}/{season.slug},"],
    ]
    assert [finding.split()[:2] for finding in findings] == wanted


def test_a_forgotten_last_line_is_found(season):
    Season.objects.filter(pk=season.pk).update(entry_count=4, head=Entry.objects.get(season=season, sequence=4).digest)

    assert findings() == [f"{line(season, 5)} ends the book, but is not the last entry that was written."]
