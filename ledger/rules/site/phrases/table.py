"""What one language is made of."""

from dataclasses import dataclass


@dataclass(frozen=True)
class PhraseTable:
    """The phrases of a language: `words` has them by their English words, with the same slots in braces.

    `documents` is the one of a scoring table's own two languages, "da" or "en", that its readers understand best.
    """

    decimal_mark: str
    documents: str
    words: dict[str, str]

    def say(self, phrase: str) -> str:
        """A phrase, its slots as they are."""
        return self.words.get(phrase, phrase)
