"""Write the schema files anew, after a migration was added or changed:

python -m tests.schema     migrates a database of each engine and stores its schema
"""

import os
import subprocess
import sys
from pathlib import Path

WRITES = "WHISTKLUB_WRITE_SCHEMA"  # the test writes the file instead of holding it against the database
TEST = "tests/models/site/test_schema.py::test_the_file_says_what_the_migrations_make"


def main() -> int:
    """Run the test that knows both, once per engine; returns the exit code."""
    codes = []
    for engine in ("sqlite", "postgres"):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--database", engine, TEST]
        codes.append(
            subprocess.run(command, cwd=Path(__file__).parent.parent, env={**os.environ, WRITES: "1"}).returncode
        )
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
