"""A small club's database as every release made it, for proving that today's code migrates it whole.

`<release>.sqlite3.gz`, `<release>.postgresql.sql.gz` and `<release>.json`, what both held when they were made.
A new release adds its own: see make.py.
"""
