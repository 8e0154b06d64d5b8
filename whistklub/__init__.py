"""Configuration only; no logic, no views."""

import sys
from contextlib import suppress

# SQLite 3.7.0 to 3.51.2 can corrupt a write-ahead log that two connections reset at once.
FIRST_SOUND_SQLITE = (3, 51, 3)

# Django gets SQLite from the pysqlite3 wheel, whose library is sound; the system's is not loaded at all.
# There is no wheel for every machine (on Linux only for x86-64): elsewhere the settings do without a write-ahead log
# if the system's library is that old.
with suppress(ImportError):
    import pysqlite3.dbapi2

    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
