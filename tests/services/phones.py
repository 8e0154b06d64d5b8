"""Writes of several phones at once, each on a connection of its own."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from ledger.rules.site.refusal import Refusal

PHONES = 6


def on_a_connection_of_its_own(write: Callable[[], Any]) -> Any:
    """What a write gives in a thread, whose connection is closed then."""
    try:
        return write()
    finally:
        connection.close()


def at_once(writes: Iterable[Callable[[], Any]]) -> list[Any]:
    """Do writes on phones of their own; gives results and refusals in the order of the writes."""

    def outcome_of(write: Callable[[], Any]) -> Any:
        try:
            return on_a_connection_of_its_own(write)
        except Refusal as refusal:
            return refusal

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(outcome_of, writes))
