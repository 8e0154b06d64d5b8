"""Opening an evening on the page, and the evening's sheet."""

import re
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from ledger.models import Evening, Player, ScoringTable, Season
from ledger.rules.scoring.document import preset
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.scoring import publish_version
from tests.support.people import (
    FIVE,
    FOUR,
    NOW,
    change,
    make_club,
    make_evening,
    make_user,
    names_at,
    nolo,
    record,
    seat_ids,
    trick,
)
from tests.web.reading import errors_of, notices, page, words

pytestmark = pytest.mark.django_db

NEW = "/torsdagsklubben/evenings/new/"
SHEET = "/torsdagsklubben/evenings/1/"


def seating(*names, **fields):
    """What the form sends for players in seat order on 10 September."""
    ids = {player.name: str(player.pk) for player in Player.objects.all()}
    seats = {f"seat_{position}": ids.get(name, name) for position, name in enumerate(names, start=1)}
    return {"day": "2026-09-10", "guest": "", "place": "", **seats, **fields}


def names_chosen(response):
    """What each seat of the form shows, by name."""
    names = {str(player.pk): player.name for player in Player.objects.all()}
    form = response.context["form"]
    return [names.get(str(form[seat].value() or ""), "") for seat in form.seats]


# --- a new evening


def test_a_new_evening_leads_to_its_first_deal(secretary):
    response = secretary.post(NEW, seating("Emil", "Bodil", "", "Frida", "Carl", place="Hos Emil"))

    evening = Evening.objects.get()
    assert response.headers["Location"] == "/torsdagsklubben/evenings/1/deals/new/"
    assert (names_at(evening), str(evening.date), evening.place) == (
        {1: ["Emil", "Bodil", "Frida", "Carl"]},
        "2026-09-10",
        "Hos Emil",
    )
    assert notices(response) == ["Evening 1 is open. Prices: Esmakkerwhist (Wikipedia), version 1."]


def test_the_form_starts_today_as_they_sat_last_time(secretary, club, time_machine):
    time_machine.move_to("2026-09-10T19:00+02:00")
    make_evening(club, names=("Emil", "Bodil", "Frida", "Carl"))

    response = secretary.get(NEW)

    assert 'name="day" value="2026-09-10"' in response.content.decode()
    assert names_chosen(response) == ["Emil", "Bodil", "Frida", "Carl", "", "", ""]


def test_who_has_left_is_no_longer_on_the_list_nor_offered_to_sit_as_last_time(secretary, club):
    make_evening(club)
    Player.objects.filter(name="Bodil").update(is_active=False)

    markup = secretary.get(NEW).content.decode()

    options = re.search('<select name="seat_1".*?</select>', markup, re.DOTALL).group()
    assert re.findall("<option.*?>(.*?)</option>", options) == ["Nobody", "Carl", "Dorthe", "Emil", "Frida"]
    assert "selected" not in options.replace('value="" selected', "")
    assert 'name="same"' not in markup


def test_a_guest_who_looks_like_a_player_is_asked_about_once(secretary):
    asked = secretary.post(NEW, seating(*FOUR, guest="Frida."))
    sentence = "Frida. looks like Frida, who is on the list. Is it somebody else? Then tick the box below."
    assert errors_of(asked) == {"guest": [sentence]}
    assert asked.content.decode().index('name="guest"') < asked.content.decode().index('name="is_meant"')
    assert (Evening.objects.count(), Player.objects.count()) == (0, 5)

    secretary.post(NEW, seating(*FOUR, guest="Frida.", is_meant="on"))
    assert names_at(Evening.objects.get()) == {1: [*FOUR, "Frida."]}
    assert Player.objects.get(name="Frida.").is_guest


@pytest.mark.parametrize(
    ("names", "sentence", "fields"),
    [
        (("Bodil", "Carl", "Bodil", "Emil"), {}, ["seat_3"]),
        (("Bodil", "Carl", "Emil"), {}, ["seat_4"]),
        (("Bodil", "Carl"), {"guest": "Gerda"}, ["seat_3"]),
        (FOUR, {"guest": "G" * 61}, ["guest"]),
        (FOUR, {"place": "x" * 81}, ["place"]),
        (FOUR, {"day": "i går"}, ["day"]),
        (FOUR, {"day": ""}, ["day"]),
        (("Bodil", "Carl", "Emil", "99999"), {}, ["seat_4"]),
        (("Bodil", "Carl", "Emil", "🂡"), {}, ["seat_4"]),
    ],
)
def test_a_slip_is_shown_beside_its_field_and_nothing_is_stored(secretary, names, sentence, fields):
    sent = seating(*names, **sentence)

    response = secretary.post(NEW, sent)

    errors = errors_of(response)
    assert list(errors) == fields
    assert f'id="id_{fields[0]}_error">' in response.content.decode()
    assert {name: response.context["form"][name].value() for name in sent} == sent
    assert (Evening.objects.count(), Player.objects.count()) == (0, 5)


