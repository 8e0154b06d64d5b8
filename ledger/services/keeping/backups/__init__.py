"""Backups: those that there are, and their second place."""
