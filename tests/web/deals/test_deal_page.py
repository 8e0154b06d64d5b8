"""One deal as it is read: what it paid and why, everything that happened to it, and the ways to change it."""

import re

import pytest

from ledger.services.deals import correct_deal, restore_deal, void_deal
from tests.support.people import anna, change, make_club, make_evening, make_user, nolo, record, seat_ids, trick
from tests.web.reading import in_english, page, words

pytestmark = pytest.mark.django_db

DEAL = "/torsdagsklubben/evenings/1/deals/1/"


@pytest.fixture
def entry(evening):
    """An 8 by Bodil with Dorthe, nine tricks."""
    return record(evening, trick(evening, "Bodil", "Dorthe", 9))


def section(response, name):
    """The text of each line of the section with this id."""
    markup = response.content.decode().split(f'aria-labelledby="{name}"')[1].split("</section>")[0]
    return [words(line) for line in re.findall("<li>.*?</li>", markup, re.DOTALL)]


def links(response):
    return set(re.findall(r'(?:href|action)="/torsdagsklubben/evenings/1/deals/1/(\w+)/"', response.content.decode()))


def test_a_deal_says_what_everyone_got_in_which_part(visitor, entry):
    response = visitor.get(DEAL)

    assert section(response, "paid") == [
        "Bodil declarer +0.5",
        "Carl defender −0.5",
        "Dorthe partner +0.5",
        "Emil defender −0.5",
    ]
    assert "8 needs 8 tricks, took 9: 0.25 + 1 × 0.25 = 0.5 from each opponent" in page(response)


def test_a_note_stands_on_the_deal_its_history_and_the_sheet(visitor, evening):
    record(evening, trick(evening, "Bodil", "Dorthe", 9, note="talt om af Carl"))

    deal, sheet = visitor.get(DEAL), visitor.get("/torsdagsklubben/evenings/1/")

    assert page(deal).count("Note: talt om af Carl") == 2
    assert "Note: talt om af Carl" in page(sheet)


def test_own_tricks_are_told_where_the_deal_keeps_them(visitor, evening):
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))

    assert section(visitor.get(DEAL), "paid")[1::2] == [
        "Carl declarer, 1 trick +4",
        "Emil goes along, 3 tricks −4",
    ]


def test_the_house_is_named(visitor):
    evening = make_evening(make_club(preset="call-ace-euchre"))
    maker = seat_ids(evening)["Bodil"]
    record(evening, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})

    assert "The house −4" in section(visitor.get(DEAL), "paid")


def test_the_history_keeps_old_and_new(visitor, evening, entry):
    corrected = correct_deal(
        entry=entry, deal=trick(evening, "Bodil", "Carl", 8), change=change(evening, "det var Carl")
    )
    void_deal(entry=corrected, change=change(evening, "aldrig spillet"))
    restore_deal(entry=corrected, change=change(evening, "jo, den blev"))

    steps = [
        re.sub(r"Administrator 1, \d+ \w+ \d+ [\d:]+", "alma, then", step)
        for step in section(visitor.get(DEAL), "history")
    ]

    with_dorthe = "Bodil and Dorthe bid 8 and took 9. Carl and Emil paid 0.5 each"
    with_carl = "Bodil and Carl bid 8 and just made it. Dorthe and Emil paid 0.25 each"
    assert steps == [
        f"Recorded {with_dorthe}. alma, then Bodil +0.5 · Carl −0.5 · Dorthe +0.5 · Emil −0.5",
        f"Corrected {with_dorthe} → {with_carl}. det var Carl alma, then "
        "Bodil +0.5 → +0.25 · Carl −0.5 → +0.25 · Dorthe +0.5 → −0.25 · Emil −0.5 → −0.25",
        f"Voided {with_carl}. aldrig spillet alma, then "
        "Bodil +0.25 → 0 · Carl +0.25 → 0 · Dorthe −0.25 → 0 · Emil −0.25 → 0",
        f"Restored {with_carl}. jo, den blev alma, then "
        "Bodil 0 → +0.25 · Carl 0 → +0.25 · Dorthe 0 → −0.25 · Emil 0 → −0.25",
    ]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"partner": "Carl"}, "→ Bodil and Carl bid 8 and took 9. Dorthe and Emil paid 0.5 each"),
        ({"declarer": "Emil"}, "→ Emil and Dorthe bid 8 and took 9. Bodil and Carl paid 0.5 each"),
        ({"dealer": "Carl"}, "Dealer: Bodil → Carl"),
        ({"note": "talt om"}, "Note: talt → talt om"),
        ({"note": None}, "Note: talt → –"),
        ({"trump": "clubs"}, "Trump: – → clubs"),
        (
            {"attachment": "gode", "trump": "clubs"},
            "→ Bodil and Dorthe bid 8 gode and took 9. Carl and Emil paid 1 each",
        ),
        (
            {"partner": None, "alone": "ace_in_cat"},
            "→ Bodil bid 8 and took 9 (ace in the cat). The other three paid 0.5 each",
        ),
    ],
)
def test_a_correction_says_what_it_changed_whatever_that_was(visitor, evening, facts, told):
    ids = seat_ids(evening)
    entry = record(evening, trick(evening, "Bodil", "Dorthe", 9, note="talt"))
    deal = {**entry.deal, **{key: ids.get(fact, fact) for key, fact in facts.items()}}
    correct_deal(entry=entry, deal=deal, change=change(evening))

    text = page(visitor.get(DEAL))

    assert told in text
    assert "paid 0.5 each → Bodil and Dorthe bid 8 and took 9. Carl" not in text


def test_a_voided_deal_is_struck_through(visitor, evening):
    void_deal(entry=record(evening, trick(evening, "Bodil", "Dorthe", 9)), change=change(evening))

    response = visitor.get(DEAL)

    told = "Deal 1 voided Bodil and Dorthe bid 8 and took 9. Carl and Emil paid 0.5 each. What it paid before"
    assert told in re.sub(r".*(?=Deal 1)", "", page(response))
    assert re.findall('<s class="points zero">(.*?)</s>', response.content.decode().split('id="paid"')[1]) == [
        *("+0.5", "−0.5", "+0.5", "−0.5"),
    ]


def test_the_board_can_correct_and_void_and_restore(client, evening, entry):
    client.force_login(anna(evening.club))

    standing = links(client.get(DEAL))
    void_deal(entry=entry, change=change(evening))
    voided = links(client.get(DEAL))

    assert (standing, voided) == ({"correct", "void"}, {"restore"})


@pytest.mark.parametrize("name", [None, "oda"])
def test_others_only_read(client, name, entry):
    if name:
        client.force_login(make_user(name))

    response = client.get(DEAL)

    assert (response.status_code, links(response)) == (200, set())


def test_a_void_without_a_reason_is_asked_for_one_in_place(client, evening, entry):
    client.force_login(anna(evening.club))

    response = in_english(client).post(f"{DEAL}void/", {"change-key": str(entry.pk), "change-seen": str(entry.pk)})

    assert 'id="id_change-reason_error">Say in a few words why the deal is changed.' in response.content.decode()
    assert links(response) == {"correct", "void"}
