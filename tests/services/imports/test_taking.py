"""A season's workbook comes back edited: what it changes is told, booked when chosen, and taken out again."""

from datetime import timedelta

import pytest

from ledger.models import BookImport, Entry, Evening, ImportedDeal, LoggedChange
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.seasons.standings import standings
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import SeasonClosed
from ledger.services.clubs.clubs import add_players, change_player
from ledger.services.clubs.persons import join_players
from ledger.services.deals.recording import correct_deal, void_deal
from ledger.services.evenings.seating import seat_evening
from ledger.services.imports.taking import prepare_taking, take_differences, take_prepared
from ledger.services.imports.undoing import undo_import
from ledger.services.scoring.versions import publish_version
from ledger.services.seasons.amending import change_evening
from ledger.services.seasons.closing import approve_evening, close_season
from tests.services.book.test_concurrency import at_once
from tests.services.imports.old_books import bring_in, points_row
from tests.services.imports.workbooks import (
    compare,
    in_brief,
    put,
    put_points,
    sound,
    take,
    with_edits,
    without_row,
    workbook_of,
)
from tests.support.people import (
    change,
    make_club,
    make_evening,
    nolo,
    record,
    season_of,
    signed,
    trick,
    version_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(name="played")
def evening_played(club):
    """An evening with three deals, the second of them corrected."""
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8, note="Emil sov"))
    wrong = record(evening, trick(evening, "Dorthe", "Emil", 9, level=9, attachment="gode"))
    correct_deal(
        entry=wrong, deal=trick(evening, "Dorthe", "Emil", 10, level=9, attachment="gode"), change=change(evening)
    )
    record(evening, nolo(evening, "sol", {"Carl": 1, "Emil": 3}))
    return evening


def sums(season):
    return {row.name: (row.evenings, row.deals, row.points) for row in standings(season=season)}


@pytest.mark.engines
@pytest.mark.parametrize("language", ["da", pytest.param("en", marks=pytest.mark.long)])
def test_an_unchanged_workbook_has_no_difference(club, played, language):
    assert in_brief(compare(club, workbook_of(season_of(club), language))) == []


@pytest.mark.engines
def test_a_changed_cell_is_one_correction_and_undone_again(club, played):
    season = season_of(club)
    before = sums(season)
    content = with_edits(workbook_of(season), put(2, Stik=10))
    assert in_brief(compare(club, content)) == [("changed", (1, 1), ("tricks",), ())]

    made = take(club, content)

    entry = Entry.objects.standing().get(evening=played, number=1)
    assert (entry.deal["tricks"], entry.replaces.deal["tricks"], entry.deal["note"]) == (
        10,
        8,
        entry.replaces.deal["note"],
    )
    assert entry.reason.startswith("Fra regnearket sæson.xlsx (")
    assert entry.imported.row == 2
    assert (made.deals, made.rows) == (1, 3)
    assert sums(season) != before
    assert (audit().findings, short_audit()) == ((), ())

    undo_import(book_import=made, **signed(club))

    assert sums(season) == before
    assert Entry.objects.standing().get(evening=played, number=1).deal["tricks"] == 8
    assert (audit().findings, short_audit()) == ((), ())


def test_a_row_typed_below_is_the_evenings_next_deal(club, played):
    content = with_edits(
        workbook_of(season_of(club)),
        lambda sheet: sheet.insert_rows(5),
        put(5, Aften=1, Spil=4, Melder="Carl", Makker="Bodil", Melding="9 gode", Stik=9, Giver="Emil"),
    )
    assert in_brief(compare(club, content)) == [("new", (1, 4), (), ())]

    made = take(club, content)

    entry = Entry.objects.get(imported__book_import=made)
    assert (entry.number, entry.deal["level"], entry.deal["attachment"], entry.evening) == (4, 9, "gode", played)
    assert LoggedChange.objects.filter(kind="book_imported").count() == 1
    undo_import(book_import=made, **signed(club))
    assert Entry.objects.standing().filter(evening=played).count() == 3
    assert Evening.objects.filter(pk=played.pk).exists()
    assert audit().findings == ()


@pytest.mark.engines
def test_a_missing_row_is_voided_only_if_chosen_and_restored_by_undoing(club, played):
    season = season_of(club)
    before = sums(season)
    content = with_edits(workbook_of(season), without_row(3))
    assert in_brief(compare(club, content)) == [("missing", (1, 2), (), ("gone",))]
    with pytest.raises(Refusal, match="Nothing is chosen"):
        take(club, content)

    made = take(club, content, chosen=["-1/2"])

    assert set(Entry.objects.standing().values_list("number", flat=True)) == {1, 3}
    undo_import(book_import=made, **signed(club))
    assert sums(season) == before
    assert (audit().findings, short_audit()) == ((), ())


