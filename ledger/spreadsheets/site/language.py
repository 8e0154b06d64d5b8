"""The words of a workbook, before they are in any language."""

from collections.abc import Callable
from typing import NamedTuple

Say = Callable[[str], str]
"""Gives a phrase, known by its English words, in the language of a workbook."""


class Words(NamedTuple):
    """A phrase, known by its English words, or a text that needs no translation."""

    text: str
    is_phrase: bool = True

    def text_in(self, say: Say) -> str:
        """The words in a workbook's language."""
        return say(self.text) if self.is_phrase else self.text


def same(text: str) -> Words:
    """Words that are the same in every language, such as a player's name."""
    return Words(text, is_phrase=False)
