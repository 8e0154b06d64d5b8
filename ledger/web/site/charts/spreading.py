"""Moving labels apart that would overlap."""

from collections.abc import Sequence


def spread(wanted: Sequence[float], *, gap: float, lowest: float, highest: float) -> list[float]:
    """Heights at least `gap` apart within two bounds, moved as little as possible, in the order given.

    Raises ValueError if there is no room for all of them.
    """
    if (len(wanted) - 1) * gap > highest - lowest:
        raise ValueError("there is no room for so many labels")
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    # Labels that would touch are merged into a block about its mean: the sum of their wanted heights, less the gaps
    # below them, and their number.
    blocks: list[list[float]] = []
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
