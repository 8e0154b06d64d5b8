"""What the secretary chooses of a book: what becomes of rows in doubt, which prices it was kept by."""

import copy
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Any

from ledger.rules.deals.settling import read_deal, with_players
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.verdict.findings import FindingKind
from ledger.rules.imports.verdict.judging import ALONE, Verdict
from ledger.rules.imports.verdict.paying import MOST_READINGS, ReadVersion, readings_of
from ledger.rules.scoring.document import read_scoring_table
from ledger.rules.site import fields
from ledger.rules.site.labels import Label, Phrase, fill, join, same
from ledger.rules.site.points import exact_value, read_exact
from ledger.rules.site.refusal import Refusal, gettext_noop

LEAVE, BOOK = "leave", "book"
SEATS = "ABCDEFGHIJKLM"  # in place of the names
# These say what a whole evening lacks, not what is wrong with a deal: its day is guessed, and marked as a guess.
ABOUT_THE_DAY = {FindingKind.NO_DAY, FindingKind.NOT_A_DAY}
# These leave no doubt about who won what, so that the deal itself may be booked if it can be told.
BESIDE_THE_POINTS = {*ABOUT_THE_DAY, FindingKind.DAY_ORDER, FindingKind.DUPLICATE}


@dataclass(frozen=True)
class Choices:
    """What was chosen: for all rows of a kind, and for single rows by their key, "Ark1/17".

    `kinds` and `rows` have LEAVE or BOOK for rows in doubt; one that is in neither is left out. `alike` has the place,
    from 0, of the deal that all rows of an `alike_key` were which name whoever went along, `readings` the `reading_key`
    of a single row's, empty for its points alone. `days` are those of evenings by their first row. `month` is that in
    which seasons begin.
    `same_prices` says that no other prices were in force than those that the club has.
    """

    kinds: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, str] = field(default_factory=dict)
    alike: Mapping[str, int] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[str, date] = field(default_factory=dict)
    month: int = 8  # clubs begin after the summer
    same_prices: bool = False

    def doubts(self, verdict: Verdict) -> list[FindingKind]:
        """The kinds of doubt about a row that are left, once the days are said."""
        is_day_said = verdict.row.key in self.days
        return [kind for kind in doubts_about(verdict) if not (is_day_said and kind is FindingKind.DAY_ORDER)]

    def of(self, verdict: Verdict, doubts: Collection[FindingKind]) -> str:
        """What becomes of a row with these doubts: it is left out if any of them is."""
        if not doubts or verdict.row.key in self.rows:
            return self.rows.get(verdict.row.key, BOOK)
        return BOOK if all(self.kinds.get(kind.code) == BOOK for kind in doubts) else LEAVE

    def is_decided(self, verdict: Verdict, doubts: Collection[FindingKind]) -> bool:
        """Whether somebody said what becomes of a row with these doubts, if that has to be said."""
        key = verdict.row.key
        if doubts:
            return key in self.rows or all(kind.code in self.kinds for kind in doubts)
        return not is_open(verdict) or key in self.readings or self.reading(verdict) is not None

    def reading(self, verdict: Verdict) -> DealData | None:
        """The deal that a row is booked as; None where only its points are."""
        if verdict.is_told:
            return verdict.readings[0]
        chosen = self.readings.get(verdict.row.key)
        if chosen is not None:
            # By what it says: with other prices or another day there are other deals to choose from.
            return next((deal for deal in verdict.readings if reading_key(deal) == chosen), None)
        if is_open(verdict):
            at = self.alike.get(alike_key(verdict), len(verdict.readings))
            deal = next(iter(verdict.readings[at : at + 1]), None)
            return deal if deal and verdict.names_all_of(deal) else None
        is_known = verdict.is_contract_known and len(verdict.readings) == 1
        return verdict.readings[0] if is_known and {*self.doubts(verdict)} <= BESIDE_THE_POINTS else None


NOTHING_CHOSEN = Choices()


def doubts_about(verdict: Verdict) -> list[FindingKind]:
    """The kinds of doubt about a row that somebody has to decide."""
    kinds = (about.kind for about in verdict.findings if about.is_doubt)
    return [kind for kind in dict.fromkeys(kinds) if kind not in ABOUT_THE_DAY]


# --- choices as data


