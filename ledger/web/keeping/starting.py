"""The checks before the first page: say in one line what the site runs on, or refuse to serve."""

import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import rmtree
from subprocess import Popen

from django.conf import settings
from django.db import Error, connections

from ledger.queries.book.audit.database import damaged_rows_of_django, run_check
from ledger.queries.clubs.clubs import has_own_club
from ledger.queries.site import Failure, failure_of, faults, risks, runs_on, schema_risks
from ledger.services.keeping.club_file import founding_code
from ledger.services.site.catalogues import LOCALE, out_of_date
from ledger.services.site.other_database import manage_beside
from ledger.services.site.reading_apart import missing_limits
from ledger.web.site.errors import backup_faults, damage_faults, sentence_about, static_faults

REFUSED = 3  # systemd starts it again at any other


def missing_translations(locale: Path = LOCALE) -> Iterable[str]:
    """A sentence if the compiled translations are missing or out of date."""
    if any(out_of_date(locale)):
        yield "The translations are not compiled: manage.py compilemessages"


def start() -> None:
    """Check that the site may serve, say what it runs on and start the short audit.

    Leaves no connection open: this thread asks nothing any more.
    Raises SystemExit when the site must not serve.
    """
    try:
        # A sentence, with what to do, for everything that must hold before the site serves and does not.
        wrong = [*missing_translations(), *faults()]
        remarks = [] if wrong else _remarks()
    except (Error, ValueError) as error:
        if failure_of(error) is None and isinstance(error, ValueError):
            raise
        wrong, remarks = [_unreachable_sentence(error)], []
    finally:
        connections.close_all()
    if wrong:
        sys.stderr.write("\n".join(["Whistklub does not start.", *wrong, ""]))
        raise SystemExit(REFUSED)
    sys.stderr.write(" ".join([f"Whistklub {settings.VERSION} runs on", *remarks]) + "\n")
    for kept in ("pages", "workbooks"):  # earlier releases kept them there, with names in them
        rmtree(settings.DATA_DIR / kept, ignore_errors=True)
    audit_beside()


def _remarks() -> list[str]:
    """What the site runs on, and what should be mended soon although it serves."""
    remarks = [runs_on(), *static_faults(), *damage_faults(), *risks(), *schema_risks(), *backup_faults()]
    remarks += missing_limits()
    # While visitors elsewhere than at this machine may found the first club.
    if (settings.PUBLIC_HOST or settings.LAN) and not has_own_club():
        remarks.append(f"No club is founded here yet: its founder types the code {founding_code()}")
    return remarks


def _unreachable_sentence(error: Error | ValueError) -> str:
    failure = failure_of(error)
    if failure in (None, Failure.AWAY):
        return f"The database cannot be reached: {error}".strip()
    damaged = run_check(damaged_rows_of_django) if failure is Failure.DAMAGED else []
    return f"{sentence_about(error)} ({next(iter(damaged), error)})"


def audit_beside() -> Popen[bytes] | None:
    """Start the short audit in a process of its own, so that nobody waits while it reads every book.

    It reports to standard error, to the boards' pages and to `/health`. A book that does not hold is still served, so
    that it can be read.
    """
    try:
        return manage_beside("short_audit")
    except OSError as error:
        sys.stderr.write(f"The books are not proved at this start: {error}\n")
        return None
