"""One file, steered by environment variables (docs/operations.md, "Settings").

WHISTKLUB_DATA   the folder that holds everything the site keeps (default: data/)
WHISTKLUB_HOST   the public https name; setting it switches to production: secure cookies, HSTS, https only
WHISTKLUB_LAN    1 = also answer plain http under the machine's own addresses (python3 dev.py run --lan)
WHISTKLUB_DEBUG  1 = Django's debug pages
WHISTKLUB_SECRET_KEY, WHISTKLUB_SECRET_KEY_FILE
                 the secret key itself, or the file it stands in, where several machines serve one database
DATABASE_URL     another database than the SQLite file, e.g. postgres://...
WHISTKLUB_DUMP_SERVER
                 host:port of PostgreSQL itself, for dumps, where DATABASE_URL leads to a pooler
WHISTKLUB_BACKUP_FOLDER
                 a second folder, on another disk, that every backup is copied to
WHISTKLUB_BACKUP_COMMAND
                 a command for the shell that takes every backup, "$1", to yet another place
WHISTKLUB_SECURITY_CONTACT
                 who is told of a security hole: an e-mail address or an https address, for /.well-known/security.txt
WHISTKLUB_FOUNDERS
                 who founds further clubs: "code", whoever has the founding code (default); "accounts", also whoever is
                 signed in
WHISTKLUB_EMAIL_URL
                 the mail server, for forgotten passwords: smtp://user:password@host:587 (STARTTLS) or smtps://...:465;
                 with WHISTKLUB_LAN it needs WHISTKLUB_HOST, to which the links lead
WHISTKLUB_EMAIL_FROM
                 the sender of these mails (default: whistklub@ and WHISTKLUB_HOST)
"""

import logging.config
import os
import secrets
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text("utf-8"))["project"]["version"]
DATA_DIR = Path(os.environ.get("WHISTKLUB_DATA") or BASE_DIR / "data").resolve()
os.umask(0o077)  # names, password hashes and sessions: what the site writes is its own user's alone
DATA_DIR.mkdir(parents=True, exist_ok=True)

PUBLIC_HOST = os.environ.get("WHISTKLUB_HOST", "")
LAN = os.environ.get("WHISTKLUB_LAN") == "1"
DEBUG = os.environ.get("WHISTKLUB_DEBUG") == "1"
if DEBUG and PUBLIC_HOST:
    raise ImproperlyConfigured(
        "Django's debug pages show everything to everybody: unset WHISTKLUB_DEBUG or WHISTKLUB_HOST."
    )
SECURITY_CONTACT = os.environ.get("WHISTKLUB_SECURITY_CONTACT", "")
FOUNDERS = os.environ.get("WHISTKLUB_FOUNDERS") or "code"
if FOUNDERS not in ("code", "accounts"):
    raise ImproperlyConfigured("WHISTKLUB_FOUNDERS is code or accounts.")


