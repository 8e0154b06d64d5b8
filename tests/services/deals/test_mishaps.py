"""Every mishap of an evening, from what the secretary enters to what the book says: worked examples to proof-read.

Bodil, Carl, Dorthe and Emil sit in that order, seats 1 to 4, and Bodil deals.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from ledger.queries.book.audit.audit import audit
from ledger.queries.evenings.lines import evening_text, read_line
from ledger.queries.evenings.sheet import sheet
from ledger.queries.evenings.turns import at_table
from ledger.rules.deals.settling import with_players
from ledger.rules.site.points import points_text
from tests.support.people import FOUR, make_club, make_evening, record, seat_ids

pytestmark = pytest.mark.django_db


@dataclass
class Mishap:
    """A deal with names for players, the same as a keyboard line, the points of the four, and why, in two languages.

    `next_dealer` is the seat that deals afterwards: the same one again where nothing was played.
    """

    deal: dict[str, Any]
    line: str
    points: str
    danish: str
    english: str
    preset: str = "esmakker-wikipedia"
    next_dealer: int = 2


MISHAPS = {
    "a redeal": Mishap(
        deal={"kind": "not_played", "cause": "redeal"},
        line="o",
        points="0 0 0 0",
        danish="Omgivning: ingen point, samme giver igen",
        english="Redeal: no points, the same dealer deals again",
        next_dealer=1,
    ),
    "an iron hand": Mishap(
        deal={"kind": "not_played", "cause": "iron_hand", "note": "kun Emil så kortene"},
        line="j ; kun Emil så kortene",
        points="0 0 0 0",
        danish="Jernhånd: ingen point, samme giver igen",
        english="Iron hand: no points, the same dealer deals again",
        next_dealer=1,
    ),
    "a misdeal": Mishap(
        deal={"kind": "not_played", "cause": "misdeal", "note": "Carl fik 14 kort"},
        line="f ; Carl fik 14 kort",
        points="0 0 0 0",
        danish="Fejlgivning: ingen point, samme giver igen",
        english="Misdeal: no points, the same dealer deals again",
        next_dealer=1,
    ),
    "a lost sol that stopped the play": Mishap(
        deal={"kind": "nolo", "contract": "sol", "participants": [{"player": "Carl", "tricks": 2}], "stopped": True},
        line="2s-!",
        points="1 -3 1 1",
        danish="Sol (spillet blev stoppet) kræver højst 1 stik, fik 2: 1 til hver modspiller",
        english="Sol (play was stopped) needs at most 1 trick, took 2: 1 to each opponent",
    ),
    "several on one sol, each with a result": Mishap(
        deal={
            "kind": "nolo",
            "contract": "sol",
            "participants": [
                {"player": "Carl", "tricks": 1},
                {"player": "Dorthe", "tricks": 3},
                {"player": "Emil", "tricks": 0},
            ],
        },
        line="2s=1 3--4+",
        points="-1 3 -5 3",
        danish=(
            "Sol kræver højst 1 stik. Carl fik 1: 1 fra hver af de andre. Dorthe fik 3: 1 til hver af de andre. "
            "Emil fik 0: 1 fra hver af de andre"
        ),
        english=(
            "Sol needs at most 1 trick. Carl took 1: 1 from each of the others. "
            "Dorthe took 3: 1 to each of the others. Emil took 0: 1 from each of the others"
        ),
    ),
    "the ace lay in the cat": Mishap(
        deal={
            "kind": "trick",
            "level": 8,
            "attachment": "plain",
            "declarer": "Carl",
            "partner": None,
            "alone": "ace_in_cat",
            "tricks": 9,
        },
        line="280+",
        points="-0.5 1.5 -0.5 -0.5",
        danish="8 (esset i katten) kræver 8 stik, fik 9: 0,25 + 1 × 0,25 = 0,5 fra hver modspiller",
        english="8 (ace in the cat) needs 8 tricks, took 9: 0.25 + 1 × 0.25 = 0.5 from each opponent",
    ),
    "the declarer had the ace himself": Mishap(
        deal={
            "kind": "trick",
            "level": 10,
            "attachment": "plain",
            "declarer": "Carl",
            "partner": None,
            "alone": "self_called",
            "tricks": 8,
        },
        line="2102--",
        points="3 -9 3 3",
        danish="10 (selvmakker) kræver 10 stik, fik 8: 1 + 2 × 1 = 3 til hver modspiller",
        english="10 (own partner) needs 10 tricks, took 8: 1 + 2 × 1 = 3 to each opponent",
    ),
    "Dorthe bid vip first and called the ace, Carl won the vip": Mishap(
        deal={
            "kind": "trick",
            "level": 9,
            "attachment": "vip",
            "vip_turn": 2,
            "declarer": "Carl",
            "partner": "Bodil",
            "called_by": "Dorthe",
            "tricks": 10,
        },
        line="29v21+ e3",
        points="4 4 -4 -4",
        danish="9 vip i 2. (Dorthe kaldte esset) kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller",
        english=(
            "9 vip in the 2nd turn (Dorthe called the ace) needs 9 tricks, took 10: 2 + 1 × 2 = 4 from each opponent"
        ),
    ),
    "Dorthe called the ace, and Carl, who won the vip, held it": Mishap(
        deal={
            "kind": "trick",
            "level": 9,
            "attachment": "vip",
            "vip_turn": 1,
            "declarer": "Carl",
            "partner": None,
            "alone": "self_called",
            "called_by": "Dorthe",
            "tricks": 9,
        },
        line="29v12 e3",
        points="-1 3 -1 -1",
        danish="9 vip i 1. (selvmakker, Dorthe kaldte esset) kræver 9 stik, fik 9: 1 fra hver modspiller",
        english=(
            "9 vip in the 1st turn (own partner, Dorthe called the ace) needs 9 tricks, took 9: 1 from each opponent"
        ),
    ),
    "a knock": Mishap(
        deal={
            "kind": "trick",
            "level": 9,
            "attachment": "plain",
            "flag": "knock",
            "declarer": "Carl",
            "partner": "Emil",
            "tricks": 9,
        },
        line="29b4",
        points="-40 40 -40 40",
        danish="9 kræver 9 stik, fik 9: 20 × 2 for banket = 40 fra hver modspiller",
        english="9 needs 9 tricks, took 9: 20 × 2 for a knock = 40 from each opponent",
        preset="pywhist",
    ),
    "a knock and a re-knock": Mishap(
        deal={
            "kind": "trick",
            "level": 9,
            "attachment": "plain",
            "flag": "re_knock",
            "declarer": "Carl",
            "partner": "Emil",
            "tricks": 8,
        },
        line="29ge4-",
        points="160 -160 160 -160",
        danish="9 kræver 9 stik, fik 8: 1 × 40 × 4 for banket og genbanket = 160 til hver modspiller",
        english="9 needs 9 tricks, took 8: 1 × 40 × 4 for a knock and a knock back = 160 to each opponent",
        preset="pywhist",
    ),
    "a revoke, from the table's list of penalties": Mishap(
        deal={"kind": "penalty", "penalty": "duestraf", "player": "Dorthe", "note": "bekendte ikke kulør"},
        line="!3 ; bekendte ikke kulør",
        points="24 24 -72 24",
        danish="Duestraf: Bodil +24, Carl +24, Dorthe −72, Emil +24",
        english="Duestraf: Bodil +24, Carl +24, Dorthe −72, Emil +24",
        preset="whist2",
        next_dealer=1,
    ),
    "an old deal of which nobody wrote down the tricks": Mishap(
        deal={
            "kind": "points_only",
            "points": {"Bodil": 4, "Carl": -4, "Dorthe": 4, "Emil": -4},
            "declarer": "Bodil",
            "partner": "Dorthe",
            "level": 9,
            "attachment": "vip",
            "note": "side 12",
        },
        line="19v03? 4 -4 4 -4 ; side 12",
        points="4 -4 4 -4",
        danish="Bodil og Dorthe meldte 9 vip. Carl og Emil betalte 4 hver",
        english="Bodil and Dorthe bid 9 vip. Carl and Emil paid 4 each",
    ),
    "points settled by hand, with a reason": Mishap(
        deal={
            "kind": "adjustment",
            "amounts": {"Bodil": "-1,5", "Carl": "0,5", "Dorthe": "0,5", "Emil": "0,5"},
            "reason": "gammel seddel, Bodil og Carl er enige",
        },
        line="= -1,5 0,5 0,5 0,5 ; gammel seddel, Bodil og Carl er enige",
        points="-1.5 0.5 0.5 0.5",
        danish="Regulering: gammel seddel, Bodil og Carl er enige (Bodil −1,5, Carl +0,5, Dorthe +0,5, Emil +0,5)",
        english="Adjustment: gammel seddel, Bodil og Carl er enige (Bodil −1.5, Carl +0.5, Dorthe +0.5, Emil +0.5)",
        next_dealer=1,
    ),
}


@pytest.mark.parametrize("told", MISHAPS)
def test_a_mishap_is_read_pays_says_and_is_written_as_it_should(told):
    mishap = MISHAPS[told]
    evening = make_evening(make_club(preset=mishap.preset))
    ids = seat_ids(evening)
    dealt = {} if mishap.deal["kind"] == "adjustment" else {"dealer": ids["Bodil"]}

    read = read_line(table=at_table(evening=evening), line=mishap.line)
    entry = record(evening, read.deal)

    assert read.deal == with_players(mishap.deal, ids.__getitem__) | dealt
    (row,) = sheet(evening=evening).rows
    units = {line.player.name: line.points for line in entry.postings.select_related("player")}
    points = " ".join(points_text(units[name], evening.season.unit_denominator) for name in FOUR)
    why = row.calculation or row.sentence  # where no price was used
    assert (points, why["da"], why["en"]) == (mishap.points, mishap.danish, mishap.english)
    assert row.note == mishap.deal.get("note", "")
    assert row.total == 0
    *_, line = evening_text(evening=evening)["da"].splitlines()
    after = at_table(evening=evening)
    assert (line, ids[FOUR[mishap.next_dealer - 1]]) == (mishap.line, str(after.dealer))
    assert audit().findings == ()
