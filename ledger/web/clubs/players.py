"""A club's register: its lists of players and of their evenings, with the forms that change players."""

from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening, Player
from ledger.models.clubs.persons import names_shown
from ledger.queries.clubs.clubs import RegisteredPlayer, listed_players
from ledger.queries.statistics.evenings import PlayerEvening, PlayerEvenings
from ledger.rules.clubs import initials_of
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.points import decimals_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import LooksAlike
from ledger.templatetags.ledger_format import markup, on_comma
from ledger.web.site.forms import KeyedForm, RefusingForm
from ledger.web.site.lists import NUMBER, WIDE_NUMBER, PageColumn, PageList


class ClubList(PageList):
    """A list with links to pages of one club."""

    def __init__(self, *args: Any, club_slug: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club_slug = club_slug

    def link(self, text: object, page: str, *args: object) -> str:
        """A link to a page of the club."""
        return markup('<a href="{}">{}</a>', reverse(page, args=[self.club_slug, *args]), text)

    def evening_link(self, evening: Evening | PlayedEvening) -> str:
        """A link to an evening, by its date."""
        return self.link(date_format(evening.date, "SHORT_DATE_FORMAT"), "evening", evening.number)


class RegisterList(ClubList):
    """The club's players in Danish alphabetical order."""

    caption = _("Players")
    css = "short"
    is_under_its_title = True
    row_header = "name"
    name = PageColumn(verbose_name=_("Name"), accessor="player__name", order_by=("player__sort_key", "player__pk"))
    standing = PageColumn(
        verbose_name=_("Standing"),
        accessor="player",
        order_by=("player__is_active", "player__is_guest", "player__sort_key"),
    )
    evenings = PageColumn(verbose_name=_("Evenings"), attrs=NUMBER, order_by=("evenings", "player__sort_key"))
    deals = PageColumn(verbose_name=_("Deals"), attrs=NUMBER, order_by=("deals", "player__sort_key"))

    class Meta:
        order_by = "name"

    def render_name(self, record: RegisteredPlayer) -> str:
        return self.link(record.player.name, "player", record.player.slug)

    def render_standing(self, record: RegisteredPlayer) -> str:
        player = record.player
        standing = [gettext("Guest") if player.is_guest else gettext("Member")]
        standing += [gettext("no longer plays")] * (not player.is_active)
        standing += [gettext("shown by initials")] * (player.by_initials and names_shown() is None)
        return ", ".join(standing)


class PlayerEveningsList(ClubList):
    """A player's evenings with the season's running total after each, the latest first; given with the earliest first.

    The totals go on from what was `brought` along. Those `in_doubt`, by number, hold a deal that was booked so.
    """

    caption = _("Evenings")
    css = "short"
    is_under_its_title = True
    row_header = "evening"
    evening = PageColumn(verbose_name=_("Evening"), order_by=("evening__date", "evening__number"))
    deals = PageColumn(verbose_name=_("Deals"), attrs=NUMBER, order_by=("deals", "evening__number"))
    points = PageColumn(verbose_name=_("Points"), attrs=NUMBER, order_by=("points", "evening__number"))
    running = PageColumn(verbose_name=_("Season so far"), attrs=WIDE_NUMBER, order_by=("running", "evening__number"))

    class Meta:
        order_by = "-evening"

    def __init__(
        self,
        evenings: PlayerEvenings,
        *,
        denominator: int,
        brought: int = 0,
        in_doubt: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(list(reversed(evenings)), **kwargs)
        self.denominator, self.brought, self.in_doubt = denominator, brought, in_doubt
        self.decimals = {
            "points": decimals_of([row.points for row in evenings], denominator),
            "running": decimals_of([row.running + brought for row in evenings], denominator),
        }

    def render_evening(self, record: PlayerEvening) -> str:
        link = self.evening_link(record.evening)
        if record.evening.number not in self.in_doubt:
            return link
        return markup('{} <span class="badge">{}</span>', link, gettext("in doubt"))

    def render_points(self, value: int) -> str:
        return on_comma(value, self.denominator, self.decimals["points"])

    def render_running(self, value: int) -> str:
        return on_comma(value + self.brought, self.denominator, self.decimals["running"])


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
