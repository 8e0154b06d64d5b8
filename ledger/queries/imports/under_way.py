"""Which clubs have an old book under way, and the refusal of what has to wait for it."""

from ledger.models import Club, ImportUnderWay
from ledger.rules.site.refusal import Refusal, gettext_noop


class ImportGoesOn(Refusal):
    """Refusal of what cannot be done while an old book is being booked or taken out."""

    def __init__(self) -> None:
        message = gettext_noop("An old book is being brought in, or taken out, just now: wait until that is done.")
        super().__init__(message)


def require_no_import(*, club: Club | None) -> None:
    """Require that a club has no old book under way, or that no club has; one query.

    Raises ImportGoesOn.
    """
    if ImportUnderWay.objects.filter(**({"club": club} if club else {})).exists():
        raise ImportGoesOn


def clubs_with_imports() -> list[Club]:
    """The clubs that have an old book under way; one query."""
    return list(Club.objects.filter(import_under_way__isnull=False).order_by("pk"))
