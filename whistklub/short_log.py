"""A request that failed is one line of the log: what was answered, to what, and where in the program; nobody's name.

An error's own words may hold what somebody typed. So only those of the machine and of the database's engine are
written, and of these only the first line: what follows it may be a row.
"""

import logging
import sysconfig
import traceback
from http import HTTPStatus
from pathlib import Path

from django.db import Error
from django.http import HttpRequest

PROGRAM = Path(__file__).resolve().parent.parent
LIBRARIES = sysconfig.get_path("purelib")
OF_THE_MACHINE = (Error, OSError)


class OneLineARequest(logging.Filter):
    """Writes what Django says of a request that failed in one line, with the number that the page of an error shows."""

    def filter(self, record: logging.LogRecord) -> bool:
        request, status = getattr(record, "request", None), getattr(record, "status_code", None)
        if not isinstance(request, HttpRequest) or status is None:
            return True
        # What was asked for may be anything that somebody typed, unless it is an address of the site.
        address = request.path if request.resolver_match else "an address that is not the site's"
        words = [str(status), str(request.method), address]
        if number := getattr(request, "failure_number", ""):
            words.append(f"no. {number}")
        error = record.exc_info[1] if record.exc_info and status >= HTTPStatus.INTERNAL_SERVER_ERROR else None
        record.msg, record.args = " ".join(words) + (f": {in_one_line(error)}" if error else ""), ()
        record.exc_info = record.exc_text = None
        return True


def in_one_line(error: BaseException) -> str:
    """The kind of an error, the machine's words if it is the machine's, and where the program was."""
    kind = type(error).__name__
    reason = str(error).partition("\n")[0] if isinstance(error, OF_THE_MACHINE) else ""
    places = [place(frame) for frame in traceback.extract_tb(error.__traceback__)]
    our_places = [name for name in places if not name.startswith("(")]
    way = " < ".join(dict.fromkeys([*places[-1:], *reversed(our_places)]))
    return f"{kind}{f' ({reason})' if reason else ''} at {way}"


def place(frame: traceback.FrameSummary) -> str:
    """Where a frame is, as file, line and function; what is not the program's own is in brackets."""
    file = Path(frame.filename)
    if file.is_relative_to(LIBRARIES):
        return f"({file.relative_to(LIBRARIES)}:{frame.lineno})"
    if file.is_relative_to(PROGRAM) and ".venv" not in file.parts:
        return f"{file.relative_to(PROGRAM)}:{frame.lineno} {frame.name}"
    return f"({file.name}:{frame.lineno})"
