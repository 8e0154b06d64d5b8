"""The one spelling of what can be spelt in several ways, such as a name."""

import re
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import count

from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop

# Controls, formats (zero width, soft hyphen, direction), private use, halves of characters, line and paragraph ends.
UNSEEN_KINDS = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
# Fillers, which have a width and no ink, and the places that Unicode keeps for more of what has none.
NO_INK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u2065\ufff0-\ufff8\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]"
)
UNSEEN = gettext_noop("There is a character here that cannot be seen. Type the name by hand instead of pasting it.")
# Which of two looks the character before is to have: keyboards of phones add it to a spade, so it is left out unasked.
LOOKS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Accents that stand alone, as in O´Brien: NFKC would make a space of them, and put the accent on it.
LONE_ACCENTS = re.compile("([\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd])")
# "{" is the first sign after "z", and the letter behind it puts æ, ø and å in their order among themselves.
DANISH_ALPHABET = {"aa": "{c", "å": "{c", "æ": "{a", "ä": "{a", "ø": "{b", "ö": "{b"}


def normalize_name(text: str, *, field: str) -> str:
    """Normalise a name: NFKC, without variation selectors, with runs of spaces folded.

    Raises Refusal for the field if the name holds an invisible character.
    """
    text = LOOKS.sub("", text)
    if NO_INK.search(text) or any(unicodedata.category(character) in UNSEEN_KINDS for character in text):
        raise Refusal(UNSEEN, field=field)
    parts = LONE_ACCENTS.split(text)
    kept = (part if LONE_ACCENTS.match(part) else unicodedata.normalize("NFKC", part) for part in parts)
    return " ".join("".join(kept).split())


def danish_sort_key(name: str) -> str:
    """A key that sorts a name as a Danish list does: æ, ø and å (also spelt aa) after z, on any database."""
    # Some keyboards write å as an a and a ring, which is no å before this.
    key = unicodedata.normalize("NFC", name).casefold()
    for letters, place in DANISH_ALPHABET.items():
        key = key.replace(letters, place)
    return key


MONTHS = (
    *(Phrase("January"), Phrase("February"), Phrase("March"), Phrase("April"), Phrase("May"), Phrase("June")),
    *(Phrase("July"), Phrase("August"), Phrase("September"), Phrase("October"), Phrase("November"), Phrase("December")),
)


def day_in_words(day: date) -> Label:
    """A day as part of a sentence: "17 September"."""
    return fill(Phrase("%(day)s %(month)s"), day=day.day, month=MONTHS[day.month - 1])


def in_fours(signs: str, between: str = " ") -> str:
    """A code in groups of four signs, to be read aloud and typed: "K7QF 9MWD"."""
    return between.join(signs[start : start + 4] for start in range(0, len(signs), 4))


def fingerprint(digest: str) -> str:
    """The beginning of a digest, to be read aloud and compared: "3f9a 01bc 77de 40a2"; "" for an empty book."""
    return in_fours(digest[:16])


def variants(name: str, numbered: str) -> Iterator[str]:
    """A name, and then itself with a number from 2 on: "%s-%d" gives "anna", "anna-2", "anna-3" and so on."""
    yield name
    yield from (numbered % (name, number) for number in count(2))


# openpyxl has these functions too, but takes longer to load than it takes to read a file that was handed in.


def letters_of(column: int) -> str:
    """The letters of a column, from 1: "A", "Z", "AA"."""
    letters = ""
    while column:
        column, place = divmod(column - 1, 26)
        letters = string.ascii_uppercase[place] + letters
    return letters


def column_of(letters: str) -> int:
    """The column, from 1, with these capital letters."""
    column = 0
    for letter in letters:
        column = column * 26 + string.ascii_uppercase.index(letter) + 1
    return column


@dataclass(frozen=True, slots=True, order=True)
class CellPlace:
    """A cell of a file, or some neighbours in a row up to the column `last`; rows and columns count from 1.

    In a sheet that `is_turned` the rows are the columns of the file.
    """

    sheet: str
    row: int
    column: int
    last: int = 0
    is_turned: bool = False

    @property
    def cell(self) -> str:
        """The place as a spreadsheet writes it: "B17", "E17:H17"; of a turned sheet as it stands in the file."""
        first = self._name(self.column)
        return f"{first}:{self._name(self.last)}" if self.last > self.column else first

    def _name(self, column: int) -> str:
        return f"{letters_of(self.row)}{column}" if self.is_turned else f"{letters_of(column)}{self.row}"

    @property
    def columns(self) -> range:
        """The columns of the cells."""
        return range(self.column, max(self.column, self.last) + 1)
