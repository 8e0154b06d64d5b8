"""How the site tells that its database fails it.

The page needs no query. It carries what was sent, so that one press sends it again, under its former key: nothing is
done twice. What is told to whoever runs the server is in English.
"""

import secrets
import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.middleware.csrf import get_token
from django.template.loader import get_template, render_to_string
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.deprecation import MiddlewareMixin
from django.utils.timezone import localtime
from django.utils.translation import gettext, gettext_lazy

from ledger.models import Club
from ledger.models.site.schema import is_still_there
from ledger.queries.site import Failure, disk_risks, failure_of, faults, risks, schema_risks, will_pass
from ledger.services.keeping.backups import (
    age_of_backups,
    damage_notice,
    failed_backup,
    is_overdue,
    newest_backup,
    newest_made_at,
)
from ledger.services.site.findings import is_damage_known, is_doubted, note_damage
from ledger.services.site.reading_apart import NoTurn
from ledger.web.site.request import is_in_place, notice

TO_THE_SERVER = {
    Failure.GONE: "The database file is not the one that the site opened: it was moved away or replaced. Nothing is "
    "saved. Put it back, then start the site again.",
    Failure.DISK: "The disk does not read or write the database: look after it before anything else.",
    Failure.READ_ONLY: "The database can only be read: its folder, its disk or its server takes nothing.",
    Failure.FULL: "The disk that holds the database is full.",
    Failure.AWAY: "The database cannot be reached.",
    Failure.BUSY: "The database is busy.",
}
# What a page says: a heading and a sentence.
BUSY = (
    gettext_lazy("Not saved: the book is busy"),
    gettext_lazy(
        "The book did not answer in time, or its database is not running just now. Wait a moment and try again."
    ),
)
ON_A_PAGE = {
    Failure.BUSY: BUSY,
    Failure.AWAY: BUSY,
    Failure.FULL: (
        gettext_lazy("Not saved: the disk is full"),
        gettext_lazy(
            "The machine that keeps the book has no room left. Everything saved before is safe and can still be read. "
            "Ask whoever looks after the machine to make room."
        ),
    ),
    Failure.DAMAGED: (
        gettext_lazy("The book's file is damaged"),
        gettext_lazy(
            "Part of the file that keeps the book cannot be read. Waiting does not help. Enter nothing more, and show "
            "this page to whoever looks after the machine: a backup is the way back."
        ),
    ),
    Failure.GONE: (
        gettext_lazy("Not saved: the book's file is not where it was"),
        gettext_lazy(
            "The file that keeps the book was moved away or replaced while the site was running. Enter nothing more: "
            "whoever looks after the machine must put it back and start the site again."
        ),
    ),
    Failure.DISK: (
        gettext_lazy("Not saved: the disk is failing"),
        gettext_lazy(
            "The machine cannot read or write the book's file. Enter nothing more, and tell whoever looks after the "
            "machine."
        ),
    ),
    Failure.READ_ONLY: (
        gettext_lazy("Not saved: the book can only be read"),
        gettext_lazy(
            "The machine lets nothing be written to the book just now. Everything saved before can still be read. Ask "
            "whoever looks after the machine."
        ),
    ),
}

FAILED, AWAY, FULL = 500, 503, 507
STATUS = {Failure.DAMAGED: FAILED, Failure.DISK: FAILED, Failure.FULL: FULL}  # any other: AWAY
NUMBER_DIGITS = 8
WAIT = 30  # seconds until a program may ask again by itself
COMES_AGAIN = 2  # seconds until a page that waits for its turn loads itself again
YOURS_COMES = gettext_lazy("This page takes a while to make, so only one is made at a time. Yours comes by itself.")
TRY_AGAIN = gettext_lazy("This takes a while, so only a few can be done at a time. Wait a moment and try again.")
UNSENT = {"csrfmiddlewaretoken"}


# --- on a page


def handle_error(request: HttpRequest) -> HttpResponse:
    """Answer an error that no view expected; Django calls it while the error is being handled.

    The page and the line that Django then writes in the log have the same number.
    """
    error = sys.exc_info()[1]
    failure = failure_of(error)
    if failure is Failure.DAMAGED:
        note_damage(where=str(error), now=timezone.now())
    # Short enough to be read out over the telephone.
    digits = f"{secrets.randbelow(10**NUMBER_DIGITS):0{NUMBER_DIGITS}}"
    request.failure_number = number = f"{digits[:4]}-{digits[4:]}"  # type: ignore[attr-defined]
    if failure:
        return failure_page(request, failure)
    # A fault of the site's own: no query, nor anything else that could fail once more.
    return HttpResponseServerError(get_template("500.html").render({"number": number}))


def failure_page(request: HttpRequest, failure: Failure) -> HttpResponse:
    """The page about a failure, or the notice above the form; no query."""
    status = STATUS.get(failure, AWAY)
    heading, sentence = ON_A_PAGE[failure]
    if request.method != "POST" and failure is not Failure.DAMAGED:
        heading = gettext_lazy("The page cannot be shown just now")  # a reader sent nothing that could be saved
    page_context = {"heading": heading, "sentence": sentence, "may_help": status != FAILED}
    if failure is Failure.DAMAGED:
        page_context["way_back"] = way_back()
    response = _page(request, page_context, status)
    # Waiting mends neither a damaged file nor a failing disk.
    if status != FAILED:
        response["Retry-After"] = str(WAIT)
    return response


