"""An evening as keyboard lines: read with what it pays, written, and read back into another evening."""

import uuid

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from ledger.models import Entry, Evening, EveningTotal
from ledger.queries.evenings.lines import FaultyLine, evening_text, read_line, read_text
from ledger.queries.evenings.seating import tables_of
from ledger.queries.evenings.turns import as_seen, at_table
from ledger.services.deals import SeatsChanged, Seen, void_deal
from ledger.services.evenings.entering import enter_parts
from ledger.services.evenings.seating import change_rounds, seat_evening
from tests.support.people import (
    FIVE,
    FOUR,
    change,
    make_club,
    make_evening,
    names_at,
    points_of,
    publish_prices,
    record,
    seat_ids,
    seat_tables,
    signed,
    trick,
)

pytestmark = pytest.mark.django_db

SIX = (*FIVE, "Gerda")
EIGHT = (*SIX, "Holger", "Inga")


def totals(evening):
    return set(EveningTotal.objects.filter(evening=evening).values_list("player_id", "points", "deals"))


def test_an_impossible_deal_is_told_by_name(evening):
    five = make_evening(evening.club, names=FIVE)

    read = read_line(table=at_table(evening=five), line="183")

    assert (read.refusal.field, read.refusal.params, read.at) == ("declarer", {"player": "Bodil"}, None)


def test_the_text_of_an_evening_says_whose_it_is_and_holds_what_stands(evening):
    entries = [record(evening, trick(evening, "Bodil", "Carl", tricks)) for tricks in (8, 9, 7)]
    void_deal(entry=entries[1], change=change(evening))

    assert evening_text(evening=evening)["da"].splitlines() == [
        "# Torsdagsklubben, aften 1, 2026-09-03",
        "# 1 Bodil, 2 Carl, 3 Dorthe, 4 Emil",
        "# Priser: Esmakkerwhist (Wikipedia), udgave 1",
        "182",
        "182- @1",
    ]


def test_what_was_typed_in_words_is_written_with_names_and_read_back_without(evening):
    names = seat_ids(evening)
    record(evening, trick(evening, "Bodil", "Carl", 8, note="Carls es"))
    amounts = {names["Bodil"]: "-1", names["Emil"]: "1"}
    record(evening, {"kind": "adjustment", "amounts": amounts, "reason": "Emils kaffe"})

    text = evening_text(evening=evening)["da"]
    copy = make_evening(evening.club)
    enter_all(copy, text)

    assert text.splitlines()[-2:] == ["182 ; Carls es", "= -1 . . 1 ; Emils kaffe"]
    assert book(copy) == book(evening)


def enter_all(evening, text, key=None):
    """The whole text in the evening's book, the seats as it says."""
    table = at_table(evening=evening)
    text_read = read_text(table=table, text=text)
    assert [(fault.place, str(fault.refusal)) for fault in text_read.faults] == []
    return enter_parts(evening=evening, parts=text_read.parts, key=key or uuid.uuid4(), **signed(evening.club))


def evened_at(table):
    """An evening of six at a table whose sitting out is evened out, and its next deal.

    Dorthe sat out the first deal out of turn, and as it is due then Emil sits out the next.
    """
    evening = make_evening(make_club(players=SIX), names=SIX)
    change_rounds(evening=evening, rotation="even", **signed(evening.club))
    ids = seat_ids(evening)
    first = trick(evening, "Carl", "Emil", 8, sits_out=[ids["Bodil"], ids["Dorthe"]])
    due = {"dealer": ids["Carl"], "sits_out": [ids["Carl"], ids["Emil"]]}
    following = trick(evening, "Bodil", "Dorthe", 9, **due)
    seat_tables(evening, *[()] * (table - 1), SIX)
    record(evening, first, table_number=table)
    return Evening.objects.get(), following


def test_who_sits_out_next_is_evened_out_by_the_deals_so_far():
    evening, _ = evened_at(1)
    table = at_table(evening=evening)

    assert [table.names[player] for player in table.sits_out] == ["Carl", "Emil"]
    assert table.sits_out_names[:4] == [["Carl", "Emil"], ["Dorthe", "Frida"], ["Emil", "Gerda"], ["Frida", "Bodil"]]


@pytest.mark.parametrize(("table", "seats"), [(1, []), (2, ["@ 2", ": Bodil, Carl, Dorthe, Emil, Frida, Gerda"])])
def test_the_text_names_whoever_sits_out_of_turn_and_each_version_of_the_prices(table, seats):
    evening, following = evened_at(table)
    publish_prices(evening.club, from_evening=evening)
    record(Evening.objects.get(), following, table_number=table)

    assert evening_text(evening=evening)["da"].splitlines()[2:] == [
        "# Priser: Esmakkerwhist (Wikipedia), udgave 1",
        *seats,
        "284 ~13",
        "# Priser: Esmakkerwhist (Wikipedia), udgave 2",
        "183+",
    ]


