"""A player's initials, for readers who may not see the name; two who share them are told apart by a number."""

import re
from collections.abc import Collection, Iterable, Mapping

from ledger.rules.clubs.whole_words import with_words

NOBODYS = "N.N."  # of a name without a letter or digit


def initials_of(name: str) -> str:
    """The first letter of each word: "Jens Kristian Holm" is "J.K.H."."""
    firsts = (next((letter for letter in word if letter.isalnum()), "") for word in name.split())
    return "".join(f"{first.upper()}." for first in firsts if first) or NOBODYS


def initials_apart(names: Mapping[int, str], taken: Collection[str]) -> dict[int, str]:
    """Initials for names by number, no two alike and none of those `taken`: "J.K.", "J.K. 2"."""
    given: dict[int, str] = {}
    used = {name.casefold() for name in taken}
    # By number, so that whoever joins later changes nobody's initials.
    for number, name in sorted(names.items()):
        initials = _next_free(initials_of(name), used)
        used.add(initials.casefold())
        given[number] = initials
    return given


def with_initials(text: str, initials: Mapping[str, str], others: Iterable[str] = ()) -> str:
    """A typed text with whole names, and first names alone, replaced by initials.

    Only words that begin with a capital letter are replaced; a first name that several share becomes its letter. The
    whole names of `others` stay. At the end of a sentence the last initial's dot is the full stop.
    """
    words = dict(initials)
    if initials:
        words |= {name: "" for name in others if name not in initials}
    for name in initials:
        first, *rest = name.split() or [""]
        if rest:
            words.setdefault(first, initials_of(first))
    replaced = with_words(text, words, is_first=lambda letter: not letter.islower())
    return re.sub(r"(?<!\.)\.\.(?!\.)", ".", replaced)


def _next_free(initials: str, used: Collection[str]) -> str:
    """Initials that nobody has yet."""
    number, free = 1, initials
    while free.casefold() in used:
        number += 1
        free = f"{initials} {number}"
    return free
