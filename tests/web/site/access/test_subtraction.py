"""What a page may hold: so many links and controls, one download, each word explained once, no digest, no command."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from django.conf import settings

from tests.support.long_season import long_season
from tests.support.people import close_as_it_stands, version_of
from tests.support.replay import replayed
from tests.web.site.access.addresses import (
    ADMINISTRATOR,
    SECRETARY,
    TREASURER,
    browsers,
    pages_shown,
    two_clubs,
)

pytestmark = pytest.mark.django_db

MOST_LINKS = 40
MOST_CONTROLS = 20
MOST_DOWNLOADS = 1
LISTS = {"table", "ol", "ul", "dl"}
VOID = {"input", "br", "img", "hr", "link", "meta", "source", "use", "circle", "line", "path", "rect", "polyline"}
FILES = re.compile(r"\.(csv|xlsx|txt|json|zip|jsonl\.gz)(\?|$)|[?&]_export=")
VERB = re.compile(r"giver|melder|meldte|g(å|år|ik) |sidder |bids? |go(es|ing)? |went |sits ")
SERVERS_FOLD = re.compile(r"<summary[^>]*>\s*For whoever looks after the server.*?</details>", re.DOTALL)
COMMAND = re.compile(r"manage\.py|dev\.py|systemctl|journalctl|sudo |python3? |docker |crontab|\$ ")

played_long = replayed(long_season)


class Content(HTMLParser):
    """The links, controls, downloads and explained words in a page's `main`; those of a list's rows apart.

    The keys of one question are one control: those of which one is chosen, together with the key that shows more of
    them, which has no name, and those that say who goes along.
    """

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links = self.controls = 0
        self.questions: set[str] = set()
        self.downloads: list[str] = []
        self.words: Counter[str] = Counter()
        self.marked: list[str] = []
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

    def handle_data(self, data: str) -> None:
        if self.marked and not self.marked[-1]:
            self.marked[-1] = data

    def _count(self, tag: str, attributes: dict[str, str | None], *, outside: bool) -> None:
        address = attributes.get("href") or ""
        is_link = tag == "a" and bool(address)
        if is_link and "word" in (attributes.get("class") or "").split():
            self.words[address] += 1
            self.marked.append("")
        if is_link and FILES.search(address):
            self.downloads.append(address)
        is_field = tag in {"select", "textarea"} or (
            tag == "input" and "name" in attributes and attributes.get("type") != "hidden"
        )
        question = re.sub("^joins_.*", "joins", attributes.get("name") or "")
        if is_field and (attributes.get("type") == "radio" or question == "joins"):
            is_field = question not in self.questions
            self.questions.add(question)
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
    faults += [f"the verb {word} explained" for word in content.marked if VERB.match(word)]
    if re.search(r"\b[0-9a-f]{64}\b", re.sub(r"<[^>]*>", " ", markup)):
        faults.append("a digest of 64 digits")
    if settings.VERSION in re.sub(r"<[^>]*>", " ", markup):
        faults.append("the program's version")
    return [f"{name}: {fault}" for fault in faults]


def club_of_one_of_everything():
    return two_clubs().here


def club_of_a_long_season_that_is_closed():
    club = played_long(name="Klub", deals=100)
    close_as_it_stands(club)
    things = {"evening_number": 4, "table_number": 1, "deal_number": 1, "player_slug": "agnes", "language_code": "da"}
    return things | {"slug": club.slug, "season_slug": "2026", "version_id": version_of(club).pk}


@pytest.mark.parametrize("language", ["da", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize("club", [club_of_one_of_everything, club_of_a_long_season_that_is_closed])
def test_no_page_that_a_reader_may_open_holds_more_than_it_may(client, club, language):
    things = club()
    if token := things.get("read_by_link token"):
        client.get(f"/{things['slug']}/read/{token}/", follow=True)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    pages = {address.name: markup for address, markup in pages_shown(client, things | {"language_code": language})}

    assert {"club", "evening", "player", "standings", "season", "table", "log", "season_review"} <= pages.keys()
    assert [fault for name, markup in pages.items() for fault in faults_of(name, markup)] == []


@pytest.mark.parametrize(
    "visitor", [ADMINISTRATOR, *(pytest.param(role, marks=pytest.mark.long) for role in (SECRETARY, TREASURER))]
)
def test_no_command_is_shown_to_a_board_but_in_the_fold_of_whoever_looks_after_the_server(visitor):
    clubs = two_clubs()
    member = browsers(clubs, [visitor])[visitor]
    commands = []
    for address, markup in pages_shown(member, clubs.here):
        text = re.sub(r"<[^>]*>", " ", SERVERS_FOLD.sub("", markup))
        commands += [f"{address.name}: {command}" for command in COMMAND.findall(text)]

    assert commands == []


def test_what_is_counted_is_found():
    row = '<tr><td><a href="/deal/">1</a></td></tr>'
    keys = '<input type="radio" name="a"><input type="radio" name="a"><input type="hidden">'
    markup = f'<a href="/out/">x</a><main><a href="/a.csv">x</a>{keys}<button>x</button><table>{row}</table>'
    markup += (
        2 * '<a class="word" href="/words/#vip">vip</a>' + '<a class="word" href="/words/#joiner">gik med</a></main>'
    )

    content = Content(markup)

    assert (content.links, content.controls, content.downloads) == (4, 6, ["/a.csv"])
    assert faults_of("page", f"{markup}<p>{64 * 'a'}</p>") == [
        "page: /words/#vip explained 2 times",
        "page: the verb gik med explained",
        "page: a digest of 64 digits",
    ]
