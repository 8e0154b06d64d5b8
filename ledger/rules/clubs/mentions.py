"""Mentions of players in typed text, kept by number so that the book never holds a name.

"Det var Carl" is kept as "Det var ⟦17⟧", where 17 is Carl's number, and shown with Carl's name of today.
A first name alone is kept as ⟦17.1⟧. Nicknames and misspellings are not recognised and stay as typed.
"""

import re
from collections.abc import Mapping

from ledger.rules.clubs.whole_words import in_any_case, with_words

OPENING, CLOSING = "⟦", "⟧"
MENTION = re.compile(r"⟦(\d+)(\.1)?⟧")


def by_number(text: str, names: Mapping[int, str]) -> str:
    """Replace every name of `names` (by player number) in a typed text with its mention.

    Only whole words with a capital first letter count ("hans" is not Hans). A full name precedes a first name, and a
    first name that two players share is nobody's. A genitive keeps its ending: "Carls stik" mentions Carl.
    """
    # Typed by hand, these would mention whoever has the number between them.
    text = text.replace(OPENING, "(").replace(CLOSING, ")")
    mentions = {name: f"{OPENING}{number}{CLOSING}" for number, name in names.items()}
    firsts = [in_any_case(name.split()[0]) for name in names.values() if name.split()]
    for number, name in names.items():
        first, *rest = name.split() or [""]
        if rest and firsts.count(in_any_case(first)) == 1:
            mentions.setdefault(first, f"{OPENING}{number}.1{CLOSING}")
    return with_words(text, mentions)


def with_names(text: str, names: Mapping[int, str], firsts: Mapping[int, str]) -> str:
    """A kept text with its mentions replaced by full and first names; "?" for a number that is nobody's."""
    return MENTION.sub(lambda match: (firsts if match[2] else names).get(int(match[1]), "?"), text)


def numbers_mentioned(text: str) -> set[int]:
    """Numbers of the players mentioned in a kept text."""
    return {int(match[1]) for match in MENTION.finditer(text)}


def with_numbers(text: str, numbers: Mapping[int, int]) -> str:
    """Renumber the mentions in a kept text; one without a new number becomes 0, which is nobody's."""
    if OPENING not in text:
        return text
    return MENTION.sub(lambda match: f"{OPENING}{numbers.get(int(match[1]), 0)}{match[2] or ''}{CLOSING}", text)


def says(text: str, name: str) -> bool:
    """Whether a text contains a name, or its first name, as a whole word in any case, with or without a genitive."""
    words = "|".join(re.escape(word) for word in (name, *name.split()[:1]))
    return bool(re.search(rf"(?<!\w)({words})(?='?s?(?!\w))", text, re.IGNORECASE))
