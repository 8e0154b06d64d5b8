"""Export files: written atomically and readable by their owner alone, read a line at a time."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.core.management.base import CommandError
from django.utils.translation import gettext

from ledger.rules.site.refusal import Refusal
from ledger.services.keeping.club_file import pack, unpack
from ledger.templatetags.ledger_refusals import refusal_text


def write(file: Path, lines: Iterable[bytes]) -> None:
    """Write lines as a compressed file, which replaces an older one only once it is complete.

    Raises CommandError if that fails.
    """
    new = file.with_name(f".{file.name}.new")
    try:
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as raw:
            pack(lines, raw)
            raw.flush()
            # Or a power cut could leave the name with nothing behind it, and the older file gone.
            os.fsync(raw.fileno())
        new.replace(file)
    except OSError as error:
        raise CommandError(gettext("%(file)s could not be written: %(why)s") % {"file": file, "why": error}) from None
    finally:
        new.unlink(missing_ok=True)


def read(file: Path) -> Iterator[bytes]:
    """The lines of an export, each within the length limit.

    Raises CommandError for what is no compressed file.
    """
    try:
        with file.open("rb") as raw:
            yield from unpack(raw)
    except OSError as error:
        params = {"file": file, "why": error}
        raise CommandError(gettext("%(file)s cannot be read as an export: %(why)s") % params) from None
    except Refusal as refusal:
        raise CommandError(f"{file}: {refusal_text(refusal)}") from None
