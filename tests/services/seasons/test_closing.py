"""Approving and reopening evenings, closing seasons: what is stored, what is refused, and what the audit proves."""

from datetime import timedelta

import pytest
from django.db import connection

from ledger.models import Entry, EveningClosing, LoggedChange, Season, SeasonBalance, SeasonClosing
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed, SeasonClosed
from ledger.services.clubs.clubs import start_evening
from ledger.services.deals import correct_deal, record_deal, restore_deal, void_deal
from ledger.services.seasons import BookMoved, approve_evening, change_window, close_season, reopen_evening
from tests.support.people import DAY, NOW, change, make_club, make_evening, record, season_of, signed, trick, version_of
from tests.support.refusing import refused_at
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def evening():
    """Three entries: a deal and its correction."""
    evening = make_evening(make_club())
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
    return evening


def approve(evening, entry_count=3, at=NOW):
    return approve_evening(evening=evening, entry_count=entry_count, **signed(evening.club, at))


def reopen(evening, reason="to spil mangler", at=NOW):
    return reopen_evening(evening=evening, reason=reason, **signed(evening.club, at))


def close(club, entry_count=3):
    return close_season(season=season_of(club), entry_count=entry_count, **signed(club))


def standing(evening):
    return Entry.objects.standing().get(evening=evening)


def test_an_approval_keeps_what_the_book_said(evening):
    closing = approve(evening)

    season = season_of(evening.club)
    assert (closing.entry_count, closing.deals, closing.season_entry_count, closing.head) == (3, 1, 3, season.head)
    assert audit().findings == ()


@pytest.mark.engines
def test_an_approved_evening_takes_no_deal_and_no_change(evening):
    entry = standing(evening)
    approve(evening)

    writes = [
        lambda: record(evening, trick(evening, "Bodil", "Carl", 8)),
        lambda: correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 7), change=change(evening)),
        lambda: void_deal(entry=entry, change=change(evening)),
        lambda: restore_deal(entry=entry, change=change(evening)),
        lambda: approve(evening),
    ]
    for write in writes:
        with pytest.raises(EveningClosed):
            write()
    assert Entry.objects.count() == 3


def test_a_deal_sent_again_after_the_approval_is_still_the_deal_it_was(evening):
    entry = evening.entries.get(sequence=1)
    approve(evening)

    second = record_deal(
        evening=evening, deal=trick(evening, "Bodil", "Carl", 8), key=entry.key, **signed(evening.club)
    )

    assert second == entry


def test_what_was_shown_is_what_is_approved(evening):
    with pytest.raises(BookMoved):
        approve(evening, entry_count=2)

    assert EveningClosing.objects.count() == 0


@pytest.mark.engines
def test_a_reopened_evening_takes_deals_and_is_approved_again(evening):
    approve(evening)
    reopen(evening, reason="Carl mangler et spil")
    record(evening, trick(evening, "Bodil", "Carl", 8))
    approve(evening, entry_count=4)

    carl = evening.club.players.get(name="Carl")
    steps = EveningClosing.objects.order_by("number").values_list("kind", "reason", "deals")
    assert list(steps) == [("approved", "", 1), ("reopened", f"⟦{carl.pk}⟧ mangler et spil", 1), ("approved", "", 2)]
    assert audit().findings == ()


def test_an_evening_is_reopened_with_a_reason_and_only_when_it_is_approved(evening):
    with pytest.raises(Refusal, match="open already"):
        reopen(evening)
    approve(evening)

    with refused_at("reason"):
        reopen(evening, reason="  ")


@pytest.mark.parametrize(("hours", "late", "accepted"), [(72, 72, True), (72, 73, False), (0, 1, False)])
def test_the_window_counts_from_the_first_approval(evening, hours, late, accepted):
    change_window(club=evening.club, hours=hours, **signed(evening.club))
    evening.club.refresh_from_db()
    approve(evening)
    if hours:
        reopen(evening, at=NOW + timedelta(hours=1))
        approve(evening, at=NOW + timedelta(hours=2))

    try:
        reopen(evening, at=NOW + timedelta(hours=late))
    except Refusal as refusal:
        assert (accepted, refusal.params["hours"]) == (False, hours)
    else:
        assert accepted


@pytest.mark.parametrize("hours", [-1, 24 * 366 + 1])
def test_a_window_is_nothing_to_a_year(evening, hours):
    with refused_at("hours"):
        change_window(club=evening.club, hours=hours, **signed(evening.club))


