"""`manage.py check_table`: sentences for the club, an exit code for a script."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from ledger.rules.scoring.document import preset
from tests.support.processor import at_most


@pytest.fixture
def check_file(tmp_path):
    """Writes a document to a file and gives the exit code and the lines printed about it."""

    def check(document, *arguments):
        file = tmp_path / "table.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        printed, code = io.StringIO(), 0
        try:
            call_command("check_table", file, *arguments, "--language", "en", stdout=printed)
        except SystemExit as finished:
            code = finished.code
        return code, printed.getvalue().splitlines()

    return check


@pytest.mark.parametrize(
    ("code", "exit_code", "first"),
    [
        ("it-whist", 0, "There is nothing to remark."),
        (
            "es-makker-points",
            0,
            "Remark: values.13.vip3: 13 Vip 3 is 32; as the column stands to the first it would be 64.",
        ),
        ("esmakker-wikipedia", 1, "Error: nolo.dobbelt_bordlaegger.made: Dobbelt bordlægger has no price yet."),
    ],
    ids=["a table in step", "remarks pass", "an error fails"],
)
def test_a_table_is_checked(check_file, code, exit_code, first):
    answered, lines = check_file(preset(code))

    assert (answered, lines[0]) == (exit_code, first)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{", "Error: This is not valid JSON. Look at line 1, character 2."),
        ('{"code": NaN}', 'Error: code: Write NaN as a whole number, or as text such as "1/8".'),
        (" " * 10_000_000, "Error: This is too long to be read."),
    ],
)
def test_a_hostile_file_is_an_error(check_file, text, line):
    assert check_file(text) == (1, [line])


def test_a_huge_file_is_not_read_to_its_end(tmp_path):
    huge = tmp_path / "huge.json"
    with huge.open("w", encoding="utf-8") as file:
        file.write(" " * 1000)
        file.truncate(10 * 1024**3)
    printed = io.StringIO()

    with at_most(seconds=1), pytest.raises(SystemExit):
        call_command("check_table", huge, "--language", "en", stdout=printed)

    assert printed.getvalue() == "Error: This is too long to be read.\n"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"], ids=["not there", "no text"])
def test_a_file_that_cannot_be_read_is_said_so(tmp_path, content):
    file = tmp_path / "picture.json"
    if content:
        file.write_bytes(content)

    with pytest.raises(CommandError, match=r"picture\.json"):
        call_command("check_table", file)
