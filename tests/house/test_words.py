"""The vocabulary of the house holds (docs/glossary.md): a name says what the thing is, and a word means one thing.

Docstrings are short: one sentence, then lines of their own for shapes, units and errors.

What is wrong with a file's names and docstrings is tried on planted faults first, then asked of every file of the site.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.source import nodes_of, parsed_tree

ROOT = Path(__file__).parents[2]

BESIDE_THE_SITE = ("dev.py", "manage.py")

# They say nothing of the thing: no local, argument or function is called so.
SAY_NOTHING = {"said", "found", "shown", "each", "own", "one", "those", "again"}
# A function that acts is a verb phrase, one that gives something its noun; none is a participle without a thing.
PARTICIPLE = re.compile(
    "[a-z]+ed|begun|built|chosen|dealt|done|drawn|found|given|held|kept|known|left|lost|made|meant|met|paid|said|sat|seen"
    "|sent|shown|spelt|spent|taken|told|typed|written"
)
# What may follow one without naming a thing: `_opened_already`, `left_by`.
NAMES_NO_THING = re.compile(
    "_(again|against|alone|already|and|anew|apart|at|away|back|by|from|in|of|off|on|otherwise|out|so|to|together|too"
    "|twice|up|when|with)(_[a-z_]+)?"
)
VERBS = {"feed", "need", "seed"}
OF_TESTS = {"prepared", "replayed", "signed"}  # folders that are ready; a decorator; `**signed(club)` in a call
# Where one reads as part of a sentence: `person.forgotten`, `with unlocked(...)`, `entries.standing().dealt()`.
READ_AS_ADJECTIVES = {"property", "cached_property", "contextmanager"}
FILTERS = "QuerySet"

OF_DJANGO = {"Meta", "Command", "Kind"}  # classes that Django asks for by name in many places

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
NAMED_FOR_NOTHING = re.compile(IN_TAG.format("|".join(sorted(SAY_NOTHING))))

# A function that acts is described by an imperative, one that gives by a noun: neither begins with what it does.
THIRD_PERSON = re.compile(
    "(Adds|Answers|Asks|Calls|Changes|Checks|Counts|Creates|Does|Draws|Finds|Gets|Gives|Keeps|Lets|Makes|Opens|Posts"
    "|Puts|Reads|Returns|Says|Sends|Sets|Shows|Takes|Tells|Turns|Writes) "
)
SENTENCE = re.compile(r'["`A-Z0-9“‘*_(/?].*[.?:]', re.DOTALL)
# Errors that do not say by their name why they are raised.
SAYS_NOT_WHY = re.compile(r"Raises (Refusal|CommandError|NotationFault|ImproperlyConfigured|\w+Error)\.")


def files(folder: str, ending: str) -> list[Path]:
    return [path for path in sorted((ROOT / folder).rglob(f"*{ending}")) if "migrations" not in path.parts]


@cache
def site() -> list[tuple[Path, ast.Module]]:
    """Every module of the site, read."""
    folders = ("ledger", "whistklub", "deploy")
    paths = [path for folder in folders for path in files(folder, ".py")]
    paths += [ROOT / name for name in BESIDE_THE_SITE]
    return [(path.relative_to(ROOT), parsed_tree(path.read_text("utf-8"))) for path in paths]


@cache
def proofs() -> list[tuple[Path, ast.Module]]:
    """Every module of the tests, read."""
    return [(path.relative_to(ROOT), parsed_tree(path.read_text("utf-8"))) for path in files("tests", ".py")]


@cache
def names_in(tree: ast.Module) -> list[ast.AST]:
    """The nodes of a tree that name something, and the classes: walked once for all that looks at them."""
    kinds = (ast.ClassDef, ast.FunctionDef, ast.ExceptHandler, ast.MatchAs, ast.arg, ast.Name)
    return [node for node in nodes_of(tree) if isinstance(node, kinds)]


def names_that_say_nothing(tree: ast.Module) -> Iterator[str]:
    """Every local, argument and function that is called by a word that says nothing."""
    fields = _fields(tree)
    for node in names_in(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)):
                bound = name.strip("_")
            case ast.arg(arg=name):
                bound = name
            case ast.Name(id=name, ctx=ast.Store()) if id(node) not in fields:
                bound = name
            case _:
                continue
        if bound in SAY_NOTHING:
            yield f"{node.lineno}: {name}"


def _fields(tree: ast.Module) -> set[int]:
    """Where the fields of classes are named, which are no locals: a column, or a key of a document."""
    statements = [node for owner in names_in(tree) if isinstance(owner, ast.ClassDef) for node in owner.body]
    annotated = {id(node.target) for node in statements if isinstance(node, ast.AnnAssign)}
    return annotated | {id(target) for node in statements if isinstance(node, ast.Assign) for target in node.targets}


def bare_participles(tree: ast.Module) -> Iterator[str]:
    """Every function that is called by a participle, and by nothing that is so."""
    filters = {
        id(method)
        for node in names_in(tree)
        if isinstance(node, ast.ClassDef) and any(FILTERS in ast.unparse(base) for base in node.bases)
        for method in node.body
    }
    for node in names_in(tree):
        if not isinstance(node, ast.FunctionDef) or id(node) in filters:
            continue
        name, decorators = node.name.strip("_"), {ast.unparse(decorator) for decorator in node.decorator_list}
        first = PARTICIPLE.match(name)
        rest = name[first.end() :] if first else ""
        is_bare = first and first[0] not in VERBS and (not rest or NAMES_NO_THING.fullmatch(rest))
        if is_bare and name not in OF_TESTS and not decorators & READ_AS_ADJECTIVES:
            yield f"{node.lineno}: {node.name}"


def bare_tables(tree: ast.Module) -> Iterator[str]:
    """Every local and argument that is called table."""
    fields = _fields(tree)
    for node in names_in(tree):
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()) if (
                name in {"table", "tables"} and id(node) not in fields
            ):
                yield f"{node.lineno}: {name}"


def docstring_faults(tree: ast.Module) -> Iterator[str]:
    """What is wrong with the docstrings of a file."""
    for node in nodes_of(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            continue
        first, *rest = (ast.get_docstring(node) or "Nothing.").splitlines()
        name = "the file" if isinstance(node, ast.Module) else node.name
        if not SENTENCE.fullmatch(first) or (rest and rest[0]):
            yield f"{name}: its first line is one sentence, apart from the rest"
        if isinstance(node, ast.FunctionDef) and THIRD_PERSON.match(first):
            yield f"{name}: it is told to do something"
        if any(re.search(r"\S.*\bRaises\b", line) for line in [first, *rest]):
            yield f"{name}: an error has a line of its own"
        if any(SAYS_NOT_WHY.fullmatch(line) for line in rest):
            yield f"{name}: it says when it raises an error"


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
    assert len([*names_that_say_nothing(ast.parse(source))]) == 1


@pytest.mark.parametrize(
    "source",
    [
        "def opened(): pass",
        "def _drawn(): pass",
        "class A:\n    def told(self): pass",
        "def _opened_already(): pass",
        "def left_by(change): pass",
        "def left_and_back(): pass",
    ],
)
def test_a_bare_participle_is_found(source: str) -> None:
    assert len([*bare_participles(ast.parse(source))]) == 1


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


@pytest.mark.parametrize(
    ("line", "says_nothing"),
    [
        ("{% for each in players %}", True),
        ("{% with said=voice.last %}", True),
        ("{{ found.deals }}", True),
        ('{% include "a.html" with own=player %}', True),
        ("{% if rows and shown %}", True),
        ("{{ voice.said }}", False),
        ('{% translate "one of those" %}', False),
        ("{% url 'again' club.slug %}", False),
        ("{{ own_total.points }} once again", False),
    ],
)
def test_a_name_that_says_nothing_in_a_template_is_found(line: str, says_nothing: bool) -> None:
    assert bool(NAMED_FOR_NOTHING.search(line)) == says_nothing


def test_a_name_says_what_the_thing_is() -> None:
    house = [*site(), *proofs()]

    assert [f"{path}:{name}" for path, tree in house for name in names_that_say_nothing(tree)] == []


def template_lines(pattern: re.Pattern[str], templates: list[Path]) -> list[str]:
    """The places in templates where a pattern is found."""
    return [
        f"{path.relative_to(ROOT)}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


def test_a_name_in_a_template_says_what_the_thing_is() -> None:
    assert template_lines(NAMED_FOR_NOTHING, [*files("templates", ".html"), *files("templates", ".txt")]) == []


def test_no_function_is_called_by_a_participle_alone() -> None:
    house = [*site(), *proofs()]

    assert [f"{path}:{name}" for path, tree in house for name in bare_participles(tree)] == []


def test_a_class_name_exists_once() -> None:
    names = Counter(node.name for _, tree in site() for node in names_in(tree) if isinstance(node, ast.ClassDef))

    assert {name for name, count in names.items() if count > 1} - OF_DJANGO == set()


def test_a_table_is_where_people_sit() -> None:
    """What a scoring table is called carries the word; only what the database and the public names have is left."""
    may = FILES_WHERE_PEOPLE_SIT | OF_THE_DATABASE
    rest = [
        (path, tree)
        for path, tree in site()
        if path.as_posix() not in may and not TOPICS_WHERE_PEOPLE_SIT & {*path.parts}
    ]

    assert [f"{path}:{name}" for path, tree in rest for name in bare_tables(tree)] == []


def test_a_template_knows_a_table_only_where_people_sit() -> None:
    elsewhere = [path for path in files("templates", ".html") if not TOPICS_WHERE_PEOPLE_SIT & {*path.parts}]

    assert template_lines(BARE_TABLE, elsewhere) == []


@pytest.mark.parametrize(
    "docstring",
    [
        "do this.",
        "Do this",
        "Do this,\nand that.",
        "Gives a number.",
        "The number. Raises ValueError for no number.",
        "The number.\n\n`text` is typed. Raises ValueError for no number.",
        "The number.\n\nRaises ValueError.",
    ],
)
def test_a_docstring_that_is_hard_to_read_is_found(docstring: str) -> None:
    assert len([*docstring_faults(ast.parse(f'def f():\n    """{docstring}"""'))]) == 1


def test_the_docstrings_of_the_site_are_plain() -> None:
    assert [f"{path}: {fault}" for path, tree in site() for fault in docstring_faults(tree)] == []
