"""The house is in order: linters, types, templates, migrations and the settings of a public site."""

import os
import re
from pathlib import Path

import pytest

from tests.support.processes import run_python

ROOT = Path(__file__).parents[2]
HEADING = re.compile(r"<h1|(?<!<h1>){% block heading %}")


def run_module(*arguments: str, **environment: str) -> tuple[int, str]:
    settled = {**os.environ, "DJANGO_SETTINGS_MODULE": "whistklub.settings", **environment}
    outcome = run_python("-m", *arguments, env=settled)
    return outcome.returncode, outcome.stdout + outcome.stderr


@pytest.mark.parametrize(
    "command",
    [
        "ruff check",
        "ruff format --check",
        "djlint templates --lint --quiet",
        "django makemigrations --check --dry-run",
    ],
)
def test_the_tools_find_nothing(command: str) -> None:
    code, output = run_module(*command.split())

    assert code == 0, output


def test_the_types_hold() -> None:
    code, output = run_module("mypy")
    # What an earlier run left may be what is wrong: mypy's plugin for Django overlooks some changes.
    if code != 0:
        code, output = run_module("mypy", "--no-incremental")

    assert code == 0, output


def test_a_public_site_passes_djangos_check_for_deployment() -> None:
    code, output = run_module("django", "check", "--deploy", "--fail-level", "WARNING", WHISTKLUB_HOST="whist.example")

    assert code == 0, output


def test_a_page_has_one_heading() -> None:
    """Its title stands in one `h1`, its own or that of the steps it is one of, in one of two, or on its card."""
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / "templates").rglob("[!_]*.html")}
    pages = {name: len(HEADING.findall(text)) for name, text in texts.items() if "{% extends" in text}

    assert {name for name, headings in pages.items() if headings != 1} == {"invitation.html", "season_end.html"}


def test_the_language_of_a_page_is_asked_in_one_place() -> None:
    asking = [
        str(path.relative_to(ROOT))
        for folder in ("ledger", "whistklub", "templates")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".html")
        and re.search(r"\bget_language\b|get_current_language", path.read_text(encoding="utf-8"))
    ]

    assert asking == ["ledger/templatetags/ledger_labels.py"]
