"""A form is done once: the same key gives the same answer, and other contents under it are refused."""

import uuid

import pytest

from ledger.models import LoggedChange, Player, UsedForm
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed, SeasonClosed
from ledger.services.clubs.clubs import add_players
from ledger.services.deals import record_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.seasons import close_season
from ledger.services.site.form_keys import KeyTaken, SentForm, run_once
from tests.services.phones import at_once
from tests.support.people import NOW, make_club, record, season_of, signed, trick

KEY = uuid.uuid4()


def sent_form(club, key, data="Gerda"):
    return SentForm(key=key, user=signed(club)["author"], data=data, now=NOW)


def adding(club, name="Gerda"):
    def add():
        add_players(club=club, names=[name], **signed(club))
        return "/players/"

    return add


@pytest.mark.django_db
@pytest.mark.engines
def test_the_same_form_again_does_nothing_and_gives_the_same_answer(club):
    answers = [run_once(sent=sent_form(club, KEY), act=adding(club)) for _ in range(3)]

    assert answers == ["/players/"] * 3
    assert "Gerda" not in str(UsedForm.objects.values().get())
    assert Player.objects.filter(name="Gerda").count() == 1


@pytest.mark.django_db
@pytest.mark.engines
def test_other_contents_under_a_used_key_are_refused_with_what_is_stored(club):
    run_once(sent=sent_form(club, KEY), act=adding(club))

    with pytest.raises(KeyTaken) as refused:
        run_once(sent=sent_form(club, KEY, data="Hilda"), act=adding(club, "Hilda"))

    assert refused.value.answer == "/players/"
    assert not Player.objects.filter(name="Hilda").exists()


@pytest.mark.django_db
def test_somebody_elses_key_is_not_ones_own(club):
    run_once(sent=sent_form(club, KEY), act=adding(club))

    with pytest.raises(KeyTaken):
        run_once(sent=SentForm(key=KEY, user=None, data="Gerda", now=NOW), act=adding(club))


@pytest.mark.django_db
@pytest.mark.engines
def test_a_refused_form_can_be_put_right_and_sent_under_its_key(club):
    with pytest.raises(Refusal):
        run_once(sent=sent_form(club, KEY, data="Carl"), act=adding(club, "Carl"))

    run_once(sent=sent_form(club, KEY), act=adding(club))

    assert UsedForm.objects.get().answer == "/players/"


@pytest.mark.engines
def test_one_form_sent_many_times_at_once_is_done_once(real_commits):
    club, key = make_club(), uuid.uuid4()

    answers = at_once([lambda: run_once(sent=sent_form(club, key), act=adding(club))] * 12)

    assert answers == ["/players/"] * 12
    assert Player.objects.filter(name="Gerda").count() == 1
    assert LoggedChange.objects.filter(player__name="Gerda").count() == 1


@pytest.mark.engines
def test_two_forms_with_one_key_at_once_are_one_write_and_one_refusal(real_commits):
    club, key = make_club(), uuid.uuid4()

    names = ["Gerda", "Hilda"] * 4
    outcomes = at_once(
        [lambda name=name: run_once(sent=sent_form(club, key, name), act=adding(club, name)) for name in names]
    )

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["KeyTaken"] * 4 + ["str"] * 4
    assert Player.objects.filter(name__in=names).count() == 1


def late_deals(evening, count):
    deal, sign = trick(evening, "Bodil", "Carl", 9), signed(evening.club)
    return [lambda: record_deal(evening=evening, deal=deal, key=uuid.uuid4(), **sign) for _ in range(count)]


@pytest.mark.parametrize("attempt", [0, *(pytest.param(later, marks=pytest.mark.long) for later in (1, 2))])
@pytest.mark.engines
def test_approving_while_deals_come_in_approves_what_was_shown_or_nothing(real_commits, attempt, evening):
    record(evening, trick(evening, "Bodil", "Carl", 8))
    writes = late_deals(evening, 8)
    writes.insert(3 * attempt, lambda: approve_evening(evening=evening, entry_count=1, **signed(evening.club)))

    outcomes = at_once(writes)

    approved = evening.closings.first()
    refused = sum(isinstance(outcome, EveningClosed) for outcome in outcomes)
    assert evening.entries.count() == 9 - refused
    assert (approved is None) == (refused < 8)
    assert approved is None or approved.entry_count == evening.entries.count() == 1


def retrying(club):
    """The treasurer, who looks again and again until the season can be closed as it stands."""

    def add():
        while True:
            season = season_of(club)
            try:
                return close_season(season=season, entry_count=season.entry_count, **signed(club))
            except SeasonClosed:
                raise
            except Refusal:
                continue

    return add


@pytest.mark.engines
def test_a_season_closed_while_deals_come_in_holds_every_deal_that_was_answered(real_commits, evening):
    writes = late_deals(evening, 20)
    writes.insert(6, retrying(evening.club))
    writes.insert(9, retrying(evening.club))

    outcomes = at_once(writes)

    stored = [outcome for outcome in outcomes if type(outcome).__name__ == "Entry"]
    season = season_of(evening.club)
    assert (
        (season.closing.entry_count, season.closing.head)
        == (len(stored), season.head)
        == (season.entry_count, season.head)
    )
    assert season.entries.count() == len(stored)
    bodil = season.closing.balances.filter(player__name="Bodil").values_list("points", flat=True)
    assert sum(bodil) == 4 * len(stored)
