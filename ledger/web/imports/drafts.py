"""An old book that is being looked through, as its pages find it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from ledger.models import BookDraft
from ledger.rules.imports.written.cells import BookSheet
from ledger.rules.imports.written.columns import BookMap, entry_map, read_map
from ledger.rules.imports.written.headings import guess_map
from ledger.web.site.access import Visit
from ledger.web.site.form_keys import earlier_answer


def draft_of(visit: Visit, book_draft_id: int) -> BookDraft:
    """A draft of the visited club; raises Http404 for any other."""
    return get_object_or_404(visit.club.book_drafts, pk=book_draft_id)


def answer_without_draft(request: HttpRequest, visit: Visit, book_draft_id: int) -> HttpResponse | None:
    """What a form is answered whose draft is gone: as before if it was sent twice, else a word on the list of imports.

    None if the draft is there, and for a page that is only looked at.
    """
    if request.method != "POST" or visit.club.book_drafts.filter(pk=book_draft_id).exists():
        return None
    if answer := earlier_answer(request):
        return answer
    messages.warning(request, gettext("The file is no longer looked through: it has been booked, or given up."))
    return redirect("imports", visit.club.slug)


def map_of(draft: BookDraft, sheets: tuple[BookSheet, ...]) -> BookMap:
    """The map of a draft, or what its headings suggest.

    The site's own workbook to type in says itself what it holds, also where an earlier release kept a map of it.
    """
    return read_map(draft.map) if draft.map and not entry_map(sheets) else guess_map(sheets)
