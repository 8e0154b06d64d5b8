"""Deals as keyboard lines: one typed, many pasted, or an evening written as its lines."""

from typing import Any

import django_tables2 as tables
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.queries.evenings.lines import (
    AnyLine,
    FaultyLine,
    ReadLine,
    ReadText,
    SeatsLine,
    evening_text,
    read_line,
    read_text,
)
from ledger.queries.evenings.turns import AtTable, as_seen
from ledger.rules.evenings.evening_text import NOBODY_SITS_THERE, says_deal
from ledger.rules.site.refusal import Refusal
from ledger.services.deals import SeatsChanged, record_deal
from ledger.services.evenings.entering import enter_parts
from ledger.templatetags.ledger_format import amount
from ledger.templatetags.ledger_labels import label_text, page_language, refusal_text, with_mark
from ledger.web.deals.entry_page import (
    announce_saved,
    entry_address,
    form_as_drawn,
    new_deal_form,
    new_deal_page,
    table_or_404,
)
from ledger.web.deals.line_panel import LineForm, PasteForm, line_panel
from ledger.web.site.access import SignedInRequest, Visit, reads, signature, writes
from ledger.web.site.forms import status_of
from ledger.web.site.frame import club_page
from ledger.web.site.lists import ABSENT, NUMBER, PageColumn, PageList
from ledger.web.site.request import is_in_place


@writes
def deal_line(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int = 1) -> HttpResponse:
    """Save a typed line and go on to the next; while somebody types (GET), say what the line means so far."""
    table = table_or_404(visit, evening_number, table_number)
    next_line = f"{entry_address(table.evening, table.table_number)}?line=1"
    if request.method != "POST":
        is_typing = is_in_place(request) and "line-text" in request.GET
        return _line_part(request, table) if is_typing else redirect(next_line)
    form = LineForm(request.POST, table=table)
    faulty, status = None, 200
    if form.is_valid():
        read = read_line(table=form.as_seen(), line=form.cleaned_data["text"])
        faulty = read if isinstance(read, FaultyLine) else None
        try:
            if isinstance(read, FaultyLine):
                raise read.refusal
            entry = record_deal(
                evening=table.evening,
                table_number=table.table_number,
                deal=read.deal,
                key=form.cleaned_data["key"],
                **signature(request),
                seen=form_as_drawn(request.POST),
            )
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
        else:
            announce_saved(request, entry)
            return redirect(next_line)
    context = {"line": line_panel(table, form, is_focused=True, sent=faulty)}
    return new_deal_page(request, visit, table, new_deal_form(None, table), context, status)


@writes
def deal_paste(request: SignedInRequest, visit: Visit, evening_number: int, table_number: int = 1) -> HttpResponse:
    """Enter many deals pasted as lines: shown with what they pay, then saved together or not at all."""
    table = table_or_404(visit, evening_number, table_number)
    form = PasteForm(table=table)
    if request.method == "POST":  # for those who sat there when it was drawn
        players = form_as_drawn(request.POST).players
        seen = as_seen(table=table, dealer=table.dealer, number=table.number, players=players)
        form = PasteForm(request.POST, table=seen)
    text, status = None, 200
    if request.method == "POST" and form.is_valid():
        try:
            text = read_text(table=form.as_seen(), text=form.cleaned_data["text"], **form.when_drawn())
            form.refuse_lines(text)
            if "save" in request.POST and not form.errors:
                return _record_deals(request, visit, form, table, text)
        except SeatsChanged as refusal:
            form, text, status = _rebind_form(form, table), None, status_of(refusal)
            form.refuse(refusal)
        except Refusal as refusal:
            form.refuse(refusal)
            status = status_of(refusal)
    context = {
        "evening": table.evening,
        "season": table.evening.season,
        "table": table,
        "form": form,
        "text": text,
        "lines": text and text.lines and LinesList(text, denominator=table.evening.season.unit_denominator),
    }
    return club_page(request, visit, "ledger/evenings/lines_paste.html", context, status=status)


