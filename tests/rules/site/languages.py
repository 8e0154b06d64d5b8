"""The Danish of a worked example, and a language that no club speaks."""

import gettext
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import polib

from ledger.rules.site.labels import DECIMAL_MARK, DOCUMENT_LANGUAGE, LANGUAGES, LOCALE, Catalogue, Label
from ledger.rules.site.refusal import Refusal, in_english

SIGNS = ("x",)  # times
READ_BY_THE_PROGRAM = (DECIMAL_MARK.context, DOCUMENT_LANGUAGE.context)
LEDGER = Path(__file__).parents[3] / "ledger"


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


def add_danish(monkeypatch, tmp_path, section):
    """Add the Danish messages of a section of the documentation to the catalogue."""
    catalogue = danish_catalogue()
    catalogue.extend(polib.pofile("\n".join(re.findall(r"^```po\n(.+?)```", section, re.DOTALL | re.MULTILINE))))
    monkeypatch.setitem(LANGUAGES, "da", compile_into(catalogue, tmp_path, "da"))


def speak_marked(monkeypatch, tmp_path, code: str = "xx") -> None:
    """A third language from one catalogue: the English words, each between marks."""
    catalogue = danish_catalogue()
    for message in catalogue:
        if message.msgid_plural:
            message.msgstr_plural = {0: mark_words(message.msgid), 1: mark_words(message.msgid_plural)}
        elif message.msgctxt not in READ_BY_THE_PROGRAM:
            message.msgstr = mark_words(message.msgid)
    monkeypatch.setitem(LANGUAGES, code, compile_into(catalogue, tmp_path, code))


def danish_catalogue() -> polib.POFile:
    return polib.pofile(str(LOCALE / "da" / "LC_MESSAGES" / "django.po"))


def compile_into(catalogue: polib.POFile, locale: Path, code: str) -> Catalogue:
    """A catalogue, compiled where Django reads it too."""
    folder = locale / code / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue.save_as_mofile(str(folder / "django.mo"))
    return Catalogue(gettext.translation("django", locale, [code]))


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
