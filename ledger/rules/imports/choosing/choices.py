"""What the secretary chooses of an old book: what becomes of rows in doubt, and which deal a row of several was."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.choosing.alike import alike_key, is_open, reading_key
from ledger.rules.imports.choosing.doubts import BESIDE_THE_POINTS, doubts_about
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import RowVerdict
from ledger.rules.imports.verdict.paying import MOST_READINGS
from ledger.rules.imports.written.rows import OldRow
from ledger.rules.site import fields
from ledger.rules.site.refusal import Refusal, gettext_noop

LEAVE, BOOK = "leave", "book"

NOT_A_ROW = gettext_noop("“%(key)s” is not a row: write the sheet, a slash, and the row.")
NOT_A_DAY = gettext_noop("“%(text)s” is not a day: write it as 2014-03-12.")
RowPlace = tuple[str, int]


@dataclass(frozen=True)
class Choices:
    """What was chosen: for all rows of a kind, and for single rows by sheet and row.

    `kinds` and `rows` have LEAVE or BOOK for rows in doubt; one that is in neither is left out. `alike` has the place,
    from 0, of the deal that all rows of an `alike_key` were which name whoever went along, `readings` the `reading_key`
    of a single row's, empty for its points alone. `days` are those of evenings by their first row. `month` is that in
    which seasons begin.
    `same_prices` says that no other prices were in force than those that the club has.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[RowPlace, str] = field(default_factory=dict)
    alike: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[RowPlace, str] = field(default_factory=dict)
    days: Mapping[RowPlace, date] = field(default_factory=dict)
    month: int = 8  # clubs begin after the summer
    same_prices: bool = False

    def doubts(self, verdict: RowVerdict) -> list[FindingKind]:
        """The kinds of doubt about a row that are left, once the days are said."""
        is_day_said = place_of(verdict.row) in self.days
        return [kind for kind in doubts_about(verdict) if not (is_day_said and kind is FindingKind.DAY_ORDER)]

    def of(self, verdict: RowVerdict, doubts: Collection[FindingKind]) -> str:
        """What becomes of a row with these doubts: it is left out if any of them is."""
        place = place_of(verdict.row)
        if not doubts or place in self.rows:
            return self.rows.get(place, BOOK)
        return BOOK if all(self.kinds.get(kind.value) == BOOK for kind in doubts) else LEAVE

    def is_decided(self, verdict: RowVerdict, doubts: Collection[FindingKind]) -> bool:
        """Whether somebody said what becomes of a row with these doubts, if that has to be said."""
        place = place_of(verdict.row)
        if doubts:
            return place in self.rows or all(kind.value in self.kinds for kind in doubts)
        return not is_open(verdict) or place in self.readings or self.reading(verdict) is not None

    def reading(self, verdict: RowVerdict) -> DealData | None:
        """The deal that a row is booked as; None where only its points are."""
        place = place_of(verdict.row)
        if place in self.readings:
            # By what it says: with other prices or another day there are other deals to choose from.
            return next((deal for deal in verdict.readings if reading_key(deal) == self.readings[place]), None)
        if is_open(verdict):
            at = self.alike.get(alike_key(verdict))
            deal = verdict.readings[at] if at is not None and at < len(verdict.readings) else None
            return deal if deal and verdict.names_all_of(deal) else None
        is_told = verdict.is_contract_known and len(verdict.readings) == 1
        return verdict.readings[0] if is_told and {*self.doubts(verdict)} <= BESIDE_THE_POINTS else None


NOTHING_CHOSEN = Choices()


def place_of(row: OldRow) -> RowPlace:
    """A row's sheet and number."""
    return row.sheet, row.number


def key_of(row: OldRow) -> str:
    """A row as choices name it: "Ark1/17"."""
    return f"{row.sheet}/{row.number}"


def read_choices(data: object) -> Choices:
    """Read choices, such as {"month": 8, "kinds": {"sum": "book"}, "rows": {"Ark1/17": "leave"}}.

    Besides "alike": {"nolo sol A 0 | nolo sol A 1": 0}, "readings": {"Ark1/18": "nolo sol Anna 1"},
    "days": {"Ark1/20": "2014-03-12"}.
    Raises Refusal with the path of the error as its field.
    """
    parts = ("month", "kinds", "rows", "alike", "readings", "days", "same_prices")
    given = fields.record(data, "choices", optional=parts)
    kinds = fields.record(given.get("kinds", {}), "choices.kinds", optional=tuple(kind.value for kind in FindingKind))
    rows, alike, readings, days = (
        fields.record(given.get(part, {}), f"choices.{part}", optional=None)
        for part in ("rows", "alike", "readings", "days")
    )
    what = (LEAVE, BOOK)
    return Choices(
        kinds={kind: fields.one_of(value, f"choices.kinds.{kind}", what) for kind, value in kinds.items()},
        rows={_place(key): fields.one_of(value, f"choices.rows.{key}", what) for key, value in rows.items()},
        alike={key: fields.integer(value, f"choices.alike.{key}", 0, MOST_READINGS) for key, value in alike.items()},
        readings={_place(key): str(value or "") for key, value in readings.items()},
        days={_place(key): _day(value, f"choices.days.{key}") for key, value in days.items()},
        month=fields.integer(given.get("month", 8), "choices.month", 1, 12),
        same_prices=fields.boolean(given.get("same_prices", False), "choices.same_prices"),
    )


def _day(value: Any, field_name: str) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise Refusal(NOT_A_DAY, field_name, text=fields.excerpt(str(value))) from None


def _place(key: str) -> RowPlace:
    """A sheet and a row, written "Ark1/17"; raises Refusal for anything else."""
    sheet, slash, number = key.rpartition("/")
    if not slash or not (number.isascii() and number.isdecimal()) or len(number) > 7:
        raise Refusal(NOT_A_ROW, key=fields.excerpt(key))
    return sheet, int(number)
