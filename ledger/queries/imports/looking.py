"""Look a book through: the verdict on its rows under the club's prices, and whom its names mean."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.utils.timezone import localdate

from ledger.models import Club, ScoringTableVersion
from ledger.queries.imports.in_book import with_those_in_book
from ledger.queries.imports.known_names import known_names
from ledger.queries.imports.seasons import in_seasons_of_club
from ledger.rules.imports.choices import ABOUT_PRICES, NOTHING_CHOSEN, Choices, VersionOffer, offered_version
from ledger.rules.imports.contracts import ALONE
from ledger.rules.imports.names import NameQuestion, names_in, who_is_meant
from ledger.rules.imports.plan import BookPlan, PlannedSeason, deals_of, plan_seasons, with_doubts
from ledger.rules.imports.verdict.findings import FindingKind, UnsureDay, day_label, unsure_days, with_days
from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.written.cells import BookSheet
from ledger.rules.imports.written.columns import BookMap
from ledger.rules.imports.written.rows import WrittenRow, read_rows
from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name

NO_TABLE = gettext_noop("The club has no scoring table yet: publish one first.")
NO_ROWS = gettext_noop("No deals were found by this map: look at the row of headings and at the columns.")
WHICH_PRICES = gettext_noop("Other prices may have been in force then: save, look again, and say which.")
WHO_IS = gettext_noop("Say first who is meant by %(name)s.")
TWICE_IN_A_ROW = gettext_noop("Sheet %(sheet)s, row %(row)s: the same player has points under two names.")
DAY_AHEAD = gettext_noop("Sheet %(sheet)s, row %(row)s: %(day)s lies ahead, and nothing has been played then.")
MISREAD = Phrase(
    "%(count)s of %(rows)s rows are in doubt. Most often a column is then read as something that it is not: look at "
    "the columns first."
)
Names = Mapping[str, int | str]
"""Whom names in a file mean: a player's id, or the name of a player to be added."""


@dataclass(frozen=True)
class LookedThrough:
    """A book looked through: its verdicts, the versions of the club that priced them, by id, and the last of these.

    `unsure_days` are the evenings whose day had to be said, also those of which it was. `questions` are the names of
    which it is not certain who is meant before anybody has answered.
    """

    club: Club
    sheets: Sequence[BookSheet]
    map: BookMap
    verdicts: Sequence[Verdict]
    versions: Mapping[int, ReadVersion]
    newest: ScoringTableVersion
    names: Names
    questions: Sequence[NameQuestion]
    choices: Choices
    unsure_days: Sequence[UnsureDay]

    @cached_property
    def titles(self) -> list[str]:
        """The titles of its sheets."""
        return [sheet.title for sheet in self.sheets]

    @cached_property
    def offer(self) -> VersionOffer | None:
        """The earlier version that would pay most of what none of the club's can, if there is one."""
        if not any(about.kind in ABOUT_PRICES for verdict in self.verdicts for about in verdict.findings):
            return None
        return offered_version(self.verdicts, self.versions[self.newest.pk], self.newest.document)

    def seasons(self) -> tuple[PlannedSeason, ...]:
        """The seasons with what is booked of them; of the site's own workbook those that the club has, by a query."""
        seasons = plan_seasons(self.verdicts, self.versions, self.choices, self.titles)
        return in_seasons_of_club(club=self.club, seasons=seasons) if self.is_typed else seasons

    @cached_property
    def rows_with_doubts(self) -> list[tuple[Verdict, tuple[FindingKind, ...]]]:
        """Every row with what is in doubt about it as things are chosen."""
        return list(with_doubts(self.verdicts, self.choices))

    @property
    def is_typed(self) -> bool:
        """Whether it is the site's own workbook to type in."""
        return any(verdict.row.map.is_typed for verdict in self.verdicts)

    def misread(self) -> Label | None:
        """What to say first where more than a quarter of the rows are in doubt; None elsewhere."""
        count = sum(bool(doubts) for _, doubts in self.rows_with_doubts)
        rows = len(self.verdicts)
        return fill(MISREAD, count=count, rows=rows) if count * 4 > rows and not self.is_typed else None

    def plan(self, *, file_name: str, digest: str) -> BookPlan:
        """The plan of what is booked.

        Raises Refusal for a day that lies ahead, for a player of whom nobody said who is meant, for a new name with a
        character that cannot be seen, and for a row that has the same player twice.
        """
        seasons = self.seasons()
        evenings = [evening for season in seasons for evening in season.evenings]
        for evening in evenings:
            if evening.day > localdate():
                deal = evening.deals[0]
                raise Refusal(DAY_AHEAD, sheet=deal.sheet, row=deal.row, day=day_label(evening.day))
        used = {name for deal in deals_of(seasons) for name in deal.players}
        for name in sorted(used - self.names.keys()):
            raise Refusal(WHO_IS, name=name)
        named = {name: who for name, who in self.names.items() if name in used}
        players = {name: who for name, who in named.items() if isinstance(who, int)}
        fresh = {name: normalize_name(who, field="players") for name, who in named.items() if isinstance(who, str)}
        meant = {**players, **fresh}
        for deal in deals_of(seasons):
            if len({meant[name] for name in deal.players}) < len(deal.players):
                raise Refusal(TWICE_IN_A_ROW, sheet=deal.sheet, row=deal.row)
        return BookPlan(
            file_name=file_name,
            digest=digest,
            map=self.map.as_plain_data(),
            rows=len(self.verdicts),
            seasons=seasons,
            players=players,
            new_players=fresh,
        )


