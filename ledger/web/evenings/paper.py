"""The paper sheet of a table, to print and fill in, and the total typed from it at the end."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from ledger.models import Evening
from ledger.queries.evenings.closings import approval_of
from ledger.queries.evenings.seating import tables_of
from ledger.queries.evenings.sheet import Paper, entries_of, next_on_paper, papers_of
from ledger.queries.evenings.turns import at_table
from ledger.services.evenings.confirming import type_total, withdraw_total
from ledger.web.evenings.paper_form import TotalForm, WithdrawForm
from ledger.web.evenings.paper_sheet import (
    ROWS_OFFERED,
    asked_players,
    asked_rows,
    away_by_seat,
    paper_sheet,
    players_offered,
)
from ledger.web.site.access import SignedInRequest, Visit, reads, writes
from ledger.web.site.form_keys import submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh


@fresh
@reads
def paper(request: HttpRequest, visit: Visit, evening_number: int, table_number: int = 1) -> HttpResponse:
    """A table's sheet for the deals to come, with its seats and dealers filled in."""
    evening = visit.evening(evening_number)
    table = at_table(evening=evening, table_number=table_number)
    if table is None:
        raise Http404
    seats = {player: seat for seat, player in enumerate(table.players, start=1)}
    sheet = paper_sheet(
        evening.table_version.to_rules(),
        list(table.names.values()),
        first=next_on_paper(table=table),
        dealer=seats[table.dealer],
        away=[[seats[player] for player in away] for away in table.coming(asked_rows(request))],
    )
    context = {"evening": evening, "table": table, "tables": sorted(tables_of(evening=evening))}
    context["approved"] = approval_of(evening=evening).now
    return _paper_page(request, visit, context | {"table_version": evening.table_version, "sheet": sheet})


@reads
def blank_paper(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """A sheet for a scoring table without an evening: names and numbers are written by hand."""
    version = visit.table_version(version_id)
    rules = version.to_rules()
    players = asked_players(request, rules)
    away = away_by_seat(rules, players, asked_rows(request))
    sheet = paper_sheet(rules, [""] * players, first=1, dealer=1, away=away)
    context = {"table_version": version, "sheet": sheet, "players": players, "offered": players_offered(rules)}
    return _paper_page(request, visit, context)


def _paper_page(request: HttpRequest, visit: Visit, context: dict[str, object]) -> HttpResponse:
    rows = {"rows": asked_rows(request), "rows_offered": ROWS_OFFERED}
    return club_page(request, visit, "ledger/evenings/paper/paper.html", {**rows, **context})


@writes
def paper_total(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int) -> HttpResponse:
    """Keep the sums at the foot of a table's sheet; the evening's page says whether they agree with the book."""
    evening = visit.evening(evening_number)
    form = TotalForm(request.POST or None, paper=_paper_or_404(evening, table_number))

    def keep_total() -> None:
        type_total(
            evening=evening, table_number=table_number, sums=form.sums(), author=request.user, now=timezone.now()
        )
        if not _paper_or_404(evening, table_number).is_open:
            messages.success(request, gettext("The sheet agrees with the book."))

    return _total_page(request, visit, form, keep_total)


@writes
def paper_withdraw(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int) -> HttpResponse:
    """Withdraw the total of a sheet, for a reason."""
    evening = visit.evening(evening_number)
    form = WithdrawForm(request.POST or None, paper=_paper_or_404(evening, table_number))

    def withdraw() -> None:
        reason = form.cleaned_data["reason"]
        withdraw_total(
            evening=evening, table_number=table_number, reason=reason, author=request.user, now=timezone.now()
        )
        messages.success(request, gettext("The total of the sheet is withdrawn."))

    return _total_page(request, visit, form, withdraw)


def _total_page(
    request: HttpRequest, visit: Visit, form: TotalForm | WithdrawForm, act: Callable[[], None]
) -> HttpResponse:
    """The form of a sheet's foot; done, it leads back to the evening."""
    evening = form.paper.evening

    def act_and_go_back() -> str:
        act()
        return reverse("evening", args=[visit.club.slug, evening.number])

    response, status = submit_once(request, form, act_and_go_back)
    context = {"evening": evening, "season": evening.season, "paper": form.paper, "form": form}
    return response or club_page(request, visit, "ledger/evenings/paper/paper_total.html", context, status=status)


def _paper_or_404(evening: Evening, table_number: int) -> Paper:
    standing = entries_of(evening=evening).standing
    for paper in papers_of(evening=evening, standing=standing, seated=tables_of(evening=evening)):
        if paper.table_number == table_number:
            return paper
    raise Http404
