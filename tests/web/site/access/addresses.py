"""Every address that the resolver knows, with who may read and write there, and two clubs to ask about.

A new address is one line in RIGHTS, a new visitor one in LOGINS.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from ledger.models import BookDraft, BookImport, Club, LoggedChange, Membership, SheetAnswer, SheetLink
from ledger.services.book.log import Signed, note
from ledger.services.clubs.accounts import end_membership, invite, password_link
from ledger.services.clubs.addresses import make_reading_link
from ledger.services.clubs.clubs import change_settings, start_season
from ledger.services.deals import correct_deal, void_deal
from ledger.services.evenings.approval import approve_evening
from ledger.services.evenings.confirming import answer_sheet, make_links, type_total
from ledger.services.scoring import start_draft
from tests.support import people
from tests.support.replay import replayed

OUTSIDER = "somebody who happens by"
LINK_HOLDER = "somebody with the club's link"
PLAYER = "a player with the link to their sheet"
SECRETARY = "the club's secretary"
TREASURER = "the club's treasurer"
ADMINISTRATOR = "the club's administrator"
OTHER_CLUB = "the administrator of another club"
SUPERUSER = "the superuser of the installation"
FORMER_MEMBER = "a former secretary of the club"
LOGINS = {
    OUTSIDER: None,
    LINK_HOLDER: None,
    PLAYER: None,
    SECRETARY: "anna",
    TREASURER: "torben",
    ADMINISTRATOR: "alma",
    OTHER_CLUB: "oda",
    SUPERUSER: "root",
    FORMER_MEMBER: "fie",
}

EVERYBODY = frozenset(LOGINS)
SIGNED_IN = frozenset(visitor for visitor, login in LOGINS.items() if login)
ADMINISTRATORS = frozenset({ADMINISTRATOR})
TREASURERS = ADMINISTRATORS | {TREASURER}
BOARD = TREASURERS | {SECRETARY}
READERS = BOARD | {LINK_HOLDER}
NOBODY: frozenset[str] = frozenset()

DEALS_OF_A_TABLE = "<slug:slug>/evenings/<int:evening_number>/tables/<int:table_number>/deals.txt"  # has no name

# The name of an address: who may read there, who may write. The club is read by whoever has its link.
RIGHTS = {
    "home": (EVERYBODY, NOBODY),
    "health": (EVERYBODY, NOBODY),
    "robots_txt": (EVERYBODY, NOBODY),
    "privacy": (EVERYBODY, NOBODY),
    "security_txt": (NOBODY, NOBODY),  # an installation without a contact has none
    "start_club": (SIGNED_IN, SIGNED_IN),
    "bring_club": (SIGNED_IN, SIGNED_IN),
    "choose_language": (EVERYBODY, NOBODY),
    "sign_in": (EVERYBODY, EVERYBODY),
    "sign_out": (NOBODY, EVERYBODY),
    "account": (SIGNED_IN, NOBODY),
    "second_factor": (SIGNED_IN, SIGNED_IN),
    "recovery_codes": (SIGNED_IN, SIGNED_IN),  # who has no second factor is led to where it is turned on
    "second_factor_off": (SIGNED_IN, SIGNED_IN),
    "sign_in_code": (NOBODY, NOBODY),  # who has not just typed a password is led to where it is asked
    "own_address": (NOBODY, NOBODY),  # an installation without a mail server has none of the three
    "address_confirm": (NOBODY, NOBODY),
    "forgotten": (NOBODY, NOBODY),
    "other_sessions_end": (NOBODY, SIGNED_IN),
    "change_password": (SIGNED_IN, SIGNED_IN),
    "new_password": (EVERYBODY, EVERYBODY),  # whoever has the address was given it
    "welcome": (EVERYBODY, NOBODY),  # whoever has the address was given it
    "invitation": (NOBODY, NOBODY),  # but by way of the address before
    "club": (READERS, NOBODY),
    "remove_sample": (NOBODY, NOBODY),  # this club is none
    "read_by_link": (EVERYBODY, NOBODY),  # whoever has the address was given it
    "see_as_outsider": (NOBODY, BOARD),
    "see_as_oneself": (NOBODY, EVERYBODY),
    "settings": (ADMINISTRATORS, ADMINISTRATORS),
    "links": (BOARD, NOBODY),
    "link_new": (ADMINISTRATORS, ADMINISTRATORS),
    "link_withdraw": (ADMINISTRATORS, ADMINISTRATORS),
    "club_menu": (READERS, NOBODY),
    "guide": (READERS, NOBODY),
    "rule_words": (READERS, NOBODY),
    "log": (READERS, NOBODY),
    "standings": (READERS, NOBODY),
    "ranking": (READERS, NOBODY),
    "ranking_change": (BOARD, BOARD),
    "club_figures": (READERS, NOBODY),
    "milestones": (READERS, NOBODY),
    "seasons": (READERS, NOBODY),
    "season_new": (BOARD, BOARD),
    "season": (READERS, NOBODY),
    "season_curve": (READERS, NOBODY),
    "season_attendance": (READERS, NOBODY),
    "season_attendance_csv": (READERS, NOBODY),
    "contracts_csv": (READERS, NOBODY),
    "season_review": (READERS, NOBODY),
    "season_curve_csv": (READERS, NOBODY),
    "season_change": (BOARD, BOARD),
    "season_close": (TREASURERS, TREASURERS),
    "season_files": (NOBODY, NOBODY),  # the season is open
    "closing_sheet": (NOBODY, NOBODY),  # the season is open
    "workbook": (READERS, NOBODY),
    "what_if": (BOARD, NOBODY),
    "evening_new": (BOARD, BOARD),
    "draw_new": (BOARD, BOARD),
    "evening": (READERS, NOBODY),
    "evening_change": (BOARD, BOARD),
    "evening_remove": (BOARD, BOARD),
    "seats": (BOARD, BOARD),
    "attendance": (BOARD, BOARD),
    "evening_approve": (BOARD, BOARD),
    "evening_reopen": (BOARD, BOARD),
    "sheet_links": (BOARD, BOARD),
    "complaint": (BOARD, BOARD),
    "sheet_by_link": (EVERYBODY, EVERYBODY),  # whoever has the address was given it
    "draw": (READERS, NOBODY),
    "draw_anew": (BOARD, BOARD),
    "ladder": (READERS, NOBODY),
    "ladder_draw": (BOARD, BOARD),
    "deal_new": (BOARD, BOARD),
    "deal_line": (BOARD, BOARD),
    "deal_paste": (BOARD, BOARD),
    "deal_sentence": (BOARD, NOBODY),
    "paper": (READERS, NOBODY),
    "paper_total": (BOARD, BOARD),
    "paper_withdraw": (BOARD, BOARD),
    "so_far": (READERS, NOBODY),
    "sheet": (READERS, NOBODY),
    "deals_text": (READERS, NOBODY),
    "deal": (READERS, NOBODY),
    "deal_correct": (BOARD, BOARD),
    "correction_sentence": (BOARD, NOBODY),
    "deal_void": (BOARD, BOARD),
    "deal_restore": (BOARD, BOARD),
    "deal_undo": (BOARD, BOARD),
    "deals": (READERS, NOBODY),
    "deals_csv": (READERS, NOBODY),
    "audit": (BOARD, NOBODY),
    "hand_over": (BOARD, BOARD),
    "club_file": (NOBODY, ADMINISTRATORS),
    "newest_backup_file": (NOBODY, NOBODY),  # there is another club
    "moving_guide": (BOARD, BOARD),
    "club_moved": (ADMINISTRATORS, ADMINISTRATORS),
    "club_back": (NOBODY, ADMINISTRATORS),
    "imports": (BOARD, BOARD),
    "entry_xlsx": (BOARD, NOBODY),
    "name_list": (BOARD, BOARD),
    "import_draft": (BOARD, BOARD),
    "import_rows": (BOARD, BOARD),
    "import_verdict": (BOARD, NOBODY),
    "import_discard": (NOBODY, BOARD),
    "book_import": (BOARD, BOARD),
    "members": (ADMINISTRATORS, ADMINISTRATORS),
    "invitation_renew": (NOBODY, ADMINISTRATORS),
    "invitation_withdraw": (NOBODY, ADMINISTRATORS),
    "former_member_forget": (NOBODY, ADMINISTRATORS),
    "member_link": (NOBODY, ADMINISTRATORS),
    "member_end": (NOBODY, ADMINISTRATORS),
    "own_name": (BOARD, BOARD),
    "players": (READERS, NOBODY),
    "players_add": (BOARD, BOARD),
    "player": (READERS, NOBODY),
    "player_deals": (READERS, NOBODY),
    "player_deals_csv": (READERS, NOBODY),
    "player_change": (BOARD, BOARD),
    "player_same": (BOARD, BOARD),
    "player_kept": (BOARD, NOBODY),
    "player_forget": (TREASURERS, TREASURERS),
    "tables": (READERS, NOBODY),
    "draft_new": (BOARD, BOARD),
    "table_import": (BOARD, BOARD),
    "draft": (BOARD, BOARD),
    "draft_publish": (BOARD, BOARD),
    "draft_discard": (BOARD, BOARD),
    "table": (READERS, NOBODY),
    "table_json": (READERS, NOBODY),
    "try_deal": (READERS, NOBODY),
    "blank_paper": (READERS, NOBODY),
    "prices": (BOARD, BOARD),
    "changes": (READERS, NOBODY),
    DEALS_OF_A_TABLE: (EVERYBODY, NOBODY),
}

# Parts of a page, which asks for them itself; to whoever opens them by themselves they say where that page is.
PARTS = {"deal_sentence", "so_far", "sheet", "correction_sentence"}
# What sends everybody on, whether the thing is there or not.
SEND_ON = {DEALS_OF_A_TABLE, "draft_discard", "player_deals", "player_deals_csv"}
# Links that are taken out of the address at once, and kept in the session of whoever has opened them.
KEPT_IN_THE_SESSION = {"welcome", "new_password"}


@dataclass(frozen=True)
class Address:
    """An address from the resolver; its route stands for a name if it has none."""

    name: str
    route: str

    @property
    def parts(self) -> list[str]:
        """The parts that differ from one club, evening or deal to the next."""
        return re.findall(r"<(?:\w+:)?(\w+)>", self.route)

    def path(self, things: Mapping[str, Any]) -> str:
        """The address filled in with these things."""
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(self.thing(part[1], things)), self.route)

    def thing(self, part: str, things: Mapping[str, Any]) -> Any:
        """The value for a part, the address's own if several addresses have a part of this name."""
        return things.get(f"{self.name} {part}", things.get(part))


