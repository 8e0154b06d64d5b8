"""`/health`, for whoever watches over the server: 200 while the site may serve, else 503 and what is wrong."""

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ledger.web.site.errors import to_the_server


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """The state of the site as JSON, by a few small queries and without a session."""
    wrong = to_the_server()
    state = {"status": "failing" if wrong else "ok", "wrong": wrong, "version": settings.VERSION}
    return JsonResponse(state, status=503 if wrong else 200)
