"""The players' answers for a sheet: the sheet by a player's link, the links to share, a complaint dealt with."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from ledger.models import Evening, Player, SheetAnswer, SheetLink
from ledger.models.clubs.club import REASON_LENGTH
from ledger.models.clubs.persons import shown_by
from ledger.queries.evenings import confirming
from ledger.queries.evenings.approval import is_approved
from ledger.queries.evenings.sheet import SheetRow
from ledger.services.evenings.confirming import answer_sheet, make_links, renew_link, settle_in_words
from ledger.templatetags.ledger_labels import label_text
from ledger.web.evenings.sheet import sheet_context
from ledger.web.site.access import SignedInRequest, Visit, names_for, reads_by_token, signature, speak_as, writes
from ledger.web.site.forms import KeyedForm, form_data, offer, submit_once
from ledger.web.site.frame import club_page, qr_code


class AgreeForm(KeyedForm):
    """One press; `lines` is how many of the evening's entries the player saw."""

    kind = SheetAnswer.Kind.AGREES
    lines = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=1_000_000)

    def answer(self) -> dict[str, Any]:
        """The answer that the valid form gives."""
        cleaned = self.cleaned_data
        return {
            "kind": self.kind,
            "entry_count": cleaned["lines"],
            "number": cleaned.get("number"),
            "text": cleaned.get("reason", ""),
        }


class ComplainForm(AgreeForm):
    """What is wrong: a deal, a word, or both."""

    kind = SheetAnswer.Kind.COMPLAINS
    number = forms.TypedChoiceField(label=_("Which deal?"), coerce=int, empty_value=None, required=False)
    reason = forms.CharField(
        label=_("What is wrong?"),
        help_text=_("A deal, a word, or both. Only the club's board reads it."),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=REASON_LENGTH,
        required=False,
    )

    def __init__(self, data: QueryDict | None, *, initial: dict[str, Any], rows: Sequence[SheetRow]) -> None:
        super().__init__(data, initial=initial)
        deals = [(row.number, f"{row.number}: {label_text(row.sentence)}") for row in rows]
        offer(self, "number", [("", gettext("No deal in particular")), *deals])


class LinkForm(KeyedForm):
    """One press: links for everybody without one, or another one for the player with this address."""

    player = forms.SlugField(widget=forms.HiddenInput, required=False)


class ReplyForm(KeyedForm):
    """The board's reply to a complaint that changes no deal."""

    reason = forms.CharField(label=_("What did you find?"), max_length=REASON_LENGTH)


@never_cache
@reads_by_token
def sheet_by_link(request: HttpRequest, visit: Visit, token: str) -> HttpResponse:
    """An evening's sheet for the player with the link, and two buttons: it is right, or something is wrong."""
    link = confirming.link_by(club_id=visit.club.pk, token=token) if visit.club.players_confirm else None
    if link is None:
        raise Http404
    speak_as(visit.club, request, explains_words=visit.may_read)
    with shown_by(names_for(visit, but=link.player)) as names:
        if names:  # the link was read first, to know whose it is; what came with it is read again, by these names
            link = confirming.link_by(club_id=visit.club.pk, token=token) or link
        link.evening.club = visit.club
        return _sheet_page(request, visit, link)


def _sheet_page(request: HttpRequest, visit: Visit, link: SheetLink) -> HttpResponse:
    """The page of a player's link, with the names that the player sees."""
    is_alone = not visit.may_read
    sheet = sheet_context(link.evening, own_player=link.player, leads_on=visit.may_write)
    initial = {"lines": len(sheet["sheet"].book.entries)}
    data = form_data(request)
    complains = data is not None and "complains" in data
    forms = {
        "agree": AgreeForm(None if complains else data, initial=initial, auto_id="agree_%s"),
        "complain": ComplainForm(data if complains else None, initial=initial, rows=sheet["rows"]),
    }
    sent = forms["complain" if complains else "agree"]
    response, status = submit_once(request, sent, lambda: _keep_answer(request, visit, link, sent))
    if response:
        return response
    context = {
        **sheet,
        "is_alone": is_alone,
        "link": link,
        "answers": confirming.answers_to(evening=link.evening, read=sheet["sheet"], link=link),
        "own_total": link.evening.totals.filter(player=link.player).first(),
        "sent": sent,
        **forms,
    }
    response = club_page(request, visit, "ledger/evenings/confirming/sheet_by_link.html", context, status=status)
    # A link on from here names the site at most; not `no-referrer`, with which a form would be sent without its origin.
    response["Referrer-Policy"] = "strict-origin"
    return response


