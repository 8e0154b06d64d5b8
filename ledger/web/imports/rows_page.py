"""What the page of an old book's rows shows: the counts first, then what there is to choose by kind, then its rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.text import capfirst

from ledger.queries.imports.looking import LookedThrough, OlderPrices
from ledger.rules.imports.choices import AlikeRows, is_open
from ledger.rules.imports.plan import deals_of
from ledger.rules.imports.verdict.findings import TITLES, BookFinding, FindingKind, points_label
from ledger.rules.imports.verdict.judging import Verdict
from ledger.templatetags.ledger_labels import label_text
from ledger.web.imports.map_form import shown_value
from ledger.web.imports.rows_form import MOST_ROWS, RowsForm, alike_name

MOST_CELLS = 24  # of a row as it stands in the book
MOST_ADVICE = 50
MOST_DAYS = MOST_CONTRACTS = 12  # that rows have in common


@dataclass(frozen=True)
class RowPart:
    """A row as it stands in the book, each cell with whether it is in doubt; what is wrong, and its choice if any."""

    sheet: str
    number: int
    cells: Sequence[tuple[str, bool]]
    findings: Sequence[BookFinding]
    choice: BoundField | None


@dataclass(frozen=True)
class RowsPart:
    """Rows to be chosen for together: what they have in common, the choice for all, and the first of them.

    `elsewhere` of them are shown among the rows of another kind of doubt.
    """

    anchor: str
    title: str
    count: int
    choice: BoundField | None
    rows: Sequence[RowPart]
    elsewhere: int = 0

    @property
    def more(self) -> int:
        """How many rows are not shown."""
        return self.count - self.elsewhere - len(self.rows)


def rows_context(form: RowsForm, looked: LookedThrough, prices: OlderPrices | None) -> dict[str, Any]:
    """All that the template shows."""
    advice = [about for verdict in looked.verdicts for about in verdict.findings if not about.is_doubt]
    return {
        "form": form,
        "is_typed": looked.is_typed,
        "misread": looked.misread(),
        "prices": prices and _prices_part(looked, prices),
        **_counts(looked),
        "names": [form[f"name{at}"] for at, _question in enumerate(form.questions)],
        "days": [form[form.row_name("day", unsure.first)] for unsure in form.unsure_days],
        "kinds": [_kind_part(form, kind) for kind in form.kinds],
        "alike": [_alike_part(form, rows) for rows in form.alike],
        "alike_count": sum(len(rows.verdicts) for rows in form.alike),
        "advice": advice[:MOST_ADVICE],
        "advice_more": max(len(advice) - MOST_ADVICE, 0),
    }


def _counts(looked: LookedThrough) -> dict[str, Any]:
    """How many rows there are to look at, and what becomes of all of them as things are chosen."""
    seasons = looked.seasons()
    deals = deals_of(seasons)
    kinds = Counter(deal.deal["kind"] for deal in deals)
    choices, row_count = looked.choices, len(looked.verdicts)
    unsure = [(verdict, doubts) for verdict, doubts in looked.rows_with_doubts if doubts or is_open(verdict)]
    decided = sum(choices.is_decided(verdict, doubts) for verdict, doubts in unsure)
    return {
        "seasons": seasons,
        "row_count": row_count,
        "sound_count": row_count - len(unsure),
        "unsure_count": len(unsure),
        "decided_count": decided,
        "deal_count": len(deals),
        "full_count": len(deals) - kinds["points_only"] - kinds["adjustment"],
        "points_count": kinds["points_only"],
        "evening_count": kinds["adjustment"],
        "doubt_count": sum(bool(deal.doubt) for deal in deals),
        "left_count": row_count - len(deals),
    }


def _prices_part(looked: LookedThrough, prices: OlderPrices) -> dict[str, Any]:
    """An offer of earlier prices, and what the rows that it pays have in common."""
    offer = prices.offer
    contracts = sorted({looked.verdicts[at].row.contract for at in offer.rows})
    days = sorted({day for at in offer.rows if (day := looked.verdicts[at].row.day)})
    return {
        "offer": offer,
        "count": len(offer.rows),
        "days": days[:MOST_DAYS],
        "days_more": max(len(days) - MOST_DAYS, 0),
        "contracts": contracts[:MOST_CONTRACTS],
        "contracts_more": max(len(contracts) - MOST_CONTRACTS, 0),
        "since": date_format(offer.since, "SHORT_DATE_FORMAT"),
        "until": date_format(offer.until, "SHORT_DATE_FORMAT"),
        "factor": offer.factor,
    }


def _kind_part(form: RowsForm, kind: FindingKind) -> RowsPart:
    rows = form.rows_of(kind)
    parts = [_row_part(form, verdict) for verdict, _doubts in rows[:MOST_ROWS]]
    count = sum(kind in doubts for _verdict, doubts in form.doubtful)
    return RowsPart(kind.value, label_text(TITLES[kind]), count, form[f"kind-{kind.value}"], parts, count - len(rows))


def _alike_part(form: RowsForm, rows: AlikeRows) -> RowsPart:
    written = Counter(capfirst(verdict.row.contract) for verdict in rows.verdicts)
    title = f"{written.most_common(1)[0][0]} {_won_by_declarer(rows.verdicts[0])}".strip()
    name = alike_name(rows)
    choice = form[name] if name in form.fields else None
    parts = [_row_part(form, verdict) for verdict in rows.verdicts[:MOST_ROWS]]
    return RowsPart(name, title, len(rows.verdicts), choice, parts)


def _won_by_declarer(verdict: Verdict) -> str:
    """What the declarer won, with its sign; nothing where nobody is named."""
    declarer, row = verdict.side.declarer, verdict.row
    won = row.points[row.players.index(declarer)] if declarer in row.players else None
    return "" if won is None else f"{'+' if won > 0 else ''}{label_text(points_label(won))}"


def _row_part(form: RowsForm, verdict: Verdict) -> RowPart:
    row = verdict.row
    doubts = [about for about in verdict.findings if about.is_doubt]
    wrong: set[int] = set()
    for about in doubts:
        wrong.update(range(about.place.column, max(about.place.column, about.place.last) + 1))
    cells = []
    for column in range(1, min(MOST_CELLS, max([len(row.cells.values), *wrong])) + 1):
        text = shown_value(row.cells.value(column))
        if text or column in wrong:
            cells.append((text, column in wrong))
    name = form.row_name("row", row)
    return RowPart(row.sheet, row.number, cells, doubts, form[name] if name in form.fields else None)
