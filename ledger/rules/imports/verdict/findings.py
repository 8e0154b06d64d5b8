"""What may be wrong in an old book: a row, an evening, a slip of the pen, with what was likely meant."""

from bisect import bisect_right
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum
from fractions import Fraction
from itertools import groupby

from ledger.rules.imports.written.cells import day_of, pays_like_a_deal, total_of
from ledger.rules.imports.written.rows import WrittenRow
from ledger.rules.site.labels import Label, Phrase, Text, fill, join, same
from ledger.rules.site.points import Points, in_points
from ledger.rules.site.spelling import CellPlace

NO_TITLE = same("")


class FindingKind(Enum):
    """The kinds of findings, as the book keeps them, each with its sentence and, if it is a doubt, a title.

    Doubts are shown in this order.
    """

    SUM = "sum", Phrase("The points add up to %(sum)s, not to 0."), Phrase("The points do not add up to 0")
    EVENING_SUM = (
        "evening_sum",  # of a row that is an evening's points
        Phrase("The points of the evening add up to %(sum)s: %(missing)s is lacking."),
        Phrase("The points of an evening do not add up to 0"),
    )
    SIGN = (
        "sign",  # a minus too many or too few
        Phrase("The sign is likely wrong: the points add up to %(sum)s, not to 0."),
        Phrase("A sign is likely wrong"),
    )
    DIGIT = (
        "digit",  # a factor of ten, or a digit too many
        Phrase("A digit is likely too many or too few: the points add up to %(sum)s, not to 0."),
        Phrase("A digit is likely wrong"),
    )
    BLANK = "blank", Phrase("A number of points is missing here."), Phrase("A number is missing")
    JUMP = "jump", Phrase("The running total jumps from the one above."), Phrase("The running total jumps")
    DUPLICATE = (
        "duplicate",
        Phrase("The evening has a deal %(number)s already, in row %(row)s."),
        Phrase("The number stands twice"),
    )
    NO_PRICE = "no_price", Phrase("No version of the scoring table pays this."), Phrase("No version pays this")
    OTHER_TIME = (
        "other_time",
        Phrase("Only “%(version)s” pays this, and it was not in force that day."),
        Phrase("Another version pays this"),
    )
    OTHER_SIDE = (
        "other_side",
        Phrase("The points fit another declarer or partner than the one named."),
        Phrase("The points fit another side"),
    )
    OTHER_TRICKS = (
        "other_tricks",
        Phrase("The points fit other tricks than those written."),
        Phrase("The points fit other tricks"),
    )
    UNKNOWN_NAME = "unknown_name", Phrase("Nobody in the sheet is called %(name)s."), Phrase("An unknown name")
    NO_DAY = "no_day", Phrase("An evening begins here without its day.")
    DAY_ORDER = (
        "day_order",
        Phrase("%(day)s is out of order among the evenings around it."),
        Phrase("A day out of order"),
    )
    NOT_A_DEAL = (
        "not_a_deal",  # of the workbook to type in: what its row lacks
        Phrase("This is not a whole deal yet: %(why)s."),
        Phrase("A deal that is not whole"),
    )
    OTHER_POINTS = (
        "other_points",  # than the prices pay for what was typed
        Phrase("The points are others than the prices pay for this deal."),
        Phrase("Other points than the prices pay"),
    )
    IN_BOOK = (
        "in_book",
        Phrase("The club's book has this deal of that day already."),
        Phrase("In the club's book already"),
    )
    OTHERWISE_IN_BOOK = (
        "otherwise",  # the book has another deal that the same row told before
        Phrase("The club's book has another deal from this row: correct it there, on the deal's page."),
        Phrase("In the club's book with another deal"),
    )
    NOT_A_NUMBER = "not_a_number", Phrase("“%(text)s” is no number of points."), Phrase("What is no number")
    NOT_A_DAY = "not_a_day", Phrase("“%(text)s” is no day.")
    # The row can be booked as it stands.
    CONTRACT_AS_TEXT = (
        "contract_as_text",
        Phrase("“%(text)s” cannot be read as a contract here, and is kept as text."),
    )

    def __init__(self, code: str, sentence: Phrase, title: Label = NO_TITLE) -> None:
        self.code, self.sentence, self.title = code, sentence, title


LONGEST_FRACTION = 1_000_000


