"""What the documents promise is there, and what is there they mention."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ledger.rules.scoring.document import GALLERY, SEEDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
SCORING_TABLES = (ROOT / "docs/scoring-tables.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
SECURITY = (ROOT / "docs/security.md").read_text(encoding="utf-8")
SETTINGS = (ROOT / "whistklub/settings.py").read_text(encoding="utf-8")
REGISTRIES = ["py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "deb." + "debian.org"]


def own_files() -> Iterator[Path]:
    """The project's files, without what .gitignore names and git's own; the project may lie where there is no git."""
    left_out = {".git", *(line.strip("/") for line in (ROOT / ".gitignore").read_text("utf-8").splitlines())}
    for folder, folders, names in os.walk(ROOT):
        folders[:] = set(folders) - left_out
        yield from (Path(folder, name) for name in names if name not in left_out)


def test_the_readme_is_short():
    assert len(README.split()) <= 800


ROOMS = {path.parent.name for path in (ROOT / "ledger").glob("*/__init__.py")} - {"migrations"}
PROMISED = {
    "command": (OPERATIONS, [f"`{path.stem}" for path in (ROOT / "ledger/management/commands").glob("[a-z]*.py")]),
    "setting": (OPERATIONS, [f"`{name}`" for name in re.findall(r'environ\.get\("(\w+)"', SETTINGS)]),
    "database": (OPERATIONS, ["`DATABASE_URL`"]),
    "preset": (SCORING_TABLES, [f"| `{code}` |" for code in (*SEEDS, *GALLERY)]),
    "room": (ARCHITECTURE, [f"{name}/" for name in ROOMS]),
    "chapter of the standard": (SECURITY, [f"\n| V{number} " for number in range(1, 18)]),
}


@pytest.mark.parametrize(("document", "names"), PROMISED.values(), ids=PROMISED)
def test_a_document_names_every(document, names):
    assert names and [name for name in names if name not in document] == []


def test_the_grid_answers_where_most_things_are_changed():
    """What it does not answer stays a list that can be read."""
    answers = re.findall(r"^\| (?!I want to|---)", ARCHITECTURE.split("## Where do I change", 1)[1], re.MULTILINE)

    assert 0 < len(answers) <= 20


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "CONTRIBUTING.md",
        "docs/architecture.md",
        "docs/decisions.md",
        "docs/glossary.md",
        "docs/scoring-tables.md",
        "docs/deployment.md",
        "docs/operations.md",
        "docs/serving.md",
    ],
)
def test_every_path_that_a_document_names_is_there(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    named = re.findall(r"[`(]((?:deploy|ledger|docs|tests|templates|fixtures|whistklub)/[\w./-]+?)[`)]", text)

    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_module_that_a_comment_names_is_there():
    """A comment or docstring names a module by its floor and topic, in ledger/ or in tests/."""
    named = {
        (path.relative_to(ROOT).as_posix(), module)
        for folder in ("ledger", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".html", ".js", ".css"}
        for module in re.findall(r"\b(?:web|queries|services|rules|models)/[\w/]+\.py\b", path.read_text("utf-8"))
    }

    gone = [name for name in named if not any((ROOT / folder / name[1]).exists() for folder in ("ledger", "tests"))]
    assert gone == [] and ("ledger/static/ledger/site/kept.js", "web/site/sign_in.py") in named


def test_no_file_names_a_package_registry():
    named = [
        (path.name, host)
        for path in own_files()
        if path.suffix not in {".png", ".mo", ".gz"}
        for host in REGISTRIES
        if host in path.read_text(encoding="utf-8")
    ]

    assert named == []


def test_the_newest_release_is_the_one_in_the_project_file():
    newest = re.search(r"^## (\d\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)

    assert newest[1] == version[1]


def test_every_promise_of_security_names_tests_that_there_are():
    rows = [line for line in SECURITY.splitlines() if re.match(r"\| V\d", line) and "There is none" not in line]
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", SECURITY)

    assert [row for row in rows if "::test_" not in row] == []
    assert [name for path, name in named if f"def {name}(" not in (ROOT / path).read_text("utf-8")] == []
