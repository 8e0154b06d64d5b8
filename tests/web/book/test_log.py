"""The log page: every change by whom, when, from what to what; narrowed by what was asked; a page costs the same."""

import re

import pytest

from ledger.services.clubs.accounts import accept, end_membership, invite
from ledger.services.clubs.clubs import add_players, change_player, change_settings
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.evenings.confirming import make_links, type_total
from ledger.services.seasons import close_season
from tests.support.people import (
    NOW,
    anna,
    change,
    make_club,
    make_evening,
    make_user,
    play_evening,
    record,
    season_of,
    signed,
    trick,
    version_of,
)
from tests.support.replay import replayed
from tests.web.reading import words

pytestmark = pytest.mark.django_db

LOG = "/torsdagsklubben/log/"


@pytest.fixture
@replayed
def evening():
    """A club in which everything that can be changed was changed, all on one day; and another beside it."""
    club = make_club()
    anna(club)
    evening = make_evening(club)
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    entry = correct_deal(
        entry=entry, deal=trick(evening, "Bodil", "Dorthe", 9), change=change(evening, "Carl sad over")
    )
    void_deal(entry=entry, change=change(evening, "ikke spillet"))
    restore_deal(entry=entry, change=change(evening, "jo"))
    frida = club.players.get(name="Frida")
    change_player(player=frida, name="Frida B.", is_guest=True, is_active=False, **signed(club))
    change_settings(club=club, correction_window_hours=96, **signed(club))
    club.refresh_from_db()
    evening.club = club
    approve_evening(evening=evening, entry_count=season_of(club).entry_count, **signed(club))
    reopen_evening(evening=evening, reason="Carl mangler", **signed(club))
    close_season(season=season_of(club), entry_count=5, **signed(club))
    names = ("Gerda", "Hilda", "Ida", "Jytte")
    play_evening(make_club("Mandagsklubben", founder="oda", players=names), "Gerda", "Hilda", 8, names=names)
    return evening


def changes_told(response):
    """The changes on the page, without who and when."""
    rows = re.findall(r"<li><div>(.*?)</div></li>", response.content.decode(), re.DOTALL)
    return [re.sub(r" Administrator 1, \d+ \w+ \d+ [\d:]+.*", "", words(row)) for row in rows]


def test_every_change_is_told_and_none_of_another_clubs(visitor, evening):
    before = "Bodil and Carl bid 8 and just made it. Dorthe and Emil paid 0.25 each"
    after = "Bodil and Dorthe bid 8 and took 9. Carl and Emil paid 0.5 each"
    assert sorted(changes_told(visitor.get(LOG))) == sorted([
        "Club started",
        "Member of the board added: Administrator 1 Administrator",
        "Member of the board added: Sekretær 2 Secretary",
        f"Prices published: {version_of(evening.club).scoring_table.name}, version 1",
        *(f"Player added: {name} Member" for name in ("Bodil", "Carl", "Dorthe", "Emil", "Frida B.")),
        "Season started: 2026/27",
        "Evening started: Evening 1, 3 Sep 2026",
        f"Evening 1, deal 1 Recorded {before}.",
        f"Evening 1, deal 1 Corrected {before} → {after}. Carl sad over",
        f"Evening 1, deal 1 Voided {after}. ikke spillet",
        f"Evening 1, deal 1 Restored {after}. jo",
        "Player renamed: Frida B. Frida → Frida B.",
        "Player's standing changed: Frida B. Member → Guest, no longer plays",
        "Correction window changed: 72 → 96",
        "Evening approved: Evening 1, 3 Sep 2026",
        "Evening reopened: Evening 1, 3 Sep 2026 Carl mangler",
        "Evening approved: Evening 1, 3 Sep 2026",
        "Season closed: 2026/27",
    ])  # fmt: skip


