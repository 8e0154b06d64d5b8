"""A season's workbook that was handed in again, compared with the club's book: nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ledger.models import Club, Season
from ledger.models.clubs.shown_names import shown_by
from ledger.queries.clubs.persons import persons_of
from ledger.queries.imports.book_sides import FilePlayers, book_sides, players_of_file, season_of_file
from ledger.queries.imports.looking import Names
from ledger.rules.imports.differences.comparing import differences
from ledger.rules.imports.differences.deal_difference import DealDifference, DoubtKind
from ledger.rules.imports.differences.origin import FileOrigin
from ledger.rules.imports.differences.typed_rows import Headings, comparable, typed_rows
from ledger.rules.imports.names import NameQuestion, questions_about
from ledger.rules.imports.written.sheets import BookSheet
from ledger.rules.site.labels import Label, texts
from ledger.spreadsheets.seasons import layouts
from ledger.spreadsheets.seasons.wording import HOUSE_NAME

# What stands above the columns, by what is read from them.
HEADING_OF: Mapping[str, Label] = dict(
    zip(
        ("evening", "number", "date", "table", "dealer", "declarer", "contract", "attachment", "vip_turn", "partner",
         "joiners", "tricks", "result", "why"),
        (column.heading for column in layouts.DEALS.columns),
        strict=True,
    )
) | {"note": layouts.NOTE.heading}  # fmt: skip
WORKED_OUT = {"result", "why"}  # follows from the rest, and is not read


@dataclass(frozen=True)
class FileDifferences:
    """What a workbook has otherwise than the book of its season.

    `season` is None where the club has none of its name yet. `questions` are the names of which nobody said who is
    meant, `rows` the rows of deals in the file. `revision` counted the club's changes before anything was read.
    """

    club: Club
    season: Season | None
    is_ours: bool
    origin: FileOrigin
    players: FilePlayers
    differences: Sequence[DealDifference]
    questions: tuple[NameQuestion, ...]
    rows: int
    revision: int

    @property
    def seen(self) -> str:
        """The state of the book, and of all that the club keeps beside it, that the differences were made from."""
        return f"{self.season.head if self.season else ''}/{self.revision}"


def file_differences(*, club: Club, sheets: Sequence[BookSheet], origin: FileOrigin, answers: Names) -> FileDifferences:
    """Compare a workbook with the club's book as readers see it, with the answers about its names.

    Raises Refusal for a workbook without its sheet of deals, and for a club without a scoring table.
    """
    with shown_by(None, persons_of(club=club)):
        return _file_differences(club, sheets, origin, answers)


def _file_differences(club: Club, sheets: Sequence[BookSheet], origin: FileOrigin, answers: Names) -> FileDifferences:
    # Before all else: what changes while the rest is read then shows as a change.
    revision = Club.objects.values_list("revision", flat=True).get(pk=club.pk)
    of_file = season_of_file(club=club, origin=origin)
    players = players_of_file(club=club, origin=origin, is_ours=of_file.is_ours, answers=answers)
    rows = typed_rows(sheets, _headings(), {comparable(player.heading): player.name for player in origin.players})
    sides = book_sides(club=club, of_file=of_file, origin=origin, players=players, rows=rows)
    unlike = differences(rows, sides)
    return FileDifferences(
        club=club,
        season=of_file.season,
        is_ours=of_file.is_ours,
        origin=origin,
        players=players,
        differences=unlike,
        questions=_questions(players, unlike),
        rows=len(rows),
        revision=revision,
    )


def _questions(players: FilePlayers, unlike: Sequence[DealDifference]) -> tuple[NameQuestion, ...]:
    """The names to ask about: those of another book's players, and those of nobody that were typed."""
    typed = [
        str(doubt.refusal.params["name"])
        for difference in unlike
        for doubt in difference.doubts
        if doubt.kind is DoubtKind.UNKNOWN_NAME
    ]
    return questions_about([*players.unsure, *typed], [*players.shown.values()], {})


def _headings() -> Headings:
    """The headings of the sheet of deals by what is read from them, in every language."""
    headings = {what: _comparable_texts(heading) for what, heading in HEADING_OF.items() if what not in WORKED_OUT}
    worked_out = [HEADING_OF[what] for what in WORKED_OUT]
    after = [column.heading for column in layouts.DEALS.after if column is not layouts.NOTE]
    ignored = frozenset().union(*map(_comparable_texts, [*worked_out, *after, HOUSE_NAME]))
    return {**headings, "ignored": ignored}


def _comparable_texts(heading: Label) -> frozenset[str]:
    return frozenset(map(comparable, texts(heading)))
