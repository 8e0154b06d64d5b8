"""The Danish catalogue is whole: it says all that the site can say, and nothing else.

After a change of words:
python manage.py makemessages -l da --no-location --no-obsolete -i .venv -i data -i tests
python manage.py compilemessages
"""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.test import Client

from tests.house.source import nodes_of, parsed_tree
from tests.web.reading import words

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "ledger" / "locale" / "da" / "LC_MESSAGES" / "django.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|{{.*?}}|{\w*}")


@pytest.fixture(scope="module")
def catalogue() -> polib.POFile:
    return polib.pofile(str(CATALOGUE))


# --- the catalogue


def test_every_message_has_its_danish_and_none_is_a_guess(catalogue: polib.POFile) -> None:
    assert [entry.msgid for entry in [*catalogue.untranslated_entries(), *catalogue.fuzzy_entries()]] == []


def test_the_danish_fills_in_the_same_values(catalogue: polib.POFile) -> None:
    pairs = [(entry.msgid, entry.msgstr or entry.msgstr_plural[0]) for entry in catalogue]
    pairs += [(entry.msgid_plural, entry.msgstr_plural[1]) for entry in catalogue if entry.msgid_plural]

    assert [(english, danish) for english, danish in pairs if placeholders(english) != placeholders(danish)] == []


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


COUNTED = re.compile(
    r"%\((\w+)\)[sd] (?:characters|columns|days|deals|drafts|entries|errors|evenings|findings|hours|lines|minutes"
    r"|players|prices|rows|seasons|seats|tables|times|tricks|values|versions|ways)\b"
)
LIMITS = {"least", "most", "low", "high", "longest"}  # of which every one is two or more
NEVER_ONE = {
    "%(names)s won the evening with %(most)s, the best of the season's %(evenings)s evenings.",  # five at least
    "%(offered_rows)s rows",  # what paper sheets have: eight and more
    "The newest backup is %(days)s days old.",  # from three days on
    "%(tricks)d tricks: is that right?",  # asked of none and of all
    "%(size)d tricks more than the contract: is that right?",  # asked from four on
    "%(size)d tricks short of the contract: is that right?",
    "%(size)d tricks too many for %(contract)s: is that right?",
    "%(entry)s sums to %(total)s over %(count)s of %(seats)s seats.",  # four and more
    "The evening has gone on meanwhile: now %(dealer)s deals. Look at who deals and who plays, then save.",
    "There are only %(tricks)d tricks in a deal.",
    "%(level)d + %(more)d is %(sum)d, and there are only %(all)d tricks.",
    "%(contract)s allows %(tricks)d tricks.",  # pointed out from four on
    "%(contract)s is %(amount)s; by the steps of its column it would be %(expected)s. "
    "%(columns)d columns are out of step at %(level)d.",  # three and more
    "There are %(lines)s lines; at most %(most)s are entered at a time.",
    "The multipliers make %(ways)d ways of playing to price; a table may have %(most)d.",
}


def test_a_counted_noun_has_its_singular(catalogue: polib.POFile, trees: list[ast.Module]) -> None:
    alone = {entry.msgid for entry in catalogue if not entry.msgid_plural}
    # Those of a Phrase have another for their singular.
    phrases = {ast.literal_eval(text) for tree in trees for text in first_arguments(tree, "Phrase")}

    counted = {message for message in alone - phrases if set(COUNTED.findall(message)) - LIMITS}

    assert counted == NEVER_ONE


@pytest.mark.gettext
def test_the_catalogue_is_as_makemessages_writes_it(tmp_path: Path) -> None:
    """Which finds all that the code says and no more: the test's message names the command."""
    assert catalogue_written_again(tmp_path) == without_date(CATALOGUE.read_text(encoding="utf-8")), __doc__


