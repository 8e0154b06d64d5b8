"""Attacks on the book in plain SQL, by name: what somebody with a connection to the database may try.

Each is a list of statements, tried in one transaction on a database whose first season has at least one deal of four
players, and rolled back. `new_line` without changes is an honest entry, so an attack differs from it only in what its
name says.
"""

from collections.abc import Iterable

BASE = "SELECT key FROM ledger_entry WHERE sequence = 1 AND season_id = (SELECT min(season_id) FROM ledger_entry)"
KEY = "0123456789abcdef0123456789abcdef"
NEW = f"'{KEY}'"
HONEST = ("1", "1", "-1", "-1")
LINE = {
    "key": NEW,
    "season_id": "base.season_id",
    "club_id": "season.club_id",
    "sequence": "season.lines + 1",
    "evening_id": "base.evening_id",
    "table_number": "1",
    "number": "(SELECT max(number) + 1 FROM ledger_entry WHERE evening_id = base.evening_id)",
    "kind": "'deal'",
    "table_version_id": "base.table_version_id",
    "deal": "base.deal",
    "seats": "4",
    "reverses_id": "NULL",
    "replaces_id": "NULL",
    "reason": "'x'",
    "author_id": "base.author_id",
    "received_at": "base.received_at",
    "noted_at": "NULL",
    "previous_digest": "season.head",
    "digest": "'forged'",
}
ABOUT_BASE = {"evening_id": "base.evening_id", "number": "base.number"}


def new_line(points: Iterable[str] = HONEST, *, players: Iterable[int] = (1, 2, 3, 4), **columns: str) -> list[str]:
    """The statements that post an entry with these points for these players in the season of the first deal."""
    postings = [
        posting(seat, player, units) for seat, (player, units) in enumerate(zip(players, points, strict=True), 1)
    ]
    return [*postings, entry(**columns)]


def posting(seat: int, player: int, points: str, *, key: str = NEW, role: str = "'defender'") -> str:
    who = f"(SELECT player_id FROM ledger_posting WHERE seat = {player} AND entry_id = ({BASE}))"
    columns = "entry_id, player_id, seat, role, points"
    return f"INSERT INTO ledger_posting ({columns}) VALUES ({key}, {who}, {seat}, {role}, {points})"


def entry(verb: str = "INSERT", **columns: str) -> str:
    values = LINE | columns
    source = "ledger_entry base JOIN ledger_season season ON season.id = base.season_id"
    return f"{verb} INTO ledger_entry ({', '.join(values)}) SELECT {', '.join(values.values())} FROM {source} {OF_BASE}"


OF_BASE = f"WHERE base.key = ({BASE})"
REVERSAL = {**ABOUT_BASE, "kind": "'reversal'", "reverses_id": "base.key"}
MIRROR = [f"-(SELECT points FROM ledger_posting WHERE seat = {seat} AND entry_id = ({BASE}))" for seat in (1, 2, 3, 4)]
AGAIN = "'0123456789abcdef0123456789abcdee'"
SEASON_OF_BASE = f"(SELECT season_id FROM ledger_entry WHERE key = ({BASE}))"
OWN_CLUB = f"(SELECT club_id FROM ledger_season WHERE id = {SEASON_OF_BASE})"
STRANGER = f"(SELECT max(id) FROM ledger_player WHERE club_id = {OWN_CLUB})"
INTO_POSTING = "INSERT INTO ledger_posting (entry_id, player_id, seat, role, points)"
LATE = f"{INTO_POSTING} SELECT key, {STRANGER}"
OTHER_CLUB = f"(SELECT max(id) FROM ledger_club WHERE id <> {OWN_CLUB})"
OTHERS_PLAYER = f"(SELECT max(id) FROM ledger_player WHERE club_id = {OTHER_CLUB})"
OTHERS_PRICES = f"""(SELECT max(version.id) FROM ledger_tableversion version JOIN ledger_scoringtable prices
    ON prices.id = version.table_id WHERE prices.club_id = {OTHER_CLUB})"""
FIRST_PLAYER = f"SELECT player_id FROM ledger_posting WHERE seat = 1 AND entry_id = ({BASE})"
LAST_PLAYER = f"SELECT player_id FROM ledger_posting WHERE seat = 4 AND entry_id = ({BASE})"


