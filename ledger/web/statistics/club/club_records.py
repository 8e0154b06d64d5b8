"""A club's records as rows of a page, each with a link to what it was."""

from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from ledger.models import Season
from ledger.queries.statistics.club.evenings import ClubEvenings
from ledger.queries.statistics.evenings import DealWon
from ledger.rules.site.points import in_points
from ledger.rules.statistics.records import ClubRecords, EveningShare, records_among
from ledger.templatetags.ledger_format import on_comma
from ledger.templatetags.ledger_labels import label_text
from ledger.web.statistics.record_rows import RecordRow


def club_record_rows(
    club_slug: str, evenings: ClubEvenings, biggest: DealWon | None, seasons: Sequence[Season], *, is_of_season: bool
) -> list[RecordRow]:
    """The records that the club has, in all or of a season."""
    return list(_Rows(club_slug, evenings, seasons).of(records_among(evenings.shares), biggest, is_of_season))


class _Rows:
    """What draws a club's records: its address, everybody's evenings, and its seasons."""

    def __init__(self, club_slug: str, evenings: ClubEvenings, seasons: Sequence[Season]) -> None:
        self.club_slug, self.evenings = club_slug, evenings
        self.seasons = {season.pk: season for season in seasons}

    def of(self, records: ClubRecords, biggest: DealWon | None, is_of_season: bool) -> Iterator[RecordRow]:
        """The rows of records and of the biggest win in a deal."""
        if records.best:
            yield self._evening(gettext("Best evening"), records.best)
        if records.worst:
            yield self._evening(gettext("Worst evening"), records.worst)
        if biggest:
            yield self._deal(biggest)
        if records.run:
            yield self._run(records.run, records.is_unbroken)
        if records.season and not is_of_season:
            season = self.seasons[records.season.season]
            values = {"name": self._name(records.season.player), "season": season.name}
            address = f"{reverse('standings', args=[self.club_slug])}?season={season.slug}"
            words = gettext("%(name)s, %(season)s") % values
            yield RecordRow(gettext("Most points in a season"), self._points(records.season.points), words, address)
        if records.closest:
            number = records.closest.evening
            points = label_text(in_points(records.closest.units, self.evenings.unit_denominator))
            yield RecordRow(gettext("Closest evening, first to last"), points, self._day(number), self._link(number))

    def _evening(self, name: str, share: EveningShare) -> RecordRow:
        values = {"name": self._name(share.player), "day": self._day(share.evening)}
        words = gettext("%(name)s, %(day)s") % values
        return RecordRow(name, self._points(share.points), words, self._link(share.evening))

    def _run(self, run: Sequence[EveningShare], is_unbroken: bool) -> RecordRow:
        first, last = run[0].evening, run[-1].evening
        values = {"name": self._name(run[0].player), "first": first, "last": last}
        words = ngettext("%(name)s, evening %(first)s", "%(name)s, evenings %(first)s to %(last)s", len(run)) % values
        if is_unbroken:
            words = gettext("%(evenings)s, and counting") % {"evenings": words}
        return RecordRow(gettext("Winning evenings in a row"), len(run), words, self._link(last))

    def _deal(self, won: DealWon) -> RecordRow:
        posting, entry = won.posting, won.posting.entry
        values = {
            "name": self._name(posting.player_id),
            "contract": label_text(won.contract),
            "evening": entry.evening.number,
            "deal": entry.number,
        }
        words = gettext("%(name)s: %(contract)s, evening %(evening)s, deal %(deal)s") % values
        address = reverse("deal", args=[self.club_slug, entry.evening.number, entry.number])
        points = on_comma(posting.points, entry.season.unit_denominator, 0)
        return RecordRow(gettext("Biggest win in a deal"), points, words, address)

    def _points(self, units: int) -> str:
        return on_comma(units, self.evenings.unit_denominator, 0)

    def _name(self, player: int | None) -> str:
        return self.evenings.players[player].name if player else ""

    def _day(self, evening: int) -> str:
        return date_format(self.evenings.days[evening], "DATE_FORMAT")

    def _link(self, evening: int) -> str:
        return reverse("evening", args=[self.club_slug, evening])
