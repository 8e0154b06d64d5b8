"""A member leaves: the name is gone from every row and every byte, and every sum and digest stays."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection

from ledger.models import (
    AnswerWords,
    BookDraft,
    BookImport,
    Entry,
    LoggedChange,
    NameChange,
    Player,
    PlayerAlias,
    Posting,
    SheetAnswer,
)
from ledger.models.book import guards
from ledger.queries.book.audit.audit import audit
from ledger.queries.clubs.persons import Mentions
from ledger.queries.deals.history import deal_history
from ledger.queries.keeping.about_player import entries_naming, evenings_naming
from ledger.rules.site.refusal import Refusal
from ledger.services.clubs.clubs import change_player
from ledger.services.deals import correct_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.evenings.confirming import (
    answer_sheet,
    make_links,
    settle_in_words,
    type_total,
    withdraw_total,
)
from ledger.services.keeping.forgetting import forget_again, forget_player, scrub
from ledger.services.site.form_keys import SentForm, run_once
from tests.services.imports.old_books import bring_in, points_row
from tests.support.people import (
    DAY,
    NOW,
    change,
    leave,
    make_club,
    make_evening,
    record,
    season_of,
    seat_again,
    signed,
    trick,
)
from tests.support.replay import replayed

NAME, EARLIER = "Dagmar Kløverblad", "Dagmar Sparsom"
AT_TABLE = ("Bodil", "Carl", NAME, "Emil")


pytestmark = pytest.mark.usefixtures("own_data")


@replayed
def a_season_with_dagmar():
    """She was renamed, hosted the evening, and is named in reasons in every way the site knows."""
    club = make_club(players=("Bodil", "Carl", EARLIER, "Emil"))
    dagmar = club.players.get(name=EARLIER)
    dagmar = change_player(player=dagmar, name=NAME, is_guest=False, is_active=True, **signed(club))
    evening = make_evening(club, names=AT_TABLE)
    evening.place = "Hos Dagmar"
    evening.save()
    entry = record(evening, trick(evening, "Bodil", "Carl", 8, note=f"{NAME} sagde til, og Dagmars es"))
    reason = f"det var {NAME}, ikke Carl; Dagmars stik"
    correct_deal(entry=entry, deal=trick(evening, "Bodil", NAME, 8), change=change(evening, reason))
    amounts = {str(evening.seats.get(position=1).player_id): -1, str(dagmar.pk): 1}
    record(evening, {"kind": "adjustment", "amounts": amounts, "reason": f"bøde til {NAME.upper()}"})
    make_links(evening=evening, **signed(club))
    complaint = {
        "kind": SheetAnswer.Kind.COMPLAINS,
        "entry_count": 3,
        "number": 1,
        "text": f"{NAME} og dagmar fik 9 stik",
    }
    answer_sheet(link=dagmar.links.get(), **complaint, now=NOW)
    answer = f"/torsdagsklubben/players/{dagmar.slug}/"
    sent = SentForm(key=entry.key, user=None, data={"name": NAME}, now=NOW)
    run_once(sent=sent, act=lambda: answer)
    return leave(club, NAME)


@pytest.fixture
def dagmar(db):
    return a_season_with_dagmar()


@pytest.fixture
def evening(dagmar):
    return season_of(dagmar.club).evenings.get()


def forget(player, now=NOW + timedelta(days=1)):
    return forget_player(player=player, **signed(player.club, now))


def put_back(player, **row):
    """The row as an older database has it, which only one without guards can bring."""
    guards.drop(connection)
    Player.objects.filter(pk=player.pk).update(**row, forgotten_at=None)
    guards.install(connection)


def book():
    """Everything that must stay."""
    lines = list(Entry.objects.order_by("sequence").values_list("key", "digest", "reason"))
    return lines, list(Posting.objects.order_by("id").values_list("player_id", "points"))


@pytest.mark.django_db
@pytest.mark.parametrize("when", ["later", "today", "opened long ago and never played"])
def test_whoever_sits_at_an_evening_still_to_be_played_is_not_forgotten(when, club):
    make_evening(club, names=("Bodil", "Carl", "Dorthe", "Frida"))
    days = {"later": 1, "today": 0}
    evening = make_evening(club, day=DAY + timedelta(days=days.get(when, -400)))
    if when == "today":
        record(evening, trick(evening, "Bodil", "Carl", 8))
    emil = leave(club, "Emil")

    with pytest.raises(Refusal) as refused:
        forget(emil, NOW)

    assert str(refused.value).startswith("Emil has a seat at evening 2, which is still to be played")
    assert Player.objects.get(pk=emil.pk).name == "Emil"
    seat_again(evening, "Bodil", "Carl", "Dorthe", "Frida")
    assert forget(emil, NOW).forgotten_at == NOW


@pytest.mark.django_db
@pytest.mark.engines
def test_whoever_sat_at_an_evening_that_was_played_or_approved_is_forgotten(club):
    played, approved = make_evening(club, day=DAY - timedelta(days=1)), make_evening(club)
    record(played, trick(played, "Bodil", "Carl", 8))
    approve_evening(evening=approved, entry_count=0, **signed(club))
    emil = leave(club, "Emil")

    assert forget(emil, NOW).forgotten_at == NOW


@pytest.mark.django_db
@pytest.mark.engines
def test_the_name_goes_and_the_book_stays(dagmar):
    before = book()

    gone = forget(dagmar)

    assert (gone.name, gone.slug, gone.is_active) == (f"Tidligere medlem {gone.number}", f"former-{gone.number}", False)
    assert book() == before
    assert audit().findings == ()
    assert NameChange.objects.count() == 0
    assert (AnswerWords.objects.count(), SheetAnswer.objects.get().number) == (0, 1)
    assert LoggedChange.objects.latest("id").kind == "player_forgotten"


@pytest.mark.django_db
def test_what_old_books_called_a_player_goes_too(club):
    made = bring_in(club, [points_row(2)])
    left = bring_in(club, [points_row(3)], digest="b" * 64)
    BookDraft.objects.create(
        club=club, file_name="x", digest="c" * 64, sheets=[], changed_at=NOW, changed_by=signed(club)["author"]
    )
    for name in ("Bodil", "Emil"):
        forget(leave(club, name))

    assert (PlayerAlias.objects.count(), BookDraft.objects.count()) == (0, 0)
    assert {row.file_name for row in BookImport.objects.all()} == {""}
    assert BookImport.objects.get(pk=left.pk).digest != made.digest
    assert audit().findings == ()


@pytest.mark.django_db
def test_who_was_forgotten_meanwhile_is_not_named_anew(dagmar):
    forget(dagmar)

    with pytest.raises(Refusal) as refused:
        change_player(player=dagmar, name=NAME, is_guest=False, is_active=True, **signed(dagmar.club))

    assert "is forgotten already" in str(refused.value)
    assert not Player.objects.filter(name=NAME).exists()


@pytest.mark.django_db
def test_reasons_and_notes_keep_players_by_number_and_show_what_they_are_called_now(dagmar, evening):
    carl = dagmar.club.players.get(name="Carl")
    corrected = Entry.objects.get(replaces__isnull=False)
    assert corrected.reason == f"det var ⟦{dagmar.pk}⟧, ikke ⟦{carl.pk}⟧; ⟦{dagmar.pk}.1⟧s stik"
    assert Mentions(dagmar.club_id).with_names(corrected.reason) == f"det var {NAME}, ikke Carl; Dagmars stik"
    assert deal_history(evening=evening, number=1).steps[0].note == f"{NAME} sagde til, og Dagmars es"

    forget(dagmar)

    now = f"Tidligere medlem {dagmar.number}"
    assert Mentions(dagmar.club_id).with_names(corrected.reason) == f"det var {now}, ikke Carl; {now}s stik"
    assert deal_history(evening=evening, number=1).steps[0].note == f"{now} sagde til, og {now}s es"
    assert entries_naming(player=dagmar) == []


@pytest.mark.django_db
def test_a_plain_word_in_an_old_line_is_pointed_out(dagmar, evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    correct_deal(entry=entry, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening, "dagmar talte forkert"))

    record(evening, trick(evening, "Bodil", "Carl", 8, note="dagmars es"))
    record(evening, trick(evening, "Bodil", "Carl", 8, note="der var dagmarfest"))

    assert {line.number for line in entries_naming(player=dagmar)} == {3, 4}


@pytest.mark.django_db
def test_a_plain_word_in_anothers_complaint_or_its_answer_is_pointed_out(dagmar, evening):
    carl = evening.links.get(player__name="Carl")
    assert evenings_naming(player=dagmar) == []  # her own words go with her
    wrong = {"kind": SheetAnswer.Kind.COMPLAINS, "entry_count": 3, "number": 1, "text": "Dagmar fik 9"}
    first = answer_sheet(link=carl, **wrong, now=NOW)
    assert evenings_naming(player=dagmar) == []  # a name is kept by number

    settle_in_words(evening=evening, pk=first.pk, reply="dagmar fik 8", **signed(dagmar.club))

    assert evenings_naming(player=dagmar) == [evening]


@pytest.mark.django_db
def test_a_plain_word_in_the_reason_of_a_withdrawn_total_or_a_reopening_is_pointed_out(dagmar):
    club, evening = dagmar.club, season_of(dagmar.club).evenings.get()
    later = make_evening(club, names=("Bodil", "Carl", NAME, "Emil"))
    for word in (NAME, "dagmar"):
        type_total(evening=later, table_number=1, deals=1, tricks=8, **signed(club))
        withdraw_total(evening=later, table_number=1, reason=f"{word} har arket", **signed(club))
        approve_evening(evening=evening, entry_count=evening.entries.count(), **signed(club))
        reopen_evening(evening=evening, reason=f"{word} fik 9", **signed(club))

        assert evenings_naming(player=dagmar) == ([] if word == NAME else [evening, later])


@pytest.mark.django_db
def test_who_still_plays_is_not_forgotten_and_nobody_twice(dagmar):
    with pytest.raises(Refusal, match="still plays"):
        forget(dagmar.club.players.get(name="Carl"))
    forget(dagmar)

    with pytest.raises(Refusal, match="already"):
        forget(dagmar)


@pytest.fixture
def clean_files(real_commits):
    """The files without the dead rows of earlier tests, which rolled theirs back."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM FULL")


