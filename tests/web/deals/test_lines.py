"""The keyboard line and pasted lines: saved at once or not at all, every slip marked at its character."""

import uuid

import pytest
from django.urls import reverse
from django.utils.translation import override

from ledger.models import Entry
from ledger.rules.deals.keyboard_line import Notation
from ledger.rules.scoring.document import PRESETS
from ledger.web.deals.line_panel import line_help
from tests.rules.deals.playing import FOUR, table_of
from tests.support.people import (
    FIVE,
    anna,
    make_club,
    make_evening,
    points_of,
    record,
    seat_again,
    seat_ids,
    seat_tables,
    trick,
)
from tests.support.replay import replayed
from tests.web.reading import errors_of, form_on, in_english, notices, page, rows_of, words

pytestmark = pytest.mark.django_db

IN_PLACE = {"In-Place": "true"}


def address(name, evening):
    return reverse(name, args=[evening.club.slug, evening.number])


def line(evening, text, **fields):
    """What the line's form sends at the evening's first deal."""
    sent = {"line-key": str(uuid.uuid4()), "line-dealer": seat_ids(evening)["Bodil"], "line-text": text}
    return {**sent, "prices": str(evening.table_version_id), **fields}


def pasted_form(evening, text, **fields):
    """What the form of pasted lines sends at the evening's first deal."""
    sent = {"key": str(uuid.uuid4()), "dealer": seat_ids(evening)["Bodil"], "text": text, "save": "1"}
    return {**sent, "prices": str(evening.table_version_id), **fields}


def test_a_line_is_saved_at_once_and_the_next_is_typed_in_the_same_place(secretary, evening):
    before = secretary.get(address("deal_new", evening)).context["line"]["form"]
    response = secretary.post(address("deal_line", evening), line(evening, "19v23+"), follow=True)

    assert "autofocus" not in before.fields["text"].widget.attrs  # the keys have it until a line is used
    assert response.redirect_chain == [(f"{address('deal_new', evening)}?line=1", 302)]
    assert points_of(Entry.objects.get()) == {"Bodil": 32, "Carl": -32, "Dorthe": 32, "Emil": -32}
    form = response.context["line"]["form"]
    assert (response.context["number"], form.dealer_name()) == (2, "Carl")
    assert form.fields["text"].widget.attrs["autofocus"] is True


def test_a_line_sent_twice_is_one_deal_and_its_key_takes_no_other(secretary, evening):
    sent = line(evening, "183")

    *repeated, other = [
        secretary.post(address("deal_line", evening), sent | {"line-text": text}) for text in ("183", "183", "183+")
    ]

    assert [response.status_code for response in (*repeated, other)] == [302, 302, 409]
    assert list(other.context["line"]["form"].errors) == ["text"]
    assert Entry.objects.count() == 1


def test_a_line_that_cannot_be_read_is_kept_and_marked_at_its_character(secretary, evening):
    response = secretary.post(address("deal_line", evening), line(evening, "19v9"))

    text = response.content.decode()
    form = response.context["line"]["form"]
    assert response.status_code == 200
    assert '<code class="echo">19v<mark>9</mark></code>' in text
    assert form["text"].value() == "19v9"
    assert form.errors["text"] == ["At “9” the vip turn was expected."]
    assert 'aria-invalid="true"' in form["text"].as_widget()
    assert "id_line-text_error" in form["text"].as_widget()
    assert not response.context["form"].is_bound
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "This field is required."),
        ("183 " + "x" * 300, "The line is too long."),
        ("@ 2", "Which table it is at is chosen on the evening's page, or said among many lines."),
        ("= -1 0,9 . . ; x", "Points are counted in steps of 1/8 here; 0,9 does not fit."),
    ],
)
def test_no_slip_is_ever_saved_or_more_than_a_sentence(secretary, evening, text, fault):
    response = secretary.post(address("deal_line", evening), line(evening, text))

    assert response.status_code == 200
    with override(response["Content-Language"]):
        assert fault in " ".join(response.context["line"]["form"].errors["text"])
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"line-dealer": "99999"}, "dealer"), ({"line-key": "no key"}, "key"), ({"prices": "0"}, "text")],
)
def test_a_form_that_nobody_was_given_is_refused(secretary, evening, fields, field):
    response = secretary.post(address("deal_line", evening), line(evening, "183", **fields))

    assert list(response.context["line"]["form"].errors) == [field]
    assert Entry.objects.count() == 0


def page_answer(client, evening, text, dealer="Bodil"):
    """What the page shows below a line that is being typed."""
    fields = {"line-text": text, "line-dealer": seat_ids(evening)[dealer]}
    return words(client.get(address("deal_line", evening), fields, headers=IN_PLACE).content.decode())


