"""One name or sentence in both languages, and what fills in a sentence."""

from collections.abc import Mapping
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
