"""The total of a paper sheet: kept as it was typed, compared with the book as it is, in the way of the approval."""

import pytest

from ledger.models import Entry, EveningClosing, LoggedChange, PaperTotal, Player
from ledger.queries.evenings.sheet import papers_of
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed
from ledger.services.deals import correct_deal, void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.evenings.confirming import PaperOpen, type_total, withdraw_total
from ledger.services.seasons import close_season
from tests.support.people import change, make_club, make_evening, nolo, record, season_of, seat_ids, signed, trick
from tests.support.refusing import refused_at
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def evening():
    """Two deals, and points moved: 8 with 10 taken and a sol with one trick are two deals and eleven tricks."""
    evening = make_evening(make_club())
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, nolo(evening, "sol", {"Dorthe": 1}))
    ids = seat_ids(evening)
    record(evening, {"kind": "adjustment", "amounts": {ids["Bodil"]: "-1", ids["Emil"]: "1"}, "reason": "duestraf"})
    return evening


def type_sums(evening, deals, tricks, **points):
    ids = {name: int(player) for name, player in seat_ids(evening).items()}
    sums = {"deals": deals, "tricks": tricks, "points": {ids[name]: units for name, units in points.items()}}
    return type_total(evening=evening, table_number=1, **sums, **signed(evening.club))


def withdrawn(evening, reason="arket er væk"):
    return withdraw_total(evening=evening, table_number=1, reason=reason, **signed(evening.club))


def paper(evening):
    (sheet,) = papers_of(evening=evening)
    return sheet


def differences(evening):
    """What differs: the book's number and the sheet's."""
    return {str(row.what): (row.book, row.sheet) for row in paper(evening).comparison if row.difference}


def approve(evening):
    return approve_evening(evening=evening, entry_count=evening.entries.count(), **signed(evening.club))


def first_deal(evening):
    return Entry.objects.standing().get(evening=evening, number=1)


def test_a_sheet_that_differs_says_how_and_keeps_the_evening_open(evening):
    type_sums(evening, 3, 12)

    assert differences(evening) == {"Deals": (2, 3), "Tricks": (11, 12)}
    with pytest.raises(PaperOpen, match="table 1 does not agree with the book"):
        approve(evening)
    with pytest.raises(PaperOpen):
        close_season(season=season_of(evening.club), entry_count=3, **signed(evening.club))
    assert not EveningClosing.objects.exists()


def test_only_the_last_total_counts_and_one_that_agrees_lets_the_evening_be_approved(evening):
    type_sums(evening, 3, 12)
    type_sums(evening, 2, 11)

    assert differences(evening) == {}
    assert [total.number for total in PaperTotal.objects.order_by("number")] == [1, 2]
    assert approve(evening).kind == EveningClosing.Kind.APPROVED


def test_a_corrected_deal_makes_an_old_sheet_agree_or_differ(evening):
    type_sums(evening, 2, 10)
    assert differences(evening) == {"Tricks": (11, 10)}

    correct_deal(entry=first_deal(evening), deal=trick(evening, "Bodil", "Carl", 9), change=change(evening))
    assert differences(evening) == {}

    void_deal(entry=first_deal(evening), change=change(evening))
    assert differences(evening) == {"Deals": (1, 2), "Tricks": (1, 10)}


def test_an_approved_evening_takes_no_total_until_it_is_reopened(evening):
    type_sums(evening, 2, 11)
    approve(evening)

    for write in (lambda: type_sums(evening, 2, 11), lambda: withdrawn(evening)):
        with pytest.raises(EveningClosed):
            write()
    reopen_evening(evening=evening, reason="et spil mangler", **signed(evening.club))
    type_sums(evening, 3, 12)
    with pytest.raises(PaperOpen):
        approve(evening)


def test_no_sheet_holds_what_no_sheet_can_hold(evening):
    for deals, tricks, field in ((-1, 0, "deals"), (10_001, 0, "deals"), (1, -1, "tricks")):
        with refused_at(field):
            type_sums(evening, deals, tricks)
    elsewhere = Player.objects.get(club=evening.club, name="Frida")
    sums = {"deals": 2, "tricks": 11, "points": {elsewhere.pk: 0}}
    with pytest.raises(Refusal, match="at the table"):
        type_total(evening=evening, table_number=1, **sums, **signed(evening.club))
    with pytest.raises(Refusal, match="no table 2"):
        type_total(evening=evening, table_number=2, deals=0, tricks=0, **signed(evening.club))
    assert not PaperTotal.objects.exists()


def test_the_log_tells_of_a_total_and_of_its_end(evening):
    type_sums(evening, 3, 12)
    withdrawn(evening)

    lines = LoggedChange.objects.filter(evening=evening).order_by("-id")[:2]
    assert [(line.kind, line.before, line.after) for line in lines] == [
        ("paper_withdrawn", "3 / 12", ""),
        ("paper_total", "", "3 / 12"),
    ]
