#!/usr/bin/env python3
"""Writes inversions of the VMPC function as CNF to a folder: each has a solution.

VMPC (Zoltak 2004) takes a permutation P of n numbers to Q, where Q(x) = P(P(P(x)) + 1), modulo n.
Q is given, P is asked for. Variable n * x + y + 1 says that P takes x to y.
"""

import argparse
import itertools
import random
from pathlib import Path

from other_kinds import permutations


def inversion(size, seed):
    """The clauses that hold for P, for the image of a random permutation."""
    secret = list(range(size))
    random.Random(seed).shuffle(secret)
    image = [secret[(secret[secret[x]] + 1) % size] for x in range(size)]
    takes = lambda x, y: size * x + y + 1
    f = permutations(size)
    for x, first, second in itertools.product(range(size), repeat=3):
        clause = {-takes(x, first), -takes(first, second), takes((second + 1) % size, image[x])}
        if not any(-lit in clause for lit in clause):
            f.add(*sorted(clause, key=abs))
    return f


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[24, 25, 26])
    parser.add_argument("--each", type=int, default=4, help="so many formulas of each size")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for size, seed in itertools.product(arguments.sizes, range(1, arguments.each + 1)):
        inversion(size, seed).write(arguments.folder / f"vmpc-{size}-{seed}.cnf")


if __name__ == "__main__":
    main()
