"""How far an import is."""

from ledger.models import BookImport


def is_whole(*, book_import: BookImport) -> bool:
    """Whether all deals of an import were booked; not, where its booking was stopped; one query."""
    return book_import.imported_deals.count() >= book_import.deals
