"""The drill's slips: changes of a word or two, as a tired hand makes them, that no test noticed once.

Most are about *which* club, table, season, evening, entry or key. Whoever finds another adds it here with its test.
"""

from tests.drill.fault import Fault

RECORDING = "ledger/services/deals.py"
TARIFF = "ledger/rules/scoring/tariff.py"
SETTLING = "ledger/rules/deals/settling.py"
STANDINGS = "ledger/queries/seasons/standings.py"
EVENING_POINTS = "ledger/queries/evenings/neighbours.py"
DUPLICATES = "ledger/queries/deals/doubts.py"
DEALS = "ledger/web/deals/deals.py"
ENTERING = "ledger/web/deals/entering.py"
GUARDS = "ledger/models/book/guards.py"
ATTACKS = "tests/models/book/test_guards.py::test_every_attack_in_sql_is_refused"
TOLD_TO_THE_PAGE = "tests/rules/scoring/test_tariff.py::test_the_page_gets_penalties_sides_and_knocks"

SLIPS = {
    "a correction moves table 2's deal": Fault(
        RECORDING,
        '"table_number": entry.table_number,\n        "reason',
        '"table_number": 1,\n        "reason',
        "tests/services/book/test_which_one.py::test_a_deal_that_is_corrected_voided_and_restored_stays_at_its_table",
    ),
    "a key voids another deal": Fault(
        RECORDING,
        "            if stored.reverses_id != entry.pk:\n                raise KeyUsed(stored)\n",
        "",
        "tests/services/book/test_which_one.py::test_a_key_that_voided_one_deal_voids_no_other",
    ),
    "a key of another evening": Fault(
        RECORDING,
        "if stored.evening_id != evening.pk or stored.deal",
        "if stored.deal",
        "tests/services/book/test_which_one.py::test_a_key_of_one_evening_stands_for_no_deal_of_another",
    ),
    "a key of a reversal": Fault(
        RECORDING,
        " or stored.kind == Entry.Kind.REVERSAL:\n        raise KeyUsed",
        ":\n        raise KeyUsed",
        "tests/services/book/test_which_one.py::test_the_key_of_a_reversal_stands_for_no_deal",
    ),
    "seats not asked again": Fault(
        RECORDING,
        "Seen(evening.table_version_id, before.players)",
        "Seen(evening.table_version_id)",
        "tests/services/book/test_which_one.py::test_who_sits_down_while_a_deal_waits_for_the_book_is_not_paid_by_it",
    ),
    "no flags for the page": Fault(
        TARIFF,
        "{name: list(scoring_table.counted_flags(name)) for name in scoring_table.attachments}",
        "{name: [] for name in scoring_table.attachments}",
        TOLD_TO_THE_PAGE,
    ),
    "penalties the wrong way round": Fault(
        TARIFF,
        '{"offender": row.offender, "other": row.other}',
        '{"offender": row.other, "other": row.offender}',
        TOLD_TO_THE_PAGE,
    ),
    "no sides for the page": Fault(
        TARIFF,
        "{row.code: row.side for row in scoring_table.roles.values()}",
        "{}",
        TOLD_TO_THE_PAGE,
    ),
    "a limit off by one": Fault(
        SETTLING,
        "abs(gain) > MOST_UNITS:",
        "abs(gain) >= MOST_UNITS:",
        "tests/rules/deals/test_settling.py::test_one_deal_moves_as_much_as_the_book_can_hold_and_no_more",
    ),
    "a house without a limit": Fault(
        SETTLING,
        "in (*units.values(), house):",
        "in units.values():",
        "tests/rules/deals/test_settling.py::test_the_house_pays_no_more_than_the_book_can_hold",
    ),
    "declarer and partner swapped": Fault(
        "ledger/rules/deals/kinds/nolo.py",
        "gains_of_side(in_play, declarer.player, partner, amount",
        "gains_of_side(in_play, partner, declarer.player, amount",
        "tests/rules/deals/test_settling.py::test_a_nolo_for_a_pair_is_declared_by_its_bidder",
    ),
    "a shared place in any order": Fault(
        STANDINGS,
        "(standing.place, standing.sort_key)",
        "standing.place",
        "tests/queries/seasons/test_standings.py::test_those_who_share_a_place_stand_by_name_however_they_joined",
    ),
    "another season's last evening": Fault(
        EVENING_POINTS,
        "Evening.objects.filter(with_entries, **among)",
        "Evening.objects.filter(with_entries)",
        "tests/queries/seasons/test_standings.py::test_the_change_is_of_the_seasons_own_last_evening",
    ),
    "another club's key is drawn": Fault(
        ENTERING,
        "Entry.objects.filter(key=key, evening=table.evening)",
        "Entry.objects.filter(key=key)",
        "tests/web/deals/test_which_one.py::test_the_key_of_another_clubs_deal_shows_nothing_of_it",
    ),
    "an undo that leads elsewhere": Fault(
        DEALS,
        'if "go_on" in request.POST:',
        'if "go" in request.POST:',
        "tests/web/deals/test_undo.py::test_an_undone_deal_comes_back_filled_in_and_is_saved_again_under_its_number",
    ),
    "voided deals are looked at for duplicates": Fault(
        DUPLICATES,
        "at_table = Entry.objects.standing()",
        "at_table = Entry.objects.exclude(kind=Entry.Kind.REVERSAL)",
        "tests/queries/deals/test_duplicates.py::test_the_same_hand_dealt_by_the_next_dealer_is_told_until_one_is_voided",
    ),
    "a reversal mirrors to another player": Fault(
        GUARDS,
        "mirror.points = -posting.points\n"
        "                                       AND coalesce(mirror.player_id, 0) = coalesce(posting.player_id, 0)",
        "mirror.points = -posting.points",
        ATTACKS,
    ),
    "a reversal of a reversal": Fault(
        GUARDS,
        "AND table_number = NEW.table_number AND kind <> 'reversal')",
        "AND table_number = NEW.table_number)",
        ATTACKS,
    ),
    "a reversal with other seats": Fault(
        GUARDS,
        "WHERE key = NEW.reverses_id AND seats = NEW.seats\n",
        "WHERE key = NEW.reverses_id\n",
        ATTACKS,
    ),
    "a reversal at another table": Fault(
        GUARDS,
        "AND table_number = NEW.table_number AND kind <> 'reversal')",
        "AND kind <> 'reversal')",
        ATTACKS,
    ),
    "a line in place of one of another evening": Fault(
        GUARDS,
        "past.key = NEW.replaces_id AND past.evening_id = NEW.evening_id AND",
        "past.key = NEW.replaces_id AND",
        ATTACKS,
    ),
    "an evening approved twice is open": Fault(
        GUARDS,
        'WHERE evening_id = NEW.evening_id) % 2 = 1""",\n    "an entry is about',
        'WHERE evening_id = NEW.evening_id) = 1""",\n    "an entry is about',
        ATTACKS,
    ),
    "a player moves to another club": Fault(
        GUARDS,
        'WHERE player_id = OLD.id)", ("club_id",)),',
        'WHERE player_id = OLD.id)", ()),',
        ATTACKS,
    ),
    "a season set back to an older line": Fault(
        GUARDS,
        "AND digest = NEW.head\n    AND sequence = (SELECT max(sequence) FROM ledger_entry WHERE season_id = OLD.id))",
        "AND digest = NEW.head)",
        ATTACKS,
    ),
    "a closed season ends with another line": Fault(
        GUARDS,
        'HEAD_MOVED = "OLD.closed_at IS NOT NULL AND ',
        'HEAD_MOVED = "OLD.closed_at IS NULL AND OLD.closed_at IS NOT NULL AND ',
        ATTACKS,
    ),
    "a line for another club's player": Fault(
        GUARDS,
        "AND player.club_id <> (SELECT club_id",
        "AND player.club_id < (SELECT club_id",
        ATTACKS,
    ),
    "a line by another club's prices": Fault(
        GUARDS,
        "AND prices.club_id = NEW.club_id)",
        "AND prices.club_id = prices.club_id)",
        ATTACKS,
    ),
    "any number for a deal": Fault(
        GUARDS,
        "NEW.replaces_id IS NULL AND NEW.number <>\n",
        "NEW.replaces_id IS NULL AND NEW.number <\n",
        ATTACKS,
    ),
    "the seal waits for nobody": Fault(
        GUARDS,
        '    "guard_seal": f"{ITS_SEASON} SHARE; ",\n',
        "",
        "tests/services/seasons/test_closing_waits.py::"
        "test_raw_code_that_asks_for_no_lock_writes_nothing_into_what_is_closed_meanwhile[close_season]",
        "postgres",
    ),
}
