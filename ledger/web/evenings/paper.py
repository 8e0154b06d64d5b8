"""The paper sheet of a table: to print, to fill in, to type the total from at the end."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Evening
from ledger.models.clubs.club import REASON_LENGTH
from ledger.queries.evenings.approval import approval_of
from ledger.queries.evenings.seating import most_at_table, tables_of
from ledger.queries.evenings.sheet import Paper, papers_of
from ledger.queries.evenings.turns import at_table
from ledger.rules.evenings.figures import boxes_of
from ledger.rules.evenings.seats import coming
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.services.evenings.confirming import MOST, type_total, withdraw_total
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import KeyedForm, PointsField, submit_once
from ledger.web.site.frame import club_page
from ledger.web.site.freshness import fresh

SUM: dict[str, Any] = {
    "min_value": 0,
    "max_value": MOST,
    "widget": forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "short"}),
}


class TotalForm(KeyedForm):
    """The sums at the foot of the sheet, and each player's points if the club keeps them on paper too."""

    deals = forms.IntegerField(label=_("Deals on the sheet"), **SUM)
    tricks = forms.IntegerField(label=_("Tricks on the sheet"), **SUM)

    def __init__(self, data: Any = None, *, paper: Paper) -> None:
        super().__init__(data)
        self.points = {f"points_{player.pk}": player for player in paper.players}
        denominator = paper.evening.season.unit_denominator
        for name, player in self.points.items():
            self.fields[name] = PointsField(label=player.name, denominator=denominator, required=False)

    def sums(self) -> dict[str, Any]:
        """The sums that the valid form gives, points in units."""
        cleaned = self.cleaned_data
        points = {player.pk: cleaned[name] for name, player in self.points.items() if cleaned[name] is not None}
        return {"deals": cleaned["deals"], "tricks": cleaned["tricks"], "points": points}

    @property
    def point_fields(self) -> list[forms.BoundField]:
        """A field for each player's points."""
        return [self[name] for name in self.points]

    @property
    def has_points(self) -> bool:
        """Whether any points were sent, so that their fields stand open."""
        return any(self.data.get(name) for name in self.points)


class WithdrawForm(KeyedForm):
    """The reason for withdrawing the total of a sheet."""

    reason = forms.CharField(label=_("Why is the total withdrawn?"), max_length=REASON_LENGTH)


@fresh
@reads
def paper(request: HttpRequest, visit: Visit, evening_number: int, table_number: int = 1) -> HttpResponse:
    """A table's sheet for the deals to come, with its seats and dealers filled in."""
    evening = visit.evening(evening_number)
    table = at_table(evening=evening, table_number=table_number)
    if table is None:
        raise Http404
    # A sheet counts the deals of its own table, since nobody there knows the others'. With one table both are the same.
    rows_filled = evening.entries.filter(table_number=table_number).values("number").distinct().count()
    seats = {player: seat for seat, player in enumerate(table.players, start=1)}
    sheet = paper_sheet(
        evening.table_version.to_rules(),
        list(table.names.values()),
        first=rows_filled + 1,
        dealer=seats[table.dealer],
        away=[[seats[player] for player in away] for away in table.coming(asked_rows(request))],
    )
    context = {"evening": evening, "table": table, "tables": sorted(tables_of(evening=evening))}
    context["approval"] = approval_of(evening=evening)
    return _paper_page(request, visit, context | {"table_version": evening.table_version, "sheet": sheet})


@reads
def blank_paper(request: HttpRequest, visit: Visit, version_id: int) -> HttpResponse:
    """A sheet for a scoring table without an evening: names and numbers are written by hand."""
    version = visit.table_version(version_id)
    rules = version.to_rules()
    # The numbers of players that can share a sheet.
    offered = range(rules.seats.min, most_at_table(scoring_table=rules) + 1)
    players = _number_in_query(request, "players", offered[0], offered[-1], offered[0])
    away = coming(range(1, players + 1), 1, min(players, rules.seats.max), deals=asked_rows(request))
    sheet = paper_sheet(rules, [""] * players, first=1, dealer=1, away=away)
    context = {"table_version": version, "sheet": sheet, "players": players, "offered": offered}
    return _paper_page(request, visit, context)