@pytest.mark.long
def test_an_evening_that_the_club_does_not_have_is_begun(club, played):
    names = {"Bodil": 4, "Carl": 4, "Dorthe": -4, "Emil": -4}
    content = with_edits(
        workbook_of(season_of(club)),
        lambda sheet: sheet.insert_rows(5, 2),
        put(5, Aften=2, Spil=1, Dato="17-09-2026", Melder="Carl", Makker="Bodil", Melding="9 gode", Stik=9),
        put_points(5, dict.fromkeys(names)),
        put(6, Aften=2, Spil=2, Dato="17-09-2026", Melder="Carl", Makker="Bodil", Melding="hvad ved jeg"),
        put_points(6, names),
    )
    season = season_of(club)
    seen = compare(club, content)
    assert in_brief(seen)[0] == ("new", (2, 1), (), ())

    made = take(club, content)

    assert made.evenings.count() == 1
    evening = Evening.objects.get(season=season, number=2)
    assert evening.date.isoformat() == "2026-09-17"


@pytest.mark.long
def test_what_was_changed_on_the_site_alone_is_no_difference(club, played):
    content = workbook_of(season_of(club))
    entry = Entry.objects.standing().get(number=1)
    correct_deal(entry=entry, deal={**entry.deal, "tricks": 11}, change=change(played))
    record(played, trick(played, "Bodil", "Carl", 8))

    assert in_brief(compare(club, content)) == []


def test_what_was_changed_on_both_sides_is_a_conflict_and_merged_if_chosen(club, played):
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    entry = Entry.objects.standing().get(number=1)
    correct_deal(entry=entry, deal={**entry.deal, "note": "rettet her"}, change=change(played))
    assert in_brief(compare(club, content)) == [("changed", (1, 1), ("tricks",), ("both",))]

    take(club, content, chosen=["6/2"])

    standing = Entry.objects.standing().get(number=1)
    assert (standing.deal["tricks"], standing.deal["note"]) == (10, "rettet her")
    assert audit().findings == ()


@pytest.mark.long
def test_the_same_change_on_both_sides_is_none(club, played):
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    entry = Entry.objects.standing().get(number=1)
    correct_deal(entry=entry, deal={**entry.deal, "tricks": 10}, change=change(played))

    assert in_brief(compare(club, content)) == []


@pytest.mark.long
def test_a_deal_voided_meanwhile_or_already_is_not_taken(club, played):
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    void_deal(entry=Entry.objects.standing().get(number=1), change=change(played))

    seen = compare(club, content)

    assert in_brief(seen) == [("changed", (1, 1), ("tricks",), ("closed",))]
    with pytest.raises(Refusal, match="Nothing is chosen"):
        take(club, content, chosen=["6/2"])
    later = with_edits(workbook_of(season_of(club)), put(2, Stik=9))
    assert in_brief(compare(club, later)) == [("changed", (1, 1), ("tricks",), ("closed",))]
    assert in_brief(compare(club, with_edits(workbook_of(season_of(club)), without_row(2)))) == []


@pytest.mark.long
def test_an_approved_evening_and_a_closed_season_take_nothing(club, played):
    season = season_of(club)
    content = with_edits(workbook_of(season), put(2, Stik=10))
    season.refresh_from_db()
    approve_evening(evening=played, entry_count=season.entry_count, **signed(club))
    assert in_brief(compare(club, content)) == [("changed", (1, 1), ("tricks",), ("closed",))]
    with pytest.raises(Refusal, match="Nothing is chosen"):
        take(club, content, chosen=["6/2"])
    close_season(season=season, entry_count=season.entry_count, **signed(club))

    another = put(5, Aften=2, Spil=1, Dato="17-09-2026", Melder="Carl")
    points = put_points(5, {"Bodil": 4, "Carl": 4, "Dorthe": -4, "Emil": -4})
    with pytest.raises(SeasonClosed):
        take(club, with_edits(content, lambda sheet: sheet.insert_rows(5), another, points), chosen=["6/5"])
    assert BookImport.objects.count() == 0


@pytest.mark.long
def test_the_same_file_is_taken_once(club, played):
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    made = take(club, content)

    assert take(club, content, chosen=["6/2"]) == made
    assert Entry.objects.count() == 7


@pytest.mark.long
def test_a_book_that_moved_since_it_was_looked_at_is_not_written_to(club, played):
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    seen = compare(club, content)
    record(played, trick(played, "Bodil", "Carl", 8))
    with pytest.raises(Refusal, match="changed meanwhile"):
        take_differences(looked=seen, chosen=["6/2"], file_name="a.xlsx", digest="a" * 64, **signed(club))
    assert ImportedDeal.objects.count() == 0


def ids_of(club):
    return list(club.players.values_list("pk", flat=True))


