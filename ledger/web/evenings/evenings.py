"""The evenings of a club: starting one, its sheet, and its approval."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext

from ledger.models import Evening, Season
from ledger.queries.clubs.clubs import versions
from ledger.queries.clubs.mentions import Mentions
from ledger.queries.deals.history import changes_of
from ledger.queries.evenings.closings import Approval, approval_of, is_approved
from ledger.queries.evenings.confirming import confirming
from ledger.queries.evenings.seating import attendance_of, hands, last_evening, players_to_seat
from ledger.queries.evenings.sheet import Sheet, sheet
from ledger.queries.evenings.turns import AtTable, tables_at
from ledger.queries.scoring.ladders import evening_ladder
from ledger.services.evenings.opening import open_evening
from ledger.services.keeping import keeping
from ledger.services.seasons.closing import approve_evening, reopen_evening
from ledger.web.evenings.closing_forms import ApproveForm, ReopenForm
from ledger.web.evenings.evening_form import EveningForm
from ledger.web.evenings.paper_form import paper_panels
from ledger.web.scoring.ladders import draw_form
from ledger.web.scoring.table_choice import version_name
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.freshness import fresh, fresh_part
from ledger.web.site.in_place import part_of


@writes
def evening_new(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Open an evening of the current season, with the seats as they were last time; then on to the first deal."""
    season = visit.asked_season(request)
    context = {"visit": visit, "club": visit.club, "season": season}
    if season.closed_at:
        return render(
            request, "ledger/evenings/evening_new.html", context, status=409 if request.method == "POST" else 200
        )
    form = _evening_form(request, visit)
    response, status = submit_once(request, form, lambda: _opened(request, season, form))
    if response:
        return response
    return render(request, "ledger/evenings/evening_new.html", {**context, "form": form}, status=status)


def _opened(request: HttpRequest, season: Season, form: EveningForm) -> str:
    """Open the evening that the valid form asks for; gives the address of its first deal."""
    opened = open_evening(season=season, new=form.new_evening(), author=request.user, now=timezone.now())
    said = gettext("Evening %(number)s is open. Prices: %(version)s.")
    messages.success(request, said % {"number": opened.number, "version": version_name(opened.table_version)})
    return reverse("deal_new", args=[season.club.slug, opened.number])


