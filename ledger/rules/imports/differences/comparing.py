"""What a workbook that came back would change: its rows against the deals it was made from, and against those of now.

What was not changed in the file is never a difference, whatever became of it meanwhile. Nothing here is trusted: a row
says what somebody wants, and the book what is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from operator import itemgetter

from ledger.rules.imports.differences.book_deals import HOUSE, BookDeal, points_of, settled_deal
from ledger.rules.imports.differences.book_sides import BookSides, KnownEvening
from ledger.rules.imports.differences.deal_difference import ChangeKind, DealDifference, DealDoubt, DoubtKind, NewDeal
from ledger.rules.imports.differences.edits import (
    column_of,
    edited_columns,
    edited_deal,
    has_typed_points,
    new_deal,
    with_points,
)
from ledger.rules.imports.differences.name_book import UnknownName
from ledger.rules.imports.differences.origin import Place
from ledger.rules.imports.differences.typed_rows import TypedRow, points_in
from ledger.rules.imports.plan import DealData, players_named
from ledger.rules.imports.verdict.findings import points_label
from ledger.rules.imports.written.sheets import CellPlace
from ledger.rules.site.labels import Label
from ledger.rules.site.refusal import Refusal, gettext_noop

CHANGED_HERE = gettext_noop("The deal was changed on the site meanwhile.")
VOID_HERE = gettext_noop("The deal has been voided: restore it on the site first.")
NUMBER_TAKEN = gettext_noop("The site has a deal of this number: taken, it becomes the evening's next.")
STANDS_TWICE = gettext_noop("Another row has the same evening and number: taken, it becomes the evening's next.")
DAY_TAKEN = gettext_noop("The club has an evening of this day already.")
MISSING_ROW = gettext_noop("The row is missing from the file: taken, the deal is voided.")
NO_SUCH_TABLE = gettext_noop("Nobody sits at table %(table)s of evening %(evening)s: seat them there first.")
NO_DAY = gettext_noop("A new evening needs its date.")
NOT_ZERO_SUM = gettext_noop("The points add up to %(sum)s, not to 0.")
PRICED_OTHERWISE = gettext_noop("%(player)s has %(typed)s in the file; the prices give %(priced)s.")
POINTS_FOLLOW = gettext_noop("The points follow from the contract and the tricks: change those.")
OPENING_BY_LIST = gettext_noop("Opening balances are changed by taking their list out and bringing another one in.")
EVENING_CLOSED = gettext_noop("The evening is approved: reopen it first.")


def differences(rows: Iterable[TypedRow], sides: BookSides) -> list[DealDifference]:
    """Every difference between a file and the book, in the order of its rows, then what is missing from it."""
    comparer = _Comparer(list(rows), sides)
    return [*comparer.of_rows(), *comparer.missing()]


class _Comparer:
    def __init__(self, rows: Sequence[TypedRow], sides: BookSides) -> None:
        self.rows, self.sides, self.names = rows, sides, sides.names
        # A long book is asked of its deals evening by evening, whatever the file was sorted by.
        self.by_evening = sorted(rows, key=lambda row: row.evening or 0)
        self.at_place = self._rows_by_place()

    def _rows_by_place(self) -> dict[Place, TypedRow]:
        """The row of each deal: of two with the same numbers the one that says what the book says, else the first."""
        by_place: dict[Place, TypedRow] = {}
        for row in self.by_evening:
            place = row.deal_place
            if place is not None and (place not in by_place or self._says_the_book(row, place, by_place[place])):
                by_place[place] = row
        return by_place

    def _says_the_book(self, row: TypedRow, place: Place, other: TypedRow) -> bool:
        """Whether a row says what the book says of a deal, and another of the same numbers does not."""
        known = self.sides.base.get(place) or self.sides.brought.get(place)
        return known is not None and bool(edited_columns(other, known)) and not edited_columns(row, known)

    def of_rows(self) -> Iterator[DealDifference]:
        numbered = [(row.number, difference) for row in self.by_evening if (difference := self._of_row(row))]
        for _number, difference in sorted(numbered, key=itemgetter(0)):
            yield difference

    def _of_row(self, row: TypedRow) -> DealDifference | None:
        place = row.deal_place
        if place is None:
            return self._of_new(row, is_first=True)
        is_first = self.at_place[place] is row
        if is_first and place in self.sides.base:
            return self._of_known(row, place)
        if is_first and place in self.sides.brought:
            return self._of_brought(row, self.sides.brought[place])
        now = self.sides.now.get(place)
        if is_first and now and not now.is_void and not edited_columns(row, now):
            return None  # it was entered on the site too
        return self._of_new(row, is_first=is_first)

    def missing(self) -> Iterator[DealDifference]:
        for place, base in self.sides.base.items():
            now = self.sides.now.get(place)
            if place in self.at_place or base.is_void or now is None or now.is_void:
                continue
            doubts = [DealDoubt(DoubtKind.GONE, Refusal(MISSING_ROW))]
            if base.deal.get("opening"):
                doubts = [DealDoubt(DoubtKind.UNREADABLE, Refusal(OPENING_BY_LIST))]
            if now.entry != base.entry:
                doubts.insert(0, DealDoubt(DoubtKind.BOTH, Refusal(CHANGED_HERE)))
            doubts += self._doubts_if_closed(place[0])
            key = f"-{place[0]}/{place[1]}"
            yield DealDifference(ChangeKind.MISSING, key, place, before=now, doubts=tuple(doubts))

    # --- rows of deals that the club has

    def _of_known(self, row: TypedRow, place: Place) -> DealDifference | None:
        base, now = self.sides.base[place], self.sides.now[place]
        columns = edited_columns(row, base)
        difference = DealDifference(ChangeKind.CHANGED, _key(row), place, row, now, columns=columns)
        try:
            points = points_in(row, self.names.names)
            has_other_points = self._differ(points, {} if base.is_void else base.points)
            if not columns and not has_other_points:
                return None
            if now.deal.get("opening"):
                raise Refusal(OPENING_BY_LIST)
            deal = edited_deal(row, now, columns, self.names)
            if has_other_points and has_typed_points(deal):
                deal = with_points(deal, points)
                columns = (*columns, "points")
        except Refusal as refusal:
            return replace(difference, doubts=(*self._unreadable(row, refusal), *self._doubts_if_closed(place[0])))
        if deal == now.deal and columns and not has_other_points:
            return None  # the same change was made on the site
        after = NewDeal(deal, now.players, now.table, now.prices, place[0], now.day, place[1])
        doubts = [*self._meanwhile(base, now), *self._of_after(row, after, points if has_other_points else None)]
        if deal == now.deal:
            doubts.append(DealDoubt(DoubtKind.UNREADABLE, Refusal(POINTS_FOLLOW), _first(row)))
        return replace(difference, after=after, columns=columns, doubts=(*doubts, *self._doubts_if_closed(place[0])))

    def _meanwhile(self, base: BookDeal, now: BookDeal) -> Iterator[DealDoubt]:
        if now.is_void:
            yield DealDoubt(DoubtKind.CLOSED, Refusal(VOID_HERE))
        elif now.entry != base.entry:
            yield DealDoubt(DoubtKind.BOTH, Refusal(CHANGED_HERE))

    def _doubts_if_closed(self, evening: int) -> Iterator[DealDoubt]:
        known = self.sides.evenings.get(evening)
        if known and known.is_closed:
            yield DealDoubt(DoubtKind.CLOSED, Refusal(EVENING_CLOSED))

    # --- rows of deals that it does not have

    def _of_brought(self, row: TypedRow, brought: BookDeal) -> DealDifference:
        """A deal of another book: as its hidden sheet has it, with what its row says otherwise.

        One that was void there comes along and is voided here, since a deal's number is never left out.
        """
        difference = DealDifference(ChangeKind.NEW, _key(row), row.deal_place, row)
        try:
            columns = [column for column in edited_columns(row, brought) if column != "date"]
            deal = edited_deal(row, brought, columns, self.names)
            points = points_in(row, self.names.names)
            if brought.is_void and not points:
                points = brought.points
            if has_typed_points(deal) and self._differ(points, brought.points):
                deal = with_points(deal, points)
        except Refusal as refusal:
            return replace(difference, doubts=self._unreadable(row, refusal))
        day = row.day or brought.day
        after = NewDeal(deal, brought.players, brought.table, brought.prices, None, day, row.deal, brought.is_void)
        doubts = (*self._of_after(row, after, points), *self._day_taken(row, day))
        return replace(difference, after=after, doubts=doubts)

    def _of_new(self, row: TypedRow, *, is_first: bool) -> DealDifference:
        difference = DealDifference(ChangeKind.NEW, _key(row), row.deal_place, row)
        try:
            points = points_in(row, self.names.names)
            evening = self._evening_of(row)
            after = self._new_deal(row, evening, points)
        except Refusal as refusal:
            return replace(difference, doubts=self._unreadable(row, refusal))
        doubts = [*self._of_after(row, after, points)]
        if evening:
            doubts += self._doubts_if_closed(evening.number)
            if row.deal_place and row.deal_place in self.sides.now:
                doubts.append(DealDoubt(DoubtKind.TWICE, Refusal(NUMBER_TAKEN), row.place("number")))
        else:
            doubts += self._day_taken(row, after.day)
        if not is_first:
            doubts.append(DealDoubt(DoubtKind.TWICE, Refusal(STANDS_TWICE), row.place("number")))
        number = None if any(doubt.kind is DoubtKind.TWICE for doubt in doubts) and evening else after.number
        return replace(difference, after=replace(after, number=number), doubts=tuple(doubts))

    def _evening_of(self, row: TypedRow) -> KnownEvening | None:
        """The club's evening of a row, by its number or by its day; None for a new one."""
        if row.evening is not None and (known := self.sides.evenings.get(row.evening)):
            return known
        if row.evening is None:
            same_day = [evening for evening in self.sides.evenings.values() if evening.day == row.day]
            if len(same_day) == 1:
                return same_day[0]
        return None

    def _new_deal(self, row: TypedRow, evening: KnownEvening | None, points: Mapping[str, Fraction]) -> NewDeal:
        day = evening.day if evening else row.day
        if day is None:
            raise Refusal(NO_DAY, "date")
        prices = evening.prices if evening else self.sides.prices_on(day)
        table_number = int(text) if (text := row.text("table")).isdecimal() else 1
        for name in points:
            if name not in self.names.names:
                raise UnknownName(name, name, ())
        deal = new_deal(row, prices, self.names, points)
        seated = evening.tables.get(table_number) if evening else None
        if evening and seated is None:
            raise Refusal(NO_SUCH_TABLE, "table", evening=evening.number, table=table_number)
        players = seated or self._company(row, deal, points, prices.scoring_table.seats.min)
        number = evening.number if evening else None
        return NewDeal(deal, players, table_number, prices, number, day, row.deal)

    def _company(self, row: TypedRow, deal: DealData, points: Mapping[str, Fraction], least: int) -> tuple[str, ...]:
        """Who was at the table of a new evening: whoever the row names or gives points, else all of that evening."""
        named = {*points, *players_named(deal)}
        if len(named) < least:
            alike = [other for other in self.rows if (other.evening, other.day) == (row.evening, row.day)]
            named |= {name for other in alike for name in points_in(other, ())}
        return tuple(name for name in self.names.names if name in named)

    # --- what speaks against a deal

    def _of_after(self, row: TypedRow, after: NewDeal, points: Mapping[str, Fraction] | None) -> Iterator[DealDoubt]:
        """What speaks against a deal that is to be booked, with the points that its row has if they count."""
        try:
            _deal, payout = settled_deal(after.deal, after.players, after.prices)
        except Refusal as refusal:
            yield from self._unreadable(row, refusal)
            return
        if points:
            total = sum(points.values(), start=Fraction(0))
            priced = points_of(payout, after.prices)
            if total and HOUSE not in priced:
                yield DealDoubt(DoubtKind.NOT_ZERO, Refusal(NOT_ZERO_SUM, sum=points_label(total)), _first(row))
                return
            apart = self._differ(points, priced)
            if apart:
                values = _both(points.get(apart), priced.get(apart))
                otherwise = Refusal(PRICED_OTHERWISE, None, player=apart, **values)
                yield DealDoubt(DoubtKind.OTHER_PRICE, otherwise, row.place(apart))

    def _differ(self, points: Mapping[str, Fraction], others: Mapping[str, Fraction]) -> str | None:
        """The first player who has other points, where an empty cell is none."""
        for player in self.names.names:
            if points.get(player, 0) != others.get(player, 0):
                return player
        return None

    def _day_taken(self, row: TypedRow, day: date) -> Iterator[DealDoubt]:
        if day in self.sides.days:
            yield DealDoubt(DoubtKind.TWICE, Refusal(DAY_TAKEN), row.place("date"))

    def _unreadable(self, row: TypedRow, refusal: Refusal) -> tuple[DealDoubt, ...]:
        kind = DoubtKind.UNKNOWN_NAME if isinstance(refusal, UnknownName) else DoubtKind.UNREADABLE
        column = column_of(refusal)
        return (DealDoubt(kind, refusal, row.place(column) if row.has(column) else None),)


def _key(row: TypedRow) -> str:
    return f"{row.sheet_at}/{row.number}"


def _first(row: TypedRow) -> CellPlace | None:
    """The first cell with points."""
    return row.place(next(iter(row.points))) if row.points else None


def _both(typed: Fraction | None, priced: Fraction | None) -> dict[str, Label]:
    return {"typed": points_label(typed or Fraction(0)), "priced": points_label(priced or Fraction(0))}
