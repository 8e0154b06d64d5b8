"""`/health`, for whoever watches over the server: 200 while the site may serve, else 503 and what is wrong."""

from django.db import Error
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import localtime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.queries.engine import faults, risks
from ledger.services.keeping import failed_backup


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The database asked a few small questions; no session, no page of a club."""
    wrong = what_is_wrong()
    return JsonResponse({"status": "failing" if wrong else "ok", "wrong": wrong}, status=503 if wrong else 200)


def what_is_wrong() -> list[str]:
    """All that should be mended, one English sentence each; none when the site is well."""
    try:
        return [*faults(), *risks(), *unkept()]
    except Error:
        return ["The database cannot be reached.", *unkept()]


def unkept() -> list[str]:
    """That the last backup failed, and when; not why, since everybody may read this."""
    failed = failed_backup()
    return (
        [f"The backup of {localtime(failed):%Y-%m-%d %H:%M} failed: run `python manage.py backup`."] if failed else []
    )
