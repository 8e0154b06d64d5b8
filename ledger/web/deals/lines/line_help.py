"""The help beside the keyboard line: examples and letters of one table, so that nothing has to be remembered."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext

from ledger.rules.deals.explaining import contract_name
from ledger.rules.deals.keyboard.notation import Notation
from ledger.rules.deals.kinds.not_played import WORDS
from ledger.rules.scoring.scoring_table import Column, Nolo, ScoringRules
from ledger.rules.scoring.vocabulary import CAUSES, TRUMPS

Row = tuple[str, str]
Words = Mapping[str, Mapping[str, str]]


def line_help(scoring_table: ScoringRules, players: Sequence[str], language: str) -> list[tuple[str, list[Row]]]:
    """What can be typed at a table, in groups: (heading, rows of what is typed and what it means).

    `players` are the names in seat order.
    """
    notation = Notation(scoring_table)
    words = notation.words()
    groups = [
        (gettext("Seats"), [(str(seat), name) for seat, name in enumerate(players, start=1)]),
        (gettext("Examples"), list(_examples(notation, players, language))),
        (gettext("At the table"), list(_seating(scoring_table, players))),
        (gettext("Attachment"), list(_attachments(scoring_table, words, language))),
        (
            gettext("Few tricks"),
            [(words["nolo"][code], nolo.label[language]) for code, nolo in scoring_table.nolo.items()],
        ),
        (gettext("Trump that counts"), list(_trumps(scoring_table, words, language))),
        (gettext("Knocked"), [(words["flag"][code], label[language]) for code, label in scoring_table.flags.items()]),
        (gettext("Outcome"), [(words["role"][code], row.label[language]) for code, row in scoring_table.roles.items()]),
        (gettext("Penalty"), list(_penalties(scoring_table, words, language))),
    ]
    return [(heading, rows) for heading, rows in groups if rows]


def _examples(notation: Notation, players: Sequence[str], language: str) -> Iterator[Row]:
    table, words, others = notation.scoring_table, notation.words(), len(players) - 4
    if table.columns:
        yield from _tricks(notation, players, language)
    for code, nolo in list(table.nolo.items())[:1]:
        yield f"1{words['nolo'][code]}", gettext("Seat 1 makes %(contract)s") % {"contract": nolo.label[language]}
        if _may_join(table, nolo):
            yield f"1{words['nolo'][code]}3-", gettext("Seat 1 makes it; seat 3 went along and took one too many")
        yield f"1{words['nolo'][code]}=2", gettext("Seat 1 took two tricks; a space and a number would not say which")
        yield f"1{words['nolo'][code]}-!", gettext("Seat 1 took one too many, and the play was stopped")
    if table.free_for_all:
        yield f"m {'. ' * others}1 1 5 6", gettext("Everyone for himself: the tricks of each seat")
    if table.pair_book:
        yield "8-5", gettext("The tricks of seats 1 and 3, then of the others")
    for code, row in list(table.roles.items())[:1]:
        partner = "" if row.side == "alone" else "3"
        yield f"1{words['role'][code]}{partner}", gettext("Seat 1 made trump; a partner comes last")
    yield "p", gettext("Passed out")
    yield from ((names[0], CAUSES[cause][language]) for cause, names in WORDS.items())
    yield "p @2", gettext("Seat 2 dealt; this can stand behind any deal")
    note, reason = gettext("note"), gettext("reason")  # not within an f-string, where makemessages does not look
    yield f"p ; {note}", gettext("A note; this can stand behind any deal")
    yield f"= -1 1 . .{' .' * others} ; {reason}", gettext("Points only: an amount for each seat, and why")


def _seating(scoring_table: ScoringRules, players: Sequence[str]) -> Iterator[Row]:
    if len(players) > scoring_table.seats.max + 1:
        yield "~23", gettext("Seats 2 and 3 sat out, behind a deal where it was not their turn")
    yield f": {', '.join(players)}", gettext("Among many lines: these sit here from now on, clockwise")
    yield "@ 2", gettext("Among many lines: at table 2 from now on")


def _tricks(notation: Notation, players: Sequence[str], language: str) -> Iterator[Row]:
    scoring_table = notation.scoring_table
    level = "" if len(scoring_table.levels) == 1 else scoring_table.levels[0]
    head, partner = (
        f"1{level}{_typed(scoring_table.columns[0], notation.words())}",
        "" if scoring_table.partner == "fixed" else "3",
    )
    contract = contract_name(notation.read(head + partner, "1234"), scoring_table, language)
    yield head + partner, gettext("Seat 1 bids %(contract)s, seat 3 helps, just made") % {"contract": contract}
    yield f"{head}{partner}+", gettext("One over; likewise ++ +3, and short - -- -3")
    yield f"{head}{partner} 10", gettext("Ten tricks in all")
    if partner and "plain" in scoring_table.attachments:
        yield f"{players[0]} {level} {players[2]} +", gettext("Names do as well as numbers, and so do spaces; one over")
    if partner:
        yield f"{head}1", gettext("Seat 1 turned out to have the ace himself")
        yield f"{head}0", gettext("The ace lay in the cat")
    turned = next((column for column in scoring_table.columns if column.trump == "turned"), None)
    if turned and partner:
        yield f"1{level}{_typed(turned, notation.words())}3 e2", gettext("Seat 2 called the ace, and seat 1 declared")


def _may_join(scoring_table: ScoringRules, nolo: Nolo) -> bool:
    return nolo.side == "alone" and scoring_table.rules.get("joined") != "single"


def _typed(column: Column, words: Words) -> str:
    turn = "" if column.vip_turn is None else str(column.vip_turn)
    return "" if column.attachment == "plain" else f"{words['attachment'][column.attachment]}{turn}"


def _attachments(scoring_table: ScoringRules, words: Words, language: str) -> Iterator[Row]:
    for column in scoring_table.columns:
        if column.attachment != "plain":
            yield _typed(column, words), column.label[language]


def _trumps(scoring_table: ScoringRules, words: Words, language: str) -> Iterator[Row]:
    return ((words["trump"][trump], TRUMPS[trump][language]) for trump in scoring_table.trumps)


def _penalties(scoring_table: ScoringRules, words: Words, language: str) -> Iterator[Row]:
    for code, penalty in scoring_table.penalties.items():
        yield f"!2{'' if len(scoring_table.penalties) == 1 else words['penalty'][code]}", penalty.label[language]
