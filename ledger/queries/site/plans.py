"""How PostgreSQL finds rows, decided anew while one transaction fills tables that were short before."""

from django.db import connection

FEW = 100  # rows, in which looking through a table costs nothing


class GrowingTables:
    """Has plans made anew each time that what a transaction has written is twice as much as when they were made.

    PostgreSQL keeps the plan of a guard's statement until somebody counts the table's rows, and what a transaction has
    not committed nobody counts: a book of a hundred thousand deals would be read through for each of them.
    """

    def __init__(self) -> None:
        self._written, self._planned_for = 0, FEW

    def add(self, rows: int) -> None:
        """Note that so many rows were written."""
        self._written += rows
        if self._written >= 2 * self._planned_for and connection.vendor == "postgresql":
            self._planned_for = self._written
            with connection.cursor() as cursor:
                cursor.execute("DISCARD PLANS")
