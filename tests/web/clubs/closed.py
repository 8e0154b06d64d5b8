"""A club that not everybody reads, and the browsers of its visitors."""

from django.contrib.auth.models import User
from django.test import Client

from ledger.models import Club, SheetLink
from ledger.services.clubs.addresses import make_reading_link
from tests.support.people import anna, give_links, make_club, play_evening, signed
from tests.support.replay import replayed

EVERYBODY, LINK, BOARD = Club.Readers.EVERYBODY, Club.Readers.LINK, Club.Readers.BOARD
AT = "/torsdagsklubben"


@replayed
def played_club(readers):
    """A club with a deal, a board of two and links to its first evening's sheet."""
    club = make_club(readers=readers)
    anna(club)
    evening = play_evening(club, "Bodil", "Carl", 8)
    give_links(evening)
    make_club("Mandagsklubben", founder="oda")
    return club


def new_link(club, name="Spillerne"):
    """The address of one more link to a club."""
    return f"/{club.slug}/read/{make_reading_link(club=club, name=name, **signed(club)).token}/"


def sheet_of(club, name):
    """The address of a player's own link to the sheet of the club's one evening."""
    return f"/{club.slug}/sheet/{SheetLink.objects.get(evening__club=club, player__name=name).token}/"


def holder_of(link):
    """A browser that has opened a club's link."""
    browser = Client()
    assert browser.get(link).status_code == 200
    return browser


def sign_in_as(name):
    browser = Client()
    browser.force_login(User.objects.get(username=name))
    return browser


def got(browser, address):
    """What a browser gets; a file is read to its end, which closes it."""
    response = browser.get(address)
    response.getvalue()
    return response
