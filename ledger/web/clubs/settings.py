"""The pages on which a club says what holds for it, and who reads it."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language_info, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ledger.models import Club, ReadingLink
from ledger.models.clubs.club import LINK_NAME_LENGTH
from ledger.queries.clubs.clubs import is_read_by
from ledger.rules.site.labels import enumeration, same
from ledger.services.clubs.addresses import choose_readers, make_reading_link, withdraw_reading_link
from ledger.services.clubs.clubs import change_settings
from ledger.web.clubs.account_forms import password_again
from ledger.web.site.access import (
    SEEN_AS,
    SignedInRequest,
    Visit,
    administers,
    reading_cookie,
    reads_by_token,
    signature,
    speak_as,
    writes,
)
from ledger.web.site.forms import OK, KeyedForm, form_data, submit_once
from ledger.web.site.frame import club_page, link_card


@never_cache
@administers
def club_settings(request: SignedInRequest, visit: Visit) -> HttpResponseBase:
    """The club's settings, for its administrators; a closed club is opened to everybody with the password alone."""
    opens = not visit.club.is_open and request.POST.get("readers") == Club.Readers.EVERYBODY
    if opens:
        return password_again(_settings)(request, visit)
    return _settings(request, visit)


def _settings(request: SignedInRequest, visit: Visit) -> HttpResponseBase:
    initial = model_to_dict(visit.club) | {"hours": visit.club.correction_window_hours}
    form = SettingsForm(form_data(request), initial=initial)

    def save() -> str:
        cleaned = form.cleaned_data
        signed = signature(request)
        change_settings(
            club=visit.club,
            name=cleaned["name"],
            language=cleaned["language"],
            writes_fractions=cleaned["writes_fractions"],
            correction_window_hours=cleaned["hours"],
            players_confirm=cleaned["players_confirm"],
            **signed,
        )
        readers = Club.Readers(cleaned["readers"])
        choose_readers(club=visit.club, readers=readers, is_listed=cleaned["is_listed"], **signed)
        messages.success(request, gettext("The settings are saved."))
        return reverse("settings", args=[visit.club.slug])

    response, status = submit_once(request, form, save)
    template = "ledger/clubs/settings/settings.html"
    return response or club_page(request, visit, template, {"form": form}, status=status)


class SettingsForm(KeyedForm):
    """The club's name and language, and its own rules."""

    name = forms.CharField(
        label=_("The club's name"),
        max_length=Club._meta.get_field("name").max_length,
        help_text=_("The club's address stays as it is."),
    )
    language = forms.ChoiceField(
        label=_("The club's language"),
        choices=[(code, get_language_info(code)["name_local"].capitalize()) for code, _name in settings.LANGUAGES],
        widget=forms.RadioSelect,
    )

    writes_fractions = forms.BooleanField(
        label=_("Write points with fractions: 2¼ in place of 2,25"),
        help_text=_("On the pages. Workbooks and files keep decimals, which spreadsheets add up."),
        required=False,
    )
    hours = forms.IntegerField(
        label=_("Hours in which an approved evening can be reopened"),
        min_value=0,
        help_text=_("Counted from the first approval; 72 is three days, 0 is never."),
    )
    players_confirm = forms.BooleanField(
        label=_("The players confirm each evening's sheet"),
        help_text=_("Each player of an evening gets a link and says whether the sheet is right."),
        required=False,
    )
    readers = forms.ChoiceField(
        label=_("Who reads the club's pages?"),
        choices=Club.Readers.choices,
        help_text=_(
            "To everybody else there is nothing at the club's address. A player's link to an evening's sheet works in "
            "any case, for that sheet. Another choice than the link withdraws it."
        ),
        widget=forms.RadioSelect,
    )
    is_listed = forms.BooleanField(
        label=_("The club may be found"),
        help_text=_(
            "Where everybody reads: the club is in the list at the front of this site, and search engines may show it."
        ),
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """List a club only if everybody reads it."""
        cleaned = self.cleaned_data
        cleaned["is_listed"] = cleaned.get("is_listed", False) and cleaned.get("readers") == Club.Readers.EVERYBODY
        return cleaned


# The club's links at hand for its board: shown, copied, scanned, shared, made, and each withdrawn by itself.


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
        make_reading_link(club=visit.club, name=name, **signature(request))
        return reverse("links", args=[visit.club.slug])

    response, status = submit_once(request, form, make)
    return response or _links_page(request, visit, form, status)


@never_cache
@administers
def link_withdraw(request: SignedInRequest, visit: Visit, link_id: int) -> HttpResponse:
    """Ask once, and withdraw a link of the club, also from those who have opened it."""
    link = get_object_or_404(visit.club.reading_links, pk=link_id)
    if request.method == "POST":
        withdraw_reading_link(link=link, **signature(request))
        messages.success(request, gettext("The link is withdrawn: nobody reads by it any more."))
        return redirect("links", visit.club.slug)
    others = visit.club.reading_links.exclude(pk=link_id).order_by(*ReadingLink.NEWEST_FIRST)
    names = [same(other.shown_name) for other in others]
    context = {"link": link, "others": enumeration(names) if names else None, "count": len(names)}
    return club_page(request, visit, "ledger/clubs/settings/link_withdraw.html", context)


def _links_page(request: HttpRequest, visit: Visit, form: NewLinkForm, status: int = OK) -> HttpResponse:
    club = visit.club
    context: dict[str, Any] = {"form": form, "beside": NewLinkForm(auto_id=False)}
    if club.is_open:
        context["card"] = link_card(request, club)
    else:
        links = club.reading_links.order_by(*ReadingLink.NEWEST_FIRST)
        context["links"] = [(link, link_card(request, club, link.token)) for link in links]
    return club_page(request, visit, "ledger/clubs/settings/links.html", context, status=status)


# Reading a closed club: by one of its links, and as an outsider for its board.


KEPT_FOR = 60 * 60 * 24 * 400  # seconds; no browser keeps a cookie longer


@never_cache
@reads_by_token
def read_by_link(request: HttpRequest, visit: Visit, token: str, page: str = "") -> HttpResponse:
    """Trade the token of a club's link for a cookie, and go on to a page, whose own address does not hold the token.

    In a closed club by a page that goes on by itself: what draws a preview reads that one and no other, and it names
    neither the club nor anybody in it.
    """
    club = visit.club
    if not club.is_open and not is_read_by(club=club, token=token):
        raise Http404
    address = reverse("club", args=[club.slug]) + page
    if query := request.GET.urlencode():
        address = f"{address}?{query}"
    if club.is_open:
        response: HttpResponse = redirect(address)
    else:
        speak_as(club, request)
        response = club_page(request, visit, "ledger/clubs/front/by_link.html", {"address": address})
        name, is_https = reading_cookie(club.slug), request.is_secure()
        response.set_cookie(name, token, max_age=KEPT_FOR, httponly=True, samesite="Lax", secure=is_https)
    # This address holds the token, so no other page is to be told of it.
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
@writes
def see_as_outsider(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Show a member of the board the club's pages as others see them, until they switch back."""
    request.session[SEEN_AS] = {"club": visit.club.slug, "has_link": "has_link" in request.POST}
    return redirect("club", visit.club.slug)


@require_POST
def see_as_oneself(request: HttpRequest, slug: str) -> HttpResponse:
    """Switch back from an outsider's view of a club."""
    request.session.pop(SEEN_AS, None)
    return redirect("club", slug)