def is_scrubbed():
    """Whether the files are clean at last.

    Another worker's test is one transaction on the same server, and the longest takes minutes: it is waited for.
    """
    return any(scrub() for _ in range(120))


def raw_bytes():
    """Everything the database keeps, as its files hold it; on PostgreSQL, what its tables hold."""
    if connection.vendor == "postgresql":
        return relation_files()
    name = Path(str(connection.settings_dict["NAME"]))
    return b"".join(file.read_bytes() for file in name.parent.glob(f"{name.name}*"))


def relation_files():
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")
        cursor.execute("SELECT setting FROM pg_settings WHERE name = 'data_directory'")
        folder = Path(cursor.fetchone()[0])
        cursor.execute(
            "SELECT pg_relation_filepath(oid) FROM pg_class WHERE relname LIKE 'ledger_%' AND relkind IN ('r', 'i')"
        )
        return b"".join((folder / path).read_bytes() for (path,) in cursor.fetchall())


@pytest.mark.engines
def test_no_byte_of_the_name_is_left_in_the_database(clean_files):
    dagmar = a_season_with_dagmar()
    assert NAME.encode() in raw_bytes()

    forget(dagmar)

    assert is_scrubbed()
    left = raw_bytes()
    assert [
        word for word in (NAME, EARLIER, "Kløverblad", "Sparsom", "Dagmar", "dagmar") if word.encode() in left
    ] == []


@pytest.mark.engines
def test_an_older_database_put_back_is_anonymised_again(clean_files):
    dagmar = a_season_with_dagmar()
    name, slug = dagmar.name, dagmar.slug
    forget(dagmar)
    put_back(dagmar, name=name, slug=slug, sort_key="x")

    assert (forget_again(now=NOW), forget_again(now=NOW)) == (1, 0)

    assert Player.objects.get(pk=dagmar.pk).name == f"Tidligere medlem {dagmar.number}"
    assert is_scrubbed()
    assert NAME.encode() not in raw_bytes()


@pytest.mark.django_db
def test_a_newcomer_with_a_forgotten_players_number_is_left_alone(dagmar):
    forget(dagmar)
    put_back(dagmar, name="Gerda", sort_key="gerda")

    assert forget_again(now=NOW) == 0
    assert Player.objects.get(pk=dagmar.pk).name == "Gerda"


@pytest.mark.django_db
def test_the_list_of_the_forgotten_holds_no_name(tmp_path):
    forget(a_season_with_dagmar())

    text = (tmp_path / "forgotten.json").read_text()
    assert "agmar" not in text.casefold()
    assert [line["club"] for line in json.loads(text)] == ["torsdagsklubben"]
