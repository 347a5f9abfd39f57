#!/usr/bin/env python3
"""Writes inversions of the VMPC function as CNF to a folder: each has a solution.

VMPC (Zoltak 2004) takes a permutation P of n numbers to Q, where Q(x) = P(P(P(x)) + 1), modulo n.
Q is given, P is asked for. Variable n * x + y + 1 says that P takes x to y.
"""

import argparse
import random
from pathlib import Path


def inversion(size, seed):
    """The clauses that hold for P, for the image of a random permutation."""
    secret = list(range(size))
    random.Random(seed).shuffle(secret)
    image = [secret[(secret[secret[x]] + 1) % size] for x in range(size)]
    takes = lambda x, y: size * x + y + 1
    clauses = []
    for x in range(size):
        clauses.append({takes(x, y) for y in range(size)})
        clauses.append({takes(y, x) for y in range(size)})
        for low in range(size):
            for high in range(low + 1, size):
                clauses.append({-takes(x, low), -takes(x, high)})
                clauses.append({-takes(low, x), -takes(high, x)})
    for x in range(size):
        for first in range(size):
            for second in range(size):
                last = takes((second + 1) % size, image[x])
                clauses.append({-takes(x, first), -takes(first, second), last})
    return [clause for clause in clauses if not any(-lit in clause for lit in clause)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=[24, 25, 26])
    parser.add_argument("--each", type=int, default=4, help="so many formulas of each size")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for size in arguments.sizes:
        for seed in range(1, arguments.each + 1):
            clauses = inversion(size, seed)
            with open(arguments.folder / f"vmpc-{size}-{seed}.cnf", "w") as file:
                print("p cnf", size * size, len(clauses), file=file)
                for clause in clauses:
                    print(*sorted(clause, key=abs), 0, file=file)


if __name__ == "__main__":
    main()
