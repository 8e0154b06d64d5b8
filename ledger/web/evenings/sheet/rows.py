"""The rows of an evening's sheet, drawn here: cell by cell in a template, they would cost more than all the rest."""

from collections.abc import Collection, Iterator
from functools import cached_property

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from ledger.models import Player
from ledger.queries.evenings.seating import hands
from ledger.queries.evenings.sheet import Cell, Sheet, SheetRow
from ledger.rules.clubs import short_names
from ledger.rules.deals.kinds.trick import JUST_HOME
from ledger.rules.deals.payout import HOME
from ledger.rules.scoring.scoring_table import SUITS, TURNS
from ledger.templatetags.ledger_format import comma_pad, on_comma, points
from ledger.templatetags.ledger_labels import label_text, side_names, suit

ROW = (
    '<tr role="row"><th role="rowheader" class="deal"><details>'
    "<summary><i>{number}</i> <b>{deal}</b>{side}</summary>"
    '<div class="why"><p>{sentence}.</p>{more}</div></details></th>{cells}</tr>'
)
CELL = '<td role="cell" data-who="{who}" class="num{css}">{held}</td>'
AWAY = '<span aria-hidden="true">·{pad}</span><span class="visually-hidden">{why}</span>'
CALCULATION = '<p class="more">{}.</p>'
MORE = '<p class="more">{} {}</p>'
MARK, FAULT = '<span class="mark">{}</span>', '<span class="mark error">{}</span>'
USUAL = (JUST_HOME, HOME)  # results of which a row is silent
ANY_NUMBER = 10**8 + 1  # of a deal, as it would stand in an address


