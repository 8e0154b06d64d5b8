"""The way of an old book into the club's: handed in, its columns named, booked, undone; or a list of names."""

from typing import Any

from django import forms
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import BookDraft, Club, Season
from ledger.queries.clubs.clubs import listed_players, listed_seasons
from ledger.queries.imports import NO_TABLE, chairs_offered, entry_version, known_names
from ledger.rules.imports.names import ListedName, read_name_list, text_of_sheets, who_is_meant
from ledger.rules.imports.verdict.findings import title_of
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.booking import undo_import
from ledger.services.imports.drafts import (
    add_listed_players,
    bring_in_balances,
    discard_book_draft,
    save_book_draft,
    start_book_draft,
)
from ledger.services.site.reading_apart import LONG_PAGES, read_apart
from ledger.spreadsheets.imports.old_book import read_book
from ledger.templatetags.ledger_labels import label_text
from ledger.web.imports.map_form import MapForm, OldBookForm, answer_without_draft, draft_of, map_of
from ledger.web.imports.rows_form import NEW, who_field
from ledger.web.site.access import SignedInRequest, Visit, signature, writes
from ledger.web.site.forms import KeyedForm, RefusingForm, form_data, offer, status_of, submit_once, with_field
from ledger.web.site.frame import club_page


@never_cache
@writes
def imports(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The old books that were brought in or are being looked through, and the form that takes another."""
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = OldBookForm(*data, club=visit.club)
    response, status = submit_once(request, form, lambda: _start(request, visit, form))
    if response:
        return response
    version = entry_version(club=visit.club, now=timezone.localtime())
    context = {
        "form": form,
        "chairs": chairs_offered(version=version) if version else [],
        # A whole book lies in each, of which this page shows the name.
        "drafts": visit.club.book_drafts.defer("sheets").order_by("pk"),
        "imports": visit.club.book_imports.order_by("-number"),
    }
    return club_page(request, visit, "ledger/imports/imports.html", context, status=status)


@never_cache
@writes
def import_draft(request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """What the columns of an old book hold, as its headings suggest until somebody says otherwise."""
    if answer := answer_without_draft(request, visit, book_draft_id):
        return answer
    draft = draft_of(visit, book_draft_id)
    form = MapForm(form_data(request), draft=draft)
    if form.map.is_typed:
        return redirect("import_rows", visit.club.slug, draft.pk)
    response, status = submit_once(request, form, lambda: _save_map(request, visit, draft, form))
    if response:
        return response
    return club_page(request, visit, "ledger/imports/import_map.html", {"form": form, "draft": draft}, status=status)


@require_POST
@writes
def import_discard(_request: SignedInRequest, visit: Visit, book_draft_id: int) -> HttpResponse:
    """Give an old book up that was being looked through."""
    discard_book_draft(draft=draft_of(visit, book_draft_id))
    return redirect("imports", visit.club.slug)


@never_cache
@writes
def book_import(request: SignedInRequest, visit: Visit, import_number: int) -> HttpResponse:
    """What an import made, and the button that takes it out again."""
    made = get_object_or_404(visit.club.book_imports, number=import_number)
    form = RefusingForm(form_data(request))
    status = 200
    if form.is_valid():
        with LONG_PAGES.take():
            try:
                undo_import(book_import=made, **signature(request))
                return redirect("book_import", visit.club.slug, made.number)
            except Refusal as refusal:
                form.refuse(refusal)
                status = status_of(refusal)
    evenings = made.evenings.filter(evening__removed_at=None).select_related("evening__season")
    booked = made.imported_deals.count()
    totals = made.imported_deals.filter(entry__deal__totals=True).count()
    seasons = Season.objects.filter(evenings__imported__book_import=made).distinct().order_by("starts_on", "pk")
    closed = [season for season in seasons if season.closed_at]
    # In the seasons of the site's own workbook there are other deals, too.
    still_open = [] if made.is_typed else [season for season in seasons if not season.closed_at]
    doubted = made.imported_deals.exclude(doubt="").filter(entry__reversed_by__reverses=None)
    doubts = doubted.select_related("entry__evening").order_by("sheet", "row")
    context = {
        "form": form,
        "made": made,
        "booked": booked,
        "totals": totals,
        "deals": booked - totals,
        "draft": visit.club.book_drafts.filter(digest=made.digest).defer("sheets").first(),
        "evenings": evenings.order_by("evening__season__starts_on", "evening__date", "evening__number"),
        "open_seasons": still_open,
        "closed_seasons": closed,
        "doubts": [(deal, label_text(title_of(deal.doubt))) for deal in doubts],
        "is_opening": made.imported_deals.filter(entry__deal__opening=True).exists(),
    }
    return club_page(request, visit, "ledger/imports/book_import.html", context, status=status)


def _start(request: SignedInRequest, visit: Visit, form: OldBookForm) -> str:
    signed = signature(request)
    sheets = sheets_of(form.cleaned_data["file"]["sheets"])
    draft = start_book_draft(club=visit.club, **form.cleaned_data["file"], **signed)
    # The site's own workbook to type in says itself what it holds.
    page = "import_rows" if map_of(draft, sheets).is_typed else "import_draft"
    return reverse(page, args=[visit.club.slug, draft.pk])


def _save_map(request: SignedInRequest, visit: Visit, draft: BookDraft, form: MapForm) -> str:
    save_book_draft(draft=draft, map=form.map_data(), **signature(request))
    return reverse("import_rows", args=[visit.club.slug, draft.pk])


# The page on which a club that keeps its old book brings its members along, and what each stood at.


NO_SEASON = gettext_noop("There is no open season: begin one first.")


class ListForm(KeyedForm):
    """A list of names with or without balances; a handed-in file is put into the text, where it can be mended."""

    season = forms.ChoiceField(label=_("Balances belong to"), required=False)
    names = forms.CharField(
        label=_("The list"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_(
            "A name a line, with what it stood at, and “guest” for a guest. Copied from a sheet it fits as it is."
        ),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("An Excel workbook (.xlsx), or a sheet saved as text (.csv)."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt"}),
    )

    def __init__(self, data: QueryDict | None, files: Any, *, club: Club) -> None:
        self.listed: tuple[ListedName, ...] = ()
        self.list_refusal: Refusal | None = None
        if data is not None:
            data = self._read(data, files)
        super().__init__(data, files)
        seasons = listed_seasons(club=club).filter(closed_at=None).order_by("-starts_on")
        self.seasons = {str(season.pk): season for season in seasons}
        offer(self, "season", [(pk, season.name) for pk, season in self.seasons.items()])
        self._ask_who_is_meant(club)

    def _read(self, data: QueryDict, files: Any) -> QueryDict:
        """Read the list; returns what was sent, with a file's text where it can be mended."""
        text, field = data.get("names", ""), "names"
        try:
            if file := files.get("file"):
                text, field = "", "file"
                text = text_of_sheets(sheets_of(read_apart(read_book, file.read())))
            field = "names"
            self.listed = read_name_list(text)
        except Refusal as refusal:
            self.list_refusal = Refusal(refusal.message, field, **refusal.params)
        return with_field(data, "names", text)

    def _ask_who_is_meant(self, club: Club) -> None:
        """Ask about each name that may be another's; the others mean a player, or somebody new."""
        players = listed_players(club=club).filter(forgotten_at=None, joining=None)
        ids = dict(players.values_list("name", "pk"))
        names = [item.name for item in self.listed]
        _every_id, aliases = known_names(club=club)
        known, unsure = who_is_meant(names, ids, aliases)
        self.meant = {**dict.fromkeys(names), **known}
        self.questions = [question for question in unsure if question.suggestions]
        for at, question in enumerate(self.questions):
            field = who_field(question.name, question.suggestions, ids)
            field.error_messages["required"] = gettext("Say who is meant.")
            self.fields[f"who{at}"] = field

    def clean(self) -> dict[str, Any]:
        """Refuse a list that cannot be read, and two names of one player."""
        if self.list_refusal is not None:
            self.refuse(self.list_refusal)
        for at, question in enumerate(self.questions):
            if chosen := self.cleaned_data.get(f"who{at}"):
                self.meant[question.name] = None if chosen == NEW else int(chosen)
        ids = [pk for pk in self.meant.values() if pk is not None]
        if len(ids) > len(set(ids)):
            self.add_error("names", gettext("Two names of the list mean the same player."))
        return self.cleaned_data


@never_cache
@writes
def name_list(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """A list of members, guests or not, with what each stood at if the club wants to go on from there."""
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ListForm(*data, club=visit.club)
    response, status = submit_once(request, form, lambda: _take_in(request, visit, form))
    return response or club_page(request, visit, "ledger/imports/name_list.html", {"form": form}, status=status)


def _take_in(request: SignedInRequest, visit: Visit, form: ListForm) -> str:
    """Take the list in; returns the address of what became of it."""
    signed = signature(request)
    if all(item.points is None for item in form.listed):
        add_listed_players(club=visit.club, listed=form.listed, meant=form.meant, **signed)
        return reverse("players", args=[visit.club.slug])
    season = form.seasons.get(form.cleaned_data["season"])
    if season is None:
        raise Refusal(NO_SEASON, "season")
    version = entry_version(club=visit.club, now=timezone.localtime(signed["now"]))
    if version is None:
        raise Refusal(NO_TABLE)
    made = bring_in_balances(season=season, version=version, listed=form.listed, meant=form.meant, **signed)
    return reverse("book_import", args=[visit.club.slug, made.number])
