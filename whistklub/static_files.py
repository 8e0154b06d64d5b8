"""How the site's scripts and styles are kept: under names that say what is in them, each in every encoding.

A visitor's first page waits for them, so what is ours is served without what only its readers need, and a script as one
file with all that it imports.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = "ledger/"
IMPORT = re.compile(r'^import (?:\{ (?P<names>\w+(?:, \w+)*) \} from )?"(?P<path>\.\.?/[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|function|async function) (?P<name>\w+))", re.MULTILINE)
OTHER_MODULE_SYNTAX = re.compile(r"^(?:import|export)\b.*|\bimport\s*[(.].*", re.MULTILINE)
# A quoted text comes first in these patterns and is kept as it is: a space or two slashes mean something in it.
SPACE_OF_SCRIPT = re.compile(r"""("[^"\n]*"|`[^`]*`)|\s*//.*| *([=?:{}();,<>&|]) *""")
MARGIN_OF_SCRIPT = re.compile(r"^\s+", re.MULTILINE)
COMMENT_OF_STYLE = re.compile(r'("[^"]*")|/\*.*?\*/', re.DOTALL)
# Before a colon a space stays, since "a :hover" is not "a:hover", and around a plus, which calc() needs it for.
SPACE_OF_STYLE = re.compile(r'("[^"]*")|\s*([{};,])\s*|(?<=:)\s+|(\s)\s*')


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Scripts of ours come with what they import, so releases never mix in a browser."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join and squeeze what is ours, and then do what Django does with every file."""
        if not dry_run:
            scripts, styles = (_sources_of_ours(paths, suffix) for suffix in (".js", ".css"))
            served = {name: squeeze_script(join_script(name, scripts)) for name in scripts}
            served |= {name: squeeze_style(style) for name, style in styles.items()}
            for name, text in served.items():
                Path(self.path(name)).write_text(text, "utf-8")
                paths[name] = (self, name)
        yield from super().post_process(paths, dry_run, **options)


def _sources_of_ours(paths: dict[str, Any], suffix: str) -> dict[str, str]:
    """Our files with a suffix as they were written, by name; what was collected before may be joined already."""
    sources = {}
    for name, (storage, path) in paths.items():
        if name.startswith(OURS) and name.endswith(suffix):
            with storage.open(path) as file:
                sources[name] = file.read().decode("utf-8")
    return sources


def join_script(name: str, sources: Mapping[str, str]) -> str:
    """A script as one file with all that it imports, in the order in which a browser runs modules.

    Each module becomes a function, so that its names meet no other's, and gives what it exports.
    Raises ValueError at an import or export that is written in another way than ours, or that goes round in a circle.
    """
    if not IMPORT.search(sources[name]):
        return sources[name]
    joined: dict[str, str] = {}
    _join(name, sources, joined, ())
    return "".join(joined.values())


def _join(name: str, sources: Mapping[str, str], joined: dict[str, str], importers: tuple[str, ...]) -> None:
    """Add a module to those that are joined, behind those that it imports."""
    if name in importers:
        raise ValueError(f"{name} imports itself, by {importers[-1]}.")
    if name in joined:
        return
    taken = []
    for match in IMPORT.finditer(sources[name]):
        imported = normpath(join(dirname(name), match["path"]))
        _join(imported, sources, joined, (*importers, name))
        if match["names"]:
            taken.append(f"const {{ {match['names']} }} = module{list(joined).index(imported)};")
    given = ", ".join(match["name"] for match in EXPORT.finditer(sources[name]))
    body = EXPORT.sub("", IMPORT.sub("", sources[name]))
    if other := OTHER_MODULE_SYNTAX.search(body):
        raise ValueError(f"{name} cannot be joined: {other[0]}")
    lines = [f"const module{len(joined)} = (() => {{", *taken, body, f"return {{ {given} }};", "})();", ""]
    joined[name] = "\n".join(lines)


def squeeze_script(script: str) -> str:
    """A script without comments, margins and the spaces that mean nothing; what ends a line still does.

    It reads as ours are written: no text goes over several lines, and no pattern holds a space, a quote or two slashes.
    """
    without_spaces = SPACE_OF_SCRIPT.sub(lambda match: match[1] or match[2] or "", script)
    return MARGIN_OF_SCRIPT.sub("", without_spaces)


def squeeze_style(style: str) -> str:
    """A stylesheet without comments, margins and the spaces that mean nothing."""
    without_comments = COMMENT_OF_STYLE.sub(lambda match: match[1] or "", style)
    return SPACE_OF_STYLE.sub(lambda match: match[1] or match[2] or (" " if match[3] else ""), without_comments).strip()
