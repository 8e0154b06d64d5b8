"""Every number of the club's pages is what anybody works out from the exported workbooks."""

from collections import defaultdict
from fractions import Fraction
from io import BytesIO
from itertools import accumulate, groupby

import pytest

from ledger.models import EveningTotal
from ledger.queries.seasons.standings import standings
from ledger.rules.scoring.document import SEEDS
from ledger.services.seasons import make_workbook
from tests.support.every_sort import club_of_every_sort
from tests.support.people import NOW, anna, load_sample
from tests.web.reading import in_english, pages_of, words
from tests.web.statistics.from_workbook import HOUSE, deals_of, there_in_list
from tests.web.statistics.test_recomputed import HIDDEN, grid, number, season_of_chance

pytestmark = pytest.mark.django_db

ROUND_EVENINGS = {10, 25, *range(50, 1000, 50)}
ROUND_DEALS = {100, 250, *range(500, 20_000, 500)}
ENOUGH = 4  # evenings before one, for it to be somebody's best


def read_workbook(season):
    """The deals of a season's workbook that count, and who was there on which evening."""
    target = BytesIO()
    make_workbook(season=season, language="en", now=NOW, target=target)
    return deals_of(target.getvalue()), there_in_list(target.getvalue())


def contracts_of(lines):
    """By contract: the deals, those made, the bidders' points, and the tricks above the bid on average."""
    contracts = defaultdict(lambda: [0, 0, Fraction(), []])
    for line in lines:
        if line.is_adjustment:
            continue
        figure = contracts[line.contract]
        figure[0] += 1
        for declarer in line.names("Declarer"):
            points = line.points[declarer]
            figure[1] += points > 0
            figure[2] += points
            if line.over is not None:
                figure[3].append(line.over)
    return contracts


def evenings_of(lines, there):
    """The evenings by date: the number, and everybody's deals and points, also of those who only sat out."""
    for evening, names in there:
        shares, deals = {name: [0, Fraction()] for name in names}, 0
        for line in lines:
            if line.cells["Evening"] == evening:
                deals += not line.is_adjustment
                for name in line.points.keys() - {HOUSE}:
                    shares[name][0] += not line.is_adjustment
                    shares[name][1] += line.points[name]
        yield evening, deals, shares


def records_of(evenings, lines):
    """The records' numbers in the order of the page, the best season left out."""
    points = [points for _, _, shares in evenings for _, points in shares.values()]
    deals = [won for line in lines if not line.is_adjustment for name, won in line.points.items() if name != HOUSE]
    won = defaultdict(list)
    for _, _, shares in evenings:
        for name, (_, got) in shares.items():
            won[name].append(got > 0)
    runs = [len(list(run)) for mine in won.values() for is_won, run in groupby(mine) if is_won]
    spreads = [max(got) - min(got) for got in ([got for _, got in shares.values()] for _, _, shares in evenings)]
    records = [
        max(0, *points),
        min(0, *points),
        max(0, *deals),
        max(runs, default=0),
        min(filter(None, spreads), default=0),
    ]
    return [abs(value) if value == records[4] else value for value in records]


def milestones_of(evenings):
    """What each evening brought: its number, and by sort a number, a name and points."""
    club_deals, best, played = 0, None, defaultdict(lambda: [0, 0, None])
    for before, (evening, deals, shares) in enumerate(evenings):
        brought = set()
        if passed := [limit for limit in ROUND_DEALS if club_deals < limit <= club_deals + deals]:
            brought.add(("club_deals", max(passed), "", None))
        if before + 1 in ROUND_EVENINGS:
            brought.add(("club_evenings", before + 1, "", None))
        top = max(points for _, points in shares.values())
        for name, (dealt, points) in shares.items():
            is_club_best = before >= ENOUGH and points == top > max(best, 0)
            brought |= set(milestones_of_player(name, played[name], dealt, points, before, is_club_best))
            evenings_before, deals_before, best_before = played[name]
            best_now = points if best_before is None else max(best_before, points)
            played[name] = [evenings_before + 1, deals_before + dealt, best_now]
        club_deals, best = club_deals + deals, top if best is None else max(best, top)
        if brought:
            yield evening, brought


