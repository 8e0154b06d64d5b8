"""The letters by which a sheet calls its columns."""

# openpyxl has these functions too, but takes longer to load than it takes to read a file that was handed in.
import string


def letters_of(column: int) -> str:
    """The letters of a column, from 1: "A", "Z", "AA"."""
    letters = ""
    while column:
        column, place = divmod(column - 1, 26)
        letters = string.ascii_uppercase[place] + letters
    return letters


def column_of(letters: str) -> int:
    """The column, from 1, with these capital letters."""
    column = 0
    for letter in letters:
        column = column * 26 + string.ascii_uppercase.index(letter) + 1
    return column
