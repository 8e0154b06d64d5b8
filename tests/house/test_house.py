"""The house is in order: linters, types, templates, migrations and the settings of a public site."""

import os
import re
from pathlib import Path

import pytest

from tests.support.processes import run_python

ROOT = Path(__file__).parents[2]
LONGEST_TEMPLATE_LINE = 160
# What templatetags/ writes, by its tag, as it would look in a template.
BY_HAND = {
    "back": re.compile(r'class="back"'),
    "amount": re.compile(r'class="[^"]*\b(plus|minus|points_class)\b'),
    "player_link": re.compile(r"<a href=\"{% url 'player' [^>]*>\s*{{ [\w.]*name }}\s*</a>"),
}
WRITTEN_BY_HAND = (
    """<a class="back" href="{% url 'seasons' club.slug %}">← Seasons</a>""",
    """<span class="points plus">+4</span>""",
    """<dd class="points {{ units|points_class }}">""",
    """<a href="{% url 'player' club.slug row.player.slug %}">{{ row.player.name }}</a>""",
)
HEADING = re.compile(r"<h1|(?<!<h1>){% block heading %}")
TWO_STAGES = {"invitation.html"}
TITLE_ON_ITS_CARD = {"season_end.html"}
PUBLIC_SITE = {"WHISTKLUB_HOST": "whist.example"}


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
    code, output = run_module("django", "check", "--deploy", "--fail-level", "WARNING", **PUBLIC_SITE)

    assert code == 0, output


def test_the_schema_files_are_of_the_last_migration() -> None:
    """Here as well as in tests/models/site/test_schema.py, so that whoever adds a migration hears of it at once."""
    last = max(path.stem for path in (ROOT / "ledger" / "migrations").glob("0*.py"))
    files = [ROOT / "ledger" / "models" / "site" / f"schema_{vendor}.txt" for vendor in ("sqlite", "postgresql")]

    named = [file.read_text(encoding="utf-8").splitlines()[1] for file in files]

    assert named == [f"# after {last}"] * 2, "a migration was added: run python -m tests.schema"


def test_a_line_of_a_template_can_be_reviewed() -> None:
    """No line is wider than a screen; what would be is broken where whitespace does not show, or becomes a tag."""
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if len(line) > LONGEST_TEMPLATE_LINE
    ]

    assert long == []


@pytest.mark.parametrize("markup", WRITTEN_BY_HAND)
def test_what_a_tag_writes_is_found_where_it_is_written_by_hand(markup: str) -> None:
    assert any(pattern.search(markup) for pattern in BY_HAND.values())


def test_what_stands_on_many_pages_is_one_tag() -> None:
    """A way back, a coloured number and a player's name that leads to their page look the same wherever they stand."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "templates").rglob("*.html"))}

    by_hand = [
        f"{path.relative_to(ROOT)}: {tag}"
        for path, text in texts.items()
        for tag, pattern in BY_HAND.items()
        if pattern.search(text)
    ]

    assert by_hand == []


def test_a_page_has_one_heading() -> None:
    """Its title stands in one `h1`, its own or that of the steps it is one of, in one of two, or on its card."""
    pages = [path for path in sorted((ROOT / "templates").rglob("*.html")) if path.name[0] != "_"]
    texts = {path.name: path.read_text(encoding="utf-8") for path in pages}

    assert {
        name for name, text in texts.items() if "{% extends" in text and len(HEADING.findall(text)) != 1
    } == TWO_STAGES | TITLE_ON_ITS_CARD


def test_the_language_of_a_page_is_asked_in_one_place() -> None:
    asking = [
        str(path.relative_to(ROOT))
        for folder in ("ledger", "whistklub", "templates")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".html")
        and re.search(r"\bget_language\b|get_current_language", path.read_text(encoding="utf-8"))
    ]

    assert asking == ["ledger/templatetags/ledger_labels.py"]