def test_while_a_line_is_typed_the_page_says_what_it_means(secretary, evening):
    assert page_answer(secretary, evening, "19v23+") == (
        "Bodil +4 Carl −4 Dorthe +4 Emil −4 "
        "Bodil and Dorthe bid 9 vip in the 2nd turn and take 10. Carl and Emil pay 4 each."
    )
    assert page_answer(secretary, evening, "19v").startswith("After “19v” ")
    assert page_answer(secretary, evening, "19v").endswith("is missing. 19v ␣")
    assert page_answer(secretary, evening, "") == ""
    assert Entry.objects.count() == 0


def test_a_line_being_typed_names_who_sits_out(secretary, evening):
    five = make_evening(evening.club, names=FIVE)

    assert page_answer(secretary, five, "243", dealer="Carl").startswith("At “43” ")
    assert "Carl sits out" in page_answer(secretary, five, "283", dealer="Carl")


def test_what_was_typed_is_never_taken_for_the_id_of_a_player(secretary, evening):
    typed = seat_ids(evening)["Emil"]

    assert page_answer(secretary, evening, f"p {typed}").startswith(f"At “{typed}” the end was expected.")


def test_pasted_lines_are_shown_with_what_they_pay_before_any_is_saved(secretary, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    sent = pasted_form(evening, "# from paper\n183\n\n19v23+\n1sol3-", preview="1")
    del sent["save"]

    response = secretary.post(address("deal_paste", evening), sent)

    assert [(row[0], row[1], *row[3:]) for row in rows_of(response)] == [
        ("2", "183", "+0.25 +0.5", "−0.25 0", "+0.25 0", "−0.25 −0.5"),
        ("3", "19v23+", "+4 +4.5", "−4 −4", "+4 +4", "−4 −4.5"),
        ("4", "1sol3-", "+4 +8.5", "0 −4", "−4 0", "0 −4.5"),
    ]
    assert "Save 3 deals" in page(response)
    assert Entry.objects.count() == 1


def test_pasted_lines_are_saved_together(secretary, evening):
    sent = pasted_form(evening, "183\r\np\r\n193 @1\r\n= -1 1 . . ; kaffe")

    responses = [secretary.post(address("deal_paste", evening), sent) for _ in range(2)]

    assert [response.headers["Location"] for response in responses] == [address("evening", evening)] * 2
    assert notices(responses[0]) == ["4 deals are saved."]
    names = {player: name for name, player in seat_ids(evening).items()}
    assert [(entry.kind, names.get(entry.deal.get("dealer"))) for entry in Entry.objects.order_by("number")] == [
        ("deal", "Bodil"),
        ("passed_out", "Carl"),
        ("deal", "Bodil"),
        ("adjustment", None),
    ]


def test_of_pasted_lines_with_a_slip_none_is_saved_and_every_slip_is_named(secretary, evening):
    response = secretary.post(address("deal_paste", evening), pasted_form(evening, "183\n# hej\n18x3\n183+9\n284"))

    first, second = errors_of(response)["text"]
    assert first.startswith("Line 3, character 3: At “x3” ")
    assert second.startswith("Line 4, character 4: ")
    assert '<code class="echo">18<mark>x</mark>3</code>' in response.content.decode()
    assert [row[3] for row in rows_of(response)] == ["+0.25 +0.25", "–", "–", "−0.25 0"]
    assert response.context["form"]["text"].value() == "183\n# hej\n18x3\n183+9\n284"
    assert "Save 4 deals" not in page(response)
    assert Entry.objects.count() == 0


def test_of_very_many_slips_the_first_are_named(secretary, evening):
    response = secretary.post(address("deal_paste", evening), pasted_form(evening, "x\n" * 12))

    errors = errors_of(response)["text"]
    assert (len(errors), errors[-1]) == (11, "and 2 more lines")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "This field is required."),
        ("# nothing\n\n", "There is no deal in this text."),
        ("p\n" * 1001, "There are 1001 lines; at most 1000 are entered at a time."),
        ("@ 2\n", "There is no deal in this text."),
    ],
)
def test_a_text_that_cannot_be_entered_says_why(secretary, evening, text, fault):
    response = secretary.post(address("deal_paste", evening), pasted_form(evening, text))

    assert errors_of(response) == {"text": [fault]}


def test_prices_that_changed_meanwhile_save_nothing_and_show_the_new_points(secretary, evening):
    response = secretary.post(address("deal_paste", evening), pasted_form(evening, "183", prices="0"))

    assert (response.status_code, list(errors_of(response))) == (409, ["text"])
    assert rows_of(response)[0][3] == "+0.25 +0.25"
    assert Entry.objects.count() == 0


