"""Points written as players write them on paper: "32¼" for 32.25."""

from fractions import Fraction

GLYPHS = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞"}


def with_fractions(number: str) -> str:
    """A decimal number, "4" or "−0.125", with a fraction in place of its decimals: "4", "−⅛", "1 3/16".

    What is no decimal number stays as it is.
    """
    head, point, decimals = number.partition(".")
    if not point or not decimals.isdigit():
        return number
    whole = head.lstrip("+-\N{MINUS SIGN}")
    rest = str(Fraction(int(decimals), 10 ** len(decimals)))
    sign, points = head.removesuffix(whole), "" if whole == "0" else whole
    if rest in GLYPHS:
        return f"{sign}{points}{GLYPHS[rest]}"
    return f"{sign}{points} {rest}" if points else f"{sign}{rest}"
