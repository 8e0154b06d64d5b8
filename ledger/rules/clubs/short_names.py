"""What players are called where there is little room: by as few of their names as tell them apart."""

from collections.abc import Sequence

LONGEST = 12  # letters of a name that is short enough as it is


def short_names(names: Sequence[str]) -> list[str]:
    """What each of them is called among these: "Wilhelmine von Stokkemarke" is "Wilhelmine", "Hans Peder" stays.

    A long name is cut to its first words, of which there are so many that no other name begins with them.
    """
    return [name if len(name) <= LONGEST else _first_words(name, names) for name in names]


def _first_words(name: str, names: Sequence[str]) -> str:
    words, others = name.split(), [other.split() for other in names if other != name]
    for count in range(1, len(words)):
        is_whole = not words[count - 1].islower()  # nobody is called "Anna von"
        if is_whole and all(other[:count] != words[:count] for other in others):
            return " ".join(words[:count])
    return name
