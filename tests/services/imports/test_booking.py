"""An old book is booked whole or not at all, its deals count as any, and an import is taken out again in one go."""

from datetime import timedelta

import pytest

from ledger.models import BookImport, Entry, Evening, LoggedChange, PlayerAlias, Posting, Season
from ledger.rules.site.refusal import Refusal
from ledger.services.book.posting import EveningClosed, SeasonClosed
from ledger.services.deals import correct_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.imports.booking import undo_import
from ledger.services.seasons import close_season
from tests.services.imports.old_books import OLD_DAY, WON, bring_in, full_row, points_row, sums
from tests.support.people import NOW, change, make_evening, record, season_of, signed, trick

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("proof")]


@pytest.mark.engines
def test_a_book_becomes_seasons_evenings_and_deals_that_count_and_hold(club):
    made = bring_in(club, [full_row(2), points_row(3)], [points_row(9, bid="9 eller noget")])

    season = Season.objects.get(club=club, name="2013/14")
    unit = season.unit_denominator
    priced = Posting.objects.get(entry__imported__row=2, player__name="Bodil").points
    first, second = Evening.objects.filter(season=season).order_by("date")
    assert sums(season)["Bodil"] == (2, 3, priced + 8 * unit)
    assert (first.imported.name, first.imported.guessed_day, second.imported.guessed_day) == ("1a", None, second.date)
    noted = Entry.objects.filter(season=season).values_list("noted_at__date", "number", "imported__row")
    assert list(noted.order_by("sequence")) == [
        (OLD_DAY, 1, 2),
        (OLD_DAY, 2, 3),
        (OLD_DAY + timedelta(days=7), 1, 9),
    ]
    assert (made.number, made.deals, made.rows, made.file_name) == (1, 3, 9, "emils bog.xlsx")
    assert made.map == {"sheets": {"*": {"header_row": 1, "columns": {}}}}  # which named players


def test_a_name_of_the_book_is_remembered_and_a_new_player_is_added(club):
    bring_in(club, [points_row(2)], new={"Emil": "Emil Ny"})

    aliases = dict(PlayerAlias.objects.values_list("name", "player__name"))
    assert aliases == {"bo": "Bodil", "emil": "Emil Ny"}
    assert Posting.objects.filter(player__name="Emil Ny").count() == 1


def test_what_a_row_lacks_goes_to_the_house_and_stays_visible(club):
    bring_in(club, [points_row(2, {**WON, "Emil": -3}, doubt="sum", house=-1)])

    entry = Entry.objects.get()
    house = entry.postings.get(role="house")
    assert (house.points, entry.imported.doubt) == (-entry.season.unit_denominator, "sum")
    assert entry.deal["house"] == -1


def test_points_that_do_not_add_up_are_refused_by_sheet_and_row_and_nothing_is_kept(club):
    with pytest.raises(Refusal, match=r"Sheet 1, row 7: "):
        bring_in(club, [points_row(2)], [points_row(7, {**WON, "Emil": -3})])

    assert (Entry.objects.count(), BookImport.objects.count(), Season.objects.count()) == (0, 0, 1)


@pytest.mark.engines
def test_undoing_gives_the_same_standings_and_takes_the_evenings_off_the_lists(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Bodil", "Carl", 8))
    season = season_of(club)
    before = sums(season)
    made = bring_in(club, [full_row(2), points_row(3)], [points_row(4)], season=season.name)
    assert sums(season)["Bodil"][0] == 3
    wrong = Entry.objects.get(imported__row=3)
    correct_deal(entry=wrong, deal=trick(wrong.evening, "Bodil", "Carl", 9), change=change(wrong.evening))

    undone = undo_import(book_import=made, **signed(club))

    assert sums(season) == before
    assert list(Evening.objects.filter(season=season)) == [evening]
    assert undone.undone_at == NOW
    assert undo_import(book_import=made, **signed(club)) == undone
    assert LoggedChange.objects.filter(kind__in=("book_imported", "import_undone", "evening_removed")).count() == 4


def test_an_evening_that_got_other_deals_stays(club):
    made = bring_in(club, [points_row(2)])
    evening = Evening.objects.get(season__name="2013/14")
    record(evening, trick(evening, "Bodil", "Carl", 8))

    undo_import(book_import=made, **signed(club))

    assert Evening.objects.filter(pk=evening.pk).exists()
    assert sums(evening.season)["Bodil"][:2] == (1, 1)


def test_what_was_approved_or_closed_is_not_undone(club):
    made = bring_in(club, [points_row(2)], [points_row(3)])
    season = Season.objects.get(name="2013/14")
    approve_evening(evening=season.evenings.latest("date"), entry_count=1, **signed(club))
    with pytest.raises(EveningClosed):
        undo_import(book_import=made, **signed(club))
    close_season(season=season, entry_count=2, **signed(club))
    with pytest.raises(SeasonClosed):
        undo_import(book_import=made, **signed(club))
    with pytest.raises(Refusal, match=r"Sheet 1, row 2: The season 2013/14 is closed"):
        bring_in(club, [points_row(2)], digest="b" * 64)

    assert Entry.objects.count() == 2
