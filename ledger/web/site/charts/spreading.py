"""Labels beside one another are moved apart."""

from collections.abc import Sequence


def spread(wanted: Sequence[float], *, gap: float, lowest: float, highest: float) -> list[float]:
    """Heights at least `gap` apart, between two bounds, moved as little as they can be; in the order given.

    What would touch is merged into a block about its mean. Who wants the same height stands in the order given. Raises
    ValueError where there is no room for all of them.
    """
    if (len(wanted) - 1) * gap > highest - lowest:
        raise ValueError("there is no room for so many labels")
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[list[float]] = []  # of the wanted heights less the gaps below them: the sum and the number of each
    for rank, index in enumerate(order):
        blocks.append([wanted[index] - rank * gap, 1])
        while len(blocks) > 1 and blocks[-2][0] * blocks[-1][1] >= blocks[-1][0] * blocks[-2][1]:
            total, count = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + count]
    means = [total / count for total, count in blocks for _ in range(int(count))]
    topmost = highest - (len(wanted) - 1) * gap
    heights = [min(max(mean, lowest), topmost) + rank * gap for rank, mean in enumerate(means)]
    by_index = dict(zip(order, heights, strict=True))
    return [by_index[index] for index in range(len(wanted))]
