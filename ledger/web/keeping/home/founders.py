"""Who may start a club here or bring one along, and of whom the founding code is asked."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

from ledger.queries.clubs.clubs import has_own_club


def may_start_club(request: HttpRequest) -> bool:
    """Whether the visitor may start a club: signed in, by the founding code, or while the installation has none."""
    return request.user.is_authenticated or not has_own_club() or _is_code_needed(request)


def asks_code(request: HttpRequest) -> bool:
    """Whether starting a club asks for the founding code, from which the setting may exempt existing accounts."""
    is_free = settings.FOUNDERS == "accounts" and request.user.is_authenticated and has_own_club()
    return _is_code_needed(request) and not is_free


def _is_code_needed(request: HttpRequest) -> bool:
    """Whether the visitor may be elsewhere than at the machine itself."""
    try:
        # On a public host every request seems to come from the machine itself, where the web server is.
        return bool(settings.PUBLIC_HOST) or not ip_address(request.META["REMOTE_ADDR"]).is_loopback
    except ValueError:
        return True
