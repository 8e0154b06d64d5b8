"""Read what an installation shows of a club, in a process of its own.

python -m tests.commands.keeping.read_club SLUG TOKEN           its pages, from link to link, by the club's link

Prints JSON: by what follows the club's address, the text of each page.
"""

import json
import re
import sys

import django
from django.conf import settings
from django.test import Client

MOST_PAGES = 60
# Files, lists that are turned over or sorted, and what needs a form.
LEFT_OUT = re.compile(r"\.xlsx|[?&](csv|page|sort)=|/paper/|/read/")


def read_club(slug: str, token: str) -> dict[str, str]:
    """The text of every page that can be reached from the club's front page, breadth first, by its address there."""
    from tests.web.reading import page

    reader, front = _reader(slug, token), f"/{slug}/"
    texts, waiting = {}, [front]
    for address in waiting:
        response = reader.get(address)
        is_page = response["Content-Type"].startswith("text/html") and "<main" in response.text
        text = page(response) if is_page else response.headers.get("Location", response.text)
        texts[address.removeprefix(front)] = f"{response.status_code} {text}"
        links = re.findall(rf'href="({front}[^"#]*)', response.text) if is_page else []
        waiting += [
            link.replace("&amp;", "&")
            for link in dict.fromkeys(links)
            if not LEFT_OUT.search(link) and link.replace("&amp;", "&") not in waiting
        ][: MOST_PAGES - len(waiting)]
    return texts


def _reader(slug: str, token: str) -> Client:
    browser = Client(SERVER_NAME="localhost")
    browser.cookies[settings.LANGUAGE_COOKIE_NAME] = "da"
    if token:
        browser.cookies[f"reading-{slug}"] = token
    return browser


if __name__ == "__main__":
    django.setup()
    slug, token = sys.argv[1:]
    json.dump(read_club(slug, token), sys.stdout)
