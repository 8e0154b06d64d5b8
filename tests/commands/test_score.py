"""`manage.py score` as a shell meets it: lines in, lines out, an exit code."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
SOL = {"kind": "nolo", "contract": "sol", "participants": [{"player": "Åse", "tricks": 1}]}
GOOD = {"table": "call-ace-whist", "players": ["Åse", "Bo", "Ib", "Eva"], "deal": SOL}
PAID = {
    "points": {"Åse": "150", "Bo": "-50", "Ib": "-50", "Eva": "-50"},
    "units": {"Åse": 150, "Bo": -50, "Ib": -50, "Eva": -50},
    "unit_denominator": 1,
    "why": "Sol kræver højst 1 stik, fik 1: 50 fra hver modspiller",
}


def score_lines(monkeypatch, lines, *arguments):
    """The exit code and the answers for the lines given as bytes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
    answers, code = io.StringIO(), 0
    try:
        call_command("score", *arguments, stdout=answers)
    except SystemExit as finished:
        code = finished.code
    return code, [json.loads(line) for line in answers.getvalue().splitlines()]


def test_every_good_line_is_answered(monkeypatch):
    line = json.dumps(GOOD).encode()

    assert score_lines(monkeypatch, line + b"\n\n" + line) == (0, [PAID, PAID])


def test_the_language_can_be_chosen(monkeypatch):
    _, [answer] = score_lines(monkeypatch, json.dumps(GOOD).encode(), "--language", "en")

    assert answer["why"] == "Sol needs at most 1 trick, took 1: 50 from each opponent"


def test_a_bad_line_is_named_and_the_others_are_still_answered(monkeypatch):
    good = json.dumps(GOOD, ensure_ascii=False).encode()
    bad = json.dumps({**GOOD, "deal": {**SOL, "contract": "grand"}}).encode()

    code, answers = score_lines(monkeypatch, b"\n".join([good, bad, b"", good]), "--language", "en")

    offered = "sol, ren_sol, bordlaegger, ren_bordlaegger"
    assert code == 1
    assert answers[1] == {"error": f"contract: Choose one of: {offered}.", "line": 2}
    assert [answers[0]["units"], answers[2]["units"]] == [PAID["units"], PAID["units"]]


@pytest.mark.parametrize(
    "line",
    [
        *(
            b"\xff",
            b"{",
            b"[]",
            b"7",
            b'"x"',
            b"NaN",
            b"null",
            b"\x00",
            b"[" * 100_000,
            b"9" * 5000,
            b'{"table": 1e400}',
        ),
        b"x" * 2_000_000,
        json.dumps({**GOOD, "deal": {**SOL, "participants": [{"player": "Åse", "tricks": 2**70}]}}).encode(),
        json.dumps({**GOOD, "players": ["\ud800", "\ud801", "\ud802"]}).encode(),
        json.dumps({**GOOD, "deal": {**SOL, "contract": "\ud800%s%(x)s"}}).encode(),
        json.dumps({**GOOD, "deal": {**SOL, "\ud800%s": 1}}).encode(),
    ],
)
def test_whatever_a_line_holds_it_is_an_error_with_its_number(monkeypatch, line):
    code, [first, answer] = score_lines(monkeypatch, json.dumps(GOOD).encode() + b"\n" + line + b"\n")

    assert code == 1
    assert first == PAID
    assert sorted(answer) == ["error", "line"]
    assert answer["line"] == 2


def test_a_shell_gets_utf8_an_exit_code_and_no_traceback():
    lines = json.dumps({**GOOD, "players": ["Åse", "Bo", "Ib", "\ud800"]}) + "\nbad\n"

    finished = subprocess.run(
        [sys.executable, "manage.py", "score"], cwd=ROOT, input=lines.encode(), capture_output=True, check=False
    )

    first, second = finished.stdout.splitlines()
    assert finished.returncode == 1
    assert finished.stderr == b""
    assert "Åse".encode() in first
    assert json.loads(first)["units"]["\ud800"] == -50
    assert json.loads(second)["line"] == 2
