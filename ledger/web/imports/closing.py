"""The seasons of an old book, closed in one go when the treasurer says so, each with its closing sheet."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ledger.models import BookImport, Season
from ledger.queries.imports.seasons import seasons_of_import
from ledger.queries.imports.under_way import is_whole
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.keeping import backups
from ledger.services.seasons.closing import close_season
from ledger.services.site.turns import LONG_PAGES
from ledger.web.clubs.password_again import password_again
from ledger.web.evenings.closing_forms import announce_audit
from ledger.web.site.access import SignedInRequest, Visit, closes
from ledger.web.site.form_keys import status_of
from ledger.web.site.forms import RefusingForm, offer
from ledger.web.site.frame import club_page

MOVED = _("Deals have been entered or changed meanwhile. Look at the sums again.")


class CloseSeasonsForm(RefusingForm):
    """Some open seasons, each as it was shown; all but the club's newest are proposed."""

    seasons = forms.MultipleChoiceField(
        label=_("Seasons"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": MOVED, "required": _("Choose a season.")},
    )

    def __init__(self, data: QueryDict | None, *, seasons: Iterable[Season], newest: Season) -> None:
        # With the number of entries that the page was drawn with, so that nothing unseen is closed.
        self.by_value = {f"{season.number}-{season.entry_count}": season for season in seasons}
        proposed = [value for value, season in self.by_value.items() if season.pk != newest.pk]
        super().__init__(data, initial={"seasons": proposed})
        offer(self, "seasons", [(value, season.name) for value, season in self.by_value.items()])

    def chosen_seasons(self) -> list[Season]:
        """The seasons of the valid form, the earliest first."""
        return [season for value, season in self.by_value.items() if value in self.cleaned_data["seasons"]]


@closes
@password_again
def import_close(request: SignedInRequest, visit: Visit, import_number: int) -> HttpResponse:
    """Close the open seasons of an import, as many as are chosen; those that are closed already stay so."""
    made = get_object_or_404(visit.club.book_imports, number=import_number, undone_at=None)
    if not is_whole(book_import=made):
        raise Http404
    seasons = [] if made.is_typed else list(seasons_of_import(book_import=made).filter(closed_at=None))
    if not seasons:
        return redirect("book_import", visit.club.slug, made.number)
    form = CloseSeasonsForm(
        request.POST if request.method == "POST" else None, seasons=seasons, newest=visit.seasons[0]
    )
    status = 200
    if form.is_valid():
        with LONG_PAGES.take():  # before anything is closed, or its audit would find no turn
            try:
                return _close(request, visit, made, form.chosen_seasons())
            except Refusal as refusal:
                form.refuse(refusal)
                status = status_of(refusal)
    context: dict[str, Any] = {"form": form, "made": made, "seasons": seasons}
    return club_page(request, visit, "ledger/imports/import_close.html", context, status=status)


def _close(request: SignedInRequest, visit: Visit, made: BookImport, seasons: list[Season]) -> HttpResponse:
    """Close some seasons and leave for the import's page; raises Refusal with those before it closed."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    closed = 0
    try:
        for season in seasons:
            # Each by itself: all together they would keep others waiting who want to save a deal.
            close_season(season=season, entry_count=season.entry_count, **signed)
            closed += 1
    finally:
        if closed:
            _announce(request, visit, closed)
    return redirect("book_import", visit.club.slug, made.number)


def _announce(request: HttpRequest, visit: Visit, closed: int) -> None:
    text = ngettext("%(count)s season is closed.", "%(count)s seasons are closed.", closed)
    messages.success(request, text % {"count": closed})
    announce_audit(request, visit)
    backups.back_up_soon()