def two_tables(club, *, is_seated=True):
    """An evening with four at table 1, and the other four at table 2 if it is seated."""
    evening = make_evening(club)
    if is_seated:
        seat_tables(evening, FOUR, EIGHT[4:])
    return evening


SWAPPED = [
    "183",
    "@ 2",
    ": Frida, Gerda, Holger, Inga",
    "p",
    "1s",
    "@ 1",
    ": Frida, Carl, Dorthe, Emil",
    "182",
    "@ 2",
    ": Bodil, Gerda, Holger, Inga",
    "p",
    "@ 1",
    "= 1 -1 . . ; kaffe",
    "p",
]


@pytest.mark.parametrize("is_seated", [True, False])
def test_an_evening_of_two_tables_is_one_text_and_read_back_whoever_sat_at_the_other(is_seated):
    club = make_club(players=EIGHT)
    first, second = two_tables(club), two_tables(club, is_seated=is_seated)
    enter_all(first, "\n".join(SWAPPED))

    text = evening_text(evening=first)["da"]
    enter_all(second, text)

    assert text.splitlines() == [
        "# Torsdagsklubben, aften 1, 2026-09-03",
        "# bord 1: 1 Bodil, 2 Carl, 3 Dorthe, 4 Emil",
        "# Priser: Esmakkerwhist (Wikipedia), udgave 1",
        *SWAPPED,
    ]
    assert evening_text(evening=second)["da"].splitlines()[1:] == text.splitlines()[1:]
    assert book(first) == book(second)
    assert totals(first) == totals(second)
    assert names_at(second) == {1: ["Frida", "Carl", "Dorthe", "Emil"], 2: ["Bodil", "Gerda", "Holger", "Inga"]}


def book(evening):
    """Every deal that stands in order: its table, kind and deal, and what it gives whom."""
    entries = Entry.objects.standing().filter(evening=evening).order_by("number")
    return [(entry.table_number, entry.kind, entry.deal, points_of(entry)) for entry in entries]


@pytest.mark.parametrize(
    ("text", "seatings", "first_seats"),
    [
        (
            ": Frida, Carl, Dorthe, Emil\n@ 2\n: Bodil, Gerda, Holger, Inga\np\n@ 1\np",
            *({1, 2, 3}, [(2, "Bodil"), (1, "Frida")]),
        ),
        (
            "@ 2\n: Frida, Gerda, Holger, Inga\np\n@ 1\np\n: Bodil, Carl, Dorthe, Emil\np",
            *({1, 2}, [(2, "Frida"), (1, "Bodil"), (1, "Bodil")]),
        ),
    ],
    ids=["two who change places are one change", "seats that are so already are none"],
)
def test_how_often_a_text_changes_the_seats(text, seatings, first_seats):
    evening = two_tables(make_club(players=EIGHT))

    enter_all(evening, text)

    assert set(evening.seats.values_list("seating", flat=True)) == seatings
    assert [(line[0], next(iter(line[3]))) for line in book(evening)] == first_seats


@pytest.mark.parametrize(
    "text",
    [
        "183\n: Frida, Carl, Dorthe, Emil",
        ": Frida, Carl, Dorthe, Emil\n183\n2s",
        "\n".join(["@ 2", "p", "@ 1", *SWAPPED]),
    ],
)
def test_a_text_sent_twice_is_the_same_deals_and_seats_nobody(text):
    evening, key = two_tables(make_club(players=EIGHT)), uuid.uuid4()
    enter_all(evening, "@ 2\np\n@ 1\np")
    before, number = at_table(evening=evening), evening.entries.count() + 1
    entered = enter_all(evening, text, key)
    enter_all(evening, "p\n: Bodil, Carl, Dorthe, Emil")
    seated = evening.seats.count()

    now, players = at_table(evening=evening), [seat.player_id for seat in before.seats]
    table = as_seen(table=now, dealer=before.dealer, number=number, players=players)
    parts = read_text(table=table, text=text, number=number, seating=before.seats[0].seating).parts
    second = enter_parts(evening=evening, parts=parts, key=key, seen=Seen(players=players), **signed(evening.club))

    assert second == entered
    assert evening.seats.count() == seated
    assert names_at(evening)[1] == list(FOUR)


