"""A club's register of players: its list, and what changes it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import JoinedPlayer, Player
from ledger.models.clubs.persons import names_shown
from ledger.queries.clubs.clubs import listed_players, register
from ledger.queries.clubs.persons import players_joined_with, sums_together
from ledger.queries.keeping.about_player import about_player, entries_naming, evenings_naming, has_never_played
from ledger.rules.clubs import initials_of, names_in
from ledger.rules.site.points import decimals_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import (
    add_players,
    change_player,
    check_joining,
    join_players,
    separate_player,
)
from ledger.services.keeping.forgetting import forget_player
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.web.clubs.account_forms import password_again
from ledger.web.clubs.players import ClubList, PlayerNamesForm, tell_skipped
from ledger.web.site.access import SignedInRequest, Visit, closes, reads, signature, writes
from ledger.web.site.forms import KeyedForm, RefusingForm, focus_refused, form_data, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh
from ledger.web.site.lists import NUMBER, PageColumn


class RegisterList(ClubList):
    """The club's players in Danish alphabetical order."""

    caption = _("Players")
    css = "short"
    is_under_its_title = True
    row_header = "name"
    name = PageColumn(verbose_name=_("Name"), accessor="name", order_by=("sort_key", "pk"))
    standing = PageColumn(verbose_name=_("Standing"), accessor="pk", order_by=("is_active", "is_guest", "sort_key"))
    evenings = PageColumn(verbose_name=_("Evenings"), attrs=NUMBER, order_by=("evenings", "sort_key"))
    deals = PageColumn(verbose_name=_("Deals"), attrs=NUMBER, order_by=("deals", "sort_key"))

    class Meta:
        order_by = "name"

    def render_name(self, record: Player) -> str:
        return self.link(record.name, "player", record.slug)

    def render_standing(self, record: Player) -> str:
        standing = [gettext("Guest") if record.is_guest else gettext("Member")]
        if not record.is_active:
            standing.append(gettext("no longer plays"))
        if record.by_initials and names_shown() is None:
            standing.append(gettext("shown by initials"))
        return ", ".join(standing)


CHANGED = ("name", "is_guest", "is_active", "by_initials")


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


# The pages.