@fresh
@reads
def evening(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """The evening's sheet: a row per deal, a column per player, what each number is for, and what was corrected."""
    return _sheet_page(request, visit, visit.evening(number))


@part_of("evening", "number")
@fresh_part
@reads
def evening_sheet(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """The sheet alone, for a page that shows it while the evening is played: asked for again and again (live.js)."""
    shown = visit.evening(number)
    return render(
        request, "ledger/evenings/_live_sheet.html", sheet_context(shown, is_live=not is_approved(evening=shown))
    )


@writes
def evening_approve(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Approve the evening as its sheet showed it."""
    shown = visit.evening(number)

    def approve(said: Mapping[str, Any]) -> None:
        approve_evening(evening=shown, lines=said["lines"], author=request.user, now=timezone.now())
        transaction.on_commit(lambda: keeping.back_up_soon(), robust=True)

    said = gettext("Evening %(number)s is approved.") % {"number": number}
    return _closed_once(request, visit, shown, ApproveForm, approve, said)


@writes
def evening_reopen(request: HttpRequest, visit: Visit, number: int) -> HttpResponse:
    """Open an approved evening again, for a reason and within the club's window."""
    shown = visit.evening(number)
    return _closed_once(
        request,
        visit,
        shown,
        ReopenForm,
        lambda said: reopen_evening(evening=shown, reason=said["reason"], author=request.user, now=timezone.now()),
        gettext("Evening %(number)s is open again.") % {"number": number},
    )


def _closed_once(
    request: HttpRequest,
    visit: Visit,
    shown: Evening,
    kind: type[KeyedForm],
    deed: Callable[[Mapping[str, Any]], object],
    done: str,
) -> HttpResponse:
    """Do what the sheet's form asks, or show the sheet again with what was typed and why it was not done."""
    address = reverse("evening", args=[visit.club.slug, shown.number])
    if request.method != "POST":
        return redirect(address)
    form = kind(request.POST)

    def do() -> str:
        deed(form.cleaned_data)
        messages.success(request, done)
        return address

    response, status = submit_once(request, form, do)
    if response:
        return response
    return _sheet_page(request, visit, shown, form, status)


def _sheet_page(
    request: HttpRequest, visit: Visit, shown: Evening, sent: KeyedForm | None = None, status: int = 200
) -> HttpResponse:
    approval = approval_of(evening=shown)
    reopened = approval.steps[-1] if approval.steps and not approval.now else None
    offered = _board_forms(approval, sent) if visit.may_write and not shown.season.closed_at else {}
    drawn = sheet_context(shown, is_live=not approval.now)
    context = {
        "visit": visit,
        **drawn,
        "changes": changes_of(evening=shown, language=get_language()),
        "ladder": evening_ladder(evening=shown),
        "draw": draw_form(visit, shown),
        "attendance": attendance_of(evening=shown),
        "approval": approval,
        "papers": paper_panels(read=drawn["sheet"], may_write=bool(offered) and not approval.now),
        "reopened": reopened,
        "confirming": confirming(evening=shown) if visit.hears_players else None,
        "reopened_why": reopened and Mentions(visit.club.pk).said(reopened.reason),
        "form": sent if sent not in offered.values() else None,
        **offered,
    }
    return render(request, "ledger/evenings/evening.html", context, status=status)


def sheet_context(shown: Evening, *, is_live: bool) -> dict[str, Any]:
    """An evening's sheet as it is drawn; `is_live` while deals may still come, `lines` what is then approved."""
    is_live = is_live and not shown.season.closed_at
    # Counted before the sheet is read: a deal that comes in between is then seen, but not approved.
    lines = shown.entries.count() if is_live else None
    read = sheet(evening=shown, language=get_language())
    tables = tables_at(evening=shown) if is_live else []
    return {
        "club": shown.club,
        "season": shown.season,
        "evening": shown,
        "lines": lines,
        "is_live": is_live,
        **_drawn(read),
        "parts": _parts(read, tables),
        "tables": tables,
    }


def _drawn(sheet: Sheet) -> dict[str, Any]:
    """What _sheet.html asks of a sheet: the rows with their cards, who has what in all, and whether the house plays."""
    return {
        "sheet": sheet,
        "rows": [(row, hands(entry=row.entry)) for row in sheet.rows],
        "totals": list(zip(sheet.players, sheet.totals, strict=True)),
        "house_plays": any(row.house for row in sheet.rows),
    }


def _parts(read: Sheet, tables: Sequence[AtTable]) -> list[dict[str, Any]]:
    """A sheet as its tables are drawn, one under the other; the number is 0 where there is only one table.

    `next` is the table as it stands while it is played.
    """
    sheets, playing = read.tables, {table.table_number: table for table in tables}
    return [
        {
            "number": number if len(sheets) > 1 else 0,
            "table": number,
            "next": playing.get(number),
            "seatings": one.seatings,
            **_drawn(one),
        }
        for number, one in sheets.items()
    ]


def _board_forms(approval: Approval, sent: KeyedForm | None) -> dict[str, KeyedForm]:
    """The form that the board may use now: to approve what is shown, or within the window to reopen."""
    if not approval.now:
        return {"approve": ApproveForm()}
    if approval.until and timezone.now() > approval.until:
        return {}
    return {"reopen": sent if isinstance(sent, ReopenForm) else ReopenForm()}


def _evening_form(request: HttpRequest, visit: Visit) -> EveningForm:
    return EveningForm(
        request.POST or None,
        players=players_to_seat(club=visit.club),
        versions=versions(club=visit.club),
        today=timezone.localdate(),
        last=last_evening(club=visit.club),
    )
