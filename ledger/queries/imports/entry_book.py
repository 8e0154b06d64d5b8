"""A club's workbook to type deals in: who may play, what may be bid, and what every outcome pays."""

from collections.abc import Sequence
from datetime import datetime

from ledger.models import Club, ScoringTableVersion
from ledger.queries.clubs.listed import listed_players
from ledger.queries.evenings.seating import most_at_table
from ledger.queries.imports.entry_outcomes import OF_COLUMN, contracts_of, outcomes_of
from ledger.queries.scoring.versions import versions_in_force
from ledger.rules.scoring.scoring_table import ScoringRules
from ledger.rules.scoring.tariff import Tariff
from ledger.rules.scoring.vocabulary import TRUMPS
from ledger.spreadsheets.imports.entry.entry_book import EntryBook, EntryContract, EntryKind


def entry_version(*, club: Club, now: datetime) -> ScoringTableVersion | None:
    """The version whose prices the workbook has: that of the club's last evening, as it is in force today.

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


def entry_book(*, club: Club, version: ScoringTableVersion, now: datetime, chairs: int | None = None) -> EntryBook:
    """The workbook of a club at the prices of a version, for so many at a table; one query."""
    listed = listed_players(club=club).filter(forgotten_at=None, joining=None)
    players = tuple(listed.values_list("name", flat=True))
    name = version.scoring_table.name
    return entry_book_of(version.tariff(), club=club.name, name=name, players=players, now=now, chairs=chairs)


def entry_book_of(
    tariff: Tariff, *, club: str, name: str, players: tuple[str, ...], now: datetime, chairs: int | None = None
) -> EntryBook:
    """The workbook of some players at the prices of a tariff; `name` is that of the scoring table."""
    scoring_table = tariff.scoring_table
    contracts, attachments = contracts_of(scoring_table), _attachments(scoring_table)
    return EntryBook(
        club=club,
        scoring_table=name,
        made_at=now,
        unit_denominator=scoring_table.unit_denominator,
        seats=(scoring_table.seats.min, scoring_table.seats.max),
        chairs=chairs or _chairs(scoring_table),
        tricks=scoring_table.tricks,
        pairs=scoring_table.partner == "fixed",
        joined=scoring_table.rules.get("joined", "single"),
        has_house=not scoring_table.zero_sum,
        players=players,
        contracts=contracts,
        attachments=attachments,
        trumps=[TRUMPS[trump] for trump in scoring_table.trumps],
        flags=[*scoring_table.flags.values()],
        outcomes=[*outcomes_of(tariff)],
    )


def _attachments(scoring_table: ScoringRules) -> tuple[EntryContract, ...]:
    """The columns of the sheet on the wall; none where the columns are contracts of their own."""
    if len(scoring_table.levels) < 2:
        return ()
    return tuple(
        EntryContract(column.label, EntryKind.TRICKS, OF_COLUMN[column.alone], column.tricks_played)
        for column in scoring_table.columns
    )


def _chairs(scoring_table: ScoringRules) -> int:
    """How many usually sit at a table at most: one more than play, where somebody may sit out."""
    return min(scoring_table.seats.max + 1, most_at_table(scoring_table=scoring_table))
