"""`manage.py what_if`, as somebody with a shell meets it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from ledger.models import ScoringTableDraft
from ledger.queries.seasons import what_if as query
from tests.support.people import NOW, make_club, make_evening, make_user, nolo, record, season_of, trick, version_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

DOUBLE_UNDER = '{"preset": "esmakker-wikipedia", "options": {"lost": "double_under"}}'


@pytest.fixture
def club():
    """One evening: Carl and Dorthe go two down in 9, Dorthe makes a sol."""
    club = make_club()
    evening = make_evening(club)
    record(evening, trick(evening, "Carl", "Dorthe", 7, level=9))
    record(evening, nolo(evening, "sol", {"Dorthe": 1}))
    return club


def ask_what_if(club, *options):
    """What the command prints, and what it says meanwhile."""
    printed, errors = io.StringIO(), io.StringIO()
    call_command("what_if", club.slug, season_of(club).slug, *options, stdout=printed, stderr=errors)
    return printed.getvalue(), errors.getvalue()


def test_a_preset_with_another_reading_is_compared_in_words(club):
    printed, errors = ask_what_if(club, "--table", DOUBLE_UNDER)

    assert printed.splitlines() == [
        "Deals: 2. Pay otherwise: 1. Without a price: 0. Places changed: 2.",
        "  2 → 1   Bodil: +0.5 → +1",
        "  1 → 1   Dorthe: +1.5 → +1",
        "  2 → 1   Emil: +0.5 → +1",
        "  4 → 4   Carl: −2.5 → −3",
        "",
        "The deals that differ most:",
        "Evening 1, deal 1, 9: Bodil +1.5 → +2, Carl −1.5 → −2, Dorthe −1.5 → −2, Emil +1.5 → +2",
        "  9 needs 9 tricks, took 7: 0.5 + 2 × 0.5 = 1.5 to each opponent",
        "  9 needs 9 tricks, took 7: 2 × 1 = 2 to each opponent",
    ]
    assert errors == ""


def test_a_version_of_the_club_is_named_by_its_address(club):
    printed, _ = ask_what_if(club, "--version", str(version_of(club).pk))

    assert printed.splitlines()[0] == "Deals: 2. Pay otherwise: 0. Without a price: 0. Places changed: 0."


def test_a_deal_without_a_price_comes_with_its_reason(club):
    printed, _ = ask_what_if(club, "--table", "whistklubben")

    assert "Evening 1, deal 2, Sol: The scoring table has no price for Sol yet." in printed.splitlines()


def test_a_machine_gets_json_with_exact_points(club):
    result = json.loads(ask_what_if(club, "--table", DOUBLE_UNDER, "--json")[0])

    assert (result["deals"], result["differing"], result["unpriced_count"], result["unpriced"]) == (2, 1, 0, [])
    assert result["standings"][0] == {
        "player": "Bodil",
        "place_now": 2,
        "points_now": "0.5",
        "place_then": 1,
        "points_then": "1",
    }
    assert result["most"][0]["points_then"] == {"Bodil": "2", "Carl": "-2", "Dorthe": "-2", "Emil": "2"}


def test_a_machine_gets_the_reasons_too(club):
    result = json.loads(ask_what_if(club, "--table", "whistklubben", "--json")[0])

    assert result["unpriced"][-1] == {
        "evening": 1,
        "number": 2,
        "contract": "Sol",
        "reason": "The scoring table has no price for Sol yet.",
    }


def test_a_document_that_nobody_published_is_read_from_a_file(club, tmp_path):
    draft = tmp_path / "udkast.json"
    draft.write_text(json.dumps(version_of(club).document), encoding="utf-8")

    printed, _ = ask_what_if(club, "--table", str(draft))

    assert printed.splitlines()[0] == "Deals: 2. Pay otherwise: 0. Without a price: 0. Places changed: 0."


def test_only_the_evenings_asked_for_are_scored(club):
    evening = make_evening(club)
    record(evening, trick(evening, "Carl", "Dorthe", 6))

    printed, _ = ask_what_if(club, "--table", DOUBLE_UNDER, "--evening", str(evening.number))

    assert printed.splitlines()[0] == "Deals: 1. Pay otherwise: 1. Without a price: 0. Places changed: 0."


class Terminal(io.StringIO):
    """Standard error that somebody is looking at."""

    def isatty(self):
        return True


def test_a_bar_fills_on_a_terminal(club, monkeypatch):
    monkeypatch.setattr(query, "ENTRIES_AT_A_TIME", 1)
    terminal = Terminal()

    call_command(
        "what_if", club.slug, season_of(club).slug, "--table", DOUBLE_UNDER, stdout=io.StringIO(), stderr=terminal
    )

    assert terminal.getvalue().splitlines() == [
        "",
        f"[{'.' * 40}] 0 / 2",
        f"[{'#' * 20}{'.' * 20}] 1 / 2",
        f"[{'#' * 40}] 2 / 2",
        f"[{'#' * 40}] 2 / 2",
    ]


def test_a_season_without_deals_has_a_full_bar(club):
    terminal = Terminal()
    empty = make_club("Onsdagsklubben", founder="oda")

    call_command(
        "what_if", empty.slug, season_of(empty).slug, "--table", "it-whist", stdout=io.StringIO(), stderr=terminal
    )

    assert terminal.getvalue().splitlines()[-1] == f"[{'#' * 40}] 0 / 0"


def make_draft(club, **changed):
    document = {**version_of(club).document, **changed}
    return ScoringTableDraft.objects.create(
        club=club, name="Efterår", document=document, changed_at=NOW, changed_by=make_user("alma")
    )


def test_a_draft_is_named_by_its_number(club):
    draft = make_draft(club, rules={**version_of(club).document["rules"], "lost": "double_under"})

    printed, _ = ask_what_if(club, "--draft", str(draft.pk))

    assert printed == ask_what_if(club, "--table", DOUBLE_UNDER)[0]


def test_a_draft_that_cannot_be_read_is_refused_with_the_place(club):
    draft = make_draft(club, tricks="tretten")

    with pytest.raises(CommandError, match=r"^tricks: "):
        ask_what_if(club, "--draft", str(draft.pk))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--table", "bridge"], "table: There is no scoring table called “bridge”."),
        (["--table", '{"preset": "esmakker-wikipedia", "options": {"lost": "x"}}'], "options.lost: Choose one of: "),
        (["--table", "{"], "This is not valid JSON."),
        (["--version", "9999"], "The club has no version 9999 of its prices."),
        (["--draft", "9999"], "The club has no draft 9999."),
    ],
)
def test_prices_that_are_not_there_are_refused_in_a_sentence(club, options, sentence):
    with pytest.raises(CommandError) as refused:
        ask_what_if(club, *options)

    assert str(refused.value).startswith(sentence)


def test_a_file_that_is_no_text_is_refused(club, tmp_path):
    picture = tmp_path / "takst.json"
    picture.write_bytes(b"\xff\xfe\x00")

    with pytest.raises(CommandError, match="cannot be read"):
        ask_what_if(club, "--table", str(picture))


def test_a_file_that_is_too_long_is_refused(club, tmp_path):
    giant = tmp_path / "takst.json"
    giant.write_text("[" * 300_000, encoding="utf-8")

    with pytest.raises(CommandError, match="too long"):
        ask_what_if(club, "--table", str(giant))


def test_another_clubs_version_is_not_this_clubs(club):
    other = make_club("Tirsdagsklubben", founder="oda")

    with pytest.raises(CommandError, match="The club has no version"):
        ask_what_if(club, "--version", str(version_of(other).pk))


def test_another_clubs_draft_is_not_this_clubs(club):
    other = make_draft(make_club("Tirsdagsklubben", founder="oda"))

    with pytest.raises(CommandError, match="The club has no draft"):
        ask_what_if(club, "--draft", str(other.pk))


def test_a_season_that_is_not_there_is_named(club):
    with pytest.raises(CommandError, match="There is no season 1999 in a club torsdagsklubben"):
        call_command("what_if", "torsdagsklubben", "1999", "--table", "engelsk-whist")
