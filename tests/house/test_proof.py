"""What docs/proof.md says is all that somebody without this program needs to check a club's book."""

import gzip
import json
import re
import subprocess
import sys
import uuid
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest

from ledger.management.console import write_club_file
from ledger.models.book.journal import OwnNumbers, Share, digest_of_entry
from ledger.queries.book.covered import COVERED, PARTS, content_of_row, covered_rows
from ledger.queries.book.next_entry import numbers_of
from ledger.queries.keeping.club_file import file_lines, name_of
from ledger.services.deals import correct_deal
from tests.services.keeping.test_club_file import furnished_club
from tests.support.people import FIVE, NOW, change, make_club, make_evening, nolo, record, trick

PAGE = (Path(__file__).parents[2] / "docs" / "proof.md").read_text(encoding="utf-8")
PROGRAM = "".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
CONTENT = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1]
ROW_OF_THE_TABLE = re.compile(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", re.MULTILINE)
IDS = {"players": {101: 1, 102: 2, 103: 3, 104: 4}, "seasons": {41: 1}, "evenings": {70: 12}, "writers": {9: 2}}


@pytest.fixture
def exported_club(db, tmp_path):
    """A club that came second, so that its rows have other ids than its own numbers, and its file."""
    record(make_evening(make_club("Tirsdagsklubben", preset="call-ace-euchre", founder="oda")), {"kind": "passed_out"})
    club = make_club()
    evening = make_evening(club, names=FIVE)
    wrong = record(evening, trick(evening, "Emil", "Frida", 8, note="Carls es"))
    correct_deal(entry=wrong, deal=trick(evening, "Emil", "Frida", 7), change=change(evening, "det så Bodil"))
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    write_club_file(tmp_path / "club.jsonl.gz", file_lines(club=club, made_at=NOW))
    return club, tmp_path / "club.jsonl.gz"


def run(file):
    """The lines of the page, by a Python that knows nothing of ours."""
    command = [sys.executable, "-I", "-c", PROGRAM, str(file)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env={"PYTHONUTF8": "1"})


def test_the_book_is_proved_by_ten_lines_that_are_no_wider_than_the_page():
    lines = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()

    assert len([line for line in lines if line]) == 10 and max(map(len, lines)) <= 120


def test_the_lines_on_the_page_prove_a_clubs_file(exported_club):
    club, file = exported_club
    season = club.seasons.get()

    proved = run(file)

    club.refresh_from_db()
    assert proved.stdout.split("\n") == [str({season.number: season.head}), club.log_head, ""], proved.stderr
    assert club.players.order_by("pk").first().pk != 1


@pytest.mark.parametrize(
    ("written", "forged", "complaint"),
    [
        (b'"tricks":7', b'"tricks":9', "line 3 is not what was written"),
        (b'"evening_started",', b'"evening_reopened",', " of the log"),
    ],
    ids=["of the book", "of the log"],
)
def test_the_lines_on_the_page_name_the_line_that_was_changed(exported_club, written, forged, complaint):
    _, file = exported_club
    content = gzip.decompress(file.read_bytes())
    assert content.count(written) == 1
    file.write_bytes(gzip.compress(content.replace(written, forged)))

    assert complaint in run(file).stderr


def test_the_lines_on_the_page_name_the_line_before_which_one_was_taken_out(exported_club):
    _, file = exported_club
    first, *rows = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    rows.remove([row for row in rows if row.startswith(b'["entry"')][1])
    file.write_bytes(gzip.compress(b"".join([first, *rows])))

    assert "line 3 is not what was written" in run(file).stderr


def test_the_page_says_of_every_row_that_the_log_covers_what_it_is_the_digest_of(db):
    club = furnished_club()
    told = {row: set(re.findall("`([a-z_]+)`", values)) for row, values in ROW_OF_THE_TABLE.findall(PAGE)}
    numbers, covered = numbers_of(club_id=club.pk), {name_of(model): set() for model in COVERED}
    for rows in covered_rows(club):
        for row in rows:
            covered[name_of(type(row))] |= content_of_row(row, numbers).keys()

    assert told == covered


def test_the_page_names_every_kind_of_change_that_leaves_a_digest():
    listed = PAGE.partition("for the kinds\n")[2].partition(";")[0]

    assert sorted(re.findall("`([a-z_]+)`", listed)) == sorted(kind for parts in PARTS.values() for kind in parts)


def test_the_page_gives_a_line_and_its_digest():
    content = json.loads(CONTENT)
    called = {number: pk for pk, number in IDS["players"].items()}
    namespace = SimpleNamespace(
        **{name: content[name] for name in ("sequence", "table_number", "number", "kind", "seats", "reason")},
        deal=OwnNumbers(players=called).deal(content["deal"]),
        key=uuid.UUID(content["key"]),
        previous_digest="",
        season_id=41,
        evening_id=70,
        author_id=9,
        reverses_id=None,
        replaces_id=None,
        received_at=datetime.fromisoformat(content["received_at"]),
        noted_at=None,
    )
    shares = [Share(seat, called[player], *rest) for seat, player, *rest in content["postings"]]

    digest = digest_of_entry(namespace, shares, prices=content["prices"], numbers=OwnNumbers(**IDS))

    assert digest == sha256(CONTENT.strip().encode()).hexdigest()
    assert f"`{digest}`" in PAGE
