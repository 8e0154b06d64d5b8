"""Compare what the site says in two checkouts: every page, file and command of the same sample club, on both engines.

    python -m tests.comparison OLD NEW      two folders; prints each difference, and ends with 1 if there is one

OLD makes the sample club, joins two of its players and lets one be shown by initials. NEW migrates a copy. Each then
answers the addresses that a walk along the links of OLD finds, to every role, in both languages, at one moment.
"""

import difflib
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from html.parser import HTMLParser
from itertools import permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

MOMENTS = {"make": "2026-11-20T18:30:00+01:00", "say": "2026-11-20T18:31:00+01:00"}
ROLES = ("outsider", "secretary", "treasurer", "admin")
LANGUAGES = ("da", "en")
KEYSETS = ("older_than", "newer_than")  # places in a long list, which a page is free to number otherwise
SAID = ("href", "action", "alt", "title", "aria-label", "placeholder", "value", "name", "content", "datetime")
UNSEEN = ("script", "style", "link")
# What is new at each request, whatever is asked.
CHANCE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|csrfmiddlewaretoken\S*|[A-Za-z0-9]{64}"
)
LIMIT = 40  # lines of one difference that are printed


class PageText(HTMLParser):
    """The words of a page, a line each, with what its links and fields say; and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.links: list[str] = []
        self.unseen = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in ("script", "style")
        if tag in UNSEEN or ("name", "csrfmiddlewaretoken") in attrs:
            return
        self.lines += [f"{name}={value}" for name, value in attrs if name in SAID and value]
        self.links += [value for name, value in attrs if tag == "a" and name == "href" and value]

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.unseen and data.strip():
            self.lines.append(" ".join(data.split()))


def main(old: Path, new: Path) -> int:
    """Compare on both engines; gives the exit code."""
    from tests.support.postgres import cluster
    from tests.support.programs import POSTGRESQL

    initdb = POSTGRESQL.find()
    assert initdb, "PostgreSQL is missing"
    with TemporaryDirectory() as folder, cluster(initdb) as server, ThreadPoolExecutor() as pool:
        for checkout in (old, new):
            # Before the engines begin: of two at it at once, one would read what the other has half written.
            run("compilemessages", checkout, Path(folder), "", program="manage.py")
        postgres = pool.submit(compare, old, new, Path(folder) / "postgres", server.direct.removesuffix("/whistklub"))
        sqlite = pool.submit(compare, old, new, Path(folder) / "sqlite", "")
        return tell("SQLite", *sqlite.result()) + tell("PostgreSQL", *postgres.result())


def compare(old: Path, new: Path, folder: Path, server: str) -> tuple[dict[str, str], dict[str, str]]:
    """What both say on one engine, by what was asked."""
    at_first, later = folder / "old", folder / "new"
    at_first.mkdir(parents=True)
    first, second = (server and f"{server}/{name}" for name in ("old", "new"))
    create_database(server, "old")
    run("make", old, at_first, first)
    shutil.copytree(at_first, later)
    create_database(server, "new", "TEMPLATE old")
    run("say", old, at_first, first)
    run("say", new, later, second)
    return tuple(json.loads((place / "said.json").read_text()) for place in (at_first, later))  # type: ignore[return-value]


def create_database(server: str, name: str, template: str = "") -> None:
    """Create a database on PostgreSQL; nothing where there is no server."""
    import psycopg

    if server:
        with psycopg.connect(f"{server}/postgres", autocommit=True) as link:
            link.execute(f"CREATE DATABASE {name} {template}")


def run(step: str, checkout: Path, data: Path, database: str, program: str = __file__) -> None:
    """Do a step of a program with the code of a checkout, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WHISTKLUB_")}
    environment |= {"WHISTKLUB_DATA": str(data), "DATABASE_URL": database}
    subprocess.run([sys.executable, program, step], cwd=checkout, env=environment, check=True)


def tell(engine: str, old: dict[str, str], new: dict[str, str]) -> int:
    """Print what differs; gives 1 if anything does."""
    differing = [asked for asked in old if old[asked] != new.get(asked)]
    for asked in differing:
        lines = difflib.unified_diff(old[asked].splitlines(), new.get(asked, "").splitlines(), lineterm="", n=1)
        sys.stdout.write("\n".join(["", f"{engine}: {asked}", *list(lines)[2 : LIMIT + 2], ""]))
    sys.stdout.write(f"{engine}: {len(differing)} of {len(old)} answers differ\n")
    return 1 if differing else 0


# --- in the process of one checkout


