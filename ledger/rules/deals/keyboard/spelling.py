"""Spelling of names in a keyboard line: by their first letters, or by their initials."""

import re
from collections.abc import Mapping
from functools import cached_property

from ledger.rules.site.labels import Label

FOLDED = str.maketrans({"æ": "ae", "ø": "oe", "å": "aa"})

Names = Mapping[str, frozenset[str]]


class Spelling:
    """The names that a line may give, by what they name and code: {"nolo": {"sol": ...}}."""

    def __init__(self, names: Mapping[str, Names]) -> None:
        self.names = names

    @cached_property
    def words(self) -> Mapping[str, Mapping[str, str]]:
        """The shortest spelling of everything that a line can name: {"attachment": {"vip": "v"}}."""
        return {kind: {code: _shortest(code, names) for code in names} for kind, names in self.names.items()}

    def code_for(self, kind: str, word: str) -> str | None:
        """The one code whose name is the word, or begins with it; None where there is none or more than one."""
        return _code_for(word, self.names[kind])


def names_of(code: str, label: Label | None = None) -> frozenset[str]:
    """What may be typed for a code: written together, by its initials, or by its Danish name."""
    parts = [part for part in re.split(r"[ _-]", code.lower().translate(FOLDED)) if part]
    danish = "".join(re.findall(r"[a-z]+", label["da"].lower().translate(FOLDED))) if label else ""
    initials = "".join(part[0] for part in parts)
    return frozenset(name for name in ("".join(parts), initials if len(parts) > 1 else "", danish) if name)


def _code_for(word: str, names: Names) -> str | None:
    """The one code whose name is the word, or begins with it; None where there is none or more than one."""
    folded = word.translate(FOLDED).replace("_", "")
    exact = [code for code, spelt in names.items() if folded in spelt]
    begun = [code for code, spelt in names.items() if any(name.startswith(folded) for name in spelt)]
    whole = [code for code in begun if "_" not in code]
    for matches in (exact, begun, whole):
        if len(matches) == 1:
            return matches[0]
    return None


def _shortest(code: str, names: Names) -> str:
    """The fewest letters that mean a code."""
    begun = {name[:length] for name in names[code] for length in range(1, len(name) + 1)}
    return min((word for word in begun if _code_for(word, names) == code), key=lambda word: (len(word), word))
