"""The keys of the contracts, in rows."""

import re
from html import unescape

import pytest

from ledger.models import Entry
from tests.support.people import FIVE, anna, make_club, make_evening, points_of
from tests.web.deals.test_deals import form_for, new_url
from tests.web.reading import in_english

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("preset", "first_row"),
    [
        ("dansk-whist", ["7", "nolo", "sol", "free_for_all", "passed_out"]),
        ("esmakker-wikipedia", ["7", "8", "9", "10", "11", "12", "13"]),
    ],
)
def test_levels_have_a_row_of_their_own_unless_there_is_but_one(client, preset, first_row):
    evening = make_evening(make_club(preset=preset))
    client.force_login(anna(evening.club))

    rows = client.get(new_url(evening)).context["form"].contract_rows()

    assert [key.data["value"] for key in rows[0][1]] == first_row


SIX = (*FIVE, "Gunnar")
PAIRS = ["Bodil og Dorthe", "Carl og Emil"]


@pytest.mark.parametrize(
    ("preset", "players", "keys", "danish", "english"),
    [
        ("engelsk-whist", 4, "contract", PAIRS, [pair.replace("og", "and") for pair in PAIRS]),
        (
            "engelsk-whist",
            4,
            "pair_tricks",
            [f"{number}<small>{number - 6} point</small>" for number in range(7, 14)],
            [f"{number}<small>+{number - 6}</small>" for number in range(7, 14)],
        ),
        *(
            (
                "call-ace-euchre",
                players,
                "contract",
                [
                    f"Alle stik<small>{alone} alene</small>",
                    "Hjem<small>1 alene</small>",
                    f"Alle stik<small>{both} til hver</small>",
                    "Hjem<small>1 til hver</small>",
                    "Bet<small>2 til de andre</small>",
                ],
                [
                    f"All tricks<small>{alone} alone</small>",
                    "Home<small>1 alone</small>",
                    f"All tricks<small>{both} to each</small>",
                    "Home<small>1 to each</small>",
                    "Beaten<small>2 to the others</small>",
                ],
            )
            for players, alone, both in [(4, 4, 2), (5, 5, 3), (6, 6, 3)]
        ),
    ],
)
def test_keys_say_what_they_give(client, preset, players, keys, danish, english):
    evening = make_evening(make_club(preset=preset, players=SIX[:players]), names=SIX[:players])
    client.force_login(anna(evening.club))

    for language, texts in ((lambda visitor: visitor, danish), (in_english, english)):
        drawn = unescape(language(client).get(new_url(evening)).content.decode())
        texts_on_keys = re.findall(rf'name="{keys}".*?<span>(.*?)</span>', drawn, re.DOTALL)
        assert texts_on_keys[: len(texts)] == texts
        assert "<legend>Goes along</legend>" not in drawn  # over no key


@pytest.mark.parametrize(
    ("preset", "answers", "points"),
    [
        ("engelsk-whist", {"contract": "second_pair", "pair_tricks": "9"}, [-3, 3, -3, 3]),
        ("call-ace-euchre", {"contract": "march_partners", "partner": "Carl"}, [2, 2, 0, 0]),
        ("call-ace-euchre", {"contract": "march_alone", "partner": "Bodil"}, [4, 0, 0, 0]),
    ],
)
def test_pairs_and_roles_are_saved_and_corrected_as_they_were(client, preset, answers, points):
    evening = make_evening(make_club(preset=preset))
    client.force_login(anna(evening.club))

    client.post(new_url(evening), form_for(evening, **answers))

    entry = Entry.objects.get()
    assert [points_of(entry).get(name, 0) for name in FIVE[:4]] == points
    form = client.get(new_url(evening).replace("new", f"{entry.number}/correct")).context["form"]
    assert form["contract"].value() == answers["contract"]
