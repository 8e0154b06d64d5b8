"""The club's scoring tables: the list, a version as the sheet on the wall, and typing the missing prices."""

import re
from datetime import date

import pytest

from ledger.models import ScoringTableVersion
from ledger.services.scoring import publish_prices
from tests.support.people import NOW, anna, make_club, make_evening, make_user, version_of
from tests.web.reading import errors_of, grid_of, page, publish, rows_of, words

pytestmark = pytest.mark.django_db

TABLES = "/torsdagsklubben/tables/"
TODAY = {"in_force_from": "2026-09-03"}
DANSK = TODAY | {"values.7.grand": "1", "values.7.grandi": "2,5", "nolo.nolo.made": "3", "nolo.sol.made": "4"}


def sign_in(visitor, club):
    visitor.force_login(anna(club))
    return visitor


def sheet_of(visitor, club):
    return visitor.get(f"{TABLES}{version_of(club).pk}/")


def grids(response):
    """Every table of the page: its caption and its rows."""
    grids_found = {}
    for table in re.findall(r"<table.*?</table>", response.content.decode(), re.DOTALL):
        caption = words(re.search("<caption.*?</caption>", table).group())
        grids_found[caption] = grid_of(table)
    return grids_found


# --- the list


def test_the_list_says_when_each_version_is_in_force(visitor, time_machine):
    club = make_club(preset="engelsk-whist")
    for day in (date(2026, 9, 3), date(2027, 3, 1)):
        publish_prices(version=version_of(club), prices={}, author=make_user("alma"), now=NOW, in_force_from=day)

    seen = {}
    for day in ("2027-02-28", "2027-03-01"):
        time_machine.move_to(f"{day}T12:00+01:00")
        seen[day] = [row[1:] for row in rows_of(visitor.get(TABLES))]

    assert seen == {
        "2027-02-28": [["3", "from 1 Mar 2027"], ["2", "In force from 3 Sep 2026"], ["1", "Earlier"]],
        "2027-03-01": [["3", "In force from 1 Mar 2027"], ["2", "Earlier"], ["1", "Earlier"]],
    }


def test_the_list_points_out_missing_prices_to_the_board(visitor):
    club = make_club(preset="dansk-whist")

    assert rows_of(visitor.get(TABLES))[0][2] == "In force from 1 Aug 2026"
    assert rows_of(sign_in(visitor, club).get(TABLES))[0][2] == "In force from 1 Aug 2026 5 prices are missing"


# --- a version


@pytest.mark.parametrize(
    ("chosen", "caption", "rows"),
    [
        (
            {"preset": "call-ace-whist"},
            "Nolo",
            [
                ["Contract", "Made", "Lost"],
                ["Sol at most one trick", "50", "100"],
                ["Ren sol", "100", "200"],
                ["Bordlægger at most one trick", "150", "300"],
                ["Ren bordlægger", "200", "400"],
            ],
        ),
        (
            {"preset": "call-ace-whist-quarter"},
            "Nolo",
            [["Contract", "Price", "And per trick beyond"], ["Sol at most one trick", "5", "5"]],
        ),
        (
            {"options": {"sol": "exactly_one"}},
            "Nolo",
            [["Contract", "Price"], ["Sol 1 trick", "1"]],
        ),
        (
            {"preset": "call-ace-euchre"},
            "Outcomes: the maker's side / each other",
            [["Outcome", "4 players", "5 players", "6 players"], ["March alone", "4 / 0", "5 / 0", "6 / 0"]],
        ),
    ],
)
def test_a_part_of_the_sheet_has_the_columns_of_its_game(visitor, chosen, caption, rows):
    assert grids(sheet_of(visitor, make_club(**chosen)))[caption][: len(rows)] == rows


@pytest.mark.parametrize(
    ("chosen", "sentences"),
    [
        (
            {"options": {"lost": "under"}},
            [
                "Lost: the price for each trick missing.",
                "Clubs in vip count twice.",
                "Danish Wikipedia, Whist: Esmakker whist, Regnskabet",
                "12 vip in the 3rd turn is 32; printed is 34",
            ],
        ),
        ({"preset": "engelsk-whist"}, ["Pairs : for each trick above 6 1"]),
    ],
)
def test_the_rules_chosen_and_the_readings_are_said_in_words(visitor, chosen, sentences):
    text = page(sheet_of(visitor, make_club(**chosen)))

    assert [sentence for sentence in sentences if sentence not in text] == []
    assert "Lost: the price, and the price once more for each trick missing." not in text


def test_missing_prices_are_pointed_out_to_the_board_who_can_type_them(visitor):
    club = make_club(preset="dansk-whist")

    seen_by_all = sheet_of(visitor, club)
    seen_by_the_board = sheet_of(sign_in(visitor, club), club)

    sentence = "5 prices are missing: a deal that needs one of them cannot be entered."
    assert (sentence in page(seen_by_all), sentence in page(seen_by_the_board)) == (False, True)
    assert grids(seen_by_all)["Contracts"] == [["Contract", "Grand", "Grandi"], ["7", "missing", "missing"]]
    assert ["/prices/" in seen.content.decode() for seen in (seen_by_all, seen_by_the_board)] == [False, True]


