"""A small club's database as every release made it, for proving that today's code migrates it whole, or refuses it.

`<release>.sqlite3.gz` and `<release>.postgresql.sql.gz`. A new release adds its own: see make.py.

`0.2.0-from-0.1.0` is that of 0.1.0 after release 0.2.0 brought it up, so it has former heads. One club in it has moved.
The other is bringing in an old book, of which a part is booked; the file of that club was exported just before.
"""
