"""What posting a deal takes: the files and functions of `ledger/` that run, and the queries.

    python -m tests.trace_posting            the three figures
    python -m tests.trace_posting --calls    and every function, in the order of its first call, with its callers

A real deal is entered through the entry page's form by the test client, in a database of its own. It is the second deal
of its evening, so that what a process does only once is over.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from tests.support.page_forms import forms_on

LEDGER = f"{os.sep}ledger{os.sep}"
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")  # no queries


@dataclass
class Trace:
    """Functions of `ledger/` as "file:name" with their callers among them, in the order of first calls."""

    callers: dict[str, list[str]] = field(default_factory=dict)
    queries: int = 0

    @property
    def files(self) -> list[str]:
        """The files that the functions are in."""
        return sorted({name.partition(":")[0] for name in self.callers})

    def run(self, act: Callable[[], Any]) -> Any:
        """Do something, noting the functions that it calls."""
        sys.setprofile(self._note)
        try:
            return act()
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _argument: object) -> None:
        name = function_of(frame)
        if event == "call" and name:
            callers = self.callers.setdefault(name, [])
            caller = caller_of(frame)
            if caller not in callers:
                callers.append(caller)


def function_of(frame: FrameType) -> str:
    """A function's file and name; "" if it is not ours, or only part of a function."""
    name, path = frame.f_code.co_qualname.replace("<locals>.", ""), frame.f_code.co_filename
    if LEDGER not in path or name.endswith(">"):  # a comprehension, a lambda, a module
        return ""
    return f"ledger/{path.rpartition(LEDGER)[2].replace(os.sep, '/')}:{name}"


def caller_of(frame: FrameType) -> str:
    """The nearest function of ours above; "" if the framework called."""
    above = frame.f_back
    while above is not None and not function_of(above):
        above = above.f_back
    return "" if above is None else function_of(above)


def trace_posting() -> Trace:
    """Enter two deals in the database at hand; the second is traced."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from tests.support.people import anna, make_club, make_evening, seat_ids

    evening, client, trace = make_evening(make_club()), Client(), Trace()
    address, ids = reverse("deal_new", args=[evening.club.slug, evening.number]), seat_ids(evening)
    client.force_login(anna(evening.club))
    client.post(address, form_on(client.get(address), ids))
    typed = form_on(client.get(address), ids)
    with CaptureQueriesContext(connection) as queries:
        answer = trace.run(lambda: client.post(address, typed))
    assert answer.status_code == 302, answer.content.decode()
    trace.queries = sum(not query["sql"].startswith(TRANSACTION) for query in queries)
    return trace


def form_on(page: Any, ids: dict[str, str]) -> dict[str, Any]:
    """The entry page's form for a plain 8 by Bodil with Carl, eight tricks, with all that the page sends besides."""
    form = next(form for form in forms_on(page.content.decode(), page.wsgi_request.path) if "turn" in form.fields)
    deal = {"declarer": ids["Bodil"], "partner": ids["Carl"], "contract": "8", "column": "plain", "tricks": "8"}
    return form.fields | deal


def trace_in_a_new_database() -> Trace:
    """The trace outside a test run: starts Django, and makes a database for it."""
    import django
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    django.setup()
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        return trace_posting()
    finally:
        teardown_databases(databases, verbosity=0)


def main() -> None:
    """Print the figures."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    with TemporaryDirectory() as folder:
        os.environ["WHISTKLUB_DATA"] = folder
        trace = trace_in_a_new_database()
    if "--calls" in sys.argv:
        for name, callers in trace.callers.items():
            sys.stdout.write(f"{name}  <-  {', '.join(filter(None, callers)) or 'Django'}\n")
    sys.stdout.write(f"{len(trace.files)} files, {len(trace.callers)} functions, {trace.queries} queries\n")


if __name__ == "__main__":
    main()
