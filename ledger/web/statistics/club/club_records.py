"""A club's records as rows of a page, each with a link to what it was."""

from collections.abc import Iterator, Mapping, Sequence

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ledger.models import Player, Season
from ledger.queries.statistics.evenings import DealWon
from ledger.queries.statistics.figures import common_denominator
from ledger.rules.evenings.figures import PlayedEvening
from ledger.rules.site.points import in_points
from ledger.rules.statistics.records import ClubRecords, Held, HeldRun
from ledger.templatetags.ledger_format import on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.web.statistics.record_rows import RecordRow


def club_record_rows(
    club_slug: str,
    records: ClubRecords,
    biggest: DealWon | None,
    players: Mapping[int, Player],
    seasons: Sequence[Season],
    *,
    is_of_season: bool,
) -> list[RecordRow]:
    """The records that the club has, in all or of a season."""
    return list(_Rows(club_slug, players, seasons).of(records, biggest, is_of_season))


class _Rows:
    """What draws a club's records: its address, its players by id, and its seasons."""

    def __init__(self, club_slug: str, players: Mapping[int, Player], seasons: Sequence[Season]) -> None:
        self.club_slug, self.players = club_slug, players
        self.seasons = {season.pk: season for season in seasons}
        self.unit_denominator = common_denominator(seasons)

    def of(self, records: ClubRecords, biggest: DealWon | None, is_of_season: bool) -> Iterator[RecordRow]:
        """The rows of records and of the biggest win in a deal."""
        if records.best:
            yield self._evening(gettext("Best evening"), records.best)
        if records.worst:
            yield self._evening(gettext("Worst evening"), records.worst)
        if biggest:
            yield self._deal(biggest)
        if records.run:
            yield self._run(records.run)
        if records.season and not is_of_season:
            season = self.seasons[records.season.season]
            values = {"name": self._name(records.season.player), "season": season.name}
            address = f"{reverse('standings', args=[self.club_slug])}?season={season.slug}"
            words = gettext("%(name)s, %(season)s") % values
            yield RecordRow(gettext("Most points in a season"), self._points(records.season.units), words, address)
        if records.closest:
            evening, units = records.closest
            points = label_text(in_points(units, self.unit_denominator))
            yield RecordRow(gettext("Closest evening, first to last"), points, _day(evening), self._link(evening))

    def _evening(self, name: str, held: Held) -> RecordRow:
        words = gettext("%(name)s, %(day)s") % {"name": self._name(held.player), "day": _day(held.evening)}
        return RecordRow(name, self._points(held.units), words, self._link(held.evening))

    def _run(self, run: HeldRun) -> RecordRow:
        first, last, count = run.evenings[0], run.evenings[-1], len(run.evenings)
        values = {"name": self._name(run.player), "first": first.number, "last": last.number}
        words = ngettext("%(name)s, evening %(first)s", "%(name)s, evenings %(first)s to %(last)s", count) % values
        if run.is_unbroken and any(season.closed_at is None for season in self.seasons.values()):
            words = gettext("%(evenings)s, and counting") % {"evenings": words}
        return RecordRow(gettext("Winning evenings in a row"), count, words, self._link(last))

    def _deal(self, won: DealWon) -> RecordRow:
        values = {
            "name": self._name(won.player),
            "contract": label_text(won.contract),
            "evening": won.evening,
            "deal": won.number,
        }
        words = gettext("%(name)s: %(contract)s, evening %(evening)s, deal %(deal)s") % values
        address = reverse("deal", args=[self.club_slug, won.evening, won.number])
        points = on_comma(won.points, won.unit_denominator, 0)
        return RecordRow(gettext("Biggest win in a deal"), points, words, address)

    def _points(self, units: int) -> str:
        return on_comma(units, self.unit_denominator, 0)

    def _name(self, player: int) -> str:
        return self.players[player].name

    def _link(self, evening: PlayedEvening) -> str:
        return reverse("evening", args=[self.club_slug, evening.number])


def _day(evening: PlayedEvening) -> str:
    return date_format(evening.date, "DATE_FORMAT")
