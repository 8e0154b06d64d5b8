"""Configuration only; no logic, no views."""

import sqlite3
import sys

# SQLite 3.7.0 to 3.51.2 can corrupt a write-ahead log that two connections reset at once (fixed in 3.51.3).
# Where the system's library is that old, Django gets the current one from the pysqlite3 wheel instead.
if sqlite3.sqlite_version_info < (3, 51, 3) and sys.platform == "linux":
    import pysqlite3.dbapi2

    sys.modules["sqlite3"] = pysqlite3
    sys.modules["sqlite3.dbapi2"] = pysqlite3.dbapi2
