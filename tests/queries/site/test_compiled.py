"""A question put together once gives what its queryset does: for any values, on any thread, under any settings."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from inspect import signature
from random import Random

import pytest
from django.db import connection
from django.db.models import Model, Value
from django.test.utils import override_settings

import ledger.web.urls  # noqa: F401 - with it comes every question of the site
from ledger.models import (
    Attendance,
    Club,
    Entry,
    Evening,
    Player,
    Posting,
    Prize,
    RankingVersion,
    Season,
)
from ledger.queries.book.next_entry import NO_KEY
from ledger.queries.site.compiled import QUESTIONS, compiled_once
from ledger.rules.seasons.ranking_rule import RankingRule
from ledger.services.deals.recording import correct_deal
from ledger.services.seasons.closing import approve_evening
from ledger.services.seasons.ranking import Given, choose_ranking
from tests.support.people import FIVE, change, make_club, make_evening, record, signed, trick
from tests.support.replay import replayed

LONG_APART = (datetime(2020, 2, 29, tzinfo=UTC), datetime(2199, 12, 31, 23, 59, 59, 1, tzinfo=UTC))
TIMES = [12, pytest.param(60, marks=pytest.mark.long)]


@replayed
def played_evening():
    """Two clubs of which every question finds something."""
    for name, founder in (("Torsdagsklubben", "alma"), ("Tirsdagsklubben", "oda")):
        evening = make_evening(make_club(name, founder=founder), names=FIVE)
        entry = record(evening, trick(evening, "Carl", "Dorthe", 9))
        correct_deal(entry=entry, deal=trick(evening, "Carl", "Dorthe", 8), change=change(evening))
        approve_evening(evening=evening, entry_count=3, **signed(evening.club))
        prizes = {Prize.Kind.FIRST: Given("Pokalen", "")}
        choose_ranking(
            club=evening.club, rule=RankingRule(), prizes=prizes, in_force_from=evening.date, **signed(evening.club)
        )
        Attendance.objects.bulk_create(
            Attendance(evening=evening, player=player, kind="watched") for player in evening.club.players.all()
        )
    return evening


def all_told(row, steps=2):
    """All that a row says, with the rows that came with it so many steps away."""
    if not isinstance(row, Model) or steps == 0:
        return row
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if is_read(row, field)}
    return type(row), columns, {name: all_told(other, steps - 1) for name, other in row._state.fields_cache.items()}


def is_read(row, field):
    return field.attname in vars(row)


def any_values(question, draw):
    ids = [
        pk
        for model in (Club, Season, Evening, Player, RankingVersion)
        for pk in model.objects.values_list("pk", flat=True)
    ]
    kinds = {
        "int": [*ids, 30_000],  # which every column of numbers holds
        "datetime": [*Entry.objects.values_list("received_at", flat=True), *LONG_APART],
        "date": [*Evening.objects.values_list("date", flat=True), date(2020, 2, 29), date(2199, 12, 31)],
        "str": ["torsdagsklubben", "tirsdagsklubben", "nowhere", "'; --", "%s"],
    }
    keys = [key.hex for key in (*Entry.objects.values_list("key", flat=True), NO_KEY)]
    asked_by = signature(question.__wrapped__).parameters.values()
    values = {
        parameter.name: draw.choice(keys if parameter.name == "key" else kinds[parameter.annotation.__name__])
        for parameter in asked_by
    }
    deal = of_a_deal(draw) if draw.random() < 0.5 else {}
    # Half of the times they belong together, or nothing would be found by three of them.
    return values | {name: value for name, value in deal.items() if name in values}


def of_a_deal(draw):
    standing = Posting.objects.filter(entry__kind=Entry.Kind.DEAL, entry__reversed_by=None).order_by("pk")
    posting = draw.choice(standing.select_related("entry__evening", "player"))
    entry = posting.entry
    at_table = {"evening": entry.evening_id, "table_number": entry.table_number}
    of_author = {"club": entry.evening.club_id, "user": entry.author_id}
    of_player = {"player": posting.player_id, "season": entry.season_id, "points": posting.points}
    of_player["player_slug"] = posting.player.slug
    return of_player | at_table | of_author | {"earliest": entry.received_at, "latest": entry.received_at}


@compiled_once
def lines_of(*, evening: int):
    """Rows of every kind of column, with rows they refer to and rows that refer to them."""
    lines = Entry.objects.filter(evening=evening).select_related("evening__season", "reversed_by")
    return lines.with_prices().with_players().order_by("sequence")


@pytest.mark.django_db
@pytest.mark.engines
@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_it_gives_the_rows_that_its_queryset_gives(question, times):
    played_evening()
    draw, row_count = Random(7), 0

    for _ in range(times):
        values = any_values(question, draw)
        rows = [all_told(row) for row in question.__wrapped__(**values)]
        assert [all_told(row) for row in question(**values)] == rows
        row_count += len(rows)
    assert row_count, "no values that it found anything by"


@pytest.mark.django_db
@pytest.mark.engines
def test_related_rows_come_along_as_ever(django_assert_num_queries):
    evening = played_evening()

    with django_assert_num_queries(2):
        lines = lines_of(evening=evening.pk)
        assert [line.evening.season.name for line in lines] == ["2026/27"] * 3
        assert {posting.player.name for posting in lines[0].in_seats} == set(FIVE)


@pytest.mark.django_db
@pytest.mark.engines
@pytest.mark.parametrize("constant", ["%s", "100 %", "%%", "it's", "\\", "a\nb"])
def test_a_constant_is_what_it_was_in_the_statement_that_is_kept(constant):
    evening = played_evening()

    @compiled_once
    def names_and_mark(*, club: int, name: str):
        players = Player.objects.filter(club=club, name=name).exclude(name=constant)
        return players.annotate(mark=Value(constant)).values_list("name", "mark")

    assert names_and_mark(club=evening.club_id, name="Carl") == [("Carl", constant)]


@pytest.mark.django_db
def test_it_is_put_together_once():
    asked = []

    @compiled_once
    def seasons(*, club: int):
        asked.append(club)
        return Entry.objects.filter(season__club=club).values_list("season")

    evening = played_evening()

    assert len(seasons(club=evening.club_id)) == 3
    assert seasons(club=0) == []
    assert len(asked) == 1


@pytest.mark.django_db
def test_moments_are_as_aware_after_the_settings_have_changed():
    evening = played_evening()
    before = [line.received_at for line in lines_of(evening=evening.pk)]

    with override_settings(TIME_ZONE="Asia/Tokyo"):
        assert [line.received_at for line in lines_of(evening=evening.pk)] == before
        assert before == list(lines_of.__wrapped__(evening=evening.pk).values_list("received_at", flat=True))


@pytest.mark.django_db
@pytest.mark.parametrize("value", [None, 1.5, Entry()])
def test_what_nothing_turns_into_a_parameter_is_no_answer(value):
    with pytest.raises(TypeError):
        lines_of(evening=value)


def test_many_threads_ask_at_once(real_commits):
    evenings = [played_evening().pk, 10**9]

    def ask(turn):
        try:
            return len(lines_of(evening=evenings[turn % 2]))
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(ask, range(60))) == [3, 0] * 30