@pytest.fixture
def other_table(club):
    """A second table of the club, Anden takst, that the season's book can hold."""
    table = ScoringTable.objects.create(club=club, name="Anden takst", preset="dansk-whist")
    document = preset("dansk-whist") | {"unit_denominator": 8}
    return publish_version(scoring_table=table, document=document, author=make_user("alma"), now=NOW).scoring_table


def test_with_two_tables_the_secretary_chooses_one(secretary, club, other_table):
    make_evening(club)

    offered = secretary.get(NEW).context["form"]["table"]
    secretary.post(NEW, seating(*FOUR, table=str(other_table.pk)))

    assert offered.value() == Evening.objects.get(number=1).table_version.scoring_table_id
    assert [label for _pk, label in offered.field.choices] == [
        "Anden takst: version 1 from 3 Sep 2026",
        "Esmakkerwhist (Wikipedia): version 1 from 1 Aug 2026",
    ]
    assert Evening.objects.get(number=2).table_version.scoring_table == other_table


def next_version(table, day):
    """The table's first document published again, in force from a day."""
    document = table.versions.get(number=1).document
    return publish_version(scoring_table=table, document=document, author=make_user("alma"), now=NOW, in_force_from=day)


def test_the_version_follows_from_the_evenings_day(secretary, club):
    for starts in (date(2026, 9, 1), date(2027, 3, 1)):
        next_version(club.scoring_tables.get(), starts)

    response = secretary.post(NEW, seating(*FOUR, day="2026-09-01"))

    assert Evening.objects.get().table_version.number == 2
    assert notices(response) == ["Evening 1 is open. Prices: Esmakkerwhist (Wikipedia), version 2."]


def test_the_choice_of_a_table_says_what_is_in_force_and_what_is_to_come(secretary, other_table, time_machine):
    time_machine.move_to("2026-09-10T19:00+02:00")
    next_version(other_table, date(2027, 3, 1))

    [(_pk, label), _other] = secretary.get(NEW).context["form"].fields["table"].choices

    assert label == "Anden takst: version 1 from 3 Sep 2026, version 2 from 1 Mar 2027"


def test_a_table_that_the_book_cannot_hold_is_refused_beside_the_choice(secretary, club, other_table):
    next_version(club.scoring_tables.get(name="Esmakkerwhist (Wikipedia)"), date(2026, 9, 1))
    finer = preset("dansk-whist")
    publish_version(
        scoring_table=other_table, document=finer, author=make_user("alma"), now=NOW, in_force_from=date(2026, 9, 5)
    )
    sent = seating(*FOUR, table=str(other_table.pk))

    response = secretary.post(NEW, sent)

    assert errors_of(response) == {"table": ["This table counts in smaller parts of a point than the season's book."]}
    assert {name: response.context["form"][name].value() for name in sent} == sent


@pytest.mark.parametrize(("method", "status"), [("get", 200), ("post", 409)])
def test_a_closed_season_says_so_and_points_to_the_next(secretary, method, status):
    Season.objects.update(closed_at=timezone.now())

    response = getattr(secretary, method)(NEW, seating(*FOUR) if method == "post" else {})

    assert response.status_code == status
    assert "The season 2026/27 is closed" in page(response)
    assert 'href="/torsdagsklubben/seasons/new/"' in response.content.decode()
    assert not Evening.objects.exists()


# --- the sheet


