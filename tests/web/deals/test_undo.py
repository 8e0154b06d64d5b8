"""Undo at the entry screen: what was typed comes back, and is saved again under the number that it had."""

import re
import uuid

import pytest
from django.urls import reverse

from ledger.models import Entry
from ledger.queries.book.audit.audit import audit
from ledger.queries.evenings.turns import at_table
from ledger.queries.seasons.season_book import season_book
from ledger.services.deals import restore_deal
from tests.support.people import NOW, change, points_of, record, trick
from tests.web.deals.test_deals import deal_url
from tests.web.reading import form_on, page

pytestmark = pytest.mark.django_db


def undo(client, entry):
    """Press the entry screen's undo of a deal; gives the page that it leads to."""
    fields = {"change-key": uuid.uuid4(), "change-seen": entry.pk, "change-reason": "undone", "go_on": "1"}
    return client.post(deal_url("deal_void", entry), fields, follow=True)


def save(client, response, **other):
    return client.post(response.request["PATH_INFO"] + "?again", form_on(response) | other)


def standing(evening):
    return [(entry.number, points_of(entry)["Bodil"]) for entry in Entry.objects.standing().order_by("number")]


def test_an_undone_deal_comes_back_filled_in_and_is_saved_again_under_its_number(secretary, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    second = record(evening, trick(evening, "Dorthe", "Carl", 9))
    entering = reverse("deal_new", args=[evening.club.slug, evening.number])
    assert "Dorthe and Carl got 0.5 each, Bodil and Emil gave 0.5 each." in page(secretary.get(entering))

    undone = undo(secretary, second)

    assert page(undone).startswith("Deal 2 is voided.")
    assert "This is what was typed: put it right and save it again" in page(undone)
    assert "Why is it changed?" not in page(undone)
    declarer = str(evening.club.players.get(name="Bodil").pk)
    saved = save(secretary, undone, declarer=declarer, tricks="8")

    assert saved.url == reverse("deal_new", args=["torsdagsklubben", 1])
    assert standing(evening) == [(1, 2), (2, 2)]
    assert at_table(evening=evening, table_number=1).number == 3
    kinds = list(Entry.objects.filter(number=2).order_by("sequence").values_list("kind", flat=True))
    assert kinds == ["deal", "reversal", "deal"]
    assert audit(club=evening.club).findings == ()


def test_an_undo_can_be_undone_in_turn_and_the_same_form_counts_once(secretary, evening):
    first = undo(secretary, record(evening, trick(evening, "Bodil", "Carl", 8)))
    fields = form_on(first) | {"tricks": "9"}
    for _ in range(2):
        answer = secretary.post(first.request["PATH_INFO"] + "?again", fields)
        assert answer.url == reverse("deal_new", args=["torsdagsklubben", 1])
    assert Entry.objects.count() == 3

    restored = Entry.objects.standing().get()
    save(secretary, undo(secretary, restored), tricks="10")

    assert standing(evening) == [(1, 6)]
    assert Entry.objects.standing().get().replaces == restored
    assert audit(club=evening.club).findings == ()


def test_others_go_on_meanwhile_and_what_somebody_brought_back_is_shown(secretary, evening):
    undone = record(evening, trick(evening, "Bodil", "Carl", 8))
    refused = undo(secretary, undone)
    record(evening, trick(evening, "Dorthe", "Emil", 8))
    save(secretary, refused, tricks="9")
    assert [number for number, _ in standing(evening)] == [1, 2]

    third = record(evening, trick(evening, "Bodil", "Carl", 8))
    refused = undo(secretary, third)
    restore_deal(entry=third, change=change(evening))
    late = save(secretary, refused, tricks="10")

    assert late.status_code == 409
    assert "What is stored now" in page(late)
    assert points_of(Entry.objects.standing().get(number=3))["Bodil"] == 2


def test_only_an_undone_deal_is_offered_again(secretary, entry):
    assert secretary.get(deal_url("deal_correct", entry) + "?again").url == deal_url("deal", entry)

    undo(secretary, entry)

    assert secretary.get(deal_url("deal_correct", entry)).url == deal_url("deal", entry)
    title = re.search("<title>(.*?) ", secretary.get(deal_url("deal_correct", entry) + "?again").content.decode())
    assert title[1] == "Deal"


def test_an_undone_deal_saved_with_other_contents_is_corrected_everywhere_from_and_to(secretary, evening):
    same, other = (record(evening, trick(evening, "Bodil", "Carl", 8)) for _ in range(2))
    save(secretary, undo(secretary, same))
    save(secretary, undo(secretary, other), tricks="9")
    secretary.cookies["django_language"] = "da"

    def steps(entry):
        history = secretary.get(deal_url("deal", entry)).context["history"]
        return [(step.kind, step.before and str(step.before.result), str(step.result)) for step in history.steps]

    home = "just home"
    assert steps(same) == [("recorded", None, home), ("voided", None, home), ("restored", None, home)]
    assert steps(other) == [("recorded", None, home), ("voided", None, home), ("corrected", home, "1 over")]
    was = "Bodil og Carl meldte 8 og gik lige hjem. Dorthe og Emil betalte 0,25 hver"
    now = "Bodil og Carl meldte 8 og fik 9. Dorthe og Emil betalte 0,5 hver"
    assert f"Rettet {was} → {now}" in page(secretary.get(deal_url("deal", other)))

    sheet = secretary.get(reverse("evening", args=["torsdagsklubben", 1]))
    assert [row.change for row in sheet.context["sheet"].rows] == ["restored", "corrected"]
    assert [(step.kind, step.entry.number) for step in sheet.context["changes"]] == [
        ("voided", 1), ("restored", 1), ("voided", 2), ("corrected", 2)
    ]  # fmt: skip

    log = page(secretary.get(reverse("log", args=["torsdagsklubben"])))
    assert f"spil 2 Rettet {was} → {now}" in log and f"spil 1 Gendannet {was}" in log

    book = season_book(season=evening.season, made_at=NOW)
    assert [deal.status["da"] for deal in book.deals] == ["gendannet", "rettet"]