class SheetRows:
    """The rows of a sheet for whoever reads it now; what is alike in all of them is worked out once.

    A voided deal is struck through and counts nothing; one that is `in_doubt`, by its number, says so. The column of
    `own_player` is marked; `leads_on` for the board, whose rows lead to a deal's page and to its correction.
    """

    def __init__(
        self,
        sheet: Sheet,
        *,
        decimals: int,
        house_plays: bool,
        own_player: Player | None = None,
        leads_on: bool = False,
        in_doubt: Collection[int] = (),
    ) -> None:
        self.sheet, self.decimals, self.house_plays, self.leads_on = sheet, decimals, house_plays, leads_on
        self.in_doubt = in_doubt
        self.denominator = sheet.evening.season.unit_denominator
        self.columns = [(escape(player.name), " own" * (player == own_player)) for player in sheet.players]
        names = [player.name for player in sheet.players]
        self.called = dict(zip(names, short_names(names), strict=True))  # what a phone has room for
        self.usual = {"", *map(label_text, USUAL)}
        self.suits = {trump: suit(trump) for trump in SUITS}
        self.drawn: dict[tuple[int, int | None, str, bool], str] = {}  # cells by column, points, role, if they count

    @property
    def heads(self) -> list[tuple[Player, str, int]]:
        """Everybody with what they are called here and their total."""
        return list(zip(self.sheet.players, self.called.values(), self.sheet.totals, strict=True))

    def html(self) -> SafeString:
        """All of them."""
        return SafeString("".join(map(self._row, self.sheet.rows)))

    def _row(self, row: SheetRow) -> str:
        side = hands(entry=row.entry, called=self.called)
        return ROW.format(
            number=row.number,
            deal=self._deal(row),
            side=f" <small>{escape(side_names(side, row.alone))}</small>" if side.declarer else "",
            sentence=escape(label_text(row.sentence)),
            more="".join(self._more(row)),
            cells="".join(self._cells(row)),
        )

    def _deal(self, row: SheetRow) -> str:
        """What was played, a vip with its turn as a number, and what has become of it."""
        contract, turn = label_text(row.contract), row.entry.deal.get("vip_turn")
        contract = contract.replace(label_text(TURNS[turn]), str(turn)) if turn else contract
        played = f"{escape(contract)} {self.suits.get(row.entry.deal.get('trump') or '', '')}"
        result = label_text(row.result)
        played += f' <span class="res">{escape(result)}</span>' if result not in self.usual else ""
        parts = [f"<s>{played}</s>" if row.change == "voided" else played]
        if row.change:
            parts.append(MARK.format(self.changes[row.change][0]))
        if row.number in self.in_doubt:
            parts.append(FAULT.format(gettext("in doubt")))
        if row.repeats:
            repeats = gettext("possible duplicate of %(number)s") % {"number": row.repeats}
            parts.append(FAULT.format(repeats))
        if row.total:
            parts.append(FAULT.format(f"{gettext('Sum')} {points(row.total, self.denominator)}"))
        return " ".join(parts)

    def _more(self, row: SheetRow) -> Iterator[str]:
        """What a deal's sentence is followed by: its arithmetic and note, why it was changed, how everybody stood."""
        if row.calculation:
            yield CALCULATION.format(escape(label_text(row.calculation)))
        if row.note:
            yield MORE.format(self.note_words, escape(row.note))
        if row.reason:
            yield MORE.format(self.changes.get(row.change, self.changes["corrected"])[1], escape(row.reason))
        standing = " · ".join(
            f"{name}&nbsp;{points(cell.running, self.denominator)}"
            for (name, _), cell in zip(self.columns, row.cells, strict=True)
        )
        yield MORE.format(self.standing_words, standing)
        if self.leads_on:
            ways = self.way_on + (self.way_to_correct if row.change != "voided" else "")
            # To make an address takes long, so one is made for all rows.
            yield f'<p class="more">{ways}</p>'.replace(str(ANY_NUMBER), str(row.number))

    def _cells(self, row: SheetRow) -> Iterator[str]:
        is_voided = row.change == "voided"
        for column, cell in enumerate(row.cells):
            known = column, cell.points, cell.role, is_voided
            if known not in self.drawn:
                self.drawn[known] = self._cell(*self.columns[column], cell, is_voided)
            yield self.drawn[known]
        if self.house_plays:
            yield CELL.format(who=self.house, css="", held=self._amount(row.house))

    def _cell(self, who: str, mark: str, cell: Cell, is_voided: bool) -> str:
        css = f"{' side' * cell.is_declaring}{' away' * cell.is_away}{mark}"
        if cell.is_away:
            why = gettext("not at the table") if cell.points is None else gettext("sat out")
            return CELL.format(who=who, css=css, held=AWAY.format(pad=comma_pad(self.decimals), why=why))
        held = self._amount(cell.points or 0)
        return CELL.format(who=who, css=css, held=f"<s>{held}</s>" if is_voided else held)

    def _amount(self, units: int) -> SafeString:
        return on_comma(units, self.denominator, self.decimals)

    @cached_property
    def changes(self) -> dict[str, tuple[str, str]]:
        """What was done to a deal: as a mark beside it, and before the reason."""
        return {
            "voided": (gettext("voided"), gettext("Voided:")),
            "corrected": (gettext("corrected"), gettext("Corrected:")),
            "restored": (gettext("restored"), gettext("Restored:")),
        }

    @cached_property
    def note_words(self) -> str:
        return gettext("Note:")

    @cached_property
    def standing_words(self) -> str:
        return gettext("The standing after it:")

    @cached_property
    def house(self) -> str:
        return gettext("The house")

    @cached_property
    def way_on(self) -> str:
        """The way to a deal's page, with a number in place of each deal's."""
        text = gettext("All about deal %(number)s") % {"number": ANY_NUMBER}
        return f'<a class="go" href="{self._address("deal")}">{text}</a>'

    @cached_property
    def way_to_correct(self) -> str:
        """The way to its correction, while the season takes any."""
        if self.sheet.evening.season.closed_at:
            return ""
        return f' <a class="go" href="{self._address("deal_correct")}">{gettext("Correct")}</a>'

    def _address(self, page: str) -> str:
        evening = self.sheet.evening
        return reverse(page, args=[evening.club.slug, evening.number, ANY_NUMBER])