def test_the_evenings_of_a_version_are_listed_ten_to_a_page(visitor):
    club = make_club()
    for day in range(1, 13):
        make_evening(club, day=date(2026, 9, day))

    assert len(grids(sheet_of(visitor, club))["Evenings with these prices"]) == 1 + 10


# --- typing prices


@pytest.fixture
def secretary(visitor, dansk):
    return sign_in(visitor, dansk)


def typing(club):
    return f"{TABLES}{version_of(club).pk}/prices/"


def test_the_empty_cells_of_the_sheet_are_fields_and_the_others_stand_below(secretary, dansk):
    form = secretary.get(typing(dansk)).context["form"]

    assert {path: str(field.label) for path, field in form.fields.items() if path != "key"} == {
        "values.7.grand": "7 Grand",
        "values.7.grandi": "7 Grandi",
        "nolo.nolo.made": "Nolo",
        "nolo.sol.made": "Sol",
        "free_for_all.price": "Pasnolo",
    }
    assert [field.name for field in form.others()] == ["nolo.nolo.made", "nolo.sol.made", "free_for_all.price"]


def test_typed_prices_are_published_as_the_next_version(secretary, dansk):
    response = publish(secretary, typing(dansk), DANSK, follow=True)

    version = version_of(dansk)
    assert (version.number, response.redirect_chain) == (2, [(f"{TABLES}{version.pk}/", 302)])
    assert "Version 2 is published, in force from 3 Sep 2026." in page(response)
    assert grids(response)["Contracts"][1] == ["7", "1", "2.5"]
    assert list(version.to_rules().missing_prices) == ["free_for_all.price"]


def test_the_rest_can_be_typed_another_day(secretary, dansk):
    publish(secretary, typing(dansk), DANSK)

    form = secretary.get(typing(dansk)).context["form"]
    assert (list(form.fields), form.has_grid()) == (["free_for_all.price"], False)

    publish(secretary, typing(dansk), TODAY | {"free_for_all.price": "1/2"})
    assert version_of(dansk).to_rules().missing_prices == {}


def test_every_slip_is_said_beside_its_cell_and_nothing_is_published(secretary, dansk):
    typed = {"values.7.grand": "1.500", "values.7.grandi": "-1", "nolo.nolo.made": "tre", "nolo.sol.made": "4"}

    response = secretary.post(typing(dansk), typed)

    assert errors_of(response) == {
        "values.7.grand": ["Write 1.500 without a separator for thousands."],
        "values.7.grandi": ["A price is 0 or more."],
        "nolo.nolo.made": ["“tre” is not a number of points. Write for example 3, -0,25 or 1/8."],
    }
    assert {path: response.context["form"][path].value() for path in typed} == typed
    assert "Say from which day the prices are in force." in page(response)
    assert ScoringTableVersion.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "errors"),
    [
        (
            {"free_for_all.price": "1/8"},
            {"free_for_all.price": ["A pot of 1/8 cannot be shared exactly in steps of 1/24 point."]},
        ),
        ({"values.7.grand": " "}, {"": ["Type at least one price."]}),
    ],
    ids=["a pot that cannot be shared", "nothing typed"],
)
def test_what_cannot_be_published_is_said_in_its_place(secretary, dansk, typed, errors):
    assert errors_of(secretary.post(typing(dansk), TODAY | typed)) == errors
    assert ScoringTableVersion.objects.count() == 1


def test_a_price_of_nothing_is_a_price(secretary, dansk):
    publish(secretary, typing(dansk), TODAY | {"nolo.sol.made": "0"})

    assert version_of(dansk).to_rules().nolo["sol"].price.made == 0


def test_prices_that_look_like_a_slip_are_asked_about_once_beside_their_cells(visitor):
    club = make_club(preset="whistklubben")
    secretary = sign_in(visitor, club)
    sheet = {f"values.{level}.gode": str(2**n) for n, level in enumerate(range(8, 14))} | {"values.11.gode": "64"}
    address = typing(club)

    first = secretary.post(address, TODAY | sheet)
    second = publish(secretary, address, TODAY | sheet)

    told = "11 Gode is 64; by the steps of its column it would be 8."
    assert "1 price looks like a slip. Is it meant?" in page(first)
    assert told in page(first)
    field = first.content.decode().split('name="values.11.gode"')[1].split(">")[0]
    assert 'value="64"' in field
    assert 'aria-describedby="id_values.11.gode_remark"' in field
    assert second.status_code == 302
    assert version_of(club).to_rules().prices[11]["gode"].made == 64 * 8


def test_prices_typed_into_an_old_version_are_not_published_over_the_new(secretary, dansk):
    old = typing(dansk)
    publish(secretary, old, DANSK)

    response = secretary.post(old, TODAY | {"nolo.sol.made": "9"}, follow=True)

    assert "Version 2 has been published meanwhile." in page(response)
    assert (ScoringTableVersion.objects.count(), grids(response)["Nolo"][2]) == (2, ["Sol at most one trick", "4"])


def test_a_whole_table_has_nothing_to_type(visitor):
    club = make_club(preset="call-ace-whist")
    sign_in(visitor, club)

    assert visitor.get(typing(club))["Location"] == f"{TABLES}{version_of(club).pk}/"
