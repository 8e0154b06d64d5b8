"""Nobody is let in where they have no business: every address, every visitor, every method, and two clubs.

Who may read and who may write at which address stands in tests/web/site/access/addresses.py.
"""

import hashlib
import logging
import uuid
from http.cookies import SimpleCookie

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.shortcuts import resolve_url
from django.test import Client

from tests.web.site.access.addresses import (
    ADMINISTRATOR,
    EVERYBODY,
    KEPT_IN_THE_SESSION,
    LOGINS,
    NOBODY,
    PARTS,
    RIGHTS,
    SEND_ON,
    addresses,
    browsers,
    two_clubs,
)

pytestmark = pytest.mark.django_db

REFUSED = {401, 403, 404, 405}  # besides the way to sign in
METHODS = ["GET", "POST", "PUT", "DELETE"]


def main_method(name):
    """How an address is asked for in the first place: by GET where anybody reads there, else by POST."""
    return ["GET"] if RIGHTS[name][0] else ["POST"]


@pytest.fixture(autouse=True)
def quiet():
    """Nothing is written about each of a thousand refusals."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.fixture
def clubs():
    return two_clubs()


def test_whoever_adds_an_address_says_who_reads_and_who_writes_there():
    assert {address.name for address in addresses()} == set(RIGHTS)


@pytest.mark.parametrize("methods_of", [main_method, pytest.param(lambda _name: METHODS, marks=pytest.mark.long)])
def test_nobody_is_let_in_and_nothing_is_changed_for_them(clubs, methods_of):
    assert list(let_in(clubs, methods_of)) == []


@pytest.mark.parametrize(
    ("visitors", "methods"), [([ADMINISTRATOR], ["GET"]), pytest.param(LOGINS, METHODS, marks=pytest.mark.long)]
)
def test_whoever_may_is_served_and_only_what_is_sent_changes_anything(clubs, visitors, methods):
    assert list(not_served(clubs, visitors, methods)) == []


@pytest.mark.parametrize(
    ("visitors", "methods_of"),
    [([ADMINISTRATOR], main_method), pytest.param(LOGINS, lambda _name: METHODS[:2], marks=pytest.mark.long)],
)
def test_one_clubs_address_opens_nothing_of_another(clubs, visitors, methods_of):
    assert list(taken_across(clubs, visitors, methods_of)) == []


def test_no_form_is_taken_that_a_page_of_the_site_did_not_show(clubs):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies = browsers(clubs)[ADMINISTRATOR].cookies

    taken = [address.name for address in addresses() if browser.post(address.path(clubs.here)).status_code != 403]

    assert taken == []


def let_in(clubs, methods_of):
    """Who got further than they may at an address, or had a row changed."""
    visitors, before = browsers(clubs), rows()
    for address in addresses():
        reads, writes = RIGHTS[address.name]
        for method in methods_of(address.name):
            for visitor in EVERYBODY - reads - (writes if method == "POST" else NOBODY):
                response, is_changed = send(visitors[visitor], method, address, clubs.here, before)
                if is_changed or not is_refused(response):
                    yield f"{visitor}, {method} {address.name}: {response.status_code}{', changed' * is_changed}"


def not_served(clubs, names, methods):
    """Who was refused what they may do, or had a row changed by what changes none."""
    visitors, before = browsers(clubs), rows()
    for address in addresses():
        reads, writes = RIGHTS[address.name]
        for method in methods:
            for visitor in sorted((reads | writes).intersection(names)):
                response, is_changed = send(visitors[visitor], method, address, clubs.here, before)
                may_write = (method == "POST" and visitor in writes) or address.name in KEPT_IN_THE_SESSION
                may = visitor in {"GET": reads, "POST": writes}.get(method, NOBODY)
                is_failure = response.status_code >= 500 or (may and is_refused(response))
                if is_failure or (is_changed and not may_write):
                    yield f"{visitor}, {method} {address.name}: {response.status_code}{', changed' * is_changed}"


def taken_across(clubs, names, methods_of):
    """Who got at another club's evening, deal, draft or the like by an address of this club."""
    visitors, before = browsers(clubs), rows()
    for address in addresses():
        for part in set(address.parts) - {"slug"}:
            strange = address.thing(part, clubs.there)
            if "slug" not in address.parts or strange == address.thing(part, clubs.here):
                continue
            things = clubs.here | {part: strange, f"{address.name} {part}": strange}
            for method in methods_of(address.name):
                for visitor in names:
                    # A redirect says nothing yet: the page that it leads to has to refuse.
                    response, is_changed = send(
                        visitors[visitor], method, address, things, before, follow=method == "GET"
                    )
                    if is_changed or not (is_refused(response) or address.name in SEND_ON):
                        yield f"{visitor}, {method} {address.name} of another {part}: {response.status_code}"


def send(browser, method, address, things, before, *, follow=False):
    """What a browser is answered, and whether the rows are then other than before; rows and browser are set back."""
    cookies = SimpleCookie(browser.cookies.output(header="", sep=";"))
    headers = {"In-Place": "true"} if address.name in PARTS else {}
    data = form(things) if method == "POST" else None
    with transaction.atomic():
        counted = rows_written()
        response = getattr(browser, method.lower())(address.path(things), data, follow=follow, headers=headers)
        if response.streaming:
            b"".join(response.streaming_content)
        is_changed = (counted is None or counted != rows_written()) and rows() != before
        transaction.set_rollback(True)
    browser.cookies = cookies
    return response, is_changed


def is_refused(response):
    """Whether nothing was shown or done, but perhaps a way to sign in."""
    steps = [response.get("Location", ""), *(step for step, _status in getattr(response, "redirect_chain", []))]
    return response.status_code in REFUSED or any(step.startswith(resolve_url(settings.LOGIN_URL)) for step in steps)


def rows_written():
    """How many rows this connection has written so far; None where the database does not count them."""
    return getattr(connection.connection, "total_changes", None)


def rows():
    """A digest of every row of every table."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for name in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            digest.update(repr((name, sorted(map(repr, cursor.fetchall())))).encode())
    return digest.hexdigest()


def form(things):
    """What many of the forms of the site take."""
    key, reason = str(uuid.uuid4()), "talt forkert"
    changes = {"change-key": key, "change-seen": things["entry"], "change-reason": reason, "reason": reason}
    days = {"day": "2026-09-10", "starts_on": "2026-09-10"}
    return (
        changes | days | {"key": key, "name": "Ny", "role": "admin", "writer_name": "Ny", "players": "Ny", "sure": "on"}
    )
