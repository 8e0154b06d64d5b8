#!/bin/sh
# Run once, when PostgreSQL makes its database: the site's role.
set -eu
: "${WHISTKLUB_SITE_PASSWORD:?give the site a password of its own, as deploy/compose.yaml says}"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password WHISTKLUB_SITE_PASSWORD
CREATE ROLE whistklub_site LOGIN PASSWORD :'password';
SQL
