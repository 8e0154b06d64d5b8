"""Plant a fault in a copy of the project, and see whether the test that is there for it fails."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.drill.doors import DOORS
from tests.drill.fault import Fault
from tests.drill.slips import SLIPS

ROOT = Path(__file__).parents[2]
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "data", "__pycache__", ".*_cache", ".hypothesis", "node_modules")


FAULTS = {
    "sign": Fault(  # a made contract costs its declarer
        "ledger/rules/deals/kinds/deal.py",
        "dict.fromkeys(in_play, -amount)\n    if partner is None:\n        units[declarer] = amount *",
        "dict.fromkeys(in_play, amount)\n    if partner is None:\n        units[declarer] = -amount *",
        "tests/rules/deals/test_settling.py::test_a_reading_pays_as_the_club_chose_it",
    ),
    "reversal": Fault(  # a voided deal counts double
        "ledger/models/book/journal.py",
        "points=-self.points",
        "points=self.points",
        "tests/services/deals/test_recording.py::test_a_voided_deal_counts_nothing_and_a_restored_one_counts_again",
    ),
    "bottom line": Fault(
        "ledger/services/book/posting.py",
        "ledger_eveningtotal.points + excluded.points",
        "excluded.points",
        "tests/queries/book/test_audit.py::test_an_honest_book_balances",
    ),
    "sum of a season": Fault(
        "ledger/services/book/posting.py",
        "ledger_seasontotal.points + excluded.points",
        "excluded.points",
        "tests/queries/book/test_audit.py::test_an_honest_book_balances",
    ),
    "guard": Fault(  # lines may join a sealed one
        "ledger/models/book/guards.py",
        '    yield Guard("guard_sealed", "INSERT", "ledger_posting", '
        '{"the entry is sealed: nothing may join it": SEALED})\n',
        "",
        "tests/models/book/test_guards.py::test_every_attack_in_sql_is_refused",
    ),
    "migration": Fault(  # the guards do not come back
        "ledger/apps.py",
        "        post_migrate.connect(guards.after_migrate, sender=self)\n",
        "",
        "tests/models/book/test_guards.py::test_a_migration_leaves_the_guards_in_place",
    ),
    "lock": Fault(  # a season is closed while a deal is being saved
        "ledger/services/book/posting.py",
        "return club, locked_season(season_id=season_id)",
        "return club, Season.objects.get(pk=season_id)",
        "tests/services/seasons/test_closing_waits.py::test_a_closing_waits_for_the_deal_that_is_being_saved",
        "postgres",
    ),
    "key": Fault(  # each try has its own
        "ledger/web/deals/entering.py",
        '"key": form.cleaned_data["key"]',
        '"key": __import__("uuid").uuid4()',
        "tests/soak/test_writers.py::test_one_form_sent_eight_times_at_once_is_one_deal[2]",
    ),
    "digest": Fault(  # the audit looks at no digest
        "ledger/queries/book/audit/entries.py",
        "if entry.digest != digest_of_entry(entry, shares, prices=version.digest, numbers=self.numbers):",
        "if False:",
        "tests/queries/book/test_tampering.py::test_the_first_line_that_was_touched_is_named_every_time[0]",
    ),
    "deferred": Fault(  # writers find the book locked
        "whistklub/sqlite.py",
        '"transaction_mode": "IMMEDIATE"',
        '"transaction_mode": "DEFERRED"',
        "tests/soak/test_writers.py::test_sixteen_writers_lose_nothing_and_wait_for_nobody[4]",
    ),
    "normal": Fault(  # saved deals that no disk holds yet
        "whistklub/sqlite.py",
        "synchronous=FULL",
        "synchronous=NORMAL",
        "tests/soak/damage/test_power_cut.py::test_no_saved_deal_is_lost_and_no_book_is_spoiled_when_the_power_goes[4-10]",
    ),
    "proving": Fault(  # a closing keeps everybody from writing while it is audited
        "ledger/web/seasons/seasons.py",
        "    transaction.on_commit(lambda: backups.back_up_soon(), robust=True)\n",
        "    transaction.on_commit(lambda: backups.back_up_soon(), robust=True)\n    announce_audit(request, visit)\n",
        "tests/services/book/test_write_lock.py::test_another_club_writes_while_a_closing_is_proved",
    ),
    "other clubs' evenings": Fault(  # those that were corrected are looked for among every club's
        "ledger/queries/seasons/story.py",
        "Entry.objects.filter(season=season, reverses__isnull=False)",
        "Entry.objects.filter(reverses__isnull=False)",
        "tests/queries/site/test_other_clubs.py::test_no_page_reads_more_rows_for_what_another_club_plays[True]",
    ),
    "start": Fault(  # every book is read before the first page
        "ledger/web/keeping/starting.py",
        "    remarks += missing_limits()\n",
        '    remarks += map(str, __import__("ledger.queries.book.audit.audit", fromlist="*").short_audit())\n',
        "tests/web/keeping/test_health.py::test_the_start_reads_no_book",
    ),
    "full disk": Fault(  # it is an error like any other
        "whistklub/urls.py",
        'handler500 = "ledger.web.site.errors.handle_error"\n',
        "",
        "tests/web/keeping/test_not_saved.py::test_a_full_disk_loses_nothing_and_keeps_what_was_sent",
    ),
    "forged anew": Fault(  # a book whose digests were all worked out anew is believed
        "ledger/services/keeping/comparison.py",
        "    return add_comparisons(audit(club=club, now=now), [compare_with_newest_backup(club=club)])\n",
        "    return audit(club=club, now=now)\n",
        "tests/services/keeping/test_comparison.py::test_the_audit_holds_the_books_against_the_newest_backup",
    ),
    **SLIPS,
    **DOORS,
    "damaged row": Fault(  # the audit ends at a line that cannot be read
        "ledger/queries/book/audit/entries.py",
        "        entries = list(_one_by_one(season, last))\n",
        "        entries = []\n",
        "tests/queries/book/test_damaged_files.py::"
        "test_a_row_that_is_no_text_any_more_is_named_and_the_entries_after_it_are_proved",
    ),
    "never written": Fault(  # the audit believes any line whose digest fits
        "ledger/queries/book/audit/entries.py",
        "self._never_written(entry, shares):",
        "():",
        "tests/queries/book/test_never_written.py::"
        "test_a_line_that_the_site_would_not_have_written_is_named_for_what_is_wrong",
    ),
    "schema": Fault(  # a CHECK may be dropped behind the guards' back
        "ledger/queries/book/audit/audit.py",
        "    for difference in schema.differences(connection)[:MOST_DIFFERENCES]:\n",
        "    for difference in ():\n",
        "tests/models/site/test_schema.py::test_what_was_changed_beside_the_migrations_is_noticed[a column more]",
    ),
    "limits": Fault(  # whoever reads a file may take what it likes
        "ledger/services/site/reader_process.py",
        "    limit_this_process()\n    sys",
        "    sys",
        "tests/services/site/test_reading_apart.py::test_a_reader_that_takes_too_much_or_dies_is_a_sentence[hoard]",
    ),
    "entities": Fault(  # a workbook may declare them
        "ledger/services/site/reading_apart.py",
        'READ_BY = {"OPENPYXL_LXML": "False"}\n',
        'READ_BY = {"OPENPYXL_LXML": "False", "OPENPYXL_DEFUSEDXML": "False"}\n',
        "tests/services/site/test_reading_apart.py::test_workbooks_are_read_by_a_parser_that_expands_no_entities",
    ),
    "moved file": Fault(  # deals are saved to a file that is no longer there
        "whistklub/settings.py",
        '    "ledger.web.site.errors.ErrorsMiddleware",\n',
        "",
        "tests/web/keeping/test_damaged.py::test_nothing_is_saved_to_a_file_that_was_moved_away_and_no_new_one_is_made",
    ),
    "stopped site": Fault(  # whoever is being answered gets no answer
        "whistklub/serve.py",
        "LETS_REQUESTS_END = 30",
        "LETS_REQUESTS_END = 0",
        "tests/soak/test_slow_connections.py::test_who_is_being_answered_gets_the_answer_though_the_site_is_stopped",
    ),
    "turn": Fault(  # a page that fails keeps its turn
        "ledger/services/site/reading_apart.py",
        "        finally:\n            self._free.release()\n",
        "        except NoTurn:\n            self._free.release()\n",
        "tests/web/keeping/test_turns.py::test_a_turn_is_over_when_its_page_fails",
    ),
}


def why_missed(fault: Fault, copy: Path) -> str:
    """The output of the fault's test if it did not fail in a copy of the project with the fault, otherwise ""."""
    outcome = outcome_of(fault, copy)
    is_noticed = outcome.returncode == 1 and f"FAILED {fault.test}" in outcome.stdout
    return "" if is_noticed else f"exit code {outcome.returncode}\n{outcome.stdout}\n{outcome.stderr}"


