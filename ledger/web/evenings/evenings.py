"""The evenings of a club: opening one, its sheet, its approval."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening
from ledger.queries.clubs.clubs import current_of
from ledger.queries.deals.history import changes_among
from ledger.queries.evenings.approval import approval_of
from ledger.queries.evenings.seating import attendance_of, hands
from ledger.queries.evenings.sheet import Sheet, blamed_deal, papers_of
from ledger.queries.scoring import evening_ladder
from ledger.rules.site.points import in_points
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.keeping import backups
from ledger.templatetags.ledger_labels import label_text
from ledger.templatetags.ledger_links import evening_name
from ledger.web.evenings.evening_forms import ApproveForm, EveningForm, ReopenForm, open_as_asked
from ledger.web.evenings.sheet import CHANGES, evening_context
from ledger.web.scoring.forms import attachment_draw_form
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import CONFLICT, OK, KeyedForm, submit_once
from ledger.web.site.frame import SharedText, club_page, place_in_words, share
from ledger.web.site.freshness import fresh, fresh_part
from ledger.web.site.lists import ListFile
from ledger.web.site.request import part_of

MOST_SENTENCES = 3  # of what is told of an evening where it is passed on


@writes
def evening_new(request: SignedInRequest, visit: Visit) -> HttpResponse:
    """Open an evening of the current season, seated as last time, and go on to its first deal."""
    season, template = visit.asked_season(request, current_of), "ledger/evenings/evening_new.html"
    if season.closed_at:
        status = CONFLICT if request.method == "POST" else OK
        return club_page(request, visit, template, {"season": season}, status=status)
    form = EveningForm(request.POST or None, club=visit.club, today=timezone.localdate())
    if "same" in request.POST:
        form = EveningForm(form.as_proposed(), club=visit.club, today=timezone.localdate())

    def open_and_deal() -> str:
        return reverse("deal_new", args=[visit.club.slug, open_as_asked(request, season, form.new_evening()).number])

    response, status = submit_once(request, form, open_and_deal)
    return response or club_page(request, visit, template, {"season": season, "form": form}, status=status)


@fresh
@reads
def evening(request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """The evening's sheet: a row per deal, a column per player, why each number is what it is, and corrections."""
    return _sheet_page(request, visit, evening_number)


