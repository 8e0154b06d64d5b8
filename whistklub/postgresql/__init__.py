"""Django's backend for PostgreSQL, which tries a kept connection at most once a second."""
