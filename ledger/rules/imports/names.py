"""Who is meant by a name in an old book: certain where it is written alike, else suggestions, and never a guess."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from ledger.rules.clubs.look_alikes import look_alike
from ledger.rules.clubs.whole_words import in_any_case

MOST_SUGGESTIONS = 3
BETWEEN_NAMES = re.compile(r"[,/&+]|\b(?:og|and|med|with)\b", re.IGNORECASE)


class NameMatch(NamedTuple):
    """The player who is certainly meant, else those who may be, the likeliest first."""

    player: str | None
    suggestions: tuple[str, ...] = ()


def match_name(name: str, players: Sequence[str], aliases: Mapping[str, str] | None = None) -> NameMatch:
    """Match a written name with the players; `aliases` are names that somebody confirmed, with whom they mean."""
    plain = plain_name(name)
    if aliases:
        confirmed = {plain_name(alias): player for alias, player in aliases.items()}
        if confirmed.get(plain) in players:
            return NameMatch(confirmed[plain])
    alike = [player for player in players if plain_name(player) == plain]
    if len(alike) == 1:
        return NameMatch(alike[0])
    return NameMatch(None, _suggestions(name, plain, tuple(players)))


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
        match = match_name(name, [*ids], aliases)
        if match.player is not None:
            known[name] = ids[match.player]
        else:
            questions.append(NameQuestion(name, times, match.suggestions))
    return known, tuple(questions)
