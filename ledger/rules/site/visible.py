"""Names in one normal form, without invisible characters."""

import re
import unicodedata

from ledger.rules.site.refusal import Refusal, gettext_noop

# Controls, formats (zero width, soft hyphen, direction), private use, halves of characters, line and paragraph ends.
UNSEEN_KINDS = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
BLANK_LETTERS = set("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")  # fillers, which have a width and no ink
UNSEEN = gettext_noop("There is a character here that cannot be seen. Type the name by hand instead of pasting it.")
# Accents that stand alone, as in O´Brien: NFKC would make a space of them, and put the accent on it.
LONE_ACCENTS = re.compile("([\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd])")


def normalize_name(text: str, *, field: str) -> str:
    """Normalise a name: NFKC, with runs of spaces folded.

    Raises Refusal for the field if the name holds an invisible character.
    """
    if any(unicodedata.category(character) in UNSEEN_KINDS or character in BLANK_LETTERS for character in text):
        raise Refusal(UNSEEN, field=field)
    parts = LONE_ACCENTS.split(text)
    kept = (part if LONE_ACCENTS.match(part) else unicodedata.normalize("NFKC", part) for part in parts)
    return " ".join("".join(kept).split())