def closing(number: str = "1", kind: str = "'approved'", **columns: str) -> str:
    """Approve, or reopen, the evening of the season's first deal."""
    of_evening = "(SELECT count(*) FROM ledger_entry WHERE evening_id = base.evening_id)"
    values = {"evening_id": "base.evening_id", "number": number, "kind": kind, "by_id": "base.author_id"}
    values |= {"at": "base.received_at", "reason": "'x'", "lines": of_evening, "deals": of_evening}
    return about_base("eveningclosing", values | {"season_lines": "season.lines", "head": "season.head"} | columns)


def season_closing(**columns: str) -> str:
    """Close the season of the first deal, without marking it closed."""
    values = {"season_id": "season.id", "club_id": "season.club_id", "by_id": "base.author_id"}
    values |= {"at": "base.received_at", "evenings": "1", "deals": "1", "lines": "season.lines", "head": "season.head"}
    return about_base("seasonclosing", values | columns)


def about_base(table: str, values: dict[str, str]) -> str:
    source = "ledger_entry base JOIN ledger_season season ON season.id = base.season_id"
    names = ", ".join(values)
    return f"INSERT INTO ledger_{table} ({names}) SELECT {', '.join(values.values())} FROM {source} {OF_BASE}"


BALANCE = """INSERT INTO ledger_seasonbalance (closing_id, player_id, evenings, deals, points)
    SELECT max(id), NULL, 0, 0, 0 FROM ledger_seasonclosing"""
LOG_LINE = {
    "club_id": "season.club_id",
    "at": "base.received_at",
    "by_id": "base.author_id",
    "kind": "'club_started'",
    "before": "''",
    "after": "''",
    "sequence": "(SELECT log_lines + 1 FROM ledger_club WHERE id = season.club_id)",
    "covers": "''",
    "leaves": "'{}'",
    "previous_digest": "(SELECT log_head FROM ledger_club WHERE id = season.club_id)",
    "digest": "'x'",
}
PAPER = {
    "evening_id": "base.evening_id",
    "table_number": "1",
    "number": "1",
    "is_withdrawn": "(1 = 0)",
    "reason": "''",
    "deals": "1",
    "tricks": "8",
    "by_id": "base.author_id",
    "at": "base.received_at",
}
PAPER_POINTS = f"""INSERT INTO ledger_paperpoints (total_id, player_id, points)
    SELECT max(id), {STRANGER}, 1 FROM ledger_papertotal"""
LINK = {"evening_id": "base.evening_id", "player_id": f"({FIRST_PLAYER})", "token": "'x'"}
LINK |= {"made_by_id": "base.author_id", "made_at": "base.received_at"}


def answer(kind: str = "'complains'", **columns: str) -> str:
    """Store an answer of the first player about the season's first deal, by the newest link."""
    values = {"link_id": "(SELECT max(id) FROM ledger_sheetlink)", "club_id": "season.club_id", "kind": kind}
    values |= {"number": "base.number", "lines": "1", "at": "base.received_at", "words_digest": "''"}
    return about_base("sheetanswer", values | columns)


def settlement(**columns: str) -> str:
    """Settle the newest answer in words."""
    values = {"answer_id": "(SELECT max(id) FROM ledger_sheetanswer)", "entry_id": "NULL", "said": "'x'"}
    return about_base("settlement", values | {"by_id": "base.author_id", "at": "base.received_at"} | columns)


