"""The catalogues of translations, compiled to what gettext reads."""

import os
from collections.abc import Iterator
from pathlib import Path

import polib

LOCALE = Path(__file__).parents[2] / "locale"


def out_of_date(locale: Path = LOCALE) -> Iterator[Path]:
    """Give the catalogues (`.po`) that were changed since they were compiled, or never were."""
    for catalogue in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        compiled = catalogue.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime_ns < catalogue.stat().st_mtime_ns:
            yield catalogue


def compile_catalogue(catalogue: Path) -> None:
    """Write the compiled catalogue (`.mo`) beside its source, in one step, so that nobody reads half of it.

    Of two processes that compile it at once each writes a file of its own first.
    """
    part = catalogue.with_suffix(f".mo.part{os.getpid()}")
    polib.pofile(str(catalogue)).save_as_mofile(str(part))
    part.replace(catalogue.with_suffix(".mo"))
