"""Rows come in pieces within a transaction, and all at once outside: a pooler lends a connection for one only."""

import pytest
from django.db import connection, transaction
from django.forms import ModelChoiceField

from ledger.models import Player
from ledger.queries.site import in_pieces
from tests.support.people import FIVE, make_club


@pytest.mark.engines
def test_the_choices_of_a_form_leave_no_cursor_behind(real_commits):
    make_club()

    choices = list(ModelChoiceField(Player.objects.order_by("pk"), empty_label=None).choices)

    assert [label for _, label in choices] == list(FIVE)


@pytest.mark.only_on("postgres")
def test_rows_in_pieces_wait_in_the_server(real_commits):
    make_club()

    with transaction.atomic(), connection.cursor() as cursor:
        rows = in_pieces(Player.objects.order_by("pk"), 2)
        assert next(rows).name == FIVE[0]
        cursor.execute("SELECT count(*) FROM pg_cursors WHERE NOT is_holdable")
        assert cursor.fetchone() == (1,)
        assert [player.name for player in rows] == list(FIVE[1:])
