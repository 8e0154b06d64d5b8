"""Compiling the catalogues of translations for gettext."""

import os
from collections.abc import Iterator
from pathlib import Path

import polib

# Not that of the labels, which read what is compiled as soon as they are imported.
LOCALE = Path(__file__).parents[2] / "locale"


def out_of_date(locale: Path = LOCALE) -> Iterator[Path]:
    """The catalogues (`.po`) that have changed since they were compiled, or were never compiled."""
    for catalogue in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        compiled = catalogue.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < catalogue.stat().st_mtime_ns:
            yield catalogue


def compile_catalogue(catalogue: Path) -> None:
    """Write the compiled catalogue (`.mo`) beside its source, atomically.

    Two processes that compile it at once write temporary files of their own.
    """
    part = catalogue.with_suffix(f".mo.part{os.getpid()}")
    polib.pofile(str(catalogue)).save_as_mofile(str(part))
    part.chmod(0o644)  # as the code it lies in: another user may serve it
    part.replace(catalogue.with_suffix(".mo"))
