"""Finding the evening that a command is about."""

from argparse import ArgumentParser

from django.core.management.base import CommandError

from ledger.models import Evening


def add_evening(parser: ArgumentParser) -> None:
    """The two arguments that name an evening."""
    parser.add_argument("club", help="the club's address, such as torsdagsklubben")
    parser.add_argument("evening", type=int, help="the evening's number")


def find_evening(club: str, number: int) -> Evening:
    """The evening with a number, its season, club and prices loaded.

    Raises CommandError if there is none.
    """
    evenings = Evening.objects.filter(club__slug=club, club__removed_at=None)
    evening = evenings.select_related("season", "club", "table_version").filter(number=number).first()
    if evening is None:
        raise CommandError(f"There is no evening {number} in a club {club}.")
    return evening
