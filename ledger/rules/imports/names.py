"""Who is meant by a name in an old book, or in a list that a club brings along."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ledger.rules.clubs import in_any_case, look_alike
from ledger.rules.imports.written.cells import BookSheet, Value, read_amount, text_of
from ledger.rules.imports.written.rows import TOTAL_WORDS
from ledger.rules.site.points import Points, exact_value
from ledger.rules.site.refusal import Refusal, gettext_noop

MOST_SUGGESTIONS = 3
BETWEEN_NAMES = re.compile(r"[,/&+]|\b(?:og|and|med|with)\b", re.IGNORECASE)


def match_name(
    name: str, players: Sequence[str], aliases: Mapping[str, str] | None = None
) -> tuple[str | None, tuple[str, ...]]:
    """The player who is certainly meant by a written name, or None and those who may be, the likeliest first.

    `aliases` are names that somebody confirmed, with whom they mean.
    """
    plain = plain_name(name)
    confirmed = {plain_name(alias): player for alias, player in (aliases or {}).items()}
    if confirmed.get(plain) in players:
        return confirmed[plain], ()
    alike = [player for player in players if plain_name(player) == plain]
    if len(alike) == 1:
        return alike[0], ()
    return None, _suggestions(name, plain, tuple(players))


@lru_cache(maxsize=4096)  # an old book names a few people in thousands of rows
def plain_name(name: str) -> str:
    """A name as it is in any case, without double spaces or full stops."""
    composed = unicodedata.normalize("NFC", name).replace(".", " ")
    return in_any_case(" ".join(composed.split()))


def names_in(text: str) -> tuple[str, ...]:
    """The names that are written in one cell: "Bodil og Carl", "med Bodil, Carl"."""
    return tuple(name for name in map(str.strip, BETWEEN_NAMES.split(text)) if name)


@lru_cache(maxsize=1024)
def _suggestions(name: str, plain: str, players: tuple[str, ...]) -> tuple[str, ...]:
    by_plain = {plain_name(player): player for player in players}
    looks = look_alike(name, players)
    likely: list[str] = [looks] if looks else []
    likely += [player for known, player in by_plain.items() if _is_short_for(plain, known)]
    likely += [by_plain[known] for known in get_close_matches(plain, [*by_plain], n=MOST_SUGGESTIONS)]
    firsts = {known.split()[0]: player for known, player in by_plain.items() if known}
    likely += [firsts[first] for first in get_close_matches(plain.split()[0] if plain else "", [*firsts], n=1)]
    return tuple(dict.fromkeys(likely))[:MOST_SUGGESTIONS]


def _is_short_for(short: str, name: str) -> bool:
    """Whether a name may be written so for short: its first name, a beginning, its initials or one with an initial."""
    words = short.split()
    parts = name.split()
    if not words or not parts:
        return False
    initials = "".join(part[0] for part in parts)
    if "".join(words) == initials or parts[0].startswith("".join(words)):
        return True
    return len(words) <= len(parts) and all(part.startswith(word) for word, part in zip(words, parts, strict=False))


class NameQuestion(NamedTuple):
    """A written name about which somebody is to be asked once: how often it stands there, and who may be meant."""

    name: str
    times: int
    suggestions: tuple[str, ...]


def who_is_meant(
    names: Iterable[str], ids: Mapping[str, int], aliases: Mapping[str, str]
) -> tuple[dict[str, int], tuple[NameQuestion, ...]]:
    """The ids of those who are certainly meant, by written name, and what is to be asked of the other names.

    `ids` are those of the players by name; the most frequent of the names is asked first.
    """
    known = {}
    questions = []
    for name, times in Counter(names).most_common():
        player, suggestions = match_name(name, [*ids], aliases)
        if player is not None:
            known[name] = ids[player]
        else:
            questions.append(NameQuestion(name, times, suggestions))
    return known, tuple(questions)


# A list of names that a club brings along: who they are, guests or not, and what each stood at.


MOST_NAMES = 200
HEADINGS = {"navn", "navne", "spiller", "spillere", "name", "names", "player", "players", "medlem", "member"}
GUESTS, MEMBERS = {"gæst", "guest", "g"}, {"medlem", "member", "m", "fast"}
THE_HOUSE = {"huset", "the house", "house", "bank", "banken"}
PARTED = re.compile(r"[\t;]")
# "Bodil Berg  -12,5": the number behind a name on a line without any other sign between them.
BEHIND = re.compile(
    r"(?<![ ,:=])[ ,:=]{1,20}([+\-\N{MINUS SIGN}–]?\d{1,9}(?:[.,/]\d{1,9}){0,4}(?: \d{1,3}/\d{1,3})?|-)\Z"
)

EMPTY = gettext_noop("There is no name in the list.")
TOO_MANY = gettext_noop("A list has at most %(most)s names.")


@dataclass(frozen=True)
class ListedName:
    """A row of the list, from 1: a name, whether it is a guest's, and a balance in points if one stands there."""

    row: int
    name: str
    is_guest: bool
    points: Points | None


