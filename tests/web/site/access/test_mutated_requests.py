"""Whatever is sent to whatever address, the site answers, its log has no traceback and the book holds.

Every address is sent what its page would send, with something of it odd: a seed makes the same requests every time.
"""

import uuid
from dataclasses import dataclass, field
from random import Random
from urllib.parse import quote, quote_plus

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.db import transaction

from ledger.queries.book.audit.audit import audit
from tests.support.page_forms import PageForm, forms_on
from tests.web.site.access.addresses import LOGINS, OUTSIDER, SECRETARY, addresses, browsers, pages_shown, two_clubs

pytestmark = pytest.mark.django_db

ODD = [
    *("", " ", "-1", "0", "7", "²", "٥", "½", "1e9", "NaN", "9" * 30, "-" + "9" * 30, "9" * 5000, "2147483648"),
    *("\0", "a\0b", "\ud800", "x\ud83d", "\xff", "\r\nSet-Cookie: a=b", "\u202eknip", "\u200b", "🂡" * 70, "é" * 70_000),
    *("2026-02-30", "0000-00-00", "0001-01-01", "9999-12-31", "99999-12-31", "true", "null", "None", "on"),
    *("[]", "{}", '{"a": [1]}', "[" * 2000, "{{ 1 }}", "{% now %}", "%s%n", "%(name)s", "<script>alert(1)</script>"),
    *("' OR 1=1 --", "../../etc/passwd", "//evil.example/", "javascript:alert(1)", f"{uuid.UUID(int=0)}"),
]  # fmt: skip
NAMES = [
    *("page", "per_page", "sort", "season", "q", "next", "before", "after", "players", "key", "seen", "sure"),
    *("since", "until", "last", "evening", "all", "player", "part", "contract", "with", "against"),
]
LONGEST_ADDRESS = 4000  # characters; the web server lets none through that is much longer
KINDS_OF_CONTENT = [
    *(
        "application/json",
        "text/plain",
        "",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "a/b; charset=none",
    ),
    "application/x-www-form-urlencoded; charset=utf-16",
]
HEADERS = {
    "In-Place": ["true", "false", "\xff"],
    "If-None-Match": ["*", '"x"', "W/", "\xff", '"' * 500],
    "If-Modified-Since": ["x", "Thu, 01 Jan 99999 00:00:00 GMT", "Thu, 01 Jan 0001 00:00:00 GMT"],
    "Accept-Language": ["*", "da;q=x", "x" * 600, "\xff", "en-" * 99],
    "Accept-Encoding": ["gzip", "gzip;q=0", "\xff"],
    "Cookie": ["sessionid=x; language=xx", "a=\xff", "language=en\0", "=;=", "messages=x"],
    "Referer": ["x", "//[", "\xff"],
    "Content-Length": ["-1", "x", "1"],
    "User-Agent": ["", "\xff" * 300, "x" * 9000],
    "X-Forwarded-For": ["x", "::1", "\xff"],
}


def sendables(browser, things):
    """What there is to send: the forms of every page, and every address by GET and POST."""
    everything = {}
    for address in addresses():
        path = address.path(things)
        everything |= {("get", path): PageForm(path, method="get"), ("post", path): PageForm(path)}
    for address, markup in pages_shown(browser, things):
        for method in ("get", "post"):
            for form in forms_on(markup, address.path(things), method):
                form.fields.pop("csrfmiddlewaretoken", None)
                everything[method, form.path, *form.fields] = form
    return list(everything.values())


@dataclass
class Request:
    """A request in the making, which the functions below make odd."""

    method: str
    path: str
    fields: list[tuple[str, str]]
    query: list[tuple[str, str]] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/x-www-form-urlencoded"
    body: bytes | None = None

    def arguments(self):
        """What a browser sends it with."""
        is_get = self.method == "GET"
        query = in_form(self.query + self.fields if is_get else self.query)
        body = in_form([] if is_get else self.fields).encode() if self.body is None else self.body
        address = (self.path + f"?{query}" * bool(query))[:LONGEST_ADDRESS]
        return (self.method, address, body, self.content_type), {"headers": self.headers}


