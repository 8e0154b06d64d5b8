"""Drawing who sits where on the pages: a new evening at several tables, what was drawn, and drawing again."""

import re
import uuid
from datetime import timedelta

import pytest

from ledger.models import Evening, LoggedChange, Player
from ledger.queries.evenings.seating import tables_of
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import change_player
from ledger.services.evenings.seating import seat_evening
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import close_season
from tests.support.people import (
    FIVE,
    NOW,
    make_club,
    make_evening,
    make_user,
    record,
    season_of,
    seat_ids,
    signed,
    trick,
)
from tests.web.reading import errors_of, notices, page, words

pytestmark = pytest.mark.django_db

NINE = (*FIVE, "Gerda", "Holger", "Inger", "Jens")
NEW = "/torsdagsklubben/evenings/new/draw/"
DRAW = "/torsdagsklubben/evenings/1/draw/"
AGAIN = f"{DRAW}again/"


@pytest.fixture
def club():
    return make_club(players=NINE)


def who(*names, **fields):
    """What the form sends for those who are here on 10 September, drawn by chance onto two tables."""
    ids = {player.name: str(player.pk) for player in Player.objects.all()}
    form = {"day": "2026-09-10", "players": [ids.get(name, name) for name in names], "guests": "", "tables": "2"}
    return {"key": str(uuid.uuid4()), **form, "way": "chance", "place": "", "deals_per_round": "", **fields}


def sizes(evening=None):
    seated = tables_of(evening=evening or Evening.objects.get())
    return {number: len(seats) for number, seats in seated.items()}


def tables_shown(response):
    """Who the page seats at each table, in order."""
    cards = re.findall(r'<h2 id="table-(\d+)">.*?<ol>(.*?)</ol>', response.content.decode(), re.DOTALL)
    return {int(number): [words(name) for name in re.findall("<li>(.*?)</li>", names)] for number, names in cards}


# --- a new evening


def test_everybody_who_is_here_is_drawn_onto_the_tables(secretary):
    assert f'href="{NEW}"' in secretary.get("/torsdagsklubben/evenings/new/").content.decode()

    response = secretary.post(NEW, who(*NINE, place="Hos Emil", deals_per_round="16"))

    evening = Evening.objects.get()
    assert response.headers["Location"] == DRAW
    assert notices(response) == ["Evening 1 is open. Prices: Esmakkerwhist (Wikipedia), version 1."]
    assert (sizes(), str(evening.date), evening.place, evening.deals_per_round) == (
        {1: 4, 2: 5},
        "2026-09-10",
        "Hos Emil",
        16,
    )
    drawn = tables_shown(secretary.get(DRAW))
    seated = tables_of(evening=evening)
    assert {number: [seat.player.name for seat in seats] for number, seats in seated.items()} == {
        number: [first.removesuffix(" deals first"), *others] for number, (first, *others) in drawn.items()
    }
    assert [first.endswith(" deals first") for first, *_ in drawn.values()] == [True, True]
    assert "10 Sep 2026, Hos Emil, 16 deals in a round" in page(secretary.get(DRAW))


def test_guests_are_named_in_the_form_and_drawn_with_the_others(secretary):
    secretary.post(NEW, who(*NINE[:6], guests="Karl, Lis; Mads"))

    assert sizes() == {1: 4, 2: 5}
    assert Player.objects.filter(is_guest=True).count() == 3


def test_the_form_starts_with_those_who_were_there_last_time(secretary, club, time_machine):
    time_machine.move_to("2026-09-10T19:00+02:00")
    secretary.post(NEW, who(*NINE[:8], place="Hos Emil", deals_per_round="16", rotation="even"))

    response = secretary.get(NEW)

    form = response.context["form"]
    assert sorted(form.club_players[pk].name for pk in form["players"].value()) == sorted(NINE[:8])
    assert [form[name].value() for name in ("tables", "place", "deals_per_round")] == [2, "Hos Emil", 16]
    assert (Evening.objects.get().rotation, form["rotation"].value()) == ("even", "even")
    assert 'name="day" value="2026-09-10"' in response.content.decode()


@pytest.mark.parametrize(
    ("names", "sentence", "field"),
    [
        (NINE, {"tables": "3"}, "tables"),
        (NINE, {"tables": ""}, "tables"),
        (NINE, {"tables": "31"}, "tables"),
        (NINE, {"tables": "mange"}, "tables"),
        ((), {}, "players"),
        ((), {"guests": "Karl"}, "players"),
        ((*FIVE, "99999"), {"tables": "1"}, "players"),
        (NINE, {"way": "lige"}, "way"),
        (FIVE, {"guests": "G" * 61}, "guests"),
        (NINE, {"deals_per_round": "201"}, "deals_per_round"),
        (NINE, {"rotation": "lige"}, "rotation"),
        (NINE, {"place": "x" * 81}, "place"),
        (NINE, {"day": "i går"}, "day"),
    ],
)
def test_a_slip_is_shown_beside_its_field_and_nothing_is_stored(secretary, names, sentence, field):
    sent = who(*names, **sentence)

    response = secretary.post(NEW, sent)

    assert response.status_code == 200
    assert list(errors_of(response)) == [field]
    assert f'id="id_{field}_error">' in response.content.decode()
    assert {name: response.context["form"][name].value() for name in sent if name != "key"} == {
        name: value for name, value in sent.items() if name != "key"
    }
    assert (Evening.objects.count(), Player.objects.count()) == (0, 9)


