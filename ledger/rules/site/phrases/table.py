"""What a language consists of."""

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class PhraseTable:
    """The phrases of a language: `words` maps English words to them, with the same slots in braces.

    `in_fractions` says that points are written with fractions in place of decimals.
    `documents` is whichever of a scoring table's own two languages, "da" or "en", its readers understand best.
    """

    decimal_mark: str
    documents: str
    words: dict[str, str]
    in_fractions: bool = False

    def say(self, phrase: str) -> str:
        """A phrase, its slots as they are."""
        return self.words.get(phrase, phrase)
