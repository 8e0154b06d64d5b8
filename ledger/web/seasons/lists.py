"""The lists of standings, seasons, evenings, with the sentences about what a ranking rule changes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from ledger.models import Club, Season
from ledger.queries.deals.doubts import doubts_among
from ledger.queries.seasons.ranking import Ranking
from ledger.queries.seasons.standings import Period, PointsCourse
from ledger.queries.seasons.story import by_deal_count, deal_counts, results_of_evening
from ledger.rules.seasons import Standing
from ledger.rules.site.labels import Label
from ledger.rules.site.points import decimals_of
from ledger.templatetags.ledger_format import amount, average, markup, on_comma, rounded_points
from ledger.templatetags.ledger_labels import label_text
from ledger.web.clubs.players import ClubList
from ledger.web.site.charts import sparkline
from ledger.web.site.frame import place_in_words
from ledger.web.site.lists import ABSENT, NUMBER, WIDE_NUMBER, PageColumn

MOVE = '<span aria-hidden="true">{}</span><span class="visually-hidden">{}</span>{}'


class StandingsList(ClubList):
    """The standings of a period, in the order of the places.

    On a phone its page has the smaller columns in a list of their own. `courses` are by player id, and share one scale.
    Of the points of those `in_doubt`, by id, some were booked so.
    """

    caption = _("Standings")
    row_header = "name"
    css = "standings"
    is_under_its_title = True
    not_in_file = ("course",)
    place = PageColumn(
        verbose_name=_("Place"),
        attrs={"td": {"class": "place"}},
        accessor="rank",
        order_by=("rank_for_order", "sort_key"),
    )
    moved = PageColumn(verbose_name=_("Moved"), attrs={"td": {"class": "move"}}, orderable=False)
    name = PageColumn(verbose_name=_("Player"), order_by="sort_key")
    course = PageColumn(verbose_name=_("Course"), attrs={"td": {"class": "sparks"}}, accessor="pk", orderable=False)
    evenings = PageColumn(verbose_name=_("Evenings"), attrs=WIDE_NUMBER)
    deals = PageColumn(verbose_name=_("Deals"), attrs=WIDE_NUMBER)
    per_deal = PageColumn(verbose_name=_("Per deal"), attrs=WIDE_NUMBER, accessor="points", order_by="average")
    change = PageColumn(
        verbose_name=_("Last evening"),
        attrs=WIDE_NUMBER,
        order_by="change_for_order",
    )
    counted = PageColumn(verbose_name=_("Counts"), accessor="counted_points", attrs={"td": {"class": "num counted"}})
    points = PageColumn(verbose_name=_("Points"), attrs=NUMBER)

    def __init__(
        self,
        data: Sequence[Standing],
        *,
        period: Period,
        courses: Mapping[int, PointsCourse],
        is_by_rule: bool = False,
        in_doubt: Collection[int | None] = (),
        house: Label | None = None,
        **kwargs: Any,
    ) -> None:
        exclude = () if is_by_rule else ("counted",)
        super().__init__(data, exclude=exclude, club_slug=period.club.slug, **kwargs)
        self.unit_denominator = period.unit_denominator
        self.courses = courses
        self.in_doubt = in_doubt
        self.house = house
        totals = [(0, course.before, *course.totals) for course in courses.values()]
        self.lowest = min(map(min, totals), default=0)
        self.highest = max(map(max, totals), default=0)
        counted = [standing.counted_points for standing in data] if is_by_rule else []
        self.amounts = {
            "points": [standing.points for standing in data],
            "change": [standing.change for standing in data if standing.change is not None],
            "counted": [points.numerator for points in counted],
        }
        self.decimals = {name: decimals_of(units, self.unit_denominator) for name, units in self.amounts.items()}
        # Where an average counts, no number of decimals is exact for all.
        self.is_rounded = any(points.denominator > 1 for points in counted)
        if period.evenings:
            last = gettext("Evening %(number)s") % {"number": period.evenings[-1].number}
            self.columns["change"].column.verbose_name = last
        if is_by_rule:  # on a phone the points stand below what counts of them
            below = markup('{}<small class="phone">{}</small>', _("Counts"), _("Points"))
            self.columns["counted"].column.verbose_name = below
            self.columns["points"].column.attrs = WIDE_NUMBER

    def file_rows(self) -> Iterator[list[Any]]:
        """The rows of a file have the doubt in a column of its own, if there is any, and the names as they are."""
        rows = super().file_rows()
        if not self.in_doubt:
            yield from rows
            return
        yield [*next(rows), gettext("Status")]
        for cells, row in zip(rows, self.rows, strict=True):
            yield [*cells, gettext("in doubt") if self._is_in_doubt(row.record) else ""]

    def row_css(self, _record: Standing) -> str:
        return {1: "first", None: "few"}.get(_record.rank, "")

    def render_place(self, record: Standing) -> int | str:
        return ABSENT if record.rank is None else record.rank

    def render_moved(self, record: Standing) -> SafeString | str:
        if record.moved is None:
            return ""
        if record.moved > 0:
            return markup(MOVE, "▲", gettext("up") + " ", record.moved)
        if record.moved < 0:
            return markup(MOVE, "▼", gettext("down") + " ", -record.moved)
        return markup(MOVE, "–", gettext("unchanged"), "")

    def in_file_moved(self, record: Standing) -> int | None:
        """The places moved, negative for falling."""
        return record.moved

    def render_name(self, record: Standing) -> SafeString:
        doubt = markup(' <span class="badge">{}</span>', gettext("in doubt")) if self._is_in_doubt(record) else ""
        return markup("{}{}", self.link(record.name, "player", record.slug), doubt)

    def _is_in_doubt(self, record: Standing) -> bool:
        return record.player_id in self.in_doubt

    def render_course(self, record: Standing) -> SafeString:
        course = self.courses[record.player_id]
        return sparkline(course.totals, lowest=self.lowest, highest=self.highest, before=course.before)

    def render_per_deal(self, record: Standing) -> SafeString:
        return average(record.points - record.apart, self.unit_denominator, record.deals)

    def render_change(self, record: Standing) -> SafeString | str:
        return ABSENT if record.change is None else self._on_comma("change", record.change)

    def render_counted(self, record: Standing) -> SafeString:
        points = self._on_comma("points", record.points)
        return markup('{}<small class="phone">{}</small>', self._what_counts(record.counted_points), points)

    def _what_counts(self, counted: Fraction) -> SafeString:
        if self.is_rounded:
            return rounded_points(counted / self.unit_denominator)
        return self._on_comma("counted", counted.numerator)

    def render_points(self, record: Standing) -> SafeString:
        return self._on_comma("points", record.points)

    def footers(self) -> Mapping[str, object]:
        """The sums of the points over the whole list, and what the house has where these are not 0."""
        # What counts by a rule has no sum that means anything.
        sums = {name: self._on_comma(name, sum(self.amounts[name])) for name in ("points", "change")}
        if "counted" in self.columns.columns:
            sums["counted"] = markup('<small class="phone">{}</small>', sums["points"])
        name = gettext("Sum")
        if self.house:
            name = markup("{} <small>{}</small>", name, label_text(self.house))
        return {"name": name, **sums}

    def _on_comma(self, name: str, units: int) -> SafeString:
        return on_comma(units, self.unit_denominator, self.decimals[name])


class SeasonsList(ClubList):
    """A club's seasons, the newest first."""

    caption = _("The club's seasons")
    css = "short"
    is_under_its_title = True
    row_header = "name"
    name = PageColumn(verbose_name=_("Season"))
    starts_on = PageColumn(verbose_name=_("Began"))
    evening_count = PageColumn(verbose_name=_("Evenings"), attrs=NUMBER)
    last_evening = PageColumn(verbose_name=_("Last evening"), attrs={"td": {"class": "wide"}})
    closed_at = PageColumn(verbose_name=_("Book"))

    def render_name(self, record: Season) -> str:
        return self.link(record.name, "season", record.slug)

    def render_last_evening(self, value: Any) -> str:
        return date_format(value, "SHORT_DATE_FORMAT") if value else ABSENT

    render_starts_on = render_last_evening

    def render_closed_at(self, value: Any) -> str:
        return gettext("closed") if value else gettext("open")


