"""The seasons into which an old book was booked."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from ledger.models import BookImport, ImportedEvening, Season


def open_seasons_of(*, book_import: BookImport) -> list[Season]:
    """The open seasons of an import, the earliest first, each with its club and `evening_count`; one query."""
    return list(_seasons_of(book_import).filter(closed_at=None))


def closed_seasons_of(*, book_import: BookImport) -> list[Season]:
    """Those that are closed; one query."""
    return list(_seasons_of(book_import).filter(closed_at__isnull=False))


def _seasons_of(book_import: BookImport) -> QuerySet[Season]:
    made = ImportedEvening.objects.filter(book_import=book_import, evening__season=OuterRef("pk"))
    counted = Season.objects.filter(Exists(made), club=book_import.club_id).select_related("club")
    there = Q(evenings__removed_at=None)
    return counted.annotate(evening_count=Count("evenings", filter=there)).order_by("starts_on", "pk")
