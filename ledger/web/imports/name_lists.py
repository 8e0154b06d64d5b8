"""The page on which a club that keeps its old book brings its members along, and what each stood at."""

from typing import Any

from django import forms
from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from ledger.models import Club
from ledger.queries.clubs.clubs import listed_players, listed_seasons
from ledger.queries.imports import NO_TABLE, entry_version, known_names
from ledger.rules.imports.names import ListedName, read_name_list, text_of_sheets, who_is_meant
from ledger.rules.imports.written.cells import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed
from ledger.services.imports.drafts import add_listed_players, bring_in_balances
from ledger.services.site.reading_apart import read_apart
from ledger.spreadsheets.imports.old_book import read_book
from ledger.web.imports.who import NEW, who_field
from ledger.web.site.access import SignedInRequest, Visit, writes
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.forms import offer, with_field
from ledger.web.site.frame import club_page

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
        known, unsure = who_is_meant(names, ids, known_names(club=club).aliases)
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
    signed: Signed = {"author": request.user, "now": timezone.localtime()}
    if all(item.points is None for item in form.listed):
        add_listed_players(club=visit.club, listed=form.listed, meant=form.meant, **signed)
        return reverse("players", args=[visit.club.slug])
    season = form.seasons.get(form.cleaned_data["season"])
    if season is None:
        raise Refusal(NO_SEASON, "season")
    version = entry_version(club=visit.club, now=signed["now"])
    if version is None:
        raise Refusal(NO_TABLE)
    made = bring_in_balances(season=season, version=version, listed=form.listed, meant=form.meant, **signed)
    return reverse("book_import", args=[visit.club.slug, made.number])
