"""A second pair of eyes: the players' links and answers, and how a complaint ends."""

from datetime import timedelta

import pytest

from ledger.models import LoggedChange, Player, Settlement, SheetAnswer, SheetLink
from ledger.models.evenings import TOKEN_LENGTH
from ledger.queries.evenings.confirming import complaints_about, confirming, evenings_with_complaints, link_by
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import change_player, change_settings
from ledger.services.deals import DealChanged, correct_deal, restore_deal, void_deal
from ledger.services.evenings.confirming import (
    MOST_ANSWERS,
    answer_sheet,
    change_settling,
    make_links,
    renew_link,
    settle_in_words,
)
from ledger.services.keeping.forgetting import forget_player
from ledger.services.seasons import close_season
from tests.support.people import NOW, change, make_club, make_evening, record, season_of, seat_again, signed, trick
from tests.support.refusing import refused_at
from tests.support.replay import replayed

pytestmark = pytest.mark.django_db

AGREES, COMPLAINS = SheetAnswer.Kind.AGREES, SheetAnswer.Kind.COMPLAINS


@pytest.fixture
@replayed
def evening():
    """Two deals between Bodil, Carl, Dorthe and the guest Emil, and a link for each of the four."""
    club = make_club()
    Player.objects.filter(name="Emil").update(is_guest=True)
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    record(evening, trick(evening, "Carl", "Emil", 9))
    make_links(evening=evening, **signed(club))
    return evening


def link_of(evening, name):
    return SheetLink.objects.select_related("evening__club", "player").get(evening=evening, player__name=name)


def agree(evening, name, *, entry_count=None):
    seen = evening.entries.count() if entry_count is None else entry_count
    return answer_sheet(link=link_of(evening, name), kind=AGREES, entry_count=seen, now=NOW)


def complain(evening, name, number=None, words=""):
    answer = {"kind": COMPLAINS, "entry_count": evening.entries.count(), "number": number, "text": words}
    return answer_sheet(link=link_of(evening, name), **answer, now=NOW)


def voice_of(evening, name):
    return next(voice for voice in confirming(evening=evening).voices if voice.player.name == name)


def entry_of(evening, number):
    return evening.entries.standing().get(number=number)


def correct(evening, number, tricks, *, complaints=()):
    entry, deal = entry_of(evening, number), trick(evening, "Bodil", "Carl", tricks)

    def correction():
        return correct_deal(entry=entry, deal=deal, change=change(evening))

    return change_settling(change=correction, complaints=complaints, **signed(evening.club))


def states(evening):
    return {voice.player.name: voice.state for voice in confirming(evening=evening).voices}


def test_everybody_at_the_table_gets_a_link_of_their_own_guests_too(evening):
    tokens = dict(SheetLink.objects.values_list("player__name", "token"))

    assert sorted(tokens) == ["Bodil", "Carl", "Dorthe", "Emil"]
    assert len(set(tokens.values())) == 4
    assert {len(token) for token in tokens.values()} == {TOKEN_LENGTH}
    assert make_links(evening=evening, **signed(evening.club)) == 0
    assert dict(SheetLink.objects.values_list("player__name", "token")) == tokens


def test_nobody_waits_for_who_gave_up_a_seat_before_playing_unless_they_have_a_link(evening):
    other = make_evening(evening.club)
    seat_again(other, "Bodil", "Frida", "Dorthe", "Emil")
    assert list(states(other)) == ["Bodil", "Dorthe", "Emil", "Frida"]

    make_links(evening=other, **signed(evening.club))
    seat_again(other, "Bodil", "Frida", "Dorthe", "Carl")

    assert states(other) == dict.fromkeys(["Bodil", "Carl", "Dorthe", "Emil", "Frida"], "silent")
    assert not voice_of(other, "Carl").link


def test_a_new_link_closes_the_old_one_and_keeps_what_was_said(evening):
    old = link_of(evening, "Carl")
    agree(evening, "Carl")

    new = renew_link(evening=evening, player=old.player, **signed(evening.club))

    assert link_by(club_id=evening.club_id, token=old.token) is None
    assert link_by(club_id=evening.club_id, token=new.token) == new
    assert voice_of(evening, "Carl").state == "agrees"


