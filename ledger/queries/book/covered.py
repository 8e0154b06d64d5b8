"""What a logged change covers, spelt out in the club's own numbers: the content of its digest.

A row that the pages promise never to lose is covered by one logged change, which carries the digest of all the row
says. A player's words are in it only as a salted digest, and the salt is deleted with them.
"""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Model, QuerySet

from ledger.models import (
    BookImport,
    Club,
    EveningClosing,
    FormerHead,
    LoggedChange,
    NameChange,
    PaperTotal,
    Prize,
    RankingVersion,
    ScoringTableVersion,
    SeasonClosing,
    Settlement,
    SheetAnswer,
)
from ledger.models.book.journal import OwnNumbers, spelt_moment
from ledger.models.scoring import digest_of

Content = dict[str, Any]
Kind = LoggedChange.Kind


def digest_of_row(row: Model, numbers: OwnNumbers) -> str:
    """The digest of all that a row says, with what belongs to it.

    Raises KeyError for a kind not covered.
    """
    return digest_of(CONTENTS[type(row)](row, numbers))


def digest_of_words(words: str, salt: str, numbers: OwnNumbers) -> str:
    """The digest of a player's words, against which nobody can try guesses once the salt is gone."""
    return digest_of({"said": numbers.text(words), "salt": salt})


def rows_told_of(club: Club) -> Iterator[tuple[QuerySet[Any], Callable[[Any], tuple[Kind, str]]]]:
    """Every kind of row that is covered, a club's rows of it, and how a row is named: its kind and its place."""
    yield (
        EveningClosing.objects.filter(evening__club=club).select_related("evening"),
        lambda row: (Kind.EVENING_APPROVED if row.kind == "approved" else Kind.EVENING_REOPENED, row.evening.number),
    )
    yield (
        SeasonClosing.objects.filter(season__club=club)
        .select_related("season")
        .prefetch_related("balances", "prizes_won__prize"),
        lambda row: (Kind.SEASON_CLOSED, row.season.slug),
    )
    yield (
        PaperTotal.objects.filter(evening__club=club).select_related("evening").prefetch_related("points"),
        lambda row: (Kind.PAPER_WITHDRAWN if row.is_withdrawn else Kind.PAPER_TOTAL, row.evening.number),
    )
    yield (
        SheetAnswer.objects.filter(link__evening__club=club).select_related("link__evening", "words"),
        lambda row: (Kind.ANSWERED, row.link.evening.number),
    )
    yield (
        Settlement.objects.filter(answer__link__evening__club=club).select_related("answer__link__evening"),
        lambda row: (Kind.SETTLED, row.answer.link.evening.number),
    )
    yield (
        ScoringTableVersion.objects.filter(scoring_table__club=club).select_related("scoring_table"),
        lambda row: (Kind.TABLE_PUBLISHED, f"{row.scoring_table.name}, {row.number}"),
    )
    yield (
        RankingVersion.objects.filter(club=club).prefetch_related("prizes"),
        lambda row: (Kind.RANKING_CHOSEN, row.number),
    )
    yield (
        NameChange.objects.filter(player__club=club).select_related("player"),
        lambda row: (Kind.PLAYER_RENAMED, row.player.slug),
    )
    yield (BookImport.objects.filter(club=club), lambda row: (Kind.BOOK_IMPORTED, row.number))
    yield (
        FormerHead.objects.filter(season__club=club).select_related("season"),
        lambda row: (Kind.CHAINED, f"{row.season.slug}, {row.sequence}"),
    )


def _evening_closing(row: EveningClosing, numbers: OwnNumbers) -> Content:
    return {
        "evening": numbers.evening(row.evening_id),
        "number": row.number,
        "kind": row.kind,
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
        "reason": numbers.text(row.reason),
        # By the columns' names: digests were made with them before the fields were called otherwise.
        "lines": row.entry_count,
        "deals": row.deals,
        "season_lines": row.season_entry_count,
        "head": row.head,
    }


