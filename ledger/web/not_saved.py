"""The answer when something failed; with its own page when the disk is full, or the database is busy or away.

Such a page needs no query, and carries what was sent, so that one press sends it again: under the key it had, so that
nothing is done twice.
"""

import errno
import sys
from collections.abc import Iterator

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error

from ledger.web.in_place import is_in_place, notice

FAILED, AWAY, FULL = 500, 503, 507
# Busy, locked, full, cannot be opened: sqlite.org/rescode.html
STATUS_OF_SQLITE = {5: AWAY, 6: AWAY, 13: FULL, 14: AWAY}
DISK_FULL_ON_POSTGRESQL = "53100"
WAIT = 30  # seconds, for a program that asks again by itself
UNSENT = {"csrfmiddlewaretoken"}


def failed(request: HttpRequest) -> HttpResponse:
    """The handler of every error that no view expected; Django calls it while the error is being handled."""
    status = max((status_of(error) for error in causes(sys.exc_info()[1])), default=FAILED)
    if status == FAILED:
        return server_error(request)
    said = context(request) | {"is_full": status == FULL}
    if is_in_place(request):
        response = notice(render_to_string("ledger/_not_saved.html", said), status=status)
    else:
        response = HttpResponse(render_to_string("ledger/not_saved.html", said), status=status)
    response["Retry-After"] = str(WAIT)
    add_never_cache_headers(response)
    return response


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error, and what led to it."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def status_of(error: BaseException) -> int:
    """507 for a full disk, 503 for a database that is busy or away, 500 for anything else."""
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return FULL
    if not isinstance(error, OperationalError | InterfaceError):
        return FAILED
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    if code is not None:
        return STATUS_OF_SQLITE.get(code & 0xFF, FAILED)
    return FULL if getattr(error.__cause__, "sqlstate", None) == DISK_FULL_ON_POSTGRESQL else AWAY


def context(request: HttpRequest) -> dict[str, object]:
    """What the page sends again: nothing but the address where a file or a password was among it."""
    is_form = request.method == "POST"
    keeps = is_form and not request.FILES and not any("password" in name for name in request.POST)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in UNSENT]
    return {
        "address": request.get_full_path(),
        "is_form": is_form,
        "sent": sent if keeps else None,
        "csrf_token": get_token(request),
    }
