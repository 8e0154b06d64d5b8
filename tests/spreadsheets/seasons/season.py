"""A small season a club could have played, as a book to write: made-up people, eighths of a point."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from ledger.rules.seasons import in_numbers
from ledger.rules.site.labels import Phrase, fill, same
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    DealRow,
    EveningRow,
    PostingRow,
    PricedScoringTable,
    SeasonBook,
    StandingRow,
)

ANDERS, BIRGIT, CARSTEN, DORTHE, ERIK = 1, 2, 3, 4, 5
NAMES = {
    ANDERS: "Anders Holm",
    BIRGIT: "Birgit Lund-Æbelø",
    CARSTEN: "Carsten",
    DORTHE: "Dorthe Krogh",
    ERIK: "Erik (gæst)",
}
SENTENCES = (
    "Anders Holm fører sæsonen med +5,375, 3,5 foran Carsten, alene i spidsen siden 4. september.",
    "Den bedste aften havde Anders Holm: +5,375 den 4. september.",
    "Det dyreste spil, på aften 1: Anders Holm og Birgit Lund-Æbelø meldte 9 vip i 2. tur og fik 10. "
    "Carsten og Dorthe Krogh betalte 4 hver.",
)
DATES = {1: date(2025, 9, 4), 2: date(2025, 9, 18), 3: date(2025, 10, 2)}


def _deal(evening: int, number: int, dealer: int, units: dict[int, int], **facts: Any) -> DealRow:
    words = {"declarer": "", "partner": "", "tricks": "", "note": "", "status": None, **facts}
    numbers = {name: number for number, name in NAMES.items()}
    declarers, partners = (
        tuple(numbers[name] for name in words[part].split(", ") if name in numbers) for part in ("declarer", "partner")
    )
    labelled = ("contract", "partner", "result", "status")
    labels = {name: same(words[name]) for name in labelled if words[name] is not None}
    date = DATES[evening]
    written = words | labels | {"declarers": declarers, "partners": partners}
    return DealRow(evening=evening, number=number, date=date, dealer=NAMES[dealer], units=units, **written)


DEALS = (
    _deal(
        1, 1, DORTHE, {ANDERS: 32, BIRGIT: 32, CARSTEN: -32, DORTHE: -32},
        declarer="Anders Holm", contract="9 vip i 2.", partner="Birgit Lund-Æbelø", tricks=10, result="1 over",
    ),
    _deal(
        1, 2, ANDERS, {ANDERS: 3, BIRGIT: -1, CARSTEN: -1, DORTHE: -1},
        declarer="Anders Holm", contract="7", partner="selvmakker", tricks=7, result="lige hjemme",
    ),
    _deal(
        1, 3, BIRGIT, {ANDERS: 8, BIRGIT: -24, CARSTEN: 8, DORTHE: 8},
        declarer="Birgit Lund-Æbelø", contract="Sol", tricks=2, result="bet",
    ),
    _deal(
        2, 1, ERIK, {ANDERS: -16, BIRGIT: 16, CARSTEN: 16, DORTHE: -16},
        declarer="Birgit Lund-Æbelø", contract="8 gode", partner="Carsten", tricks=10, result="2 over", status="rettet",
    ),
    _deal(
        2, 2, ANDERS, {BIRGIT: -8, CARSTEN: 8, DORTHE: 8, ERIK: -8},
        declarer="Erik (gæst)", contract="9", partner="Birgit Lund-Æbelø", tricks=8, result="1 bet",
    ),
    _deal(
        3, 1, CARSTEN, {ANDERS: 16, BIRGIT: -16, CARSTEN: 16, DORTHE: -16},
        declarer="Anders Holm", contract="Sol", partner="med Carsten", tricks="0 / 1",
        result="Anders Holm hjem, Carsten hjem",
    ),
    _deal(
        3, 2, DORTHE, {ANDERS: 0, BIRGIT: 0, CARSTEN: 0, DORTHE: 0},
        contract="Passet rundt", result="", note="Anders glemte at melde",
    ),
    _deal(3, 3, DORTHE, {BIRGIT: -4, HOUSE: 4}, contract="Bøde", result="Glemte kagen"),
)  # fmt: skip

FIRST_TRY_OF_2_1 = {ANDERS: -12, BIRGIT: 12, CARSTEN: 12, DORTHE: -12}
VOID_2_3 = {ANDERS: 24, CARSTEN: -24, DORTHE: 24, ERIK: -24}


def _lines() -> list[tuple[int, int, str, dict[int, int]]]:
    """The lines of the book in order: evening, deal, text and what each gives."""
    by_place = {(deal.evening, deal.number): deal.units for deal in DEALS}
    return [
        (1, 1, "9 vip i 2. +1", by_place[1, 1]),
        (1, 2, "7 =", by_place[1, 2]),
        (1, 3, "Sol -1", by_place[1, 3]),
        (2, 1, "8 gode +1", FIRST_TRY_OF_2_1),
        (2, 1, "Tilbageført: 8 gode +1", {number: -units for number, units in FIRST_TRY_OF_2_1.items()}),
        (2, 1, "8 gode +2", by_place[2, 1]),
        (2, 2, "9 -1", by_place[2, 2]),
        (2, 3, "10 halve =", VOID_2_3),
        (2, 3, "Tilbageført: 10 halve =", {number: -units for number, units in VOID_2_3.items()}),
        (3, 1, "Sol = / =", by_place[3, 1]),
        (3, 2, "Passet rundt", by_place[3, 2]),
        (3, 3, "Bøde", by_place[3, 3]),
    ]


def _postings() -> tuple[PostingRow, ...]:
    return tuple(
        PostingRow(line, DATES[evening], evening, deal, number, same(text), units)
        for line, (evening, deal, text, amounts) in enumerate(_lines(), 1)
        for number, units in amounts.items()
    )


CORRECTIONS = (
    "Aften 2, spil 1: rettet (Birgit Lund-Æbelø og Carsten meldte 8 gode og fik 9 → "
    "Birgit Lund-Æbelø og Carsten meldte 8 gode og fik 10). "
    "Der stod 9 stik på sedlen, men de fik 10 (Birgit Lund-Æbelø)",
    "Aften 2, spil 3: annulleret (Dorthe Krogh og Anders Holm meldte 10 halve og gik lige hjem → –). "
    "Kortene var givet forkert (Birgit Lund-Æbelø)",
)


STANDINGS = (
    StandingRow(1, ANDERS, 3, 6, 43, is_on_podium=True),
    StandingRow(2, CARSTEN, 3, 7, 15, is_on_podium=True),
    StandingRow(3, BIRGIT, 3, 7, -5, is_on_podium=True),
    StandingRow(4, ERIK, 1, 1, -8),
    StandingRow(5, DORTHE, 3, 7, -49),
)

EVENINGS = (
    EveningRow(1, DATES[1], "Hos Dorthe", 3, {ANDERS: 43, BIRGIT: 7, CARSTEN: -25, DORTHE: -25}, "9c5b 04d1 e37a 118f"),
    EveningRow(
        2,
        DATES[2],
        "Forsamlingshuset",
        2,
        {ANDERS: -16, BIRGIT: 8, CARSTEN: 24, DORTHE: -8, ERIK: -8},
        "6612 8e07 1149 2203",
    ),
    EveningRow(3, DATES[3], "", 1, {ANDERS: 16, BIRGIT: -20, CARSTEN: 16, DORTHE: -16, HOUSE: 4}, ""),
)

PRICES = (
    PricedScoringTable(
        same("Esmakker efter Wikipedia, udgave 2, fra 1. september 2025"),
        tuple(map(same, ("Melding", "Almindelig", "Gode", "Vip 1", "Vip 2", "Vip 3"))),
        (
            (same("7"), 1, 2, 4, 2, 1),
            (same("8"), 2, 4, 8, 4, 2),
            (same("9"), 4, 8, 16, 16, 4),
            (same("Sol, højst 1 stik"), 8, None, None, None, same("efter aftale")),
        ),
        (same("Overstik og understik tæller som meldingens pris for hvert stik."), same("Klør i vip fordobler.")),
    ),
    PricedScoringTable(
        same("Bøder, udgave 1, fra 1. september 2025"),
        (same("Forseelse"), same("Bøde")),
        ((same("Glemt kage"), 4),),
        (),
    ),
)


def season_book() -> SeasonBook:
    """Three evenings, the second with five at the table; a corrected deal, a void one, and a fine paid to the house."""
    return SeasonBook(
        club="Hjerter & Es, Lyngby",
        season="2025/26",
        is_closed=False,
        made_at=datetime(2025, 10, 3, 20, 15, tzinfo=ZoneInfo("Europe/Copenhagen")),
        unit_denominator=8,
        names=NAMES,
        standings=STANDINGS,
        in_numbers=in_numbers(3, fill(Phrase("%(count)s deals"), count=6), same("0")),
        sentences=tuple(map(same, SENTENCES)),
        evenings=EVENINGS,
        deals=DEALS,
        postings=_postings(),
        corrections=tuple(map(same, CORRECTIONS)),
        prices=PRICES,
        prizes=(),
        head_digest="4f1c9a0e7b2d58630c1e94ab72fd3e5586d0c7f9a1b2438e6d5f70c4b3a29187",
    )


def empty_book() -> SeasonBook:
    """The same season on its first day: players, but nothing played and nothing priced."""
    none: dict[str, Any] = dict.fromkeys(("standings", "evenings", "deals", "postings", "corrections", "prices"), ())
    return replace(season_book(), sentences=(), head_digest="", **none)


def long_book(players: int, evenings: int) -> SeasonBook:
    """A season of many players, four of whom sit down on each evening and play a deal."""
    units = (24, 8, -8, -24)
    rows: list[EveningRow] = []
    deals: list[DealRow] = []
    postings: list[PostingRow] = []
    sums = dict.fromkeys(range(1, players + 1), 0)
    for at in range(evenings):
        day = date(2025, 9, 4) + timedelta(weeks=at)
        four = [(at * 3 + seat) % players + 1 for seat in range(4)]
        won = dict(zip(four, units, strict=True))
        rows.append(EveningRow(at + 1, day, "Hos os", 1, won, ""))
        declarer, partner, dealer, _ = (f"Spiller nummer {number}" for number in four)
        facts = (at + 1, 1, day, dealer, declarer, same("8"), same(partner), 9, same("1 over"), None, "")
        deals.append(DealRow(*facts, won, tuple(four[:1]), tuple(four[1:2])))
        for number, points in won.items():
            sums[number] += points
            postings.append(PostingRow(at + 1, day, at + 1, 1, number, same("8 +1"), points))
    ranked = sorted(sums, key=lambda number: -sums[number])
    standings = tuple(
        StandingRow(place, number, 1, 1, sums[number], place <= 3) for place, number in enumerate(ranked, 1)
    )
    names = {number: f"Spiller nummer {number}" for number in sums}
    lists = {"evenings": tuple(rows), "deals": tuple(deals), "postings": tuple(postings), "corrections": ()}
    return replace(season_book(), names=names, standings=standings, **lists)  # type: ignore[arg-type]
