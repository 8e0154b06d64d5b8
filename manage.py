#!/usr/bin/env python
"""Django's own command line: `python manage.py help`."""

import os
import sys

from django.core.management import execute_from_command_line

from whistklub.trouble import in_one_sentence

if __name__ == "__main__":
    # On Windows what goes into a file would be written in a code page that has no minus sign.
    for printed in (sys.stdout, sys.stderr):
        printed.reconfigure(encoding="utf-8")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        sentence = None if "--traceback" in sys.argv else in_one_sentence(error)
        if sentence is None:
            raise
        sys.exit(sentence)
