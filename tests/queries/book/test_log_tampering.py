"""Whoever takes the guards away and puts them back changes nothing of the log, or of what it tells of, unnoticed."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F

from ledger.models import (
    AnswerWords,
    BookImport,
    Club,
    Evening,
    EveningClosing,
    ImportedDeal,
    ImportedEvening,
    LoggedChange,
    NameChange,
    PaperPoints,
    PaperTotal,
    Player,
    Prize,
    PrizeWon,
    RankingVersion,
    ScoringTableVersion,
    SeasonBalance,
    SeasonClosing,
    Settlement,
    SheetAnswer,
    SheetLink,
)
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit, log_findings
from ledger.rules.seasons import RankingRule
from ledger.services.clubs.clubs import change_player, change_settings, start_evening, start_season
from ledger.services.deals import void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.evenings.confirming import (
    answer_sheet,
    change_settling,
    make_links,
    settle_in_words,
    type_total,
    withdraw_total,
)
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import Given, choose_ranking, close_season
from tests.queries.book.test_unlogged_changes import findings_after
from tests.services.imports.old_books import bring_in, points_row
from tests.support.people import (
    NOW,
    change,
    leave,
    make_club,
    play_evening,
    publish_prices,
    record,
    seat_ids,
    signed,
    torben,
    trick,
    version_of,
)
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(days=1)


@pytest.fixture
def club(own_data):
    return written_club()


@replayed
def written_club():
    """The second of two clubs: seasons closed and open, approvals, complaints, paper totals, a name, an old book."""
    first = play_evening(make_club("Onsdagsklubben", founder="oda"), "Bodil", "Carl", 8)
    approve_evening(evening=first, entry_count=1, **signed(first.club))
    club = make_club()
    torben(club)
    old = play_evening(club, "Bodil", "Carl", 8)
    prizes = {"first": Given("Mester", "Pokalen")}
    choose_ranking(club=club, rule=RankingRule(best=3), prizes=prizes, in_force_from=NOW.date(), **signed(club))
    close_season(season=old.season, entry_count=1, **signed(club))
    season = start_season(club=club, name="2027", starts_on=NOW.date(), version=version_of(club), **signed(club))
    players = list(club.players.order_by("number")[:4])
    change_settings(club=club, correction_window_hours=48, **signed(club))
    emil = club.players.get(name="Emil")
    change_player(player=emil, name="Emil B.", is_guest=False, is_active=True, **signed(club))
    for evening in [an_evening(season, players), an_evening(season, players)]:
        approve_evening(evening=evening, entry_count=2, **signed(club))
        reopen_evening(evening=evening, reason="Carl talte forkert", **signed(club))
    publish_prices(club, from_evening=evening)
    bring_in(club, [points_row(2)], new={"Emil": "Emil Ny"})
    approve_evening(evening=evening, entry_count=2, **signed(club))
    assert audit().findings == ()
    return club


def an_evening(season, players):
    """Two deals, a complaint settled by a change and one in words, a paper total that agrees and one withdrawn."""
    club = season.club
    evening = start_evening(season=season, day=NOW.date(), players=players, version=version_of(club), **signed(club))
    entry = record(evening, trick(evening, "Carl", "Dorthe", 8))
    make_links(evening=evening, **signed(club))
    link = SheetLink.objects.get(evening=evening, player__name="Dorthe")
    wrong = {"kind": SheetAnswer.Kind.COMPLAINS, "entry_count": 1, "number": 1, "text": "Carl fik 7"}
    first = answer_sheet(link=link, **wrong, now=NOW)
    settle_in_words(evening=evening, pk=first.pk, reply="vi talte efter", **signed(club))
    second = answer_sheet(link=link, **wrong, now=NOW)
    void = change(evening)
    change_settling(change=lambda: void_deal(entry=entry, change=void), complaints=[second.pk], **signed(club))
    answer_sheet(link=link, kind=SheetAnswer.Kind.AGREES, entry_count=2, now=NOW)
    bodil = int(seat_ids(evening)["Bodil"])
    type_total(evening=evening, table_number=1, deals=0, tricks=0, points={bodil: 0}, **signed(club))
    withdraw_total(evening=evening, table_number=1, reason="arket er væk", **signed(club))
    return evening


@contextmanager
def in_hand():
    """The database as somebody has it who may do anything, the guards as they were afterwards."""
    with transaction.atomic():
        guards.drop(connection)
        yield
        if not connection.needs_rollback:
            guards.install(connection)


def rows_of(model, path, **more):
    """Gives a club's rows of a model, to which the path leads."""
    return lambda club: model.objects.filter(**{path: club}, **more)


