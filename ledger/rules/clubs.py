"""How the names that a club types are read, shown and kept, and its address elsewhere."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlsplit

from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import danish_sort_key, variants

# Names as they are shown.


SHORT_ENOUGH = 12  # letters of a name that is short enough as it is


def short_names(names: Sequence[str]) -> list[str]:
    """What each of them is called among these: "Wilhelmine von Stokkemarke" is "Wilhelmine", "Hans Peder" stays.

    A long name is cut to its first words, of which there are so many that no other name begins with them.
    """
    return [name if len(name) <= SHORT_ENOUGH else _first_words(name, names) for name in names]


def _first_words(name: str, names: Sequence[str]) -> str:
    words, others = name.split(), [other.split() for other in names if other != name]
    for count in range(1, len(words)):
        is_whole = not words[count - 1].islower()  # nobody is called "Anna von"
        if is_whole and all(other[:count] != words[:count] for other in others):
            return " ".join(words[:count])
    return name


NO_INITIALS = "N.N."  # of a name without a letter or digit


def initials_of(name: str) -> str:
    """The first letter of each word: "Jens Kristian Holm" is "J.K.H."."""
    firsts = (next((letter for letter in word if letter.isalnum()), "") for word in name.split())
    return "".join(f"{first.upper()}." for first in firsts if first) or NO_INITIALS


def initials_apart(names: Mapping[int, str], taken: Collection[str]) -> dict[int, str]:
    """Initials for names by number, no two alike and none of those `taken`: "J.K.", "J.K. 2"."""
    given: dict[int, str] = {}
    used = {name.casefold() for name in taken}
    # By number, so that whoever joins later changes nobody's initials.
    for number, name in sorted(names.items()):
        free = next(free for free in variants(initials_of(name), "%s %d") if free.casefold() not in used)
        used.add(free.casefold())
        given[number] = free
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
    return re.sub(r"(?<=\b\w\.)\.(?!\.)", "", replaced)


# Names as they are typed.


# What a list puts before a name: "- Erik", "• Hanne", "1. Frida", "2) Ib", or a column of numbers.
LIST_MARKS = re.compile(r"\A(?:[-–—*+•‣▪◦·○●☐☑✓]\s*|\(?\d{1,3}(?:[.):]\s*|\s+))+")
# What it says of somebody behind the name: "(kasserer)", "12,50 kr", "20 30 40 50". A short number is kept: "Carl 2".
REMARK = re.compile(
    r"\((?=[a-zæøå+]|\d\d)[^()\n]{,60}\)"
    r"|(?<=\s)(?:\d{1,6}[.,]\d\d(?!\d)|\d{1,6}(?= ?kr\b))(?: ?kr\b\.?)?"
    r"|(?<=\s)(?:\+\d\d ?)?(?:\d\d ?){3}\d\d(?!\d)"
)
QUOTES = "\"'“”„»«‘’"


class PastedNames(NamedTuple):
    """The names of a list, each once, and what was taken away: doubles, what stood behind a name, and marks."""

    names: list[str]
    doubles: list[str]  # as the name stands where it is kept
    others: list[str]
    has_marks: bool

    @property
    def skipped(self) -> list[str]:
        """Everything that might have been meant as a name."""
        return [*self.others, *self.doubles]


def names_in(text: str, *, known: Iterable[str] = ()) -> PastedNames:
    """Read one name a line, or several with commas between them; what stands behind a tab or semicolon is no name.

    On lines of their own, nor is what begins with a small letter behind a comma: "Bodil, gæst".
    """
    # A line that ends in a comma goes on in the next.
    lines = re.sub(r"[,;][ \t]*[\r\n]+", ",", REMARK.sub("", text).strip()).splitlines()
    if len(lines) == 1:
        lines = re.split("[,;\t]", lines[0])
    kept = {danish_sort_key(name): name for name in known}
    has_marks = bool(REMARK.search(text)) or any(LIST_MARKS.match(line.strip()) for line in lines)
    read = PastedNames([], [], [], has_marks)
    for line in lines:
        first, *behind = re.split("[\t;]", LIST_MARKS.sub("", line.strip()))
        cells = [_without_quotes(cell) for cell in first.split(",")]
        names = [cells[0], *(cell for cell in cells[1:] if cell[:1].isupper())]
        meant = set(names)
        for name in names:
            key = danish_sort_key(name)
            if key in kept:
                read.doubles.append(kept[key])
            elif name:
                kept[key] = name
                read.names.append(name)
        others = [*cells, *map(_without_quotes, behind)]
        read.others.extend(cell for cell in others if cell and cell not in meant)
    return read


def _without_quotes(cell: str) -> str:
    name = " ".join(cell.split())
    return name.strip(QUOTES) if name.startswith(tuple(QUOTES)) else name


# Cyrillic and Greek letters beside the Latin ones that they look like, then Latin ones without their strokes.
LATIN = str.maketrans(
    "АВЕЅІЈКМНОРСТУХԀԚԜ" + "аеѕіјорсухһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ" + "αγικνορυχω" + "ıłđ",
    "ABESIJKMHOPCTYXDQW" + "aesijopcyxhdqw" + "ABEZHIKMNOPTYX" + "ayikvopuxw" + "ild",
)
# A Danish letter is no accented one: Åse is not Ase, though Renée is as good as Renee.
DANISH = str.maketrans({"å": "aa", "ä": "æ", "ö": "ø"})
SHAPES_ALIKE = (("0", "o"), ("1", "l"), ("i", "l"), ("rn", "m"), ("vv", "w"))


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of the other names with which this one may be confused, or None."""
    looks = _looks_of(name)
    return next((other for other in others if _looks_of(other) == looks), None)