def names_of_book(*, club: Club, rows: Iterable[WrittenRow]) -> tuple[Names, tuple[NameQuestion, ...]]:
    """Whom the names of a book certainly mean, and what is to be asked of the others; two queries."""
    in_club = known_names(club=club)
    written = [name for row in rows for name in _names_of(row) if name]
    return who_is_meant(written, in_club.ids, in_club.aliases)


def look_through(
    *,
    club: Club,
    sheets: Sequence[BookSheet],
    book_map: BookMap,
    answers: Names,
    choices: Choices = NOTHING_CHOSEN,
) -> LookedThrough:
    """Look a book through by a map, with the answers about its names and what was chosen of its rows.

    Raises Refusal for a club without a scoring table, and for a map by which there are no deals.
    """
    rows = list(read_rows(sheets, book_map))
    if not rows:
        raise Refusal(NO_ROWS)
    stored = _versions(club)
    if not stored:
        raise Refusal(NO_TABLE)
    versions = {version.pk: ReadVersion(str(version.number), _begins(version), version.tariff()) for version in stored}
    known, questions = names_of_book(club=club, rows=rows)
    asked = {question.name for question in questions}
    names = {**known, **{name: who for name, who in answers.items() if name in known or name in asked}}
    titles = [sheet.title for sheet in sheets]
    judged = judge_book(list(with_days(rows, choices.days)), [*versions.values()], _aliases(rows, names))
    verdicts = list(with_those_in_book(club=club, verdicts=list(judged), titles=titles, names=names))
    days = list(unsure_days(rows, choices.days))
    newest = sorted(stored, key=lambda version: _begins(version) or date.min)[-1]
    return LookedThrough(club, sheets, book_map, verdicts, versions, newest, names, questions, choices, days)


def _names_of(row: WrittenRow) -> list[str]:
    """Every name in a row: those above its points, and those in its cells."""
    names = [*row.players]
    # Whoever else a typed row names is none of those at the table, which its verdict says.
    for what in ("declarer", "partner", "dealer", "joiners") if not row.map.is_typed else ():
        names += [name for name in names_in(row.text(what)) if name.lower().strip(" .-–()") not in {*ALONE, ""}]
    return names


def _aliases(rows: Sequence[WrittenRow], names: Names) -> dict[str, str]:
    """The names in the cells by that above the points of the same person."""
    players = dict.fromkeys(player for row in rows for player in row.players)
    headings = {names[player]: player for player in players if player in names}
    return {name: headings[who] for name, who in names.items() if who in headings and headings[who] != name}


def _versions(club: Club) -> list[ScoringTableVersion]:
    """The versions of the scoring table that the club played by last."""
    last = club.evenings.order_by("-date", "-number").values_list("table_version__scoring_table", flat=True).first()
    in_order = ScoringTableVersion.objects.filter(scoring_table__club=club).order_by("scoring_table", "number")
    return [version for version in in_order if last in (None, version.scoring_table_id)]


def _begins(version: ScoringTableVersion) -> date | None:
    """The first day of a version; the first of a scoring table is in force from the beginning."""
    return None if version.number == 1 else version.in_force_from