def test_a_sheet_has_a_row_a_deal_and_a_column_a_player(visitor, club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Dorthe", 9))
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))

    response = visitor.get(SHEET)

    assert heads_of(response) == ["Deal", "Bodil +0.5", "Carl +3.5", "Dorthe +0.5", "Emil −4.5"]
    assert deals_of(response) == ["1 8 1 over Bodil and Dorthe", "2 Sol Carl home, Emil beaten Carl and Emil"]
    assert points_of(response) == [["+0.5", "−0.5", "+0.5", "−0.5"], ["0", "+4", "0", "−4"]]
    assert foot_of(response) == ["Total, sum 0", "+0.5", "+3.5", "+0.5", "−4.5"]
    assert reasons_of(response) == [
        f"{WHY_8}. The standing after it: Bodil +0.5 · Carl −0.5 · Dorthe +0.5 · Emil −0.5",
        f"{WHY_SOL}. The standing after it: Bodil +0.5 · Carl +3.5 · Dorthe +0.5 · Emil −4.5",
    ]
    bold = re.findall(r'data-who="([^"]*)"\s+class="num side', sheet_of(response))
    assert bold == ["Bodil", "Dorthe", "Carl", "Emil"]


WHY_8 = (
    "Bodil and Dorthe bid 8 and took 9. Carl and Emil paid 0.5 each. "
    "8 needs 8 tricks, took 9: 0.25 + 1 × 0.25 = 0.5 from each opponent"
)
WHY_SOL = (
    "Carl bid sol and took one trick. Emil went along and took three tricks. Carl got 4, Emil paid 4. "
    "Sol needs at most 1 trick. Carl took 1: 1 from each of the others. Emil took 3: 1 to each of the others"
)


def sheet_of(response):
    """The markup of the sheet, the decimals that nobody sees left out."""
    sheet = re.search(r'<table class="sheet.*?</table>', response.content.decode(), re.DOTALL).group()
    return re.sub('<i class="pad".*?</i>', "", sheet)


def cells(markup):
    return [words(cell) for cell in re.findall("<t[hd].*?</t[hd]>", markup, re.DOTALL)]


def heads_of(response):
    return cells(sheet_of(response).split("<thead")[1].split("</thead>")[0])


def foot_of(response):
    return cells(sheet_of(response).split("<tfoot")[1].split("</tfoot>")[0])


def deals_of(response):
    """What each row says was played."""
    return [words(summary) for summary in re.findall("<summary>.*?</summary>", sheet_of(response), re.DOTALL)]


def reasons_of(response):
    """What each row opens."""
    return [words(why) for why in re.findall('<div class="why">.*?</div>', sheet_of(response), re.DOTALL)]


def points_of(response):
    """The numbers of each row."""
    body = sheet_of(response).split("<tbody")[1].split("</tbody>")[0]
    return [cells(row.split("</th>")[1]) for row in re.findall("<tr.*?</tr>", body, re.DOTALL)]


def test_a_sheet_calls_long_names_by_as_few_words_as_tell_them_apart(visitor):
    names = ("Wilhelmine von Stokkemarke", "Karen Margrethe Holm", "Karen Jensen", "Bo")
    evening = make_evening(make_club(players=names), names=names)
    record(evening, trick(evening, names[0], names[1], 9))

    response = visitor.get(SHEET)

    assert heads_of(response) == ["Deal", "Wilhelmine +0.5", "Karen Margrethe +0.5", "Karen Jensen −0.5", "Bo −0.5"]
    assert deals_of(response) == ["1 8 1 over Wilhelmine and Karen Margrethe"]
    assert f'<abbr title="{names[0]}">' in sheet_of(response)


def test_a_voided_deal_is_struck_through_and_a_correction_and_a_restored_deal_are_marked(visitor, club):
    evening = make_evening(club)
    voided, corrected, restored = (record(evening, trick(evening, "Bodil", "Dorthe", 9)) for _ in range(3))
    for entry in (voided, restored):
        void_deal(entry=entry, change=change(evening))
    restore_deal(entry=restored, change=change(evening))
    correct_deal(entry=corrected, deal=trick(evening, "Bodil", "Dorthe", 8), change=change(evening))

    response = visitor.get(SHEET)

    assert deals_of(response) == [
        "1 8 1 over voided Bodil and Dorthe",
        "2 8 corrected Bodil and Dorthe",
        "3 8 1 over restored Bodil and Dorthe",
    ]
    assert [row[0] for row in points_of(response)] == ["+0.5", "+0.25", "+0.5"]
    assert foot_of(response)[1] == "+0.75"
    assert ["Voided: talt forkert" in why for why in reasons_of(response)] == [True, False, False]
    struck = re.findall("<s>(.*?)</s>", sheet_of(response), re.DOTALL)
    assert [words(cell) for cell in struck] == ["8 1 over", "+0.5", "−0.5", "+0.5", "−0.5"]


