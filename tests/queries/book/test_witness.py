"""The witness holds a book against what it saw, whoever had the whole database in hand since."""

import json
from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from ledger.models import Club, Entry, LoggedChange, Posting, Season
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit
from ledger.queries.book.audit.witness import read_witness, seal_of, witness_file
from ledger.queries.book.own_numbers import numbers_of
from ledger.services.book.log import Kind, note
from ledger.services.book.witness import BACKED_UP, witness, witness_all, witness_all_or_say, witness_restored
from ledger.services.seasons.closing import approve_evening, close_season
from tests.support.people import DAY, NOW, make_club, make_evening, record, season_of, signed, trick

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(days=8)


@pytest.fixture(autouse=True)
def folder(tmp_path, settings):
    """A folder of the test's own for the witnesses."""
    settings.WITNESS_DIR = str(tmp_path / "witness")
    return tmp_path / "witness"


@pytest.fixture
def club(django_capture_on_commit_callbacks):
    """The second of two clubs, with two evenings approved, two deals in each."""
    make_evening(make_club("Onsdagsklubben", founder="oda"))
    club = make_club()
    for day in (DAY, DAY + timedelta(days=7)):
        evening = make_evening(club, day=day)
        for tricks in (8, 9):
            record(evening, trick(evening, "Bodil", "Carl", tricks))
        with django_capture_on_commit_callbacks(execute=True):
            approve_evening(evening=evening, entry_count=2, **signed(club))
    return Club.objects.get(pk=club.pk)


def forge_from(season: Season, sequence: int) -> None:
    """Let a deal pay somebody else, and work out every digest since anew: what a competent hand would leave behind."""
    guards.drop(connection)
    entry = season.entries.get(sequence=sequence)
    gains, takes = entry.postings.filter(points__gt=0)[0], entry.postings.filter(points__lt=0)[0]
    Posting.objects.filter(pk=gains.pk).update(points=takes.points)
    Posting.objects.filter(pk=takes.pk).update(points=gains.points)
    numbers, head = numbers_of(club_id=season.club_id), ""
    for line in season.entries.order_by("sequence").select_related("table_version"):
        line.previous_digest = head
        head = line.digest_over((posting.share for posting in line.postings.all()), numbers=numbers)
        Entry.objects.filter(pk=line.pk).update(previous_digest=line.previous_digest, digest=head)
    Season.objects.filter(pk=season.pk).update(head=head)


def witness_findings(club: Club) -> list[str]:
    """What the audit finds that the witness knows of."""
    return [str(finding) for finding in audit(club=club).findings if "witness" in str(finding)]


def remarks(club: Club) -> list[str]:
    return [str(remark) for remark in audit(club=club).remarks]


@pytest.mark.engines
def test_a_witness_is_written_after_each_approval(club):
    seen = read_witness(club_id=club.pk).seen

    assert [(sighting.why, sighting.ends["1"][0]) for sighting in seen] == [("approved", 2), ("approved", 4)]
    assert seen[-1].ends == {"1": (4, season_of(club).head), "log": (club.log_entry_count, club.log_head)}
    assert (audit(club=club).findings, remarks(club)) == ((), [])


@pytest.mark.engines
def test_a_book_forged_anew_is_found_though_its_own_digests_fit(club):
    forge_from(season_of(club), 3)

    assert witness_findings(club) == [
        f"{club.pk}/2026-27, 4 is not what the witness saw on 2026-09-03. Up to entry 2 the book is as it was: "
        "the first entry that was changed comes after it."
    ]


def test_a_forged_first_evening_is_found_too(club):
    forge_from(season_of(club), 1)

    assert witness_findings(club)[0].startswith(
        f"{club.pk}/2026-27, 2 is not what the witness saw on 2026-09-03. Up to entry 0 "
    )


def test_a_book_that_was_forged_and_then_went_on_is_found(club, django_capture_on_commit_callbacks):
    forge_from(season_of(club), 3)
    evening = make_evening(club, day=DAY + timedelta(days=14))
    record(evening, trick(evening, "Bodil", "Carl", 8))
    with django_capture_on_commit_callbacks(execute=True):
        approve_evening(evening=evening, entry_count=1, **signed(club))

    assert read_witness(club_id=club.pk).seen[-1].ends["1"] == (5, season_of(club).head)
    assert witness_findings(club)[0].startswith(
        f"{club.pk}/2026-27, 4 is not what the witness saw on 2026-09-03. Up to entry 2 "
    )


