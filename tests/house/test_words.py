"""The vocabulary of the house holds (docs/glossary.md): a name says what the thing is, and a word means one thing.

What is wrong with a file's names is tried on planted faults first, then asked of every file of the site.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.source import nodes_of, parsed_tree

ROOT = Path(__file__).parents[2]

BESIDE_THE_SITE = ("dev.py", "manage.py")

# They say nothing of the thing: no local, argument or function is called so.
SAY_NOTHING = {"said", "found", "shown", "each", "own", "one", "those", "again"}


# A table is where people sit; a club's prices are a scoring table, a page has lists. A database has tables too.
TOPICS_WHERE_PEOPLE_SIT = {"deals", "evenings"}
FILES_WHERE_PEOPLE_SIT = {
    "ledger/management/commands/enter.py",
    "ledger/services/clubs/clubs.py",
    "ledger/services/deals.py",
    "ledger/services/keeping/sample_club.py",
}
OF_THE_DATABASE = {
    "ledger/models/book/guards.py",
    "ledger/models/book/roles.py",
    "ledger/models/site/schema.py",
    "ledger/queries/book/audit/database.py",
    "ledger/services/keeping/backups.py",
    "ledger/services/keeping/forgetting.py",
}
# A word in a tag of a template that is neither quoted nor part of another name or what comes after a dot.
IN_TAG = r"\{{[{{%](?:[^}}\"']|\"[^\"]*\"|'[^']*')*?(?<![\w.\"'-])(?:{})(?![\w\"'-])"
BARE_TABLE = re.compile(IN_TAG.format("tables?"))


def files(folder: str, ending: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob(f"*{ending}")) if "migrations" not in path.parts]


@cache
def site() -> list[tuple[Path, ast.Module]]:
    """Every module of the site, read."""
    folders = ("ledger", "whistklub", "deploy")
    paths = [path for folder in folders for path in files(folder, ".py")]
    paths += [ROOT / name for name in BESIDE_THE_SITE]
    return [(path.relative_to(ROOT), parsed_tree(path.read_text("utf-8"))) for path in paths]


def bound_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every local and argument with its line; the fields of a class, a column or a key of a document, are none."""
    fields = {
        id(target)
        for owner in nodes_of(tree)
        if isinstance(owner, ast.ClassDef)
        for node in owner.body
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
    }
    for node in nodes_of(tree):
        if isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            yield node.lineno, node.id
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs) and node.name:
            yield node.lineno, node.name


def names_that_say_nothing(tree: ast.Module) -> list[str]:
    """Every local, argument and function that is called by a word that says nothing."""
    functions = [(node.lineno, node.name) for node in nodes_of(tree) if isinstance(node, ast.FunctionDef)]
    return [f"{line}: {name}" for line, name in [*bound_names(tree), *functions] if name.strip("_") in SAY_NOTHING]


@pytest.mark.parametrize(
    "source",
    [
        "def f(said): pass",
        "for each in rows: pass",
        "rows = [one for one in many]",
        "def f():\n    found = 1",
        "def _shown(): pass",
        "try:\n    pass\nexcept E as again:\n    pass",
        "match row:\n    case [own]: pass",
        "if (those := rows): pass",
    ],
)
def test_a_name_that_says_nothing_is_found(source: str) -> None:
    assert len(names_that_say_nothing(ast.parse(source))) == 1


@pytest.mark.parametrize(
    ("line", "is_bare"),
    [
        ("{% if table.rows %}", True),
        ("{{ tables|length }}", True),
        ('{% include "list.html" with rows=table.rows %}', True),
        ("{{ scoring_table.name }}", False),
        ("{% url 'table' club.slug version.pk %}", False),
        ('{% translate "A table for itself" %}', False),
        ("{{ version.scoring_table.name }} at a table", False),
        ("<table>", False),
    ],
)
def test_a_bare_table_in_a_template_is_found(line: str, is_bare: bool) -> None:
    assert bool(BARE_TABLE.search(line)) == is_bare


def test_a_name_says_what_the_thing_is() -> None:
    tests = [(path, parsed_tree(path.read_text("utf-8"))) for path in files("tests", ".py")]

    assert [f"{path}:{name}" for path, tree in [*site(), *tests] for name in names_that_say_nothing(tree)] == []


def places_of(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    """The lines of files in which a pattern is found."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


def test_a_table_is_where_people_sit() -> None:
    """What a scoring table is called carries the word; only what the database and the public names have is left."""
    may = FILES_WHERE_PEOPLE_SIT | OF_THE_DATABASE
    rest = [
        (path, tree)
        for path, tree in site()
        if path.as_posix() not in may and not TOPICS_WHERE_PEOPLE_SIT & {*path.parts}
    ]

    tables = [
        f"{path}:{line}" for path, tree in rest for line, name in bound_names(tree) if name in ("table", "tables")
    ]
    assert tables == []


def test_a_template_knows_a_table_only_where_people_sit() -> None:
    elsewhere = [path for path in files("templates", ".html") if not TOPICS_WHERE_PEOPLE_SIT & {*path.parts}]

    assert places_of(BARE_TABLE, elsewhere) == []
