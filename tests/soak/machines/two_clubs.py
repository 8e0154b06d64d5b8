"""Two clubs that have one of everything, made in the database of the settings:

python -m tests.soak.machines.two_clubs     prints as JSON the addresses of the first one's things, and its pages
"""

import json

import django
from django.core.management import call_command


def make_two_clubs() -> dict[str, object]:
    """Make the clubs; gives the first one's pages by the names of their addresses, and its administrator's account."""
    from django.db import transaction

    from tests.support.people import PASSWORD
    from tests.web.site.access.addresses import addresses, two_clubs

    with transaction.atomic():
        here = two_clubs().here
    pages = {address.name: address.path(here) for address in addresses()}
    return {"pages": pages, "login": {"username": "alma", "password": PASSWORD}}


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(json.dumps(make_two_clubs()))  # noqa: T201
