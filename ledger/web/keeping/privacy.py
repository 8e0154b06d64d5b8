"""The page about what the site keeps about people, why, for how long, and whom to ask."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The privacy page, whose promises are tested in tests/web/keeping/test_privacy.py."""
    return render(request, "ledger/keeping/privacy.html", {"contact": settings.SECURITY_CONTACT})
