"""Backups: those that there are, their second place, and the drill of restoring one."""
