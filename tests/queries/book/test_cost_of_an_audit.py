"""An audit costs little per deal; the limits for 30,000 deals are the benchmark's own."""

from functools import partial

import pytest

from ledger.models import ScoringTableVersion
from ledger.queries.book.audit.audit import audit, short_audit
from ledger.queries.book.audit.entries import season_entries
from ledger.rules.deals.settling import read_deal, settle
from tests.support.long_season import long_season
from tests.support.processor import seconds_of

MOST_TIMES_SETTLING = 5  # on any machine; 3 were measured; 30,000 deals in 15 s are about 6
TRIES = 3  # of which the quickest counts: what else the machine does only makes it slower


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db
def test_an_audit_costs_a_few_times_what_settling_the_deals_costs():
    few, many = long_season(name="Another", deals=5), long_season(name="Bench", deals=300)

    # A club's own audit: the guards, the schema and what is asked once of every club are in both.
    of_few, of_many = (min(seconds_of(partial(audit, club=club)) for _ in range(TRIES)) for club in (few, many))
    settling = min(seconds_of(partial(settle_each, many)) for _ in range(TRIES))

    assert of_many - of_few < MOST_TIMES_SETTLING * settling
    assert seconds_of(short_audit) < seconds_of(audit)


def settle_each(club):
    """Look up every deal of the club once."""
    version = ScoringTableVersion.objects.get(scoring_table__club=club)
    table, tariff = version.to_rules(), version.tariff()
    for season in club.seasons.all():
        for line in season_entries(season):
            players = [str(player) for _, player, *_ in line.shares]
            settle(read_deal(line.entry.deal, table, players), tariff, players)
