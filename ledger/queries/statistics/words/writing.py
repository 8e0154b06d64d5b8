"""A filter of deals written in the words from which it is read back."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from ledger.queries.statistics.deal_filter import HOUSE, DealFilter
from ledger.queries.statistics.words.reading import YEAR, read_words
from ledger.queries.statistics.words.vocabulary import HOUSE_WORDS, WORDS, Meaning, Vocabulary


def write_words(asked: DealFilter, vocabulary: Vocabulary) -> str:
    """The filter in words; names stand as they are unless they could be taken for something else."""
    for is_plain in (True, False):
        text = " ".join(_Writer(asked, vocabulary, is_plain=is_plain).words())
        if read_words(text, vocabulary).asked == asked:
            return text
    return text


class _Writer:
    """Writes the conditions of a filter, by names or by addresses."""

    def __init__(self, asked: DealFilter, vocabulary: Vocabulary, *, is_plain: bool) -> None:
        self.asked = asked
        self.vocabulary = vocabulary
        self.is_plain = is_plain

    def words(self) -> Iterator[str]:
        """The words for each condition, in an order in which none is taken for a part of another."""
        asked = self.asked
        yield from self._write_name("contract", asked.contract)
        if asked.level is not None:
            is_plain = self.is_plain and asked.level in self.vocabulary.levels
            yield str(asked.level) if is_plain else f"{self.vocabulary.lead('level')} {asked.level}"
        yield from self._write_name("player", asked.player)
        yield from self._fixed_word("part", asked.part)
        yield from self._fixed_word("result", asked.result)
        yield from self._other("partner", asked.partner)
        yield from self._other("opponent", asked.opponent)
        if asked.season:
            name = self.vocabulary.names["season"][asked.season]
            yield f"{self.vocabulary.lead('season')} {name if self.is_plain else asked.season}"
        yield from self._days(asked.since, asked.until)
        if asked.table is not None:
            yield f"{self.vocabulary.lead('table')} {asked.table}"
        yield from self._fixed_word("is_corrected", asked.is_corrected)

    def _write_name(self, field: str, value: str) -> Iterator[str]:
        """A player or a contract: by its name, or by its address behind the word that says what it is."""
        if not value:
            return
        known = self.vocabulary.labels if field == "contract" else self.vocabulary.names[field]
        if not self.is_plain or value not in known:
            yield f"{self.vocabulary.lead(field)} {value}"
            return
        text = self.vocabulary.name_of(Meaning(field, value))
        alone = read_words(text, self.vocabulary)
        named: dict[str, Any] = {field: value}
        is_clear = alone.asked == DealFilter(**named) and not alone.refusals
        yield text if is_clear else f"{self.vocabulary.lead(field)} {value}"

    def _other(self, field: str, value: str) -> Iterator[str]:
        if value:
            names = {
                HOUSE: HOUSE_WORDS[0 if self.vocabulary.language == "da" else 1],
                **self.vocabulary.names["player"],
            }
            yield f"{self.vocabulary.lead(field)} {names[value] if self.is_plain else value}"

    def _fixed_word(self, field: str, value: object) -> Iterator[str]:
        words = WORDS.get(Meaning(field, value))
        if words:
            yield words[self.vocabulary.language][0]
        elif value:
            yield f"{self.vocabulary.lead(field)} {value}"

    def _days(self, since: date | None, until: date | None) -> Iterator[str]:
        year = str(since.year) if since else ""
        if since and YEAR.fullmatch(year) and (since, until) == (date(since.year, 1, 1), date(since.year, 12, 31)):
            yield year
            return
        if since:
            yield f"{self.vocabulary.lead('since')} {_day(since)}"
        if until:
            yield f"{self.vocabulary.lead('until')} {_day(until)}"


def _day(day: date) -> str:
    return f"{day.day}.{day.month}.{day.year:04d}"