def _looks_of(name: str) -> str:
    """What similar names have in common: no accents, signs, spaces or capitals, one letter for all that look alike."""
    letters = unicodedata.normalize("NFKC", name).translate(LATIN).casefold().translate(DANISH)
    looks = "".join(letter for letter in unicodedata.normalize("NFKD", letters) if letter.isalnum())
    for shape, same in SHAPES_ALIKE:
        looks = looks.replace(shape, same)
    return looks


DOTS_OF_I = str.maketrans("İı", "ii")  # a pattern takes both for an i, casefold neither


def with_words(text: str, words: Mapping[str, str], *, is_first: Callable[[str], bool] = str.isupper) -> str:
    """A text in which others stand for some words, with or without a genitive, the longest first; "" keeps a word.

    Words whose first letter `is_first`, and those that stand as they are given. Of those that differ in their case
    alone the first counts.
    """
    instead: dict[str, str] = {}
    for word, other in words.items():
        instead.setdefault(in_any_case(word), other)
    # "strauß" too, which is "strauss" in any case.
    patterns = {*instead, *(word.translate(DOTS_OF_I).lower() for word in words)} - {""}
    if not patterns:
        return text
    longest_first = sorted(patterns, key=lambda pattern: (-len(pattern), pattern))
    whole = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?='?s?(?!\w))", re.IGNORECASE)
    composed = unicodedata.normalize("NFC", text)

    def instead_of(match: re.Match[str]) -> str:
        word = match[1]
        if is_first(word[0]) or word in words:
            return instead[in_any_case(word)] or word
        return word

    return whole.sub(instead_of, composed)


def in_any_case(word: str) -> str:
    """What a word is in whatever case."""
    return word.translate(DOTS_OF_I).casefold()


# Mentions of players, kept by number so that the book never holds a name.
#
# "Det var Carl" is kept as "Det var ⟦17⟧", where 17 is Carl's number, and shown with Carl's name of today.
# A first name alone is kept as ⟦17.1⟧. Nicknames and misspellings are not recognised and stay as typed.


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


# The address of a club on another installation.


LONGEST_ADDRESS = 200
HOST_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", re.ASCII)
SLUG = re.compile(r"[A-Za-z0-9_-]{1,60}", re.ASCII)
NO_CLUB_IN_IT = gettext_noop(
    "Give the whole address of the club's front page, such as https://whist.example.dk/torsdagsklubben/."
)


def read_club_address(text: str) -> str:
    """The address of a club's front page in one spelling, given that of any of its pages.

    Raises Refusal (field "address") for anything else.
    """
    try:
        parts = urlsplit(text.strip())
        host, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError:  # UnicodeError is one
        raise Refusal(NO_CLUB_IN_IT, field="address") from None
    if parts.scheme != "https":
        raise Refusal(gettext_noop("Give an address that begins with https://."), field="address")
    _, _, rest = parts.path.partition("/")
    slug, _, _ = rest.partition("/")
    if not HOST_NAME.fullmatch(host) or "@" in parts.netloc or not SLUG.fullmatch(slug):
        raise Refusal(NO_CLUB_IN_IT, field="address")
    at_port = "" if port in (None, 443) else f":{port}"
    address = f"https://{host}{at_port}/{slug}/"
    if len(address) > LONGEST_ADDRESS:
        raise Refusal(NO_CLUB_IN_IT, field="address")
    return address
