"""A season as its workbook shows it."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from ledger.queries.seasons.season_book import season_book
from ledger.rules.seasons import RankingRule
from ledger.rules.site.labels import Label
from ledger.services.deals import correct_deal, restore_deal, void_deal
from ledger.services.evenings.approval import approve_evening, reopen_evening
from ledger.services.seasons import Given
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    DealRow,
    EveningRow,
    PostingRow,
    PricedScoringTable,
    StandingRow,
)
from tests.services.evenings.test_tables_of_an_evening import plain
from tests.support.people import (
    DAY,
    FIVE,
    change,
    choose_rule,
    close_as_it_stands,
    make_club,
    make_evening,
    nolo,
    play_evening,
    record,
    season_of,
    seat_ids,
    seat_tables,
    signed,
    trick,
)

pytestmark = pytest.mark.django_db

LISTS = ("evenings", "deals", "postings", "corrections", "prices")
MADE_AT = datetime(2027, 6, 1, 12, tzinfo=UTC)


def book_of(club, language="da"):
    """The book of a club's season, all of it read, in a language."""
    book = season_book(season=season_of(club), made_at=MADE_AT)
    parts = {name: tuple(getattr(book, name)) for name in LISTS}
    return replace(book, **{name: _in_words(rows, language) for name, rows in parts.items()})


def _in_words(value, language):
    match value:
        case Label():
            return value[language]
        case PricedScoringTable():
            parts = {name: _in_words(getattr(value, name), language) for name in ("title", "columns", "rows", "notes")}
            return replace(value, **parts)
        case tuple():
            parts = [_in_words(part, language) for part in value]
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
        case _:
            return value


def deals(club, language="da"):
    return [
        (deal.number, deal.contract, deal.result, deal.tricks, deal.status) for deal in book_of(club, language).deals
    ]


def test_a_closed_season_tells_who_won_what(club, evening):
    record(evening, trick(evening, "Dorthe", "Bodil", 10))
    choose_rule(club, RankingRule(), first=Given("Bodils pokal", "En flaske vin"), sols=Given("", "En hat"))
    assert book_of(club).prizes == ()

    close_as_it_stands(club)

    (prize,) = book_of(club).prizes
    assert prize["da"] == "Nummer 1: Bodil, Dorthe (Bodils pokal, En flaske vin)"


def test_a_season_with_one_deal(club, evening):
    entry = record(evening, trick(evening, "Dorthe", "Bodil", 10, level=9, attachment="gode"))

    book = book_of(club)

    assert (book.club, book.season, book.unit_denominator) == ("Torsdagsklubben", "2026/27", 8)
    assert book.head_digest == entry.digest
    bodil, carl, dorthe, emil = book.names
    units = {bodil: 16, carl: -16, dorthe: 16, emil: -16}
    assert list(book.names.values()) == ["Bodil", "Carl", "Dorthe", "Emil"]
    assert book.standings == (
        StandingRow(place=1, player=bodil, evenings=1, deals=1, units=16, is_on_podium=True),
        StandingRow(place=1, player=dorthe, evenings=1, deals=1, units=16, is_on_podium=True),
        StandingRow(place=3, player=carl, evenings=1, deals=1, units=-16),
        StandingRow(place=3, player=emil, evenings=1, deals=1, units=-16),
    )
    assert book.evenings == (EveningRow(1, DAY, "", 1, units, fingerprint=""),)
    assert book.deals == (
        DealRow(
            evening=1,
            number=1,
            date=DAY,
            dealer="Bodil",
            declarer="Dorthe",
            contract="9 gode",
            partner="Bodil",
            tricks=10,
            result="1 over",
            status=None,
            note="",
            units=units,
            declarers=(dorthe,),
            partners=(bodil,),
        ),
    )
    assert [sentence["da"] for sentence in book.sentences] == [
        "Bodil og Dorthe deler førstepladsen.",
        "Den bedste aften havde Bodil og Dorthe: +2 den 3. september.",
        "Det dyreste spil, på aften 1: Dorthe og Bodil meldte 9 gode og fik 10. Carl og Emil betalte 2 hver.",
    ]
    assert book.in_numbers["da"] == "1 aften, 1 spil. Summen er 0."
    assert book.postings == tuple(
        PostingRow(sequence=1, date=DAY, evening=1, deal=1, player=player, text="9 gode +1", units=won)
        for player, won in units.items()
    )


def test_players_are_in_danish_order():
    club = make_club(players=("Åse", "Ærø", "Bodil", "Øjvind"))
    play_evening(club, "Åse", "Bodil", 8, names=("Åse", "Ærø", "Bodil", "Øjvind"))

    assert list(book_of(club).names.values()) == ["Bodil", "Ærø", "Øjvind", "Åse"]


