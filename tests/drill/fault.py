"""A fault for the drill: one change of text, and the test that must notice it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A change of text in a file, and the test that must fail for it on an engine. `old` is there exactly once."""

    file: str
    old: str
    new: str
    test: str
    database: str = "sqlite"