@fresh
@reads
def players(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The register; those who only read see who plays now."""
    rows = [player for player in register(club=visit.club) if visit.may_write or player.is_active]
    register_list = RegisterList(rows, club_slug=visit.club.slug)
    register_list.turn_to_page(request, per_page=25)
    return club_page(request, visit, "ledger/clubs/players/players.html", {"register_list": register_list})


@writes
def players_add(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Put a pasted list of names on the register."""
    form = AddPlayersForm(form_data(request))

    def add() -> str:
        known = listed_players(club=visit.club).values_list("name", flat=True)
        pasted = names_in(form.cleaned_data["players"], known=known)
        added = add_players(
            club=visit.club,
            names=pasted.names,
            is_guest=form.cleaned_data["is_guest"],
            is_meant=form.is_meant_so(),
            **signature(request),
        )
        notice = ngettext("%(count)s player is added.", "%(count)s players are added.", len(added))
        messages.success(request, notice % {"count": len(added)})
        tell_skipped(request, pasted.skipped)
        return reverse("players", args=[visit.club.slug])

    response, status = submit_once(request, form, add)
    return response or club_page(request, visit, "ledger/clubs/players/players_add.html", {"form": form}, status=status)


@writes
def player_change(request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Rename a player, or say that they are a guest or no longer play."""
    player = _present_player(visit, player_slug)
    form = ChangePlayerForm(form_data(request), player=player)

    def change() -> str:
        changed = change_player(player=player, **form.changes(), **signature(request))
        messages.success(request, gettext("%(name)s is saved.") % {"name": changed.name})
        return reverse("player", args=[visit.club.slug, changed.slug])

    response, status = submit_once(request, form, change)
    if response:
        return response
    context = {"player": visit.player(player_slug), "form": form}
    return club_page(request, visit, "ledger/clubs/players/player_change.html", context, status=status)


@writes
def player_same(request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Make a player the same person as another, after what both have was seen; or separate the two again."""
    player = _present_player(visit, player_slug)
    joining = JoinedPlayer.objects.filter(player=player).select_related("kept").first()
    if joining is not None:
        return _separating_page(request, visit, player, joining.kept)
    form = JoinForm(form_data(request))

    def join() -> str:
        kept = visit.player(form.cleaned_data["kept"])
        join_players(player=player, kept=kept, **signature(request))
        names = {"name": player.name, "kept": kept.name}
        messages.success(request, gettext("%(name)s and %(kept)s are one person now.") % names)
        return reverse("player", args=[visit.club.slug, kept.slug])

    response, status = submit_once(request, form, join)
    if response:
        return response
    context = {"player": player, "form": form, **_choice_context(request, player)}
    return club_page(request, visit, "ledger/clubs/players/player_same.html", context, status=status)


def _present_player(visit: Visit, slug: str) -> Player:
    """The club's player with this address, as `Visit.player`.

    Raises Http404 for one who is forgotten, too.
    """
    player = visit.player(slug)
    if player.forgotten_at:
        raise Http404
    return player


def _choice_context(request: HttpRequest, player: Player) -> dict[str, Any]:
    """The form that asks who a player is, and once somebody is chosen, what it would give."""
    asked = request.POST if request.method == "POST" else request.GET
    choice = SamePersonForm(asked if "kept" in asked else None, player=player)
    context: dict[str, Any] = {"choice": choice}
    if choice.is_valid():
        kept = choice.cleaned_data["kept"]
        try:
            check_joining(player=player, kept=kept)
        except Refusal as refusal:
            choice.refuse(refusal)
        else:
            sums = sums_together(player=player, kept=kept)
            decimals = decimals_of([row["units"] for row in sums], sums[0]["unit_denominator"])
            join = JoinForm(initial={"kept": kept.slug}, auto_id=False)
            context |= {"kept": kept, "join": join, "sums": sums, "decimals": decimals}
    focus_refused(choice)
    return context


def _separating_page(request: SignedInRequest, visit: Visit, player: Player, kept: Player) -> HttpResponse:
    """The page on which a player who is one with another is separated from them."""
    form = KeyedForm(form_data(request))

    def separate() -> str:
        separate_player(player=player, **signature(request))
        messages.success(request, gettext("%(name)s is a player of their own again.") % {"name": player.name})
        return reverse("player", args=[visit.club.slug, player.slug])

    response, status = submit_once(request, form, separate)
    context = {"player": player, "kept": kept, "form": form}
    return response or club_page(request, visit, "ledger/clubs/players/player_separate.html", context, status=status)


@writes
def player_kept(_request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Everything that is kept about a player, as a text file for the board to hand on."""
    with LONG_PAGES.take():
        player = visit.player(player_slug)
        texts = []
        # Of a person everything is kept that is kept of any of their names.
        for entered in (player, *players_joined_with(kept=player)):
            about = about_player(player=entered, another=gettext("another player"))
            context = {"club": visit.club, "now": timezone.now(), "about": about}
            texts.append(render_to_string("ledger/clubs/players/about_player.txt", context))
    # With the byte order mark by which phones recognise UTF-8.
    response = HttpResponse("\n".join(texts).encode("utf-8-sig"), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"{visit.club.slug}-{player.slug}.txt")
    return response


@closes
@password_again
def player_forget(request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Anonymise somebody who has left, after a warning and a tick."""
    player = _present_player(visit, player_slug)
    form = ForgetForm(form_data(request))

    def forget() -> str:
        forgotten = forget_player(player=player, **signature(request))
        if forgotten.is_taken_off:
            messages.success(request, gettext("%(name)s is off the list.") % {"name": player.name})
            return reverse("players", args=[visit.club.slug])
        messages.success(request, gettext("The player is anonymised."))
        return reverse("player", args=[visit.club.slug, forgotten.slug])

    response, status = submit_once(request, form, forget)
    if response:
        return response
    context = {
        "player": player,
        "form": form,
        "entries": entries_naming(player=player),
        "evenings": evenings_naming(player=player),
        "has_never_played": has_never_played(player=player),
    }
    return club_page(request, visit, "ledger/clubs/players/player_forget.html", context, status=status)
