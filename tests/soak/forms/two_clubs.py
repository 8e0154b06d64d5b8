"""Two clubs that have one of everything, made in the database of the settings:

python -m tests.soak.forms.two_clubs     prints as JSON the addresses of the first one's things, and its pages
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
        pages = {address.name: address.path(here) for address in addresses()} | more_pages(here["slug"])
    return {"pages": pages, "login": {"username": "alma", "password": PASSWORD}}


def more_pages(slug: str) -> dict[str, str]:
    """Give the club what a form is shown for that those things have not; gives the pages of these forms."""
    from django.contrib.auth.models import User
    from django.utils import timezone
    from django.utils.encoding import force_bytes
    from django.utils.http import urlsafe_base64_encode

    from ledger.models import Club, Membership
    from ledger.services.clubs.accounts import invite, password_link
    from ledger.services.clubs.clubs import add_players
    from ledger.services.scoring import publish_draft, start_draft
    from tests.soak.forms.typed import preset_document
    from tests.support import people

    club = Club.objects.get(slug=slug)
    signed, home = people.signed(club), f"/{slug}/"
    empty = club.evenings.filter(entries=None).latest("number")
    add_players(club=club, names=["Viggo", "Wilma", "Xenia"], **signed)
    club.players.filter(name="Viggo").update(is_active=False)
    document = preset_document()
    draft = start_draft(club=club, scoring_table=None, name="Uden priser", document=document, preset="", **signed)
    version = publish_draft(draft=draft, seen=draft.revision, **signed)
    unsure = people.make_member(club, "ulla", Membership.Role.SECRETARY)
    unsure.set_unusable_password()
    unsure.save()
    invite(club=club, name="Nils", role=Membership.Role.SECRETARY, **people.signed(club, timezone.now()))
    forgetful = User.objects.get(username="torben")
    link = password_link(account=forgetful)
    return {
        "evening_remove": f"{home}evenings/{empty.number}/change/",
        "player_forget": f"{home}players/viggo/forget/",
        "player_same": f"{home}players/wilma/same/?kept=xenia",
        "deal_undo": f"{home}evenings/1/deals/2/",
        "prices": f"{home}tables/{version.pk}/prices/",
        "club_file": f"{home}hand-over/",
        "new_password": f"/password/{urlsafe_base64_encode(force_bytes(forgetful.pk))}/{link.token}/",
    }


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    print(json.dumps(make_two_clubs()))  # noqa: T201