def test_a_closed_season_is_not_drawn_for(secretary, club):
    close_season(season=season_of(club), entry_count=0, **signed(club))

    response = secretary.get(f"{NEW}?season=2026-27", follow=True)

    assert "The season 2026/27 is closed" in page(response)
    assert secretary.post(NEW, who(*NINE)).status_code == 302
    assert Evening.objects.count() == 0


# --- what was drawn


@pytest.fixture
def evening(secretary):
    secretary.post(NEW, who(*NINE))
    return Evening.objects.get()


@pytest.mark.parametrize("way", ["chance", "standings", "repeats"])
def test_everybody_is_drawn_again_before_the_first_deal(secretary, evening, way):
    response = secretary.post(AGAIN, {"key": str(uuid.uuid4()), "tables": "2", "way": way})

    assert response.headers["Location"] == DRAW
    assert notices(response)[-1] == "Everybody has been drawn again."
    assert sizes() == {1: 4, 2: 5}
    assert LoggedChange.objects.filter(kind="seats_changed").count() == 1


def test_a_number_of_tables_that_cannot_be_is_said_beside_it_and_what_was_drawn_stands(secretary, evening):
    was = tables_shown(secretary.get(DRAW))

    response = secretary.post(AGAIN, {"key": str(uuid.uuid4()), "tables": "3", "way": "chance"})

    assert errors_of(response) == {"tables": ["9 players cannot sit at 3 tables with 4 to 7 at each."]}
    assert tables_shown(response) == was == tables_shown(secretary.get(DRAW))


def test_in_the_middle_of_an_evening_the_seats_are_drawn_again(secretary, club):
    evening = make_evening(club, names=FIVE)
    assert "The deals so far stand." not in page(secretary.get(DRAW))
    record(evening, trick(evening, "Carl", "Dorthe", 8))

    drawn = secretary.get(DRAW)
    assert "The deals so far stand." in page(drawn)
    sent = {"key": str(uuid.uuid4()), "tables": "1", "way": "chance", "seating": "1"}
    second = secretary.post(AGAIN, sent)

    assert second.headers["Location"] == DRAW
    assert sorted(tables_shown(secretary.get(DRAW))[1]) == sorted(FIVE)
    assert secretary.get("/torsdagsklubben/evenings/1/deals/new/").status_code == 200
    assert evening.entries.count() == 1


def test_whoever_draws_seats_that_another_has_changed_sees_them_first(secretary, evening):
    sent = {"tables": "2", "way": "chance", "seating": "1"}
    secretary.post(AGAIN, {"key": str(uuid.uuid4()), **sent})

    late = secretary.post(AGAIN, {"key": str(uuid.uuid4()), **sent})

    assert late.status_code == 409
    assert late.context["form"]["seating"].value() == "2"
    assert late.context["form"]["tables"].value() == "2"
    assert secretary.post(AGAIN, {"key": str(uuid.uuid4()), **sent, "seating": "2"}).status_code == 302


def test_whoever_was_anonymised_is_not_drawn_seated_or_offered_again(secretary, club):
    evening = make_evening(club, names=NINE[:5])
    record(evening, trick(evening, NINE[1], NINE[2], 8))
    gone = club.players.get(name=NINE[3])
    change_player(player=gone, name=gone.name, is_guest=False, is_active=False, **signed(club))
    gone = forget_player(player=gone, author=make_user("alma"), now=NOW + timedelta(days=3))
    entry = "/torsdagsklubben/evenings/1/deals/new/"

    refused = secretary.get(entry)
    assert refused.headers["Location"] == "/torsdagsklubben/evenings/1/seats/"
    seats = secretary.get(refused.headers["Location"])
    assert "A former member has a seat at this table" in page(seats)
    assert gone.name not in seats.content.decode()
    with pytest.raises(Refusal, match="A former member has a seat at this table"):
        record(evening, trick(evening, NINE[1], NINE[2], 8))
    assert evening.entries.count() == 1
    with pytest.raises(Refusal, match="not on the club's list"):
        seat_evening(
            evening=evening, tables={1: [int(player) for player in seat_ids(evening).values()][::-1]}, **signed(club)
        )

    drawn = secretary.post(AGAIN, {"key": str(uuid.uuid4()), "tables": "1", "way": "chance", "seating": "1"})

    assert drawn.headers["Location"] == DRAW
    assert gone.name not in page(secretary.get(DRAW))
    assert sizes(evening) == {1: 4}
    assert gone.name not in [name for _id, name in secretary.get(entry).context["form"].players]


def test_the_sheet_leads_to_who_sits_where_and_from_there_to_each_tables_first_deal(secretary, evening):
    assert f'href="{DRAW}"' in secretary.get("/torsdagsklubben/evenings/1/").content.decode()

    addresses = re.findall(r'href="([^"]*/deals/new/)"', secretary.get(DRAW).content.decode())

    assert [secretary.get(address).status_code for address in addresses] == [200, 200]
    assert len(set(addresses)) == 2
    secretary.logout()
    assert re.search("Draw again|First deal", page(secretary.get(DRAW))) is None