class ErrorsMiddleware(MiddlewareMixin):
    """Answers where the database's file is gone, so that nothing is saved to another, and whoever gets no turn."""

    def process_view(self, request: HttpRequest, _view: Callable[..., Any], *_: Any) -> HttpResponse | None:
        """The page about the missing file, in place of the one asked for; `/health` reports it in its own way."""
        is_health = request.resolver_match is not None and request.resolver_match.view_name == "health"
        return None if is_health or is_still_there(connection) else failure_page(request, Failure.GONE)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page about waiting for one's turn, which loads itself again unless a form was sent; else None."""
        if not isinstance(error, NoTurn):
            return None
        is_form = request.method == "POST"
        sentence = TRY_AGAIN if is_form else YOURS_COMES
        response = _page(
            request,
            {"heading": gettext_lazy("One moment: others are before you"), "sentence": sentence, "may_help": True},
            AWAY,
        )
        response["Retry-After"] = str(COMES_AGAIN)
        if not is_form:
            response["Refresh"] = str(COMES_AGAIN)
        return response


def _page(request: HttpRequest, page_context: dict[str, Any], status: int) -> HttpResponse:
    """A heading and a sentence, as a notice above the form, or on a page of its own with what was sent."""
    is_form = request.method == "POST"
    keeps = is_form and not request.FILES and not any("password" in name for name in request.POST)
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in UNSENT]
    # What the page sends again: the address, and the fields unless a file or a password was among them.
    page_context |= {
        "address": request.get_full_path(),
        "number": getattr(request, "failure_number", ""),
        "is_form": is_form,
        "sent": sent if keeps else None,
        "csrf_token": get_token(request),
    }
    if is_in_place(request):
        response = notice(render_to_string("ledger/keeping/_not_saved.html", page_context), status=status)
    else:
        response = HttpResponse(render_to_string("ledger/keeping/not_saved.html", page_context), status=status)
    add_never_cache_headers(response)
    return response


# --- to the server, and to a board


def to_the_server() -> list[str]:
    """Everything that should be mended, one English sentence each; empty if the site is well."""
    if not is_still_there(connection):  # asked first: SQLite would make a new, empty file where there is none
        return [TO_THE_SERVER[Failure.GONE], *backup_faults()]
    try:
        stops = faults()
        schema = () if stops else schema_risks()
        # Not which book, since everybody may read this.
        books = ["A book does not hold: run `python manage.py audit`."] if is_doubted() else []
        return [*static_faults(), *damage_faults(), *stops, *schema, *risks(), *books, *backup_faults()]
    except Error as error:
        # Damage that was noted before says more than whatever this question met with.
        return [*(damage_faults() or [sentence_about(error)]), *backup_faults()]


def static_faults() -> list[str]:
    """A sentence if a script, a style or a picture of this release was not collected: every page would fail."""
    collected = getattr(staticfiles_storage, "hashed_files", None)
    if collected is None or settings.DEBUG:  # then pages name the files as they lie in the code
        return []
    ours = settings.BASE_DIR / "ledger" / "static"
    if all(file.relative_to(ours).as_posix() in collected for file in ours.rglob("*.*")):
        return []
    return ["The scripts and styles of the pages are not collected: run `python manage.py collectstatic --noinput`."]


def damage_faults() -> list[str]:
    """A sentence if a page or an audit found the database damaged."""
    return [damage_notice()] if is_damage_known() else []


def backup_faults() -> list[str]:
    """A sentence if the last backup failed or the newest is too old; not why, since everybody may read it."""
    if failed := failed_backup():
        return [f"The backup of {localtime(failed):%Y-%m-%d %H:%M} failed: run `python manage.py backup`."]
    if not is_overdue(now=timezone.now()):
        return []
    made_at = newest_made_at()
    state = f"The newest backup is of {made_at:%Y-%m-%d %H:%M}" if made_at else "There is no backup yet"
    return [f"{state}: run `python manage.py backup`, every night by a timer."]


def sentence_about(error: Exception) -> str:
    """A failure of the database as an English sentence for whoever runs the server."""
    failure = failure_of(error) or Failure.AWAY
    return damage_notice() if failure is Failure.DAMAGED else TO_THE_SERVER[failure]


def to_the_board(*, club: Club) -> dict[str, object]:
    """What a page tells a club's board of its book and of the machine that keeps it (site/_troubles.html).

    `backup_failed` is when the last backup failed, or None; `troubles` are sentences; no query.
    """
    troubles = []
    if is_damage_known():
        heading, sentence = ON_A_PAGE[Failure.DAMAGED]
        troubles.append(f"{heading}. {sentence} {way_back()}".strip())
    if is_doubted(club_id=club.pk):
        troubles.append(gettext('The book does not hold. Enter nothing more, and look under "Does the book hold?".'))
    if not failed_backup() and is_overdue(now=timezone.now()):
        advice = gettext("Tell whoever runs the server: one should be made every night.")
        troubles.append(f"{age_of_backups(now=timezone.now())} {advice}")
    if disk_risks():
        troubles.append(gettext("The disk that keeps the book is nearly full. Tell whoever looks after the machine."))
    return {"backup_failed": failed_backup(), "troubles": troubles}


def way_back() -> str:
    """A sentence with the backup to restore; empty if there is none."""
    newest = newest_backup()
    text = gettext("The newest backup was proved when it was made: %(name)s.")
    return text % {"name": newest.name} if newest else ""


# Django's storage of sessions, for a hostile cookie and for a database that is away.


# Its name stays as it is: Django signs sessions with it, so under another those of earlier releases would end.
class SessionStore(db.SessionStore):
    """Django's store."""

    def __init__(self, session_key: str | None = None) -> None:
        # No session's key has a zero byte, and PostgreSQL refuses to look for one.
        super().__init__(None if session_key and "\0" in session_key else session_key)

    def save(self, must_create: bool = False) -> None:
        """Store what the session holds.

        Raises the database's own error if it is away: Django would say, by a bare page, that the session was deleted.
        """
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            if error.__context__ and will_pass(error.__context__):
                raise error.__context__ from None
            raise
