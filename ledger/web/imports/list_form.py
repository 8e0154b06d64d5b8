"""The form in which a club's list is pasted or handed in, and in which is said whom its names mean."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Player, Season
from ledger.rules.imports.name_list import ListedName, read_name_list, text_of_sheets
from ledger.rules.imports.names import match_name
from ledger.rules.imports.written.sheets import sheets_of
from ledger.rules.site.refusal import Refusal
from ledger.services.imports.book_files import read_book
from ledger.services.site.reading_apart import read_apart
from ledger.web.imports.who import NEW, who_field
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import with_field


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

    def __init__(
        self,
        data: QueryDict | None,
        files: Any = None,
        *,
        players: Sequence[Player],
        aliases: dict[str, str],
        seasons: Sequence[Season],
    ) -> None:
        self.listed: tuple[ListedName, ...] = ()
        self.list_refusal: Refusal | None = None
        file = files.get("file") if files else None
        text = data.get("names", "") if data is not None else ""
        if isinstance(file, UploadedFile):
            text = self._read_file(file)
        super().__init__(data if data is None else with_field(data, "names", text), files)
        season_field = self.fields["season"]
        assert isinstance(season_field, forms.ChoiceField)
        season_field.choices = [(str(season.pk), season.name) for season in seasons]
        self.ids = {player.name: player.pk for player in players}
        self.meant: dict[str, int | None] = {}
        if data is not None and self.list_refusal is None:
            self._read_list(text, aliases)

    def _read_file(self, file: "UploadedFile[Any]") -> str:
        try:
            return text_of_sheets(sheets_of(read_apart(read_book, file.read())))
        except Refusal as refusal:
            self.list_refusal = Refusal(refusal.message, "file", **refusal.params)
            return ""

    def _read_list(self, text: str, aliases: dict[str, str]) -> None:
        """Read the list, and ask about each name that may be another's."""
        try:
            self.listed = read_name_list(text)
        except Refusal as refusal:
            self.list_refusal = refusal
            return
        for at, item in enumerate(self.listed):
            match = match_name(item.name, [*self.ids], aliases)
            self.meant[item.name] = self.ids[match.player] if match.player is not None else None
            if match.player is None and match.suggestions:
                self.fields[f"who{at}"] = who_field(item.name, match.suggestions, self.ids)
                self.fields[f"who{at}"].error_messages["required"] = gettext("Say who is meant.")

    def clean(self) -> dict[str, Any]:
        """Refuse a list that cannot be read, and two names of one player."""
        if self.list_refusal is not None:
            self.refuse(self.list_refusal)
        for at, item in enumerate(self.listed):
            if chosen := self.cleaned_data.get(f"who{at}"):
                self.meant[item.name] = None if chosen == NEW else int(chosen)
        ids = [pk for pk in self.meant.values() if pk is not None]
        if len(ids) > len(set(ids)):
            self.add_error("names", gettext("Two names of the list mean the same player."))
        return self.cleaned_data

    @property
    def has_balances(self) -> bool:
        """Whether the list says what anybody stood at."""
        return any(item.points is not None for item in self.listed)
