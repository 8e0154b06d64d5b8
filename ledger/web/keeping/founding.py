"""Starting a club, in three steps, or bringing one along from elsewhere.

Every page carries along what was typed on the others, so that nothing is stored before the last step, and nothing is
lost on the way back; while a founder signs in to an account, their own browser keeps it.
"""

from collections.abc import Mapping, Sequence
from ipaddress import ip_address
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from ledger.queries.clubs.clubs import has_own_club, owners
from ledger.rules.scoring.document import every_preset, table_from
from ledger.rules.scoring.wall.comparing import differences, examples
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs import clubs
from ledger.services.clubs.clubs import NewClub
from ledger.services.keeping.club_file import Arrival, found_club
from ledger.services.keeping.club_file import bring_club as bring
from ledger.templatetags.ledger_labels import label_text, page_language, refusal_text
from ledger.web.keeping.start_form import (
    ALL,
    MOST_CHOICES,
    OTHERS,
    OWN,
    QUESTIONS,
    ClubForm,
    FindPricesForm,
    FounderForm,
    FoundingCodeForm,
    NewFounderForm,
)
from ledger.web.scoring.forms import OTHER_GAMES, Card, preset_card
from ledger.web.site.access import sign_in_as
from ledger.web.site.forms import OK, RefusingForm, earlier_answer, redirect_once, status_of
from ledger.web.site.slowing import FOUNDING_CODE, count_wrong_guess, lockout_page

CLUB, SIGN_IN, SIGN_IN_FIRST, FOUND = "club", "sign_in", "sign_in_first", "found"
STEPS = {CLUB: 0, QUESTIONS: 1, OTHERS: 1, ALL: 1, SIGN_IN: 2, SIGN_IN_FIRST: 2, FOUND: 3}
CARRIED = (*ClubForm.base_fields, *FindPricesForm.base_fields, "writer_name", "username")
OF_LISTS = ("place", "fit")  # what a page with a list of presets asks
KEPT, KEPT_FOR = "founding", 60 * 60  # seconds


@csrf_exempt  # founding signs in, by which the token of its own page goes stale; every step is checked behind it
def start_club(request: HttpRequest) -> HttpResponse:
    """Start a club of one's own, once: whoever sends the last step again arrives at the club."""
    earlier = earlier_answer(request)
    return _arrive(request, earlier["Location"]) if earlier else _steps(request)


def _arrive(request: HttpRequest, address: str) -> HttpResponse:
    """Go to a founded club; where the answer that signed in was lost, what was typed is sent on to the sign-in."""
    is_lost = request.user.is_anonymous
    response = redirect(redirect_to_login(address).url if is_lost else address, preserve_request=is_lost)
    response.delete_cookie(KEPT)
    return response


@csrf_protect
def _steps(request: HttpRequest) -> HttpResponse:
    """The step that is asked for, or the first before it that is not done."""
    if not may_start_club(request):
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        request.POST = _kept_form(request)  # type: ignore[assignment]  # what was typed before the sign-in
        if not request.POST:
            return _show(request, CLUB, ClubForm())
    elif request.POST.get("to") == SIGN_IN_FIRST:
        return _sign_in_first(request)
    to = request.POST.get("to", FOUND)
    step = STEPS.get(to, 0)
    club, prices = ClubForm(request.POST), FindPricesForm(request.POST)
    prices.full_clean()
    if step == 0 or not club.is_done():
        return _show(request, CLUB, club)
    if step == 1 or not prices.is_done():
        place = to if step == 1 else prices.cleaned_data.get("place") or QUESTIONS
        return _show(request, place, prices, **_shown_presets(place, prices, club.pasted.names))
    return _sign_in(request, club, prices, is_last=step == STEPS[FOUND])


def _sign_in_first(request: HttpRequest) -> HttpResponse:
    """Go to the sign-in and back; what was typed, but the password, waits in the browser."""
    typed = request.POST.copy()
    typed.pop("password", None)
    kept = signing.dumps(typed.urlencode(), salt=KEPT, compress=True)
    response = redirect_to_login(request.path)
    response.set_cookie(KEPT, kept, KEPT_FOR, secure=request.is_secure(), httponly=True, samesite="Lax")
    return response


def _kept_form(request: HttpRequest) -> QueryDict:
    """What was typed before the sign-in; empty if nothing was."""
    try:
        return QueryDict(signing.loads(request.COOKIES.get(KEPT, ""), salt=KEPT, max_age=KEPT_FOR))
    except signing.BadSignature:
        return QueryDict()


def _sign_in(request: HttpRequest, club: ClubForm, prices: FindPricesForm, *, is_last: bool) -> HttpResponse:
    """The last step: ask for the sign-in, or with it start the club that the other two forms describe."""
    asks = asks_code(request)
    if asks and is_last and (lockout := lockout_page(request, FOUNDING_CODE)):
        return lockout
    kind = FounderForm if request.user.is_authenticated else NewFounderForm
    form = kind(request.POST if is_last else None, initial=request.POST.dict(), asks_code=asks)
    new, status = _new_club(club, prices), OK
    if form.is_valid():
        try:
            answer = redirect_once(request, form, lambda: _start_club(request, new, form.cleaned_data))
            return _arrive(request, answer["Location"])
        except Refusal as refusal:
            status = status_of(refusal)
            if refusal.field in club.fields:
                club.refuse(refusal)
                return _show(request, CLUB, club, status)
            form.refuse(refusal)
    if form.data.get("code") and "code" in form.errors:
        count_wrong_guess(request, FOUNDING_CODE)
    called = gettext("your own prices") if new.own_prices else label_text(table_from(new.preset).name)
    return _show(request, SIGN_IN, form, status, new=new, prices=called)


