"""The plan of the house (docs/architecture.md) holds: who may import whom, what each room must not know, and one way.

One function, `faults`, reads one file and says what is wrong with it. It is tried on planted faults first, then let
loose on every file of the project.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from tests.house.source import nodes_of, parsed_tree

ROOT = Path(__file__).parents[2]
LONGEST_FUNCTION = 50
LONGEST_FILE = 450
MOST_IN_A_ROOM = 13  # about a dozen
FULL_FOR_A_REASON = {
    "ledger/management/commands",  # the one folder in which Django looks for commands
    "tests",  # a folder for each floor and for each way of trying the site
}
JUNK_DRAWERS = {"utils.py", "helpers.py", "common.py"}

# What each room may import of ours, besides itself. The first line that fits a path counts.
BELOW_WEB = ["ledger/services", "ledger/queries", "ledger/models", "ledger/rules", "ledger/spreadsheets"]
MAY_IMPORT = {
    "ledger/rules": [],
    "ledger/spreadsheets": [
        *("ledger/rules/site/labels", "ledger/rules/site/points"),
        *("ledger/rules/site/refusal", "ledger/rules/site/spelling"),
    ],
    "ledger/formats": [],
    "ledger/models": ["ledger/rules"],
    "ledger/queries": ["ledger/models", "ledger/rules", "ledger/spreadsheets"],
    "ledger/services": ["ledger/queries", "ledger/models", "ledger/rules", "ledger/spreadsheets"],
    "ledger/templatetags": ["ledger/models", "ledger/rules"],
    "ledger/web": [*BELOW_WEB, "ledger/templatetags"],
    "ledger/management": [*BELOW_WEB, "ledger/templatetags"],
    "ledger/migrations": ["ledger/models"],
    "ledger/admin.py": ["ledger/models"],
    "ledger/apps.py": ["ledger/models"],
    "ledger/__init__.py": [],
    "whistklub/urls.py": ["ledger/web", "ledger/admin.py"],
    "whistklub/wsgi.py": ["ledger/web", "whistklub/trouble"],
    "whistklub": [],
}
# The topics of each floor, low to high: on its own floor a topic imports those before it and none after it. A path is
# floor/topic/what; "scoring/checker" is a room of its own, above the deals that it tries.
GRID = {
    "ledger/rules": "site clubs scoring deals scoring/checker scoring/wall evenings seasons statistics imports",
    "ledger/spreadsheets": "site seasons scoring imports",
    "ledger/models": "site clubs scoring evenings seasons imports book",
    "ledger/queries": "site clubs scoring deals evenings seasons statistics book imports keeping",
    "ledger/services": "site book scoring clubs deals evenings seasons imports keeping",
    "ledger/web": "site clubs scoring deals evenings seasons statistics book imports keeping",
}
ADDRESSES = "ledger/web/urls.py"  # every address of the site, whatever its topic
ON_THE_FLOOR_ITSELF = {ADDRESSES}
ALSO_MAY_IMPORT = {"ledger/rules": set(), "ledger/spreadsheets": {"openpyxl"}}
EXACT = ("ledger/rules", "ledger/models", "ledger/queries", "ledger/services")
NEVER_IN_SERVICES = ("django.http", "django.forms", "django.shortcuts", "django.contrib.messages")
ONLY_WRITER_OF_THE_BOOK = "ledger/services/book/posting.py"
ONLY_READER_IN_PIECES = "ledger/queries/site.py"

BOOK_WRITE = re.compile(
    r"(models\.)?(Entry|Posting)"
    r"|(models\.)?(Entry|Posting)\.objects\..*(create|bulk_create|get_or_create|update_or_create|update|delete)"
    r"|.*\.(entries|postings|entry_set|posting_set)\.(create|bulk_create|get_or_create|update_or_create|update|delete)"
)
THAT_WRITE = set(re.findall(r"\w+", BOOK_WRITE.pattern))


# --- the checker


def faults(path: str, source: str) -> list[str]:
    """What is wrong with this file, one sentence each; `path` is relative to the project, with slashes."""
    tree = parsed_tree(source)
    faults_found = [*size_faults(path, source, tree), *import_faults(path, tree)]
    if is_in(path, EXACT):
        faults_found += inexact_number_faults(tree)
    if is_in(path, ("ledger",)) and path != ONLY_WRITER_OF_THE_BOOK:
        faults_found += book_faults(tree)
    if is_in(path, ("ledger",)) and path != ONLY_READER_IN_PIECES and not is_in(path, ("ledger/migrations",)):
        faults_found += cursor_faults(tree)
    return [f"{path}{fault}" for fault in faults_found]


def is_in(path: str, rooms: tuple[str, ...]) -> bool:
    return any(path == room or path.startswith(f"{room}/") for room in rooms)


def size_faults(path: str, source: str, tree: ast.Module) -> Iterator[str]:
    if PurePosixPath(path).name in JUNK_DRAWERS:
        yield ": a junk drawer; name the file after its topic"
    if is_in(path, ("ledger/migrations",)):
        return
    lines = sum(1 for line in source.splitlines() if line.strip())
    if lines > LONGEST_FILE:
        yield f": {lines} lines, more than {LONGEST_FILE}; split it by topic"
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield f":{node.lineno}: {node.name} has {length} lines, more than {LONGEST_FUNCTION}"


def import_faults(path: str, tree: ast.Module) -> Iterator[str]:
    room = next((room for room in MAY_IMPORT if is_in(path, (room,))), None)
    if room is None:
        if is_in(path, ("ledger",)):
            yield ": lies in no room of the house"
        return
    for line, module in imports(tree):
        if not may_import(room, module):
            yield f":{line}: must not import {module}"


def may_import(room: str, module: str) -> bool:
    package = module.split(".")[0]
    if package in {"ledger", "whistklub", "tests", "dev"}:
        return reaches(module, [room, *MAY_IMPORT[room]])
    if room in ALSO_MAY_IMPORT:
        return package in sys.stdlib_module_names | ALSO_MAY_IMPORT[room]
    return not (is_in(room, ("ledger/services", "ledger/queries")) and module.startswith(NEVER_IN_SERVICES))


def imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every import's line and what it names: `from a.b import c` may mean the module a.b.c."""
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names)
        elif isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)