class EveningsList(ClubList):
    """A season's evenings, the latest first, each with everybody's bottom line, the best first."""

    row_header = "date"
    date = PageColumn(verbose_name=_("Evening"), order_by=("date", "number"))
    deals = PageColumn(verbose_name=_("Deals"), attrs=NUMBER, accessor="pk")
    results = PageColumn(verbose_name=_("Result"), orderable=False, accessor="pk")
    place = PageColumn(verbose_name=_("Played at"), order_by=("place", "number"), attrs={"td": {"class": "wide"}})

    def __init__(self, *args: Any, season: Season, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, club_slug=club.slug, **kwargs)
        self.caption = gettext("Evenings, %(season)s") % {"season": season.name}
        self.unit_denominator = season.unit_denominator
        self.club = club

    def order_deals(self, evenings: Any, is_descending: bool) -> tuple[Any, bool]:
        return by_deal_count(evenings, most_first=is_descending), True

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """The number of deals by evening id, for the evenings on this page."""
        return deal_counts(evenings=[row.record for row in self.paginated_rows])

    def render_deals(self, value: int, record: Any) -> int:
        return 0 if record.is_opening else self.counts[value]

    @cached_property
    def in_doubt(self) -> Collection[int]:
        """The ids of the evenings on this page with a deal that was booked in doubt."""
        doubts = doubts_among(club=self.club, evenings=[row.record.pk for row in self.paginated_rows])
        return {deal.evening_id for deal in doubts}

    def render_date(self, record: Any) -> SafeString:
        marks = {
            gettext("Opening balances"): record.is_opening,
            gettext("only the evening's points"): record.is_totals,
            gettext("corrected"): record.is_corrected,
            gettext("in doubt"): record.pk in self.in_doubt,
        }
        badges = format_html_join(
            "", ' <span class="badge">{}</span>', [(mark,) for mark, is_so in marks.items() if is_so]
        )
        return markup("{}{}", self.evening_link(record), badges)

    def render_results(self, record: Any) -> SafeString | str:
        if record.is_opening:
            return ABSENT  # nobody won it
        unit = self.unit_denominator
        results = [(player.name, amount(points, unit)) for player, points in results_of_evening(record)]
        return format_html_join(", ", '<span class="result">{} {}</span>', results) or ABSENT


