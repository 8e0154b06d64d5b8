"""What a language consists of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PhraseTable:
    """The phrases of a language: `words` maps English words to them, with the same slots in braces.

    `documents` is whichever of a scoring table's own two languages, "da" or "en", its readers understand best.
    """

    decimal_mark: str
    documents: str
    words: dict[str, str]

    def say(self, phrase: str) -> str:
        """A phrase, its slots as they are."""
        return self.words.get(phrase, phrase)
