"""Attacks in plain SQL on what stands beside the deals: days, names, seats, former addresses, who is forgotten."""

from tests.models.attacks import (
    APPROVED,
    BALANCE,
    BASE,
    CLOSED,
    FIRST_PLAYER,
    LOGGED,
    MARKED,
    OWN_CLUB,
    SEASON_OF_BASE,
    STRANGER,
    new_line,
    season_closing,
)

PLAYED = f"(SELECT evening_id FROM ledger_entry WHERE key = ({BASE}))"
FORGOTTEN = f"UPDATE ledger_player SET forgotten_at = '2026-09-03 00:00:00' WHERE id = ({FIRST_PLAYER})"
FORMERLY = "INSERT INTO ledger_formeraddress (club_id, kind, slug, {kind}_id) SELECT club_id, '{kind}', {slug}, id FROM"
OF_STRANGER = f"{FORMERLY.format(kind='player', slug=chr(39) + 'x' + chr(39))} ledger_player WHERE id = {STRANGER}"
MOVED = f"UPDATE ledger_club SET moved_to = 'https://whist.example.dk/x/' WHERE id = {OWN_CLUB}"
BESIDE_THE_DEALS = {
    "a line in a club that has moved": [MOVED, *new_line()],
    "a change in the log of a club that has moved": [MOVED, *LOGGED],
    "an approval in a club that has moved": [MOVED, *APPROVED],
    "a season closed in a club that has moved": [MOVED, season_closing()],
    "an approved evening's date": [*APPROVED, f"UPDATE ledger_evening SET date = '2020-01-01' WHERE id = {PLAYED}"],
    "a played evening removed": [f"UPDATE ledger_evening SET removed_at = '2026-09-03 00:00:00' WHERE id = {PLAYED}"],
    **{
        f"a closed season's {column}": [
            *CLOSED,
            f"UPDATE ledger_season SET {column} = {value} WHERE id = {SEASON_OF_BASE}",
        ]
        for column, value in {"name": "'x'", "slug": "'x'", "starts_on": "'2020-01-01'"}.items()
    },
    "a closed season's evening moved": [
        *(season_closing(), BALANCE, MARKED),
        f"UPDATE ledger_evening SET date = '2020-01-01' WHERE id = {PLAYED}",
    ],
    "the seats of a played evening deleted": [f"DELETE FROM ledger_seat WHERE evening_id = {PLAYED}"],
    "somebody else on a seat": [f"UPDATE ledger_seat SET player_id = {STRANGER} WHERE position = 1"],
    "the forgotten remembered": [
        FORGOTTEN,
        f"UPDATE ledger_player SET forgotten_at = NULL WHERE id = ({FIRST_PLAYER})",
    ],
    "the forgotten renamed": [FORGOTTEN, f"UPDATE ledger_player SET name = 'x' WHERE id = ({FIRST_PLAYER})"],
    "a former address of somebody there is": [
        f"{FORMERLY.format(kind='player', slug=f'(SELECT slug FROM ledger_player WHERE id = ({FIRST_PLAYER}))')} "
        f"ledger_player WHERE id = {STRANGER}"
    ],
    "another's former address": [OF_STRANGER, f"UPDATE ledger_player SET slug = 'x' WHERE id = ({FIRST_PLAYER})"],
    "a former address led elsewhere": [OF_STRANGER, f"UPDATE ledger_formeraddress SET player_id = ({FIRST_PLAYER})"],
    "a former address deleted": [OF_STRANGER, "DELETE FROM ledger_formeraddress"],
}
