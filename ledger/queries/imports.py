"""What an old book is held against: the club's names, prices, seasons, entries, its workbook to type deals in."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property

from django.db.models.functions import Coalesce
from django.utils.timezone import localdate

from ledger.models import BookImport, Club, Entry, ImportedDeal, Player, PlayerAlias, ScoringTableVersion
from ledger.models.scoring import canonical_json
from ledger.queries.clubs.clubs import listed_players, listed_seasons
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.scoring import versions_in_force
from ledger.rules.deals.settling import WORDS_OF_A_DEAL, with_players
from ledger.rules.imports.backwards import DealData
from ledger.rules.imports.choices import ABOUT_PRICES, NOTHING_CHOSEN, Choices, VersionOffer, offered_version
from ledger.rules.imports.contracts import ALONE
from ledger.rules.imports.names import NameQuestion, names_in, who_is_meant
from ledger.rules.imports.plan import (
    BookPlan,
    PlannedEvening,
    PlannedSeason,
    deals_of,
    plan_seasons,
    players_named,
    with_doubts,
)
from ledger.rules.imports.verdict.findings import FindingKind, UnsureDay, day_label, finding, unsure_days, with_days
from ledger.rules.imports.verdict.judging import Verdict, judge_book
from ledger.rules.imports.verdict.paying import ReadVersion
from ledger.rules.imports.verdict.typed import choices_to_type
from ledger.rules.imports.written.cells import BookSheet
from ledger.rules.imports.written.columns import BookMap
from ledger.rules.imports.written.rows import WrittenRow, read_rows
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.site.labels import Label, Phrase, fill
from ledger.rules.site.refusal import Refusal, gettext_noop
from ledger.rules.site.spelling import normalize_name
from ledger.spreadsheets.imports.entry_book import EntryBook

NO_TABLE = gettext_noop("The club has no scoring table yet: publish one first.")
WHICH_PRICES = gettext_noop("Other prices may have been in force then: save, look again, and say which.")
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

    @cached_property
    def seasons(self) -> tuple[PlannedSeason, ...]:
        """The seasons with what is booked of them.

        Evenings of the site's own workbook are in the club's own season of that day, where it is open; by a query.
        """
        seasons = plan_seasons(self.verdicts, self.versions, self.choices, self.titles)
        if not self.is_typed:
            return seasons
        known = list(listed_seasons(club=self.club).order_by("-starts_on"))
        placed: dict[tuple[str, date], list[PlannedEvening]] = defaultdict(list)
        for season in seasons:
            for evening in season.evenings:
                begun = next((club_season for club_season in known if club_season.starts_on <= evening.day), None)
                its_own = begun if begun is not None and begun.closed_at is None else season
                placed[its_own.name, its_own.starts_on].append(evening)
        return tuple(PlannedSeason(name, starts_on, evenings) for (name, starts_on), evenings in placed.items())

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
        if self.is_typed or count * 4 <= rows:
            return None
        misread = Phrase(
            "%(count)s of %(rows)s rows are in doubt. Most often a column is then read as something that it is not: "
            "look at the columns first."
        )
        return fill(misread, count=count, rows=rows)

    def plan(self, *, file_name: str, digest: str, today: date) -> BookPlan:
        """The plan of what is booked.

        Raises Refusal for a day after `today`, for a player of whom nobody said who is meant, for a new name with a
        character that cannot be seen, and for a row that has the same player twice.
        """
        seasons = self.seasons
        evenings = [evening for season in seasons for evening in season.evenings]
        for evening in evenings:
            if evening.day > today:
                deal = evening.deals[0]
                raise Refusal(
                    gettext_noop("Sheet %(sheet)s, row %(row)s: %(day)s lies ahead, and nothing has been played then."),
                    sheet=deal.sheet,
                    row=deal.row,
                    day=day_label(evening.day),
                )
        deals = deals_of(seasons)
        used = {name for deal in deals for name in deal.players}
        for name in sorted(used - self.names.keys()):
            raise Refusal(gettext_noop("Say first who is meant by %(name)s."), name=name)
        players: dict[str, int | str] = {}
        for name, who in self.names.items():
            if name in used:
                players[name] = who if isinstance(who, int) else normalize_name(who, field="players")
        for deal in deals:
            if len({players[name] for name in deal.players}) < len(deal.players):
                raise Refusal(
                    gettext_noop("Sheet %(sheet)s, row %(row)s: the same player has points under two names."),
                    sheet=deal.sheet,
                    row=deal.row,
                )
        return BookPlan(
            file_name=file_name,
            digest=digest,
            map=self.map.as_plain_data(),
            rows=len(self.verdicts),
            seasons=seasons,
            players=players,
        )


def names_of_book(*, club: Club, rows: Iterable[WrittenRow]) -> tuple[Names, tuple[NameQuestion, ...]]:
    """Whom the names of a book certainly mean, and what is to be asked of the others; two queries."""
    ids, aliases = known_names(club=club)
    names: list[str] = []
    for row in rows:
        names += row.players
        # Whoever else a typed row names is none of those at the table, which its verdict says.
        for what in ("declarer", "partner", "dealer", "joiners") if not row.map.is_typed else ():
            names += [name for name in names_in(row.text(what)) if name.lower().strip(" .-–()") not in {*ALONE, ""}]
    return who_is_meant(filter(None, names), ids, aliases)


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
        raise Refusal(gettext_noop("No deals were found by this map: look at the row of headings and at the columns."))
    stored = _versions(club)
    if not stored:
        raise Refusal(NO_TABLE)
    versions = {version.pk: ReadVersion(str(version.number), _begins(version), version.tariff()) for version in stored}
    known, questions = names_of_book(club=club, rows=rows)
    asked = {question.name for question in questions}
    names = {**known, **{name: who for name, who in answers.items() if name in known or name in asked}}
    # The names in the cells by that above the points of the same person.
    players = dict.fromkeys(player for row in rows for player in row.players)
    headings = {names[player]: player for player in players if player in names}
    aliases = {name: headings[who] for name, who in names.items() if who in headings and headings[who] != name}
    titles = [sheet.title for sheet in sheets]
    judged = list(judge_book(list(with_days(rows, choices.days)), [*versions.values()], aliases))
    verdicts = list(with_those_in_book(club=club, verdicts=judged, titles=titles, names=names))
    days = list(unsure_days(rows, choices.days))
    newest = sorted(stored, key=lambda version: _begins(version) or date.min)[-1]
    return LookedThrough(club, sheets, book_map, verdicts, versions, newest, names, questions, choices, days)


def _versions(club: Club) -> list[ScoringTableVersion]:
    """The versions of the scoring table that the club played by last."""
    last = club.evenings.order_by("-date", "-number").values_list("table_version__scoring_table", flat=True).first()
    in_order = ScoringTableVersion.objects.filter(scoring_table__club=club).order_by("scoring_table", "number")
    return [version for version in in_order if last in (None, version.scoring_table_id)]


def _begins(version: ScoringTableVersion) -> date | None:
    """The first day of a version; the first of a scoring table is in force from the beginning."""
    return None if version.number == 1 else version.in_force_from


def known_names(*, club: Club) -> tuple[dict[str, int], dict[str, str]]:
    """The ids of a club's players by name, and their names by what they are called besides; two queries.

    A player who is one with another is that one.
    """
    rows = list(Player.objects.filter(club=club, forgotten_at=None).values_list("name", "pk", "joining__kept__name"))
    ids = {name: pk for name, pk, kept in rows if kept is None}
    joined = {name: kept for name, _pk, kept in rows if kept is not None}
    confirmed = PlayerAlias.objects.filter(club=club)
    person = Coalesce("player__joining__kept__name", "player__name")
    return ids, joined | dict(confirmed.annotate(person=person).values_list("name", "person"))


def with_those_in_book(
    *, club: Club, verdicts: Sequence[Verdict], titles: Sequence[str], names: Names
) -> Iterator[Verdict]:
    """The verdicts, with a doubt about each typed row whose deal the club's book has; two queries if there are such."""
    days = {verdict.row.day for verdict in verdicts if verdict.row.map.is_typed and verdict.row.day}
    standing = _standing_deals(club, days)
    earlier = _deals_by_row(club, days)
    for verdict in verdicts:
        row = verdict.row
        kind = None
        if row.map.is_typed and verdict.is_told and row.day and all(name in names for name in row.players):
            content = _content(with_players(verdict.readings[0], lambda name: str(names[name])))
            told = earlier.get((row.day, titles.index(row.sheet) + 1, row.number), ())
            at_table = {str(names[name]) for name in row.players}
            if standing[row.day, content] > 0 or any(_content(deal) == content for deal in told):
                standing[row.day, content] -= 1  # each that stands there is found once
                kind = FindingKind.IN_BOOK
            elif any(players_named(deal) <= at_table for deal in told):
                kind = FindingKind.OTHERWISE_IN_BOOK
        if kind:
            verdict = replace(verdict, findings=(*verdict.findings, finding(kind, row.place("number"))))
        yield verdict


