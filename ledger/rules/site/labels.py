"""Texts independent of language: phrases, a scoring table's own texts, numbers, and combinations of these.

A label is put into words at the edge, which knows the language: `label["da"]`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ledger.rules.site.phrases import LANGUAGES, phrases_in


class Label(ABC):
    """A name or sentence in every language; labels that read alike in all of them are equal."""

    @abstractmethod
    def __getitem__(self, language: str) -> str:
        """The text for a language code such as "da" or "en-gb"."""

    def __str__(self) -> str:
        return self["en"]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Label) and texts(self) == texts(other)

    def __hash__(self) -> int:
        return hash(texts(self))


@dataclass(frozen=True, eq=False)
class Phrase(Label):
    """A phrase of the site, by its English words, with values for its slots, which may be labels themselves."""

    english: str
    values: tuple[tuple[str, object], ...] = ()

    def __getitem__(self, language: str) -> str:
        template = phrases_in(language).say(self.english)
        return template.format_map(said_in(language, dict(self.values))) if self.values else template


@dataclass(frozen=True, eq=False)
class Text(Label):
    """A text of a scoring table, which its document gives in Danish and in English."""

    da: str
    en: str

    def __getitem__(self, language: str) -> str:
        return self.da if phrases_in(language).documents == "da" else self.en


@dataclass(frozen=True, eq=False)
class Number(Label):
    """A number, written with each language's decimal mark."""

    text: str

    def __getitem__(self, language: str) -> str:
        return self.text.replace(".", phrases_in(language).decimal_mark)


@dataclass(frozen=True, eq=False)
class Joined(Label):
    """Labels joined by a separator that is the same in every language."""

    labels: tuple[Label, ...]
    between: str

    def __getitem__(self, language: str) -> str:
        return self.between.join(label[language] for label in self.labels)


@dataclass(frozen=True, eq=False)
class Changed(Label):
    """A label with its text transformed, to lower case for instance."""

    label: Label
    change: Callable[[str], str]

    def __getitem__(self, language: str) -> str:
        return self.change(self.label[language])


def said_in(language: str, params: Mapping[str, object]) -> dict[str, object]:
    """The params for a translated template, with labels in the given language."""
    return {name: value[language] if isinstance(value, Label) else value for name, value in params.items()}


def same(text: str) -> Label:
    """A text that is the same in every language, such as a player's name."""
    return Text(text, text)


NOTHING = Phrase("–")


def fill(phrase: Phrase, **values: object) -> Phrase:
    """A phrase with its slots filled."""
    return Phrase(phrase.english, tuple(values.items()))


def join(labels: Sequence[Label], between: str) -> Label:
    """Labels joined by a separator that is the same in every language."""
    return Joined(tuple(labels), between)


def enumeration(labels: Sequence[Label]) -> Label:
    """Labels as a list in a sentence: "gode, halve og sans"."""
    *first, last = labels
    return fill(Phrase("{first} and {last}"), first=join(first, ", "), last=last) if first else last


def texts(label: Label) -> tuple[str, ...]:
    """A label in every language."""
    return tuple(label[language] for language in LANGUAGES)
