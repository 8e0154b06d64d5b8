"""What a page may hold: so many links and controls, one download, each word explained once, no digest, no command."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.conf import settings

from tests.bench.parts.long_season import long_season
from tests.support.replay import replayed
from tests.web.reading import in_english
from tests.web.site.access.addresses import (
    ADMINISTRATOR,
    BOARD,
    LINK_HOLDER,
    PARTS,
    RIGHTS,
    SECRETARY,
    TREASURER,
    addresses,
    browsers,
    two_clubs,
)

pytestmark = pytest.mark.django_db

MOST_LINKS = 40
MOST_CONTROLS = 20
MOST_DOWNLOADS = 1
LISTS = {"table", "ol", "ul", "dl"}
VOID = {"input", "br", "img", "hr", "link", "meta", "source", "use", "circle", "line", "path", "rect", "polyline"}
FILES = re.compile(r"\.(csv|xlsx|txt|json|zip|jsonl\.gz)(\?|$)|[?&]_export=")
SERVERS_FOLD = "For whoever looks after the server"
COMMAND = re.compile(r"manage\.py|dev\.py|systemctl|sudo ")

played_long = replayed(long_season)


class Content(HTMLParser):
    """The links, controls, downloads and explained words in a page's `main`; those of a list's rows apart.

    The keys of one question, of which one is chosen, are one control, together with the key that shows more of them,
    which has no name.
    """

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links = self.controls = 0
        self.questions: set[str | None] = set()
        self.downloads: list[str] = []
        self.words: Counter[str] = Counter()
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if "main" in self.open:
            self._count(tag, attributes, outside=not LISTS.intersection(self.open))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self.open and self.open.pop() != tag:
            pass

    def _count(self, tag: str, attributes: dict[str, str | None], *, outside: bool) -> None:
        address = attributes.get("href") or ""
        is_link = tag == "a" and bool(address)
        if is_link and attributes.get("class") == "word":
            self.words[address] += 1
        if is_link and FILES.search(address):
            self.downloads.append(address)
        is_field = tag in {"select", "textarea"} or (
            tag == "input" and "name" in attributes and attributes.get("type") != "hidden"
        )
        if is_field and attributes.get("type") == "radio":
            is_field = attributes.get("name") not in self.questions
            self.questions.add(attributes.get("name"))
        self.links += is_link and outside
        self.controls += (is_link or is_field or tag in {"button", "summary"}) and outside


def faults_of(name: str, markup: str) -> list[str]:
    """What is too much on a reader's page."""
    content, faults = Content(markup), []
    if content.links > MOST_LINKS:
        faults.append(f"{content.links} links")
    if content.controls > MOST_CONTROLS:
        faults.append(f"{content.controls} controls")
    if len(content.downloads) > MOST_DOWNLOADS:
        faults.append(f"downloads {content.downloads}")
    faults += [f"{word} explained {times} times" for word, times in content.words.items() if times > 1]
    if re.search(r"\b[0-9a-f]{64}\b", re.sub(r"<[^>]*>", " ", markup)):
        faults.append("a digest of 64 digits")
    if settings.VERSION in re.sub(r"<[^>]*>", " ", markup):
        faults.append("the program's version")
    return [f"{name}: {fault}" for fault in faults]


def page_at(browser, address, things):
    """The markup of a page of its own; None for a file, a part, and what leads elsewhere."""
    if address.name in PARTS:
        return None
    response = browser.get(address.path(things))
    is_page = response.status_code == 200 and response["Content-Type"].startswith("text/html")
    return response.content.decode() if is_page else None


def test_no_page_that_a_reader_may_open_holds_more_than_it_may():
    clubs = two_clubs()
    reader = browsers(clubs, [LINK_HOLDER])[LINK_HOLDER]
    pages = {a.name: page_at(reader, a, clubs.here) for a in addresses() if LINK_HOLDER in RIGHTS[a.name][0]}
    pages = {name: markup for name, markup in pages.items() if markup}

    assert {"club", "evening", "player", "standings", "season", "table", "log"} <= set(pages)
    assert [fault for name, markup in pages.items() for fault in faults_of(name, markup)] == []


def test_nor_does_a_page_of_a_long_season(client):
    played_long(name="Klub", deals=100)
    pages = (
        "",
        "standings/",
        "evenings/1/",
        "evenings/4/deals/1/",
        "players/",
        "players/agnes/",
        "seasons/",
        "seasons/2026/",
        "tables/",
        "deals/",
        "figures/",
        "log/",
    )
    markup = {page: in_english(client).get(f"/klub/{page}").content.decode() for page in pages}

    assert [fault for page, text in markup.items() for fault in faults_of(page or "the front", text)] == []


@pytest.mark.parametrize("visitor", [SECRETARY, TREASURER, ADMINISTRATOR])
def test_no_command_is_shown_to_a_board_but_in_the_fold_of_whoever_looks_after_the_server(visitor):
    clubs = two_clubs()
    member = browsers(clubs, [visitor])[visitor]
    commands = []
    for address in addresses():
        if visitor in RIGHTS[address.name][0] & BOARD and (markup := page_at(member, address, clubs.here)):
            before = re.sub(r"<[^>]*>", " ", markup.split(SERVERS_FOLD)[0])
            commands += [f"{address.name}: {command}" for command in COMMAND.findall(before)]

    assert commands == []


def test_what_is_counted_is_found():
    row = '<tr><td><a href="/deal/">1</a></td></tr>'
    keys = '<input type="radio" name="a"><input type="radio" name="a"><input type="hidden">'
    markup = f'<a href="/out/">x</a><main><a href="/a.csv">x</a>{keys}<button>x</button><table>{row}</table>'
    markup += 2 * '<a class="word" href="/words/#vip">vip</a>' + "</main>"

    content = Content(markup)

    assert (content.links, content.controls, content.downloads) == (3, 5, ["/a.csv"])
    assert faults_of("page", f"{markup}<p>{64 * 'a'}</p>") == [
        "page: /words/#vip explained 2 times",
        "page: a digest of 64 digits",
    ]
