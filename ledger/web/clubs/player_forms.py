"""The forms of the club's register."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from ledger.models import Player
from ledger.services.clubs.clubs import names_in
from ledger.web.site.form_keys import KeyedForm


class AddPlayersForm(KeyedForm):
    """Several names at once, all members or all guests."""

    players = forms.CharField(
        label=_("Names"),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Paste a list: one name a line, or names separated by commas."),
    )
    is_guest = forms.BooleanField(label=_("They are guests"), required=False)

    def names(self) -> list[str]:
        """The names of the pasted list."""
        return names_in(self.cleaned_data["players"])


class ChangePlayerForm(KeyedForm):
    """A player's name and standing."""

    name = forms.CharField(label=_("Name"), max_length=Player._meta.get_field("name").max_length)
    is_guest = forms.BooleanField(label=_("Guest"), required=False)
    is_active = forms.BooleanField(label=_("Plays in the club now"), required=False)

    def __init__(self, data: QueryDict | None, *, player: Player) -> None:
        initial = {"name": player.name, "is_guest": player.is_guest, "is_active": player.is_active}
        super().__init__(data, initial=initial)

    def changes(self) -> dict[str, Any]:
        """The player as the valid form describes them."""
        return {field: self.cleaned_data[field] for field in ("name", "is_guest", "is_active")}


class ForgetForm(KeyedForm):
    """A tick before what cannot be undone."""

    sure = forms.BooleanField(label=_("I am sure. The name cannot be brought back."))
