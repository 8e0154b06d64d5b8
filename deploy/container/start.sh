#!/bin/sh
# Brings the database up to date and serves the site; with arguments, runs that command of the site instead.
set -eu
[ $# -eq 0 ] || exec python manage.py "$@"
# On PostgreSQL the tables' owner has done it already (compose.yaml): the site's role may not.
[ -n "${DATABASE_URL:-}" ] || python manage.py migrate -v0
python manage.py collectstatic --noinput -v0
exec python -m whistklub.serve 0.0.0.0:8000
