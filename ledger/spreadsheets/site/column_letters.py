"""The letters by which a sheet calls its columns.

openpyxl knows them too, but whoever reads a file that was handed in does without it: it takes longer to load than the
file to read.
"""

import string


def letters_of(column: int) -> str:
    """The letters of a column, from 1: "A", "Z", "AA"."""
    letters = ""
    while column:
        column, place = divmod(column - 1, 26)
        letters = string.ascii_uppercase[place] + letters
    return letters


def column_of(letters: str) -> int:
    """The column, from 1, that some capital letters stand for."""
    column = 0
    for letter in letters:
        column = column * 26 + string.ascii_uppercase.index(letter) + 1
    return column