log_of = rows_of(LoggedChange, "club")
answers = rows_of(SheetAnswer, "link__evening__club")
words = rows_of(AnswerWords, "answer__link__evening__club")
settlements = rows_of(Settlement, "answer__link__evening__club")
totals = rows_of(PaperTotal, "evening__club")
steps = rows_of(EveningClosing, "evening__club", evening__season__closed_at=None)
closings = rows_of(SeasonClosing, "season__club")
versions = rows_of(ScoringTableVersion, "scoring_table__club")
rankings = rows_of(RankingVersion, "club")
winners = rows_of(PrizeWon, "closing__season__club")
imports = rows_of(BookImport, "club")
evenings = rows_of(Evening, "club")
names = rows_of(NameChange, "player__club")


def last_line(club):
    return log_of(club).filter(sequence=log_of(club).count())


def re_attributed(rows):
    rows.update(by=Club.objects.get(name="Torsdagsklubben").memberships.get(role="treasurer").user)


def without_a_trace(answers):
    """What hangs on them goes too, so that no reference is lost."""
    Settlement.objects.filter(answer__in=answers)._raw_delete("default")
    AnswerWords.objects.filter(answer__in=answers)._raw_delete("default")
    answers._raw_delete("default")


def wound_back(last):
    """The last line of the log gone, and the club's end of it set to the line before."""
    club = last.get().club
    last._raw_delete("default")
    before = log_of(club).latest("sequence")
    Club.objects.filter(pk=club.pk).update(log_head=before.digest, log_entry_count=before.sequence)


def delete_rows(rows):
    rows._raw_delete("default")


def delete_approvals(rows):
    """With the references to them, or the foreign key alone would give them away."""
    LoggedChange.objects.filter(closing__in=rows.values("pk")).update(closing=None)
    delete_rows(rows)


def delete_imports(rows):
    """With what they made, so that no reference is lost."""
    for model in (ImportedDeal, ImportedEvening):
        model.objects.filter(book_import__in=rows)._raw_delete("default")
    delete_rows(rows)


def rewrite(**anything):
    return lambda rows: rows.update(**anything)


UNFIT, NOT_NEXT, END = "its digest does not fit", "does not follow the entry before it", "does not end with entry"
ELSEWHERE = "what was stored is said to be of another club"
GONE, UNTOLD = "what it tells of is gone", "no entry of the log tells of it as it is"
IN_FORCE = rewrite(in_force_from=LATER.date())
TAMPERINGS = {
    "a log line deleted": (log_of, {"kind": "window_changed"}, delete_rows, NOT_NEXT),
    "the last log line deleted": (last_line, {}, delete_rows, END),
    "the last log line deleted, the end wound back": (last_line, {}, wound_back, f"Evening approved (3): {UNTOLD}"),
    "a log line re-dated": (
        log_of,
        {"kind": "club_started"},
        rewrite(at=LATER),
        f"entry 1: it is not what was written, {UNFIT}",
    ),
    "a log line re-attributed": (log_of, {"kind": "club_started"}, re_attributed, UNFIT),
    "the approval that a log line refers to": (
        log_of,
        {"kind": "evening_approved"},
        rewrite(closing=None),
        f"(Evening approved): {GONE}",
    ),
    "the version that a log line refers to": (
        log_of,
        {"kind": "table_published"},
        rewrite(version=None),
        f"(Prices published): {GONE}",
    ),
    "an approval that a log line of something else refers to": (
        log_of,
        {"kind": "window_changed"},
        lambda rows: rows.update(closing=steps(rows.get().club).first()),
        f"(Correction window changed): {GONE}",
    ),
    "the version that a log line says an evening was given": (
        log_of,
        {"kind": "evening_priced"},
        rewrite(version=None),
        f"(Evening's prices changed): {GONE}",
    ),
    "another version that a log line says an evening was given": (
        log_of,
        {"kind": "evening_priced"},
        lambda rows: rows.update(version=versions(rows.get().club).earliest("pk")),
        f"(Evening's prices changed): {GONE}",
    ),
    "another club's prices of an evening": (
        evenings,
        {},
        lambda rows: rows.update(table_version=ScoringTableVersion.objects.earliest("pk")),
        f"Evening's prices changed (1): {UNTOLD}",
    ),
    "a complaint deleted": (
        answers,
        {"settlement__said": ""},
        without_a_trace,
        f"(Sheet answered by the player): {GONE}",
    ),
    "a complaint that it is right": (
        answers,
        {"kind": "complains"},
        rewrite(kind="agrees", number=None),
        f"Sheet answered by the player (2): {UNTOLD}",
    ),
    "a complaint's words": (words, {}, rewrite(said="det passer"), "evening 2: what a player wrote"),
    "a complaint's words deleted": (words, {}, delete_rows, "evening 2: what a player wrote"),
    "the board's answer": (settlements, {"entry": None}, rewrite(said="nej"), f"Complaint answered (2): {UNTOLD}"),
    "a settlement deleted": (settlements, {"entry": None}, delete_rows, f"(Complaint answered): {GONE}"),
    "a paper total": (
        totals,
        {"is_withdrawn": False},
        rewrite(tricks=5),
        f"Total of the paper sheet typed (2): {UNTOLD}",
    ),
    "a withdrawal": (
        totals,
        {"is_withdrawn": True},
        rewrite(reason="x"),
        f"Total of the paper sheet withdrawn (2): {UNTOLD}",
    ),
    "a reopening's reason": (steps, {"kind": "reopened"}, rewrite(reason="x"), f"Evening reopened (2): {UNTOLD}"),
    "an approval's moment": (steps, {"kind": "approved"}, rewrite(at=LATER), f"Evening approved (2): {UNTOLD}"),
    "an approval's author": (steps, {"kind": "approved"}, re_attributed, f"Evening approved (2): {UNTOLD}"),
    "an approval deleted": (steps, {"number": 3}, delete_approvals, f"(Evening approved): {GONE}"),
    "the day a version counts from": (
        versions,
        {},
        IN_FORCE,
        f"Prices published (Esmakkerwhist (Wikipedia), 1): {UNTOLD}",
    ),
    "the moment of publishing": (versions, {}, rewrite(published_at=LATER), f"(Prices published): {GONE}"),
    "a closing's deal count": (closings, {}, rewrite(deals=F("deals") + 1), f"Season closed (2026-27): {UNTOLD}"),
    "a closing's moment": (closings, {}, rewrite(at=LATER), f"Season closed (2026-27): {UNTOLD}"),
    "a closing of another club": (closings, {}, rewrite(club=0), f"Season closed (2026-27): {ELSEWHERE}"),
    "an answer of another club": (answers, {}, rewrite(club=0), f"Sheet answered by the player (2): {ELSEWHERE}"),
    "how many evenings count": (rankings, {}, rewrite(best=2), f"Ranking rule chosen (1): {UNTOLD}"),
    "a ranking rule of another day": (
        rankings,
        {},
        rewrite(in_force_from=LATER.date()),
        f"(Ranking rule chosen): {GONE}",
    ),
    "a prize's winner": (
        winners,
        {"player__name": "Carl"},
        rewrite(player=F("player") + 1),
        f"Season closed (2026-27): {UNTOLD}",
    ),
    "the deals of an old book": (
        imports,
        {},
        rewrite(deals=99),
        f"Old book brought in (1): {UNTOLD}",
    ),
    "an import deleted": (imports, {}, delete_imports, f"(Old book brought in): {GONE}"),
    "a name before": (names, {}, rewrite(before="Ib"), f"Player renamed (emil-b): {UNTOLD}"),
    "a name deleted": (names, {}, delete_rows, f"(Player renamed): {GONE}"),
}