@dataclass(frozen=True, slots=True)
class BookFinding:
    """One thing that may be wrong: its kind and cell, the sentence, and what was likely meant if that can be told."""

    kind: FindingKind
    place: CellPlace
    sentence: Label
    likely: Label | None = None

    @property
    def is_doubt(self) -> bool:
        """Whether the row must not be booked as it stands without being asked about."""
        return self.kind is not FindingKind.CONTRACT_AS_TEXT

    @property
    def label(self) -> Label:
        """The finding in words, with what was likely meant."""
        if not self.likely:
            return self.sentence
        return fill(Phrase("%(sentence)s Likely right: %(likely)s."), sentence=self.sentence, likely=self.likely)

    @property
    def label_with_place(self) -> Label:
        """The finding in words, behind the sheet and the cell that it is about."""
        if not self.place.sheet:
            return join([same(self.place.cell), self.label], ": ")
        where = Phrase("%(sheet)s, cell %(cell)s: %(sentence)s")
        return fill(where, sheet=self.place.sheet, cell=self.place.cell, sentence=self.label)


def finding(kind: FindingKind, place: CellPlace, likely: Label | None = None, **values: object) -> BookFinding:
    """A finding of a kind, its sentence filled with these values."""
    return BookFinding(kind, place, fill(kind.sentence, **values), likely)


def points_label(points: Points) -> Label:
    """Points as each language writes them: "−4", "0,5"."""
    exact = Fraction(points)
    if exact.denominator > LONGEST_FRACTION:  # as a program works out a third
        exact = exact.limit_denominator(1000)
    return in_points(exact.numerator, exact.denominator)


def title_of(code: str) -> Label:
    """The title of a doubt by its code in the book; empty for one that this release does not know."""
    return next((kind.title for kind in FindingKind if kind.code == code), NO_TITLE)


# Slips of the pen: which number was likely meant where a row does not add up, or a running total jumps.


Slip = tuple[int, Points, FindingKind]
"""A number that would make a row add up: whose it is by place, what it should be, and what kind of slip it was."""
FoundInRow = tuple[WrittenRow, tuple[BookFinding, ...]]
POWERS_OF_TEN = {Fraction(10), Fraction(100), Fraction(1, 10), Fraction(1, 100)}


def likely_slip(
    points: Sequence[Points | None], tests: Sequence[Callable[[Sequence[Points | None]], bool]]
) -> Slip | None:
    """The one slip that explains a row which does not add up, by the first of the tests that any of them passes.

    None where several do: nobody can know which number is wrong.
    """
    total = total_of(points)
    slips: list[Slip] = []
    for at, won in enumerate(points):
        likely = (won or 0) - total
        slips.append((at, likely, kind_of_slip(won, likely)))
    for test in tests:
        passing = [(at, likely, kind) for at, likely, kind in slips if test([*points[:at], likely, *points[at + 1 :]])]
        if len(passing) > 1:
            passing = [slip for slip in passing if slip[2] is not FindingKind.SUM] or passing
        if passing:
            return passing[0] if len(passing) == 1 else None
    return None


def kind_of_slip(written: Points | None, likely: Points) -> FindingKind:
    """The kind of slip by which one number is written for another: none, a sign, a digit, or any."""
    if written is None:
        return FindingKind.BLANK
    if written == -likely:
        return FindingKind.SIGN
    shorter, longer = sorted((str(abs(written)), str(abs(likely))), key=len)
    is_longer = longer != shorter and (longer.startswith(shorter) or longer.endswith(shorter))
    if written and likely and (is_longer or abs(Fraction(written) / likely) in POWERS_OF_TEN):
        return FindingKind.DIGIT
    return FindingKind.SUM


def mend_totals(rows: Sequence[WrittenRow]) -> list[FoundInRow]:
    """The rows with what is wrong in their running totals.

    Where nothing but totals is written, a wrong one makes two differences wrong: of the second the meant one is given.
    """
    expected: dict[str, tuple[Points, ...]] = {}
    mended: list[FoundInRow] = []
    while len(mended) < len(rows):
        at = len(mended)
        row = rows[at]
        if not row.totals:
            mended.append((row, ()))
        elif row.map.points:
            above = rows[at - 1] if at else None
            mended.append((row, tuple(_jumps(row, above, expected))))
        else:
            mended += _mend_pair(row, *rows[at + 1 : at + 2])
    return mended


def _jumps(row: WrittenRow, above: WrittenRow | None, expected: dict[str, tuple[Points, ...]]) -> Iterator[BookFinding]:
    """Running totals that match neither the row above nor the sum that was expected there."""
    is_new = above is None or (row.map.restart and above.at_evening != row.at_evening) or above.sheet != row.sheet
    if is_new and (row.map.restart or above is None):
        expected.clear()
    missing = total_of(row.points)
    for player, won, total in zip(row.players, row.points, row.totals, strict=True):
        if total is not None:
            bases = expected.get(player, (0,) if is_new else ())
            points = won or 0
            expected[player] = (total,)
            if missing and total - points + missing in bases:  # the total is right, and the points are not
                meant = points_label(points - missing)
                words = {} if won is None else {"sum": points_label(missing)}
                yield finding(kind_of_slip(won, points - missing), row.place_of(player), meant, **words)
            elif bases and total - points not in bases and not (is_new and total == points):
                expected[player] = (total, bases[0] + points)
                yield finding(FindingKind.JUMP, row.place_of(player, total=True), points_label(bases[0] + points))