def read_choices(data: object) -> Choices:
    """Read choices, such as {"month": 8, "kinds": {"sum": "book"}, "rows": {"Ark1/17": "leave"}}.

    Besides "alike": {"nolo sol A 0 | nolo sol A 1": 0}, "readings": {"Ark1/18": "nolo sol Anna 1"},
    "days": {"Ark1/20": "2014-03-12"}.
    Raises Refusal with the path of the error as its field.
    """
    parts = ("month", "kinds", "rows", "alike", "readings", "days", "same_prices")
    given = fields.record(data, "choices", optional=parts)
    kinds = fields.record(given.get("kinds", {}), "choices.kinds", optional=tuple(kind.code for kind in FindingKind))
    rows, alike, readings, days = (
        fields.record(given.get(part, {}), f"choices.{part}", optional=None)
        for part in ("rows", "alike", "readings", "days")
    )
    outcomes = (LEAVE, BOOK)
    of_kinds = {kind: fields.one_of(value, f"choices.kinds.{kind}", outcomes) for kind, value in kinds.items()}
    of_rows = {_row_key(key): fields.one_of(value, f"choices.rows.{key}", outcomes) for key, value in rows.items()}
    places = {key: fields.integer(value, f"choices.alike.{key}", 0, MOST_READINGS) for key, value in alike.items()}
    deals = {_row_key(key): str(value or "") for key, value in readings.items()}
    of_evenings = {_row_key(key): _read_day(value, f"choices.days.{key}") for key, value in days.items()}
    month = fields.integer(given.get("month", 8), "choices.month", 1, 12)
    same_prices = fields.boolean(given.get("same_prices", False), "choices.same_prices")
    return Choices(
        kinds=of_kinds,
        rows=of_rows,
        alike=places,
        readings=deals,
        days=of_evenings,
        month=month,
        same_prices=same_prices,
    )


def _read_day(value: Any, field_name: str) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        not_a_day = gettext_noop("“%(text)s” is not a day: write it as 2014-03-12.")
        raise Refusal(not_a_day, field_name, text=fields.excerpt(str(value))) from None


def _row_key(key: str) -> str:
    """A row's key, such as "Ark1/17"; raises Refusal for anything else."""
    sheet, slash, number = key.rpartition("/")
    if not slash or not (number.isascii() and number.isdecimal()) or len(number) > 7:
        not_a_row = gettext_noop("“%(key)s” is not a row: write the sheet, a slash, and the row.")
        raise Refusal(not_a_row, key=fields.excerpt(key))
    return f"{sheet}/{int(number)}"


# --- rows of which several deals may have been played


def is_open(verdict: Verdict) -> bool:
    """Whether a row's contract is known, and somebody has to say by which of the deals that pay so it came about."""
    is_sure = {*doubts_about(verdict)} <= BESIDE_THE_POINTS
    is_one = len(verdict.readings) == 1 and verdict.names_all_of(verdict.readings[0])
    return is_sure and verdict.is_contract_known and bool(verdict.readings) and not is_one


def alike_rows(verdicts: Iterable[Verdict]) -> list[tuple[str, list[Verdict]]]:
    """The rows with the same deals to choose from, but for who played them, by what choices call these deals.

    The most frequent stand first.
    """
    by_key: dict[str, list[Verdict]] = defaultdict(list)
    for verdict in verdicts:
        if is_open(verdict):
            by_key[alike_key(verdict)].append(verdict)
    return sorted(by_key.items(), key=lambda item: -len(item[1]))


def alike_key(verdict: Verdict) -> str:
    """The deals to choose from, with letters for the names: "nolo sol A 0 | nolo sol A 1"."""
    letters: dict[str, str] = {}

    def letter(name: str) -> str:
        return letters.setdefault(name, SEATS[len(letters) % len(SEATS)])

    return " | ".join(reading_key(with_players(reading, letter)) for reading in verdict.readings)


def reading_key(deal: Mapping[str, Any]) -> str:
    """All that a deal to choose says: "nolo sol Anna 1"."""
    return " ".join(_values(deal))


def _values(value: object) -> Iterator[str]:
    """Everything that a deal says, in the order in which it says it."""
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for part in value:
            yield from _values(part)
    elif value is not None:
        yield str(value)


def reading_label(verdict: Verdict, deal: DealData, *, has_names: bool) -> Label:
    """A reading of a row: "9 vip i 2., Anna med Bodil, 10 stik"; without names as that of all rows alike."""
    assert verdict.version is not None
    scoring_table = verdict.version.scoring_table
    players = verdict.who_played(deal)
    contract = read_deal(deal, scoring_table, players).name(scoring_table) if players else same(verdict.row.contract)
    labels = [contract]
    declarer, partner, tricks = (deal.get(key) for key in ("declarer", "partner", "tricks"))
    if has_names and declarer:
        if partner:
            labels.append(fill(Phrase("%(declarer)s with %(partner)s"), declarer=declarer, partner=partner))
        else:
            labels.append(join([same(declarer), ALONE], " "))
    if isinstance(tricks, int):
        labels.append(_tricks(tricks))
    for item in deal.get("participants", ()):
        taken = _tricks(item["tricks"])
        labels.append(
            fill(Phrase("%(player)s %(tricks)s"), player=item["player"], tricks=taken) if has_names else taken
        )
    return join(labels, ", ")