def test_the_house_has_a_column_where_it_plays(visitor):
    club = make_club(preset="call-ace-euchre")
    evening = make_evening(club)
    maker = seat_ids(evening)["Bodil"]
    record(evening, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})

    response = visitor.get(SHEET)

    assert heads_of(response)[-1] == "The house −4"
    assert points_of(response) == [["+4", "0", "0", "0", "−4"]]
    assert foot_of(response) == ["Total, sum 0", "+4", "0", "0", "0", "−4"]


def test_the_note_below_says_only_what_the_game_knows(visitor):
    club = make_club(preset="engelsk-whist")
    evening = make_evening(club)
    ids = seat_ids(evening)
    pairs = [[ids["Bodil"], ids["Dorthe"]], [ids["Carl"], ids["Emil"]]]
    record(evening, {"kind": "pair_book", "pairs": pairs, "pair_tricks": [8, 5]})

    told = page(visitor.get(SHEET))

    assert "Total, sum 0 +2 −2 +2 −2 Press a deal and see why." in told


def test_who_sits_over_has_a_dot_that_is_told_in_words(visitor, club):
    evening = make_evening(club, names=FIVE)
    record(evening, trick(evening, "Carl", "Emil", 8))

    assert points_of(visitor.get(SHEET))[0][0] == "· sat out"


def test_an_evening_without_deals_has_the_boards_button_to_begin(secretary, evening):
    first_deal = 'href="/torsdagsklubben/evenings/1/deals/new/"'
    assert first_deal in secretary.get(SHEET).content.decode()

    secretary.logout()

    assert first_deal not in secretary.get(SHEET).content.decode()


# --- the result above it


def test_the_result_tells_who_won_how_it_turned_and_who_was_the_best_pair(visitor, club, time_machine):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 10))
    record(evening, trick(evening, "Bodil", "Carl", 8))
    record(evening, nolo(evening, "sol", {"Emil": 0}))
    time_machine.move_to("2026-09-04T09:00+02:00")

    told = page(visitor.get(SHEET))

    assert "2026/27 · Evening 1 · 3 deals 3 September" in told
    assert "Place Player Points 1 Emil +2 2 Bodil 0" in told
    assert "Emil won the evening with +2." in told
    assert "Deal 3: Emil's sol Bodil and Carl led with +1." in told
    assert "Emil bid sol and took no trick. The other three paid 1 each." in told
    assert "The pair of the evening: Bodil and Carl, +2 together in 2 deals, all of them won" in told


def test_an_approved_evening_is_won(visitor, club, time_machine):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    time_machine.move_to("2026-09-03T23:00+02:00")

    approve_evening(evening=evening, entry_count=1, author=make_user("alma"), now=NOW)

    told = page(visitor.get(SHEET))
    assert "shared the first place" in told
    assert "Approved by" in told


def test_an_evening_leads_to_the_one_before_and_after(visitor, club):
    for day in (3, 17, 10):
        make_evening(club, day=date(2026, 9, day))

    first, last, between = (page(visitor.get(f"/torsdagsklubben/evenings/{number}/")) for number in (1, 2, 3))

    assert "← Evening 1, 3 September" in between and "Evening 2, 17 September →" in between
    assert "← Evening" not in first and "→" not in last


def test_the_same_as_last_time_is_one_tap(secretary, club, time_machine):
    make_evening(club, names=("Dorthe", "Bodil", "Carl", "Emil"))
    time_machine.move_to("2026-09-10T19:00+02:00")
    text = secretary.get(NEW).content.decode()
    key = re.search('name="key" value="([^"]*)"', text)[1]

    response = secretary.post(NEW, {"key": key, "same": "1"})

    opened = club.evenings.get(date="2026-09-10")
    assert "Dorthe, Bodil, Carl, Emil" in text
    assert response.url == reverse("deal_new", args=[club.slug, opened.number])
    assert names_at(opened) == {1: ["Dorthe", "Bodil", "Carl", "Emil"]}
    assert secretary.post(NEW, {"key": key, "same": "1"}).url == response.url
    assert club.evenings.filter(date="2026-09-10").count() == 1
