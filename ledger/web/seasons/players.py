"""The club's players: the register and its changes."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext

from ledger.models import JoinedPlayer, Player
from ledger.queries.clubs.clubs import listed_players, register
from ledger.queries.clubs.persons import players_joined_with, sums_together
from ledger.queries.keeping.about_player import about_player, entries_naming, evenings_naming, has_never_played
from ledger.rules.clubs import names_in
from ledger.rules.site.points import decimals_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import Signed, add_players, change_player, check_joining, join_players, separate_player
from ledger.services.keeping.forgetting import forget_player
from ledger.services.site.reading_apart import LONG_PAGES
from ledger.web.clubs.account_forms import password_again
from ledger.web.clubs.players import (
    AddPlayersForm,
    ChangePlayerForm,
    ForgetForm,
    JoinForm,
    RegisterList,
    SamePersonForm,
    tell_skipped,
)
from ledger.web.site.access import SignedInRequest, Visit, closes, reads, writes
from ledger.web.site.forms import KeyedForm, focus_refused, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def players(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The register; those who only read see who plays now."""
    rows = [row for row in register(club=visit.club) if visit.may_write or row.player.is_active]
    register_list = RegisterList(rows, club_slug=visit.club.slug)
    register_list.turn_to_page(request, per_page=25)
    return club_page(request, visit, "ledger/clubs/players/players.html", {"register_list": register_list})


@writes
def players_add(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Put a pasted list of names on the register."""
    form = AddPlayersForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _add_players(request, visit, form))
    return response or club_page(request, visit, "ledger/clubs/players/players_add.html", {"form": form}, status=status)


@writes
def player_change(request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Rename a player, or say that they are a guest or no longer play."""
    player = visit.player(player_slug)
    if player.forgotten_at:
        raise Http404
    form = ChangePlayerForm(request.POST if request.method == "POST" else None, player=player)
    response, status = submit_once(request, form, lambda: _change_player(request, visit, player, form))
    if response:
        return response
    context = {"player": visit.player(player_slug), "form": form}
    return club_page(request, visit, "ledger/clubs/players/player_change.html", context, status=status)


@writes
def player_same(request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Make a player the same person as another, after what both have was seen; or separate the two again."""
    player = visit.player(player_slug)
    if player.forgotten_at:
        raise Http404
    joining = JoinedPlayer.objects.filter(player=player).select_related("kept").first()
    if joining is not None:
        return _separating_page(request, visit, player, joining.kept)
    form = JoinForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _join_players(request, visit, player, form))
    if response:
        return response
    context = {"player": player, "form": form, **_choice_context(request, player)}
    return club_page(request, visit, "ledger/clubs/players/player_same.html", context, status=status)


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
            context |= {"kept": kept, "join": JoinForm(initial={"kept": kept.slug}, auto_id=False)}
            sums = sums_together(player=player, kept=kept)
            context |= {"sums": sums, "decimals": decimals_of([row.units for row in sums], sums[0].unit_denominator)}
    focus_refused(choice)
    return context


def _separating_page(request: SignedInRequest, visit: Visit, player: Player, kept: Player) -> HttpResponse:
    """The page on which a player who is one with another is separated from them."""
    form = KeyedForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _separate_player(request, visit, player))
    context = {"player": player, "kept": kept, "form": form}
    return response or club_page(request, visit, "ledger/clubs/players/player_separate.html", context, status=status)


@writes
def player_kept(_request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Everything that is kept about a player, as a text file for the board to hand on."""
    with LONG_PAGES.take():
        player = visit.player(player_slug)
        # Of a person everything is kept that is kept of any of their names.
        abouts = [
            about_player(player=entered, another=gettext("another player"))
            for entered in (player, *players_joined_with(kept=player))
        ]
        context = {"club": visit.club, "now": timezone.now()}
        texts = [
            render_to_string("ledger/clubs/players/about_player.txt", {**context, "about": about}) for about in abouts
        ]
    # With the byte order mark by which phones recognise UTF-8.
    response = HttpResponse("\n".join(texts).encode("utf-8-sig"), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"{visit.club.slug}-{player.slug}.txt")
    return response


@closes
@password_again
def player_forget(request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Anonymise somebody who has left, after a warning and a tick."""
    player = visit.player(player_slug)
    if player.forgotten_at:
        raise Http404
    form = ForgetForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _forget_player(request, visit, player))
    if response:
        return response
    context = {"player": player, "form": form, "entries": entries_naming(player=player)}
    context |= {"evenings": evenings_naming(player=player), "has_never_played": has_never_played(player=player)}
    return club_page(request, visit, "ledger/clubs/players/player_forget.html", context, status=status)


def _forget_player(request: SignedInRequest, visit: Visit, player: Player) -> str:
    """Forget the player; returns the address to go on to."""
    forgotten = forget_player(player=player, author=request.user, now=timezone.now())
    if forgotten.is_taken_off:
        messages.success(request, gettext("%(name)s is off the list.") % {"name": player.name})
        return reverse("players", args=[visit.club.slug])
    messages.success(request, gettext("The player is anonymised."))
    return reverse("player", args=[visit.club.slug, forgotten.slug])


def _add_players(request: SignedInRequest, visit: Visit, form: AddPlayersForm) -> str:
    """Put the names of the valid form on the register; returns the register's address."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    chosen = {"is_guest": form.cleaned_data["is_guest"], "is_meant": form.is_meant_so()}
    known = listed_players(club=visit.club).values_list("name", flat=True)
    pasted = names_in(form.cleaned_data["players"], known=known)
    added = add_players(club=visit.club, names=pasted.names, **chosen, **signed)
    notice = ngettext("%(count)s player is added.", "%(count)s players are added.", len(added))
    messages.success(request, notice % {"count": len(added)})
    tell_skipped(request, pasted.skipped)
    return reverse("players", args=[visit.club.slug])


def _join_players(request: SignedInRequest, visit: Visit, player: Player, form: JoinForm) -> str:
    """Make the player one with whom the valid form names; returns the address of the one who is kept."""
    kept = visit.player(form.cleaned_data["kept"])
    join_players(player=player, kept=kept, author=request.user, now=timezone.now())
    names = {"name": player.name, "kept": kept.name}
    messages.success(request, gettext("%(name)s and %(kept)s are one person now.") % names)
    return reverse("player", args=[visit.club.slug, kept.slug])


def _separate_player(request: SignedInRequest, visit: Visit, player: Player) -> str:
    """Separate the player from whom they were made one with; returns their own address."""
    separate_player(player=player, author=request.user, now=timezone.now())
    messages.success(request, gettext("%(name)s is a player of their own again.") % {"name": player.name})
    return reverse("player", args=[visit.club.slug, player.slug])


def _change_player(request: SignedInRequest, visit: Visit, player: Player, form: ChangePlayerForm) -> str:
    """Change a player as the valid form says; returns the player's address."""
    changed = change_player(player=player, **form.changes(), author=request.user, now=timezone.now())
    messages.success(request, gettext("%(name)s is saved.") % {"name": changed.name})
    return reverse("player", args=[visit.club.slug, changed.slug])
