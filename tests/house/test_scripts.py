"""The scripts are linted: they parse as modules, every name is declared, used and says something, no `var`, no `==`.

No linter for scripts is packaged for Python; the Node that Playwright brings has a parser, and `lint.js` asks it.
"""

import subprocess
from pathlib import Path

import pytest

from tests.house.test_words import SAY_NOTHING
from tests.support.programs import PLAYWRIGHTS_NODE
from whistklub.static_files import join_script, squeeze_script

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((ROOT / "ledger" / "static" / "ledger").rglob("*.js"))
BY_NODE = (PLAYWRIGHTS_NODE, "--expose-internals", "--no-warnings")
LINT, MEANING = ((*BY_NODE, str(Path(__file__).with_name(script))) for script in ("lint.js", "meaning.js"))
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
    ],
)
def test_a_slip_in_a_script_is_found(tmp_path: Path, script: str, fault: str) -> None:
    path = tmp_path / "slip.js"
    path.write_text(script, encoding="utf-8")

    assert fault in [line.split(": ", 1)[1] for line in lint(path)]


@pytest.mark.node
def test_a_script_that_cannot_be_read_is_found(tmp_path: Path) -> None:
    path = tmp_path / "broken.js"
    path.write_text("const = 1;", encoding="utf-8")

    assert any("SyntaxError" in line for line in lint(path))


# --- as they are served: joined and squeezed


def meanings(folder: Path, *scripts: str) -> list[str]:
    """What scripts mean, whatever spaces and comments they have."""
    paths = [folder / f"{number}.js" for number in range(len(scripts))]
    for path, script in zip(paths, scripts, strict=True):
        path.write_text(script, encoding="utf-8")
    outcome = subprocess.run([*MEANING, *map(str, paths)], capture_output=True, text=True, check=True)
    return outcome.stdout.splitlines()


@pytest.mark.node
def test_a_squeezed_script_means_the_same_in_fewer_bytes(tmp_path: Path) -> None:
    scripts = [path.read_text("utf-8") for path in SCRIPTS]
    squeezed = [squeeze_script(script) for script in scripts]

    assert meanings(tmp_path, *squeezed) == meanings(tmp_path, *scripts)
    assert sum(map(len, squeezed)) < 0.85 * sum(map(len, scripts))


def test_every_script_of_ours_can_be_joined_and_brings_each_module_once() -> None:
    sources = {path.relative_to(ROOT / "ledger" / "static").as_posix(): path.read_text("utf-8") for path in SCRIPTS}
    joined = {name: join_script(name, sources) for name in sources}

    assert not [name for name in sources if "import" in sources[name] and "import " in squeeze_script(joined[name])]
    assert joined["ledger/deals/entry.js"].count("const PAYOUTS = ") == 1


MODULES = {
    "a.js": """import { one, two } from "./b/b.js";
import { three } from "./c.js";
const name = "a";
globalThis.told.push(name, one, two(), three);
""",
    "b/b.js": """import "../c.js";
globalThis.told.push("b");
const name = "b";
export const one = name;
export function two() {
  return `two of ${name}`;
}
""",
    "c.js": """globalThis.told = ["c"];
const name = "c";
export const three = name;
""",
}


@pytest.mark.node
def test_joined_modules_run_in_a_browsers_order_and_keep_their_names_to_themselves(tmp_path: Path) -> None:
    for name, source in MODULES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(source, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    (tmp_path / "joined.js").write_text(squeeze_script(join_script("a.js", MODULES)), encoding="utf-8")

    told = [
        subprocess.run(
            [
                PLAYWRIGHTS_NODE,
                "--input-type=module",
                "-e",
                f"await import('{(tmp_path / script).as_uri()}'); console.log(told)",
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for script in ("a.js", "joined.js")
    ]

    assert told == ["[ 'c', 'b', 'a', 'b', 'two of b', 'c' ]\n"] * 2


@pytest.mark.parametrize(
    "other",
    [
        "import * as c from './c.js';",
        'import { three as four } from "./c.js";',
        'import c from "./c.js";',
        "export let three = 3;",
        "export default 3;",
        "export { three };",
        'const c = await import("./c.js");',
        "fetch(import.meta.url);",
    ],
)
def test_what_cannot_be_joined_is_refused(other: str) -> None:
    with pytest.raises(ValueError, match="cannot be joined"):
        join_script("a.js", {"a.js": f'import "./c.js";\n{other}\n', "c.js": "\n"})


def test_modules_that_import_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match="imports itself"):
        join_script("a.js", {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'})