def test_a_deal_stands_as_it_is_today_and_says_what_happened_to_it(club, evening):
    entries = [record(evening, trick(evening, "Bodil", "Carl", 8)) for _ in range(4)]
    correct_deal(entry=entries[1], deal=trick(evening, "Bodil", "Carl", 9), change=change(evening, "talt om"))
    void_deal(entry=entries[2], change=change(evening, "aldrig spillet"))
    void_deal(entry=entries[3], change=change(evening, "en fejl"))
    restore_deal(entry=entries[3], change=change(evening, "alligevel spillet"))

    assert deals(club) == [
        (1, "8", "lige hjemme", 8, None),
        (2, "8", "1 over", 9, "rettet"),
        (4, "8", "lige hjemme", 8, "gendannet"),
    ]
    assert [status for *_, status in deals(club, "en")] == [None, "corrected", "restored"]
    assert {posting.text for posting in book_of(club, "en").postings} == {"8 =", "8 +1", "Reversed: 8 ="}


def test_a_change_says_from_what_to_what_and_why(club, evening):
    entries = [record(evening, trick(evening, "Bodil", "Carl", 8)) for _ in range(3)]
    correct_deal(entry=entries[0], deal=trick(evening, "Bodil", "Carl", 7), change=change(evening, "talt om"))
    void_deal(entry=entries[1], change=change(evening, "en fejl"))
    record(evening, trick(evening, "Bodil", "Emil", 8))
    restore_deal(entry=entries[1], change=change(evening, "alligevel spillet"))
    void_deal(entry=entries[2], change=change(evening, "skrevet to gange"))

    kept = "Bodil og Carl meldte 8 og gik lige hjem. Dorthe og Emil betalte 0,25 hver"
    lost = "Bodil og Carl meldte 8 og fik 7. Dorthe og Emil fik 0,5 hver"
    assert book_of(club).corrections == (
        f"Aften 1, spil 1: rettet ({kept} → {lost}). talt om (Administrator 1)",
        f"Aften 1, spil 2: annulleret ({kept} → –). en fejl (Administrator 1)",
        f"Aften 1, spil 2: gendannet (– → {kept}). alligevel spillet (Administrator 1)",
        f"Aften 1, spil 3: annulleret ({kept} → –). skrevet to gange (Administrator 1)",
    )
    assert changes_of(club) == ["corrected", "voided", "restored", "voided"]


def changes_of(club):
    """What the corrections say was done, in English."""
    return [correction.split()[4] for correction in book_of(club, "en").corrections]


def test_a_void_deal_that_comes_back_with_other_contents_is_two_changes(club, evening):
    entry = record(evening, trick(evening, "Bodil", "Carl", 8))
    void_deal(entry=entry, change=change(evening, "en fejl"))
    restore_deal(entry=entry, change=change(evening, "alligevel spillet"))
    restored = season_of(club).entries.latest("sequence")
    correct_deal(entry=restored, deal=trick(evening, "Bodil", "Carl", 9), change=change(evening, "talt om"))

    assert changes_of(club) == ["voided", "restored", "corrected"]


def test_each_approved_evening_has_a_fingerprint(club):
    evenings = [make_evening(club) for _ in range(3)]
    heads = []
    for evening in evenings:
        heads.append(record(evening, trick(evening, "Bodil", "Carl", 8)).digest)
        approve_evening(evening=evening, entry_count=1, **signed(club))
    reopen_evening(evening=evenings[1], reason="Carl mangler", **signed(club))

    rows = book_of(club).evenings

    assert [row.fingerprint.replace(" ", "") for row in rows] == [heads[0][:16], "", heads[2][:16]]


def test_who_sits_out_is_not_in_the_deal_but_in_the_ledger(club):
    play_evening(club, "Carl", "Emil", 8, names=FIVE)

    book = book_of(club)

    bodil, carl, dorthe, emil, frida = book.names
    assert book.deals[0].units == {carl: 2, dorthe: -2, emil: 2, frida: -2}
    assert (book.postings[0].player, book.postings[0].units) == (bodil, 0)


@pytest.mark.parametrize(
    ("deal_of", "declarer", "partner", "contract", "tricks", "result"),
    [
        (
            lambda evening: nolo(evening, "sol", {"Carl": 1, "Emil": 3}),
            *("Carl", "med Emil", "Sol", "1 / 3", "Carl hjem, Emil bet"),
        ),
        (
            lambda evening: nolo(evening, "sol", {"Carl": True, "Emil": False}),
            *("Carl", "med Emil", "Sol", "", "Carl hjem, Emil bet"),
        ),
        (
            lambda evening: trick(evening, "Bodil", None, 6, alone="self_called"),
            *("Bodil", "selvmakker", "8", 6, "2 bet"),
        ),
        (
            lambda evening: trick(evening, "Bodil", None, 8, alone="ace_in_cat"),
            *("Bodil", "esset i katten", "8", 8, "lige hjemme"),
        ),
        (
            lambda evening: {
                "kind": "adjustment",
                "amounts": {seat_ids(evening)["Bodil"]: "-1", seat_ids(evening)["Carl"]: "1"},
                "reason": "Carl sad over",
            },
            *("", "", "Regulering", "", "Carl sad over"),
        ),
        (
            lambda evening: {"kind": "not_played", "cause": "redeal", "dealer": seat_ids(evening)["Carl"]},
            *("", "", "Omgivning", "", ""),
        ),
    ],
    ids=[
        "two on a nolo",
        "of whom nobody counted the tricks",
        "own partner",
        "ace in the cat",
        "adjustment",
        "cards not played",
    ],
)
def test_a_deal_in_the_list_of_deals(club, evening, deal_of, declarer, partner, contract, tricks, result):
    about = {} if contract == "Regulering" else {"note": "Carl tabte et kort"}
    record(evening, deal_of(evening) | about)

    book = book_of(club)

    (deal,) = book.deals
    assert (deal.note, {row.deals for row in book.standings}) == (about.get("note", ""), {int(bool(deal.declarer))})
    assert (deal.declarer, deal.partner, deal.partners) == (declarer, partner, ())
    assert (deal.contract, deal.tricks, deal.result) == (contract, tricks, result)


