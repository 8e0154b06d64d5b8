"""The phrases of the code, the Danish of a worked example, and a language that no club speaks."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from ledger.rules.site import phrases
from ledger.rules.site.phrases import DANISH
from ledger.rules.site.phrases.table import PhraseTable

LEDGER = Path(__file__).parents[3] / "ledger"


def phrases_of_the_code() -> Iterator[str]:
    """Every phrase that a module names, by its English words."""
    for path in sorted(LEDGER.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                place = {"Phrase": 0, "_fact": 1}.get(call.func.id)
                if place is not None and isinstance(named := call.args[place], ast.Constant):
                    yield named.value


def add_danish(monkeypatch, section):
    """The Danish lines that a section of the documentation adds to the table."""
    for lines in re.findall(r"^```\n(\".+?)```", section, re.DOTALL | re.MULTILINE):
        for english, danish in ast.literal_eval(f"{{{lines}}}").items():
            monkeypatch.setitem(DANISH.words, english, danish)


def speak_marked(monkeypatch) -> str:
    """A third language from one table: the English words with every letter before a mark. Returns its code."""
    words = {phrase: marked(phrases.ENGLISH.words.get(phrase, phrase)) for phrase in DANISH.words}
    table = PhraseTable(decimal_mark="·", documents="da", words=words)
    monkeypatch.setitem(phrases.LANGUAGES, "xx", table)
    return "xx"


def marked(template: str) -> str:
    """Words with a mark around each of them, slots as they are: "«at» «most» {cap}"."""
    return re.sub(r"(\{\w+\})|([^\W\d_]+)", lambda part: part[1] or f"«{part[2]}»", template)
