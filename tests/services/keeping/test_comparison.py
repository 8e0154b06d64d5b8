"""The books held against a backup, a club's file and fingerprints on paper: the first entry that differs is named."""

import gzip
import json
import tracemalloc
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from ledger.models import Club, Entry, FormerHead, LoggedChange, Posting, Season
from ledger.models.book import guards
from ledger.models.book.journal import digest_of_entry
from ledger.queries.book.next_entry import numbers_of
from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.backups import back_up
from ledger.services.keeping.comparison import (
    compare_with_file,
    compare_with_fingerprints,
    compare_with_newest_backup,
    prove,
)
from ledger.templatetags.ledger_format import fingerprint
from tests.databases.stored import TOO_OLD, unpack_file
from tests.support.people import DAY, NOW, anna, make_club, make_evening, play_evening, record, season_of, trick
from tests.support.replay import replayed
from tests.web.reading import page


@pytest.fixture
def club(db, own_data) -> Club:
    return two_evenings()


@replayed
def two_evenings() -> Club:
    """The second of two clubs with deals: two evenings of two deals each."""
    play_evening(make_club("Onsdagsklubben", founder="oda"), "Bodil", "Carl", 8)
    club = make_club()
    for day in (DAY, DAY + timedelta(days=7)):
        evening = make_evening(club, day=day)
        for tricks in (8, 9):
            record(evening, trick(evening, "Bodil", "Carl", tricks))
    return club


def findings_and_remarks(compared) -> tuple[list[str], list[str]]:
    return [str(finding) for finding in compared.findings], [str(remark) for remark in compared.remarks]


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
        shares = [posting.share for posting in line.postings.order_by("seat")]
        head = digest_of_entry(line, shares, prices=line.table_version.digest, numbers=numbers)
        Entry.objects.filter(pk=line.pk).update(previous_digest=line.previous_digest, digest=head)
    Season.objects.filter(pk=season.pk).update(head=head)


def cut_short(season: Season) -> None:
    """Take the last entry of a book away, so that its chain ends with the one before."""
    guards.drop(connection)
    last = season.entries.latest("sequence")
    last.postings.all()._raw_delete("default")
    Entry.objects.filter(pk=last.pk)._raw_delete("default")
    Season.objects.filter(pk=season.pk).update(entry_count=last.sequence - 1, head=last.previous_digest)


def cut_log_short(club: Club) -> None:
    """Take the last entry of a club's log away."""
    guards.drop(connection)
    last = LoggedChange.objects.filter(club=club).latest("sequence")
    LoggedChange.objects.filter(pk=last.pk)._raw_delete("default")
    Club.objects.filter(pk=club.pk).update(log_entry_count=last.sequence - 1, log_head=last.previous_digest)


def head_at(club: Club, sequence: int) -> str:
    return season_of(club).entries.get(sequence=sequence).digest


@pytest.mark.engines
def test_a_backup_names_the_first_line_that_differs_of_a_book_forged_anew(real_commits, club):
    backup = back_up(now=NOW)
    play_evening(club, "Bodil", "Carl", 10, day=DAY + timedelta(days=14))

    went_on = findings_and_remarks(compare_with_file(file=backup))
    forge_from(season_of(club), 3)

    assert went_on == ([], [f"{backup.name} holds 5 entries, and they are the same here."])
    assert findings_and_remarks(compare_with_file(file=backup)) == (
        [f"{club.pk}/2026-27, 3 is not what {backup.name} holds: it is the first of its season that differs."],
        [],
    )


@pytest.mark.engines
def test_a_clubs_file_names_it_too_whatever_installation_it_comes_from(club, tmp_path):
    file = tmp_path / "klub.jsonl.gz"
    call_command("export_club", club.slug, str(file))

    forge_from(season_of(club), 2)

    assert findings_and_remarks(compare_with_file(file=file))[0] == [
        f"{club.pk}/2026-27, 2 is not what klub.jsonl.gz holds: it is the first of its season that differs."
    ]


def test_a_season_that_is_in_no_book_is_named_by_the_key_of_its_first_line(club, tmp_path):
    file = tmp_path / "andre.jsonl.gz"
    row = ["entry", [1, 1, "6f1f2a34-5b7e-4d8a-9c1d-2e3f40516273", "00"]]
    with gzip.open(file, "wt") as lines:
        manifest = {"whistklub": 2, "columns": {"entry": ["season", "sequence", "key", "digest"]}}
        lines.write(f"{json.dumps(manifest)}\n{json.dumps(row)}\n")

    assert findings_and_remarks(compare_with_file(file=file))[0] == [
        "andre.jsonl.gz holds a season whose entries are not in any book here; its first entry has the key "
        "6f1f2a34-5b7e-4d8a-9c1d-2e3f40516273."
    ]


def test_a_fingerprint_on_paper_is_found_as_it_is_written_there_one_of_release_0_1_0_too(club):
    on_paper, former = fingerprint(head_at(club, 4)).upper(), "abab abab abab abab"
    FormerHead.objects.create(season=season_of(club), sequence=2, digest="ab" * 32)

    assert findings_and_remarks(compare_with_fingerprints(texts=[on_paper, former])) == (
        [],
        [
            f"{on_paper} is the fingerprint of {club.pk}/2026-27, 4: up to that entry the book is as it was shown.",
            f"{former} is the fingerprint of {club.pk}/2026-27, 2: up to that entry the book is as it was shown.",
        ],
    )


def test_fingerprints_of_two_evenings_say_between_which_lines_the_change_lies(club):
    first, second = (fingerprint(head_at(club, line)) for line in (2, 4))
    forge_from(season_of(club), 3)

    findings, _borne = findings_and_remarks(compare_with_fingerprints(texts=[first, f"4:{second}"]))

    assert findings == [
        f"No entry has the fingerprint 4:{second}: what it was shown of has been changed, after entry 2."
    ]