def _mend_pair(row: WrittenRow, following: WrittenRow | None = None) -> list[FoundInRow]:
    """Two rows of which the first has a wrong total, both with the likely points; else the first alone."""
    missing = total_of(row.points)
    if not missing or not following or total_of(following.points) != -missing or following.sheet != row.sheet:
        return [(row, ())]
    likely = []
    for at, won in enumerate(row.points):
        first, second = _add_at(row, at, -missing), _add_at(following, at, missing)
        if won is not None and pays_like_a_deal(first.points) and pays_like_a_deal(second.points):
            likely.append((at, first, second))
    if len(likely) != 1:
        doubt = finding(FindingKind.JUMP, row.place_of_points())
        return [(row, (doubt,)), (following, (doubt,))]
    [(at, first, second)] = likely
    label = points_label((row.totals[at] or 0) - missing)
    return [(first, (finding(FindingKind.JUMP, row.place_of(row.players[at]), label),)), (second, ())]


def _add_at(row: WrittenRow, at: int, more: Points) -> WrittenRow:
    points = list(row.points)
    points[at] = (points[at] or 0) + more
    return replace(row, points=tuple(points))


# The evenings of an old book: days that are missing or out of order, the days that are put in, numbers twice.


WEEK = timedelta(days=7)
ABOUT_A_DAY = {FindingKind.NO_DAY, FindingKind.DAY_ORDER}

# --- what is wrong with days and numbers


def findings_of_evenings(rows: Sequence[WrittenRow]) -> Iterator[tuple[int, BookFinding]]:
    """What is wrong with days and numbers, each by the index of the row where it stands."""
    firsts = [at for at, row in enumerate(rows) if not at or rows[at - 1].at_evening != row.at_evening]
    for at in firsts:
        # What stands in place of a day is told where its evening begins, however many rows repeat it.
        if text := text_of_day(rows[at]):
            yield at, finding(FindingKind.NOT_A_DAY, rows[at].place("date"), text=text)
        elif rows[at].day is None:
            yield at, finding(FindingKind.NO_DAY, rows[at].place("date"))
    # Each sheet to type in says its own day, and two tables of an evening the same.
    dated = [(at, day) for at in firsts if (day := rows[at].day) and not rows[at].map.is_typed]
    for at, day, likely in _days_out_of_order(dated):
        label = day_label(likely) if likely else None
        yield at, finding(FindingKind.DAY_ORDER, rows[at].place("date"), label, day=day_label(day))
    yield from _numbers_twice(rows)


def text_of_day(row: WrittenRow) -> str:
    """What stands in a row in place of its day, and is none."""
    return dict(row.unreadable).get(row.map.column("date"), "")


def _days_out_of_order(dated: Sequence[tuple[int, date]]) -> Iterator[tuple[int, date, date | None]]:
    """The fewest days without which all others rise, or fall, each with its row and what was likely meant."""
    days = [day for _, day in dated]
    kept, fallen = _longest_rise(days), _longest_rise(days[::-1])
    if len(fallen) > len(kept):  # the book begins with its newest evening
        kept = [len(days) - 1 - place for place in reversed(fallen)]
    if 2 * len(kept) <= len(days):
        return  # they stand in no order at all
    for place, (at, day) in enumerate(dated):
        if place not in kept:
            neighbours = [n for n in kept if n < place][-1:] + [n for n in kept if n > place][:1]
            yield at, day, _likely_day(day, [days[n] for n in neighbours])


def day_label(day: date) -> Label:
    """A day in digits, as each language writes them."""
    return Text(f"{day:%d.%m.%Y}", day.isoformat())


def _longest_rise(days: Sequence[date]) -> list[int]:
    """The places of the most days that rise, or stay, from one to the next."""
    ends: list[date] = []
    rises: list[list[int]] = []  # the rise that ends with each of these
    for place, day in enumerate(days):
        at = bisect_right(ends, day)
        ends[at:] = [day, *ends[at + 1 :]]
        rises[at:] = [[*(rises[at - 1] if at else []), place], *rises[at + 1 :]]
    return rises[-1] if rises else []