def close_evening_and_season(evening):
    season = season_of(evening.club)
    approve_evening(evening=evening, entry_count=season.entry_count, **signed(evening.club))
    close_season(season=season_of(evening.club), entry_count=season.entry_count, **signed(evening.club))


MEANWHILE = {
    "a deal is recorded": lambda evening: record(evening, trick(evening, "Bodil", "Carl", 8)),
    "the evening is approved": lambda evening: approve_evening(
        evening=evening, entry_count=season_of(evening.club).entry_count, **signed(evening.club)
    ),
    "a player is renamed": lambda evening: change_player(
        player=evening.club.players.get(name="Emil"),
        name="Emilie",
        is_guest=False,
        is_active=True,
        **signed(evening.club),
    ),
    "the evening is given another day": lambda evening: change_evening(
        evening=evening, day=evening.date + timedelta(days=1), place="", **signed(evening.club)
    ),
    "the evening is seated anew": lambda evening: seat_evening(
        evening=evening, tables={1: list(reversed(ids_of(evening.club)))}, **signed(evening.club)
    ),
    "two players are made one": lambda evening: join_players(
        player=add_players(club=evening.club, names=["Emilio"], is_meant=True, **signed(evening.club))[0],
        kept=evening.club.players.get(name="Emil"),
        **signed(evening.club),
    ),
    "prices are published": lambda evening: publish_version(
        scoring_table=version_of(evening.club).scoring_table,
        document=version_of(evening.club).document,
        **signed(evening.club),
    ),
    "the season is closed": close_evening_and_season,
    "another file is brought in": lambda evening: bring_in(evening.club, [points_row(2)]),
}


@pytest.mark.engines
@pytest.mark.parametrize("change_of_the_club", MEANWHILE.values(), ids=MEANWHILE)
def test_what_was_worked_out_is_booked_only_if_the_club_is_as_it_was(club, played, change_of_the_club):
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    looked, file = compare(club, content), {"file_name": "a.xlsx", "digest": "b" * 64}
    taking = prepare_taking(looked=looked, chosen=sound(looked), **file, **signed(club))
    change_of_the_club(played)
    before = Entry.objects.count()

    with pytest.raises(Refusal, match="changed meanwhile"):
        take_prepared(taking=taking, **signed(club))

    assert (Entry.objects.count(), audit().findings) == (before, ())


@pytest.mark.engines
def test_a_new_deal_of_an_evening_whose_day_changed_since_it_was_looked_at_is_not_worked_out(club, played):
    content = with_edits(
        workbook_of(season_of(club)),
        lambda sheet: sheet.insert_rows(5),
        put(5, Aften=1, Spil=4, Melder="Carl", Makker="Bodil", Melding="9 gode", Stik=9, Giver="Emil"),
    )
    looked = compare(club, content)
    change_evening(evening=played, day=played.date + timedelta(days=1), place="", **signed(club))

    with pytest.raises(Refusal, match="changed meanwhile"):
        prepare_taking(looked=looked, chosen=sound(looked), file_name="a.xlsx", digest="b" * 64, **signed(club))


@pytest.mark.engines
def test_of_sessions_that_take_one_file_at_once_one_books_it(real_commits):
    club = make_club()
    played = make_evening(club)
    record(played, trick(played, "Bodil", "Carl", 8))
    content = with_edits(workbook_of(season_of(club)), put(2, Stik=10))
    looked, file = compare(club, content), {"file_name": "a.xlsx", "digest": "b" * 64}

    def take_it():
        return take_differences(looked=looked, chosen=sound(looked), **file, **signed(club))

    made = at_once([take_it] * 4)

    assert {book.pk for book in made} == {BookImport.objects.get().pk}
    assert (Entry.objects.count(), audit().findings) == (3, ())


def test_a_row_at_a_table_that_its_evening_does_not_have_is_not_taken(club, played):
    content = with_edits(
        workbook_of(season_of(club)),
        lambda sheet: sheet.insert_rows(5),
        put(5, Aften=1, Spil=4, Bord=2, Melder="Carl", Makker="Bodil", Melding="9 gode", Stik=9),
    )

    seen = compare(club, content)

    assert in_brief(seen) == [("new", (1, 4), (), ("unreadable",))]
    assert str(seen.differences[0].doubts[0].refusal).startswith("Nobody sits at table 2 of evening 1")


def test_a_new_deal_that_was_booked_in_doubt_keeps_the_doubt_of_old_books(club, played):
    content = with_edits(
        workbook_of(season_of(club)),
        lambda sheet: sheet.insert_rows(5),
        put(5, Aften=1, Spil=2, Melder="Carl", Makker="Bodil", Melding="9 gode", Stik=9, Giver="Emil"),
    )

    take(club, content, chosen=["6/5"])

    assert Entry.objects.get(imported__row=5).imported.doubt == "duplicate"
    assert Entry.objects.get(imported__row=5).number == 4
