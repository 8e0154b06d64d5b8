"""Rows of which several deals may have been played: alike where the same is to be chosen, but for the names."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ledger.rules.deals.reading import with_players
from ledger.rules.imports.choosing.doubts import BESIDE_THE_POINTS, doubts_about
from ledger.rules.imports.verdict.judging import RowVerdict

SEATS = "ABCDEFGHIJKLM"  # in place of the names


class AlikeRows(NamedTuple):
    """Rows with the same deals to choose from, but for who played them, and what choices call them."""

    key: str
    verdicts: Sequence[RowVerdict]


def is_open(verdict: RowVerdict) -> bool:
    """Whether a row's contract is known, and somebody has to say by which of the deals that pay so it came about."""
    is_sure = {*doubts_about(verdict)} <= BESIDE_THE_POINTS
    is_one = len(verdict.readings) == 1 and verdict.names_all_of(verdict.readings[0])
    return is_sure and verdict.is_contract_known and bool(verdict.readings) and not is_one


def alike_rows(verdicts: Iterable[RowVerdict]) -> list[AlikeRows]:
    """The rows of which somebody has to choose what was played, put together, the most frequent first."""
    by_key: dict[str, list[RowVerdict]] = defaultdict(list)
    for verdict in verdicts:
        if is_open(verdict):
            by_key[alike_key(verdict)].append(verdict)
    return sorted((AlikeRows(key, alike) for key, alike in by_key.items()), key=lambda rows: -len(rows.verdicts))


def alike_key(verdict: RowVerdict) -> str:
    """The deals to choose from, with letters for the names: "nolo sol A 0 | nolo sol A 1"."""
    letters: dict[str, str] = {}
    return " | ".join(" ".join(_words(reading, letters)) for reading in verdict.readings)


def reading_key(deal: Mapping[str, Any]) -> str:
    """All that a deal to choose says: "nolo sol Anna 1"."""
    return " ".join(_values(deal))


def _words(deal: Mapping[str, Any], letters: dict[str, str]) -> Iterator[str]:
    def letter(name: str) -> str:
        return letters.setdefault(name, SEATS[len(letters) % len(SEATS)])

    yield from _values(with_players(deal, letter))


def _values(value: object) -> Iterator[str]:
    """Everything that a deal says, in the order in which it says it."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _values(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _values(inner)
    elif value is not None:
        yield str(value)
