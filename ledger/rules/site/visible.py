"""Names that look like what they are: nothing in them that cannot be seen, or that turns what follows around."""

import unicodedata

from ledger.rules.site.refusal import Refusal, gettext_noop

# Controls, formats (zero width, soft hyphen, direction), private use, halves of characters, line and paragraph ends.
UNSEEN_KINDS = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
BLANK_LETTERS = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # fillers, which have a width and no ink
UNSEEN = gettext_noop("There is a character here that cannot be seen. Type the name by hand instead of pasting it.")


def is_visible(text: str) -> bool:
    """Whether every character of a name can be seen, spaces apart."""
    return not any(unicodedata.category(character) in UNSEEN_KINDS or character in BLANK_LETTERS for character in text)


def require_visible(text: str, *, field: str) -> str:
    """The same text. Raises Refusal for a field when something in it cannot be seen."""
    if not is_visible(text):
        raise Refusal(UNSEEN, field=field)
    return text