def reaches(module: str, rooms: list[str]) -> bool:
    return is_in(module.replace(".", "/"), tuple(room.removesuffix(".py") for room in rooms))


def grid_faults(path: str, tree: ast.Module) -> Iterator[str]:
    """What is wrong with a file's place in the grid, or with what it imports on its own floor."""
    floor = next((floor for floor in GRID if is_in(path, (floor,))), None)
    if floor is None or path.endswith("/__init__.py") or path in ON_THE_FLOOR_ITSELF:
        return
    topics = GRID[floor].split()
    here = topic_of(path, floor)
    if here is None:
        yield f": lies in no topic of {floor}"
        return
    for line, module in imports(tree):
        there = topic_of(f"{module.replace('.', '/')}.py", floor)
        if there is not None and topics.index(there) > topics.index(here):
            yield f":{line}: {here} must not import {there} ({module})"


def topic_of(path: str, floor: str) -> str | None:
    """The topic in which a path of a floor lies, the innermost one; None where it lies in none."""
    inside = [topic for topic in GRID[floor].split() if path.startswith((f"{floor}/{topic}/", f"{floor}/{topic}.py"))]
    return max(inside, key=len, default=None)


def inexact_number_faults(tree: ast.Module) -> Iterator[str]:
    """Floats; what else is not exact, and the clock, ruff refuses on these floors."""
    for node in nodes_of(tree):
        if (isinstance(node, ast.Constant) and isinstance(node.value, float)) or last_name(node) == "float":
            yield f":{node.lineno}: {ast.unparse(node)} is not exact"