def milestones_of_player(name, before, dealt, points, evenings_before, is_club_best):
    """What an evening brought to a player, by what they had played before and how often the club had met."""
    evenings, deals, best = before
    if evenings + 1 in ROUND_EVENINGS:
        yield "evenings", evenings + 1, name, None
    if passed := [limit for limit in ROUND_DEALS if deals < limit <= deals + dealt]:
        yield "deals", max(passed), name, None
    if not evenings and evenings_before >= ENOUGH:
        yield "first_evening", 1, name, None
    if is_club_best:
        yield "club_best", evenings + 1, name, points
    elif evenings >= ENOUGH and points > max(best, 0):
        yield "best", evenings + 1, name, points


def check_figures(response, lines, there, *, is_of_season):
    """The records and contracts of a page; gives the numbers compared."""
    content, contracts = response.content.decode(), contracts_of(lines)
    for name, deals, *cells in grid(content, "contracts"):
        expected = contracts[name]
        assert int(deals) == expected[0], name
        if cells[0]:
            assert (int(cells[0].split()[0]), number(cells[2])) == (expected[1], expected[2]), name
    over = {row["name"]: row["contract"].average_over for row in response.context["contracts"] if row["contract"].bids}
    assert over == {
        name: Fraction(sum(o), len(o)) if o else None for name, (*_, o) in contracts.items() if name in over
    }
    assert len(grid(content, "contracts")) == len(contracts)
    records = {str(row.name): words(HIDDEN.sub("", str(row.number))) for row in response.context["records"]}
    kinds = ("Best evening", "Worst evening", "Biggest win in a deal", "Winning evenings in a row")
    values = [*kinds, "Closest evening, first to last"]
    expected = dict(zip(values, records_of(list(evenings_of(lines, there)), lines), strict=True))
    for name in values:
        assert number(records.get(name, "0")) == expected[name], name
    assert ("Most points in a season" in records) != is_of_season
    return 5 * len(contracts) + len(values)


def check_players(visitor, season, lines, evenings, *, every=3):
    """The evenings, the place and the records of every few players' pages; gives the numbers compared."""
    club, compared, unit = season.club, 0, season.unit_denominator
    sums = defaultdict(Fraction)
    for _, _, shares in evenings:
        for name, (_, points) in shares.items():
            sums[name] += points
    slugs = dict(club.players.values_list("name", "slug"))
    for name in sorted(sums)[::every]:
        context = visitor.get(f"/{club.slug}/players/{slugs[name]}/?season={season.slug}").context
        mine = [(number, *shares[name]) for number, _, shares in evenings if name in shares]
        totals = accumulate(points for _, _, points in mine)
        rows = [
            (row.evening.number, row.deals, Fraction(row.points, unit), Fraction(row.running, unit))
            for row in context["evening_list"].data
        ]
        assert rows == [(*row, total) for row, total in zip(mine, totals, strict=True)][::-1], name
        assert len(context["evening_list"].data) == len(mine)
        assert context["place"] == 1 + sum(points > sums[name] for points in sums.values())
        won = [line.points[name] for line in lines if name in line.points and not line.is_adjustment]
        runs = [len(list(run)) for is_won, run in groupby(points > 0 for _, _, points in mine) if is_won]
        expected = {
            "Best evening": max(0, *(points for _, _, points in mine)),
            "Worst evening": min(0, *(points for _, _, points in mine)),
            "Winning evenings in a row": max(runs, default=0),
            "Biggest win in a deal": max([0, *won]),
        }
        records = {row.name: number(words(HIDDEN.sub("", str(row.number)))) for row in context["records"]}
        assert records == {record: value for record, value in expected.items() if value}, name
        compared += 4 * len(rows) + 3 + len(records)
    return compared


