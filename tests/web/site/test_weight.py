"""What a page costs: questions to the database whatever the season's length, and bytes over the wire."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from django.db import connection
from django.template.loader import get_template

from tests.support.long_season import long_season
from tests.support.people import anna
from tests.support.replay import replayed
from whistklub.static_files import StaticFiles

pytestmark = pytest.mark.django_db

MOST_BYTES = 60_000

# By page: the questions of the secretary's first visit, of which the session, the user and the membership are three.
QUESTIONS = {
    "": 11,
    "standings/": 9,
    "seasons/2026/curve/": 8,
    "seasons/": 5,
    "seasons/2026/": 12,
    "evenings/1/": 8,
    "evenings/1/paper/": 10,
    "evenings/1/deals/1/": 10,
    "log/?group=deals": 11,
    "evenings/1/draw/": 8,
    "evenings/1/ladder/": 5,
    "players/": 5,
    "deals/": 10,
    "figures/": 11,
    "figures/milestones/": 7,
    "seasons/2026/review/": 20,
    "seasons/2026/attendance/": 7,
    "tables/": 6,
    "ranking/": 5,
    "evenings/1/deals/new/": 10,
    "evenings/1/deals/paste/": 7,
    "evenings/1/seats/": 10,
    "seasons/2026/what-if/?prices=call-ace-whist": 12,
    "players/agnes/kept.txt": 26,
    "evenings/new/": 9,
    "seasons/new/": 5,
}

played_long = replayed(long_season)


@pytest.mark.parametrize("deals", [1, 100])
def test_a_page_asks_the_same_whatever_the_seasons_length(client, deals, django_assert_num_queries):
    club = played_long(name="Klub", deals=deals)
    client.force_login(anna(club))
    assert connection.features.supports_json_field  # asked once in a process

    for page, questions in QUESTIONS.items():
        with django_assert_num_queries(questions):
            assert client.get(f"/klub/{page}").status_code == 200, page


def test_a_page_and_all_it_brings_stay_light(client):
    club = played_long(name="Klub", deals=100)
    client.force_login(anna(club))

    heaviest = max(bytes_transferred(client, f"/klub/{page}") for page in QUESTIONS)

    assert heaviest <= MOST_BYTES


def bytes_transferred(client, address):
    """The bytes of a page, its styles, scripts and icons, as a browser without a cache gets them."""
    page = client.get(address, headers={"Accept-Encoding": "gzip"})
    markup = gzip.decompress(page.content).decode()
    files = set(re.findall(r'(?:href|src)="/static/([^"#]+)', markup))
    return len(page.content) + sum(bytes_compressed(name) for name in files)


def bytes_compressed(name):
    return len(gzip.compress(Path(finders.find(name)).read_bytes()))


def collect(changed: dict[str, str], kept: Path, folder: Path) -> dict[str, str]:
    """What each of our scripts is served as, after some were changed in `kept` and collected into `folder`."""
    storage, source = StaticFiles(location=folder, base_url="/static/"), FileSystemStorage(kept)
    for name, text in changed.items():
        for place in (kept, folder):
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, "utf-8")
    names = [path.relative_to(kept).as_posix() for path in kept.rglob("*.js")]
    list(storage.post_process({name: (source, name) for name in names}))
    return {name: (folder / storage.stored_name(name)).read_text("utf-8") for name in names}


def test_a_script_is_another_file_when_what_it_imports_has_changed(tmp_path):
    kept, folder = tmp_path / "kept", tmp_path / "folder"
    modules = {
        "ledger/a.js": 'import "../b/d.js";\nimport { c } from "./c.js";\nfetch(c);\n',
        "ledger/c.js": "export const c = 1;\n",
        "b/d.js": "fetch(0);\n",
    }

    first = collect(modules, kept, folder)
    second = collect({"ledger/c.js": "export const c = 2;\n"}, kept, folder)

    imported = [re.findall(r'"([^"]+)"', texts["ledger/a.js"]) for texts in (first, second)]
    assert len(imported[0]) == 2
    assert all(re.fullmatch(r"(\.\./b/d|\./c)\.[0-9a-f]{12}\.js", name) for names in imported for name in names)
    assert [before == after for before, after in zip(*imported, strict=True)] == [True, False]


def test_pages_lose_their_margins_and_other_texts_do_not():
    page, text = (get_template(name).template.source for name in ("base.html", "ledger/clubs/players/about_player.txt"))

    assert not [line for line in page.splitlines() if line != line.lstrip()]
    assert text == Path(settings.BASE_DIR, "templates/ledger/clubs/players/about_player.txt").read_text("utf-8")