def test_an_evening_is_read_as_text_by_anybody(client, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))

    response = client.get(address("deals_text", evening))

    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode().splitlines()[-1] == "182"


SEATS = ": Carl, Bodil, Dorthe, Frida\n"


def test_what_pasted_lines_will_do_is_shown_with_everybody(secretary, evening):
    sent = pasted_form(evening, f"183\n: Ukendt, Carl\n183\n{SEATS}183")
    del sent["save"]

    response = secretary.post(address("deal_paste", evening), sent)

    first, wrong, second, seats, third = rows_of(response)
    assert [row[0] for row in (first, wrong, second, seats, third)] == ["1", "", "2", "", "3"]
    assert "From here on: Carl, Bodil, Dorthe, Frida" in " ".join(seats)
    assert (first[-1], third[-2]) == ("–", "–")  # Frida before she came, Emil after he left


def test_lines_for_other_seats_are_shown_again_among_those_who_sit_there_now(secretary, evening):
    sent = pasted_form(evening, "183", players=",".join(seat_ids(evening).values()), number="1")
    sent["dealer"] = seat_ids(evening)["Emil"]
    names = ("Frida", "Bodil", "Carl", "Dorthe")
    seat_again(evening, *names)

    response = secretary.post(address("deal_paste", evening), sent)

    assert response.status_code == 409
    assert errors_of(response)["text"] == ["The seats have changed meanwhile: look at who sits where, then save."]
    form = response.context["form"]
    assert (list(form.names.values()), form["text"].value()) == (list(names), "183")
    assert not Entry.objects.exists()


# --- several tables

EIGHT = (*FIVE, "Gerda", "Holger", "Inga")
FOUR_THERE = EIGHT[:4]


@pytest.fixture
@replayed
def two_tables():
    """An evening with four at each of two tables."""
    evening = make_evening(make_club("Fredagsklubben", players=EIGHT))
    seat_tables(evening, FOUR_THERE, EIGHT[4:])
    return evening


@pytest.fixture
def secretary_there(client, two_tables):
    client.force_login(anna(two_tables.club))
    return in_english(client)


def test_lines_of_several_tables_are_shown_with_the_table_and_who_sits_where_from_then_on(secretary_there, two_tables):
    text = "183\n@ 2\n183\n@ 1\n: Frida, Carl, Dorthe, Emil\np"
    sent = form_on(secretary_there.get(address("deal_paste", two_tables))) | {"text": text}

    response = secretary_there.post(address("deal_paste", two_tables), sent)

    assert [row[:3] for row in rows_of(response)] == [
        ["1", "1", "183"],
        ["2", "2", "183"],
        ["", "1", ": Frida, Carl, Dorthe, Emil"],
        ["3", "1", "p"],
    ]
    assert list(response.context["text"].names.values()) == list(EIGHT)
    assert rows_of(response)[2][3] == "From here on: Frida, Carl, Dorthe, Emil Nobody sits at table 2."
    assert "Save 3 deals" in page(response)


def test_others_at_the_other_table_meanwhile_are_shown_before_anything_is_saved(secretary_there, two_tables):
    sent = form_on(secretary_there.get(address("deal_paste", two_tables))) | {"text": "@ 2\n183", "save": "1"}
    seat_tables(two_tables, FOUR_THERE, ("Inga", "Holger", "Gerda", "Frida"))

    refused = secretary_there.post(address("deal_paste", two_tables), sent)
    form = refused.context["form"]
    fields = {name: form[name].value() for name in ("key", "dealer", "number", "seating", "text")}
    saved = secretary_there.post(address("deal_paste", two_tables), sent | fields)

    assert (refused.status_code, saved.status_code) == (409, 302)
    assert list(points_of(Entry.objects.get())) == ["Inga", "Holger", "Gerda", "Frida"]


def test_the_address_of_one_tables_text_leads_to_that_of_all(client, two_tables):
    text = client.get("/fredagsklubben/evenings/1/tables/2/deals.txt", follow=True)

    assert text.redirect_chain == [("../../deals.txt", 302)]
    assert text.request["PATH_INFO"] == address("deals_text", two_tables)


@pytest.mark.parametrize("code", PRESETS)
def test_every_example_of_the_help_is_a_line_of_its_table(code):
    scoring_table = table_of(code)
    with override("en"):
        groups = dict(line_help(scoring_table, FOUR))

    for typed, _meaning in groups["Examples"]:
        Notation(scoring_table, dict(zip(FOUR, FOUR, strict=True))).read(typed, FOUR)
    assert groups["Seats"] == [(str(seat), name) for seat, name in enumerate(FOUR, start=1)]
    assert all(typed and meaning for rows in groups.values() for typed, meaning in rows)
