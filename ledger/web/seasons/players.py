"""The club's players: the register and its changes."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, ngettext

from ledger.models import Player
from ledger.queries.clubs.clubs import register
from ledger.queries.keeping.about_player import about_player
from ledger.queries.keeping.forgetting import entries_naming, evenings_naming
from ledger.services.clubs.clubs import Signed, add_players, change_player
from ledger.services.keeping.forgetting import forget_player
from ledger.services.site.kept_pages import forget_pages
from ledger.services.site.turns import LONG_PAGES
from ledger.web.clubs.lists import RegisterList
from ledger.web.clubs.password_again import password_again
from ledger.web.clubs.player_forms import AddPlayersForm, ChangePlayerForm, ForgetForm
from ledger.web.site.access import SignedInRequest, Visit, closes, reads, writes
from ledger.web.site.form_keys import submit_once
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
def player_kept(_request: SignedInRequest, visit: Visit, player_slug: str) -> HttpResponse:
    """Everything that is kept about a player, as a text file for the board to hand on."""
    with LONG_PAGES.take():
        about = about_player(player=visit.player(player_slug), another=gettext("another player"))
        context = {"club": visit.club, "about": about, "now": timezone.now()}
        text = render_to_string("ledger/clubs/players/about_player.txt", context)
    # With the byte order mark by which phones recognise UTF-8.
    response = HttpResponse(text.encode("utf-8-sig"), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = content_disposition_header(True, f"{visit.club.slug}-{about.player.slug}.txt")
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
    context["evenings"] = evenings_naming(player=player)
    return club_page(request, visit, "ledger/clubs/players/player_forget.html", context, status=status)


def _forget_player(request: SignedInRequest, visit: Visit, player: Player) -> str:
    """Forget the player, and the kept pages that hold the name; returns the player's new address."""
    forgotten = forget_player(player=player, author=request.user, now=timezone.now())
    # Once it is committed, or a page drawn in between would be kept with the name.
    transaction.on_commit(partial(forget_pages, club=visit.club.slug), robust=True)
    messages.success(request, gettext("The player is anonymised."))
    return reverse("player", args=[visit.club.slug, forgotten.slug])


def _add_players(request: SignedInRequest, visit: Visit, form: AddPlayersForm) -> str:
    """Put the names of the valid form on the register; returns the register's address."""
    signed: Signed = {"author": request.user, "now": timezone.now()}
    chosen = {"is_guest": form.cleaned_data["is_guest"], "is_meant": form.is_meant_so()}
    added = add_players(club=visit.club, names=form.names(), **chosen, **signed)
    notice = ngettext("%(count)s player is added.", "%(count)s players are added.", len(added))
    messages.success(request, notice % {"count": len(added)})
    return reverse("players", args=[visit.club.slug])


def _change_player(request: SignedInRequest, visit: Visit, player: Player, form: ChangePlayerForm) -> str:
    """Change a player as the valid form says; returns the player's address."""
    changed = change_player(player=player, **form.changes(), author=request.user, now=timezone.now())
    messages.success(request, gettext("%(name)s is saved.") % {"name": changed.name})
    return reverse("player", args=[visit.club.slug, changed.slug])
