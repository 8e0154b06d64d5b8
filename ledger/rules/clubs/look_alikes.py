"""Names that look alike though they are spelt differently."""

import unicodedata
from collections.abc import Iterable

# Cyrillic and Greek letters beside the Latin ones that they look like, then Latin ones without their strokes.
LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԀԚԜ" + "аеѕіјорсухһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αγικνορυχω" + "ıłđ",
    "ABESIJKMHOPCTYXDQW" + "aesijopcyxhdqw" + "ABEZHIKMNOPTYX" + "ayikvopuxw" + "ild",
)
# A Danish letter is no accented one: Åse is not Ase, though Renée is as good as Renee.
DANISH = str.maketrans({"å": "aa", "ä": "æ", "ö": "ø"})
ALIKE = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names with which this one may be confused, or None."""
    looks = _looks_of(name)
    return next((other for other in others if _looks_of(other) == looks), None)


def _looks_of(name: str) -> str:
    """What similar names have in common: no accents, signs, spaces or capitals, one letter for all that look alike."""
    letters = unicodedata.normalize("NFKC", name).translate(LATIN).casefold().translate(DANISH)
    looks = "".join(letter for letter in unicodedata.normalize("NFKD", letters) if letter.isalnum())
    for shape, same in ALIKE:
        looks = looks.replace(shape, same)
    return looks