def catalogue_written_again(folder: Path) -> str:
    """The catalogue of a copy of the site, after `makemessages`."""
    ignored = shutil.ignore_patterns(".*", "data", "docs", "tests", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=ignored, dirs_exist_ok=True)
    command = [sys.executable, "manage.py", "makemessages", "-l", "da", "--no-location", "--no-obsolete"]
    surroundings = {**os.environ, "DJANGO_SETTINGS_MODULE": "whistklub.settings"}
    subprocess.run(command, cwd=folder, env=surroundings, check=True, capture_output=True)
    return without_date((folder / CATALOGUE.relative_to(ROOT)).read_text(encoding="utf-8"))


def without_date(catalogue: str) -> str:
    return re.sub(r"POT-Creation-Date: [^\\]*", "", catalogue)


# --- what can be said is marked


@pytest.fixture(scope="module")
def trees() -> list[ast.Module]:
    """The site's own code, read."""
    return [parsed_tree(file.read_text("utf-8")) for file in sorted((ROOT / "ledger").rglob("*.py"))]


def test_every_refusal_says_a_marked_message(trees: list[ast.Module]) -> None:
    """Or a name that was given to one, or to a table of them."""
    marked = {
        ast.unparse(target)
        for tree in trees
        for node in nodes_of(tree)
        if isinstance(node, ast.Assign) and is_marked(node.value)
        for target in node.targets
    }
    messages = [message for tree in trees for message in first_arguments(tree, "Refusal")]

    unmarked = [message for message in messages if not is_marked(message) and name_of(message) not in marked]
    assert [ast.unparse(message) for message in unmarked] == []


def first_arguments(tree: ast.Module, function: str) -> list[ast.expr]:
    """What the calls of a function in a file are given first."""
    calls = [node for node in nodes_of(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return [call.args[0] for call in calls if call.func.id == function]


def is_marked(node: ast.AST) -> bool:
    return "gettext_noop(" in ast.unparse(node) or "ngettext_lazy(" in ast.unparse(node)


def name_of(message: ast.expr) -> str:
    return ast.unparse(message).partition("[")[0].rpartition(".")[2]


# The same in every language: a name, a file format.
NO_WORDS = {
    "audit.html": ["Whistklub"],
    "by_link.html": ["Whistklub", "Whistklub"],
    "sheet_by_link.html": ["Whistklub"],
}


def test_no_template_says_anything_unmarked() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    unmarked = {file.name: unmarked_words(file.read_text("utf-8")) for file in templates}

    assert {name: texts_found for name, texts_found in unmarked.items() if texts_found} == NO_WORDS


def unmarked_words(template: str) -> list[str]:
    """The words of a template's own text and of the attributes that are read aloud, outside every tag."""
    markup = "".join(texts(template))
    aloud = " ".join(re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', markup))
    return re.findall(r"[^\W\d_]{2,}", words(f"{markup} {aloud}"))


def texts(template: str) -> Iterator[str]:
    ends_with = None
    for token in Lexer(template).tokenize():
        tag = token.contents.split()[0] if token.token_type == TokenType.BLOCK else None
        if ends_with is None and tag in {"blocktranslate", "comment"}:
            ends_with = f"end{tag}"
        elif tag == ends_with:
            ends_with = None
        if token.token_type == TokenType.TEXT and ends_with is None:
            yield token.contents


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<p>Hello {{ name }}</p>", ["Hello"]),
        ("<p>{% if a %}Yes{% endif %}{% translate 'No' %}</p>", ["Yes"]),
        ('<a title="Up">{% blocktranslate %}Home{% endblocktranslate %}</a>', ["Up"]),
        ("{% comment %}for the reader{% endcomment %}<b>{{ number }} · 0</b>", []),
    ],
)
def test_words_outside_the_tags_are_found(template: str, expected: list[str]) -> None:
    assert unmarked_words(template) == expected


# --- a page speaks the chosen language: tests/web/site/test_third_language.py has the others


@pytest.mark.parametrize("language", ["da", "en"])
def test_advice_about_passwords_is_in_the_chosen_language(client: Client, db: None, language: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    typed = {"name": "X", "players": "A\nB\nC\nD", "place": "all", "fit": "lakse", "to": "sign_in"}
    text = words(client.post("/start/", typed).content.decode())

    assert {"da": "Mindst 10 tegn.", "en": "At least 10 characters."}[language] in text
