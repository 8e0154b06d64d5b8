"""Random scoring tables with any of a document's parameters, for properties that hold for all of them."""

from typing import Any

from hypothesis import strategies as st

from ledger.rules.scoring.document import preset
from ledger.rules.scoring.parameters.basics import CHOICES as ROUNDINGS
from ledger.rules.scoring.parameters.named_rules import RULES
from ledger.rules.scoring.scoring_table import TRUMPS

LABEL = {"da": "Navn", "en": "Name"}


def faulty(changes: dict[str, Any], code: str = "esmakker-wikipedia") -> dict[str, Any]:
    """A preset with other values at paths such as "nolo.0.made"; a key that is not there is made."""
    document: Any = preset(code)
    for path, value in changes.items():
        *parents, last = path.split(".")
        place = document
        for key in parents:
            place = place[int(key) if isinstance(place, list) else key]
        place[int(last) if isinstance(place, list) else last] = value
    return document


def dear_to_price() -> dict[str, Any]:
    """A small document with more ways to win a deal than anybody could list."""
    columns = [{**preset("it-whist")["columns"][0], "code": f"c{n}", "attachment": f"c{n}"} for n in range(40)]
    flags = [{"code": f"f{n}", "label": LABEL} for n in range(8)]
    trumps = [{"when": {"trump": trump}, "mult": 64} for trump in TRUMPS]
    return preset("it-whist") | {
        "columns": columns,
        "values": {str(level): [1] * 40 for level in range(1, 14)},
        "flags": flags,
        "multipliers": [*trumps, *({"when": {"flag": flag["code"]}, "label": LABEL} for flag in flags)],
    }


LEVELS = (7, 9, 13)
COLUMNS = {
    "plain": {"trump": "chosen", "alone": "possible"},
    "gode": {"trump": "clubs", "alone": "possible"},
    "halve": {"trump": "chosen", "alone": "never"},
    "kvarte": {"trump": "chosen", "alone": "forced"},
    "halve_gode": {"trump": "clubs", "alone": "possible", "parts": ["halve", "gode"]},
    "vip1": {"attachment": "vip", "vip_turn": 1, "trump": "turned", "alone": "possible"},
    "vip2": {"attachment": "vip", "vip_turn": 2, "trump": "turned", "alone": "possible"},
}
ROWS = [
    {"code": code, "attachment": code, "vip_turn": None, "label": LABEL, **facts} for code, facts in COLUMNS.items()
]

PRICE: st.SearchStrategy[Any] = st.one_of(st.integers(0, 40), st.sampled_from(["1/4", "0,5", "1 1/2", "2½", "1/24"]))
SIGNED: st.SearchStrategy[Any] = st.one_of(st.integers(-40, 40), st.sampled_from(["-1/4", "+3", "−0,5"]))
FOUR = st.fixed_dictionaries(dict.fromkeys(("made", "over", "lost", "under"), PRICE))
CELL = st.one_of(PRICE, PRICE, FOUR, FOUR, st.none())
RULE = st.fixed_dictionaries({rule: st.sampled_from([*RULES[rule].choices]) for rule in RULES})
TRICKS = st.integers(0, 13)
FACTOR = st.integers(1, 4)