def test_a_book_cut_short_is_found(club):
    guards.drop(connection)
    last = season_of(club).entries.get(sequence=4)
    last.postings.all()._raw_delete("default")
    Entry.objects.filter(pk=last.pk)._raw_delete("default")
    Season.objects.filter(pk=last.season_id).update(entry_count=3, head=last.previous_digest)

    assert (
        witness_findings(club)[0] == f"The book ends before {club.pk}/2026-27, 4, which the witness saw on 2026-09-03."
    )


def test_a_log_cut_short_is_found(club):
    guards.drop(connection)
    last = LoggedChange.objects.filter(club=club).latest("sequence")
    LoggedChange.objects.filter(pk=last.pk)._raw_delete("default")
    Club.objects.filter(pk=club.pk).update(log_entry_count=last.sequence - 1, log_head=last.previous_digest)

    assert (
        f"The book ends before {club.pk}/log, {last.sequence}, which the witness saw on 2026-09-03."
        in witness_findings(club)
    )


def test_a_witness_that_is_behind_or_absent_is_said_and_is_no_finding(club):
    evening = make_evening(club, day=DAY + timedelta(days=14))
    record(evening, trick(evening, "Bodil", "Carl", 8))
    behind = remarks(club)
    witness_file(club_id=club.pk).unlink()

    assert behind == ["The witness last saw the book on 2026-09-03; 1 entry since then is not witnessed yet."]
    assert remarks(club) == [
        f"There is no witness of this club's book: club-{club.pk}.jsonl begins with the next approval or backup."
    ]
    assert audit(club=club).findings == ()


def test_a_witness_of_another_installation_is_said_and_put_aside_by_the_next(club, settings, folder):
    settings.SECRET_KEY = "another installation's secret, as long as it has to be, and a little longer"

    remarks_made, findings = remarks(club), audit(club=club).findings
    witness(club_id=club.pk, why=BACKED_UP, now=LATER)

    assert (remarks_made, findings) == (
        [
            f"The witness club-{club.pk}.jsonl was sealed with another secret than this installation's: "
            "it proves nothing."
        ],
        (),
    )
    assert remarks(club) == []
    assert len(list(folder.glob(f"club-{club.pk}-until-*.jsonl"))) == 1


def test_a_witness_cannot_be_changed_without_the_secret(club):
    file = witness_file(club_id=club.pk)
    first, second = file.read_text().splitlines()
    forged = json.loads(second)
    forged["ends"]["1"][1] = "0" * 64

    file.write_text(f"{first}\n{json.dumps(forged)}\n")
    changed = witness_findings(club)
    file.write_text(f"{second}\n")
    without_its_first = remarks(club)

    assert changed == [f"The witness club-{club.pk}.jsonl was changed from its line 2 on."]
    assert "was sealed with another secret" in without_its_first[0]


def test_a_line_that_was_never_written_whole_is_passed_over(club):
    file = witness_file(club_id=club.pk)
    file.write_bytes(file.read_bytes() + b'{"at": "2026-09-1')

    with transaction.atomic():
        evening = make_evening(club, day=DAY + timedelta(days=14))
    witness(club_id=club.pk, why=BACKED_UP, now=LATER)

    assert evening.number == 3
    assert (witness_findings(club), [sighting.why for sighting in read_witness(club_id=club.pk).seen]) == (
        [],
        ["approved"] * 2 + ["backup"],
    )


@pytest.mark.engines
def test_what_a_restored_backup_took_back_is_not_missed(club, folder):
    guards.drop(connection)
    last = season_of(club).entries.get(sequence=4)
    last.postings.all()._raw_delete("default")
    Entry.objects.filter(pk=last.pk)._raw_delete("default")
    Season.objects.filter(pk=last.season_id).update(entry_count=3, head=last.previous_digest)

    assert witness_restored(now=LATER) == 1

    assert [finding for finding in witness_findings(club) if "2026-27" in finding] == []


@pytest.mark.engines
def test_what_a_witness_sees_while_the_audit_runs_is_not_missed(club, monkeypatch):
    def one_moment():
        """The moment, and right after its beginning a deal that another process enters and has witnessed."""
        content = {"at": LATER.isoformat(), "why": BACKED_UP, "ends": {"1": [5, "ab" * 32]}}
        with witness_file(club_id=club.pk).open("a") as file:
            seal = seal_of(content, before=read_witness(club_id=club.pk).seal)
            file.write(json.dumps({**content, "seal": seal}) + "\n")
        return nullcontext()

    monkeypatch.setattr("ledger.queries.book.audit.audit.one_moment", one_moment)
    with transaction.atomic():
        first, second = witness_findings(club), witness_findings(club)

    assert (first, len(second)) == ([], 1)