def _new_club(club: ClubForm, prices: FindPricesForm) -> NewClub:
    """The club that the valid forms of the first two steps describe; its first season begins today."""
    today = timezone.localdate()
    preset, own_prices = prices.cleaned_data["fit"], None
    if preset == OWN:
        preset, own_prices = "", prices.own_prices()
    return NewClub(
        name=club.cleaned_data["name"],
        language=page_language(),
        preset=preset,
        players=club.pasted.names,
        season=str(today.year),
        starts_on=today,
        own_prices=own_prices,
        link_name=gettext("The players"),
    )


def _start_club(request: HttpRequest, new: NewClub, signed: Mapping[str, Any]) -> str:
    """Start the club, signing in a founder who was not; returns its address."""
    now, name = timezone.now(), signed["writer_name"]
    if request.user.is_authenticated:
        club = clubs.start_club(new=new, founder=request.user, now=now, writer_name=name)
    else:
        account = {"username": signed["username"], "password": signed["password"]}
        membership = found_club(new=new, **account, now=now, writer_name=name, has_code="code" in signed)
        club = membership.club
        sign_in_as(request, membership.user)
    return reverse("club", args=[club.slug])


def _shown_presets(place: str, prices: FindPricesForm, players: Sequence[str]) -> dict[str, Any]:
    """The presets that a page of the second step shows, and which of them is chosen."""
    cards = _cards(place, prices, players)
    codes = [card.code for card in cards]
    fit = prices["fit"].value()
    first = codes[0] if codes and place != ALL else ""
    return {"cards": cards, "chosen": fit if fit in codes else first}


def _cards(place: str, prices: FindPricesForm, players: Sequence[str]) -> list[Card]:
    if place == OTHERS:
        return [preset_card(table_from(code), []) for code in OTHER_GAMES]
    if place == ALL:
        return [preset_card(preset, examples(preset, players)) for preset in every_preset()]
    if len(prices.fits) > MOST_CHOICES:
        return []
    if len(prices.fits) == MOST_CHOICES:
        first, second = prices.fits
        ours, theirs = zip(*differences(first, second, players), strict=True)
        return [preset_card(first, ours), preset_card(second, theirs)]
    return [preset_card(preset, examples(preset, players)) for preset in prices.fits]


def _show(request: HttpRequest, place: str, form: RefusingForm, status: int = OK, **context: Any) -> HttpResponse:
    """Show a page of the three steps, with what was typed on the others."""
    asked = OF_LISTS if place in (OTHERS, ALL) else form.fields
    carried = {name: request.POST[name] for name in CARRIED if name in request.POST and name not in asked}
    context |= {"form": form, "place": place, "number": STEPS[place] + 1, "carried": carried}
    return render(request, f"ledger/keeping/start/{place}.html", context, status=status)


def may_start_club(request: HttpRequest) -> bool:
    """Whether the visitor may start a club: signed in, by the founding code, or while the installation has none."""
    return request.user.is_authenticated or not has_own_club() or _is_code_needed(request)


def asks_code(request: HttpRequest) -> bool:
    """Whether starting a club asks for the founding code, from which the setting may exempt existing accounts."""
    is_free = settings.FOUNDERS == "accounts" and request.user.is_authenticated and has_own_club()
    return _is_code_needed(request) and not is_free


def _is_code_needed(request: HttpRequest) -> bool:
    """Whether the visitor may be elsewhere than at the machine itself."""
    try:
        # On a public host every request seems to come from the machine itself, where the web server is.
        return bool(settings.PUBLIC_HOST) or not ip_address(request.META["REMOTE_ADDR"]).is_loopback
    except ValueError:
        return True


# Bringing a club along from another installation, by its complete file.


@never_cache
def bring_club(request: HttpRequest) -> HttpResponse:
    """Bring a club in, and lead whoever did to the choice of a password for the club's administrator.

    No key makes the form work once: a club that is here already is refused, or claimed again while it is nobody's, and
    no answer with a link is kept.
    """
    # While every club here is nobody's yet, nobody could sign in to claim one.
    if not may_start_club(request) and owners().filter(club__is_sample=False).exists():
        return redirect_to_login(request.get_full_path())
    asks = asks_code(request)
    if asks and request.method == "POST" and (lockout := lockout_page(request, FOUNDING_CODE)):
        return lockout
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = ClubFileForm(*data, asks_code=asks)
    if form.is_valid():
        try:
            return _welcome(request, bring(file=form.cleaned_data["file"]))
        except Refusal as refusal:
            form.refuse(refusal)
    if form.data.get("code") and "code" in form.errors:
        count_wrong_guess(request, FOUNDING_CODE)
    return render(request, "ledger/keeping/bring_club.html", {"form": form})


def _welcome(request: HttpRequest, arrival: Arrival) -> HttpResponse:
    """Say what has arrived and what had to change; then its administrator's password, or its front page."""
    for change in arrival.changes:
        messages.info(request, refusal_text(change))
    if arrival.link is None:
        messages.success(request, gettext("%(club)s is here, with its whole book.") % {"club": arrival.club.name})
        return redirect("club", arrival.club.slug)
    sentence = gettext("%(club)s is here, with its whole book. Choose a password for %(name)s, who administers it.")
    messages.success(request, sentence % {"club": arrival.club.name, "name": arrival.username})
    return redirect("new_password", *arrival.link)


class ClubFileForm(FoundingCodeForm):
    """A complete file, and the founding code where it is asked for."""

    refusal_fields = {"": "file"}

    file = forms.FileField(
        label=_("The club's complete file"),
        help_text=_("The old installation hands it out on its page “For a new secretary”; it ends in .jsonl.gz."),
        widget=forms.FileInput(attrs={"accept": ".gz"}),
    )
