"""What whoever runs the server is told of a damaged database, and of the backup that is the way back."""

from ledger.services.keeping.keeping import newest_backup


def damage_notice() -> str:
    """That the database is damaged, and which backup is the way back; not where, since everybody may read this."""
    newest = newest_backup()
    backup = f" ({newest.name}), which was proved when it was made" if newest else "; there is none in backups/"
    return f"The database is damaged: stop the site and restore the newest backup{backup}."
