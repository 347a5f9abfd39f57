#!/usr/bin/env python3
"""Writes packing colourings of grids as CNF to a folder.

Cells of equal colour c lie more than c steps apart (Goddard et al. 2008; with solvers: Subercaseaux & Heule 2022).
The cells are those at most `radius` steps from the middle, which may have a colour of its own. Every ball of a colour
is a clique, and so is much of what two balls share: a graph with far more cliques than edges.
"""

import argparse
import itertools
from pathlib import Path

from planner import Formula


def colouring(radius, colours, middle=None):
    reach = range(-radius, radius + 1)
    cells = [(x, y) for x, y in itertools.product(reach, repeat=2) if abs(x) + abs(y) <= radius]
    f = Formula()
    has = {cell: f.new(colours) for cell in cells}
    for cell in cells:
        f.add(*has[cell])
    for one, other in itertools.combinations(cells, 2):
        steps = abs(one[0] - other[0]) + abs(one[1] - other[1])
        for first, second in list(zip(has[one], has[other]))[steps - 1 :]:
            f.add(-first, -second)
    if middle:
        f.add(has[0, 0][middle - 1])
    return f


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for radius, colours, middle in [(4, 7, None), (4, 8, None), (5, 9, None), (6, 10, None), (5, 9, 5), (6, 11, 4)]:
        name = f"packing-{radius}-{colours}" + (f"-{middle}" if middle else "")
        colouring(radius, colours, middle).write(arguments.folder / f"{name}.cnf")


if __name__ == "__main__":
    main()
