"""The last thing before the first page: say in one line what the site runs on, or refuse to serve."""

import sys
from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import Error, connections
from django.utils import timezone

from ledger.queries.audit import short_audit
from ledger.queries.clubs import has_own_club
from ledger.queries.engine import faults, risks, runs_on
from ledger.queries.failures import Failure, failure_of
from ledger.services.damage import note_damage
from ledger.services.founding import founding_code
from ledger.web.troubles import damaged, said_of, unkept

# What must hold before the site serves: each check gives a sentence, with what to do, for everything that does not.
CHECKS: tuple[Callable[[], Iterable[str]], ...] = (faults,)
REFUSED = 3  # gunicorn stops at this one; at any other it would start the next worker to fail


def start() -> None:
    """Raises SystemExit when the site must not serve. Leaves no connection open, so that workers may be forked."""
    try:
        wrong = [sentence for check in CHECKS for sentence in check()]
        remarks = [runs_on(), *risks(), *unkept(), *_founding(), *_book()] if not wrong else []
    except Error as error:
        wrong, remarks = [_reached_no_further(error)], []
    finally:
        connections.close_all()
    if wrong:
        sys.stderr.write("\n".join(["Whistklub does not start.", *wrong, ""]))
        raise SystemExit(REFUSED)
    sys.stderr.write(" ".join(["Whistklub runs on", *remarks]) + "\n")


def _founding() -> Iterable[str]:
    """The code that others than those at this machine need, as long as they may found the first club."""
    if (settings.PUBLIC_HOST or settings.LAN) and not has_own_club():
        yield f"No club is founded here yet: its founder types the code {founding_code()}"


def _reached_no_further(error: Error) -> str:
    if failure_of(error) in (None, Failure.AWAY):
        return f"The database cannot be reached: {error}".strip()
    return f"{said_of(error)} ({error})"


def _book() -> Iterable[str]:
    """A book that does not hold is served all the same, so that it can be read; it is said at every start."""
    findings = short_audit()
    if any(finding.is_damage for finding in findings):
        note_damage(where=str(findings[0]), now=timezone.now())
        return [damaged()]
    return [f"The book does not hold ({findings[0]}): run `python manage.py audit`."] if findings else []