@reads
def deals_text(_request: HttpRequest, visit: Visit, evening_number: int) -> HttpResponse:
    """The deals of the evening as lines, to keep or to paste back."""
    text = evening_text(evening=visit.evening(evening_number))[page_language()]
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def _rebind_form(form: PasteForm, table: AtTable) -> PasteForm:
    """A form with the same text, for those who sit there now."""
    unbound = PasteForm(table=table)
    data = {name: unbound[name].value() for name in ("key", "dealer", "number", "seating")}
    rebound = PasteForm({**data, "text": form.cleaned_data["text"]}, table=table)
    rebound.full_clean()
    return rebound


def _line_part(request: HttpRequest, table: AtTable) -> HttpResponse:
    """What the line means so far, as a part of the page."""
    form = LineForm(request.GET, table=table)
    del form.fields["key"]
    context: dict[str, object] = {"denominator": table.evening.season.unit_denominator}
    if form.is_valid():
        read = read_line(table=form.as_seen(), line=form.cleaned_data["text"])
        if isinstance(read, FaultyLine):
            context |= {"faulty": read, "fault": refusal_text(read.refusal)}
        else:
            context |= {"read": read, "points": list(zip(table.names.values(), read.points, strict=True))}
    return render(request, "ledger/deals/_line_read.html", context)


def _record_deals(
    request: SignedInRequest, visit: Visit, form: PasteForm, table: AtTable, text: ReadText
) -> HttpResponse:
    entries = enter_parts(
        evening=table.evening,
        table_number=table.table_number,
        parts=text.parts,
        key=form.cleaned_data["key"],
        **signature(request),
        seen=form_as_drawn(request.POST),
    )
    words = ngettext("%(count)s deal is saved.", "%(count)s deals are saved.", len(entries))
    messages.success(request, words % {"count": len(entries)})
    return redirect("evening", visit.club.slug, table.evening.number)


class PointsColumn(PageColumn):
    """Points from each line: a player's, by their id, with the running total below, or the house's for None."""

    def __init__(self, *, player: int | None, denominator: int, **kwargs: Any) -> None:
        super().__init__(attrs=NUMBER, **kwargs)
        self.player = player
        self.denominator = denominator

    def render(self, record: AnyLine) -> SafeString | str:
        if not isinstance(record, ReadLine):
            return ABSENT
        if self.player is None:
            return amount(record.house, self.denominator)
        if self.player not in record.players:
            return ABSENT
        place = record.players.index(self.player)
        points, running = (amount(units[place], self.denominator) for units in (record.points, record.running))
        return format_html("{}<small>{}</small>", points, running)


class LinesList(PageList):
    """The lines of a text in their order."""

    caption = _("Points, and the running total below")
    row_header = "number"
    has_file = False  # of text that is being typed, which no address holds
    number = PageColumn(verbose_name=_("Deal"))
    table = PageColumn(verbose_name=_("At table"), attrs=NUMBER)
    text = PageColumn(verbose_name=_("Line"))
    contract = PageColumn(verbose_name=_("Contract and result"))

    class Meta:
        orderable = False

    def __init__(self, text: ReadText, *, denominator: int) -> None:
        columns: list[tuple[str, tables.Column]] = [
            (f"player_{player}", PointsColumn(player=player, denominator=denominator, verbose_name=name))
            for player, name in text.names.items()
        ]
        if any(isinstance(line, ReadLine) and line.house for line in text.lines):
            house = PointsColumn(player=None, denominator=denominator, verbose_name=_("The house"))
            columns.append(("house", house))
        super().__init__(text.lines, extra_columns=columns, exclude=() if text.has_tables else ("table",))

    def render_number(self, record: AnyLine) -> str:
        return str(record.number) if says_deal(record.text) else ""

    def render_text(self, record: AnyLine) -> SafeString:
        return with_mark(record.text, record.at if isinstance(record, FaultyLine) else None)

    def render_contract(self, record: AnyLine) -> SafeString | str:
        if isinstance(record, SeatsLine):
            seats = gettext("From here on: %(names)s") % {"names": ", ".join(record.names)}
            left = ((gettext(NOBODY_SITS_THERE) % {"table": table},) for table in record.left)
            return format_html("{}{}", seats, format_html_join("", "<small>{}</small>", left))
        if isinstance(record, FaultyLine):
            return format_html('<span class="error">{}</span>', refusal_text(record.refusal))
        return label_text(record.sentence)
