"""The scripts are linted: they parse as modules, every name is declared, used and says something, no `var`, no `==`.

No linter for scripts is packaged for Python; the Node that Playwright brings has a parser, and `lint.js` asks it.
"""

import subprocess
from pathlib import Path

import pytest

from tests.house.test_words import SAY_NOTHING
from tests.support.programs import PLAYWRIGHTS_NODE

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "ledger" / "static" / "ledger").rglob("*.js"))
LINT = (PLAYWRIGHTS_NODE, "--expose-internals", "--no-warnings", str(Path(__file__).with_name("lint.js")))
BROWSERS = (  # what the scripts use of a browser
    "AbortController AbortSignal Boolean CustomEvent DOMParser Date Element Event FormData Intl JSON Map Math Number "
    "Object Set URLSearchParams WeakSet addEventListener clearTimeout document fetch history localStorage location "
    "navigator sessionStorage setInterval setTimeout undefined window"
)


def lint(*scripts: Path) -> list[str]:
    """What is wrong in some scripts, a line each."""
    command = [*LINT, BROWSERS, " ".join(SAY_NOTHING), *map(str, scripts)]
    outcome = subprocess.run(command, capture_output=True, text=True, check=False)
    return [*outcome.stdout.splitlines(), *outcome.stderr.splitlines()]


@pytest.mark.node
def test_nothing_is_wrong_in_the_scripts() -> None:
    assert lint(*SCRIPTS) == []


@pytest.mark.node
@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("const a = 1;", "a is not used"),
        ("export const f = (b) => 1;", "b is not used"),
        ("import { a } from './b.js';", "a is not used"),
        ("export function f() { return a; }", "a is not declared"),
        ("export const f = (a) => a == 1;", "=="),
        ("export function f() { var a = 1; return a; }", "var"),
        ("export const f = (found) => found;", "found says nothing of the thing"),
        ("for (const each of [1]) fetch(each);", "each says nothing of the thing"),
        ("{ const a = 1; fetch(a); } fetch(a);", "a is not declared"),
        ("const = 1;", "SyntaxError: Unexpected token (1:6)"),
    ],
)
def test_a_slip_in_a_script_is_found(tmp_path: Path, script: str, fault: str) -> None:
    path = tmp_path / "slip.js"
    path.write_text(script, encoding="utf-8")

    assert fault in [line.split(": ", 1)[1] for line in lint(path)]
