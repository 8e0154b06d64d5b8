"""Every deal that can be entered under a scoring table, once per outcome: for checking and for measuring."""

from collections.abc import Iterator, Sequence

from ledger.rules.deals.kinds import (
    Deal,
    Fault,
    FreeForAll,
    NoloDeal,
    NotPlayed,
    PairBook,
    Participant,
    PassedOut,
    RoleTable,
    TrickDeal,
)
from ledger.rules.deals.seating import partner_opposite
from ledger.rules.scoring.scoring_table import Column, Nolo, ScoringRules
from ledger.rules.scoring.tariff import partitions, ways_of_playing
from ledger.rules.scoring.vocabulary import CAUSES


def every_deal(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    """Every outcome of a table as a deal of exactly these players; the first of them declares.

    Nolo contracts come with one player on them and, where others may go along, with two.
    """
    for level in scoring_table.levels:
        for column in scoring_table.columns:
            yield from _trick_deals(scoring_table, level, column, players)
    for nolo in scoring_table.nolo.values():
        yield from _nolo_deals(scoring_table, nolo, players)
    yield from _other_deals(scoring_table, players)
    for penalty in scoring_table.penalties:
        yield Fault(penalty=penalty, player=players[0])
    yield PassedOut()
    for cause in CAUSES:
        yield NotPlayed(cause=cause)


def _other_deals(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Deal]:
    if scoring_table.free_for_all:
        for tricks in partitions(scoring_table.tricks, len(players)):
            yield FreeForAll(tricks=dict(zip(players, tricks, strict=True)))
    if scoring_table.pair_book:
        yield from _pair_deals(scoring_table, players)
    for row in scoring_table.roles.values():
        if row.side != "pair":
            yield RoleTable(maker=players[0], partner=None, outcome=row.code)
        if row.side != "alone":
            yield RoleTable(maker=players[0], partner=players[1], outcome=row.code)


def _trick_deals(
    scoring_table: ScoringRules, level: int, column: Column, players: Sequence[str]
) -> Iterator[TrickDeal]:
    partner = partner_opposite(players[0], players) if scoring_table.partner == "fixed" else players[1]
    why_alone = "declared" if column.alone == "forced" else "self_called"
    for trump, flag, alone in ways_of_playing(scoring_table, column):
        for tricks in range(column.tricks_played + 1):
            yield TrickDeal(
                level=level,
                attachment=column.attachment,
                vip_turn=column.vip_turn,
                trump=trump,
                flag=flag,
                declarer=players[0],
                partner=None if alone else partner,
                alone=why_alone if alone else None,
                tricks=tricks,
            )


def _nolo_deals(scoring_table: ScoringRules, nolo: Nolo, players: Sequence[str]) -> Iterator[NoloDeal]:
    may_join = nolo.side == "alone" and scoring_table.rules.get("joined") != "single"
    for tricks in range(scoring_table.tricks + 1):
        declarer = Participant(players[0], tricks)
        yield NoloDeal(contract=nolo.code, participants=(declarer,))
        for joined in range(scoring_table.tricks - tricks + 1) if may_join else ():
            yield NoloDeal(contract=nolo.code, participants=(declarer, Participant(players[1], joined)))


def _pair_deals(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[PairBook]:
    north, east, south, west = players
    for tricks in range(scoring_table.tricks + 1):
        yield PairBook(pairs=((north, south), (east, west)), pair_tricks=(tricks, scoring_table.tricks - tricks))
