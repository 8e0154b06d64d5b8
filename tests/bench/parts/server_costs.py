"""What a database server does for the site, as PostgreSQL and the system tell."""

from pathlib import Path

from django.db import connection

BLOCKS = "SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()"


def blocks_looked_at() -> int:
    """How many blocks of the database were looked at so far; asking looks at some, too few to count."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(BLOCKS)
        return int(cursor.fetchone()[0])


def server_microseconds() -> float:
    """What the server's process of this connection has had of the processor so far."""
    process = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return int(process.read_text().split()[0]) / 1000
