"""Figures as rows of a page, each with links to the deals behind it.

They are drawn here: cell by cell in a template, they would cost more than all the rest of the page.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, Literal, NamedTuple

from django import forms
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from ledger.models import Season
from ledger.queries.seasons.standings import Period
from ledger.queries.statistics.deals import DealFilter
from ledger.queries.statistics.figures import Figure, common_denominator
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.points import decimals_of, in_points
from ledger.rules.statistics.records import Held, PlayerRecords
from ledger.templatetags.ledger_format import markup, on_comma
from ledger.templatetags.ledger_labels import label_text, page_wording
from ledger.web.site.charts import Curve, CurveLine, bars

# Links from a figure to the deals behind it, and from a list of deals to a wider one.


def deals_address(club_slug: str, asked: DealFilter, **otherwise: Any) -> str:
    """The address of the club's deals that a filter lets through, or one that asks `otherwise`."""
    query = replace(asked, **otherwise).query()
    address = reverse("deals", args=[club_slug])
    if query:
        address += f"?{urlencode(query)}"
    return address


def filter_links(club_slug: str, asked: DealFilter, form: forms.Form) -> list[tuple[str, str]]:
    """Each condition of a filter in words, and the address of the list without it; `form` has the names of values."""
    return [(name, deals_address(club_slug, asked, **without)) for name, without in _conditions(asked, form)]


