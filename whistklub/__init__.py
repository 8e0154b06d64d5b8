"""Configuration only; no logic, no views."""

import sqlite3
import sys
from contextlib import suppress

# SQLite 3.7.0 to 3.51.2 can corrupt a write-ahead log that two connections reset at once.
FIRST_SOUND_SQLITE = (3, 51, 3)

# Where the system's library is that old, Django gets the current one from the pysqlite3 wheel instead. There is none
# for every machine (on Linux only for x86-64): elsewhere the settings do without a write-ahead log.
if sqlite3.sqlite_version_info < FIRST_SOUND_SQLITE:
    with suppress(ImportError):
        import pysqlite3.dbapi2

        sys.modules["sqlite3"] = pysqlite3
        sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