def test_the_house_has_its_own_figure():
    club = make_club(preset="call-ace-euchre")
    evening = make_evening(club)
    maker = seat_ids(evening)["Bodil"]
    record(evening, {"kind": "role_table", "maker": maker, "partner": None, "outcome": "march_alone"})

    book = book_of(club)

    bodil, carl, dorthe, emil = book.names
    assert book.evenings[0].totals == {HOUSE: -4, bodil: 4, carl: 0, dorthe: 0, emil: 0}
    assert book.deals[0].units == book.evenings[0].totals
    assert sum(posting.units for posting in book.postings) == 0


def test_the_prices_stand_as_on_the_wall_in_the_seasons_units(club, evening):
    (prices,) = book_of(club).prices

    assert prices.title == "Esmakkerwhist (Wikipedia), udgave 1, fra 1. august 2026"
    assert prices.columns == (
        *("Melding", "Alm.", "Gode", "Stærke", "Halve", "Sans", "Kvarte", "Vip 1", "Vip 2", "Vip 3"),
    )
    assert prices.rows[:2] == (("7", 1, 2, 2, 2, 2, 2, 2, 4, 8), ("8", 2, 4, 4, 4, 4, 4, 4, 8, 16))
    assert prices.rows[7] == ("Sol (højst 1 stik)", 8, *[None] * 8)
    assert prices.rows[11] == ("Dobbelt bordlægger (højst 0 stik)", *[None] * 9)
    assert prices.notes[0].startswith("Rækkefølge, lavest først: 7, 7+, 8, Sol, 8+, 9, 7 kvarte, Ren sol, ")
    assert "Vundet: taksten, og taksten én gang til for hvert overstik." in prices.notes
    assert "Klør i vip tæller dobbelt." in prices.notes
    assert "Kilde: Danish Wikipedia, Whist: Esmakker whist, Regnskabet" in prices.notes


@pytest.mark.parametrize(
    ("preset", "row"),
    [
        ("dansk-whist", ("Nolo (tricks: at most 6)", None)),
        ("call-ace-euchre", ("March alone", 4)),
        ("es-makker-points", ("9", "0.75 +0.25 / -0 -0.5")),
    ],
)
def test_other_games_stand_on_the_wall_too(preset, row):
    club = make_club(preset=preset)
    make_evening(club)

    (prices,) = book_of(club, "en").prices

    assert {len(cells) for cells in prices.rows} == {len(prices.columns)}
    assert row in [cells[:2] for cells in prices.rows]


def test_the_evenings_and_their_deals_are_the_same_however_many_are_read_at_a_time(club, monkeypatch):
    for day in range(10, 15):
        evening = play_evening(club, "Bodil", "Carl", 8, day=date(2026, 9, 24 - day))
        record(evening, trick(evening, "Carl", "Dorthe", 9))
    make_evening(club, day=date(2026, 9, 30))
    book = book_of(club)

    monkeypatch.setattr("ledger.queries.seasons.season_book.ENTRIES_AT_A_TIME", 2)
    in_pieces = book_of(club)

    assert (in_pieces.evenings, in_pieces.deals) == (book.evenings, book.deals)
    assert [(row.number, row.deals) for row in book.evenings] == [(5, 2), (4, 2), (3, 2), (2, 2), (1, 2), (6, 0)]
    assert [(deal.evening, deal.number) for deal in book.deals] == [
        (number, deal) for number in range(5, 0, -1) for deal in (1, 2)
    ]


def test_several_tables_and_seven_players_are_in_the_book():
    names = (*FIVE, "Gerda", "Holger", "Inga", "Jens", "Kaj", "Lise")
    club = make_club(players=names)
    evening = make_evening(club)
    seat_tables(evening, names[:7], names[7:])
    for number in (1, 2):
        record(evening, plain(evening, number), table_number=number)

    book = book_of(club)

    assert [len(deal.units) for deal in book.deals] == [4, 4]
    assert [sum(deal.units.values()) for deal in book.deals] == [0, 0]
    assert (len(book.names), len(book.standings), sum(book.evenings[0].totals.values())) == (11, 11, 0)
