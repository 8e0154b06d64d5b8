"""An old book that is being looked through, as its pages find it."""

from django.db import transaction
from django.http import Http404

from ledger.models import BookDraft, BookImport, ImportUnderWay
from ledger.queries.imports.remembered import remembered_layouts
from ledger.rules.imports.written.column_map import BookMap, read_map
from ledger.rules.imports.written.headings import guess_map
from ledger.rules.imports.written.sheets import BookSheet
from ledger.services.imports.under_way import carry_on_beside
from ledger.web.site.access import Visit


def draft_of(visit: Visit, book_draft_id: int) -> BookDraft:
    """A draft of the visited club; raises Http404 for any other."""
    draft = visit.club.book_drafts.filter(pk=book_draft_id).first()
    if draft is None:
        raise Http404
    return draft


def map_of(draft: BookDraft, sheets: tuple[BookSheet, ...]) -> BookMap:
    """The map of a draft, or what its headings and the club's imports suggest."""
    return read_map(draft.map) if draft.map else guess_map(sheets, remembered_layouts(club=draft.club))


def go_on_beside(made: BookImport) -> None:
    """Let what is left of an import be done beside the site, once its beginning is stored."""
    if ImportUnderWay.objects.filter(book_import=made).exists():
        transaction.on_commit(carry_on_beside, robust=True)
