"""The door for gunicorn and waitress."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from whistklub.masked_log import mask_servers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
# PostgreSQL's client reads it as it connects; an administrator's own goes first.
os.environ.setdefault("PGOPTIONS", settings.PAGES_PGOPTIONS)
application = get_wsgi_application()
mask_servers()

from ledger.web.keeping.starting import start  # noqa: E402 - models exist only once Django is set up
from ledger.web.keeping.unanswered import give_up_in_time  # noqa: E402

start()
give_up_in_time()
