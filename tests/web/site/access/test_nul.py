"""No form of the site stores a NUL, or fails by one: no text has it, and no database takes it."""

from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.utils import timezone

from ledger.models import Club
from ledger.web.site.access import TYPED_AT
from tests.web.site.access.addresses import ADMINISTRATOR, OUTSIDER, PLAYER, addresses, browsers, two_clubs

pytestmark = pytest.mark.django_db

NUL = "\0"
NO_TEXT = {"hidden", "radio", "checkbox", "submit", "file"}  # of an input: nobody types into it


class Forms(HTMLParser):
    """The forms of a page that are posted: where to, their fields with what they hold, and which of them take text."""

    def __init__(self, path):
        super().__init__()
        self.path, self.posted, self.fields, self.texts = path, [], {}, []

    def handle_starttag(self, tag, attributes):
        attribute = dict(attributes)
        if tag == "form":
            self.fields, self.texts = {}, []
            if attribute.get("method", "").lower() == "post":
                self.posted.append((urlsplit(attribute.get("action") or self.path).path, self.fields, self.texts))
        name, kind = attribute.get("name"), attribute.get("type")
        if name and tag in ("input", "textarea") and name != "csrfmiddlewaretoken":
            if kind not in ("radio", "checkbox") or "checked" in attribute:
                self.fields[name] = attribute.get("value") or ""
            if kind not in NO_TEXT:
                self.texts.append(name)
        elif name and tag == "select":
            self.fields[name] = ""
        elif tag == "option" and "selected" in attribute and self.fields:
            self.fields[list(self.fields)[-1]] = attribute.get("value") or ""


def forms_of(browser, things):
    """What each form of every page sends, by its address and the names of its fields."""
    posted = {}
    for address in addresses():
        path = address.path(things)
        response = browser.get(path)
        content = response.getvalue()
        if response.get("Content-Type", "").startswith("text/html"):
            page = Forms(path)
            page.feed(content.decode())
            for action, fields, texts in page.posted:
                kinds = kinds_of(texts)
                posted[action, tuple(sorted(kinds))] = fields, kinds.values()
    return [(action, fields, texts) for (action, _), (fields, texts) in posted.items()]


def kinds_of(texts):
    """The first field of each kind: of the prices of a table one stands for all."""
    return {name.partition(".")[0].rstrip("0123456789"): name for name in reversed(texts)}


def columns_with_a_nul():
    """The text columns of all tables that hold a NUL, raw or as JSON spells it."""
    columns = []
    for model in (User, *Club._meta.apps.get_app_config("ledger").get_models()):
        texts = [
            field.column
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField | models.JSONField)
        ]
        if texts and connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                holds = " OR ".join(f"instr({name}, char(0)) OR instr({name}, '\\u0000')" for name in texts)
                columns += cursor.execute(f"SELECT 1 FROM {model._meta.db_table} WHERE {holds}").fetchall()
    return columns


def test_no_form_fails_by_a_nul_or_stores_it(settings):
    settings.SENDS_MAIL = True
    clubs = two_clubs()
    tried, wrong = set(), []
    for visitor, browser in browsers(clubs, (ADMINISTRATOR, PLAYER, OUTSIDER)).items():
        for action, fields, texts in forms_of(browser, clubs.here):
            for name in texts:
                tried.add((action, name))
                with transaction.atomic():
                    session = browser.session
                    session[TYPED_AT] = timezone.now().timestamp()
                    session.save()
                    response = browser.post(action, {**fields, name: f"{fields[name]}{NUL}a"})
                    if response.status_code >= 500 or columns_with_a_nul():
                        wrong.append((visitor, action, name, response.status_code))
                    transaction.set_rollback(True)

    assert wrong == []
    assert len(tried) > 80