DRAWN = "UPDATE ledger_evening SET drawn = 'vip sans'"  # an order that nobody drew yet is taken
MARKED = f"UPDATE ledger_season SET closed_at = '2027-06-01 00:00:00' WHERE id = {SEASON_OF_BASE}"
APPROVED, REOPENED = [closing()], [closing("2", "'reopened'")]
CLOSED, LOGGED = [season_closing(), BALANCE, MARKED], [about_base("logline", LOG_LINE)]
ANSWERED = [about_base("sheetlink", LINK), answer()]
WORDED = [
    *ANSWERED,
    "INSERT INTO ledger_answerwords (answer_id, said, salt) SELECT max(id), 'x', 'x' FROM ledger_sheetanswer",
]
SETTLED = [*ANSWERED, settlement()]
TYPED = [about_base("papertotal", PAPER), PAPER_POINTS]
ENDED = {"eveningclosing": APPROVED, "seasonclosing": CLOSED, "seasonbalance": CLOSED, "logline": LOGGED}
ENDED |= {"sheetanswer": ANSWERED, "answerwords": WORDED, "settlement": SETTLED}
ENDED |= {"papertotal": TYPED, "paperpoints": TYPED}
COLUMN = {"eveningclosing": "deals", "seasonclosing": "deals", "seasonbalance": "points", "logline": "club_id"}
COLUMN |= {"sheetanswer": "number", "answerwords": "said", "settlement": "said"}
COLUMN |= {"papertotal": "tricks", "paperpoints": "points"}


def count_as_last() -> str:
    """Count the entry just posted as the season's last, as after every honest one."""
    return f"UPDATE ledger_season SET head = 'forged', lines = lines + 1 WHERE id = {SEASON_OF_BASE}"


def once_more(statements: Iterable[str], key: str, digest: str) -> list[str]:
    """The same statements for another new entry, after the one before was accepted."""
    return [statement.replace(NEW, key).replace("'forged'", digest) for statement in statements]


def at_another_evening(table_version_id: str = "table_version_id") -> list[str]:
    """Another evening of the first deal's season, with an accepted deal of the same number."""
    columns = "club_id, season_id, date, place, rotation, deals_per_round, drawn, salt, is_opening"
    evening = f"""INSERT INTO ledger_evening (number, table_version_id, {columns}) SELECT
        (SELECT max(number) + 1 FROM ledger_evening), {table_version_id}, {columns} FROM ledger_evening
        WHERE id = (SELECT evening_id FROM ledger_entry WHERE key = ({BASE}))"""
    return [evening, *new_line(evening_id="(SELECT max(id) FROM ledger_evening)", number="1"), count_as_last()]


FIRST_REVERSAL = f"(SELECT key FROM ledger_entry WHERE reverses_id = ({BASE}))"
UNDONE = {**ABOUT_BASE, "kind": "'reversal'", "reverses_id": FIRST_REVERSAL}
LIKE_BASE = [mirror[1:] for mirror in MIRROR]
THIRD = "'0123456789abcdef0123456789abcded'"
REVERSED = [*new_line(MIRROR, **REVERSAL), count_as_last()]

