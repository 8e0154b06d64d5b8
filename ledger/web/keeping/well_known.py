"""Files that programs look for at the same addresses on every site."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

# RFC 9116 advises less than a year, so that nobody uses a stale contact; while the site answers, this one is current.
CONTACT_LASTS = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contact for reports of a security hole (RFC 9116); 404 if the installation names none."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    contact = settings.SECURITY_CONTACT
    lines = {
        "Contact": contact if ":" in contact else f"mailto:{contact}",  # a URI
        "Expires": (datetime.now(UTC) + CONTACT_LASTS).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "Preferred-Languages": ", ".join(code for code, _language in settings.LANGUAGES),
        "Canonical": request.build_absolute_uri(reverse("security_txt")),
    }
    text = "".join(f"{field}: {value}\n" for field, value in lines.items())
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