def put_odd_value(request, random):
    if request.fields:
        at = random.randrange(len(request.fields))
        request.fields[at] = (request.fields[at][0], random.choice(ODD))


def leave_field_out(request, random):
    if request.fields:
        del request.fields[random.randrange(len(request.fields))]


def repeat_field(request, random):
    name = random.choice(request.fields)[0] if request.fields else random.choice(ODD)[:9]
    request.fields += [(name, random.choice(ODD)), (f"{name}[]", random.choice(ODD))]


def add_field(request, random):
    request.fields.append((random.choice(NAMES), random.choice(ODD)))


def add_to_query(request, random):
    request.query.append((random.choice(NAMES), random.choice(ODD)))


def change_path(request, random):
    parts = request.path.split("/")
    parts[random.randrange(1, len(parts))] = quote(in_bytes(random.choice(ODD)[:200]), safe="")
    request.path = "/".join(parts)


def add_header(request, random):
    name = random.choice(sorted(HEADERS))
    request.headers[name] = random.choice(HEADERS[name])


def replace_body(request, random):
    request.content_type, request.body = random.choice(KINDS_OF_CONTENT), in_bytes(random.choice(ODD))


CHANGES = [put_odd_value, leave_field_out, repeat_field, add_field, add_to_query, change_path, add_header, replace_body]


def mutate(form, random):
    """What to send instead: one to three things of it are odd, most often a value."""
    fields = [(name, value) for name, values in form.fields.items() for value in values]
    request = Request(form.method.upper(), form.path, fields)
    for change in random.choices(CHANGES, [3, 1, 1, 1, 1, 1, 1, 1], k=random.randint(1, 3)):
        change(request, random)
    return request


def in_form(pairs):
    """Names and values as a form is sent, whatever their characters."""
    return "&".join("=".join(quote_plus(in_bytes(text)) for text in pair) for pair in pairs)


def in_bytes(text):
    """Text in UTF-8, half characters too, which are none."""
    return text.encode("utf-8", "surrogatepass")


def troubles(amount, seed, caplog):
    """What went wrong with so many requests; after every hundred the book is proved, and is as it was before."""
    random = Random(seed)
    clubs = two_clubs()
    visitors = browsers(clubs, (SECRETARY, OUTSIDER))
    sendable = sendables(visitors[SECRETARY], clubs.here)
    for first in range(0, amount, 100):
        with transaction.atomic():
            for number in range(first, min(amount, first + 100)):
                visitor = SECRETARY if random.random() < 0.75 else OUTSIDER
                request = mutate(random.choice(sendable), random)
                caplog.clear()
                status = status_of(visitors[visitor], visitor, request)
                errors = [record.getMessage()[:300] for record in caplog.records if record.levelname == "ERROR"]
                if status >= 500 or errors:
                    yield f"{number}, {visitor}: {str(request)[:400]}: {status} {errors}"
            yield from (f"after {first + 100}: {finding}" for finding in audit().findings)
            transaction.set_rollback(True)


def status_of(browser, visitor, request):
    """What a request is answered with; a failure takes back what it wrote, as it does on the site."""
    login = LOGINS[visitor]
    if login and SESSION_KEY not in browser.session:
        browser.force_login(User.objects.get(username=login))
    arguments, headers = request.arguments()
    with transaction.atomic():
        response = browser.generic(*arguments, **headers)
        if response.streaming:
            b"".join(response.streaming_content)
        transaction.set_rollback(response.status_code >= 500)
    return response.status_code


@pytest.mark.long
def test_three_thousand_odd_requests_are_answered(caplog):
    assert list(troubles(3000, 2, caplog)) == []
