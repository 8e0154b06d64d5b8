"""`manage.py enter` and `manage.py write_evening`: an evening from a sheet of lines, and back."""

import io
import sys

import pytest
from django.core.management import CommandError, call_command

from ledger.models import Entry
from tests.support.people import FIVE, anna, make_club, make_evening, points_of
from tests.support.processes import manage

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

LINES = "# Torsdag\n183\n\n19v23+\n1sol3-\n= -1 1 . . ; kaffe\n"


@pytest.fixture
def sheet(tmp_path):
    def write(text):
        file = tmp_path / "evening.txt"
        file.write_bytes(text.encode())
        return file

    return write


def enter(evening, *options):
    printed = io.StringIO()
    call_command("enter", evening.club.slug, str(evening.number), *map(str, options), stdout=printed)
    return printed.getvalue().splitlines()


def test_the_deals_of_a_file_are_entered_by_somebody_and_shown(evening, sheet):
    secretary = anna(evening.club)

    printed = enter(evening, sheet(LINES), "--author", "anna")

    assert printed == [
        "  1  8, just home: Bodil +0.25, Carl −0.25, Dorthe +0.25, Emil −0.25",
        "  2  9 vip in the 2nd turn, 1 over: Bodil +4, Carl −4, Dorthe +4, Emil −4",
        "  3  Sol, Bodil home, Dorthe beaten: Bodil +4, Carl 0, Dorthe −4, Emil 0",
        "  4  Adjustment, kaffe: Bodil −1, Carl +1, Dorthe 0, Emil 0",
        "Total: Bodil +7.25, Carl −3.25, Dorthe +0.25, Emil −4.25",
    ]
    assert set(Entry.objects.values_list("author", flat=True)) == {secretary.pk}
    assert points_of(Entry.objects.get(number=2))["Bodil"] == 32


def test_the_lines_may_come_from_standard_input(evening, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\ufeff183".encode())))

    enter(evening, "--author", "alma")

    assert Entry.objects.count() == 1


def test_a_dry_run_shows_and_stores_nothing(evening, sheet):
    assert len(enter(evening, sheet(LINES), "--dry-run")) == 5
    assert Entry.objects.count() == 0


def test_every_faulty_line_is_named_and_nothing_is_stored(evening, sheet):
    with pytest.raises(CommandError) as refused:
        enter(evening, sheet("183\n18x3\n183+9\n"), "--author", "alma")

    first, second = str(refused.value).splitlines()
    assert first.startswith("Line 2, character 3: At “x3” ")
    assert second == "Line 3, character 4: Tricks: 8 + 9 is 17, and there are only 13 tricks."
    assert Entry.objects.count() == 0


BY_ALMA = ("--author", "alma")


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (LINES, (), "Say with --author who enters the deals: alma."),
        (LINES, ("--author", "oda"), "Say with --author who enters the deals: alma."),
        (None, ("--dry-run",), r"cannot be read: .*No such file"),
        ("p ; æblekage".encode("cp1252"), ("--dry-run",), r"evening\.txt is not UTF-8: save it again"),
        ("p\n" * 1001, BY_ALMA, "There are 1001 lines; at most 1000"),
        ("", BY_ALMA, "There is no deal in this text"),
        ("# Torsdag\n\n", BY_ALMA, "There is no deal in this text"),
    ],
    ids=["by nobody", "by a stranger", "no file", "another encoding", "too many lines", "no text", "no deal"],
)
def test_what_cannot_be_entered_is_told(evening, tmp_path, content, options, sentence):
    file = tmp_path / "evening.txt"
    if content is not None:
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    with pytest.raises(CommandError, match=sentence):
        enter(evening, file, *options)


def test_what_is_printed_into_a_file_can_be_read_back_on_windows_too(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")

    outcome = manage(tmp_path, "shell", "-v", "0", "-c", "print('Søren \N{MINUS SIGN}4')")

    assert outcome.stdout.split() == ["Søren", "\N{MINUS SIGN}4"], outcome.stderr


@pytest.mark.parametrize("command", ["enter", "write_evening"])
def test_an_evening_that_is_not_there_is_told(evening, command):
    with pytest.raises(CommandError, match="There is no evening 99 in a club torsdagsklubben"):
        call_command(command, "torsdagsklubben", "99")


SWAPPED = """\
183
@ 2
: Frida, Gerda, Holger, Inga
p
@ 1
: Frida, Carl, Dorthe, Emil
182
@ 2
: Bodil, Gerda, Holger, Inga
1s
"""


def test_an_evening_of_two_tables_is_entered_told_and_written(sheet):
    evening = make_evening(make_club(players=(*FIVE, "Gerda", "Holger", "Inga")))
    printed = io.StringIO()

    told = enter(evening, sheet(SWAPPED), "--author", "alma")
    call_command("write_evening", "torsdagsklubben", "1", stdout=printed)

    assert told[:8] == [
        "  1  Table 1: 8, just home: Bodil +0.25, Carl −0.25, Dorthe +0.25, Emil −0.25",
        "     Table 2: From here on: Frida, Gerda, Holger, Inga",
        "  2  Table 2: Passed out: Frida 0, Gerda 0, Holger 0, Inga 0",
        "     Table 1: From here on: Frida, Carl, Dorthe, Emil",
        "     Nobody sits at table 2.",
        "  3  Table 1: 8, just home: Frida +0.25, Carl +0.25, Dorthe −0.25, Emil −0.25",
        "     Table 2: From here on: Bodil, Gerda, Holger, Inga",
        "  4  Table 2: Sol, home: Bodil +3, Gerda −1, Holger −1, Inga −1",
    ]
    assert [line for line in printed.getvalue().splitlines() if line[0] != "#"] == SWAPPED.splitlines()


def test_a_text_may_begin_at_another_table(evening, sheet):
    enter(evening, sheet("@ 2\n: Frida, Carl, Dorthe, Emil\np"), "--author", "alma")

    enter(evening, sheet("p\n@ 1\n: Bodil, Carl, Dorthe, Emil\np"), "--author", "alma", "--table", "2")

    assert list(Entry.objects.order_by("number").values_list("table_number", flat=True)) == [2, 2, 1]
