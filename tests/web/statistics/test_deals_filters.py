"""The filters of the deals: what an address asks for, and which deals that is, counted in plain Python."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.models import Club, Player, Season
from ledger.queries.clubs.clubs import seasons_of
from ledger.queries.statistics.deals import BIDDER, HOUSE, LOST, WON, ChosenDeals, DealFilter, all_deals
from ledger.queries.statistics.figures import ClubContracts, contracts_of, parts_of_players
from ledger.rules.site.labels import Phrase, same
from ledger.services.deals import correct_deal
from ledger.web.statistics.deals_list import DealsFilters
from tests.queries.random_book import POINTS_ONLY, record_points_only
from tests.queries.statistics.test_changes import contract_of, standing_lines
from tests.support.every_sort import club_of_every_sort
from tests.support.people import change, load_sample, record
from tests.support.presets import EVERY_SEED

PLAYERS = {"bodil": "Bodil", "anna": "Anna", "huset": "Huset", "2026": "2026", "j-k": "J.K."}
SEASONS = {"2026-27": "2026/27", "2026": "2026", "foraar": "Forår", "ren": "Ren"}
CONTRACTS = {
    "trick.plain": Phrase("plain"),
    "trick.vip": Phrase("vip"),
    "nolo.sol": Phrase("Sol"),
    "pair_book.": same("Makkerpar"),
    "role_table.march": same("March"),
}
KNOWN = {
    "players": [Player(slug=slug, name=name) for slug, name in {**PLAYERS, "null": "Null"}.items()],
    "seasons": [Season(slug=slug, name=name) for slug, name in SEASONS.items()],
    "contracts": ClubContracts(labels=CONTRACTS, levels=range(6, 14)),
}
NAMES = tuple(DealsFilters.base_filters)
typed = st.sampled_from(["", *PLAYERS, *CONTRACTS, WON, HOUSE, "2026-09-03", "7", "0", "null", "0x7", "-1"]) | st.text()


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
        result=draw(st.sampled_from(["", WON, LOST])),
        season=draw(st.sampled_from(["", *SEASONS])),
        since=since,
        until=until,
        table=draw(st.none() | st.integers(1, 99)),
        is_corrected=draw(st.booleans()),
    )


@given(filters())
def test_an_address_asks_for_what_was_written_into_it(asked):
    read = DealsFilters(asked.query(), **KNOWN)

    assert (read.narrow(DealFilter()), read.is_valid()) == (asked, True)


@given(st.dictionaries(st.sampled_from(NAMES), typed))
def test_whatever_is_typed_is_read_or_refused_beside_its_field(asked):
    read = DealsFilters(asked, **KNOWN)

    if read.is_valid():
        read_back = DealsFilters(read.narrow(DealFilter()).query(), **KNOWN)
        assert read_back.narrow(DealFilter()) == read.narrow(DealFilter())
    else:
        assert set(read.errors) <= set(NAMES)
        assert all(read.form[name].value() == text for name, text in asked.items() if name != "corrected")


def test_a_player_may_be_called_null():
    read = DealsFilters({"player": "null"}, **KNOWN)

    assert read.is_valid() and read.narrow(DealFilter()) == DealFilter(player="null")


def lets_through(line, asked, players):
    """The postings of a line by which a filter lets it through."""
    entry, postings = line
    by_field = {
        "season": entry.season.slug == asked.season,
        "since": bool(asked.since) and entry.evening.date >= asked.since,
        "until": bool(asked.until) and entry.evening.date <= asked.until,
        "level": entry.deal.get("level") == asked.level,
        "table": entry.table_number == asked.table,
        "is_corrected": entry.replaces_id is not None,
    }
    if not all(fits for name, fits in by_field.items() if getattr(asked, name)):
        return []
    part = asked.part or (BIDDER if asked.result and not asked.player else "")
    about_deals = asked.contract or asked.level or asked.result or asked.partner or part
    if entry.kind == "adjustment" and about_deals and asked.part != "adjustment":
        return []
    return [posting for posting in postings if fits(entry, postings, posting, asked, part, players)]


def fits(entry, postings, posting, asked, part, players):
    player, role, points = posting
    had = part_of(entry, role)
    return (
        (not asked.player or player == players[asked.player])
        and (not part or had == part or (part == BIDDER and role == "declarer"))
        and (not asked.contract or contract_of(entry, role) == asked.contract)
        and not (asked.contract and asked.player and not part and had in ("defender", "adjustment"))
        and (not asked.result or (points > 0 if asked.result == WON else points < 0))
        and (not asked.partner or beside(postings, posting, players[asked.partner]))
        and (not asked.opponent or against(postings, posting, players.get(asked.opponent)))
    )


def beside(postings, posting, partner):
    return any(pk == partner and {role, posting[1]} == {"declarer", "partner"} for pk, role, _ in postings)


def against(postings, posting, opponent):
    """Whether they got other points; the house is nobody."""
    return any(pk == opponent and points != posting[2] for pk, _, points in postings)


def share_of(line, chosen, asked, players):
    """What a line adds to the sum."""
    _, postings = line
    got = {pk: points for pk, _, points in postings}
    if asked.opponent and not asked.partner:
        return (chosen[0][2] - got[players.get(asked.opponent)]) / len(postings)
    return sum((points for *_, points in chosen), Fraction()) + (got[players[asked.partner]] if asked.partner else 0)


@dataclass(frozen=True)
class Book:
    """A club with the lines that count, and whatever its filters may name."""

    club: Club

    @cached_property
    def lines(self):
        return list(standing_lines(self.club))

    @cached_property
    def known(self):
        players, seasons = list(self.club.players.all()), seasons_of(club=self.club)
        return {"players": players, "seasons": seasons, "contracts": contracts_of(club=self.club)}

    @cached_property
    def ids(self):
        return {player.slug: player.pk for player in self.known["players"]}

    def check(self, asked):
        """Ask for deals by an address, and compare them, their number and their sum; give how many there were."""
        read = DealsFilters(asked, **self.known)
        assert read.is_valid(), asked
        narrowed = read.narrow(DealFilter())
        by_hand = [(line, postings) for line in self.lines if (postings := lets_through(line, narrowed, self.ids))]
        players, seasons = ({row.slug: row for row in self.known[name]} for name in ("players", "seasons"))
        deals = ChosenDeals(club=self.club, asked=narrowed, players=players, seasons=seasons)
        assert {entry.pk for entry, _ in all_deals(chosen=deals)} == {line[0].pk for line, _ in by_hand}, asked
        kinds = [line[0].kind for line, _ in by_hand]
        counted, points = deals.sums()
        assert (counted.deal, counted.adjustment) == (kinds.count("deal"), kinds.count("adjustment")), asked
        if deals.adds_up:
            assert points == sum(share_of(*both, narrowed, self.ids) for both in by_hand), asked
        return len(by_hand)

    def check_by_chance(self, *, seed, rounds):
        """Every filter alone, and some together, with values that are true of some deal; gives those with deals."""
        random, let_in, slugs = Random(seed), set(), {pk: slug for slug, pk in self.ids.items()}
        together = [{*random.sample(NAMES, random.randint(2, 5))} for _ in range(rounds)]
        for names in [{name} for name in NAMES] + together:
            if names & {"partner", "opponent"}:
                names = {*names, "player"}
            candidates = (true_of(random, random.choice(self.lines), slugs) for _ in range(50))
            values = next((values for values in candidates if names <= values.keys()), {})
            if values and self.check({name: value for name, value in values.items() if name in names}):
                let_in |= names
        return let_in


def true_of(random, line, slugs):
    """A value for every filter that is true of a line, as an address has them."""
    entry, postings = line
    player, role, points = random.choice([posting for posting in postings if posting[0]])
    others = {pk: (their_role, theirs) for pk, their_role, theirs in postings if pk != player}
    partners = [pk for pk, (their_role, _) in others.items() if {role, their_role} == {"declarer", "partner"}]
    opponents = [pk for pk, (_, theirs) in others.items() if theirs != points]
    day = entry.evening.date.isoformat()
    values = {
        "player": slugs[player],
        "part": random.choice([part_of(entry, role), *[BIDDER] * (role == "declarer")]),
        "partner": slugs[random.choice(partners)] if partners else "",
        "opponent": slugs.get(random.choice(opponents), HOUSE) if opponents else "",
        "contract": contract_of(entry, role) if entry.kind == "deal" else "",
        "level": str(entry.deal.get("level") or ""),
        "result": WON if points > 0 else LOST if points < 0 else "",
        "season": entry.season.slug,
        "since": day,
        "until": day,
        "table": str(entry.table_number),
        "corrected": "1" if entry.replaces_id else "",
    }
    return {name: value for name, value in values.items() if value}


@pytest.mark.django_db
@pytest.mark.parametrize("code", EVERY_SEED)
def test_every_filter_lets_the_deals_through_that_it_says(code):
    club = club_of_every_sort(code)
    evening = club.evenings.get()
    entries = list(evening.entries.filter(kind="deal").order_by("sequence"))
    correct_deal(entry=entries[0], deal={**entries[-1].deal, "note": "omtalt"}, change=change(evening))
    ids = [str(seat.player_id) for seat in evening.seats.order_by("position")]
    record(evening, {"kind": "adjustment", "amounts": {ids[0]: -3, ids[1]: 3}, "reason": "aftalt"})

    assert Book(club).check_by_chance(seed=1, rounds=10) >= {*NAMES} - {"level", "partner", "corrected"}


@pytest.mark.django_db
def test_every_filter_lets_deals_of_points_only_through(evening):
    for known in POINTS_ONLY:
        record_points_only(evening, known)

    book = Book(evening.club)
    by_part = [book.check({"part": part}) for part in parts_of_players()]
    by_contract = [book.check({"contract": contract}) for contract in book.known["contracts"].labels]
    assert (sum(map(bool, by_part)), sum(map(bool, by_contract))) == (7, 5)


@pytest.mark.long
@pytest.mark.django_db
def test_every_filter_of_the_sample_club_lets_the_deals_through_that_it_says():
    assert Book(load_sample()).check_by_chance(seed=1, rounds=300) == {*NAMES}


def part_of(entry, role):
    if entry.kind == "adjustment":
        return "adjustment"
    if role != "declarer":
        return role
    deal = entry.deal
    if deal["kind"] == "nolo" or "contract" in deal:
        return "nolo"
    is_known = deal["kind"] != "points_only" or "alone" in deal
    return "declarer" if deal.get("partner") else "alone" if is_known else "declaring"
