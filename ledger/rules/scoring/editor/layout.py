"""How a scoring table is laid out in cells: its sections, and what each column of a section holds.

The same layout serves the editor's page and the Excel sheet. A section's rows are records of the document, a
heading names the place within the record: "label.da".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ledger.rules.scoring.editor.cell_text import TRUTHS
from ledger.rules.scoring.parameters.chosen_rules import RULES
from ledger.rules.scoring.parameters.declared import PARAMETERS
from ledger.rules.scoring.parameters.headings import Choices, Heading, Section
from ledger.rules.scoring.vocabulary import ATTACHMENTS, TRUMPS, VIP_TURNS
from ledger.rules.site.labels import Label, Phrase, Text, filled, same

PARTNERS: Choices = {
    "called": Phrase("called by an ace"),
    "fixed": Phrase("fixed pairs"),
}
COLUMN_TRUMP: Choices = {
    "chosen": Phrase("chosen"),
    "clubs": TRUMPS["clubs"],
    "spades": TRUMPS["spades"],
    "none": TRUMPS["none"],
    "turned": Phrase("turned"),
}
COLUMN_ALONE: Choices = {
    "possible": Phrase("possible"),
    "forced": Phrase("always"),
    "never": Phrase("never"),
}
NOLO_SIDES: Choices = {"alone": Phrase("alone"), "pair": Phrase("as a pair")}
ROLE_SIDES: Choices = {**NOLO_SIDES, "any": Phrase("either")}
RESULTS: Choices = {"made": Phrase("made"), "lost": Phrase("lost")}
TURNS: Choices = {str(turn): filled(Phrase("turn {turn}"), turn=turn) for turn in VIP_TURNS}

MAKER, OTHERS = Phrase("Declarer's side, {count}"), Phrase("The others, {count}")

CODE = Heading("code", Phrase("Code"))
NAMES = (
    Heading("label.da", Phrase("Name (Danish)")),
    Heading("label.en", Phrase("Name (English)")),
)


def _fact(key: str, name: str, kind: str = "words", choices: Choices | None = None) -> Heading:
    return Heading(key, Phrase(name), kind, choices or {})


FIRST_FACTS = (
    _fact("name.da", "Name (Danish)"),
    _fact("name.en", "Name (English)"),
    CODE,
    _fact("source", "Where the prices come from"),
    _fact("unit_denominator", "Smallest part of a point: 1/…", "whole"),
    _fact("seats.min", "Fewest players", "whole"),
    _fact("seats.max", "Most players", "whole"),
    _fact("tricks", "Tricks in a deal", "whole"),
    _fact("partner", "Partner", "choice", PARTNERS),
    _fact("zero_sum", "The game sums to 0", "truth", TRUTHS),
    *(rule.heading for rule in RULES.values()),
    _fact("each.over", "Amount per overtrick", "points"),
    _fact("each.under", "Amount per undertrick", "points"),
)
LATER_FACTS = (
    _fact("free_for_all.label.da", "Everyone for himself: name (Danish)"),
    _fact("free_for_all.label.en", "Everyone for himself: name (English)"),
    Heading("free_for_all.price", Phrase("Everyone for himself: price"), "points", may_lack=True),
    _fact("pair_book.label.da", "Pair against pair: name (Danish)"),
    _fact("pair_book.label.en", "Pair against pair: name (English)"),
    _fact("pair_book.tricks", "Pair against pair: tricks without a price", "whole"),
    _fact("pair_book.price", "Pair against pair: price per trick", "points"),
    _fact("drawn", "Attachments whose order is drawn", "codes"),
)

COLUMNS = Section(
    "columns",
    Phrase("Columns"),
    (
        *NAMES,
        CODE,
        Heading("attachment", Phrase("Attachment"), "choice", ATTACHMENTS),
        Heading("vip_turn", Phrase("Vip turn"), "whole", TURNS, may_lack=True),
        Heading("trump", Phrase("Trump"), "choice", COLUMN_TRUMP),
        Heading("alone", Phrase("Alone"), "choice", COLUMN_ALONE),
        Heading("tricks_played", Phrase("Tricks played"), "whole"),
        Heading("parts", Phrase("Made up of"), "codes"),
    ),
)
FLAGS = Section("flags", Phrase("Knocks"), (*NAMES, CODE))


def facts() -> tuple[Heading, ...]:
    """The facts in the order in which they stand."""
    declared = (heading for parameter in PARAMETERS.values() for heading in parameter.facts)
    return (*FIRST_FACTS, *declared, *LATER_FACTS)


def sections(document: Mapping[str, Any]) -> Iterator[Section]:
    """Every section but the facts and the sheet of values, in reading order.

    What may be chosen in the later ones is what the earlier ones of this document offer, once they are asked for.
    """
    yield COLUMNS
    yield _nolo()
    yield FLAGS
    yield _multipliers(_attachments(document), _names(document, "flags"))
    levels = {level: same(level) for level in sorted(document.get("values", {}), key=str)}
    yield _overrides(levels, _names(document, "columns"))
    yield from (parameter.section for parameter in PARAMETERS.values() if parameter.section)
    yield Section("penalties", Phrase("Penalties"), _PENALTIES)
    yield Section("roles", Phrase("Outcomes"), tuple(_roles(document)))
    yield _LADDER
    yield Section("readings", Phrase("Readings of the source"), _READINGS)
    yield _CHOICES


def values_section(document: Mapping[str, Any]) -> Section:
    """The sheet on the wall: the level, then a column of prices for each column of the document."""
    priced = (Heading(str(place), name, "price", may_lack=True) for place, name in enumerate(_column_names(document)))
    headings = (Heading("level", Phrase("Level"), "whole"), *priced)
    return Section("values", Phrase("Prices (one sheet)"), headings, named_by=1)


def facts_section() -> Section:
    """The facts, which stand one below the other."""
    headings = (Heading("fact", Phrase("Rule")), Heading("value", Phrase("Value")))
    return Section("facts", Phrase("Rules"), headings, named_by=1)


def _nolo() -> Section:
    headings = (
        *NAMES,
        CODE,
        Heading("min_tricks", Phrase("Fewest tricks"), "whole"),
        Heading("max_tricks", Phrase("Most tricks"), "whole"),
        Heading("side", Phrase("Played"), "choice", NOLO_SIDES),
        Heading("made", Phrase("Made (a contract)"), "points", may_lack=True),
        Heading("less", Phrase("Per trick below"), "points"),
        Heading("lost", Phrase("Lost"), "points"),
        Heading("off", Phrase("Per trick beyond"), "points"),
    )
    return Section("nolo", Phrase("Nolo"), headings)


def _multipliers(attachments: Choices, flags: Choices) -> Section:
    headings = (
        *NAMES,
        Heading("when.attachment", Phrase("With attachment"), "choice", attachments),
        Heading("when.turn", Phrase("In vip turn"), "whole", TURNS),
        Heading("when.trump", Phrase("With trump"), "choice", TRUMPS),
        Heading("when.tricks", Phrase("With tricks"), "whole"),
        Heading("when.flag", Phrase("With a knock"), "choice", flags),
        Heading("when.result", Phrase("When it is"), "choice", RESULTS),
        Heading("mult", Phrase("Times"), "whole"),
        Heading("add", Phrase("Plus"), "points"),
    )
    title = Phrase("Extras and doublings")
    return Section("multipliers", title, headings, unfold=_with_conditions)


def _overrides(levels: Choices, columns: Choices) -> Section:
    headings = (
        Heading("level", Phrase("Level"), "whole", levels),
        Heading("column", Phrase("Column (empty: all)"), "choice", columns),
        Heading("tricks", Phrase("Tricks"), "whole"),
        Heading("amount", Phrase("Amount"), "points"),
    )
    return Section("overrides", Phrase("Single amounts"), headings)


_PENALTIES = (
    *NAMES,
    CODE,
    Heading("offender", Phrase("The offender"), "points"),
    Heading("other", Phrase("Each of the others"), "points"),
)
_LADDER = Section(
    "ladder",
    Phrase("Order of the bids"),
    (Heading("step", Phrase("Bid, lowest first")),),
    fold=lambda steps: [{"step": step} for step in steps],
    unfold=lambda rows: [row.get("step") for row in rows],
)
_READINGS = (Heading("da", Phrase("Danish")), Heading("en", Phrase("English")))


def _choice_rows(offered: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    named = ((rule, choice, label) for rule, choices in offered.items() for choice, label in choices.items())
    return [{"rule": rule, "choice": choice, **label} for rule, choice, label in named]


def _offered_choices(rows: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    offered: dict[str, dict[str, Any]] = {}
    for row in rows:
        label = {language: row[language] for language in ("da", "en") if language in row}
        offered.setdefault(str(row.get("rule")), {})[str(row.get("choice"))] = label
    return offered


def _with_conditions(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"when": {}, **row} for row in rows]


_CHOICES = Section(
    "choices",
    Phrase("Choices the table offers"),
    (
        Heading("rule", Phrase("Rule"), "choice", {key: rule.label for key, rule in RULES.items()}),
        Heading("choice", Phrase("Choice (code)")),
        *_READINGS,
    ),
    named_by=2,
    fold=_choice_rows,
    unfold=_offered_choices,
)


def _roles(document: Mapping[str, Any]) -> Iterator[Heading]:
    yield from (*NAMES, CODE, Heading("side", Phrase("Played"), "choice", ROLE_SIDES))
    seats = document.get("seats", {})
    low, high = (seats.get(end) if type(seats.get(end)) is int else 4 for end in ("min", "max"))
    for count in range(max(low, 3), min(high, 8) + 1):
        yield Heading(f"maker.{count}", filled(MAKER, count=count), "points")
        yield Heading(f"others.{count}", filled(OTHERS, count=count), "points")


def _names(document: Mapping[str, Any], key: str) -> Choices:
    rows = document.get(key, [])
    return {str(row.get("code")): _name(row) for row in rows}


def _attachments(document: Mapping[str, Any]) -> Choices:
    named: dict[str, Label] = {}
    for row in document.get("columns", []):
        for code in (row.get("attachment"), *row.get("parts", [])):
            if code:
                named.setdefault(code, ATTACHMENTS.get(code, _name(row)))
    return named


def _column_names(document: Mapping[str, Any]) -> Iterator[Label]:
    for row in document.get("columns", []):
        yield _name(row)


def _name(row: Mapping[str, Any]) -> Label:
    names, code = row.get("label", {}), str(row.get("code", ""))
    return Text(names.get("da") or code, names.get("en") or code)
