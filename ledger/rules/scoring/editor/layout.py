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
from ledger.rules.site.labels import Label

PARTNERS: Choices = {
    "called": Label("kaldt ved et es", "called by an ace"),
    "fixed": Label("faste par", "fixed pairs"),
}
COLUMN_TRUMP: Choices = {
    "chosen": Label("vælges", "chosen"),
    "clubs": TRUMPS["clubs"],
    "spades": TRUMPS["spades"],
    "none": TRUMPS["none"],
    "turned": Label("vendes", "turned"),
}
COLUMN_ALONE: Choices = {
    "possible": Label("kan være", "possible"),
    "forced": Label("altid", "always"),
    "never": Label("aldrig", "never"),
}
NOLO_SIDES: Choices = {"alone": Label("alene", "alone"), "pair": Label("som par", "as a pair")}
ROLE_SIDES: Choices = {**NOLO_SIDES, "any": Label("begge dele", "either")}
RESULTS: Choices = {"made": Label("vundet", "made"), "lost": Label("tabt", "lost")}
TURNS: Choices = {str(turn): Label(f"{turn}. tur", f"turn {turn}") for turn in VIP_TURNS}

CODE = Heading("code", Label("Kode", "Code"))
NAMES = (
    Heading("label.da", Label("Navn (dansk)", "Name (Danish)")),
    Heading("label.en", Label("Navn (engelsk)", "Name (English)")),
)


def _fact(key: str, da: str, en: str, kind: str = "words", choices: Choices | None = None) -> Heading:
    return Heading(key, Label(da, en), kind, choices or {})


FIRST_FACTS = (
    _fact("name.da", "Navn (dansk)", "Name (Danish)"),
    _fact("name.en", "Navn (engelsk)", "Name (English)"),
    CODE,
    _fact("source", "Hvor priserne kommer fra", "Where the prices come from"),
    _fact("unit_denominator", "Mindste del af et point: 1/…", "Smallest part of a point: 1/…", "whole"),
    _fact("seats.min", "Færrest spillere", "Fewest players", "whole"),
    _fact("seats.max", "Flest spillere", "Most players", "whole"),
    _fact("tricks", "Stik i et spil", "Tricks in a deal", "whole"),
    _fact("partner", "Makker", "Partner", "choice", PARTNERS),
    _fact("zero_sum", "Spillet går op i 0", "The game sums to 0", "truth", TRUTHS),
    *(rule.heading for rule in RULES.values()),
    _fact("each.over", "Beløb pr. overtræk", "Amount per overtrick", "points"),
    _fact("each.under", "Beløb pr. undertræk", "Amount per undertrick", "points"),
)
LATER_FACTS = (
    _fact("free_for_all.label.da", "Alle mod alle: navn (dansk)", "Everyone for himself: name (Danish)"),
    _fact("free_for_all.label.en", "Alle mod alle: navn (engelsk)", "Everyone for himself: name (English)"),
    Heading("free_for_all.price", Label("Alle mod alle: pris", "Everyone for himself: price"), "points", may_lack=True),
    _fact("pair_book.label.da", "Par mod par: navn (dansk)", "Pair against pair: name (Danish)"),
    _fact("pair_book.label.en", "Par mod par: navn (engelsk)", "Pair against pair: name (English)"),
    _fact("pair_book.tricks", "Par mod par: stik uden pris", "Pair against pair: tricks without a price", "whole"),
    _fact("pair_book.price", "Par mod par: pris pr. stik", "Pair against pair: price per trick", "points"),
    _fact("drawn", "Påhæng, hvis orden trækkes", "Attachments whose order is drawn", "codes"),
)

COLUMNS = Section(
    "columns",
    Label("Kolonner", "Columns"),
    (
        *NAMES,
        CODE,
        Heading("attachment", Label("Påhæng", "Attachment"), "choice", ATTACHMENTS),
        Heading("vip_turn", Label("Vip-tur", "Vip turn"), "whole", TURNS, may_lack=True),
        Heading("trump", Label("Trumf", "Trump"), "choice", COLUMN_TRUMP),
        Heading("alone", Label("Alene", "Alone"), "choice", COLUMN_ALONE),
        Heading("tricks_played", Label("Stik, der spilles", "Tricks played"), "whole"),
        Heading("parts", Label("Sammensat af", "Made up of"), "codes"),
    ),
)
FLAGS = Section("flags", Label("Bank", "Knocks"), (*NAMES, CODE))


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
    levels = {level: Label(level, level) for level in sorted(document.get("values", {}), key=str)}
    yield _overrides(levels, _names(document, "columns"))
    yield from (parameter.section for parameter in PARAMETERS.values() if parameter.section)
    yield Section("penalties", Label("Straffe", "Penalties"), _PENALTIES)
    yield Section("roles", Label("Udfald", "Outcomes"), tuple(_roles(document)))
    yield _LADDER
    yield Section("readings", Label("Læsninger af kilden", "Readings of the source"), _READINGS)
    yield _CHOICES


