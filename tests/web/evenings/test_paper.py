"""The paper sheet of a table on its page, and its total on the evening's page: who sees what, and what is refused."""

import pytest

from ledger.models import PaperTotal, Player
from ledger.services.deals import correct_deal, void_deal
from tests.support.people import FIVE, anna, change, make_club, make_evening, record, seat_ids, seat_tables, trick
from tests.web.reading import errors_of, form_on, in_english, page, rows_of

pytestmark = pytest.mark.django_db

EVENING = "/torsdagsklubben/evenings/1/"
SHEET = f"{EVENING}paper/"
TOTAL = f"{EVENING}tables/1/paper/total/"
WITHDRAW = f"{EVENING}tables/1/paper/withdraw/"


@pytest.fixture
def evening(evening):
    record(evening, trick(evening, "Bodil", "Carl", 10))
    return evening


def dealers(response):
    return [(row[0], row[1]) for row in rows_of(response)]


def test_the_board_is_led_to_the_sheet_and_it_goes_on_where_the_evening_stands(client, secretary, evening):
    assert SHEET.replace("paper/", "tables/1/paper/") in secretary.get(EVENING).content.decode()
    client.logout()
    assert "paper/" not in client.get(EVENING).content.decode()

    response = in_english(client).get(SHEET)

    assert dealers(response)[:5] == [
        ("2", "2 Carl"),
        ("3", "3 Dorthe"),
        ("4", "4 Emil"),
        ("5", "1 Bodil"),
        ("6", "2 Carl"),
    ]
    assert len(dealers(response)) == 20
    assert "1 Bodil 2 Carl 3 Dorthe 4 Emil" in page(response)
    assert "Control sum Deals Tricks Points, if you keep them: 1 Bodil 2 Carl" in page(response)


def test_an_empty_evening_begins_at_one_and_the_fifth_who_deals_has_no_box(client):
    make_evening(make_club(), names=FIVE)

    response = in_english(client).get(SHEET)

    first, second = rows_of(response)[:2]
    assert (first[:2], first[2:7]) == (["1", "1 Bodil"], ["", "2", "3", "4", "5"])
    assert (second[:2], second[2:7]) == (["2", "2 Carl"], ["1", "", "3", "4", "5"])
    assert "The dealer sits out and has no box." in page(response)


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("16", 16),
        ("26", 26),
        ("27", 20),
        ("mange", 20),
        ("9" * 5000, 20),
        ("0020" + "9" * 7, 20),
    ],
)
def test_a_sheet_has_as_many_rows_as_fit_on_one_page(client, evening, asked, rows):
    assert len(rows_of(client.get(f"{SHEET}?rows={asked}"))) == rows


def test_each_table_has_a_sheet_of_its_own_numbered_for_itself(client):
    club = make_club(players=(*FIVE, "Gerda", "Holger", "Inga"))
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    seat_tables(evening, FIVE[:4], ("Frida", "Gerda", "Holger", "Inga"))

    response = in_english(client).get(f"{EVENING}tables/2/paper/")

    assert dealers(response)[:2] == [("1", "1 Frida"), ("2", "2 Gerda")]
    assert "Evening 1, table 2" in page(response)
    client.force_login(anna(club))
    assert page(client.get(EVENING)).count("Sheet to print") == 2
    assert client.get(f"{EVENING}tables/3/paper/").status_code == 404


def test_a_blank_sheet_comes_with_the_price_list(client, evening):
    prices = f"/torsdagsklubben/tables/{evening.table_version_id}/"
    assert f"{prices}paper/" in client.get(prices).content.decode()

    blank = in_english(client).get(f"{prices}paper/?players=6")

    assert dealers(blank)[:2] == [("1", "1"), ("2", "2")]
    assert rows_of(blank)[0][2:8] == ["", "", "3", "4", "5", "6"]
    assert "where it went otherwise, write their seats at ~." in page(blank)
    assert client.get(f"{prices}paper/?players=99").status_code == 200