@pytest.mark.parametrize("text", ["3f9a", "kære kasserer", "3f9a01bg", "x:3f9a01bc"])
def test_what_is_neither_a_file_nor_a_fingerprint_is_refused(db, text):
    with pytest.raises(Refusal, match="neither a file nor a fingerprint"):
        compare_with_fingerprints(texts=[text])


MANIFEST = b'{"whistklub": 2, "columns": {"entry": ["season", "sequence", "key", "digest"]}}'


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"SQLite format 3\0 and no more", b"\x1f\x8b\x08 torn", b"PK workbook"),
        gzip.compress(b""),
        gzip.compress(MANIFEST + b"\n[]"),
        gzip.compress(MANIFEST + b'\n["entry"]'),
        gzip.compress(MANIFEST + b'\n["entry", 3]'),
        gzip.compress(MANIFEST + b'\n["entry", [1, null, null, null]]'),
        gzip.compress(MANIFEST + b"\n" + b"[" * 100_000),
        gzip.compress(b"[1]\n[2]"),
        gzip.compress(MANIFEST)[:12] + b"\xff\xff\xff",  # no deflated block begins so
    ],
    ids=[
        *("nothing", "a torn database", "a torn archive", "a workbook", "empty", "no name", "no row", "no columns"),
        *("nothing in them", "too deep", "no manifest", "damaged"),
    ],
)
def test_a_file_that_is_no_book_damaged_or_foreign_is_refused(db, tmp_path, content):
    (tmp_path / "fil").write_bytes(content)

    with pytest.raises(Refusal, match="no backup and no complete file"):
        compare_with_file(file=tmp_path / "fil")


def test_a_line_without_end_is_refused_and_not_held_in_memory(db, tmp_path):
    (tmp_path / "klub.jsonl.gz").write_bytes(gzip.compress(b"[" + b" " * 20_000_000, 1))

    tracemalloc.start()
    with pytest.raises(Refusal, match="no backup and no complete file"):
        compare_with_file(file=tmp_path / "klub.jsonl.gz")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 5_000_000


@pytest.mark.parametrize(
    ("unpack", "sentence"),
    [
        (lambda file: unpack_file(TOO_OLD, file), r"is of release 0\.1\.0: bring it up"),
        (
            lambda file: file.write_bytes(gzip.compress(MANIFEST.replace(b"2", b"1", 1))),
            "older version of the site: bring that installation up to date",
        ),
    ],
    ids=["a backup", "a complete file"],
)
def test_what_is_of_release_0_1_0_is_refused_with_what_to_do(db, tmp_path, unpack, sentence):
    unpack(tmp_path / "gammel")

    with pytest.raises(Refusal, match=sentence):
        compare_with_file(file=tmp_path / "gammel")


def test_the_audit_command_takes_both(club, tmp_path, capsys):
    file = tmp_path / "klub.jsonl.gz"
    call_command("export_club", club.slug, str(file))
    on_paper = fingerprint(head_at(club, 2))

    call_command("audit", against=[str(file), on_paper], json=True)

    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["holds"]
    assert report["remarks"][-2:] == [
        "klub.jsonl.gz holds 4 entries, and they are the same here.",
        f"{on_paper} is the fingerprint of {club.pk}/2026-27, 2: up to that entry the book is as it was shown.",
    ]
    with pytest.raises(CommandError):
        call_command("audit", against=["nogetandet"])


@pytest.mark.engines
def test_the_audit_holds_the_books_against_the_newest_backup(real_commits, club):
    without = findings_and_remarks(compare_with_newest_backup())
    backup = back_up(now=NOW)
    play_evening(club, "Bodil", "Carl", 10, day=DAY + timedelta(days=14))
    went_on = findings_and_remarks(prove(now=NOW))
    log = Club.objects.get(pk=club.pk).log_entry_count - 1  # the evening since has been logged

    forge_from(season_of(club), 3)
    cut_log_short(club)
    cut_log_short(club)

    assert without == ([], ["The book was compared with no backup: there is none since the last restore."])
    assert went_on == ([], [])
    altered = f"as the backup {backup.name} has it: it was changed or cut short."
    sentences = {
        f"The book no longer has {club.pk}/2026-27, 4 {altered}",
        f"The book no longer has {club.pk}/log, {log} {altered}",
    }
    assert set(findings_and_remarks(compare_with_newest_backup())[0]) == sentences
    assert sentences <= set(findings_and_remarks(prove(club=club, now=NOW))[0])
    assert prove(club=Club.objects.exclude(pk=club.pk).get(), now=NOW).first_entry is None


def test_a_book_cut_short_is_found_by_the_command_and_by_the_boards_page(real_commits, club, capsys):
    backup = back_up(now=NOW)
    cut_short(season_of(club))
    board = Client()
    board.force_login(anna(club))

    with pytest.raises(SystemExit):
        call_command("audit", "--json")

    sentence = f"The book no longer has {club.pk}/2026-27, 4 as the backup {backup.name} has it: "
    assert f"{sentence}it was changed or cut short." in json.loads(capsys.readouterr().out)["findings"]
    assert "har ikke længere" in page(board.post(f"/{club.slug}/audit/"))
    with pytest.raises(SystemExit):
        call_command("audit", "--json", "--copy")
    assert "no longer has" not in capsys.readouterr().out


def test_a_backup_that_cannot_be_read_is_said_and_is_no_finding(club, tmp_path):
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "whistklub-20260903-190000.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(9))

    assert findings_and_remarks(compare_with_newest_backup()) == (
        [],
        ["The book was not compared with the newest backup: whistklub-20260903-190000.sqlite3 cannot be read."],
    )
