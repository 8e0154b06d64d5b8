"""The club's links at hand for its board: shown, copied, scanned, shared, made, and each withdrawn by itself."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from ledger.models.clubs.club import LINK_NAME_LENGTH
from ledger.queries.clubs.clubs import reading_links
from ledger.rules.site.labels import enumeration, same
from ledger.services.clubs.addresses import make_reading_link, withdraw_reading_link
from ledger.web.site.access import SignedInRequest, Visit, administers, writes
from ledger.web.site.form_keys import OK, KeyedForm, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.sharing import link_card


class NewLinkForm(KeyedForm):
    """Whom a new link is for."""

    name = forms.CharField(
        label=_("New link for"),
        max_length=LINK_NAME_LENGTH,
        widget=forms.TextInput(attrs={"placeholder": _("Guests")}),
    )


@never_cache
@writes
def links(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """The club's links, the newest unfolded; in an open club the address that everybody reads it at."""
    return _links_page(request, visit, NewLinkForm())


@never_cache
@administers
def link_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Make one more link to the club."""
    if request.method != "POST":
        return redirect("links", visit.club.slug)
    form = NewLinkForm(request.POST)

    def make() -> str:
        name = form.cleaned_data["name"]
        make_reading_link(club=visit.club, name=name, author=request.user, now=timezone.now())
        return reverse("links", args=[visit.club.slug])

    response, status = submit_once(request, form, make)
    return response or _links_page(request, visit, form, status)


@never_cache
@administers
def link_withdraw(request: SignedInRequest, visit: Visit, link_id: int) -> HttpResponse:
    """Ask once, and withdraw a link of the club, also from those who have opened it."""
    others = list(reading_links(club=visit.club))
    link = next((link for link in others if link.pk == link_id), None)
    if link is None:
        raise Http404
    if request.method == "POST":
        withdraw_reading_link(link=link, author=request.user, now=timezone.now())
        messages.success(request, gettext("The link is withdrawn: nobody reads by it any more."))
        return redirect("links", visit.club.slug)
    others.remove(link)
    names = enumeration([same(other.shown_name) for other in others]) if others else None
    context = {"link": link, "others": names, "count": len(others)}
    return club_page(request, visit, "ledger/clubs/settings/link_withdraw.html", context)


def _links_page(request: HttpRequest, visit: Visit, form: NewLinkForm, status: int = OK) -> HttpResponse:
    club = visit.club
    context: dict[str, Any] = {"form": form, "beside": NewLinkForm(auto_id=False)}
    if club.is_open:
        context["card"] = link_card(request, club)
    else:
        context["links"] = [(link, link_card(request, club, link.token)) for link in reading_links(club=club)]
    return club_page(request, visit, "ledger/clubs/settings/links.html", context, status=status)