def _tricks(count: int) -> Label:
    return fill(Phrase("%(count)s trick", "one") if count == 1 else Phrase("%(count)s tricks"), count=count)


# The prices that an old book was kept by: today's, all of them multiplied by one factor, for a time.
#
# If three times, or two thirds, of what today's prices pay would put many rows in order, so were the prices then. An
# earlier version with such prices is offered, in force for that time; any other is begun by hand.


LEAST_ROWS = 2  # that a factor explains: a single row may as well be a slip
DEARER = [Fraction(times) for times in ("2", "3", "4", "5", "6", "8", "10", "20", "100", "3/2", "5/2", "4/3", "5/4")]
FACTORS = [*DEARER, *(1 / times for times in DEARER)]
ABOUT_PRICES = {FindingKind.NO_PRICE, FindingKind.OTHER_SIDE}


@dataclass(frozen=True)
class VersionOffer:
    """An earlier version for rows that no version can pay: its document, every price multiplied by `factor`.

    `rows` are the verdicts on those that it pays. `until` is their last day, and `since` their first, or that of the
    book if it pays all rows before them as well. `against` counts the rows of that time which a version pays already,
    and this one would not.
    """

    document: Mapping[str, Any]
    factor: Fraction
    rows: Sequence[Verdict]
    since: date
    until: date
    against: int


def offered_version(
    verdicts: Sequence[Verdict], version: ReadVersion, document: Mapping[str, Any]
) -> VersionOffer | None:
    """The earlier version that would pay most of the rows which none can, or None if there is none for several rows.

    `version` is the one to begin from, `document` its document.
    """
    dated = [verdict for verdict in verdicts if verdict.row.day]
    paid = [verdict for verdict in dated if verdict.version and verdict.is_contract_known]
    unpaid = []
    for verdict in dated:
        doubts = {about.kind for about in verdict.findings if about.is_doubt}
        if doubts and doubts <= ABOUT_PRICES:
            unpaid.append(verdict)
    by_factor = {factor: [verdict for verdict in unpaid if _pays(version, factor, verdict)] for factor in FACTORS}
    factor, rows = max(by_factor.items(), key=lambda item: len(item[1]))
    earlier = _multiply(document, factor)
    try:
        read_scoring_table(earlier)
    except Refusal:  # no whole units
        return None
    if len(rows) < LEAST_ROWS:
        return None
    since, until = min(map(_day, rows)), max(map(_day, rows))
    before = [verdict for verdict in paid if _day(verdict) < since]
    # Prices of old are likelier to have been in force from the beginning than to have begun where today's first fail.
    if all(_pays(version, factor, verdict) for verdict in before):
        since = min([since, *map(_day, before)])
    against = sum(not _pays(version, factor, verdict) for verdict in paid if since <= _day(verdict) <= until)
    return VersionOffer(earlier, factor, rows, since, until, against)


def _day(verdict: Verdict) -> date:
    return verdict.row.day or date.min  # only rows with a day are asked


def _pays(version: ReadVersion, factor: Fraction, verdict: Verdict) -> bool:
    """Whether a version whose prices are multiplied would pay a row: then it pays the divided points itself."""
    divided = replace(verdict.row, points=tuple(won and won / factor for won in verdict.row.points))
    return bool(readings_of(divided, version, verdict.side))


def _multiply(document: Mapping[str, Any], factor: Fraction) -> dict[str, Any]:
    """A copy of a document with every price of a contract multiplied."""
    earlier = copy.deepcopy(dict(document))
    for level, prices in earlier.get("values", {}).items():
        earlier["values"][level] = [_times(price, factor) for price in prices]
    for nolo in earlier.get("nolo", ()):
        nolo |= {part: _times(nolo[part], factor) for part in ("made", "less", "lost", "off") if part in nolo}
    return earlier


def _times(price: Any, factor: Fraction) -> Any:
    if isinstance(price, dict):
        return {part: _times(amount, factor) for part, amount in price.items()}
    return price if price is None else exact_value(read_exact(str(price)) * factor)