def values_section(document: Mapping[str, Any]) -> Section:
    """The sheet on the wall: the level, then a column of prices for each column of the document."""
    priced = (
        Heading(str(place), Label(name.da, name.en), "price", may_lack=True)
        for place, name in enumerate(_column_names(document))
    )
    headings = (Heading("level", Label("Trin", "Level"), "whole"), *priced)
    return Section("values", Label("Takst", "Prices"), headings, named_by=1)


def facts_section() -> Section:
    """The facts, which stand one below the other."""
    headings = (Heading("fact", Label("Regel", "Rule")), Heading("value", Label("Værdi", "Value")))
    return Section("facts", Label("Regler", "Rules"), headings, named_by=1)


def _nolo() -> Section:
    headings = (
        *NAMES,
        CODE,
        Heading("min_tricks", Label("Mindst stik", "Fewest tricks"), "whole"),
        Heading("max_tricks", Label("Højst stik", "Most tricks"), "whole"),
        Heading("side", Label("Spilles", "Played"), "choice", NOLO_SIDES),
        Heading("made", Label("Vundet", "Made"), "points", may_lack=True),
        Heading("less", Label("Pr. stik under", "Per trick below"), "points"),
        Heading("lost", Label("Tabt", "Lost"), "points"),
        Heading("off", Label("Pr. stik for meget", "Per trick beyond"), "points"),
    )
    return Section("nolo", Label("Nolo", "Nolo"), headings)


def _multipliers(attachments: Choices, flags: Choices) -> Section:
    headings = (
        *NAMES,
        Heading("when.attachment", Label("Ved påhæng", "With attachment"), "choice", attachments),
        Heading("when.turn", Label("I vip-tur", "In vip turn"), "whole", TURNS),
        Heading("when.trump", Label("Med trumf", "With trump"), "choice", TRUMPS),
        Heading("when.tricks", Label("Ved stik", "With tricks"), "whole"),
        Heading("when.flag", Label("Ved bank", "With a knock"), "choice", flags),
        Heading("when.result", Label("Når meldingen er", "When it is"), "choice", RESULTS),
        Heading("mult", Label("Gange", "Times"), "whole"),
        Heading("add", Label("Plus", "Plus"), "points"),
    )
    title = Label("Tillæg og fordoblinger", "Extras and doublings")
    return Section("multipliers", title, headings, unfold=_with_conditions)


def _overrides(levels: Choices, columns: Choices) -> Section:
    headings = (
        Heading("level", Label("Trin", "Level"), "whole", levels),
        Heading("column", Label("Kolonne (tom: alle)", "Column (empty: all)"), "choice", columns),
        Heading("tricks", Label("Stik", "Tricks"), "whole"),
        Heading("amount", Label("Beløb", "Amount"), "points"),
    )
    return Section("overrides", Label("Enkelte beløb", "Single amounts"), headings)


_PENALTIES = (
    *NAMES,
    CODE,
    Heading("offender", Label("Synderen", "The offender"), "points"),
    Heading("other", Label("Hver af de andre", "Each of the others"), "points"),
)
_LADDER = Section(
    "ladder",
    Label("Meldingernes rækkefølge", "Order of the bids"),
    (Heading("step", Label("Melding, lavest først", "Bid, lowest first")),),
    fold=lambda steps: [{"step": step} for step in steps],
    unfold=lambda rows: [row.get("step") for row in rows],
)
_READINGS = (Heading("da", Label("Dansk", "Danish")), Heading("en", Label("Engelsk", "English")))


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
    Label("Valg, tabellen tilbyder", "Choices the table offers"),
    (
        Heading("rule", Label("Regel", "Rule"), "choice", {key: rule.label for key, rule in RULES.items()}),
        Heading("choice", Label("Valg (kode)", "Choice (code)")),
        *_READINGS,
    ),
    named_by=2,
    fold=_choice_rows,
    unfold=_offered_choices,
)


def _roles(document: Mapping[str, Any]) -> Iterator[Heading]:
    yield from (*NAMES, CODE, Heading("side", Label("Spilles", "Played"), "choice", ROLE_SIDES))
    seats = document.get("seats", {})
    low, high = (seats.get(end) if type(seats.get(end)) is int else 4 for end in ("min", "max"))
    for count in range(max(low, 3), min(high, 8) + 1):
        yield Heading(f"maker.{count}", Label(f"Melders side, {count}", f"Declarer's side, {count}"), "points")
        yield Heading(f"others.{count}", Label(f"De andre, {count}", f"The others, {count}"), "points")


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
    return Label(names.get("da") or code, names.get("en") or code)