def test_a_number_says_what_it_counts(visitor):
    evening = make_evening(make_club())
    type_total(evening=evening, table_number=1, deals=3, tricks=12, **signed(evening.club))
    make_links(evening=evening, **signed(evening.club))

    assert sorted(line for line in changes_told(visitor.get(LOG)) if line.startswith(("Links", "Total"))) == [
        "Links to the sheet made: Evening 1, 3 Sep 2026 4 (how many)",
        "Total of the paper sheet typed: Evening 1, 3 Sep 2026 3 / 12 (deals / tricks)",
    ]


TOLD_OF = {
    "group=deals": 4,
    "group=players": 7,
    "group=evenings": 4,
    "group=seasons": 2,
    "group=tables": 1,
    "group=club": 4,
    "player=carl": 5,
    "player=carl&group=deals": 4,
    "season=2026-27": 10,
    "evening=1": 8,
    "evening=2": 0,
    "by=1": 22,
    "by=2": 0,
    "since=2026-09-03&until=2026-09-03": 22,
    "until=2026-09-02": 0,
    "since=2026-09-04": 0,
    "since=0001-01-01&until=9999-12-31": 22,
}


def test_the_log_is_narrowed_by_what_is_asked(visitor, evening):
    assert {asked: len(changes_told(visitor.get(f"{LOG}?{asked}"))) for asked in TOLD_OF} == TOLD_OF


def test_what_cannot_be_asked_is_said_beside_its_field(visitor, evening):
    for asked in (
        "group=x",
        "player=nobody",
        "player=gerda",  # of another club
        "evening=abc",
        "since=yesterday",
        "evening=" + "9" * 30,
        "until=2026-09-03&since=2026-09-04",
    ):
        response = visitor.get(f"{LOG}?{asked}")

        errors = list(response.context["form"].errors)
        assert (response.status_code, errors) == (200, [asked.split("=")[0]]), asked


def way(response, name):
    """Where the page's link of this name leads."""
    link = re.search(rf'<a class="button secondary"[^>]* href="([^"]*)">{name}</a>', response.content.decode())
    return link and LOG + link[1].replace("&amp;", "&")


def test_pages_follow_each_other_without_a_gap_and_lead_back(visitor, evening):
    add_players(club=evening.club, names=[f"Gæst {number:02}" for number in range(40)], **signed(evening.club))

    first = visitor.get(LOG)
    second = visitor.get(way(first, "Older"))
    third = visitor.get(way(second, "Older"))
    back = visitor.get(way(third, "Newer"))

    pages = [changes_told(page) for page in (first, second, third)]
    assert [len(page) for page in pages] == [25, 25, 12]
    assert len({row for page in pages for row in page}) == 61  # two approvals read alike
    assert changes_told(back) == pages[1]
    assert changes_told(visitor.get(way(back, "Newer"))) == changes_told(visitor.get(way(third, "Newest"))) == pages[0]
    assert [way(page, name) for page, name in ((first, "Newer"), (first, "Newest"), (third, "Older"))] == [None] * 3


def test_a_page_is_narrowed_as_the_one_before_it(visitor, evening):
    add_players(club=evening.club, names=[f"Gæst {number:02}" for number in range(40)], **signed(evening.club))

    second = visitor.get(way(visitor.get(f"{LOG}?group=players&by=1"), "Older"))

    assert len(changes_told(second)) == 22
    assert {row.split(":")[0] for row in changes_told(second)} <= {
        "Player added",
        "Player renamed",
        "Player's standing changed",
    }


def test_whoever_was_on_the_board_can_be_asked_for_and_nobody_else(visitor, evening):
    token = invite(club=evening.club, name="Otto", role="secretary", **signed(evening.club))
    membership = accept(token=token, account=make_user("otto"), now=NOW)
    end_membership(membership=membership, **signed(evening.club))

    asked = visitor.get(LOG).context["form"]["by"]

    assert [str(label) for _, label in asked.field.choices][1:] == ["Administrator 1", "Sekretær 2", "Sekretær 3"]