def check_season(client, season):
    """The pages of a season; gives the numbers compared."""
    (lines, there), club = read_workbook(season), f"/{season.club.slug}"
    evenings, visitor = list(evenings_of(lines, there)), in_english(client)
    compared = check_figures(visitor.get(f"{club}/figures/?season={season.slug}"), lines, there, is_of_season=True)
    review = visitor.get(f"{club}/seasons/{season.slug}/review/")
    compared += check_figures(review, lines, there, is_of_season=True)
    compared += check_players(visitor, season, lines, evenings)
    attendance = visitor.get(f"{club}/seasons/{season.slug}/attendance/")
    marks = {row.name: [str(mark) for mark in came] for row, came in attendance.context["presences"]}
    tops = [max(points for _, points in shares.values()) for _, _, shares in evenings]
    assert marks == {
        name: [
            "away" if name not in shares else "won" if 0 < shares[name][1] == top else "there"
            for (_, _, shares), top in zip(evenings, tops, strict=True)
        ]
        for name in {name for _, _, shares in evenings for name in shares}
    }
    final = {row[1]: (int(row[2]), int(row[3]), number(row[4])) for row in grid(review.content.decode(), "final")[:-1]}
    assert final == {
        name: (
            len(mine := [shares[name] for _, _, shares in evenings if name in shares]),
            sum(deals for deals, _ in mine),
            sum(points for _, points in mine),
        )
        for name in marks
    }
    return compared + len(evenings) * len(marks) + 3 * len(final)


def check_club(client, club):
    """The pages of all of a club's seasons together, and of each."""
    seasons = list(club.seasons.order_by("starts_on"))
    books = [read_workbook(season) for season in seasons]
    lines, there = ([row for book in books for row in book[part]] for part in (0, 1))
    visitor = in_english(client)
    compared = check_figures(visitor.get(f"/{club.slug}/figures/"), lines, there, is_of_season=False)
    on_pages = [
        (evening.number, {(str(item.sort), item.number, item.name, item.points) for item in brought})
        for page in pages_of(visitor, f"/{club.slug}/figures/milestones/")
        for evening, brought in page.context["on_page"]
    ]
    expected = list(milestones_of(list(evenings_of(lines, there))))
    assert on_pages == expected[::-1]
    return compared + len(expected) + sum(check_season(client, season) for season in seasons)


@pytest.mark.parametrize("code", [SEEDS[0], *(pytest.param(code, marks=pytest.mark.long) for code in SEEDS[1:])])
def test_every_preset_adds_up_to_its_workbook(client, code):
    club = club_of_every_sort(code)
    client.force_login(anna(club))

    assert check_club(client, club) > 20


def test_who_only_sat_out_was_there(client):
    club = club_of_every_sort(SEEDS[0])
    dealer = EveningTotal.objects.get(deals=0)  # of five at the table, in every deal

    presences = client.get(f"/{club.slug}/seasons/2026-27/attendance/").context["presences"]

    assert [str(came[0]) for row, came in presences if row.name == dealer.player.name] == ["there"]
    standing = next(row for row in standings(season=club.seasons.get()) if row.player_id == dealer.player_id)
    assert (standing.evenings, standing.deals) == (1, 0)


@pytest.mark.engines
def test_a_short_season_adds_up_to_its_workbook(client):
    club = season_of_chance(deals=40, seed=4)
    client.force_login(anna(club))

    assert check_club(client, club) > 80


@pytest.mark.long
def test_the_sample_clubs_pages_add_up_to_its_workbooks(client):
    club = load_sample()
    client.force_login(club.memberships.first().user)

    assert check_club(client, club) > 300


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_season_of_chance_adds_up_to_its_workbook(client, seed):
    club = season_of_chance(deals=300, seed=seed)
    client.force_login(anna(club))

    assert check_club(client, club) > 300