@never_cache
@writes
def links(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Every player's link with a code to point a phone at; a page to send from, or to print and cut."""
    evening = _evening_or_404(visit, evening_number)
    form = LinkForm(form_data(request))
    response, status = submit_once(request, form, lambda: _make_links(request, visit, evening, form))
    if response:
        return response
    answers = confirming.confirming(evening=evening)
    context = {
        "evening": evening,
        "lacks_links": not all(voice.link for voice in answers.voices),
        "form": form,
        "make": LinkForm(auto_id=False),
        "cards": [_card(request, visit, voice.player, voice.link) for voice in answers.voices if voice.link],
    }
    return club_page(request, visit, "ledger/evenings/confirming/sheet_links.html", context, status=status)


@writes
def complaint(request: SignedInRequest, visit: Visit, evening_number: int, complaint_id: int) -> HttpResponse:
    """One complaint, and the ways to settle it: correct its deal, or reply in words."""
    evening = _evening_or_404(visit, evening_number)
    form = ReplyForm(form_data(request))

    def settle() -> str:
        reply = form.cleaned_data["reason"]
        settle_in_words(evening=evening, pk=complaint_id, reply=reply, **signature(request))
        messages.success(request, gettext("The complaint is answered."))
        return reverse("evening", args=[visit.club.slug, evening_number])

    response, status = submit_once(request, form, settle)
    if response:
        return response
    complaint = confirming.complaint(evening=evening, pk=complaint_id)
    if complaint is None:
        raise Http404
    context = {"evening": evening, "complaint": complaint, "form": form}
    context["is_closed"] = evening.season.closed_at is not None or is_approved(evening=evening)
    return club_page(request, visit, "ledger/evenings/confirming/complaint.html", context, status=status)


def _keep_answer(request: HttpRequest, visit: Visit, link: SheetLink, form: AgreeForm) -> str:
    """Keep what the player answers; returns the address of the same page."""
    with shown_by(None):
        # Nothing is saved while players are shown by their initials.
        answer_sheet(link=link, **form.answer(), now=timezone.now())
    messages.success(request, gettext("Thank you. The secretary can see your answer."))
    return reverse("sheet_by_link", args=[visit.club.slug, link.token])


def _make_links(request: SignedInRequest, visit: Visit, evening: Evening, form: LinkForm) -> str:
    """Make the links that the form asks for; returns the address of the page that shows them."""
    signed = signature(request)
    if form.cleaned_data["player"]:
        link = renew_link(evening=evening, player=visit.player(form.cleaned_data["player"]), **signed)
        text = gettext("%(name)s has a new link. The old one no longer works.")
        messages.success(request, text % {"name": link.player.name})
    else:
        make_links(evening=evening, **signed)
        messages.success(request, gettext("Every player has a link."))
    return reverse("sheet_links", args=[visit.club.slug, evening.number])


def _card(request: HttpRequest, visit: Visit, player: Player, link: SheetLink) -> dict[str, Any]:
    """What is handed out of a player's link, with a form for another one."""
    address = request.build_absolute_uri(reverse("sheet_by_link", args=[visit.club.slug, link.token]))
    renew = LinkForm(initial={"player": player.slug}, auto_id=False)
    return {"player": player, "address": address, "code": qr_code(address), "renew": renew}


def _evening_or_404(visit: Visit, number: int) -> Evening:
    """An evening of a club that asks its players, for the club's board.

    Raises Http404 for anybody else, and for an evening that does not exist.
    """
    if not visit.hears_players:
        raise Http404
    return visit.evening(number)
