"""The workbook's lists: standings, evenings, deals, postings and corrections."""

from collections import Counter
from collections.abc import Iterable, Mapping

from openpyxl.utils import get_column_letter

from ledger.rules.site.labels import Label, same
from ledger.spreadsheets.seasons import layouts, wording
from ledger.spreadsheets.seasons.figures import Figures
from ledger.spreadsheets.seasons.layouts import ListColumn, SheetLayout
from ledger.spreadsheets.seasons.listing import (
    BELONGS,
    FIRST_ROW,
    Ending,
    Listing,
    Record,
    Row,
    cells,
    compared_figure,
    foot_row,
    last_row,
    posted_sum,
    summed_figure,
    whole_book,
    zero_sum_verdict,
)
from ledger.spreadsheets.seasons.season_book import HOUSE, CorrectionRow, DealRow, EveningRow, PostingRow, StandingRow
from ledger.spreadsheets.site.looks import Look
from ledger.spreadsheets.site.page import Formula
from ledger.spreadsheets.site.safe_text import unique_headings

LONGEST_UNBROKEN_WORD = 16


class StandingsListing(Listing[StandingRow]):
    """The standings, each figure beside the postings' sum; the foot has the players, the house and the book."""

    layout = layouts.STANDINGS

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.has_doubt = any(standing.is_in_doubt for standing in figures.book.standings)
        self.columns = (*self.layout.columns, *_doubt_column(self.has_doubt))
        self.units = 0
        self.agree = True

    def row(self, record: StandingRow, at: int) -> Row:
        number, posted = record.player_number, self.figures.posted.everything[record.player_number]
        self.units += record.units
        self.agree = self.agree and record.units == posted
        return (
            record.place,
            number,
            self.figures.names[number],
            record.evenings,
            record.deals,
            record.units,
            posted_sum(self.figures, posted, (layouts.PLAYER_NUMBER, f"B{at}")),
            compared_figure(f"F{at}-G{at}", record.units - posted),
            *_doubt_cell(self.figures, self.has_doubt, is_in_doubt=record.is_in_doubt),
        )

    def ending(self, count: int) -> Ending:
        difference, foot_at = len(self.layout.columns), foot_row(count)
        players = self.figures.posted.everything.total() - self.figures.posted.everything[HOUSE]
        return Ending(
            foot=self._foot(count, players),
            suspects=(
                cells((difference, FIRST_ROW), (difference, last_row(count))),
                cells((difference, foot_at), (difference, foot_at)),
            ),
            is_right=self.agree and self.units == players,
        )

    def _foot(self, count: int, posted: int) -> tuple[Row, ...]:
        figures, at = self.figures, foot_row(count)
        players: Row = (
            summed_figure(f"SUM({cells((6, FIRST_ROW), (6, last_row(count)))})", self.units),
            posted_sum(figures, posted, (layouts.PLAYER_NUMBER, f'"<>{HOUSE}"')),
            compared_figure(f"F{at}-G{at}", self.units - posted),
        )
        house_posted = figures.posted.everything[HOUSE]
        house: Row = (None, posted_sum(figures, house_posted, (layouts.PLAYER_NUMBER, str(HOUSE))), None)
        book: Row = (None, whole_book(figures), zero_sum_verdict(figures))
        brought = sum(totals.get(HOUSE, 0) for totals in figures.evening_sums.openings.values())
        by_opening = {house_posted: wording.HOUSE_BY_OPENING, 0: wording.HOUSE_NAME}
        of_house = [(by_opening.get(brought, wording.HOUSE_AND_OPENING), house)] if figures.has_house else []
        rows = [(wording.ALL_PLAYERS, players), *of_house, (wording.WHOLE_BOOK, book)]
        return tuple((None, None, figures.words(label), None, None, *row) for label, row in rows)


def _doubt_column(has_doubt: bool) -> tuple[ListColumn, ...]:
    """A column that says what sums hold deals in doubt, in a book that has any."""
    return (layouts.STATUS,) if has_doubt else ()


