"""Ask the site in this container whether all is well, as the web server in front would; exit code 1 if not."""

import os
import sys
import urllib.error
import urllib.request

ADDRESS = sys.argv[1] if sys.argv[1:] else "http://127.0.0.1:8000/health"
HEADERS = {"Host": os.environ.get("WHISTKLUB_HOST", "localhost"), "X-Forwarded-Proto": "https"}

try:
    with urllib.request.urlopen(urllib.request.Request(ADDRESS, headers=HEADERS), timeout=8) as answer:
        print(answer.read().decode())
except urllib.error.HTTPError as refusal:
    sys.exit(refusal.read().decode())
except OSError as trouble:
    sys.exit(str(trouble))