def addresses(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> Iterator[Address]:
    """Every address that the site answers at."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield Address(pattern.name or route, route)


@dataclass(frozen=True)
class Clubs:
    """Two clubs that have one of everything; by the parts of addresses, what one has and the other has not."""

    here: dict[str, Any]
    there: dict[str, Any]


@replayed
def two_clubs() -> Clubs:
    """Torsdagsklubben, to which the addresses belong, and another club with other numbers for its things."""
    club = people.make_club(preset="whistklubben", readers=Club.Readers.LINK)
    people.anna(club), people.torben(club)
    other = people.make_club(
        "Mandagsklubben",
        preset="whistklubben",
        founder="oda",
        players=("Gerda", "Hans", "Ida", "Jens", "Knud"),
        readers=Club.Readers.LINK,
    )
    for name in ("ole", "per", "rie", "sven"):
        people.make_member(other, name, Membership.Role.TREASURER)
        people.make_evening(other, names=("Gerda", "Hans", "Ida", "Jens"))
    User.objects.filter(pk=people.make_user("root").pk).update(is_superuser=True, is_staff=True)
    here = _one_of_everything(club, ("Bodil", "Carl", "Dorthe", "Emil"), deals=3, former="fie")
    there = _one_of_everything(other, ("Gerda", "Hans", "Ida", "Jens"), deals=4, former="gry")
    signed = people.signed(other)
    later = start_season(club=other, name="2027/28", starts_on=people.DAY, version=people.version_of(other), **signed)
    return Clubs(here, there | {"season_slug": later.slug, "deal_number": 4})


def an_old_book(club: Club, signed: Signed) -> int:
    """An old book that was brought in without a deal, and one that is being looked through, whose id is given."""
    made = BookImport.objects.create(
        club=club, number=1, digest="a" * 64, map={}, rows=0, deals=0, by=signed["author"], at=signed["now"]
    )
    note(club=club, kind=LoggedChange.Kind.BOOK_IMPORTED, covers=made, **signed)
    headings = ["Nr", "Bodil", "Carl", "Dorthe", "Emil"]
    rows = [[1, headings], [2, [1, 4, 4, -4, -4]], [3, [2, 4, -4, 4, -3]]]
    sheets = [{"title": "2014", "rows": rows}]
    signature = {"changed_by": signed["author"], "changed_at": signed["now"]}
    return BookDraft.objects.create(club=club, file_name="x.csv", digest="b" * 64, sheets=sheets, **signature).pk


def _one_of_everything(club: Club, names: tuple[str, ...], *, deals: int, former: str) -> dict[str, Any]:
    signed = people.signed(club)
    founder = signed["author"]
    version = people.publish_prices(club)
    change_settings(club=club, players_confirm=True, **signed)
    evening, approved = people.make_evening(club, names=names), people.make_evening(club, names=names)
    people.make_evening(club, names=names)
    entries = [people.record(evening, people.trick(evening, *names[:2], 8)) for _ in range(deals)]
    correct_deal(entry=entries[1], deal=people.trick(evening, *names[:2], 12), change=people.change(evening))
    void_deal(entry=entries[2], change=people.change(evening))
    type_total(evening=evening, table_number=1, deals=2, tricks=26, **signed)
    make_links(evening=evening, **signed)
    link, another = SheetLink.objects.filter(evening=evening)[:2]
    answer = {"kind": SheetAnswer.Kind.COMPLAINS, "entry_count": evening.entries.count(), "number": 1, "text": "9"}
    complaint = answer_sheet(link=another, **answer, now=people.NOW)
    people.record(approved, people.trick(approved, *names[:2], 8))
    approve_evening(evening=approved, entry_count=approved.entries.count(), **signed)
    table = club.scoring_tables.get()
    draft = start_draft(club=club, scoring_table=table, name=table.name, document=version.document, preset="", **signed)
    account = people.make_member(club, former, Membership.Role.SECRETARY)
    end_membership(membership=club.memberships.get(user=account), **signed)
    token = invite(club=club, name="Ny", role=Membership.Role.SECRETARY, **people.signed(club, timezone.now()))
    return {
        "slug": club.slug,
        "season_slug": club.seasons.get().slug,
        "evening_number": evening.number,
        "table_number": 1,
        "deal_number": 1,
        "version_id": version.pk,
        "version_place": 1,
        "draft_id": draft.pk,
        "book_draft_id": an_old_book(club, signed),
        "import_number": 1,
        "complaint_id": complaint.pk,
        "invitation_id": club.invitations.get().pk,
        "membership_id": club.memberships.latest("pk").pk,
        "writer_number": club.writers.get(user=account).number,
        "player_slug": club.players.latest("pk").slug,
        "sheet_by_link token": link.token,
        "read_by_link token": make_reading_link(club=club, name="Spillerne", **signed).token,
        "link_id": make_reading_link(club=club, name="Opslagstavlen", **signed).pk,
        "page": "standings/",
        "welcome token": token,
        "new_password token": password_link(account=founder).token,
        "address_confirm token": "none",
        "uidb64": urlsafe_base64_encode(force_bytes(founder.pk)),
        "language_code": "en",
        "session_name": "none",
        "entry": entries[0].pk,
    }


def browsers(clubs: Clubs, visitors: Iterable[str] = LOGINS) -> dict[str, Client]:
    """A browser for each visitor, signed in if they have an account, with their link opened if they have one."""
    return {visitor: browser_of(visitor, clubs) for visitor in visitors}


def browser_of(visitor: str, clubs: Clubs) -> Client:
    """A visitor's browser."""
    browser = Client(raise_request_exception=False)
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    club = f"/{clubs.here['slug']}"
    if login := LOGINS[visitor]:
        browser.force_login(User.objects.get(username=login))
    elif visitor == PLAYER:
        assert browser.get(f"{club}/sheet/{clubs.here['sheet_by_link token']}/").status_code == 200
    elif visitor == LINK_HOLDER:
        assert browser.get(f"{club}/read/{clubs.here['read_by_link token']}/", follow=True).status_code == 200
    return browser


def pages_shown(browser: Client, things: Mapping[str, Any]) -> Iterator[tuple[Address, str]]:
    """Every address that shows a browser a page of its own, with the markup of the page."""
    for address in addresses():
        response = browser.get(address.path(things))
        content = response.getvalue()  # of a file too, which is closed when it has been read
        if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
            yield address, content.decode()