@pytest.mark.engines
def test_a_closed_season_keeps_every_balance_and_approves_its_evenings(evening):
    open_one = make_evening(evening.club)
    approve(evening)

    closing = close(evening.club)

    season = season_of(evening.club)
    assert (closing.evenings, closing.deals, closing.entry_count, closing.head) == (2, 1, 3, season.head)
    balances = SeasonBalance.objects.values_list("player__name", "points", "evenings", "deals")
    assert set(balances) == {("Bodil", 4, 1, 1), ("Carl", 4, 1, 1), ("Dorthe", -4, 1, 1), ("Emil", -4, 1, 1)}
    assert open_one.closings.get().kind == EveningClosing.Kind.APPROVED
    assert audit().findings == ()


def test_the_house_has_a_balance_too():
    club = make_club(preset="call-ace-euchre")
    evening = make_evening(club)
    maker = str(evening.seats.get(position=1).player_id)
    record(evening, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})

    close(club, entry_count=1)

    assert SeasonBalance.objects.get(player=None).points < 0
    assert sum(SeasonBalance.objects.values_list("points", flat=True)) == 0
    assert audit().findings == ()


@pytest.mark.engines
def test_a_closed_season_takes_nothing_more_and_is_not_opened_again(evening):
    approve(evening)
    stale = season_of(evening.club)
    close(evening.club)

    players = list(evening.club.players.all()[:4])
    writes = [
        lambda: record(evening, trick(evening, "Bodil", "Carl", 8)),
        lambda: reopen(evening),
        lambda: close(evening.club),
        lambda: start_evening(
            season=stale, day=DAY, players=players, version=version_of(evening.club), **signed(evening.club)
        ),
    ]
    for write in writes:
        with pytest.raises(SeasonClosed):
            write()
    assert SeasonClosing.objects.count() == 1


def test_a_season_without_a_deal_is_closed_too(club):
    make_evening(club)

    closing = close(club, entry_count=0)

    assert (closing.evenings, closing.deals, closing.head, closing.balances.count()) == (1, 0, "", 0)
    assert audit().findings == ()


def test_a_season_is_closed_as_it_was_shown(evening):
    with pytest.raises(BookMoved):
        close(evening.club, entry_count=2)

    assert season_of(evening.club).closed_at is None


def test_every_closing_is_in_the_log(evening):
    approve(evening)
    reopen(evening)
    close(evening.club)

    kinds = list(LoggedChange.objects.order_by("id").values_list("kind", flat=True))
    assert kinds[-4:] == ["evening_approved", "evening_reopened", "evening_approved", "season_closed"]


@pytest.fixture
def behind_the_guards(evening):
    """A closed season, in the hands of somebody who has the database file."""
    approve(evening)
    close(evening.club)
    guards.drop(connection)
    LoggedChange.objects.update(closing=None)  # or the foreign key alone would give a missing approval away
    yield evening
    guards.install(connection)


TAMPERED = {
    "a balance": lambda: SeasonBalance.objects.filter(player__name="Carl").update(points=8),
    "a balance gone": lambda: SeasonBalance.objects.filter(player__name="Carl")._raw_delete("default"),
    "the season's digest": lambda: SeasonClosing.objects.update(head="0" * 64),
    "the season's entries": lambda: SeasonClosing.objects.update(entry_count=2),
    "the evening's deals": lambda: EveningClosing.objects.update(deals=2),
    "the evening's digest": lambda: EveningClosing.objects.update(head="0" * 64),
    "the evening's entries": lambda: EveningClosing.objects.update(entry_count=2),
    "a season opened again": lambda: Season.objects.update(closed_at=None),
    "a closing without its approval": lambda: EveningClosing.objects.all()._raw_delete("default"),
}


ON_BOTH = ("a balance gone", "the evening's digest", "a closing without its approval")


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.engines) if what in ON_BOTH else what for what in TAMPERED]
)
def test_the_audit_finds_what_was_closed_otherwise(behind_the_guards, what):
    TAMPERED[what]()

    findings = [str(finding) for finding in audit().findings if "guard" not in finding.message]

    assert len(findings) >= 1
    assert all("closed" in finding or "approved" in finding for finding in findings)


@pytest.mark.engines
def test_a_line_that_slipped_into_an_approved_evening_is_found(evening):
    approve(evening)
    guards.drop(connection)
    LoggedChange.objects.update(closing=None)
    evening.closings.all()._raw_delete("default")
    record(evening, trick(evening, "Bodil", "Carl", 8))
    EveningClosing(
        evening=evening, number=1, kind="approved", entry_count=3, deals=1, season_entry_count=3, at=NOW,
        by=signed(evening.club)["author"], head=evening.entries.get(sequence=3).digest,
    ).save()  # fmt: skip
    guards.install(connection)

    told = f"Evening {evening.club_id}/1 was approved with 3 entries, and has 4."
    assert told in [str(finding) for finding in audit().findings]
