"""The door for the server that carries the site."""

import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from whistklub.trouble import in_one_sentence

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
try:
    # PostgreSQL's client reads it as it connects; an administrator's own goes first.
    os.environ.setdefault("PGOPTIONS", settings.PAGES_PGOPTIONS)
    application = get_wsgi_application()

    from ledger.web.keeping.starting import start  # models exist only once Django is set up

    start()
except Exception as error:
    sentence = in_one_sentence(error)
    if sentence is None:
        raise
    sys.stderr.write(f"Whistklub does not start.\n{sentence}\n")
    raise SystemExit(3) from None  # as a start that refuses: ledger/web/keeping/starting.py
