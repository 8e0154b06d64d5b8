#!/usr/bin/env python
"""Django's own command line: `python manage.py help`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    # On Windows what goes into a file would be written in a code page that has no minus sign.
    for printed in (sys.stdout, sys.stderr):
        printed.reconfigure(encoding="utf-8")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whistklub.settings")
    execute_from_command_line(sys.argv)