def _paper_page(request: HttpRequest, visit: Visit, context: dict[str, object]) -> HttpResponse:
    rows = {"rows": asked_rows(request), "rows_offered": ROWS_OFFERED}
    return club_page(request, visit, "ledger/evenings/paper/paper.html", {**rows, **context})


@writes
def paper_total(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int) -> HttpResponse:
    """Keep the sums at the foot of a table's sheet; the evening's page says whether they agree with the book."""
    evening = visit.evening(evening_number)
    sheet = _paper_or_404(evening, table_number)
    form = TotalForm(request.POST or None, paper=sheet)

    def keep_total() -> None:
        type_total(evening=evening, table_number=table_number, **form.sums(), **signature(request))
        if not _paper_or_404(evening, table_number).is_open:
            messages.success(request, gettext("The sheet agrees with the book."))

    return _total_page(request, visit, sheet, form, keep_total)


@writes
def paper_withdraw(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int) -> HttpResponse:
    """Withdraw the total of a sheet, for a reason."""
    evening = visit.evening(evening_number)
    sheet = _paper_or_404(evening, table_number)
    form = WithdrawForm(request.POST or None)

    def withdraw() -> None:
        reason = form.cleaned_data["reason"]
        withdraw_total(evening=evening, table_number=table_number, reason=reason, **signature(request))
        messages.success(request, gettext("The total of the sheet is withdrawn."))

    return _total_page(request, visit, sheet, form, withdraw)


def _total_page(
    request: HttpRequest, visit: Visit, paper: Paper, form: KeyedForm, act: Callable[[], None]
) -> HttpResponse:
    """The form of a sheet's foot; done, it leads back to the evening."""
    evening = paper.evening

    def act_and_go_back() -> str:
        act()
        return reverse("evening", args=[visit.club.slug, evening.number])

    response, status = submit_once(request, form, act_and_go_back)
    context = {"evening": evening, "season": evening.season, "paper": paper, "form": form}
    return response or club_page(request, visit, "ledger/evenings/paper/paper_total.html", context, status=status)


def _paper_or_404(evening: Evening, table_number: int) -> Paper:
    for paper in papers_of(evening=evening):
        if paper.table_number == table_number:
            return paper
    raise Http404


# The layout of a table's paper sheet: a row per deal with its dealer filled in, and boxes to tick.


FEWEST_ROWS, USUAL_ROWS, MOST_ROWS = 8, 20, 26
ROWS_OFFERED = (16, 20, 23, 26)
MOST_DIGITS = 3  # of what an address may ask for


def paper_sheet(
    scoring_table: ScoringRules, names: Sequence[str], *, first: int, dealer: int, away: Sequence[Sequence[int]]
) -> dict[str, Any]:
    """What is drawn for players in seat order ("" for a line to write on), from deal `first`, dealt by `dealer`.

    The dealer is a seat, from 1; `away` holds, for each deal, the seats that sit it out. `groups` are the boxes to
    tick by their heading; each of the `rows` has its own, None for no box.
    """
    groups = boxes_of(scoring_table, len(names))
    codes = {group.code for group in groups}
    rows = []
    for turn, absent in enumerate(away):
        seat = (dealer - 1 + turn) % len(names) + 1
        boxes = [[None if box.seat in absent else box for box in group] for group in groups.values()]
        rows.append({"number": first + turn, "dealer": seat, "name": names[seat - 1], "groups": boxes})
    return {
        "names": names,
        "groups": groups,
        "codes": codes,
        "tricks": bool(codes & {"tricks", "each", "pairs"}),  # whether any are written on it
        "rows": rows,
        "sits_out": len(names) - min(len(names), scoring_table.seats.max),
    }


def asked_rows(request: HttpRequest) -> int:
    """How many rows the address asks for; the usual number for anything that does not fit on a sheet."""
    return _number_in_query(request, "rows", FEWEST_ROWS, MOST_ROWS, USUAL_ROWS)


def _number_in_query(request: HttpRequest, name: str, least: int, most: int, usual: int) -> int:
    text = request.GET.get(name, "")
    # By its length too: Python refuses to read thousands of digits as a number.
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number and least <= int(text) <= most else usual
