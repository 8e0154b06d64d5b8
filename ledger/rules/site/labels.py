"""One name or sentence in both languages, and what fills in a sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Label:
    """One name or sentence in both languages of the site."""

    da: str
    en: str

    def __getitem__(self, language: str) -> str:
        """The text for a language code such as "da" or "en-gb"; English where it is not Danish."""
        return self.da if language.startswith("da") else self.en

    def __str__(self) -> str:
        return self.en


def said_in(language: str, params: Mapping[str, object]) -> dict[str, object]:
    """What fills in a translated template: of the labels among the params the text in a language."""
    return {name: value[language] if isinstance(value, Label) else value for name, value in params.items()}


NOTHING = Label("–", "–")


def same(text: str) -> Label:
    """A text that is the same in both languages."""
    return Label(text, text)


def filled(template: Label, **values: object) -> Label:
    """A template in both languages filled with values, which may themselves be labels."""
    return Label(template.da.format_map(said_in("da", values)), template.en.format_map(said_in("en", values)))


def joined(labels: Sequence[Label], between: str) -> Label:
    """Labels in a row, the same between them in both languages."""
    return Label(between.join(label.da for label in labels), between.join(label.en for label in labels))


def listed(labels: Sequence[Label]) -> Label:
    """Labels as a list in a sentence: "gode, halve og sans"."""
    if len(labels) == 1:
        return labels[0]
    first = joined(labels[:-1], ", ")
    return Label(f"{first.da} og {labels[-1].da}", f"{first.en} and {labels[-1].en}")
