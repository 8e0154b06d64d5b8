"""The price list of a version as anyone reads it, and its calculator, where anyone may try a deal."""

import re

import pytest

from ledger.models import Entry
from ledger.rules.scoring.document import table_from
from tests.support.people import make_club, version_of
from tests.web.reading import errors_of, grid_of, page, words

pytestmark = pytest.mark.django_db

TABLES = "/torsdagsklubben/tables/"
PLAIN_9 = {"declarer": "A", "contract": "9", "column": "plain", "partner": "B", "tricks": "10"}


def price_list(visitor, club):
    return visitor.get(f"{TABLES}{version_of(club).pk}/")


def try_deal(visitor, club, **fields):
    return visitor.get(f"{TABLES}{version_of(club).pk}/try/", fields)


def under(response, heading):
    """What stands in the section with this heading, item by item."""
    section = re.split(rf"<h[23]>\s*{heading}\s*</h[23]>", response.content.decode())[1].split("</section>")[0]
    return [words(item) for item in re.findall(r"<li>(.*?)</li>", section, re.DOTALL)]


def points(response):
    """The points of the answer by player; nothing where there is none."""
    answer = response.context["answer"]
    rows = re.findall(r"<li><span>(.*?)</span><span class=\"points.*?>(.*?)</span></li>", response.content.decode())
    return dict(rows) if answer else {}


# --- the price list


def grid(response):
    """The list of prices, row by row; its head first."""
    return grid_of(
        response.content.decode().split('<caption class="visually-hidden" id="sheet">')[1].split("</table>")[0]
    )


def test_columns_that_cost_the_same_stand_as_one_by_their_names(visitor):
    response = price_list(visitor, make_club())

    head, first, *_, last = grid(response)
    assert head == ["Contract", "Plain", "Attachments, vip 1", "Vip 2", "Vip 3"]
    assert (first, last) == (["7", "0.125", "0.25", "0.5", "1"], ["13", "8", "16", "32", "64"])
    assert "Attachments are gode, stærke, halve, sans and kvarte." in page(response)


def test_where_one_word_would_stand_for_two_prices_each_has_its_name(visitor):
    head, *_ = grid(price_list(visitor, make_club(preset="grundtakst")))

    assert head == [
        "Contract",
        "Plain",
        "Gode, Sans, Halve, Vip 1",
        "Halve + gode, Halve + sans, Vip 1 + gode, Vip 1 + sans, Vip 2",
        "Vip 2 + gode, Vip 2 + sans, Vip 3",
        "Vip 3 + gode, Vip 3 + sans",
    ]


def test_the_price_list_goes_from_prices_to_worked_examples_and_what_beats_what(visitor):
    club = make_club()
    club.players.filter(name="Bodil").update(by_initials=True)

    response = price_list(visitor, club)

    assert under(response, "What beats what, lowest first")[:5] == ["7", "7+", "8", "Sol", "8+"]
    assert "7+ is 7 gode, 7 stærke, 7 halve, 7 sans and 7 vip; they do not beat one another." in page(response)
    assert "Lost: the price, and the price once more for each trick missing." in under(response, "The rules in words")
    assert "Clubs in vip count twice." in page(response)
    assert under(response, "Three deals") == [
        "B. and Carl bid 9 and just make it. Dorthe and Emil pay 0.5 each.",
        "B. and Carl bid 9 vip in the 2nd turn and take 10. Dorthe and Emil pay 4 each. "
        "9 vip in the 2nd turn needs 9 tricks, took 10: 2 + 1 × 2 = 4 from each opponent.",
        "B. bids sol and takes two tricks. The other three get 1 each.",
    ]


def test_a_cell_with_numbers_of_its_own_shows_them_all(visitor):
    text = page(price_list(visitor, make_club(preset="es-makker-points")))

    assert "0.75 +0.25 / -0 -0.5" in text
    assert "13 tricks count as 14 when the contract is made." in text
    assert "What each opponent pays is rounded up to whole points." in text


def test_a_list_without_prices_has_no_examples_and_still_its_rules(visitor):
    response = price_list(visitor, make_club(preset="whistklubben"))

    head, *rows = grid(response)
    assert len(head) - 1 == len(table_from("whistklubben").columns)
    assert {cell for row in rows for cell in row[1:]} == {"missing"}
    assert "Three deals" not in page(response) and "Examples" not in page(response)
    assert "which of them beats which is drawn for each evening." in page(response)
    assert "Made: the price, and the price once more for each overtrick." in under(response, "The rules in words")


# --- the calculator