def outcome_of(fault: Fault, copy: Path) -> subprocess.CompletedProcess[str]:
    """The outcome of the fault's test in a copy of the project with the fault."""
    quietly = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    # Whatever pytest runs this very function, its own workers and settings are not for the one in the copy.
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "WHISTKLUB_DATA"))}
    with planted(fault, copy):
        command = [*quietly, "--database", fault.database, fault.test]
        return subprocess.run(command, cwd=copy, env=kept, capture_output=True, text=True)


@contextmanager
def planted(fault: Fault, copy: Path) -> Iterator[None]:
    """Plant the fault in its file while a block runs. Raises ValueError unless its text is there exactly once."""
    file = copy / fault.file
    sound = file.read_text(encoding="utf-8")
    if sound.count(fault.old) != 1:
        raise ValueError(f"{fault.file} does not have this once: {fault.old}")
    _put(file, sound.replace(fault.old, fault.new))
    try:
        yield
    finally:
        _put(file, sound)


def _put(file: Path, text: str) -> None:
    """Write a file and delete its compiled form, which Python would use for a text of the same length and second."""
    file.write_text(text, encoding="utf-8")
    if file.suffix == ".py":
        Path(cache_from_source(file)).unlink(missing_ok=True)


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the project without what the tests can do without."""
    with TemporaryDirectory(prefix="whistklub-drill-") as folder:
        yield shutil.copytree(ROOT, Path(folder) / "project", ignore=LEFT_BEHIND)