def _doubt_cell(figures: Figures, has_doubt: bool, *, is_in_doubt: bool) -> Row:
    if not has_doubt:
        return ()
    return (figures.words(wording.IN_DOUBT) if is_in_doubt else None,)


class _ListByPlayer(Listing[Record]):
    """A list whose rows have a figure for each player between two groups of other cells.

    The foot compares each player's sum with the postings that belong to what the list is of: those with a number in the
    column `belongs`.
    """

    belongs: ListColumn
    has_doubt = False

    def __init__(self, figures: Figures, posted: Mapping[int, int]) -> None:
        self.figures = figures
        self.posted = posted
        self.columns = (
            *self.layout.columns,
            *player_columns(figures, self.layout, figures.numbers),
            *self.layout.after,
            *_doubt_column(self.has_doubt),
        )
        self.totals: Counter[int] = Counter()
        self.is_balanced = True
        self.first = len(self.layout.columns) + 1
        self.sum_at = self.first + len(figures.numbers)
        self.letters = [get_column_letter(column) for column in range(self.first, self.sum_at)]

    def _row(self, before: Row, units: Mapping[int, int], after: Row, at: int) -> Row:
        total = 0
        for number, amount in units.items():
            self.totals[number] += amount
            total += amount
        self.is_balanced = self.is_balanced and total == 0
        return (*before, *map(units.get, self.figures.numbers), self._sum_of_row(total, at), *after)

    def _sum_of_row(self, value: int, at: int) -> Formula:
        # Without players there is nothing to add up, and SUM() is an error.
        return compared_figure(f"SUM({self.letters[0]}{at}:{self.letters[-1]}{at})" if self.letters else "0", value)

    def ending(self, count: int) -> Ending:
        difference_row = foot_row(count) + 2
        return Ending(
            foot=self._foot(count),
            suspects=(
                cells((self.sum_at, FIRST_ROW), (self.sum_at, last_row(count))),
                cells((self.first, difference_row), (self.sum_at, difference_row)),
            ),
            is_right=self.is_balanced
            and all(self.totals[number] == self.posted[number] for number in self.figures.numbers),
        )

    def _foot(self, count: int) -> tuple[Row, ...]:
        """Three rows: the list's own sums, the postings' sums, and the difference."""
        at, by_letter = foot_row(count), dict(zip(self.letters, self.figures.numbers, strict=True))
        listed = {x: self.totals[number] for x, number in by_letter.items()}
        posted = {x: self.posted[number] for x, number in by_letter.items()}
        by_list = [summed_figure(f"SUM({x}{FIRST_ROW}:{x}{last_row(count)})", units) for x, units in listed.items()]
        by_postings = [
            posted_sum(self.figures, posted[x], (layouts.PLAYER_NUMBER, str(number)), (self.belongs, BELONGS))
            for x, number in by_letter.items()
        ]
        apart = [compared_figure(f"{x}{at}-{x}{at + 1}", listed[x] - posted[x]) for x in by_letter]
        all_listed, all_posted = sum(listed.values()), sum(posted.values())
        sums = [
            (wording.TOTAL, by_list, all_listed),
            (wording.BY_POSTINGS, by_postings, all_posted),
            (wording.DIFFERENCE, apart, all_listed - all_posted),
        ]
        blanks = (None,) * (len(self.layout.columns) - 1)
        return tuple(
            (self.figures.words(label), *blanks, *by_player, self._sum_of_row(total, at + offset))
            for offset, (label, by_player, total) in enumerate(sums)
        )


