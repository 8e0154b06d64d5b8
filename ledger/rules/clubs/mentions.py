"""Players mentioned in a reason: kept by number, so that the book never holds a name.

"Det var Carl" is kept as "Det var ⟦17⟧", where 17 is Carl's number; shown again, it says what Carl is called now.
A first name alone is kept as ⟦17.1⟧. Nicknames and misspellings cannot be known and stay as they were typed.
"""

import re
from collections.abc import Mapping

OPENING, CLOSING = "⟦", "⟧"
MENTION = re.compile(r"⟦(\d+)(\.1)?⟧")


def by_number(text: str, names: Mapping[int, str]) -> str:
    """A typed text with every name of `names` (by player number) replaced by its mention.

    Whole words that begin with a capital letter ("hans" is no Hans). A full name goes before a first name, and a
    first name that two players share is nobody's. A genitive keeps its ending: "Carls stik" mentions Carl.
    """
    text = text.replace(OPENING, "(").replace(CLOSING, ")")
    mentions = {name.casefold(): f"{OPENING}{number}{CLOSING}" for number, name in names.items()}
    firsts = [name.split()[0].casefold() for name in names.values() if name.split()]
    for number, name in names.items():
        first, *rest = name.casefold().split() or [""]
        if rest and firsts.count(first) == 1:
            mentions.setdefault(first, f"{OPENING}{number}.1{CLOSING}")
    if not mentions:
        return text
    longest_first = sorted(filter(None, mentions), key=len, reverse=True)
    words = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?='?s?(?!\w))", re.IGNORECASE)
    return words.sub(lambda match: mentions[match[1].casefold()] if match[1][0].isupper() else match[1], text)


def with_names(text: str, names: Mapping[int, str], firsts: Mapping[int, str]) -> str:
    """A kept text as it is shown, by everybody's full and first name; "?" for a number that is nobody's."""
    return MENTION.sub(lambda match: (firsts if match[2] else names).get(int(match[1]), "?"), text)


def numbers_mentioned(text: str) -> set[int]:
    """The numbers of the players whom a kept text mentions."""
    return {int(match[1]) for match in MENTION.finditer(text)}


def with_numbers(text: str, numbers: Mapping[int, int]) -> str:
    """A kept text whose mentions are of other numbers now; 0, which is nobody's, for one that has none."""
    if OPENING not in text:
        return text
    return MENTION.sub(lambda match: f"{OPENING}{numbers.get(int(match[1]), 0)}{match[2] or ''}{CLOSING}", text)


def says(text: str, name: str) -> bool:
    """Whether a text holds a name, or its first name, as a whole word in any case, with or without a genitive."""
    words = "|".join(re.escape(word) for word in (name, *name.split()[:1]))
    return bool(re.search(rf"(?<!\w)({words})(?='?s?(?!\w))", text, re.IGNORECASE))
