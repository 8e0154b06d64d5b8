"""The site's own settings, except for what would only slow the tests down or lock them out."""

from pathlib import Path

from whistklub.settings import *  # noqa: F403
from whistklub.settings import DATA_DIR, DATABASES, STATIC_ROOT, STORAGES

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}  # a file, as the site has, not memory
    # What asks for no order gets the other one, so that nothing leans on the order that SQLite happens to give.
    DATABASES["default"]["OPTIONS"]["init_command"] += " PRAGMA reverse_unordered_selects=ON;"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

Path(STATIC_ROOT).mkdir(exist_ok=True)
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