def cursor_faults(tree: ast.Module) -> Iterator[str]:
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "iterator":
            yield f":{node.lineno}: rows in pieces are asked for by `in_pieces`, which wants a transaction"


def book_faults(tree: ast.Module) -> Iterator[str]:
    """Lines of the book made elsewhere than by its only writer."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Call) and last_name(node.func) in THAT_WRITE:
            called = ast.unparse(node.func)
            if BOOK_WRITE.fullmatch(called):
                yield f":{node.lineno}: {called} writes the book, which is for {ONLY_WRITER_OF_THE_BOOK} alone"


def last_name(node: ast.AST) -> str:
    """The last part of a name with or without dots, which is told quickly; nothing for what is no name."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


# --- the checker bites


PLANTED = {
    "rules know no Django": ("ledger/rules/x.py", "import django"),
    "queries open no cursor of the server's": ("ledger/queries/x.py", "rows = found.iterator(chunk_size=2)"),
    "rules know no models": ("ledger/rules/x.py", "from ledger.models import Club"),
    "rules know no spreadsheets": ("ledger/rules/x.py", "import ledger.spreadsheets.seasons.season_book"),
    "spreadsheets know no rules": ("ledger/spreadsheets/x.py", "from ledger.rules import points"),
    "spreadsheets know no Django": ("ledger/spreadsheets/x.py", "from django.utils import timezone"),
    "models know no spreadsheets": ("ledger/models/x.py", "from ledger.spreadsheets import layouts"),
    "models know no services": ("ledger/models/x.py", "from ledger import services"),
    "queries know no services": ("ledger/queries/x.py", "from ledger.services.book.posting import post"),
    "services know no web": ("ledger/services/x.py", "from ledger.web import forms"),
    "services know no forms": ("ledger/services/x.py", "from django.forms import Form"),
    "services know no commands": ("ledger/services/x.py", "import ledger.management.commands.score"),
    "commands know no web": ("ledger/management/commands/x.py", "from ledger.web.site.frame import frame"),
    "admin knows no services": ("ledger/admin.py", "from ledger.services import posting"),
    "settings know nothing of ours": ("whistklub/settings.py", "import ledger.models"),
    "the site knows no tests": ("ledger/web/x.py", "from tests.support.people import anna"),
    "no room without a line in the plan": ("ledger/misc/x.py", "import json"),
    "no junk drawer": ("ledger/web/utils.py", "X = 1"),
    "no float literal": ("ledger/rules/x.py", "HALF = 0.5"),
    "no float": ("ledger/services/x.py", "def f(n): return float(n)"),
    "no Entry but by posting": ("ledger/services/x.py", "from ledger.models import Entry\nEntry(key=1)"),
    "no created Entry": ("ledger/web/x.py", "Entry.objects.create(key=1)"),
    "no Postings in bulk": ("ledger/management/commands/x.py", "Posting.objects.bulk_create(rows)"),
    "no update of the book": ("ledger/services/x.py", "Entry.objects.filter(key=1).update(reason='')"),
    "no posting through its entry": ("ledger/services/x.py", "entry.postings.create(points=1)"),
    "no long function": ("ledger/web/x.py", "def f():\n" + "    pass\n" * 50),
    "no long file": ("ledger/web/x.py", "X = 1\n" * 450),
}


@pytest.mark.parametrize(("path", "source"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(path: str, source: str) -> None:
    assert len(faults(path, f'"""Docstring."""\n{source}')) == 1


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("ledger/rules/x.py", "import json"),
        ("ledger/rules/x/y.py", "import json"),
        ("ledger/rules/scoring/x.py", "from ledger.rules.deals.settling import settle"),
        ("ledger/rules/scoring/x.py", "from ledger.rules.deals import settling"),
        ("ledger/rules/deals/x.py", "from ledger.rules.scoring.checker.checking import check_table"),
        ("ledger/models/clubs/x.py", "import ledger.models.book.journal"),
        ("ledger/models/clubs.py", "import ledger.models.book.journal"),
        ("ledger/web/site/x.py", "from ledger.web.keeping import health"),
    ],
)
def test_a_file_in_the_wrong_place_of_the_grid_is_found(path: str, source: str) -> None:
    assert len([*grid_faults(path, ast.parse(source))]) == 1