@part_of("evening", "evening_number")
@fresh_part
@reads
def evening_sheet(request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """The sheet alone, for which its page asks again and again while the evening is played (evening.js)."""
    context = evening_context(visit.evening_among_others(evening_number), is_boards=visit.may_write)
    return render(request, "ledger/evenings/sheet/_live_sheet.html", context)


@writes
def evening_approve(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Approve the evening as its page showed it, and show what may be passed on of it."""
    evening, form = visit.evening_among_others(evening_number), ApproveForm(request.POST)
    if evening.is_opening:
        raise Http404

    def approve() -> str:
        entry_count = form.cleaned_data["lines"]
        approve_evening(evening=evening, entry_count=entry_count, **signature(request))
        # Once it is committed, so that the copy has the approval, and robust, as the approval stands without it.
        transaction.on_commit(lambda: backups.back_up_soon(), robust=True)
        return reverse("evening_approve", args=[visit.club.slug, evening_number])

    if request.method == "POST" or not evening.is_approved:
        return _submit_from_sheet(request, visit, evening, form, approve)
    context = evening_context(evening, is_boards=True)
    if context["result"]:
        context["share"] = _share(request, visit, context)
    return club_page(request, visit, "ledger/evenings/ending/approved.html", context)


@writes
def evening_reopen(request: SignedInRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """Reopen an approved evening, for a reason and within the club's window."""
    evening, form = visit.evening(evening_number), ReopenForm(request.POST)

    def reopen() -> str:
        reason = form.cleaned_data["reason"]
        reopen_evening(evening=evening, reason=reason, **signature(request))
        messages.success(request, gettext("Evening %(number)s is open again.") % {"number": evening_number})
        return reverse("evening", args=[visit.club.slug, evening_number])

    return _submit_from_sheet(request, visit, evening, form, reopen)


def _submit_from_sheet(
    request: HttpRequest, visit: Visit, evening: Evening, form: KeyedForm, act: Callable[[], str]
) -> HttpResponse:
    """Do what the sheet's form asks, or show the sheet again with what was typed and why it was refused."""
    if request.method != "POST":
        return redirect("evening", visit.club.slug, evening.number)
    response, status = submit_once(request, form, act)
    return response or _sheet_page(request, visit, evening.number, form, status)


def _sheet_page(
    request: HttpRequest, visit: Visit, evening_number: int, sent: KeyedForm | None = None, status: int = 200
) -> HttpResponse:
    evening = visit.evening_among_others(evening_number)
    approval = approval_of(evening=evening) if evening.state else None
    board_forms = _forms_of_board(approval, sent) if visit.may_write and not evening.season.closed_at else {}
    sheet = evening_context(evening, is_boards=visit.may_write)
    read = sheet["sheet"]
    words = read.words
    papers = papers_of(evening=evening, read=read, has_typed=evening.has_papers) if visit.may_write else []
    differing = [paper for paper in papers if paper.is_open and sheet["is_ending"]]
    context = {
        **sheet,
        "changes": changes_among(entries=read.book.of_changed_deals, words=words),
        "ladder": evening_ladder(evening=evening),
        "draw": attachment_draw_form(visit, evening),
        "attendance": attendance_of(evening=evening) if evening.has_attendance else {},
        "approval": approval,
        "papers": papers,
        "differing": [(paper, blamed_deal(paper=paper, book=read.book)) for paper in differing],
        "may_enter": sheet["is_live"] and visit.may_write,
        "reopened_why": approval and words.mentions.with_names(approval.reason),
        "form": sent if sent not in board_forms.values() else None,
        **board_forms,
        "opening": read.book.only_entry("opening"),
        "sheet_file": ListFile("sheet", partial(_rows, read)),
    }
    if evening.is_approved and sheet["result"]:
        context["share"] = _share(request, visit, context)
    template = "ledger/evenings/opening.html" if evening.is_opening else "ledger/evenings/evening.html"
    return club_page(request, visit, template, context, status=status)


def _share(request: HttpRequest, visit: Visit, context: dict[str, Any]) -> SharedText:
    """What is passed on of an approved evening: its places, the deal that turned it, and what else is told of it."""
    evening, result = context["evening"], context["result"]
    unit = evening.season.unit_denominator
    labels = [result.turning.words.sentence] if result.turning else []
    labels += context["told"].sentences
    return share(
        request,
        visit,
        evening_name(evening),
        page=reverse("evening", args=[visit.club.slug, evening.number]),
        places=[place_in_words(row.place, row.name, row.points, unit) for row in result.places],
        sentences=[f"{label_text(label)}." for label in labels[:MOST_SENTENCES]],
    )


def _forms_of_board(approval: Any, sent: KeyedForm | None) -> dict[str, KeyedForm]:
    """The form that the board may use now: to approve what is shown, or to reopen within the window."""
    if approval is None or not approval.is_approval:
        return {"approve": ApproveForm()}
    if timezone.now() > approval.until:
        return {}
    return {"reopen": sent if isinstance(sent, ReopenForm) else ReopenForm()}


# An evening's sheet as a file: a row a deal, a column a player.


def _rows(sheet: Sheet) -> Iterator[list[object]]:
    """The rows of the file; a voided deal has one, and no points."""
    has_house = any(row.house for row in sheet.rows)
    names = [player.name for player in sheet.players]
    if has_house:
        names.append(gettext("The house"))
    yield [
        *(gettext("Deal"), gettext("Table number"), gettext("Contract"), gettext("Declarer"), gettext("Partner")),
        *(gettext("Going along"), gettext("Note")),
        *names,
    ]
    unit = sheet.evening.season.unit_denominator
    for row in sheet.rows:
        side = hands(entry=row.entry)
        state = str(CHANGES[row.change][0]) if row.change else ""
        units = [None if cell.is_away else cell.points for cell in row.cells]
        if has_house:
            units.append(row.house)
        if row.change == "voided":
            units = [None] * len(units)
        points = ["" if won is None else label_text(in_points(won, unit)) for won in units]
        yield [
            *(row.number, row.entry.table_number, label_text(row.contract_and_result)),
            *(side.declarer, side.partner, side.joiners),
            ", ".join(filter(None, (state, row.note))),
            *points,
        ]
