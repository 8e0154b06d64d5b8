"""A club's workbook to type deals in: who may play, and what may be bid."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from ledger.models import Club, ScoringTableVersion
from ledger.queries.clubs.listed import listed_players
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.scoring.versions import versions_in_force
from ledger.rules.deals.kinds.passed_out import PASSED_OUT
from ledger.rules.scoring.scoring_table import CAUSES, TRUMPS, ScoringRules
from ledger.rules.site.labels import Label, same
from ledger.spreadsheets.imports.entry_book import EntryBook


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
    usual = _chairs(scoring_table)
    return range(usual, max(most_at_table(scoring_table=scoring_table), usual) + 1)


def entry_book(*, club: Club, version: ScoringTableVersion, chairs: int | None = None) -> EntryBook:
    """The workbook of a club by the contracts of a version, for so many at a table; one query."""
    listed = listed_players(club=club).filter(forgotten_at=None, joining=None)
    players = tuple(listed.values_list("name", flat=True))
    return entry_book_of(version.to_rules(), club=club.name, players=players, chairs=chairs)


def entry_book_of(
    scoring_table: ScoringRules, *, club: str, players: tuple[str, ...], chairs: int | None = None
) -> EntryBook:
    """The workbook of some players by a scoring table."""
    has_levels = len(scoring_table.levels) > 1
    called = [column for column in scoring_table.columns if column.alone != "forced"]
    with_a_side = [role for role in scoring_table.roles.values() if role.side != "alone"]
    joined = [nolo for nolo in scoring_table.nolo.values() if nolo.side == "alone"]
    several = bool(joined) and scoring_table.rules.get("joined", "single") != "single"
    return EntryBook(
        club=club,
        players_at_table=scoring_table.seats.max,
        chairs=chairs or _chairs(scoring_table),
        tricks=scoring_table.tricks,
        players=players,
        contracts=[*_contracts(scoring_table)],
        attachments=[column.label for column in scoring_table.columns] if has_levels else [],
        trumps=[TRUMPS[trump] for trump in scoring_table.trumps],
        flags=[*scoring_table.flags.values()],
        has_partner=scoring_table.partner != "fixed" and bool(called or with_a_side),
        has_tricks_of_each=bool(scoring_table.free_for_all) or several,
    )


def _contracts(scoring_table: ScoringRules) -> Iterator[Label]:
    """The contracts that can be chosen, in the order of the sheet on the wall; a level goes with an attachment."""
    if len(scoring_table.levels) > 1:
        yield from (same(str(level)) for level in scoring_table.levels)
    elif scoring_table.levels:
        yield from (column.label for column in scoring_table.columns)
    yield from (nolo.label for nolo in scoring_table.nolo.values())
    if scoring_table.free_for_all:
        yield scoring_table.free_for_all.label
    if scoring_table.pair_book:
        yield scoring_table.pair_book.label
    yield from (role.label for role in scoring_table.roles.values())
    yield from (penalty.label for penalty in scoring_table.penalties.values())
    yield PASSED_OUT
    yield from CAUSES.values()


def _chairs(scoring_table: ScoringRules) -> int:
    """How many usually sit at a table at most: one more than play, where somebody may sit out."""
    return min(scoring_table.seats.max + 1, most_at_table(scoring_table=scoring_table))
