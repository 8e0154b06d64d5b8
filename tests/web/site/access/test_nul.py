"""No form of the site stores a NUL, or fails by one: no text has it, and no database takes it."""

import pytest
from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.utils import timezone

from ledger.models import Club
from ledger.web.site.access import TYPED_AT
from tests.support.page_forms import forms_on
from tests.web.site.access.addresses import ADMINISTRATOR, OUTSIDER, PLAYER, addresses, browsers, two_clubs

pytestmark = pytest.mark.django_db

NUL = "\0"


def forms_of(browser, things):
    """What each form of every page sends, by its address and the names of its fields."""
    posted = {}
    for address in addresses():
        path = address.path(things)
        response = browser.get(path)
        content = response.getvalue()
        if response.get("Content-Type", "").startswith("text/html"):
            for form in forms_on(content.decode(), path):
                kinds = kinds_of([name for name in form.fields if name != "csrfmiddlewaretoken"])
                posted[form.path, tuple(sorted(kinds))] = form.fields, kinds.values()
    return [(action, fields, names) for (action, _), (fields, names) in posted.items()]


def kinds_of(names):
    """The first field of each kind: of the prices of a table one stands for all."""
    return {name.partition(".")[0].rstrip("0123456789"): name for name in reversed(names)}


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
        for action, fields, names in forms_of(browser, clubs.here):
            for name in names:
                tried.add((action, name))
                with transaction.atomic():
                    session = browser.session
                    session[TYPED_AT] = timezone.now().timestamp()
                    session.save()
                    response = browser.post(action, {**fields, name: f"{fields[name][0]}{NUL}a"})
                    if response.status_code >= 500 or columns_with_a_nul():
                        wrong.append((visitor, action, name, response.status_code))
                    transaction.set_rollback(True)

    assert wrong == []
    assert len(tried) > 80