def test_a_stranger_is_asked_for_a_deal_and_shown_nothing_yet(visitor):
    response = try_deal(visitor, make_club())

    assert (response.status_code, errors_of(response), points(response)) == (200, {}, {})
    assert [label for _, label in response.context["form"].fields["contract"].choices][-1] == "Ren bordlægger med snak"


def test_anyone_may_try_a_deal_and_nothing_is_kept(visitor):
    response = try_deal(visitor, make_club(), **PLAIN_9)

    assert points(response) == {"A": "+1", "B": "+1", "C": "−1", "D": "−1"}
    assert "9 needs 9 tricks, took 10: 0.5 + 1 × 0.5 = 1 from each opponent" in page(response)
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("preset", "fields", "paid", "why"),
    [
        (
            "esmakker-wikipedia",
            {"declarer": "A", "contract": "9", "column": "vip2", "clubs": "on", "partner": "cat", "tricks": "9"},
            {"A": "+12", "B": "−4", "C": "−4", "D": "−4"},
            "9 vip in the 2nd turn (ace in the cat) needs 9 tricks, took 9: 2 × 2 for clubs = 4 from each opponent",
        ),
        (
            "esmakker-wikipedia",
            {"declarer": "B", "contract": "sol", "tricks_B": "0", "joins_D": "on", "tricks_D": "2"},
            {"A": "0", "B": "+4", "C": "0", "D": "−4"},
            "B took 0: 1 from each of the others. D took 2: 1 to each of the others",
        ),
        (
            "whist2",
            {"declarer": "C", "contract": "duestraf"},
            {"A": "+24", "B": "+24", "C": "−72", "D": "+24"},
            "Duestraf: A +24, B +24, C −72, D +24",
        ),
        (
            "whist-ai",
            {"contract": "free_for_all", "tricks_A": "1", "tricks_B": "1", "tricks_C": "5", "tricks_D": "6"},
            {"A": "+4.5", "B": "+4.5", "C": "−4", "D": "−5"},
            "9 shared by A and B = 4.5 each",
        ),
        (
            "engelsk-whist",
            {"contract": "second_pair", "pair_tricks": "8"},
            {"A": "−2", "B": "+2", "C": "−2", "D": "+2"},
            "B and D took 8 tricks: 2 above the book of 6, 2 × 1 = 2 from each opponent",
        ),
        (
            "call-ace-euchre",
            {"players": "5", "declarer": "A", "partner": "E", "contract": "march_partners"},
            {"A": "+3", "B": "0", "C": "0", "D": "0", "E": "+3", "The house": "−6"},
            "March with a partner, 5 players: 3 points to A and E each, paid by the house",
        ),
        (
            "es-makker-2i9",
            {"declarer": "A", "contract": "9", "partner": "B", "tricks": "9"},
            {"A": "+18", "B": "+18", "C": "−18", "D": "−18"},
            "9 2 i needs 9 tricks, took 9: 18 from each opponent",
        ),
    ],
)
def test_every_kind_of_deal_can_be_tried(visitor, preset, fields, paid, why):
    response = try_deal(visitor, make_club(preset=preset), **fields)

    assert (points(response), why in page(response)) == (paid, True)


@pytest.mark.parametrize(
    ("slip", "field", "error"),
    [
        ({"declarer": ""}, "declarer", "Choose the declarer."),
        ({"contract": ""}, "contract", "Choose the contract."),
        ({"partner": ""}, "partner", "Choose the partner."),
        ({"tricks": ""}, "tricks", "Say how many tricks were taken."),
        ({"tricks": "14"}, "tricks", "Select a valid choice. 14 is not one of the available choices."),
        ({"contract": "adjustment"}, "contract", None),
        ({"column": "kvarte"}, "partner", "This contract is played without a partner."),
        ({"contract": "dobbelt_bordlaegger"}, "", "The scoring table has no price for Dobbelt bordlægger yet."),
    ],
)
def test_what_is_wrong_is_said_beside_its_key_and_what_was_said_is_kept(visitor, slip, field, error):
    response = try_deal(visitor, make_club(), **PLAIN_9 | slip)

    (refused_field,) = errors_of(response).items()
    assert refused_field[0] == field
    assert error is None or refused_field[1] == [error]
    assert points(response) == {}
    assert response.context["form"]["declarer"].value() == (PLAIN_9 | slip)["declarer"]


@pytest.mark.parametrize("players", ["", "7", "mange"])
def test_a_number_of_players_that_cannot_be_is_four(visitor, players):
    response = try_deal(visitor, make_club(preset="call-ace-euchre"), players=players)

    assert (response.status_code, response.context["form"].names) == (200, ("A", "B", "C", "D"))
