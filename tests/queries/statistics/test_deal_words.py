"""What a player types as a search of deals: read without guessing, and every filter reads back from its own words."""

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger.queries.statistics.deal_filter import BIDDER, HOUSE, LOST, RESULTS, WON, DealFilter
from ledger.queries.statistics.played import parts_of_players
from ledger.queries.statistics.words.reading import read_words
from ledger.queries.statistics.words.vocabulary import Vocabulary
from ledger.queries.statistics.words.writing import write_words
from ledger.rules.site.labels import Phrase, same

PLAYERS = {
    "karen-holm": "Karen Holm",
    "karen-hoej": "Karen Høj",
    "jens-kristian-holm": "Jens Kristian Holm",
    "bodil": "Bodil",
    "anna": "Anna",
    "sol": "Sol",
    "tabt": "Tabt",
    "makker": "Makker",
    "med-sol": "Med Sol",
    "huset": "Huset",
    "2026": "2026",
    "maj": "Maj",
    "ib": "Ib",
    "ib-bo": "Ib, Bo",
    "ib-bo-2": "Ib Bo",
    "j-k": "J.K.",
}
SEASONS = {"2026-27": "2026/27", "2026": "2026", "foraar": "Forår", "ren": "Ren"}
CONTRACTS = {
    "trick.plain": Phrase("plain"),
    "trick.vip": Phrase("vip"),
    "nolo.sol": Phrase("Sol"),
    "nolo.ren_sol": Phrase("Ren sol"),
    "nolo.bordlaegger": Phrase("Bordlægger"),
    "nolo.ren_bordlaegger": Phrase("Ren bordlægger"),
    "pair_book.": same("Makkerpar"),
    "role_table.march": same("March"),
}
IN_DANISH, IN_ENGLISH = (
    Vocabulary(players=PLAYERS, seasons=SEASONS, contracts=CONTRACTS, levels=range(7, 14), language=language)
    for language in ("da", "en")
)
YEAR = {"since": date(2026, 1, 1), "until": date(2026, 12, 31)}

days = st.none() | st.dates()
people = st.sampled_from(sorted(PLAYERS))


@st.composite
def filters(draw):
    """Any filter that a form accepts."""
    player = draw(st.just("") | people)
    others = people.filter(lambda slug: slug != player)
    since, until = draw(days), draw(days)
    if since and until:
        since, until = sorted((since, until))
    return DealFilter(
        player=player,
        part=draw(st.sampled_from(["", BIDDER, *parts_of_players()])),
        partner=draw(st.just("") | others) if player else "",
        opponent=draw(st.sampled_from(["", HOUSE]) | others) if player else "",
        contract=draw(st.sampled_from(["", "trick.gone", *CONTRACTS])),
        level=draw(st.none() | st.integers(6, 13)),
        result=draw(st.sampled_from(["", *RESULTS])),
        season=draw(st.sampled_from(["", *SEASONS])),
        since=since,
        until=until,
        table=draw(st.none() | st.integers(1, 99)),
        is_corrected=draw(st.booleans()),
    )


@given(filters(), st.sampled_from([IN_DANISH, IN_ENGLISH]))
@example(DealFilter(player="makker", part="partner", result=LOST), IN_DANISH)
@example(DealFilter(player="bodil", part="declarer", partner="makker", opponent="huset"), IN_DANISH)
@example(DealFilter(**YEAR, player="2026", season="2026"), IN_ENGLISH)
def test_any_filter_reads_back_from_its_words(asked, vocabulary):
    read = read_words(write_words(asked, vocabulary), vocabulary)

    assert (read.asked, read.refusals) == (asked, ())


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("vip bodil 2026 tabt", DealFilter(contract="trick.vip", player="bodil", result=LOST, **YEAR)),
        ("VIP, Bodil, 2026, TABT", DealFilter(contract="trick.vip", player="bodil", result=LOST, **YEAR)),
        ("spil med Bodil", None),
        ("bod made", DealFilter(player="bodil", result=WON)),
        ("jkh", DealFilter(player="jens-kristian-holm")),
        ("karen hol", DealFilter(player="karen-holm")),
        ("høj melder", DealFilter(player="karen-hoej", part=BIDDER)),
        ("ren sol", DealFilter(contract="nolo.ren_sol")),
        ("ren b", DealFilter(contract="nolo.ren_bordlaegger")),
        ("bodil og anna", DealFilter(player="bodil", partner="anna")),
        ("bodil mod anna", DealFilter(player="bodil", opponent="anna")),
        ("bodil against the house", DealFilter(player="bodil", opponent=HOUSE)),
        ("makker bodil", DealFilter(player="bodil", part="partner")),
        ("bodil gik med", DealFilter(player="bodil", part="joiner")),
        ("9 alm", None),
        ("10", DealFilter(level=10)),
        ("september 2026", DealFilter(since=date(2026, 9, 1), until=date(2026, 9, 30))),
        ("fra 3/9-2026", DealFilter(since=date(2026, 9, 3))),
        ("til sep 2026", DealFilter(until=date(2026, 9, 30))),
        ("3.9.2026", DealFilter(since=date(2026, 9, 3), until=date(2026, 9, 3))),
        ("sæson 2026", DealFilter(season="2026")),
        ("2026/27 bord 2 rettet", DealFilter(season="2026-27", table=2, is_corrected=True)),
        ("", DealFilter()),
    ],
)
def test_words_are_read_as_a_player_means_them(text, asked):
    read = read_words(text, IN_ENGLISH)

    assert asked is None or (read.asked, read.refusals) == (asked, ())


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("vip karne", DealFilter(contract="trick.vip"), "“karne” is no name"),
        ("karen vip", DealFilter(contract="trick.vip"), "“karen” may be player Karen Holm, player Karen Høj"),
        ("sol", DealFilter(), "“sol” may be contract Sol, player Sol"),
        ("bodil anna", DealFilter(player="bodil"), "with or against"),
        ("mod bodil", DealFilter(), "write who, too"),
        ("bodil mod bodil", DealFilter(player="bodil"), "the player already"),
        ("3/9", DealFilter(), "Write the year after “3/9”"),
        ("september", DealFilter(), "Write the year after “september”"),
        ("31.2.2026", DealFilter(), "“31.2.2026” is no name"),
        ("fra 2027 til 2026", DealFilter(since=date(2027, 1, 1)), "before the first"),
        ("tabt vundet", DealFilter(result=LOST), "“vundet” is one too many"),
        ("5", DealFilter(), "“5” is no name"),
        ("x" * 201, DealFilter(), "fewer words"),
    ],
)
def test_what_cannot_be_read_is_told_and_never_guessed(text, asked, told):
    read = read_words(text, IN_ENGLISH)

    assert read.asked == asked
    assert [told in refusal.message % refusal.params for refusal in read.refusals] == [True]


@given(st.text(alphabet="vipkarenbodilmedmod 0123456789./-,;ø", max_size=60))
def test_no_text_is_too_odd_to_be_read(text):
    assert read_words(text, IN_ENGLISH).asked is not None