@pytest.mark.parametrize("text", ["@ 2\np", ": Inga, Carl, Dorthe, Emil\np"])
def test_others_at_another_table_than_when_it_was_read_are_told(text):
    evening = two_tables(make_club(players=EIGHT))
    text_read = read_text(table=at_table(evening=evening), text=text)
    seat_tables(evening, FOUR, (), ("Holger", "Gerda", "Frida", "Inga"))

    with pytest.raises(SeatsChanged):
        enter_parts(evening=evening, parts=text_read.parts, key=uuid.uuid4(), **signed(evening.club))

    assert not evening.entries.exists()


# --- every shape of evening


WAYS = st.sampled_from(["dealer", "even"])
ELEVEN = (*EIGHT, "Holm, Ida", "Jens", "Karen")


def play_somehow(evening, draw, tables):
    """Deals at some tables; between them people come, leave and change tables, and some deals are voided."""
    ids = dict(evening.club.players.values_list("name", "pk"))
    for _ in range(draw(st.integers(1, 10))):
        if draw(st.integers(0, 2)) == 0:
            order = draw(st.permutations(sorted(ids.values())))
            sizes = draw(st.sampled_from([[4], [6], [4, 4], [5, 6], [7, 4]] if tables > 1 else [[4], [5], [6], [7]]))
            numbers = draw(st.permutations(range(1, tables + 1)))
            seated = dict(zip(numbers, (order[: sizes[0]], order[sizes[0] :][: sizes[-1]])[: len(sizes)], strict=False))
            seat_evening(evening=evening, tables=seated, **signed(evening.club))
        number = draw(st.sampled_from(sorted(tables_of(evening=evening))))
        table = at_table(evening=evening, table_number=number)
        entry = record(evening, some_deal(table, draw), table_number=number)
        if draw(st.integers(0, 4)) == 0:
            void_deal(entry=entry, change=change(evening))


def some_deal(table, draw):
    """A deal at a table, mostly dealt and sat out as it is due."""
    players, due = list(map(str, table.players)), (str(table.dealer), list(map(str, table.sits_out)))
    if draw(st.integers(0, 5)) == 0:
        return {"kind": "adjustment", "amounts": {players[0]: "1", players[-1]: "-1"}, "reason": "kaffe"}
    if draw(st.integers(0, 4)) == 0:
        order = draw(st.permutations(players))
        due = order[0], order[: max(len(players) - 4, 0)] if len(players) > 5 else []
    dealer, away = due
    a, b, *_ = [player for player in players if player not in (away or ([dealer] if len(players) > 4 else []))]
    facts = {"kind": "trick", "level": 8, "attachment": "plain", "declarer": a, "partner": b, "tricks": 9}
    kinds = [facts, facts, {"kind": "passed_out"}, {"kind": "not_played", "cause": "redeal"}]
    return {**draw(st.sampled_from(kinds)), "dealer": dealer, "sits_out": away}


@pytest.mark.long("postgres")
@settings(
    max_examples=settings.default.max_examples // 3,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # making one smaller takes minutes
)
@given(data=st.data(), way=WAYS, tables=st.integers(1, 3))
def test_any_evening_is_read_back_as_the_same_evening(db, data, way, tables):
    with transaction.atomic():
        club = make_club(players=ELEVEN)
        played, same_tables, one_table = (make_evening(club) for _ in range(3))
        for evening in (played, same_tables, one_table):
            change_rounds(evening=evening, rotation=way, deals_per_round=None, **signed(club))
            evening.refresh_from_db()
        if tables > 1 and data.draw(st.booleans()):
            for evening in (played, same_tables):
                seat_tables(evening, FOUR, EIGHT[4:])
        play_somehow(played, data.draw, tables)
        text = evening_text(evening=played)["da"]

        for copy in (same_tables, one_table):
            if book(played):
                enter_all(copy, text)
            assert evening_text(evening=copy)["da"].splitlines()[1:] == text.splitlines()[1:]
            assert book(copy) == book(played)
            assert points_by_player(copy) == points_by_player(played)
        transaction.set_rollback(True)


def points_by_player(evening):
    """The bottom line of everybody who has one; who has only deals that were voided has none."""
    return {total for total in totals(evening) if total[2] or total[1]}


def test_seats_that_cannot_be_are_faults_of_their_line():
    evening = make_evening(make_club(players=(*FIVE, "Gerda", "Holger", "Inga")))
    table = at_table(evening=evening)
    everybody = ", ".join((*FIVE, "Gerda", "Holger", "Inga"))

    text_read = read_text(table=table, text=f": {everybody}\n: Ukendt, Bodil, Carl, Emil")
    alone = read_line(table=table, line=": Bodil, Carl, Dorthe, Frida")

    assert [fault.refusal.params for fault in text_read.faults] == [{"least": 4, "most": 7}, {"name": "Ukendt"}]
    assert isinstance(alone, FaultyLine)