def _season_closing(row: SeasonClosing, numbers: OwnNumbers) -> Content:
    balances = [
        [numbers.player(balance.player_id), balance.evenings, balance.deals, balance.points]
        for balance in row.balances.all()
    ]
    content = {
        "season": numbers.season(row.season_id),
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
        "evenings": row.evenings,
        "deals": row.deals,
        "lines": row.entry_count,
        "head": row.head,
        # As texts, since the house's balance has no number to be sorted by.
        "balances": sorted(balances, key=str),
    }
    # As it was before a club could give prizes, for a season that gave none.
    prizes = [[_prize(won.prize, numbers), numbers.player(won.player_id)] for won in row.prizes_won.all()]
    return {**content, "prizes": sorted(prizes, key=str)} if prizes else content


def _paper_total(row: PaperTotal, numbers: OwnNumbers) -> Content:
    return {
        "evening": numbers.evening(row.evening_id),
        "table_number": row.table_number,
        "number": row.number,
        "is_withdrawn": row.is_withdrawn,
        "reason": numbers.text(row.reason),
        "deals": row.deals,
        "tricks": row.tricks,
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
        "points": sorted(([numbers.player(points.player_id), points.points] for points in row.points.all()), key=str),
    }


def _sheet_answer(row: SheetAnswer, numbers: OwnNumbers) -> Content:
    return {
        "evening": numbers.evening(row.link.evening_id),
        "player": numbers.player(row.link.player_id),
        "kind": row.kind,
        "number": row.number,
        "lines": row.entry_count,
        "at": spelt_moment(row.at),
        "words_digest": row.words_digest,
    }


def _settlement(row: Settlement, numbers: OwnNumbers) -> Content:
    return {
        # By its digest, since an answer has no number of the club's own.
        "answer": digest_of(_sheet_answer(row.answer, numbers)),
        "entry": row.entry_id and str(row.entry_id),
        "said": numbers.text(row.said),
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
    }


def _version(row: ScoringTableVersion, numbers: OwnNumbers) -> Content:
    return {
        "number": row.number,
        "digest": row.digest,
        "in_force_from": row.in_force_from.isoformat(),
        "published_at": spelt_moment(row.published_at),
        "published_by": numbers.writer(row.published_by_id),
    }


def _ranking_version(row: RankingVersion, numbers: OwnNumbers) -> Content:
    return {
        "number": row.number,
        "in_force_from": row.in_force_from.isoformat(),
        "minimum_evenings": row.minimum_evenings,
        "best": row.best,
        "drop_worst": row.drop_worst,
        "absence": row.absence,
        "absence_points": row.absence_points,
        "made_at": spelt_moment(row.made_at),
        "made_by": numbers.writer(row.made_by_id),
        "prizes": sorted((_prize(prize, numbers) for prize in row.prizes.all()), key=str),
    }


def _prize(row: Prize, numbers: OwnNumbers) -> list[str]:
    return [row.kind, numbers.text(row.title), numbers.text(row.gift)]


def _name_change(row: NameChange, numbers: OwnNumbers) -> Content:
    return {"player": numbers.player(row.player_id), "before": row.before, "after": row.after, "salt": row.salt}


def _book_import(row: BookImport, numbers: OwnNumbers) -> Content:
    return {
        "number": row.number,
        "digest": row.digest,
        # Not the file's name, which is blanked when it names somebody who is forgotten.
        "map": row.map,
        "rows": row.rows,
        "deals": row.deals,
        "by": numbers.writer(row.by_id),
        "at": spelt_moment(row.at),
    }


def _former_head(row: FormerHead, numbers: OwnNumbers) -> Content:
    return {"season": numbers.season(row.season_id), "line": row.sequence, "digest": row.digest}


CONTENTS: dict[type[Model], Callable[[Any, OwnNumbers], Content]] = {
    EveningClosing: _evening_closing,
    SeasonClosing: _season_closing,
    PaperTotal: _paper_total,
    SheetAnswer: _sheet_answer,
    Settlement: _settlement,
    ScoringTableVersion: _version,
    RankingVersion: _ranking_version,
    NameChange: _name_change,
    BookImport: _book_import,
    FormerHead: _former_head,
}