def make() -> None:
    """Make the sample club, and list the addresses that its pages lead to."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_sample_club")
    club, browsers = sample_club(), clients()
    client = browsers["admin"]
    players, at = list(club.players.order_by("pk")), f"/{club.slug}/players"
    couples = (f"{at}/{joined.slug}/same/?kept={kept.slug}" for joined, kept in permutations(players, 2))
    assert any(send(client, couple, kept=couple.partition("=")[2]) for couple in couples), "all have played together"
    assert send(client, f"{at}/{players[0].slug}/change/", by_initials="on", is_active="on", name=players[0].name)
    call_command("audit", verbosity=0)
    Path(os.environ["WHISTKLUB_DATA"], "addresses.json").write_text(json.dumps(list(walk(club, browsers.values()))))


def send(client: Any, address: str, **typed: str) -> bool:
    """Whether the form of a page is taken, with its hidden fields as they stand and what is typed."""
    html = client.get(address).content.decode()
    fields = {}
    for field in re.findall(r"<input[^>]*type=\"hidden\"[^>]*>", html):
        name, value = (re.search(rf'{part}="([^"]*)"', field) for part in ("name", "value"))
        fields[name[1]] = value[1] if value else ""
    return bool(client.post(address, fields | typed).status_code == 302)


def walk(club: Any, browsers: Collection[Any]) -> Iterator[str]:
    """Addresses that links lead to, in any of the browsers; the first ones of each page with the same questions."""
    from django.urls import Resolver404, resolve

    addresses, seen = ["/", f"/{club.slug}/"], Counter[Any]()
    known = set(addresses)
    for address in addresses:
        yield address
        for browser in browsers:
            for link in PageText(body(browser.get(address))).links:
                leads = urlsplit(urljoin(address, link))
                try:
                    match = resolve(leads.path)
                except Resolver404:
                    continue
                questions = {name for name, _ in parse_qsl(leads.query)}
                page = (match.url_name, *sorted(questions))
                there = leads.path + (f"?{leads.query}" if leads.query else "")
                alike = 0 if leads.scheme or questions.intersection(KEYSETS) else 2 if len(questions) < 2 else 1
                if there not in known and seen[page] < alike and "sign-out" not in there:
                    seen[page] += 1
                    known.add(there)
                    addresses.append(there)


def say() -> None:
    """Write what every address and command answers."""
    from django.core.management import call_command

    data = Path(os.environ["WHISTKLUB_DATA"])
    call_command("migrate", verbosity=0)
    answers = {}
    for role, client in clients().items():
        for language in LANGUAGES:
            for address in json.loads((data / "addresses.json").read_text()):
                client.cookies["django_language"] = language  # some addresses choose another
                answers[f"{role} {language} {address}"] = answer_text(client.get(address))
    answers |= dict(commands_say(data))
    (data / "said.json").write_text(json.dumps(answers))


def answer_text(answer: Any) -> str:
    """An answer's status, where it leads, and its words or cells, without what is new at each request."""
    kind = answer.headers.get("Content-Type", "")
    if "spreadsheet" in kind:
        words = workbook_text(io.BytesIO(b"".join(answer.streaming_content) if answer.streaming else answer.content))
    else:
        words = body(answer)
        words = "\n".join(PageText(words).lines) if "html" in kind else words
    return CHANCE.sub("...", f"{answer.status_code} {answer.headers.get('Location', '')}\n{words}")


def body(answer: Any) -> str:
    """The text of an answer; empty if it is none."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode(errors="replace") if "text" in answer.headers.get("Content-Type", "") else ""


def workbook_text(file: Any) -> str:
    """Every cell of every sheet that holds something, a line each."""
    from openpyxl import load_workbook

    book = load_workbook(file)
    cells = (cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None)
    return "\n".join(f"{cell.parent.title} {cell.coordinate} {cell.value}" for cell in cells)


def commands_say(data: Path) -> Iterator[tuple[str, str]]:
    """What commands print and the files that they write, by command."""
    club = sample_club()
    lines = run_command("write_evening", club.slug, "2")
    (data / "evening.txt").write_text(lines)
    yield "write_evening", lines
    yield "audit", run_command("audit")
    yield "audit --json", run_command("audit", "--json")
    yield (
        "enter --dry-run",
        run_command("enter", club.slug, "2", str(data / "evening.txt"), "--author", "A", "--dry-run"),
    )
    for document in sorted(Path("fixtures/scoring_tables").glob("*.json")):
        for language in LANGUAGES:
            yield (
                f"check_table {document.stem} {language}",
                run_command("check_table", str(document), "--language", language),
            )
    for season in club.seasons.order_by("pk"):
        for option in ([], ["--initials"]):
            book = data / "season.xlsx"
            told = run_command("export_season", club.slug, season.slug, "--out", str(book), *option)
            yield f"export_season {season.slug} {option}", told + workbook_text(book)
            yield f"import_book {season.slug} {option}", run_command("import_book", str(book))


def run_command(name: str, *arguments: str) -> str:
    """What a command prints, or why it is refused."""
    from django.core.management import CommandError, call_command

    printed = io.StringIO()
    with redirect_stdout(printed):
        try:
            call_command(name, *arguments)
        except (CommandError, SystemExit) as refusal:
            printed.write(f"{type(refusal).__name__}: {refusal}")
    return re.sub(re.escape(os.environ["WHISTKLUB_DATA"]), "DATA", printed.getvalue())


def sample_club() -> Any:
    """The sample club."""
    from ledger.models import Club

    return Club.objects.get(is_sample=True)


def clients() -> dict[str, Any]:
    """A browser of every role, signed in."""
    from django.test import Client

    browsers = {role: Client(SERVER_NAME="localhost") for role in ROLES}
    for membership in sample_club().memberships.select_related("user"):
        browsers[membership.role].force_login(membership.user)
    return browsers


def in_process(step: str) -> None:
    """Start the site of the folder at hand, at a fixed moment, and do a step there."""
    import time_machine

    sys.path[0] = str(Path.cwd())
    os.environ["DJANGO_SETTINGS_MODULE"] = "whistklub.settings"
    from whistklub import settings

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    import django
    from django.db import connection

    with time_machine.travel(MOMENTS[step], tick=False):
        django.setup()
        assert connection.features.supports_json_field  # asked once in a process
        {"make": make, "say": say}[step]()


if __name__ == "__main__":
    if sys.argv[1] in ("make", "say"):
        in_process(sys.argv[1])
    else:
        sys.exit(main(*(Path(folder).resolve() for folder in sys.argv[1:3])))
