"""The paper sheet of a table, to print and fill in, and the total that is typed of it at the end."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Entry, Evening
from ledger.queries.evenings.closings import approval_of
from ledger.queries.evenings.paper import Paper, next_on_paper, papers_of
from ledger.queries.evenings.seats import tables_of
from ledger.queries.evenings.sheet import latest_entries
from ledger.queries.evenings.turns import at_table
from ledger.services.evenings.papers import type_total, withdraw_total
from ledger.web.evenings.paper_form import TotalForm, WithdrawForm, paper_panel
from ledger.web.evenings.paper_sheet import (
    ROWS_OFFERED,
    asked_players,
    asked_rows,
    away_by_seat,
    paper_sheet,
    players_offered,
)
from ledger.web.site.access import Visit, reads, writes
from ledger.web.site.form_keys import KeyedForm, submit_once
from ledger.web.site.freshness import fresh


@fresh
@reads
def paper(request: HttpRequest, visit: Visit, evening: int, table: int = 1) -> HttpResponse:
    """A table's sheet for the deals to come, with its seats and dealers filled in."""
    shown = visit.evening(evening)
    here = at_table(evening=shown, table_number=table)
    if here is None:
        raise Http404
    seats = {player: seat for seat, player in enumerate(here.players, start=1)}
    sheet = paper_sheet(
        shown.table_version.to_rules(),
        list(here.names.values()),
        first=next_on_paper(table=here),
        dealer=seats[str(here.dealer)],
        away=[[seats[player] for player in away] for away in here.coming(asked_rows(request))],
    )
    context = {"evening": shown, "table": here, "tables": sorted(tables_of(evening=shown))}
    context["approved"] = approval_of(evening=shown).now
    return _sheet(request, visit, context | {"table_version": shown.table_version, "sheet": sheet})


@reads
def blank_paper(request: HttpRequest, visit: Visit, version: int) -> HttpResponse:
    """A sheet for a table of prices without an evening: names and numbers are for the pencil."""
    shown = visit.table_version(version)
    rules = shown.to_rules()
    players = asked_players(request, rules)
    away = away_by_seat(rules, players, asked_rows(request))
    sheet = paper_sheet(rules, [""] * players, first=1, dealer=1, away=away)
    return _sheet(
        request, visit, {"table_version": shown, "sheet": sheet, "players": players, "offered": players_offered(rules)}
    )


def _sheet(request: HttpRequest, visit: Visit, context: dict[str, object]) -> HttpResponse:
    asked = {"visit": visit, "club": visit.club, "rows": asked_rows(request), "rows_offered": ROWS_OFFERED}
    return render(request, "ledger/evenings/paper.html", asked | context)


@writes
def paper_total(request: HttpRequest, visit: Visit, evening: int, table: int) -> HttpResponse:
    """Keep what stands at the foot of a table's sheet, and say whether it agrees."""
    shown = visit.evening(evening)

    def keep(form: KeyedForm) -> None:
        assert isinstance(form, TotalForm)
        type_total(evening=shown, table_number=table, sums=form.sums(), author=request.user, now=timezone.now())
        if _paper(shown, table).is_open:
            messages.warning(request, gettext("The sheet does not agree with the book: see what differs."))
        else:
            messages.success(request, gettext("The sheet agrees with the book."))

    return _done(request, visit, shown, table, TotalForm, keep)


@writes
def paper_withdraw(request: HttpRequest, visit: Visit, evening: int, table: int) -> HttpResponse:
    """Let a sheet's total count no longer, for a reason."""
    shown = visit.evening(evening)

    def withdraw(form: KeyedForm) -> None:
        reason, signed = form.cleaned_data["reason"], {"author": request.user, "now": timezone.now()}
        withdraw_total(evening=shown, table_number=table, reason=reason, **signed)
        messages.success(request, gettext("The total of the sheet is withdrawn."))

    return _done(request, visit, shown, table, WithdrawForm, withdraw)


def _done(
    request: HttpRequest,
    visit: Visit,
    shown: Evening,
    table: int,
    kind: type[TotalForm] | type[WithdrawForm],
    deed: Callable[[KeyedForm], None],
) -> HttpResponse:
    """Do what the form asks and go back to the evening, or show the form again with what is wrong."""
    address = reverse("evening", args=[visit.club.slug, shown.number])
    here = _paper(shown, table)
    if request.method != "POST":
        return redirect(f"{address}#paper")
    form = kind(request.POST, paper=here)

    def do() -> str:
        deed(form)
        return f"{address}#paper"

    response, status = submit_once(request, form, do)
    if response:
        return response
    panel = paper_panel(here, form, may_write=True)
    context = {"visit": visit, "club": visit.club, "evening": shown, "panel": panel, "form": form}
    return render(request, "ledger/evenings/paper_total.html", context, status=status)


def _paper(shown: Evening, table: int) -> Paper:
    for paper in papers_of(evening=shown, entries=latest_entries(Entry.objects.filter(evening=shown))):
        if paper.table_number == table:
            return paper
    raise Http404
