"""A value of a scoring table's document as the text in a cell, and the text back as a value.

Text that is not a valid value is kept as typed; reading the document refuses it and says where it stands.
"""

import re
from collections.abc import Callable, Mapping

from ledger.rules.site.points import LONGEST_TEXT, VULGAR_FRACTIONS, exact_value, read_exact
from ledger.rules.site.refusal import Refusal

WHOLE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
VULGAR = f"[{''.join(VULGAR_FRACTIONS)}]"
AMOUNT = rf"\d[\d.,]*(?: ?/ ?\d+| +\d+ ?/ ?\d+| ?{VULGAR})?|{VULGAR}"
FOUR = re.compile(
    rf"\s*({AMOUNT})\s*\+\s*({AMOUNT})\s*/\s*[-\u2212]\s*({AMOUNT})\s*[-\u2212]\s*({AMOUNT})\s*", re.ASCII
)
FOUR_NUMBERS = "{made} +{over} / -{lost} -{under}"


def text_of(value: object) -> str:
    """A value as the text of its cell: "" for None, "7, 8" for a list, "73 +1 / -73 -5" for four numbers."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Mapping):
        four = {part: points(str(amount)) for part, amount in value.items()}
        return FOUR_NUMBERS.format_map({"made": "", "over": "", "lost": "", "under": "", **four})
    return str(value)


def whole(text: str) -> object:
    """A whole number."""
    return int(text) if WHOLE.fullmatch(text) else text


def points(text: str) -> object:
    """Points: a whole number, or the shortest exact fraction as text."""
    try:
        exact = read_exact(text)
    except Refusal:
        return text
    value = exact_value(exact)
    # What is too long to be typed again stays as it was typed.
    return value if len(str(value)) <= LONGEST_TEXT else text


def price(text: str) -> object:
    """One number, or all four: made and over / lost and under, such as "73 +1 / -73 -5"."""
    if not (four := FOUR.fullmatch(text)):
        return points(text)
    return dict(zip(("made", "over", "lost", "under"), map(points, four.groups()), strict=True))


def is_price(text: str) -> bool:
    """Whether a text is one number of points, or four."""
    try:
        return bool(FOUR.fullmatch(text) or read_exact(text) >= 0)
    except Refusal:
        return False


def words(text: str) -> object:
    """Any text, and the code of a choice."""
    return text


def codes(text: str) -> object:
    """A list of codes, separated by commas."""
    return [code.strip() for code in text.split(",") if code.strip()]


def truth(text: str) -> object:
    """Yes or no."""
    return {"true": True, "false": False}.get(text, text)


READERS: Mapping[str, Callable[[str], object]] = {
    "whole": whole,
    "points": points,
    "price": price,
    "words": words,
    "codes": codes,
    "truth": truth,
    "choice": words,
}