def test_a_total_that_agrees_is_said_to_the_board(secretary, evening, client):
    response = secretary.post(TOTAL, form_on(secretary.get(TOTAL)) | {"deals": "1", "tricks": "10"}, follow=True)

    assert response.redirect_chain == [(EVENING, 302)]
    assert "The sheet agrees with the book." in page(response)
    assert "The paper says the same. Once the evening is approved, it is locked." in page(secretary.get(EVENING))
    assert "The paper says the same, Sekretær 2," in page(secretary.get(EVENING))
    client.logout()
    assert "paper" not in page(in_english(client).get(EVENING)).lower()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2 19 1.25 1.25 -1.25 -1.25", "All are 0.25 off. It is deal 2: before it was corrected, the paper agreed."),
        ("3 25 0.5 1.5 -1.5 -0.5", "All are 0.5 off. It is deal 3: before it was voided, the paper agreed."),
        ("1 10 0.75 0.75 -0.75 -0.75", "All are 0.25 off. It is deal 2: without it, the paper agrees."),
        ("2 18 2 1 -1 -2", "See the sheet"),
    ],
)
def test_the_one_deal_that_explains_a_difference_is_named(secretary, evening, typed, told):
    changed = record(evening, trick(evening, "Bodil", "Carl", 9))
    voided = record(evening, trick(evening, "Dorthe", "Bodil", 7))
    correct_deal(entry=changed, deal=trick(evening, "Bodil", "Carl", 8), change=change(evening))
    void_deal(entry=voided, change=change(evening))

    fields = ["deals", "tricks", *(f"points_{pk}" for pk in seat_ids(evening).values())]
    total = dict(zip(fields, typed.split(), strict=True))
    response = secretary.post(TOTAL, form_on(secretary.get(TOTAL)) | total, follow=True)

    assert told in page(response)
    assert ("See deal" in page(response)) == ("It is" in told)


def test_a_total_that_differs_stands_in_the_cards_place_and_the_evening_is_not_approved(secretary, evening):
    approval = form_on(secretary.get(EVENING), f"{EVENING}approve/")
    bodil = Player.objects.get(name="Bodil")
    form = form_on(secretary.get(TOTAL)) | {"deals": "2", "tricks": "10", f"points_{bodil.pk}": "1,5"}
    response = secretary.post(TOTAL, form, follow=True)

    assert "The paper says something else" in page(response)
    assert rows_of(response)[:2] == [["Bodil", "+0.75", "+1.5", "−0.75"], ["Deals", "1", "2", "−1"]]
    assert "See the sheet" in page(response)
    assert form_on(response, f"{EVENING}approve/") is None
    refused = secretary.post(f"{EVENING}approve/", approval)
    assert "Evening 1 cannot be approved: the paper sheet of table 1 does not agree" in page(refused)
    assert not evening.closings.exists()

    withdrawn = form_on(secretary.get(WITHDRAW)) | {"reason": "Carl har talt forkert"}
    response = secretary.post(WITHDRAW, withdrawn, follow=True)
    assert "Carl har talt forkert" in page(response)
    assert "Carl" not in PaperTotal.objects.latest("number").reason
    assert errors_of(secretary.post(WITHDRAW, {"reason": "x"})) == {"": ["No total has been typed for this sheet."]}
    secretary.post(f"{EVENING}approve/", form_on(response, f"{EVENING}approve/"))
    assert evening.closings.exists()
    assert "Total of the paper sheet" not in page(secretary.get(EVENING))


def test_what_cannot_be_read_is_said_beside_its_field_and_kept(secretary, evening):
    bodil = f"points_{Player.objects.get(name='Bodil').pk}"

    response = secretary.post(TOTAL, form_on(secretary.get(TOTAL)) | {"deals": "to", "tricks": "-1", bodil: "1,3"})

    assert set(errors_of(response)) == {"deals", "tricks", bodil}
    assert 'value="to"' in response.content.decode()
    assert not PaperTotal.objects.exists()
    assert set(errors_of(secretary.post(WITHDRAW, {"key": "", "reason": ""}))) == {"reason"}


def test_a_table_that_is_not_there_has_no_total(secretary, evening):
    assert secretary.post(TOTAL.replace("tables/1", "tables/7"), {"deals": "1", "tricks": "1"}).status_code == 404
