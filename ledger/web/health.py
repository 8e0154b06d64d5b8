"""`/health`, for whoever watches over the server: 200 while the site may serve, else 503 and what is wrong."""

from django.db import Error
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.queries.engine import faults, risks


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The database asked a few small questions; no session, no page of a club."""
    wrong = what_is_wrong()
    return JsonResponse({"status": "failing" if wrong else "ok", "wrong": wrong}, status=503 if wrong else 200)


def what_is_wrong() -> list[str]:
    """All that should be mended, one English sentence each; none when the site is well."""
    try:
        return [*faults(), *risks()]
    except Error:
        return ["The database cannot be reached."]