# For whom a ranking rule makes a difference, in sentences.


MOST_NAMED = 8
NAMED_WITHOUT = 2  # places by the points that a season's end tells


def differences(ranking: Ranking) -> str:
    """Whom the rule gives another place than the points do, and who has none; empty where no rule ranks."""
    if not ranking.is_by_rule:
        return ""
    return " ".join([_who_moved(ranking), *_too_few(ranking)])


def without_rule(ranking: Ranking) -> str:
    """Who would be first and second by the points alone, and who has no place; empty where no rule ranks."""
    if not ranking.is_by_rule:
        return ""
    first = sorted((row for row in ranking.standings if row.place <= NAMED_WITHOUT), key=lambda row: row.place)
    if all(row.rank == row.place for row in first):
        return " ".join(_too_few(ranking))
    players = enumerate_names([_without_rule(row, ranking) for row in first])
    told = gettext("Without that rule the order was %(players)s.") % {"players": players}
    return " ".join([told, *_too_few(ranking)])


def _without_rule(row: Standing, ranking: Ranking) -> str:
    """A player's place by the points: "Ejnar, now number 4, number 2"."""
    words = {"name": row.name, "place": row.place, "rank": row.rank}
    if row.rank is None:
        return gettext("%(name)s, now without a place, number %(place)s") % words
    if row.rank != row.place:
        return gettext("%(name)s, now number %(rank)s, number %(place)s") % words
    if sum(other.rank == row.rank for other in ranking.standings) > 1:
        return gettext("%(name)s alone number %(place)s") % words
    return gettext("%(name)s number %(place)s") % words


def _who_moved(ranking: Ranking) -> str:
    moved = [row for row in ranking.standings if row.rank not in (None, row.place)]
    if not moved:
        return gettext("The rule gives nobody another place than the points do.")
    form = gettext("%(name)s (number %(rank)s, by the points %(place)s)")
    players = [form % {"name": row.name, "rank": row.rank, "place": row.place} for row in moved]
    return gettext("The rule makes a difference for %(players)s.") % {"players": _first(players)}


def _too_few(ranking: Ranking) -> list[str]:
    names = [row.name for row in ranking.standings if row.rank is None]
    words = ngettext(
        "%(players)s has played too few evenings to get a place.",
        "%(players)s have played too few evenings to get a place.",
        len(names),
    )
    return [words % {"players": _first(names)}] if names else []


def _first(players: Sequence[str]) -> str:
    """The first of some players, and how many others there are."""
    if len(players) <= MOST_NAMED:
        return enumerate_names(players)
    others = gettext("%(count)s more") % {"count": len(players) - MOST_NAMED}
    return enumerate_names([*players[:MOST_NAMED], others])


def enumerate_names(names: Sequence[str]) -> str:
    """Names as a sentence lists them: "Bodil, Carl and Emil"."""
    *first, last = names
    if not first:
        return last
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def places_in_words(rows: Iterable[Standing], unit_denominator: int) -> list[str]:
    """The places of those who have one, by what counts, as they are passed on."""
    words = []
    for row in rows:
        if row.rank is not None:
            points = row.counted_points / unit_denominator
            words.append(place_in_words(row.rank, row.name, points.numerator, points.denominator))
    return words