def test_a_copy_is_not_held_against_the_witness(club):
    forge_from(season_of(club), 3)

    assert witness_findings(club)
    assert "witness" not in str(audit(is_copy=True))


@pytest.mark.parametrize("line", ['{"seal": "\\ud800"}', '{"seal": "a", "x": "\\ud800"}', "[" * 100_000])
def test_a_line_that_nothing_of_ours_wrote_does_not_stop_the_audit(club, line):
    file = witness_file(club_id=club.pk)
    first, second = file.read_text().splitlines()
    file.write_text(f"{first}\n{line}\n{second}\n")

    assert [sentence for sentence in witness_findings(club) if "was changed from its line" not in sentence] == []


def test_a_line_that_a_restore_adds_itself_is_none_that_was_seen_before(club):
    held, player = {club.pk: {"1": 4, "log": club.log_entry_count}}, club.players.get(name="Dorthe")
    note(club=club, kind=Kind.PLAYER_FORGOTTEN, player=player, **signed(club))
    witness(club_id=club.pk, why=BACKED_UP, now=LATER)
    guards.drop(connection)
    LoggedChange.objects.filter(club=club, sequence=club.log_entry_count + 1)._raw_delete("default")
    Club.objects.filter(pk=club.pk).update(log_head=club.log_head, log_entry_count=club.log_entry_count)
    note(club=club, kind=Kind.PLAYER_FORGOTTEN, player=player, author=None, now=LATER)

    assert witness_restored(now=LATER, held=held) == 1

    assert witness_findings(club) == []


def test_a_restore_is_told_to_the_witness_of_a_club_whose_id_will_be_anothers(club):
    file = witness_file(club_id=club.pk)
    of_none = file.rename(witness_file(club_id=club.pk + 1_000_000))

    assert witness_restored(now=LATER, held={club.pk: {"1": 4}}) == 1

    of_none.rename(file)
    forge_from(season_of(club), 1)  # another book under that id
    assert witness_findings(club) == []


def test_the_closing_of_a_season_is_witnessed(club, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        close_season(season=season_of(club), entry_count=4, author=signed(club)["author"], now=LATER)

    assert read_witness(club_id=club.pk).seen[-1].why == "closed"


def test_an_approval_stands_though_its_witness_cannot_be_written(
    club, folder, django_capture_on_commit_callbacks, caplog
):
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_text("a file where the folder should be")
    evening = make_evening(club, day=DAY + timedelta(days=14))
    record(evening, trick(evening, "Bodil", "Carl", 8))

    with django_capture_on_commit_callbacks(execute=True):
        approve_evening(evening=evening, entry_count=1, **signed(club))

    assert evening.closings.count() == 1
    assert f"The witness of club {club.pk} could not be written." in caplog.text


def test_a_witness_that_cannot_be_read_is_said_and_is_no_finding(club, settings, folder):
    settings.WITNESS_DIR = str(folder / f"club-{club.pk}.jsonl")  # a file where the folder should be

    assert (audit(club=club).findings, remarks(club)) == (
        (),
        [f"The witness club-{club.pk}.jsonl cannot be read (Not a directory): it proves nothing."],
    )


def test_a_backup_stands_though_no_witness_can_be_written(club, settings, folder):
    """Every club's is tried: the first that fails holds up none."""
    settings.WITNESS_DIR = str(folder / f"club-{club.pk}.jsonl")

    witness_all_or_say(why=BACKED_UP, now=LATER)

    with pytest.raises(NotADirectoryError):
        witness_all(why=BACKED_UP, now=LATER)


def test_the_audit_command_tells_what_the_witness_knows(club, capsys):
    forge_from(season_of(club), 3)

    with pytest.raises(SystemExit):
        call_command("audit", "--json")

    report = json.loads(capsys.readouterr().out)
    assert report["holds"] is False
    assert any("is not what the witness saw" in finding for finding in report["findings"])


def test_the_witness_command_sees_the_books_as_they_are(club, capsys):
    evening = make_evening(club, day=DAY + timedelta(days=14))
    record(evening, trick(evening, "Bodil", "Carl", 8))

    call_command("witness")
    call_command("witness", restored=True)

    assert [sighting.why for sighting in read_witness(club_id=club.pk).seen][2:] == ["by hand", "restored"]
    assert capsys.readouterr().out.splitlines()[0] == "Der er nyt i 2 vidner."
    assert remarks(club) == []
