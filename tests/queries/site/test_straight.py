"""Questions past the cursors: in Django's transactions, with its errors, and trying the connection as it does."""

from unittest.mock import patch

import psycopg
import pytest
from django.core.signals import request_started
from django.db import DEFAULT_DB_ALIAS, DataError, OperationalError, connection, connections, transaction
from django.db.transaction import TransactionManagementError

from ledger.models import Club
from ledger.queries.clubs.clubs import clubs_at
from ledger.queries.site.compiled import compiled_once
from ledger.services.book.posting import locked_season
from tests.support.people import make_club


@pytest.mark.django_db
@pytest.mark.engines
def test_it_is_refused_in_a_transaction_that_has_failed():
    with transaction.atomic():
        transaction.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            clubs_at(slug="torsdagsklubben")


@pytest.mark.engines
def test_rows_are_locked_in_a_transaction_alone(real_commits):
    season = make_club().seasons.get()

    with transaction.atomic():
        assert locked_season(season_id=season.pk) == season
    with pytest.raises(TransactionManagementError):
        locked_season(season_id=season.pk)


@pytest.mark.engines
def test_asked_first_it_begins_the_transaction_that_the_rest_belongs_to(real_commits):
    make_club()

    with transaction.atomic():
        assert [club.slug for club in clubs_at(slug="torsdagsklubben")] == ["torsdagsklubben"]
        Club.objects.update(name="Anderledes")
        transaction.set_rollback(True)

    assert Club.objects.get().name == "Torsdagsklubben"


@pytest.mark.only_on("postgres")
@pytest.mark.direct("a pooler keeps the connections itself")
def test_what_the_engine_says_against_it_is_djangos_error_and_tries_the_connection_as_well(real_commits):
    @compiled_once
    def clubs_of_number(*, number: str):
        return Club.objects.filter(pk=number)

    make_club()
    request_started.send(sender=None)

    for number, why in (("eleven", "invalid input syntax"), ("1\0", "zero byte")):
        with pytest.raises(DataError, match=why):
            clubs_of_number(number=number)

    assert connection.connection is not None
    assert connection.health_check_done
    assert len(clubs_at(slug="torsdagsklubben")) == 1


@pytest.mark.only_on("postgres")
@pytest.mark.direct("a pooler keeps the connections itself")
def test_the_first_of_a_request_tries_the_connection_itself_and_makes_a_new_one_if_the_server_has_gone(real_commits):
    make_club()
    served_by = connection.connection.info.backend_pid
    with psycopg.connect(**{**connection.get_connection_params(), "cursor_factory": None}) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [served_by])
    request_started.send(sender=None)  # as for every request but those of the tests' client

    assert len(clubs_at(slug="torsdagsklubben")) == 1

    assert connection.connection.info.backend_pid != served_by
    request_started.send(sender=None)
    with patch.object(connections[DEFAULT_DB_ALIAS], "is_usable") as django_tries:
        assert len(clubs_at(slug="torsdagsklubben")) == 1
    assert not django_tries.called


@pytest.mark.only_on("postgres")
@pytest.mark.direct("a pooler keeps the connections itself")
def test_a_server_that_has_gone_in_the_middle_of_a_request_is_an_error(real_commits):
    make_club()
    request_started.send(sender=None)
    assert len(clubs_at(slug="torsdagsklubben")) == 1
    with psycopg.connect(**{**connection.get_connection_params(), "cursor_factory": None}) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])

    with pytest.raises(OperationalError):
        clubs_at(slug="torsdagsklubben")

    request_started.send(sender=None)
    assert len(clubs_at(slug="torsdagsklubben")) == 1
