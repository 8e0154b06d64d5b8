"""The second pair of eyes: the sheet by a player's link, the links to share, and a complaint dealt with."""

from typing import Any

import segno
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from ledger.models import Evening, SheetLink
from ledger.queries.evenings import confirming
from ledger.queries.evenings.closings import is_approved
from ledger.services.evenings.confirming import answer_sheet, make_links, renew_link, settle_in_words
from ledger.web.evenings.confirm_forms import AgreeForm, ComplainForm, LinkForm, ReplyForm
from ledger.web.evenings.evenings import sheet_context
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import submit_once


@never_cache
@reads
def sheet_by_link(request: HttpRequest, visit: Visit, token: str) -> HttpResponse:
    """An evening's sheet for the player whose link it is, and two buttons: it is right, or something is wrong."""
    link = confirming.link_by(club_id=visit.club.pk, token=token) if visit.club.players_confirm else None
    if link is None:
        raise Http404
    link.evening.club = visit.club
    # Counted before the sheet is read: a line that comes in between is then shown, but not confirmed.
    initial = {"lines": link.evening.entries.count()}
    shown = sheet_context(link.evening, is_live=False)
    said = request.POST if request.method == "POST" else None
    complains = said is not None and "complains" in said
    forms = {
        "agree": AgreeForm(None if complains else said, initial=initial, auto_id="agree_%s"),
        "complain": ComplainForm(said if complains else None, initial=initial, rows=shown["rows"]),
    }
    sent = forms["complain" if complains else "agree"]
    response, status = submit_once(request, sent, lambda: _answered(request, visit, link, sent))
    if response:
        return response
    players = [player for player, _units in shown["totals"]]
    context = {
        "visit": visit,
        **shown,
        "voice": confirming.voice_of(link=link),
        "own_column": players.index(link.player) if link.player in players else None,
        "own_total": link.evening.totals.filter(player=link.player).first(),
        "sent": sent,
        **forms,
    }
    response = render(request, "ledger/evenings/sheet_by_link.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@writes
def links(request: HttpRequest, visit: Visit, evening: int) -> HttpResponse:
    """Every player's link with its code to point a phone at; a page to send from, or to print and cut."""
    shown = _evening_or_404(visit, evening)
    form = LinkForm(request.POST if request.method == "POST" else None)
    response, status = submit_once(request, form, lambda: _linked(request, visit, shown, form))
    if response:
        return response
    found = confirming.confirming(evening=shown)
    context = {
        "visit": visit,
        "club": visit.club,
        "evening": shown,
        "confirming": found,
        "form": form,
        "make": LinkForm(auto_id=False),
        "cards": [_card(request, visit, voice) for voice in found.voices if voice.link],
    }
    return render(request, "ledger/evenings/sheet_links.html", context, status=status)


@writes
def complaint(request: HttpRequest, visit: Visit, evening: int, pk: int) -> HttpResponse:
    """One complaint and the ways to deal with it: correct its deal, or answer in words."""
    shown = _evening_or_404(visit, evening)
    form = ReplyForm(request.POST if request.method == "POST" else None)

    def settle() -> str:
        reply = form.cleaned_data["reason"]
        settle_in_words(evening=shown, pk=pk, said=reply, author=request.user, now=timezone.now())
        messages.success(request, gettext("The complaint is answered."))
        return reverse("evening", args=[visit.club.slug, evening])

    response, status = submit_once(request, form, settle)
    if response:
        return response
    found = confirming.complaint(evening=shown, pk=pk)
    if found is None:
        raise Http404
    context = {"visit": visit, "club": visit.club, "evening": shown, "said": found, "form": form}
    context["is_closed"] = shown.season.closed_at is not None or is_approved(evening=shown)
    return render(request, "ledger/evenings/complaint.html", context, status=status)


def _answered(request: HttpRequest, visit: Visit, link: SheetLink, form: AgreeForm) -> str:
    """Keep what the player says; gives the address of the same page."""
    answer_sheet(link=link, answer=form.answer(), now=timezone.now())
    messages.success(request, gettext("Thank you. The secretary can see your answer."))
    return reverse("sheet_by_link", args=[visit.club.slug, link.token])


def _linked(request: HttpRequest, visit: Visit, evening: Evening, form: LinkForm) -> str:
    """Make the links that are asked for; gives the address of the page that shows them."""
    signed = {"author": request.user, "now": timezone.now()}
    if form.cleaned_data["player"]:
        link = renew_link(evening=evening, player=visit.player(form.cleaned_data["player"]), **signed)
        said = gettext("%(name)s has a new link. The old one no longer works.")
        messages.success(request, said % {"name": link.player.name})
    else:
        make_links(evening=evening, **signed)
        messages.success(request, gettext("Every player has a link."))
    return reverse("sheet_links", args=[visit.club.slug, evening.number])


def _card(request: HttpRequest, visit: Visit, voice: confirming.Voice) -> dict[str, Any]:
    """A player's link as it is handed out, with a form for another one."""
    address = request.build_absolute_uri(reverse("sheet_by_link", args=[visit.club.slug, voice.link.token]))
    code = segno.make(address, micro=False).svg_data_uri(border=2, light="#fff", omitsize=True)
    renew = LinkForm(initial={"player": voice.player.slug}, auto_id=False)
    return {"voice": voice, "address": address, "code": code, "renew": renew}


def _evening_or_404(visit: Visit, number: int) -> Evening:
    """An evening of a club whose players confirm, or 404."""
    if not visit.hears_players:
        raise Http404
    return visit.evening(number)