def test_a_form_that_was_open_when_the_link_was_renewed_or_the_player_forgotten_says_nothing(
    evening, tmp_path, settings
):
    settings.DATA_DIR = tmp_path
    by = signed(evening.club)
    carls, dorthes = link_of(evening, "Carl"), link_of(evening, "Dorthe")
    renew_link(evening=evening, player=carls.player, **by)
    dorthe = change_player(player=dorthes.player, name="Dorthe", is_guest=False, is_active=False, **by)
    forget_player(player=dorthe, **signed(evening.club, NOW + timedelta(days=1)))  # when the evening is over

    for link in (carls, dorthes):
        with pytest.raises(Refusal, match="no longer works"):
            answer_sheet(link=link, kind=COMPLAINS, entry_count=2, text="Dorthe fik 9", now=NOW)

    assert not SheetAnswer.objects.exists()


def test_an_answer_from_before_a_correction_says_so(evening):
    agree(evening, "Bodil")
    correct(evening, 1, 9)
    agree(evening, "Carl")
    agree(evening, "Emil", entry_count=2)  # of the sheet as it was before
    record(evening, trick(evening, "Bodil", "Carl", 8))

    since = {voice.player.name: voice.said[0].since for voice in confirming(evening=evening).voices if voice.said}

    assert since == {"Bodil": "corrected", "Carl": "deals", "Emil": "corrected"}
    assert confirming(evening=evening).agreeing == 1


def test_a_second_complaint_about_a_deal_takes_the_place_of_the_first(evening):
    complain(evening, "Carl", number=1, words="9 stik")
    complain(evening, "Carl", number=1, words="nej, 10 stik")
    complain(evening, "Dorthe", number=1)

    complaints = confirming(evening=evening).open

    assert [(complaint.link.player.name, complaint.said) for complaint in complaints] == [
        ("Carl", "nej, 10 stik"),
        ("Dorthe", ""),
    ]


SAID = {
    "right": lambda evening: agree(evening, "Carl"),
    "deal 1": lambda evening: complain(evening, "Carl", number=1),
    "deal 2": lambda evening: complain(evening, "Carl", number=2),
    "no deal": lambda evening: complain(evening, "Carl", words="der mangler et spil"),
    "answered": lambda evening: settle_in_words(
        evening=evening, pk=confirming(evening=evening).open[0].pk, reply="set efter", **signed(evening.club)
    ),
}


@pytest.mark.parametrize(
    ("answers", "is_open"),
    [
        ("", False),
        ("right", False),
        ("deal 1", True),
        ("deal 1, right", False),
        ("deal 1, deal 2, no deal, right", False),
        ("right, no deal", True),
        ("deal 1, deal 1", True),
        ("deal 1, deal 1, answered", False),
        ("deal 1, deal 2, answered", True),
        ("no deal, no deal, answered", True),
        ("deal 1, answered, no deal, answered", False),
    ],
)
def test_the_season_knows_the_evenings_that_somebody_has_to_look_at(evening, answers, is_open):
    for words in filter(None, answers.split(", ")):
        SAID[words](evening)

    evenings = evenings_with_complaints(season=evening.season)

    assert list(evenings) == ([evening] if is_open else [])
    assert bool(confirming(evening=evening).open) == is_open


def test_an_answer_about_entries_that_are_not_there_or_of_too_many_words_is_refused(evening):
    with pytest.raises(Refusal, match="Look at the sheet again"):
        agree(evening, "Carl", entry_count=evening.entries.count() + 1)
    with refused_at("reason"):
        complain(evening, "Carl", words="x" * 201)

    assert not SheetAnswer.objects.exists()


def test_one_link_answers_only_so_often_and_a_new_one_again(evening):
    for _ in range(MOST_ANSWERS):
        agree(evening, "Carl")
    with pytest.raises(Refusal, match="20 times"):
        agree(evening, "Carl")

    later = signed(evening.club, NOW.replace(hour=22))
    renew_link(evening=evening, player=Player.objects.get(name="Carl"), **later)
    agree(evening, "Carl")