def _standing_deals(club: Club, days: Collection[date]) -> Counter[tuple[date, str]]:
    """How often each deal stands in the book on some days, but those of nobody, of which no table can be known."""
    standing = Entry.objects.standing().filter(evening__club=club, evening__date__in=days, evening__removed_at=None)
    rows = standing.order_by("pk").values_list("evening__date", "deal")
    return Counter((day, _content(deal)) for day, deal in rows if players_named(deal))


def _deals_by_row(club: Club, days: Collection[date]) -> Mapping[tuple[date, int, int], list[DealData]]:
    """The deals that earlier files told, by day, sheet and row: whatever became of them since, the row is known."""
    told = ImportedDeal.objects.filter(season__club=club, book_import__undone_at=None)
    told = told.filter(entry__noted_at__date__in=days)
    by_row: dict[tuple[date, int, int], list[DealData]] = defaultdict(list)
    for noted_at, sheet, row, deal in told.order_by("pk").values_list("entry__noted_at", "sheet", "row", "entry__deal"):
        by_row[localdate(noted_at), sheet, row].append(deal)
    return by_row


def _content(deal: DealData) -> str:
    """A deal without its words."""
    return canonical_json({key: value for key, value in deal.items() if key not in WORDS_OF_A_DEAL})


def is_whole(*, book_import: BookImport) -> bool:
    """Whether all deals of an import were booked; not, where its booking was stopped; one query."""
    return book_import.imported_deals.count() >= book_import.deals


