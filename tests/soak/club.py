"""The club of the soak tests, founded in the database of the settings:

python -m tests.soak.club     migrates, founds the club with one evening, prints as JSON what a secretary needs
"""

import json

import django
from django.core.management import call_command


def found_club_of_four() -> dict[str, object]:
    """Found a club with four players at the table of its evening, and an administrator who may sign in."""
    from tests.support.people import PASSWORD, make_club, make_evening, seat_ids

    evening = make_evening(make_club(players=("Bodil", "Carl", "Dorthe", "Emil")))
    login = {"username": "alma", "password": PASSWORD}
    home = f"/{evening.club.slug}/"
    places = {"evening": f"{home}evenings/{evening.number}/", "standings": f"{home}standings/"}
    return {"login": login, "ids": seat_ids(evening), **places}


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(json.dumps(found_club_of_four()))  # noqa: T201