# --- the house itself


def project_files() -> list[str]:
    folders = ["deploy", "ledger", "whistklub", "tests"]
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    return [file.relative_to(ROOT).as_posix() for file in [*files, ROOT / "dev.py", ROOT / "manage.py"]]


def test_every_file_keeps_to_the_plan_and_to_the_grid() -> None:
    all_faults = []
    for path in project_files():
        source = (ROOT / path).read_text("utf-8")
        all_faults += faults(path, source)
        all_faults += [f"{path}{fault}" for fault in grid_faults(path, parsed_tree(source))]

    assert all_faults == []


def test_no_view_is_imported_but_by_the_addresses() -> None:
    ours = [path for path in project_files() if is_in(path, ("ledger",))]
    trees = {path: parsed_tree((ROOT / path).read_text("utf-8")) for path in ours}
    views = {module for _, module in imports(trees.pop(ADDRESSES)) if module.startswith("ledger.web.")}

    importers = {
        f"{path}:{line}: imports {module}"
        for path, tree in trees.items()
        for line, module in imports(tree)
        if module in views or module.rpartition(".")[0] in views
    }

    assert "ledger.web.seasons.standings" in views
    assert importers == set()


def test_a_room_can_be_taken_in_at_a_glance() -> None:
    trees = [ROOT / tree for tree in ("ledger", "templates", "tests", "whistklub")]
    rooms = [
        room for tree in trees for room in [tree, *tree.rglob("*")] if room.is_dir() and room.name != "__pycache__"
    ]
    things = {room: [thing for thing in room.iterdir() if not thing.name.startswith((".", "__"))] for room in rooms}

    crowded = {room.relative_to(ROOT).as_posix() for room in rooms if len(things[room]) > MOST_IN_A_ROOM}

    assert crowded == FULL_FOR_A_REASON


# --- the pages have one way to draw a club's page, one to run a form that counts once, and one to show a refusal

FORMS = "ledger/web/site/forms.py"
ONE_WAY = {  # what only one file may do, by what does it instead
    "club_page": (
        "ledger/web/site/frame.py",
        r'def \w+\([^)]*\bvisit\b(?:(?!\ndef ).)*?\brender\(request, (?!f?"[\w/]*/_)',
    ),
    "submit_once or redirect_once": (FORMS, r"\b(?:run_once|answer_to)\("),
    "refuse": (FORMS, r"\badd_error\([^\n]*\brefusal_text\("),
}


def second_ways(path: str, source: str) -> list[str]:
    return [way for way, (alone, other) in ONE_WAY.items() if path != alone and re.search(other, source, re.DOTALL)]


@pytest.mark.parametrize(
    "statement",
    [
        "return render(request, 'ledger/deals/deal.html', {'visit': visit})",
        "return redirect(run_once(sent=sent, act=act))",
        "form.add_error('name', refusal_text(refusal))",
    ],
)
def test_a_second_way_is_found(statement: str) -> None:
    assert len(second_ways("ledger/web/deals/x.py", f"def page(request, visit):\n    {statement}")) == 1


def test_nothing_is_done_in_a_second_way() -> None:
    sources = {path: (ROOT / path).read_text("utf-8") for path in project_files() if is_in(path, ("ledger/web",))}

    assert {path: ways for path, source in sources.items() if (ways := second_ways(path, source))} == {}
    assert [alone for alone, other in ONE_WAY.values() if not re.search(other, sources[alone], re.DOTALL)] == []