def when(attachments: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Any number of a multiplier's conditions."""
    return st.fixed_dictionaries(
        {},
        optional={
            "attachment": st.sampled_from(attachments),
            "turn": st.integers(1, 3),
            "trump": st.sampled_from(["clubs", "none"]),
            "tricks": TRICKS,
            "result": st.sampled_from(["made", "lost"]),
            "flag": st.just("knock"),
        },
    )


def multipliers(attachments: list[str]) -> st.SearchStrategy[list[Any]]:
    """Up to three multipliers, by a label, by trump alone, or in the older form."""
    numbers = {"mult": FACTOR, "add": PRICE}
    labelled = st.fixed_dictionaries({"when": when(attachments), "label": st.just(LABEL)}, optional=numbers)
    by_trump = st.fixed_dictionaries({"when": st.fixed_dictionaries({"trump": st.sampled_from([*TRUMPS])})} | numbers)
    older = {"attachment": st.sampled_from(attachments), "trump": st.just("clubs"), "factor": FACTOR}
    return st.lists(st.one_of(labelled, by_trump, st.fixed_dictionaries(older)), max_size=3)


def overrides(codes: list[str], levels: list[int]) -> st.SearchStrategy[list[Any]]:
    """Up to three typed amounts, for one column or for all."""
    level = st.sampled_from([*levels, str(levels[0])])
    facts = {"level": level, "tricks": TRICKS, "amount": SIGNED}
    return st.lists(st.fixed_dictionaries(facts, optional={"column": st.sampled_from(codes)}), max_size=3)


NOLO = st.fixed_dictionaries(
    {
        "code": st.sampled_from(["sol", "ren_sol", "nolo"]),
        "label": st.just(LABEL),
        "max_tricks": st.integers(0, 6),
        "side": st.sampled_from(["alone", "pair"]),
        "made": st.one_of(PRICE, PRICE, PRICE, st.none()),
    },
    optional={"min_tricks": st.just(0), "less": PRICE, "lost": PRICE, "off": PRICE},
)
PENALTY = st.integers(-24, 24).map(
    lambda other: {"code": "straf", "label": LABEL, "offender": -3 * other, "other": other}
)
FREE_FOR_ALL = st.fixed_dictionaries({"label": st.just(LABEL), "price": st.sampled_from([None, 0, 6, 1])})
PAIR_BOOK = st.fixed_dictionaries({"label": st.just(LABEL), "tricks": st.integers(6, 13), "price": PRICE})
ALONE_FACTOR = st.fixed_dictionaries(
    {"factor": st.sampled_from(["2/3", "1/2", 3]), "rounding": st.sampled_from(["up", "half_up"])}
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A document with up to two levels and three columns and any of the parameters; most can be read."""
    columns = draw(st.lists(st.sampled_from(ROWS), max_size=3, unique_by=lambda row: row["code"]))
    levels = draw(st.lists(st.sampled_from(LEVELS), min_size=1, max_size=2, unique=True)) if columns else []
    attachments = list(dict.fromkeys(row["attachment"] for row in columns))
    nolo = draw(st.lists(NOLO, max_size=2, unique_by=lambda row: row["code"]))
    steps = [f"{level} {name}" for level in levels for name in attachments] + [row["code"] for row in nolo]
    document = preset("it-whist") | {
        "unit_denominator": draw(st.sampled_from([24, 24, 24, 4, 1])),
        "partner": draw(st.sampled_from(["called", "fixed"])),
        "rules": draw(RULE),
        "columns": columns,
        "values": {str(level): [draw(CELL) for _column in columns] for level in levels},
        "flags": [{"code": "knock", "label": LABEL}],
        "nolo": nolo,
        "ladder": draw(st.permutations(steps)),
        "drawn": draw(st.permutations(attachments)),
        "rounding": draw(st.sampled_from([*ROUNDINGS])),
        "tricks_map": draw(st.sampled_from([{}, {"13": 14}, {"9": 0}])),
        "alone_factor": draw(ALONE_FACTOR),
        "each": draw(st.fixed_dictionaries({}, optional={"over": PRICE, "under": PRICE})),
        "free_for_all": draw(st.one_of(st.none(), FREE_FOR_ALL)),
        "pair_book": draw(st.one_of(st.none(), PAIR_BOOK)),
        "penalties": draw(st.lists(PENALTY, max_size=1)),
    }
    del document["choices"]
    if columns:
        document["multipliers"] = draw(multipliers(attachments))
        document["overrides"] = draw(overrides([row["code"] for row in columns], levels))
    return document