BESIDE = {
    "a player's total on paper": (PaperPoints, {"points": 8}, f"Total of the paper sheet typed (2): {UNTOLD}"),
    "a balance's deals": (SeasonBalance, {"deals": 99}, f"Season closed (2026-27): {UNTOLD}"),
    "a prize's title": (Prize, {"title": "Sidst"}, f"Ranking rule chosen (1): {UNTOLD}"),
    "a player marked as forgotten": (Player, {"forgotten_at": NOW}, "player 1 is forgotten otherwise than the log"),
}


def test_what_is_changed_behind_the_site_is_named(club):
    missed = []
    with in_hand():
        for name, (rows, which, tamper, named) in TAMPERINGS.items():
            findings = found_after(club, rows, which, tamper)
            if not any(named in finding for finding in findings):
                missed.append((name, findings))

    assert missed == []


def found_after(club, rows, which, tamper):
    """What the audit finds of the log when the first of some rows was tampered with; nothing stays of it."""
    first = rows(club).filter(**which).earliest("pk")
    return findings_after(club, lambda club: tamper(rows(club).filter(pk__in=[first.pk])))


def test_what_belongs_to_a_row_is_told_with_it(club):
    for model, columns, named in BESIDE.values():
        with in_hand():
            model.objects.update(**columns)
            findings = [str(finding) for finding in log_findings(club)]
            transaction.set_rollback(True)

        assert any(named in sentence for sentence in findings), findings


def test_a_row_that_was_put_in_is_named(club):
    with in_hand():
        old = EveningClosing.objects.get(evening__club=club, evening__number=3, number=3)
        old.pk, old.number, old.kind, old.reason = None, 4, "reopened", "bare sådan"
        old.save(force_insert=True)

    assert any(f"Evening reopened (3): {UNTOLD}" in str(finding) for finding in audit().findings)


def test_what_a_forgotten_player_wrote_and_was_called_goes_with_the_log_holding(club):
    for name in ("Dorthe", "Emil B."):
        forget_player(player=leave(club, name), **{**signed(club), "now": NOW + timedelta(days=400)})

    assert (AnswerWords.objects.count(), NameChange.objects.count()) == (0, 0)
    assert audit().findings == ()


def test_words_brought_back_after_they_were_forgotten_are_named(club):
    words = AnswerWords.objects.order_by("pk").first()
    forget_player(player=leave(club, "Dorthe"), **{**signed(club), "now": NOW + timedelta(days=400)})
    with in_hand():
        words.save(force_insert=True)

    assert any("what a player wrote" in str(finding) for finding in audit().findings)
