"""The forms of the club's register."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Player
from ledger.queries.clubs.clubs import listed_players
from ledger.rules.clubs import initials_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import LooksAlike
from ledger.web.site.form_keys import KeyedForm
from ledger.web.site.forms import RefusingForm

CHANGED = ("name", "is_guest", "is_active", "by_initials")


class PlayerNamesForm(KeyedForm):
    """A form with players' names, which asks below their field whether a look-alike is meant.

    `names_field` is that field; the box to tick is there once the question was asked.
    """

    names_field = ""
    is_meant = forms.BooleanField(label=_("Yes, it is somebody else"), required=False)

    def __init__(self, data: QueryDict | None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        if not self.data.get("is_meant"):
            del self.fields["is_meant"]

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal, with the box if it is about a look-alike."""
        super().refuse(refusal)
        if isinstance(refusal, LooksAlike):
            self.fields["is_meant"] = self.base_fields["is_meant"]
            self.put_box_below_names()

    def put_box_below_names(self) -> None:
        """Move the box right below the field with the names."""
        if "is_meant" in self.fields:
            order = [name for name in self.fields if name != "is_meant"]
            self.order_fields([*order[: order.index(self.names_field) + 1], "is_meant"])

    def is_meant_so(self) -> bool:
        """Whether the writer said that a look-alike is somebody else."""
        return bool(self.cleaned_data.get("is_meant"))


def tell_skipped(request: HttpRequest, skipped: Sequence[str]) -> None:
    """Say what of a pasted list was skipped, if anything was."""
    if skipped:
        text = gettext("Skipped: %(names)s. Somebody of that name is on the list, or it stood after a comma or a tab.")
        messages.info(request, text % {"names": ", ".join(skipped)})


class AddPlayersForm(PlayerNamesForm):
    """Several names at once, all members or all guests."""

    names_field = "players"
    players = forms.CharField(
        label=_("Names"),
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Paste a list: one name a line, or names on a single line with commas between them."),
    )
    is_guest = forms.BooleanField(label=_("They are guests"), required=False)


class ChangePlayerForm(PlayerNamesForm):
    """A player's name and standing."""

    names_field = "name"
    name = forms.CharField(label=_("Name"), max_length=Player._meta.get_field("name").max_length)
    is_guest = forms.BooleanField(label=_("Guest"), required=False)
    is_active = forms.BooleanField(label=_("Plays in the club now"), required=False)
    by_initials = forms.BooleanField(label=_("Others than the board see only initials"), required=False)

    def __init__(self, data: QueryDict | None, *, player: Player) -> None:
        super().__init__(data, initial={name: getattr(player, name) for name in CHANGED})
        self.fields["by_initials"].help_text = gettext(
            "For a player who asks for it: “%(initials)s” stands on every page, and in the workbook, for whoever is "
            "not on the board. What was printed or fetched before keeps the name."
        ) % {"initials": initials_of(player.name)}

    def changes(self) -> dict[str, Any]:
        """The player's fields, from the valid form."""
        changes = {field: self.cleaned_data[field] for field in CHANGED}
        return changes | {"is_meant": self.is_meant_so()}


class SamePersonForm(RefusingForm):
    """Who somebody is; asked by GET, so that what it would give is seen first."""

    kept = forms.ModelChoiceField(
        Player.objects.none(),
        to_field_name="slug",
        label=_("The same person as"),
        empty_label=_("Choose a player"),
        help_text=_("This is the name that stays."),
    )

    def __init__(self, asked: QueryDict | None, *, player: Player) -> None:
        super().__init__(asked)
        field = self.fields["kept"]
        assert isinstance(field, forms.ModelChoiceField)
        others = listed_players(club=player.club).filter(forgotten_at=None, joining=None).exclude(pk=player.pk)
        field.queryset = others.order_by("sort_key", "pk")


class JoinForm(KeyedForm):
    """Makes somebody one with the player at an address, who was chosen before."""

    kept = forms.SlugField(widget=forms.HiddenInput)


class ForgetForm(KeyedForm):
    """A tick that confirms what cannot be undone."""

    sure = forms.BooleanField(label=_("I am sure. The name cannot be brought back."))