ON_EITHER = {
    "a reversal to another player": [
        *(posting(seat, 5 - seat, points) for seat, points in enumerate(MIRROR, 1)),
        entry(**REVERSAL),
    ],
    "a reversal of a reversal": [*REVERSED, *once_more(new_line(LIKE_BASE, **UNDONE), AGAIN, "'forged again'")],
    "a reversal with a seat more": [
        *(posting(seat, seat, points) for seat, points in enumerate(MIRROR, 1)),
        f"{INTO_POSTING} VALUES ({NEW}, {STRANGER}, 5, 'x', 0)",
        entry(**REVERSAL, seats="5"),
    ],
    "a reversal at another table": new_line(MIRROR, **REVERSAL, table_number="base.table_number + 1"),
    "a line in place of a reversed one at another table": [
        *REVERSED,
        *once_more(new_line(**ABOUT_BASE, replaces_id="base.key", table_number="2"), AGAIN, "'forged again'"),
    ],
    "a line in place of one of another evening": [
        *at_another_evening(),
        *once_more(new_line(MIRROR, **REVERSAL), AGAIN, "'forged again'"),
        count_as_last().replace("'forged'", "'forged again'"),
        *once_more(
            new_line(evening_id="(SELECT max(id) FROM ledger_evening)", number="1", replaces_id="base.key"),
            THIRD,
            "'forged a third time'",
        ),
    ],
    "a line in an evening that is approved again": [
        *APPROVED,
        *REOPENED,
        closing("3"),
        *new_line(),
    ],
    "a player with postings in another club": [
        f"UPDATE ledger_player SET club_id = {OTHER_CLUB}, slug = 'x', sort_key = 'x' WHERE id = ({LAST_PLAYER})"
    ],
    "a season set back to an older line": [
        *REVERSED,
        f"""UPDATE ledger_season SET lines = 1, head = (SELECT digest FROM ledger_entry WHERE key = ({BASE}))
            WHERE id = {SEASON_OF_BASE}""",
    ],
    "a line for a player of another club": [
        *new_line()[:3],
        f"{INTO_POSTING} VALUES ({NEW}, {OTHERS_PLAYER}, 4, 'x', -1)",
        entry(),
    ],
    "a line of another club than its season": new_line(club_id=OTHER_CLUB),
    "a closing of another club than its season": [season_closing(club_id=OTHER_CLUB)],
    "an answer of another club than its evening": [about_base("sheetlink", LINK), answer(club_id=OTHER_CLUB)],
    "a line priced by another club's table": new_line(table_version_id=OTHERS_PRICES),
    "an evening priced by another club's table": [f"UPDATE ledger_evening SET table_version_id = {OTHERS_PRICES}"],
    "a new evening priced by another club's table": at_another_evening(table_version_id=OTHERS_PRICES)[:1],
    "a log line about another club's prices": [about_base("logline", LOG_LINE | {"version_id": OTHERS_PRICES})],
    "a deal with a number that is not the next": new_line(number="5000"),
    "the last line of a closed season moved": [
        *new_line(),
        MARKED,
        count_as_last(),
    ],
    "a line one over": new_line(["1", "1", "-1", "0"]),
    "a line where all win": new_line(["1", "1", "1", "1"]),
    "points beyond the range": new_line(["10000001", "-10000001", "0", "0"]),
    "points beyond 32 bits": new_line([str(2**31), str(-(2**31)), "0", "0"]),
    "points that overflow": new_line([str(2**62), str(2**62), str(-(2**62)), str(-(2**62))]),
    "points that are not a number": new_line(["'NaN'", "0", "0", "0"]),
    "points that are a text": new_line(["'1,5'", "'-1,5'", "0", "0"]),
    "no points": new_line(["NULL", "0", "0", "0"]),
    "a line without postings": new_line([], players=[]),
    "a seat too few": new_line(["1", "0", "-1"], players=[1, 2, 3]),
    "a seat too many": new_line(HONEST, seats="5"),
    "one player twice": new_line(HONEST, players=[1, 1, 3, 4]),
    "one seat twice": [posting(1, 1, "0"), posting(1, 2, "0"), entry(seats="2")],
    "one seat": new_line(["0"], players=[1], seats="1"),
    "paid for sitting out": [posting(1, 1, "1", role="'sits_out'"), posting(2, 2, "-1"), entry(seats="2")],
    "a late posting of nothing": [f"{LATE}, 7, 'x', 0 FROM ledger_entry"],
    "a late posting of something": [f"{LATE}, 7, 'x', 5 FROM ledger_entry"],
    "a late pair that balances": [f"{LATE}, 7, 'x', 5 FROM ledger_entry", f"{LATE} - 1, 8, 'x', -5 FROM ledger_entry"],
    "a line in a closed season": ["UPDATE ledger_season SET closed_at = '2027-06-01 00:00:00'", *new_line()],
    "a line out of turn": new_line(sequence="season.lines + 2"),
    "a line in a taken place": new_line(sequence="1", previous_digest="''"),
    "a line that follows another": new_line(previous_digest="'forged'"),
    "a line in another season": new_line(season_id="base.season_id + 1"),
    "a key that is used": [posting(7, 1, "0", key=f"({BASE})"), entry(key="base.key")],
    "a second first entry of a deal": new_line(**ABOUT_BASE),
    "a reversal of other amounts": new_line(["1", "-1", "0", "0"], **REVERSAL),
    "a reversal without a reason": new_line(MIRROR, **REVERSAL, reason="''"),
    "a reversal of a later deal": new_line(MIRROR, **{**REVERSAL, "number": "base.number + 1"}),
    "a second reversal": [
        *new_line(MIRROR, **REVERSAL),
        f"UPDATE ledger_season SET head = 'forged', lines = lines + 1 WHERE id = {SEASON_OF_BASE}",
        *(statement.replace(NEW, AGAIN) for statement in new_line(MIRROR, **REVERSAL)),
    ],
    "a deal that is called a reversal": new_line(kind="'reversal'"),
    "a line in place of one that stands": new_line(**ABOUT_BASE, replaces_id="base.key"),
    "UPDATE of a line": ["UPDATE ledger_entry SET reason = 'x'"],
    "UPDATE of points": ["UPDATE ledger_posting SET points = -points"],
    "UPDATE of a version": ["UPDATE ledger_tableversion SET document = '{}'"],
    "DELETE of lines": ["DELETE FROM ledger_posting", "DELETE FROM ledger_entry"],
    "DELETE of postings alone": ["DELETE FROM ledger_posting"],
    "DELETE of a line alone": ["DELETE FROM ledger_entry"],
    "DELETE of a version": ["DELETE FROM ledger_tableversion"],
    "DELETE of a player": ["DELETE FROM ledger_seat", "DELETE FROM ledger_player"],
    "DELETE of a season": ["DELETE FROM ledger_season"],
    "DELETE of an evening": [
        "DELETE FROM ledger_eveningtotal",
        "DELETE FROM ledger_seat",
        "DELETE FROM ledger_evening",
    ],
    "DELETE of a season's sums": ["DELETE FROM ledger_seasontotal"],
    "a season's sum of another player": ["UPDATE ledger_seasontotal SET player_id = player_id + 1000"],
    "a season's sum in another season": ["UPDATE ledger_seasontotal SET season_id = season_id + 1"],
    "a season wound back to nothing": ["UPDATE ledger_season SET lines = 0, head = ''"],
    "a season with another head": ["UPDATE ledger_season SET head = 'forged' WHERE lines > 0"],
    "a season counted on": ["UPDATE ledger_season SET lines = lines + 1 WHERE lines > 0"],
    "a season in another unit": ["UPDATE ledger_season SET unit_denominator = unit_denominator + 1"],
    "a season of another club": ["UPDATE ledger_season SET club_id = club_id + 1"],
    "a season under another id": ["UPDATE ledger_season SET id = id + 1000"],
    "an evening in another season": ["UPDATE ledger_evening SET season_id = season_id + 1"],
    "an evening of another club": ["UPDATE ledger_evening SET club_id = club_id + 1"],
    "an order drawn anew": [DRAWN, "UPDATE ledger_evening SET drawn = 'sans vip'"],
    "an order drawn anew with the next prices": [
        DRAWN,
        "UPDATE ledger_evening SET drawn = 'sans vip', table_version_id = table_version_id + 1",
    ],
    "an order taken back": [DRAWN, "UPDATE ledger_evening SET drawn = ''"],
    "a player of another club": ["UPDATE ledger_player SET club_id = club_id + 1"],
    "a player under another id": ["UPDATE ledger_player SET id = id + 1000"],
    "a name that is too long": [f"UPDATE ledger_season SET name = '{61 * 'x'}'"],
    "a reason that is too long": new_line(reason=f"'{201 * 'x'}'"),
    "a number beyond 32 bits": new_line(number=str(2**31)),
    "a table number beyond 16 bits": new_line(table_number=str(2**15)),
    "a line in an approved evening": [*APPROVED, *new_line()],
    "a reversal in an approved evening": [*APPROVED, *new_line(MIRROR, **REVERSAL)],
    "an approval of an approved evening": [*APPROVED, closing("2")],
    "an approval under a taken number": [*APPROVED, closing()],
    "a reopening of an open evening": [closing(kind="'reopened'")],
    "a reopening without a reason": [*APPROVED, closing("2", "'reopened'", reason="''")],
    "a reopening in a closed season": [*APPROVED, *CLOSED, *REOPENED],
    "an approval in a closed season": [*CLOSED, *APPROVED],
    "a closed season reopened": [MARKED, f"UPDATE ledger_season SET closed_at = NULL WHERE id = {SEASON_OF_BASE}"],
    "a season closed at another time": [MARKED, MARKED.replace("2027-06-01", "2027-07-01")],
    "a season closed with another last line": [season_closing(head="'forged'")],
    "a season closed with fewer lines": [season_closing(lines="season.lines - 1")],
    "a second closing of a season": [season_closing(), season_closing()],
    "a closing of a closed season": [MARKED, season_closing()],
    "a balance of a closed season": [*CLOSED, BALANCE],
    "a sum of a closed season": [*CLOSED, "UPDATE ledger_seasontotal SET points = points + 1"],
    "a sum more of a closed season": [
        *CLOSED,
        f"INSERT INTO ledger_seasontotal (season_id, player_id, points, deals, evenings) "
        f"SELECT {SEASON_OF_BASE}, {STRANGER}, 0, 0, 0",
    ],
    "a paper total under a taken number": [*TYPED, about_base("papertotal", PAPER)],
    "a paper total withdrawn without a reason": [about_base("papertotal", PAPER | {"is_withdrawn": "(1 = 1)"})],
    "an answer in another player's name": [*ANSWERED, f"UPDATE ledger_sheetlink SET player_id = {STRANGER}"],
    "an answer without its link": [*ANSWERED, "DELETE FROM ledger_sheetlink"],
    "a second link for a player": [*ANSWERED, about_base("sheetlink", LINK | {"token": "'y'"})],
    "an answer about a deal that is not there": [*ANSWERED, answer(number="base.number + 100")],
    "an answer about lines that are not written": [*ANSWERED, answer(lines="1000")],
    "agreeing about one deal": [*ANSWERED, answer("'agrees'")],
    "a settlement of what is no complaint": [*ANSWERED, answer("'agrees'", number="NULL"), settlement()],
    "a settlement by the deal itself": [*ANSWERED, settlement(entry_id="base.key", said="''")],
    "a settlement by another deal's change": [
        *[*ANSWERED, answer(number="NULL"), *new_line(MIRROR, **REVERSAL)],
        settlement(entry_id=NEW, said="''"),
    ],
    "a settlement by nothing": [*ANSWERED, settlement(said="''")],
    "a second settlement": [*SETTLED, settlement()],
    "a line of the log out of its place": [about_base("logline", LOG_LINE | {"sequence": "1000"})],
    "a line of the log that follows another": [about_base("logline", LOG_LINE | {"previous_digest": "'forged'"})],
    "a log wound back": ["UPDATE ledger_club SET log_lines = log_lines - 1 WHERE log_lines > 0"],
    "a log with another head": ["UPDATE ledger_club SET log_head = 'forged' WHERE log_lines > 0"],
    **{
        f"UPDATE of every {table}": [*rows, f"UPDATE ledger_{table} SET {COLUMN[table]} = {COLUMN[table]}"]
        for table, rows in ENDED.items()
    },
    **{f"DELETE of every {table}": [*rows, f"DELETE FROM ledger_{table}"] for table, rows in ENDED.items()},
}
COPIES = {
    # Nobody writes what the database generates.
    "entry": f"ledger_entry ({', '.join(LINE)}) SELECT {', '.join(LINE)} FROM ledger_entry",
    **{table: f"ledger_{table} SELECT * FROM ledger_{table}" for table in ("posting", "tableversion")},
}
ON_SQLITE = {
    **{f"INSERT OR REPLACE of every {table}": [f"INSERT OR REPLACE INTO {copy}"] for table, copy in COPIES.items()},
    **{f"REPLACE of every {table}": [f"REPLACE INTO {copy}"] for table, copy in COPIES.items()},
    **{
        f"INSERT OR REPLACE of every {table}": [f"INSERT OR REPLACE INTO ledger_{table} SELECT * FROM ledger_{table}"]
        for table in ("season", "evening", "player")
    },
    **{
        f"REPLACE of every {table}": [*rows, f"REPLACE INTO ledger_{table} SELECT * FROM ledger_{table}"]
        for table, rows in ENDED.items()
    },
    "REPLACE of an approval": [*APPROVED, closing().replace("INSERT", "REPLACE")],
    "REPLACE of a paper total": [*TYPED, about_base("papertotal", PAPER).replace("INSERT", "REPLACE")],
    "REPLACE of a closing": [season_closing(), season_closing().replace("INSERT", "REPLACE")],
    "REPLACE by the hidden row number": [*new_line()[:-1], entry("REPLACE", rowid="base.rowid")],
    "REPLACE of a deal's first entry": [*new_line()[:-1], entry("REPLACE", **ABOUT_BASE)],
    "upsert of points": [f"INSERT INTO {COPIES['posting']} WHERE true ON CONFLICT DO UPDATE SET points = 0"],
    "upsert of a line": [f"INSERT INTO {COPIES['entry']} WHERE true ON CONFLICT DO UPDATE SET reason = 'x'"],
    "upsert of a version": [f"INSERT INTO {COPIES['tableversion']} WHERE true ON CONFLICT DO UPDATE SET number = 9"],
    "UPDATE OR REPLACE of points": ["UPDATE OR REPLACE ledger_posting SET points = 0"],
    "UPDATE OR REPLACE of a line": ["UPDATE OR REPLACE ledger_entry SET sequence = 1"],
    "UPDATE OR REPLACE of a player's address": ["UPDATE OR REPLACE ledger_player SET slug = 'x'"],
    "UPDATE OR REPLACE of a player's hidden row number": [
        f"UPDATE OR REPLACE ledger_player SET rowid = (SELECT min(player_id) FROM ledger_posting) WHERE id = {STRANGER}"
    ],
    "UPDATE OR IGNORE of points": ["UPDATE OR IGNORE ledger_posting SET points = 0"],
    "INSERT OR IGNORE of a line one over": [*new_line(["1", "1", "-1", "0"])[:-1], entry("INSERT OR IGNORE")],
    "half a point": new_line(["0.5", "-0.5", "0", "0"]),
    "half a point as a text": new_line(["'0.5'", "'-0.5'", "0", "0"]),
    "endless points": new_line(["9e999", "-9e999", "0", "0"]),
    "points as bytes": new_line(["x'31'", "x'3031'", "0", "0"]),
    "half a seat": [posting(1, 1, "0"), posting(2, 2, "0"), entry(seats="2.5")],
    "half a number": new_line(number="1.5"),
    "a number as a text": new_line(number="'mange'"),
    "a key of another shape": [statement.replace(NEW, "'x'") for statement in new_line()],
    "a moment that is none": new_line(received_at="'i aftes'"),
    "a NUL in a reason": new_line(reason="'x' || char(0)"),
    "a NUL in a name": ["UPDATE ledger_season SET name = 'x' || char(0)"],
    "a NUL in a deal": new_line(deal=r"""'{"kind": "trick\u0000"}'"""),
}
ON_POSTGRESQL = {
    **{f"TRUNCATE of every {table}": [f"TRUNCATE ledger_{table} CASCADE"] for table in COPIES},
    **{
        f"TRUNCATE of every {table}": [*rows, "SET CONSTRAINTS ALL IMMEDIATE", f"TRUNCATE ledger_{table} CASCADE"]
        for table, rows in ENDED.items()
    },
    **{f"TRUNCATE of every {table}": [f"TRUNCATE ledger_{table} CASCADE"] for table in ("season", "evening", "player")},
    "upsert of points": [f"INSERT INTO {COPIES['posting']} ON CONFLICT (id) DO UPDATE SET points = 0"],
    "upsert of a line": [f"INSERT INTO {COPIES['entry']} ON CONFLICT (key) DO UPDATE SET reason = 'x'"],
    "upsert of a version": [f"INSERT INTO {COPIES['tableversion']} ON CONFLICT (id) DO UPDATE SET number = 9"],
    "MERGE into points": [
        "MERGE INTO ledger_posting USING (SELECT 1) AS one ON true WHEN MATCHED THEN UPDATE SET points = 0"
    ],
    "a temporary table that poses as the book": [
        "CREATE TEMPORARY TABLE ledger_posting ON COMMIT DROP AS "
        f"SELECT '{KEY}'::uuid AS entry_id, seat, 0 AS points FROM generate_series(1, 4) AS seat",
        entry(),
    ],
    "a NUL in a deal": new_line(deal=r"""'{"kind": "trick\u0000"}'"""),
}
RAW = {"sqlite": ON_EITHER | ON_SQLITE, "postgresql": ON_EITHER | ON_POSTGRESQL}