# A club's workbook to type deals in: who may play, and what may be bid.


def entry_version(*, club: Club, now: datetime) -> ScoringTableVersion | None:
    """The version whose contracts the workbook has: that of the club's last evening, as it is in force today.

    None for a club without a scoring table. Two queries.
    """
    versions = versions_in_force(club=club, day=now.date())
    evenings = club.evenings.order_by("-date", "-number")
    last = evenings.values_list("table_version__scoring_table", flat=True).first()
    played = [version for version in versions if version.scoring_table_id == last]
    return next(iter(played or versions), None)


def chairs_offered(*, version: ScoringTableVersion) -> Sequence[int]:
    """For how many at a table the workbook can be had, the usual number first."""
    scoring_table = version.to_rules()
    return range(_chairs(scoring_table), most_at_table(scoring_table=scoring_table) + 1)


def entry_book(*, club: Club, version: ScoringTableVersion, chairs: int | None = None) -> EntryBook:
    """The workbook of a club by the contracts of a version, for so many at a table; one query."""
    listed = listed_players(club=club).filter(forgotten_at=None, joining=None)
    players = tuple(listed.values_list("name", flat=True))
    return entry_book_of(version.to_rules(), club=club.name, players=players, chairs=chairs)


def entry_book_of(
    scoring_table: ScoringRules, *, club: str, players: tuple[str, ...], chairs: int | None = None
) -> EntryBook:
    """The workbook of some players by a scoring table."""
    called = [column for column in scoring_table.columns if column.alone != "forced"]
    with_a_side = [role for role in scoring_table.roles.values() if role.side != "alone"]
    joined = [nolo for nolo in scoring_table.nolo.values() if nolo.side == "alone"]
    several = bool(joined) and scoring_table.rules.get("joined", "single") != "single"
    choices = choices_to_type(scoring_table)
    return EntryBook(
        club=club,
        players_at_table=scoring_table.seats.max,
        chairs=chairs or _chairs(scoring_table),
        tricks=scoring_table.tricks,
        players=players,
        choices={what: [label for label, _facts in offered] for what, offered in choices.items()},
        has_partner=scoring_table.partner != "fixed" and bool(called or with_a_side),
        has_tricks_of_each=bool(scoring_table.free_for_all) or several,
    )


def _chairs(scoring_table: ScoringRules) -> int:
    """How many usually sit at a table at most: one more than play, where somebody may sit out."""
    return min(scoring_table.seats.max + 1, most_at_table(scoring_table=scoring_table))