class EveningsListing(_ListByPlayer[EveningRow]):
    """The evenings; the foot compares each player's sum with the postings that belong to an evening."""

    layout = layouts.EVENINGS
    belongs = layouts.EVENING

    def __init__(self, figures: Figures) -> None:
        self.has_doubt = figures.evening_sums.has_doubt
        super().__init__(figures, figures.posted.of_evenings)

    def row(self, record: EveningRow, at: int) -> Row:
        place = self.figures.words(wording.OPENING) if record.is_opening else record.place_name
        before: Row = (record.number, record.date, place, record.deals)
        doubt = _doubt_cell(self.figures, self.has_doubt, is_in_doubt=record.is_in_doubt)
        return self._row(before, record.totals, (record.approved_entry, record.fingerprint, *doubt), at)


class DealsListing(_ListByPlayer[DealRow]):
    """The deals; the foot compares each player's sum with the postings that belong to a deal."""

    layout = layouts.DEALS
    belongs = layouts.DEAL

    def __init__(self, figures: Figures) -> None:
        super().__init__(figures, figures.posted.of_deals)

    def row(self, record: DealRow, at: int) -> Row:
        words = self.figures.words
        before: Row = (
            record.evening,
            record.number,
            record.date,
            record.table,
            record.dealer,
            record.declarer,
            words(record.contract),
            words(record.attachment),
            record.vip_turn,
            record.partner,
            record.going_along,
            record.tricks,
            words(record.result),
            words(record.why),
        )
        after: Row = (record.note, words(record.status), record.reason, record.recorded_by)
        return self._row(before, record.units, after, at)


def player_headings(figures: Figures) -> tuple[str, ...]:
    """The headings of the players' columns on the sheet of deals, in the order of `figures.numbers`."""
    return _headings(figures, layouts.DEALS, figures.numbers)


def player_columns(figures: Figures, layout: SheetLayout, numbers: Iterable[int]) -> Iterable[ListColumn]:
    """A column for each of some players, headed by a name that no other column has."""
    headings = _headings(figures, layout, numbers)
    return tuple(ListColumn(same(heading), _width(figures, heading), Look.POINTS) for heading in headings)


def _headings(figures: Figures, layout: SheetLayout, numbers: Iterable[int]) -> tuple[str, ...]:
    fixed = [figures.words(column.heading) for column in (*layout.columns, *layout.after)]
    return unique_headings((figures.names[number] for number in numbers), reserved=fixed)


def _width(figures: Figures, heading: str) -> float:
    """The width for the points and for the name's longest word, beside the filter's button; a name may wrap."""
    longest_word = max(len(word) for word in heading.split())
    return max(figures.points_width, min(longest_word, LONGEST_UNBROKEN_WORD) + 4)


class PostingsListing(Listing[PostingRow]):
    """The ledger, a row for each entry and player, and the sum of all below; other lists are checked against it."""

    layout = layouts.POSTINGS
    columns = layouts.POSTINGS.columns

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.names = figures.names
        self._label: Label | None = None  # of the last row: the postings of an entry share theirs
        self._text = ""

    def row(self, record: PostingRow, _at: int) -> Row:
        self.figures.posted.add(record)
        sequence, date, evening, deal, number, label, units = record
        if label is not self._label:
            self._label, self._text = label, self.figures.words(label)
        return sequence, date, evening, deal, number, self.names[number], self._text, units

    def ending(self, _count: int) -> Ending:
        words, blanks = self.figures.words, (None,) * (len(self.columns) - 2)
        return Ending(
            (
                (words(wording.WHOLE_BOOK), *blanks, whole_book(self.figures)),
                (words(wording.SUMS_TO_ZERO), *blanks, zero_sum_verdict(self.figures)),
            )
        )


class CorrectionsListing(Listing[CorrectionRow]):
    """The deals that were corrected, voided or restored: from what to what, whose points moved, and why."""

    layout = layouts.CORRECTIONS
    columns = layouts.CORRECTIONS.columns

    def __init__(self, figures: Figures) -> None:
        self.words = figures.words

    def row(self, record: CorrectionRow, _at: int) -> Row:
        evening, number, date, *labels, reason, recorded_by = record
        return evening, number, date, *map(self.words, labels), reason, recorded_by

    def ending(self, _count: int) -> Ending:
        return Ending()