def mail_server(address: str) -> dict[str, Any]:
    """Django's settings of a mail server at an address; none for an empty one.

    Raises ImproperlyConfigured for any other address.
    """
    if not address:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    server = urlsplit(address)
    if server.scheme not in ("smtp", "smtps") or not server.hostname:
        raise ImproperlyConfigured("WHISTKLUB_EMAIL_URL is smtp://user:password@host:587 or smtps://...:465.")
    is_wrapped = server.scheme == "smtps"
    return {
        "EMAIL_HOST": server.hostname,
        "EMAIL_PORT": server.port or (465 if is_wrapped else 587),
        "EMAIL_HOST_USER": unquote(server.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(server.password or ""),
        "EMAIL_USE_SSL": is_wrapped,
        "EMAIL_USE_TLS": not is_wrapped and server.hostname not in ("localhost", "127.0.0.1"),
        "EMAIL_TIMEOUT": 10,  # seconds
    }


SENDS_MAIL = bool(os.environ.get("WHISTKLUB_EMAIL_URL"))
if SENDS_MAIL and LAN and not PUBLIC_HOST:
    # A site that answers under any name would send links that lead wherever whoever asked for them said.
    raise ImproperlyConfigured(
        "Links in e-mails lead to the site's own name: "
        "set WHISTKLUB_HOST, or unset WHISTKLUB_EMAIL_URL or WHISTKLUB_LAN."
    )
globals().update(mail_server(os.environ.get("WHISTKLUB_EMAIL_URL", "")))
DEFAULT_FROM_EMAIL = os.environ.get("WHISTKLUB_EMAIL_FROM") or f"whistklub@{PUBLIC_HOST or 'localhost'}"

SHORTEST_KEY = 50  # Django's own check for deployment warns below it


def secret_key() -> str:
    """The key of sessions, forms and keyed digests, as set or the installation's own.

    Raises ImproperlyConfigured if it cannot be read, is too short, or is set in both ways.
    """
    given, file = os.environ.get("WHISTKLUB_SECRET_KEY", ""), os.environ.get("WHISTKLUB_SECRET_KEY_FILE", "")
    if given and file:
        raise ImproperlyConfigured("Set WHISTKLUB_SECRET_KEY or WHISTKLUB_SECRET_KEY_FILE, not both.")
    if not given and not file:
        return kept_secret(DATA_DIR / "secret_key")
    try:
        key = (given or Path(file).read_text()).strip()
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(f"The secret key of WHISTKLUB_SECRET_KEY_FILE cannot be read: {error}") from None
    if len(key) < SHORTEST_KEY:
        raise ImproperlyConfigured(f"The secret key that was set is shorter than {SHORTEST_KEY} characters.")
    return key


def close_to_others(*paths: Path) -> None:
    """Take from everybody else what an earlier release, or a copy, left open; whose it is not, may not."""
    for path in paths:
        with suppress(OSError):
            mode = path.stat().st_mode
            is_shared = path.is_dir() and mode & 0o022  # others write there: it is somebody else's too
            if mode & 0o077 and not is_shared:
                path.chmod(mode & 0o700)


def kept_secret(path: Path) -> str:
    """The installation's own secret key, made on the first start and readable by its owner alone."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(64))
    return path.read_text().strip()  # a copy made by hand may end in a line break


close_to_others(DATA_DIR)
SECRET_KEY = secret_key()
ALLOWED_HOSTS = [PUBLIC_HOST] if PUBLIC_HOST else ["*"] if LAN else ["localhost", "127.0.0.1", "[::1]"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    # Before staticfiles, whose own runserver would serve the files in another way than an installation does.
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "ledger",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Before all that costs something: a script needs neither a session nor a language.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    # Around the sessions, so that it sees the cookie that they set with this very answer.
    "ledger.web.site.request.PrivacyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    # Around the CSRF check, whose refusal is a page in the reader's language.
    "ledger.web.site.request.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "ledger.web.site.request.WithoutNulMiddleware",
    "ledger.web.site.errors.ErrorsMiddleware",
]

ROOT_URLCONF = "whistklub.urls"
WSGI_APPLICATION = "whistklub.wsgi.application"

TEMPLATE_LOADERS = [
    (
        "django.template.loaders.cached.Loader",
        ["whistklub.templates.Loader", "django.template.loaders.app_directories.Loader"],
    )
]
# What nearly every page needs, so that none has to load it.
TEMPLATE_TAGS = [
    "django.templatetags.i18n",
    "django.templatetags.static",
    *(f"ledger.templatetags.{name}" for name in ("ledger_format", "ledger_labels", "ledger_links", "rule_words")),
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": TEMPLATE_LOADERS,
            "builtins": TEMPLATE_TAGS,
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "ledger.web.site.frame.frame",
            ],
            # By its tags alone, and no app: it loads PostgreSQL's client, 11 MB that no command needs on SQLite.
            "libraries": {"django_tables2": "django_tables2.templatetags.django_tables2"},
        },
    },
]
FORM_RENDERER = "ledger.web.site.forms.FieldRenderer"

# For the keys of the entry screen alone, each process its own; none while developing.
KEYS_KEPT = "dummy.DummyCache" if DEBUG else "locmem.LocMemCache"
CACHES = {"default": {"BACKEND": f"django.core.cache.backends.{KEYS_KEPT}"}}

# SQLite 3.7.0 to 3.51.2 can corrupt a write-ahead log that two connections reset at once.
FIRST_SOUND_SQLITE = (3, 51, 3)
# PostgreSQL's client gives up in time for a page to say so. What DATABASE_URL says goes before these:
# docs/serving.md, "When the database does not answer".
POSTGRESQL_OPTIONS = {
    "connect_timeout": 5,  # seconds
    "tcp_user_timeout": 10_000,  # milliseconds without an answer to what was sent
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,  # so an idle connection to a machine that is gone is given up after 20 seconds
}
# For the site's pages alone (whistklub/wsgi.py): a migration, an audit or a dump may take longer.
PAGES_PGOPTIONS = "-c statement_timeout=20s"
# Set to nothing it is not set: compose.yaml does that on SQLite.
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'whistklub.sqlite3'}"
DATABASES: dict[str, Any] = {"default": dj_database_url.parse(DATABASE_URL)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    from whistklub.sqlite import sqlite_options

    DATABASES["default"]["OPTIONS"] = sqlite_options(FIRST_SOUND_SQLITE)
    # SQLite gives the files it makes beside the database the database's own rights.
    close_to_others(*(Path(DATABASES["default"]["NAME"] + beside) for beside in ("", "-wal", "-shm")))
else:
    DATABASES["default"]["OPTIONS"] = POSTGRESQL_OPTIONS | DATABASES["default"].get("OPTIONS", {})
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True  # a kept connection may be to a server that has gone since
    # A pooler would lend the connection to somebody else between two chunks of a form's choices, say. What is read in
    # pieces within a transaction asks for such a cursor by itself: ledger/queries/site.py.
    DATABASES["default"]["DISABLE_SERVER_SIDE_CURSORS"] = True
DATABASES["default"]["CONN_MAX_AGE"] = None


def dump_server() -> dict[str, str]:
    """The host and the port, if one is said, that PostgreSQL's own dump program goes to; empty for the site's own."""
    host, _, port = os.environ.get("WHISTKLUB_DUMP_SERVER", "").partition(":")
    return {name: value for name, value in (("host", host), ("port", port)) if value}


DUMP_SERVER = dump_server()
BACKUP_FOLDER = os.environ.get("WHISTKLUB_BACKUP_FOLDER", "")
BACKUP_COMMAND = os.environ.get("WHISTKLUB_BACKUP_COMMAND", "")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
SHORTEST_PASSWORD = 10  # characters
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": SHORTEST_PASSWORD},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
OTP_TOTP_ISSUER = "Whistklub"  # what an app calls the site beside the user name
OTP_TOTP_THROTTLE_FACTOR = 0  # wrong codes are counted by ledger/web/site/slowing.py
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "da"
LOCALE_PATHS = [BASE_DIR / "ledger" / "locale"]
# English is what the code says; a further language is one more catalogue.
LANGUAGES = [
    (code, LANG_INFO[code]["name_local"])
    for code in sorted({"en", *(folder.parent.name for folder in LOCALE_PATHS[0].glob("*/LC_MESSAGES"))})
]
TIME_ZONE = "Europe/Copenhagen"
USE_TZ = True
FORMAT_MODULE_PATH = ["ledger.formats"]

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whistklub.static_files.StaticFiles"},
}
# No other site uses these files, and a first view would pay for saying with each of them that it may.
WHITENOISE_ALLOW_ALL_ORIGINS = False

LARGEST_BODY = 3 * 2**20  # bytes of a request: old books and seasons' workbooks are the largest that are asked for
FILE_UPLOAD_MAX_MEMORY_SIZE = LARGEST_BODY  # so that Django writes none of it to the disk

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
# No script reads the cookie: they send the token that stands in the form.
CSRF_COOKIE_HTTPONLY = True
SESSION_ENGINE = "ledger.web.site.errors"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30  # a secretary's phone stays signed in from one club evening to the next

if PUBLIC_HOST:
    SECURE_SSL_REDIRECT = True
    # The web server in front has to set it itself, or any visitor could claim to come by https.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    CSRF_TRUSTED_ORIGINS = [f"https://{PUBLIC_HOST}"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "one_line_a_request": {"()": "whistklub.short_log.OneLineARequest"},
        "mask_tokens": {"()": "whistklub.masked_log.MaskTokens"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": [*([] if DEBUG else ["one_line_a_request"]), "mask_tokens"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"level": "INFO"},
        "django.server": {"level": "INFO", "propagate": False},  # of its development server
        # It warns of every request that waits for a thread, which on a club evening is nothing to act on.
        "waitress.queue": {"level": "ERROR"},
    },
}
# Django's own handlers would write beside the one above, and one of them loads its debug pages into every process.
LOGGING_CONFIG = None
logging.config.dictConfig(LOGGING)
