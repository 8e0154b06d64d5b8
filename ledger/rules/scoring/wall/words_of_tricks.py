"""What a table's trick contracts pay, in words: the value, over- and undertricks, and everything that changes them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ledger.rules.scoring.editor.cells import Cell, amounts, four_numbers, shorthand, wall_cells
from ledger.rules.scoring.naming import TURNS
from ledger.rules.scoring.scoring_table import Multiplier, Price, ScoringRules, When
from ledger.rules.scoring.vocabulary import ATTACHMENTS, TRUMPS
from ledger.rules.site.labels import Label
from ledger.rules.site.points import in_points

VALUE = Label("V er meldingens tal i skemaet. ", "V is the contract's number in the sheet. ")
OPPONENTS = Label(
    "Hver modspiller betaler, når meldingen er vundet, og får, når den er tabt.",
    "Each opponent pays when the contract is made, and is paid when it is lost.",
)
PARTNERS = {
    "called": Label(
        "Melder og makker får eller betaler hver lige så meget som én modspiller.",
        "Declarer and partner each win or lose as much as one opponent.",
    ),
    "fixed": Label(
        "Makkeren sidder overfor; hver af de to får eller betaler lige så meget som én modspiller.",
        "The partner sits opposite; each of the two wins or loses as much as one opponent.",
    ),
}
MADE = {
    "one_plus": Label("Vundet: V, og V mere for hvert overstik.", "Made: V, and V more for each overtrick."),
    "over_two": Label("Vundet: 2 x V, og V mere for hvert overstik.", "Made: 2 x V, and V more for each overtrick."),
    "over": Label(
        "Vundet: V for hvert overstik, og intet for selve meldingen.",
        "Made: V for each overtrick, and nothing for the contract itself.",
    ),
    "from_book": Label("Vundet: V for hvert stik over {book}.", "Made: V for each trick above {book}."),
    "per_trick": Label("Vundet: V for hvert stik, der er taget.", "Made: V for each trick taken."),
    "additive": Label("Vundet: V, og {over} mere for hvert overstik.", "Made: V, and {over} more for each overtrick."),
    "flat": Label("Vundet: V, uanset hvor mange overstik.", "Made: V, however many overtricks."),
}
LOST = {
    "one_plus": Label("Tabt: V, og V mere for hvert stik, der mangler.", "Lost: V, and V more for each trick missing."),
    "under": Label("Tabt: V for hvert stik, der mangler.", "Lost: V for each trick missing."),
    "double_under": Label("Tabt: 2 x V for hvert stik, der mangler.", "Lost: 2 x V for each trick missing."),
    "additive": Label(
        "Tabt: V, og {under} mere for hvert stik, der mangler.", "Lost: V, and {under} more for each trick missing."
    ),
    "flat": Label("Tabt: V, uanset hvor mange stik der mangler.", "Lost: V, however many tricks are missing."),
}
OWN_NUMBERS = Label(
    "{cell} i et felt: vundet {made}, og {over} mere for hvert overstik; "
    "tabt {lost}, og {under} mere for hvert stik, der mangler.",
    "{cell} in a cell: made {made}, and {over} more for each overtrick; "
    "lost {lost}, and {under} more for each trick missing.",
)
FEWER_TRICKS = Label("{column}: der spilles {tricks} stik.", "{column}: {tricks} tricks are played.")
TRICKS_MAP = Label(
    "{taken} stik tæller som {counted}, når meldingen er vundet.",
    "{taken} tricks count as {counted} when the contract is made.",
)
INSTEAD = Label("I stedet for reglen betales, før der ganges: ", "Instead of the rule, before any factor: ")
INSTEAD_TRICKS = Label("med {tricks} stik {amount}", "with {tricks} tricks {amount}")
MINUS = Label("; minus betyder, at melder betaler", "; a minus means that the declarer pays")
THE_AMOUNT = Label(": beløbet", ": the amount")
IN_TURN = Label("Gælder flere tillæg, regnes de i den orden, de står.", "Where several hold, they count in that order.")
ROUNDED = {
    "up": Label("rundet op til hele point", "rounded up to whole points"),
    "half_up": Label("afrundet til hele point, halve opad", "rounded to whole points, halves up"),
}
EACH_ROUNDED = Label("Det, hver modspiller betaler, bliver {rounded}.", "What each opponent pays is {rounded}.")
ALONE = Label("Uden makker (selvmakker, esset i katten): ", "Without a partner (one's own, or the ace in the cat): ")
ALONE_PAYS = {
    "per_opponent": Label(
        "hver af de tre modspillere betaler det samme.", "each of the three opponents pays the same."
    ),
    "times_three": Label(
        "hver af de tre modspillere betaler tre gange så meget.",
        "each of the three opponents pays three times as much.",
    ),
    "factor": Label(
        "hver af de tre modspillere betaler beløbet x {factor}",
        "each of the three opponents pays the amount x {factor}",
    ),
}
DECLARED_ALONE = Label(
    "{columns} meldes alene: hver af de tre modspillere betaler beløbet.",
    "{columns}: declared alone, and each of the three opponents pays the amount.",
)
NEVER_ALONE = Label("{columns} spilles altid med makker.", "{columns}: always played with a partner.")
RESULTS = {"made": Label("når meldingen er vundet", "when made"), "lost": Label("når meldingen er tabt", "when lost")}


def trick_words(scoring_table: ScoringRules) -> Iterator[Label]:
    """One sentence for each thing that decides what a trick contract pays; nothing for a table without any."""
    if not scoring_table.columns:
        return
    cells = [cell for row in wall_cells(scoring_table).values() for cell in row.values()]
    yield from _basis(scoring_table, cells)
    yield from _columns(scoring_table)
    for taken, counted in scoring_table.tricks_map.items():
        if taken != counted:
            yield filled(TRICKS_MAP, taken=taken, counted=counted)
    yield from _overrides(scoring_table)
    yield from _multipliers(scoring_table)
    if scoring_table.rounding != "none":
        yield filled(EACH_ROUNDED, rounded=ROUNDED[scoring_table.rounding])
    yield from _alone(scoring_table)


def filled(template: Label, **values: object) -> Label:
    """A template in both languages filled with values, which may themselves be labels."""
    da, en = (
        template[language].format_map(
            {name: value[language] if isinstance(value, Label) else value for name, value in values.items()}
        )
        for language in ("da", "en")
    )
    return Label(da, en)


def joined(labels: Sequence[Label], between: str) -> Label:
    """Labels in a row, the same between them in both languages."""
    return Label(between.join(label.da for label in labels), between.join(label.en for label in labels))


def listed(labels: Sequence[Label]) -> Label:
    """Labels as a list in a sentence: "gode, halve og sans"."""
    if len(labels) == 1:
        return labels[0]
    first = joined(labels[:-1], ", ")
    return Label(f"{first.da} og {labels[-1].da}", f"{first.en} and {labels[-1].en}")


def _basis(scoring_table: ScoringRules, cells: Sequence[Cell]) -> Iterator[Label]:
    """What the sheet's numbers mean, and how they become an amount; of a cell of nothing there is nothing to say."""
    own, named = [cell for cell in cells if isinstance(cell, Price)], shorthand(scoring_table)
    by_rule = named if any(cell != 0 and not isinstance(cell, Price) for cell in cells) else None
    yield joined([VALUE, OPPONENTS], "") if by_rule else OPPONENTS
    if any(column.alone != "forced" for column in scoring_table.columns):
        yield PARTNERS[scoring_table.partner]
    if by_rule:
        unit = scoring_table.unit_denominator
        yield filled(MADE[by_rule.made], book=scoring_table.tricks // 2, over=in_points(by_rule.over, unit))
        yield filled(LOST[by_rule.lost], under=in_points(by_rule.under, unit))
    if own:
        yield _own_numbers(max(own, key=_tellingness), scoring_table.unit_denominator)


def _tellingness(price: Price) -> tuple[int, int]:
    """How well a cell shows which number is which: as many as possible given, and as many as possible different."""
    numbers = (price.made, price.over, price.lost, price.under)
    return sum(map(bool, numbers)), len(set(numbers))


def _own_numbers(price: Price, unit: int) -> Label:
    return filled(OWN_NUMBERS, cell=four_numbers(price, unit), **amounts(price, unit))


def _columns(scoring_table: ScoringRules) -> Iterator[Label]:
    by_way = {way: [one.label for one in scoring_table.columns if one.alone == way] for way in ("forced", "never")}
    if by_way["forced"]:
        yield filled(DECLARED_ALONE, columns=listed(by_way["forced"]))
    if 0 < len(by_way["never"]) < len(scoring_table.columns):
        yield filled(NEVER_ALONE, columns=listed(by_way["never"]))
    for column in scoring_table.columns:
        if column.tricks_played != scoring_table.tricks:
            yield filled(FEWER_TRICKS, column=column.label, tricks=column.tricks_played)


def _overrides(scoring_table: ScoringRules) -> Iterator[Label]:
    """One sentence for all amounts typed one by one: columns that agree at a level are said together."""
    by_cell: dict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for (level, code, tricks), amount in sorted(scoring_table.overrides.items()):
        by_cell[level, code].append((tricks, amount))
    agreeing: dict[tuple[int, tuple[tuple[int, int], ...]], list[str]] = defaultdict(list)
    for (level, code), paid in by_cell.items():
        agreeing[level, tuple(paid)].append(code)
    if agreeing:
        parts = [_override(scoring_table, level, codes, paid) for (level, paid), codes in agreeing.items()]
        minus = [MINUS] if min(scoring_table.overrides.values()) < 0 else []
        yield joined([INSTEAD, joined(parts, "; "), *minus, _same(".")], "")


def _override(scoring_table: ScoringRules, level: int, codes: Sequence[str], paid: Sequence[tuple[int, int]]) -> Label:
    columns = [column.label for column in scoring_table.columns if column.code in codes]
    name = [_same(str(level)), *([listed(columns)] if len(columns) < len(scoring_table.columns) else [])]
    unit = scoring_table.unit_denominator
    said = [filled(INSTEAD_TRICKS, tricks=tricks, amount=in_points(amount, unit)) for tricks, amount in paid]
    return joined([*name, joined(said, ", ")], " ")


def _multipliers(scoring_table: ScoringRules) -> Iterator[Label]:
    counting = [row for row in scoring_table.multipliers if (row.mult, row.add) != (1, 0)]
    for row in counting:
        yield _multiplier(scoring_table, row)
    if len(counting) > 1:
        yield IN_TURN


def _multiplier(scoring_table: ScoringRules, row: Multiplier) -> Label:
    when = joined(_conditions(scoring_table, row.when), ", ")
    counts = [_same(f" x {row.mult}")] if row.mult > 1 else []
    counts += [joined([_same(" + "), in_points(row.add, scoring_table.unit_denominator)], "")] if row.add else []
    return joined([Label(_capital(when.da), _capital(when.en)), THE_AMOUNT, *counts, _same(".")], "")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _conditions(scoring_table: ScoringRules, when: When) -> list[Label]:
    """The conditions of a multiplier, those of the bid in one: "vip i 3. med klør som trumf", "13 stik"."""
    bid = [_attachment(scoring_table, when.attachment)] if when.attachment else []
    bid += [TURNS[when.turn]] if when.turn else []
    bid += [_trump(when.trump)] if when.trump else []
    said = [joined(bid, " ")] if bid else []
    said += [scoring_table.flags[when.flag]] if when.flag else []
    said += [Label(f"{when.tricks} stik", f"{when.tricks} tricks")] if when.tricks is not None else []
    said += [RESULTS[when.result]] if when.result else []
    return said or [Label("altid", "always")]


def _trump(trump: str) -> Label:
    if trump == "none":
        return Label("uden trumf", "without trumps")
    return filled(Label("med {name} som trumf", "with {name} as trumps"), name=TRUMPS[trump])


def _attachment(scoring_table: ScoringRules, code: str) -> Label:
    """How the sheet names an attachment: the column's own name where it has only one."""
    columns = [column for column in scoring_table.columns if column.attachment == code]
    if len(columns) == 1:
        return columns[0].label
    return ATTACHMENTS.get(code, columns[0].label if columns else _same(code))


def _alone(scoring_table: ScoringRules) -> Iterator[Label]:
    if all(column.alone != "possible" for column in scoring_table.columns):
        return
    rule, given = scoring_table.rules.get("alone", "per_opponent"), scoring_table.alone_factor
    if rule == "factor" and given.factor == 1:
        rule = "per_opponent"
    says = [ALONE, filled(ALONE_PAYS[rule], factor=given.factor)]
    if rule == "factor":
        says += [_same(", "), ROUNDED[given.rounding]] if given.rounding in ROUNDED else []
        says.append(_same("."))
    yield joined(says, "")


def _same(text: str) -> Label:
    return Label(text, text)
