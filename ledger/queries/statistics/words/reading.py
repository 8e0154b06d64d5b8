"""A filter of deals read from a player's words: "vip Karen 2026 tabt"; nothing is guessed."""

import re
from calendar import monthrange
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from ledger.queries.statistics.deal_filter import BIDDER, HOUSE, DealFilter
from ledger.queries.statistics.played import parts_of_players
from ledger.queries.statistics.words.vocabulary import (
    BY_WORD,
    HOUSE_WORDS,
    LEAD_BY_WORD,
    LONGEST_PHRASE,
    MONTH_BY_WORD,
    NOISE,
    Meaning,
    Vocabulary,
    words_of,
)
from ledger.rules.deals.kinds import KINDS
from ledger.rules.site.refusal import Refusal, gettext_noop

LONGEST_TEXT = 200
MOST_TIED = 4
YEAR = re.compile(r"(19|20)\d\d", re.ASCII)
DAY = re.compile(r"(\d{1,2})[./](\d{1,2})[-./](\d{4})|(\d{4})-(\d{2})-(\d{2})", re.ASCII)
DAY_WITHOUT_YEAR = re.compile(r"\d{1,2}[./]\d{1,2}\.?", re.ASCII)
NUMBER = re.compile(r"\d{1,2}", re.ASCII)
CONTRACT_KEY = re.compile(r"(\w+)\.\w*", re.ASCII)

UNKNOWN = gettext_noop("“%(word)s” is no name, contract, season, day or result known here.")
TIED = gettext_noop("“%(word)s” may be %(choices)s. Write more of it.")
TWICE = gettext_noop("“%(word)s” is one too many of its kind.")
WHICH_WAY = gettext_noop("Is “%(word)s” with or against the other? Write “with” or “against” before the name.")
NO_PLAYER = gettext_noop("With or against “%(word)s”: write who, too.")
NO_YEAR = gettext_noop("Write the year after “%(word)s”.")
WRONG_ORDER = gettext_noop("The last day is before the first.")
SAME_PLAYER = gettext_noop("“%(word)s” is the player already.")
TOO_LONG = gettext_noop("Write fewer words.")


@dataclass(frozen=True)
class ReadWords:
    """The filter that was understood, and what was not, each with its words."""

    asked: DealFilter
    refusals: tuple[Refusal, ...]


class Span(NamedTuple):
    """Some days, and the number of words that name them."""

    first: date
    last: date
    words: int


def read_words(text: str, vocabulary: Vocabulary) -> ReadWords:
    """Read what somebody typed as a filter of deals; a word that means nothing, or two things, is told."""
    if len(text) > LONGEST_TEXT:
        return ReadWords(DealFilter(), (Refusal(TOO_LONG, "q"),))
    reader = _Reader(words_of(text), vocabulary)
    reader.read()
    return ReadWords(reader.filter(), tuple(reader.refusals))


