"""The club of the soak tests, founded in the database of the settings:

python -m tests.soak.club [SEASONS]     migrates, founds the club with one evening, and so many played seasons that can
                                        be closed; prints as JSON what a secretary needs
"""

import json
import sys
from typing import TYPE_CHECKING

import django
from django.core.management import call_command

if TYPE_CHECKING:
    from ledger.models import Evening


def found_club_of_four(played_seasons: int = 0) -> dict[str, object]:
    """Found a club with four players at the table of its evening, and an administrator who may sign in."""
    from tests.support.people import PASSWORD, make_club, make_evening, seat_ids, version_of

    evening = make_evening(make_club(players=("Bodil", "Carl", "Dorthe", "Emil")))
    login = {"username": "alma", "password": PASSWORD}
    home = f"/{evening.club.slug}/"
    places = {"evening": f"{home}evenings/{evening.number}/", "standings": f"{home}standings/"}
    read = [home, *places.values(), f"{home}players/bodil/", f"{home}log/"]
    seasons = {"seasons": play_seasons(evening, played_seasons), "prices": version_of(evening.club).pk}
    return {**seasons, "login": login, "ids": seat_ids(evening), **places, "read": read, "home": home}


def play_seasons(evening: "Evening", count: int) -> list[str]:
    """Play so many further seasons of an evening's club, of one approved evening each; returns their slugs."""
    from ledger.services.clubs.clubs import start_evening, start_season
    from ledger.services.seasons.closing import approve_evening
    from tests.support.people import DAY, record, signed, trick, version_of

    club, slugs = evening.club, []
    players = list(club.players.order_by("pk"))
    version = version_of(club)
    for number in range(count):
        season = start_season(club=club, name=f"Hold {number}", starts_on=DAY, version=version, **signed(club))
        played = start_evening(season=season, day=DAY, players=players, version=version, **signed(club))
        for tricks in (7, 9, 10):
            record(played, trick(played, "Bodil", "Carl", tricks))
        approve_evening(evening=played, entry_count=3, **signed(club))
        slugs.append(season.slug)
    return slugs


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(json.dumps(found_club_of_four(*map(int, sys.argv[1:]))))  # noqa: T201