def text_of_sheets(sheets: Sequence[BookSheet]) -> str:
    """The first sheet that holds anything, as the text of a list: a row a line, its cells parted by tabs."""
    rows = next((sheet.rows for sheet in sheets if sheet.rows), ())
    return "\n".join("\t".join(_cell_text(value) for value in row.values if text_of(value)) for row in rows)


def read_name_list(text: str) -> tuple[ListedName, ...]:
    """Read a list: a name a line, with a balance and the word for a guest in any order; headings and sums are left out.

    Raises Refusal (field "names") with the row at fault.
    """
    listed: list[ListedName] = []
    for number, row in enumerate(text.splitlines(), 1):
        cells = _cells(row)
        first = cells[0].lower().strip(" .:") if cells else ""
        # The house has what is left over, whatever another book called it.
        is_heading = first in HEADINGS and not any(map(str.isdecimal, row))
        if first and not is_heading and first not in THE_HOUSE and not TOTAL_WORDS.fullmatch(first):
            listed.append(_read_row(number, cells))
    if not listed:
        raise Refusal(EMPTY, "names")
    if len(listed) > MOST_NAMES:
        raise Refusal(TOO_MANY, "names", most=MOST_NAMES)
    known: set[str] = set()
    for item in listed:
        if plain_name(item.name) in known:
            raise Refusal(
                gettext_noop("Row %(row)s: %(name)s is in the list twice."), "names", row=item.row, name=item.name
            )
        known.add(plain_name(item.name))
    return tuple(listed)


def _cells(row: str) -> list[str]:
    cells = [" ".join(cell.split()) for cell in PARTED.split(row)]
    cells = [cell for cell in cells if cell]
    if len(cells) == 1 and (match := BEHIND.search(cells[0])) and any(map(str.isalpha, cells[0][: match.start()])):
        return [cells[0][: match.start()], match[1]]
    return cells


def _read_row(number: int, cells: Sequence[str]) -> ListedName:
    name, is_guest, others = "", False, []
    for cell in cells:
        word = cell.lower().strip(" .()")
        if word in GUESTS | MEMBERS:
            is_guest = word in GUESTS
        elif not name and any(map(str.isalpha, cell)):
            name = cell
        else:
            others.append(cell)
    if not name:
        raise Refusal(gettext_noop("Row %(row)s: there is no name."), "names", row=number)
    if len(others) > 1:
        raise Refusal(
            gettext_noop("Row %(row)s: there are two numbers. Keep the name and the balance alone."),
            "names",
            row=number,
        )
    points = None
    if others:
        try:
            points = read_amount(others[0]) or 0
        except Refusal:
            not_understood = gettext_noop("Row %(row)s: “%(text)s” is neither a balance nor “guest”.")
            raise Refusal(not_understood, "names", row=number, text=others[0][:40]) from None
    return ListedName(number, name, is_guest, points)


def _cell_text(value: Value) -> str:
    return str(exact_value(value)) if isinstance(value, Fraction) else text_of(value)