def _likely_day(day: date, neighbours: Sequence[date]) -> date | None:
    """The one day that fits among its neighbours with another year or month, or with day and month exchanged."""
    if len(neighbours) < 2:
        return None
    low, high = sorted(neighbours)
    slips = [
        day_of(year, *parts) for year in (low.year, high.year) for parts in ((day.month, day.day), (day.day, day.month))
    ]
    of_other_months = [day_of(day.year, month, day.day) for month in range(1, 13)]
    for others in (slips, of_other_months):
        fitting = {other for other in others if other and low <= other <= high}
        if fitting:
            return fitting.pop() if len(fitting) == 1 else None
    return None


def _numbers_twice(rows: Sequence[WrittenRow]) -> Iterator[tuple[int, BookFinding]]:
    """Numbers that another deal of the evening has."""
    first: dict[tuple[int, str], WrittenRow] = {}
    for at, row in enumerate(rows):
        number = row.text("number")
        other = first.setdefault((row.at_evening, number), row)
        if number and other is not row:
            # The number after the one above, unless the row itself or the one below has it.
            around = [near for near in rows[at - 1 : at + 2] if near.at_evening == row.at_evening]
            above, _number, *below = [near.text("number").rstrip(".") for near in around]
            likely = str(int(above) + 1) if above.isdecimal() else number
            label = None if likely in (number, *below) else same(likely)
            yield at, finding(FindingKind.DUPLICATE, row.place("number"), label, number=number, row=other.number)


# --- days that are put in


@dataclass(frozen=True)
class UnsureDay:
    """An evening of which the day is missing or out of order.

    `first` is its first row, `count` that of its deals, `about` what is wrong with its day, None where what is written
    is no day. `likely` is a guess, None if nothing tells it. A missing day is put in unless somebody knows better; one
    out of order is only doubted.
    """

    first: WrittenRow
    count: int
    about: BookFinding | None
    likely: date | None

    @property
    def is_missing(self) -> bool:
        """Whether there is no day to begin with."""
        return self.first.day is None


def unsure_days(rows: Sequence[WrittenRow], chosen: Mapping[str, date]) -> Iterator[UnsureDay]:
    """The evenings whose day somebody has to say, in the order of the book; `chosen` as `with_days` has its days."""
    findings = {rows[at].at_evening: about for at, about in findings_of_evenings(rows) if about.kind in ABOUT_A_DAY}
    evenings = {at: list(of_evening) for at, of_evening in groupby(rows, lambda row: row.at_evening)}
    doubted = {
        at
        for at, about in findings.items()
        if about.kind is FindingKind.DAY_ORDER and evenings[at][0].key not in chosen
    }
    guesses = guessed_days([*with_days(rows, chosen)], doubted)
    for at, of_evening in evenings.items():
        about, likely = findings.get(at), guesses.get(at)
        if about and about.kind is FindingKind.DAY_ORDER:
            likely = date.fromisoformat(about.likely["en"]) if about.likely else None
        if about or of_evening[0].day is None:
            yield UnsureDay(of_evening[0], len(of_evening), about, likely)


def with_days(rows: Sequence[WrittenRow], days: Mapping[str, date]) -> Iterator[WrittenRow]:
    """The rows with the days that were chosen of evenings, by the key of their first row.

    A day that was not written so is a guess; of a sheet to type in it is asked, since only its own cell could say it.
    """
    firsts = {row.at_evening: row.key for row in reversed(rows)}
    for row in rows:
        day = days.get(firsts[row.at_evening])
        if day in (None, row.day):
            yield row
        else:
            column = row.map.column("date")
            unreadable = tuple(unread for unread in row.unreadable if unread[0] != column)
            yield replace(row, day=day, day_is_guessed=not row.map.is_typed, unreadable=unreadable)


def guessed_days(rows: Sequence[WrittenRow], doubted: Container[int]) -> dict[int, date]:
    """The guess at the day of each evening without one: a week on from the one above, short of the one below.

    Days of `doubted` evenings tell nothing. Nobody can guess the day of a sheet to type in, since any other may have
    been written first.
    """
    firsts = {row.at_evening: row for row in reversed(rows) if not row.map.is_typed}
    days = {at: None if at in doubted else firsts[at].day for at in sorted(firsts)}
    told = [day for day in days.values() if day]
    week = -WEEK if told and told[-1] < told[0] else WEEK  # the newest evening may stand first
    guesses: dict[int, date] = {}
    above: date | None = None
    for at, day in days.items():
        if firsts[at].day is None:
            below = next((later for evening, later in days.items() if evening > at and later), None)
            if guess := _guess(above, below, week):
                guesses[at] = guess
        above = day or guesses.get(at) or above
    return guesses


def _guess(above: date | None, below: date | None, week: timedelta) -> date | None:
    """A day between two others, a week from the one above where there is room; None without either."""
    if above is None:
        return below and below - week
    if below and abs(below - above) <= WEEK:
        return above + (below - above) // 2
    return above + week