def _conditions(asked: DealFilter, form: forms.Form) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each condition in words, and what the filter without it has."""
    if asked.player:
        yield _choice(form, "player", asked.player), {"player": "", "partner": "", "opponent": ""}
    for field, words in (("partner", gettext("with %(name)s")), ("opponent", gettext("against %(name)s"))):
        if value := getattr(asked, field):
            yield words % {"name": _choice(form, field, value)}, {field: ""}
    for field in ("part", "contract", "result", "season"):
        if value := getattr(asked, field):
            yield _choice(form, field, value), {field: ""}
    if asked.level:
        yield gettext("level %(level)s") % {"level": asked.level}, {"level": None}
    if asked.since or asked.until:
        yield _days(asked.since, asked.until), {"since": None, "until": None}
    if asked.table:
        yield gettext("table %(number)s") % {"number": asked.table}, {"table": None}
    if asked.is_corrected:
        yield gettext("corrected"), {"is_corrected": False}


def _days(since: date | None, until: date | None) -> str:
    """The first and the last day, or one of them, or a whole year."""
    days = {name: date_format(day, "SHORT_DATE_FORMAT") for name, day in (("since", since), ("until", until)) if day}
    if since and until:
        is_year = (since, until) == (date(since.year, 1, 1), date(since.year, 12, 31))
        return str(since.year) if is_year else gettext("%(since)s to %(until)s") % days
    return gettext("from %(since)s") % days if since else gettext("until %(until)s") % days


def _choice(form: forms.Form, name: str, value: str) -> str:
    """What a form calls a choice."""
    field: Any = form.fields[name]
    return str(dict(field.choices)[value])


ENOUGH = 10  # deals; a figure of fewer says little
FIGURE = (
    '<tr{}><th scope="row">{}<small><a href="{}">{}</a></small></th>'
    '<td class="bars">{}</td><td class="num">{}</td></tr>'
)
FEW, NOT_FEW = SafeString(' class="few"'), SafeString("")


def figure_rows(
    figures: Sequence[Figure],
    unit_denominator: int,
    address: Callable[..., str],
    *,
    choice: Literal["part", "contract"],
) -> SafeString:
    """Figures as rows, with bars on one scale; `choice` is what their keys narrow deals by at an `address`."""
    units = [figure.points for figure in figures]
    decimals = decimals_of(units, unit_denominator)

    def row(figure: Figure, drawn: SafeString) -> str:
        return markup(
            FIGURE,
            FEW if figure.deals < ENOUGH else NOT_FEW,
            label_text(figure.name),
            address(**{choice: figure.key}),
            gettext("%(won)s of %(count)s won") % {"won": figure.won, "count": figure.deals},
            drawn,
            on_comma(figure.points, unit_denominator, decimals),
        )

    return SafeString("".join(map(row, figures, bars(units))))


# Records as rows of a page, a player's or a club's, each with a link to what it was.


class RecordRow(NamedTuple):
    """A record: its name, its number, who, where and when it was, and the address of that."""

    name: str
    number: str | int
    words: str
    address: str


class RecordRows:
    """Draws the records of some seasons: a club's with the `names` of its players, by id, a player's own without."""

    def __init__(self, club_slug: str, seasons: Collection[Season], names: Mapping[int, str] | None = None) -> None:
        self.club_slug = club_slug
        self.names = names
        self.unit_denominator = common_denominator(seasons)
        self.is_going_on = any(season.closed_at is None for season in seasons)

    def rows(self, best: Held | None, worst: Held | None, *others: RecordRow | None) -> list[RecordRow]:
        """The rows of the best and the worst evening, and the other ones, without those of which there is none."""
        evenings = (self.evening(gettext("Best evening"), best), self.evening(gettext("Worst evening"), worst))
        return [row for row in (*evenings, *others) if row]

    def evening(self, title: str, held: Held | None) -> RecordRow | None:
        """A player's evening."""
        if held is None:
            return None
        evening = held.evening
        day = date_format(evening.date, "DATE_FORMAT")
        words = gettext("%(day)s, %(place)s") % {"day": day, "place": evening.place} if evening.place else day
        if self.names and held.player:
            words = gettext("%(name)s, %(day)s") % {"name": self.names[held.player], "day": day}
        return RecordRow(title, self.points(held.units), words, self.address_of(evening))

    def run(self, records: PlayerRecords | None) -> RecordRow | None:
        """The longest run of evenings won; it may go on while a season is open."""
        if records is None or not records.longest:
            return None
        first = records.longest[0]
        last = records.longest[-1]
        count = len(records.longest)
        values: dict[str, object] = {"first": first.number, "last": last.number}
        words = ngettext("evening %(first)s", "evenings %(first)s to %(last)s", count)
        if self.names:
            words = ngettext("%(name)s, evening %(first)s", "%(name)s, evenings %(first)s to %(last)s", count)
            values |= {"name": self.names[records.player]}
        words %= values
        if records.is_unbroken and self.is_going_on:
            words = gettext("%(evenings)s, and counting") % {"evenings": words}
        return RecordRow(gettext("Winning evenings in a row"), count, words, self.address_of(last))

    def deal(self, won: Any) -> RecordRow | None:
        """What `dearest_deal` found."""
        if won is None:
            return None
        entry = won.entry
        values = {"contract": label_text(won.contract), "evening": entry.evening.number, "deal": entry.number}
        words = gettext("%(contract)s, evening %(evening)s, deal %(deal)s")
        if self.names:
            words = gettext("%(name)s: %(contract)s, evening %(evening)s, deal %(deal)s")
            values |= {"name": self.names[won.player_id]}
        address = reverse("deal", args=[self.club_slug, entry.evening.number, entry.number])
        points = on_comma(won.points, entry.season.unit_denominator, 0)
        return RecordRow(gettext("Biggest win in a deal"), points, words % values, address)

    def points(self, units: int) -> SafeString:
        """Units that the seasons have in common."""
        return on_comma(units, self.unit_denominator, 0)

    def address_of(self, evening: PlayedEvening) -> str:
        """The address of an evening."""
        return reverse("evening", args=[self.club_slug, evening.number])


def curve_of(
    period: Period, lines: Sequence[CurveLine], *, name: str, highlighted: int | None, is_alone: bool = False
) -> Curve:
    """The curve of a period, with its evenings' days below and points as the reader's language writes them."""
    unit = period.unit_denominator
    wording = page_wording()
    return Curve(
        name=name,
        lines=lines,
        ticks=[date_format(evening.date, "j/n") for evening in period.evenings],
        say=lambda units: in_points(units, unit, signed=True)[wording],
        denominator=unit,
        highlighted=highlighted,
        is_alone=is_alone,
    )
