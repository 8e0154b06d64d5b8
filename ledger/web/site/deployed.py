"""A digest of everything that was deployed, so that a kept page never outlives a deploy."""

import hashlib
from pathlib import Path

from django.conf import settings

PARTS = ("ledger", "templates", "whistklub", "fixtures", "requirements.txt", "pyproject.toml")


def digest_of_files(base: Path) -> str:
    """A digest of the names and contents of the program's files in a folder, without compiled Python."""
    digest = hashlib.sha256()
    for path in sorted(path for part in PARTS for path in (base / part, *(base / part).rglob("*")) if path.is_file()):
        if path.suffix != ".pyc":
            # With its size, so that no file's contents can run on into the next one's name.
            digest.update(f"{path.relative_to(base).as_posix()}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


# Read as the process starts: by the time it is first needed, the files may be those of the next deploy.
DEPLOYED = digest_of_files(settings.BASE_DIR)