class _Reader:
    """Goes through the words once, and notes what they ask for and what cannot be read."""

    def __init__(self, words: list[str], vocabulary: Vocabulary) -> None:
        self.words = words
        self.vocabulary = vocabulary
        self.at = 0
        self.asked: dict[str, Any] = {}
        self.refusals: list[Refusal] = []
        self.others: dict[str, str] = {}  # how the partner and the opponent were written

    def read(self) -> None:
        """Read all words."""
        while self.at < len(self.words):
            ways = (self._read_lead, self._read_days, self._read_fixed, self._read_number, self._read_named)
            if not any(read() for read in ways):
                if self.words[self.at] not in NOISE:
                    self._refuse(UNKNOWN, 1)
                self.at += 1
        self._check()

    def filter(self) -> DealFilter:
        """What was understood."""
        asked = DealFilter(**self.asked)
        return asked if asked.player else replace(asked, partner="", opponent="")

    def _check(self) -> None:
        """Look at what was read together."""
        asked = self.asked
        for field, written in self.others.items():
            if "player" not in asked:
                self.refusals.append(Refusal(NO_PLAYER, "q", word=written))
            elif asked.get(field) == asked["player"]:
                self.refusals.append(Refusal(SAME_PLAYER, "q", word=written))
                del asked[field]
        if "since" in asked and "until" in asked and asked["since"] > asked["until"]:
            self.refusals.append(Refusal(WRONG_ORDER, "q"))
            del asked["until"]

    # --- each way to read on from the present word; False where it cannot be read so

    def _read_lead(self) -> bool:
        """A word that says what follows it."""
        field = LEAD_BY_WORD.get(self.words[self.at])
        if field is None or self.at + 1 >= len(self.words):
            return False
        if field in ("since", "until"):
            return self._read_end(field)
        if field in ("level", "table"):
            number = NUMBER.fullmatch(self.words[self.at + 1])
            return bool(number) and self._take(field, int(self.words[self.at + 1]), 2)
        if field in ("partner", "opponent"):
            return self._read_other(field, self.at + 1)
        return self._read_by_field(field, self.at + 1)

    def _read_by_field(self, field: str, start: int) -> bool:
        """A player, contract or season behind the word that says so; by its address or key first."""
        word = self.words[start]
        meaning = self.vocabulary.at_address(field, word)
        if field == "part" and word in (BIDDER, *parts_of_players()):
            meaning = Meaning(field, word)
        if field == "contract" and (match := CONTRACT_KEY.fullmatch(word)) and match[1] in KINDS:
            meaning = Meaning(field, word)
        if meaning:
            return self._take(field, meaning.value, start + 1 - self.at)
        return self._read_phrase(start, (field,), field)

    def _read_other(self, field: str, start: int) -> bool:
        """A partner or an opponent behind "with" or "against"."""
        if field == "opponent":
            for words, end in self._phrases(start):
                # A player may be called Huset and is meant then; the sign before it is in no address.
                if words in HOUSE_WORDS and (words == HOUSE or not self.vocabulary.meanings(words, ("player",))):
                    return self._take_other(field, HOUSE, end)
        if meaning := self.vocabulary.at_address("player", self.words[start]):
            return self._take_other(field, meaning.value, start + 1)
        return self._read_phrase(start, ("player",), field)

    def _read_end(self, field: str) -> bool:
        """The first or the last day."""
        span = self._span(self.at + 1)
        if span is None:
            return False
        return self._take(field, span.first if field == "since" else span.last, span.words + 1)

    def _read_days(self) -> bool:
        """A day, a month of a year, or a year."""
        span = self._span(self.at)
        if span is None:
            word = self.words[self.at]
            if DAY_WITHOUT_YEAR.fullmatch(word) or (word in MONTH_BY_WORD and not self._is_named(word)):
                self._refuse(NO_YEAR, 1)
                self.at += 1
                return True
            return False
        if "since" in self.asked or "until" in self.asked:
            return self._take("since", span.first, span.words)
        self.asked["since"], self.asked["until"] = span.first, span.last
        self.at += span.words
        return True

    def _read_fixed(self) -> bool:
        """A part, a result, or "corrected"."""
        for words, end in self._phrases(self.at):
            if meaning := BY_WORD.get(words):
                if words in ("makker", "partner") and "player" not in self.asked and self._read_partner_alone(end):
                    return True
                return self._take(meaning.field, meaning.value, end - self.at)
        return False

    def _read_partner_alone(self, start: int) -> bool:
        """A player behind "partner" before any other: deals in which they were the partner."""
        if start >= len(self.words) or self._is_fixed(start):
            return False
        for words, end in self._phrases(start):
            meanings = self.vocabulary.meanings(words, ("player",))
            if len(meanings) == 1:
                self.asked["player"] = meanings.pop().value
                return self._take("part", "partner", end - self.at)
        return False

    def _read_number(self) -> bool:
        """A level."""
        word = self.words[self.at]
        if not NUMBER.fullmatch(word) or int(word) not in self.vocabulary.levels:
            return False
        return self._take("level", int(word), 1)

    def _read_named(self) -> bool:
        """A name, a contract or a season."""
        return self._read_phrase(self.at, (), "")

    def _read_phrase(self, start: int, fields: tuple[str, ...], field: str) -> bool:
        """The longest phrase from a word on that means one thing; where the shortest means several, that is told."""
        tied: tuple[set[Meaning], int] | None = None
        for words, end in self._phrases(start):
            meanings = self.vocabulary.meanings(words, fields)
            if len(meanings) == 1:
                meaning = meanings.pop()
                return self._take_named(field or meaning.field, meaning.value, end)
            if meanings:
                tied = meanings, end
        if tied is None:
            return False
        meanings, end = tied
        names = sorted(map(self._choice, meanings))
        self._refuse(TIED, end - self.at, choices=", ".join([*names[:MOST_TIED], *["…"][: len(names) > MOST_TIED]]))
        self.at = end
        return True

    def _choice(self, meaning: Meaning) -> str:
        """What may be typed for a meaning that is one of several."""
        return f"{self.vocabulary.lead(meaning.field)} {self.vocabulary.name_of(meaning)}"

    # --- what a reading gives

    def _take(self, field: str, value: Any, words: int) -> bool:
        """Note a value, unless the field has another."""
        if self.asked.setdefault(field, value) != value:
            self._refuse(TWICE, words)
        self.at += words
        return True

    def _take_named(self, field: str, value: Any, end: int) -> bool:
        if field in ("partner", "opponent"):
            return self._take_other(field, value, end)
        if field == "player" and self.asked.get("player", value) != value:
            self._refuse(WHICH_WAY, end - self.at)
            self.at = end
            return True
        return self._take(field, value, end - self.at)

    def _take_other(self, field: str, value: str, end: int) -> bool:
        self.others.setdefault(field, " ".join(self.words[self.at + 1 : end]))
        return self._take(field, value, end - self.at)

    def _refuse(self, message: str, words: int, **params: object) -> None:
        word = " ".join(self.words[self.at : self.at + words])
        self.refusals.append(Refusal(message, "q", word=word, **params))

    # --- the words ahead

    def _phrases(self, start: int) -> Iterator[tuple[str, int]]:
        """The phrases from a word on, the longest first, each with where it ends."""
        for end in range(min(len(self.words), start + LONGEST_PHRASE), start, -1):
            yield " ".join(self.words[start:end]), end

    def _is_fixed(self, start: int) -> bool:
        return any(words in BY_WORD or words in LEAD_BY_WORD for words, _ in self._phrases(start))

    def _is_named(self, word: str) -> bool:
        return bool(self.vocabulary.meanings(word))

    def _span(self, start: int) -> Span | None:
        """The days that the words from a place on name: a day, a month and a year, or a year."""
        if start >= len(self.words):
            return None
        word, after = self.words[start], self.words[start + 1] if start + 1 < len(self.words) else ""
        if match := DAY.fullmatch(word):
            year, month, day = match.group(3, 2, 1) if match[3] else match.group(4, 5, 6)
            with suppress(ValueError):
                on = date(int(year), int(month), int(day))
                return Span(on, on, 1)
            return None
        if word in MONTH_BY_WORD and YEAR.fullmatch(after):
            year_number, month_number = int(after), MONTH_BY_WORD[word]
            last = monthrange(year_number, month_number)[1]
            return Span(date(year_number, month_number, 1), date(year_number, month_number, last), 2)
        if YEAR.fullmatch(word):
            return Span(date(int(word), 1, 1), date(int(word), 12, 31), 1)
        return None
