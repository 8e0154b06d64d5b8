"""A small season a club could have played, as a book to write: made-up people, eighths of a point."""

from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from ledger.rules.site.labels import Phrase, same
from ledger.spreadsheets.seasons.season_book import (
    HOUSE,
    BookPlayer,
    CorrectionRow,
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
DATES = {1: date(2025, 9, 4), 2: date(2025, 9, 18), 3: date(2025, 10, 2)}


def _deal(evening: int, number: int, dealer: int, units: dict[int, int], **facts: object) -> DealRow:
    words = {
        "attachment": None,
        "vip_turn": None,
        "partner": "",
        "going_along": "",
        "note": "",
        "status": None,
        "reason": "",
        "recorded_by": "Birgit Lund-Æbelø",
    } | facts
    words |= {name: same(str(words[name])) for name in ("contract", "attachment", "why", "status") if words[name]}
    words["result"] = same(str(words["result"]))
    numbers = {name: number for number, name in NAMES.items()}
    declarers, partners = (
        tuple(numbers[name] for name in str(words[part]).split(", ") if name) for part in ("declarer", "partner")
    )
    words["sides"] = declarers, partners
    return DealRow(evening, number, DATES[evening], 1, NAMES[dealer], units=units, **words)  # type: ignore[arg-type]


DEALS = (
    _deal(
        1, 1, DORTHE, {ANDERS: 32, BIRGIT: 32, CARSTEN: -32, DORTHE: -32},
        declarer="Anders Holm", contract="9 vip i 2.", attachment="vip", vip_turn=2,
        partner="Birgit Lund-Æbelø", tricks=10, result="vundet +1",
        why="9 vip i 2. kræver 9 stik, fik 10: 2 + 1 × 2 = 4 fra hver modspiller",
    ),
    _deal(
        1, 2, ANDERS, {ANDERS: 3, BIRGIT: -1, CARSTEN: -1, DORTHE: -1},
        declarer="Anders Holm", contract="7", tricks=7, result="vundet, selvmakker",
        why="7 kræver 7 stik, fik 7: 1/8 fra hver modspiller",
    ),
    _deal(
        1, 3, BIRGIT, {ANDERS: 8, BIRGIT: -24, CARSTEN: 8, DORTHE: 8},
        declarer="Birgit Lund-Æbelø", contract="sol", tricks=2, result="tabt",
        why="Sol tillader 1 stik, fik 2: 1 til hver modspiller",
    ),
    _deal(
        2, 1, ERIK, {ANDERS: -16, BIRGIT: 16, CARSTEN: 16, DORTHE: -16},
        declarer="Birgit Lund-Æbelø", contract="8 gode", partner="Carsten", tricks=10, result="vundet +2",
        why="8 gode kræver 8 stik, fik 10: 2 fra hver modspiller",
        status="rettet", reason="Der stod 9 stik på sedlen, men de fik 10",
    ),
    _deal(
        2, 2, ANDERS, {BIRGIT: -8, CARSTEN: 8, DORTHE: 8, ERIK: -8},
        declarer="Erik (gæst)", contract="9", partner="Birgit Lund-Æbelø", tricks=8, result="tabt -1",
        why="9 kræver 9 stik, fik 8: 1 til hver modspiller",
    ),
    _deal(
        2, 3, BIRGIT, {},
        declarer="Dorthe Krogh", contract="10 halve", partner="Anders Holm", tricks=10, result="vundet",
        why="Spillet er annulleret og tæller ikke", status="annulleret", reason="Kortene var givet forkert",
    ),
    _deal(
        3, 1, CARSTEN, {ANDERS: 16, BIRGIT: -16, CARSTEN: 16, DORTHE: -16},
        declarer="Anders Holm, Carsten", contract="sol", tricks="0 / 1", result="vundet",
        why="Sol tillader 1 stik. Anders Holm fik 0 og Carsten 1: 1 til hver af dem fra alle de andre",
    ),
    _deal(
        3, 2, DORTHE, {ANDERS: 0, BIRGIT: 0, CARSTEN: 0, DORTHE: 0},
        declarer="", contract="passet rundt", tricks=None, result="", why="Alle passede: ingen point",
        note="Anders glemte at melde",
    ),
)  # fmt: skip

FIRST_TRY_OF_2_1 = {ANDERS: -12, BIRGIT: 12, CARSTEN: 12, DORTHE: -12}
VOID_2_3 = {ANDERS: 24, CARSTEN: -24, DORTHE: 24, ERIK: -24}
FINE = {BIRGIT: -4, HOUSE: 4}


def _lines() -> list[tuple[int, int | None, str, dict[int, int]]]:
    """The lines of the book in order: evening, deal, text and what each gives."""
    by_place = {(deal.evening, deal.number): deal.units for deal in DEALS}
    return [
        (1, 1, "9 vip i 2., 10 stik", by_place[1, 1]),
        (1, 2, "7, 7 stik", by_place[1, 2]),
        (1, 3, "Sol, 2 stik", by_place[1, 3]),
        (2, 1, "8 gode, 9 stik", FIRST_TRY_OF_2_1),
        (2, 1, "Tilbageført: 8 gode, 9 stik", {number: -units for number, units in FIRST_TRY_OF_2_1.items()}),
        (2, 1, "8 gode, 10 stik", by_place[2, 1]),
        (2, 2, "9, 8 stik", by_place[2, 2]),
        (2, 3, "10 halve, 10 stik", VOID_2_3),
        (2, 3, "Tilbageført: 10 halve, 10 stik", {number: -units for number, units in VOID_2_3.items()}),
        (3, 1, "Sol, to om budet", by_place[3, 1]),
        (3, 2, "Passet rundt", by_place[3, 2]),
        (3, None, "Bøde til kassen: glemte kagen", FINE),
    ]


def _postings() -> tuple[PostingRow, ...]:
    return tuple(
        PostingRow(line, DATES[evening], evening, deal, number, same(text), units)
        for line, (evening, deal, text, amounts) in enumerate(_lines(), 1)
        for number, units in amounts.items()
    )


CORRECTIONS = (
    CorrectionRow(
        2, 1, DATES[2], same("rettet"), same("8 gode +1: Birgit Lund-Æbelø, Carsten"),
        same("8 gode +2: Birgit Lund-Æbelø, Carsten"),
        same("Anders Holm −1,5 → −2, Birgit Lund-Æbelø +1,5 → +2, Carsten +1,5 → +2, Dorthe Krogh −1,5 → −2"),
        "Der stod 9 stik på sedlen, men de fik 10", "Birgit Lund-Æbelø",
    ),
    CorrectionRow(
        2, 3, DATES[2], same("annulleret"), same("10 halve =: Dorthe Krogh, Anders Holm"), None,
        same("Anders Holm +3 → 0, Carsten −3 → 0, Dorthe Krogh +3 → 0, Erik (gæst) −3 → 0"),
        "Kortene var givet forkert", "Birgit Lund-Æbelø",
    ),
)  # fmt: skip


def balances(book: SeasonBook) -> dict[int, int]:
    """The sum of a book's postings for each number, in units."""
    sums = dict.fromkeys([player.number for player in book.players], 0) | {HOUSE: 0}
    for posting in book.postings:
        sums[posting.player_number] += posting.units
    return sums


STANDINGS = (
    StandingRow(1, ANDERS, 3, 6, 43),
    StandingRow(2, CARSTEN, 3, 7, 15),
    StandingRow(3, BIRGIT, 3, 7, -5),
    StandingRow(4, ERIK, 1, 1, -8),
    StandingRow(5, DORTHE, 3, 7, -49),
)

EVENINGS = (
    EveningRow(
        1, DATES[1], "Hos Dorthe", 3, {ANDERS: 43, BIRGIT: 7, CARSTEN: -25, DORTHE: -25}, 4, "9c5b 04d1 e37a 118f"
    ),
    EveningRow(
        2,
        DATES[2],
        "Forsamlingshuset",
        2,
        {ANDERS: -16, BIRGIT: 8, CARSTEN: 24, DORTHE: -8, ERIK: -8},
        7,
        "6612 8e07 1149 2203",
    ),
    EveningRow(3, DATES[3], "", 2, {ANDERS: 16, BIRGIT: -20, CARSTEN: 16, DORTHE: -16, HOUSE: 4}, None, ""),
)

PRICES = (
    PricedScoringTable(
        "Esmakker efter Wikipedia",
        2,
        date(2025, 9, 1),
        tuple(map(same, ("Melding", "Almindelig", "Gode", "Vip 1", "Vip 2", "Vip 3"))),
        (
            (same("7"), 1, 2, 4, 2, 1),
            (same("8"), 2, 4, 8, 4, 2),
            (same("9"), 4, 8, 16, 16, 4),
            (same("Sol, højst 1 stik"), 8, None, None, None, same("efter aftale")),
        ),
        (same("Overstik og understik tæller som meldingens pris for hvert stik."), same("Klør i vip fordobler.")),
    ),
    PricedScoringTable("Bøder", 1, date(2025, 9, 1), (same("Forseelse"), same("Bøde")), ((same("Glemt kage"), 4),), ()),
)


def season_book() -> SeasonBook:
    """Three evenings, the second with five at the table; a corrected deal, a void one, and a fine paid to the house."""
    return SeasonBook(
        club="Hjerter & Es, Lyngby",
        season="2025/26",
        made_at=datetime(2025, 10, 3, 20, 15, tzinfo=ZoneInfo("Europe/Copenhagen")),
        made_by="Carsten",
        unit_denominator=8,
        players=tuple(BookPlayer(number, name) for number, name in NAMES.items()),
        standings=STANDINGS,
        deal_count=Phrase("{count} deals", (("count", 7),)),
        evenings=EVENINGS,
        deals=DEALS,
        postings=_postings(),
        corrections=CORRECTIONS,
        prices=PRICES,
        prizes=(),
        head_digest="4f1c9a0e7b2d58630c1e94ab72fd3e5586d0c7f9a1b2438e6d5f70c4b3a29187",
    )


def empty_book() -> SeasonBook:
    """The same season on its first day: players, but nothing played and nothing priced."""
    return replace(
        season_book(), standings=(), evenings=(), deals=(), postings=(), corrections=(), prices=(), head_digest=""
    )
