"""The club's players: the register, one player's season, and changes of the register."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django_tables2 import RequestConfig

from ledger.models import Player
from ledger.queries.clubs.clubs import register
from ledger.queries.keeping.forgetting import evenings_naming, lines_naming
from ledger.queries.seasons.players import came_without_playing, player_evenings, seasons_of_player
from ledger.services.clubs.clubs import add_players, change_player
from ledger.services.keeping.forgetting import forget_player
from ledger.services.site.kept_pages import forget_pages
from ledger.web.clubs.lists import PlayerEveningsList, RegisterList
from ledger.web.clubs.player_forms import AddPlayersForm, ChangePlayerForm, ForgetForm
from ledger.web.site.access import Visit, closes, reads, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.freshness import fresh


@fresh
@reads
def players(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The register; those who only read see who plays now."""
    lines = [line for line in register(club=visit.club) if visit.may_write or line.player.is_active]
    table = RegisterList(lines, club_slug=visit.club.slug)
    RequestConfig(request, paginate={"per_page": 25}).configure(table)
    return render(request, "ledger/clubs/players.html", {"visit": visit, "club": visit.club, "table": table})


@writes
def players_add(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Put a pasted list of names on the register."""
    form = AddPlayersForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _added(request, visit, form))
    if response:
        return response
    return render(
        request, "ledger/clubs/players_add.html", {"visit": visit, "club": visit.club, "form": form}, status=status
    )


@fresh
@reads
def player(request: HttpRequest, visit: Visit, player: str) -> HttpResponse:
    """One player's season: every evening's points and the total after it."""
    person, season = visit.player(player), visit.asked_season(request)
    evenings = player_evenings(player=person, season=season)
    table = PlayerEveningsList(evenings, club_slug=visit.club.slug, denominator=season.unit_denominator)
    RequestConfig(request, paginate={"per_page": 25}).configure(table)
    context = {
        "visit": visit,
        "club": visit.club,
        "season": season,
        "player": person,
        "seasons": seasons_of_player(player=person),
        "table": table,
        "came": came_without_playing(player=person, season=season),
        "points": sum(evening.points for evening in evenings),
        "deals": sum(evening.deals for evening in evenings),
    }
    return render(request, "ledger/seasons/player.html", context)


@writes
def player_change(request: HttpRequest, visit: Visit, player: str) -> HttpResponse:
    """Rename a player, or say that they are a guest or no longer play."""
    person = visit.player(player)
    if person.forgotten_at:
        raise Http404
    form = ChangePlayerForm(request.POST if request.method == "POST" else None, player=person)
    response, status = submit_once(request, form, lambda: _saved(request, visit, person, form))
    if response:
        return response
    context = {"visit": visit, "club": visit.club, "player": visit.player(player), "form": form}
    return render(request, "ledger/clubs/player_change.html", context, status=status)


@closes
def player_forget(request: HttpRequest, visit: Visit, player: str) -> HttpResponse:
    """Anonymise somebody who has left, after a warning and a tick."""
    person = visit.player(player)
    if person.forgotten_at:
        raise Http404
    form = ForgetForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _forgotten(request, visit, person))
    if response:
        return response
    context = {"visit": visit, "club": visit.club, "player": person, "form": form, "lines": lines_naming(player=person)}
    context["evenings"] = evenings_naming(player=person)
    return render(request, "ledger/clubs/player_forget.html", context, status=status)


def _forgotten(request: HttpRequest, visit: Visit, person: Player) -> str:
    """Forget the player, and the kept pages that hold the name; gives their new address."""
    gone = forget_player(player=person, author=request.user, now=timezone.now())
    transaction.on_commit(partial(forget_pages, club=visit.club.slug), robust=True)
    messages.success(request, gettext("The player is anonymised."))
    return reverse("player", args=[visit.club.slug, gone.slug])


def _added(request: HttpRequest, visit: Visit, form: AddPlayersForm) -> str:
    """Put the names of the valid form on the register; gives the register's address."""
    signed = {"author": request.user, "now": timezone.now()}
    added = add_players(club=visit.club, names=form.names(), is_guest=form.cleaned_data["is_guest"], **signed)
    done = ngettext("%(count)s player is added.", "%(count)s players are added.", len(added))
    messages.success(request, done % {"count": len(added)})
    return reverse("players", args=[visit.club.slug])


def _saved(request: HttpRequest, visit: Visit, person: Player, form: ChangePlayerForm) -> str:
    """Change a player as the valid form says; gives the player's address."""
    changed = change_player(player=person, **form.said(), author=request.user, now=timezone.now())
    messages.success(request, gettext("%(name)s is saved.") % {"name": changed.name})
    return reverse("player", args=[visit.club.slug, changed.slug])