def test_a_closed_season_takes_no_answers(evening):
    close_season(season=season_of(evening.club), entry_count=2, **signed(evening.club))

    with pytest.raises(Refusal, match="closed"):
        agree(evening, "Carl")


def test_a_correction_settles_the_complaints_it_is_made_for_and_no_others(evening):
    carl, dorthe = complain(evening, "Carl", number=1, words="9 stik"), complain(evening, "Dorthe", number=1)
    about_another, taken_back = complain(evening, "Carl", number=2), complain(evening, "Emil", number=1)
    agree(evening, "Emil")

    entry = correct(evening, 1, 9, complaints=[carl.pk, about_another.pk, taken_back.pk])

    assert Settlement.objects.get().entry == entry
    assert {complaint.pk: complaint.is_open for complaint in complaints_about(evening=evening, number=1)} == {
        carl.pk: False,
        dorthe.pk: True,
    }
    assert states(evening)["Carl"] == "complains"


def test_a_correction_leaves_a_complaint_that_was_settled_before_as_it_is(evening):
    carl = complain(evening, "Carl", number=1)
    settle_in_words(evening=evening, pk=carl.pk, reply="Nej", **signed(evening.club))

    correct(evening, 1, 9, complaints=[carl.pk])

    assert voice_of(evening, "Carl").said[0].reply == "Nej"
    assert Settlement.objects.get().entry is None


@pytest.mark.parametrize("restored", [False, True])
def test_a_void_and_a_restore_settle_too(evening, restored):
    entry = entry_of(evening, 1)
    if restored:
        void_deal(entry=entry, change=change(evening))
    write = restore_deal if restored else void_deal
    carl = complain(evening, "Carl", number=1)

    line = change_settling(
        change=lambda: write(entry=entry, change=change(evening)), complaints=[carl.pk], **signed(evening.club)
    )

    assert voice_of(evening, "Carl").said[0].settlement.entry == line
    assert states(evening)["Carl"] == "settled"


def test_a_change_that_is_refused_settles_nothing_and_one_done_twice_settles_once(evening):
    carl = complain(evening, "Carl", number=1)
    entry, made = entry_of(evening, 1), change(evening)

    def void(asked):
        return change_settling(
            change=lambda: void_deal(entry=entry, change=asked), complaints=[carl.pk], **signed(evening.club)
        )

    assert void(made) == void(made)
    with pytest.raises(DealChanged):
        void(change(evening))
    assert Settlement.objects.count() == 1


def test_only_an_open_complaint_of_the_evening_is_answered_and_not_by_nothing(evening):
    other = make_evening(evening.club)
    carl, bodil, dorthe = complain(evening, "Carl", number=1), agree(evening, "Bodil"), complain(evening, "Dorthe", 2)
    with refused_at("reason"):
        settle_in_words(evening=evening, pk=dorthe.pk, reply=" ", **signed(evening.club))
    settle_in_words(evening=evening, pk=dorthe.pk, reply="Nej", **signed(evening.club))

    for where, answer in ((other, carl), (evening, bodil), (evening, dorthe)):
        with pytest.raises(Refusal, match="already"):
            settle_in_words(evening=where, pk=answer.pk, reply="x", **signed(evening.club))


def test_the_log_tells_of_the_setting_the_links_and_the_answers(evening):
    club = evening.club
    for on in (True, True, False):
        change_settings(club=club, players_confirm=on, **signed(club))
    settle_in_words(evening=evening, pk=complain(evening, "Carl", number=1).pk, reply="nej", **signed(club))

    told = LoggedChange.objects.filter(kind__in=("confirming", "sheet_links", "settled")).order_by("pk")
    assert list(told.values_list("kind", "before", "after", "player__name")) == [
        ("sheet_links", "", "4", None),
        ("confirming", "off", "on", None),
        ("confirming", "on", "off", None),
        ("settled", "", "", "Carl"),
    ]
