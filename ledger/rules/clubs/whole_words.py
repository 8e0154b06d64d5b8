"""Names in a typed text, found as whole words however they are cased and their accents typed."""

import re
import unicodedata
from collections.abc import Callable, Mapping

DOTS_OF_I = str.maketrans("İı", "ii")  # a pattern takes both for an i, casefold neither


def with_words(text: str, words: Mapping[str, str], *, is_first: Callable[[str], bool] = str.isupper) -> str:
    """A text in which others stand for some words, with or without a genitive, the longest first; "" keeps a word.

    Words whose first letter `is_first`, and those that stand as they are given. Of those that differ in their case
    alone the first counts.
    """
    instead: dict[str, str] = {}
    for word, other in words.items():
        instead.setdefault(in_any_case(word), other)
    patterns = {*instead, *map(_small, words)} - {""}  # "strauß" too, which is "strauss" in any case
    if not patterns:
        return text
    longest_first = sorted(patterns, key=lambda pattern: (-len(pattern), pattern))
    whole = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?='?s?(?!\w))", re.IGNORECASE)
    composed = unicodedata.normalize("NFC", text)

    def instead_of(match: re.Match[str]) -> str:
        is_meant = is_first(match[1][0]) or match[1] in words
        return (is_meant and instead[in_any_case(match[1])]) or match[1]

    return whole.sub(instead_of, composed)


def in_any_case(word: str) -> str:
    """What a word is in whatever case."""
    return word.translate(DOTS_OF_I).casefold()


def _small(word: str) -> str:
    return word.translate(DOTS_OF_I).lower()
