"""The phrases in the code, the Danish of a worked example, and a language that no club speaks."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from ledger.rules.site import phrases
from ledger.rules.site.labels import Label
from ledger.rules.site.phrases import DANISH
from ledger.rules.site.phrases.table import PhraseTable
from ledger.rules.site.refusal import Refusal, in_english
from tests.house.source import nodes_of, parsed_tree

SIGNS = ("x",)  # times
LEDGER = Path(__file__).parents[3] / "ledger"


def phrases_of_the_code() -> Iterator[str]:
    """Every phrase that a module names, by its English words."""
    for path in sorted(LEDGER.rglob("*.py")):
        for call in nodes_of(parsed_tree(path.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(func=ast.Name("Phrase"), args=[ast.Constant(phrase), *_]):
                    yield phrase


def values_in(language: str, params: Mapping[str, object]) -> dict[str, object]:
    """What fills in an English sentence, its labels in a language."""
    return {name: _value_in(language, value) for name, value in params.items()}


def _value_in(language: str, value: object) -> object:
    match value:
        case Refusal():
            return in_english(value.message, values_in(language, value.params))
        case Label():
            return value[language]
        case _:
            return value


def add_danish(monkeypatch, section):
    """Add the Danish lines of a section of the documentation to the table of phrases."""
    for lines in re.findall(r"^```\n(\".+?)```", section, re.DOTALL | re.MULTILINE):
        for english, danish in ast.literal_eval(f"{{{lines}}}").items():
            monkeypatch.setitem(DANISH.words, english, danish)


def speak_marked(monkeypatch, code: str = "xx") -> str:
    """A third language from one table: the English words, each between marks. Returns its code."""
    words = {phrase: mark_words(phrases.ENGLISH.words.get(phrase, phrase)) for phrase in DANISH.words}
    table = PhraseTable(decimal_mark="·", documents="da", words=words)
    monkeypatch.setitem(phrases.LANGUAGES, code, table)
    return code


def mark_words(template: str) -> str:
    """Words with a mark around each of them, slots as they are: "«at» «most» {cap}"."""
    return re.sub(r"(\{[^}]*\}|&\w|%\(\w+\)[sd])|([^\W\d_]+)", lambda part: part[1] or f"«{part[2]}»", template)


def unmarked_words(text: str, allowed: Iterable[str] = ()) -> list[str]:
    """The words of a text that are not of the marked language, nor among those of a club's own."""
    text = re.sub("«[^»]*»", "", text)
    if re.search(r"[^\W\d_]", text):
        text = any_of(frozenset(allowed)).sub("", text)
    return [word for word in re.findall(r"[^\W\d_]+", text) if word not in SIGNS]


@cache
def any_of(texts: frozenset[str]) -> re.Pattern[str]:
    """A pattern of any of these texts as whole words, the longest first."""
    longest_first = "|".join(map(re.escape, sorted(texts, key=lambda text: (-len(text), text))))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)" if texts else r"(?!)", re.IGNORECASE)


def own_words(document: object) -> Iterator[str]:
    """Every text of a scoring table's document, which are the club's own in any language."""
    if isinstance(document, str):
        yield document
    elif isinstance(document, list | dict):
        for part in document.values() if isinstance(document, dict) else document:
            yield from own_words(part)
