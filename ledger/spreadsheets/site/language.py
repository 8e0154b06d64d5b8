"""The workbooks' languages, and words in both."""

from typing import Literal, NamedTuple

Language = Literal["da", "en"]


class Words(NamedTuple):
    """The same words in both languages; `words.da` and `words.en`, or `in_language`."""

    da: str
    en: str

    def in_language(self, language: Language) -> str:
        return self.da if language == "da" else self.en


def same(text: str) -> Words:
    """Words that are the same in both languages, such as a member's name."""
    return Words(text, text)
