#!/usr/bin/env python3
"""Writes quasigroups and Sudokus with holes as CNF to a folder: exactly one of each row, column, box and square.

Squares are shuffled from a cyclic one, and as many holes are made in each row and column, as far as the number of holes allows. "exactly one" is
a sequential counter (Sinz 2005), or all pairs.
"""

import argparse
import random
import sys
from pathlib import Path

# Kind, side, holes, seed, whether pairs.
PROBLEMS = [
    ("quasigroup", 33, 375, 1, False),
    ("quasigroup", 33, 381, 2, False),
    ("quasigroup", 33, 385, 3, True),
    ("quasigroup", 35, 420, 1, False),
    ("quasigroup", 35, 425, 2, False),
    ("quasigroup", 35, 430, 3, False),
    ("quasigroup", 35, 440, 4, True),
    ("quasigroup", 40, 600, 1, False),
    ("quasigroup", 40, 580, 3, False),
    ("sudoku", 36, 650, 1, False),
    ("sudoku", 36, 690, 2, False),
    ("sudoku", 36, 720, 3, False),
    ("sudoku", 36, 720, 4, False),
    ("sudoku", 36, 760, 5, False),
    ("sudoku", 36, 700, 6, True),
    ("sudoku", 49, 1050, 1, False),
    ("sudoku", 49, 1150, 2, False),
]


def quasigroup(side, draw):
    """A Latin square, far from the cyclic one: cycles of two rows, or columns, are exchanged again and again."""
    square = [[(row + column) % side for column in range(side)] for row in range(side)]
    draw.shuffle(square)
    columns = draw.sample(range(side), side)
    square = [[row[column] for column in columns] for row in square]
    for _ in range(6 * side):
        one, two = draw.sample(range(side), 2)
        places = {value: column for column, value in enumerate(square[one])}
        cycle = [draw.randrange(side)]
        while (following := places[square[two][cycle[-1]]]) != cycle[0]:
            cycle.append(following)
        if len(cycle) < side:
            for column in cycle:
                square[one][column], square[two][column] = square[two][column], square[one][column]
        if draw.random() < 0.5:
            square = [list(column) for column in zip(*square)]
    return square


def sudoku(base, draw):
    """A solved Sudoku: the usual one with bands, lines and values shuffled."""
    side = base * base
    rows, columns = ([band * base + line for band in draw.sample(range(base), base) for line in draw.sample(range(base), base)] for _ in "rc")
    values = draw.sample(range(side), side)
    return [[values[(base * (row % base) + row // base + column) % side] for column in columns] for row in rows]


def holes(side, number, draw):
    """So many squares, in turns one of each row, each column once."""
    chosen = []
    while len(chosen) < number:
        turn = zip(range(side), draw.sample(range(side), side))
        chosen += [square for square in turn if square not in chosen]
    return set(chosen[:number])


def formula(square, boxes, open_squares, are_pairs):
    """The number of variables, and the clauses."""
    side = len(square)
    clauses = []
    count = side**3

    def variable(row, column, value):
        return (row * side + column) * side + value + 1

    def exactly_one(literals):
        nonlocal count
        clauses.append(literals)
        if are_pairs:
            clauses.extend([-one, -two] for at, one in enumerate(literals) for two in literals[:at])
            return
        before = None
        for literal in literals[:-1]:
            count += 1
            clauses.append([-literal, count])
            if before:
                clauses.extend([[-before, count], [-literal, -before]])
            before = count
        clauses.append([-literals[-1], -before])

    lines = range(side)
    for one in lines:
        for two in lines:
            exactly_one([variable(one, two, value) for value in lines])
            exactly_one([variable(one, column, two) for column in lines])
            exactly_one([variable(row, one, two) for row in lines])
    for box in boxes:
        for value in lines:
            exactly_one([variable(row, column, value) for row, column in box])
    for row in lines:
        clauses.extend([variable(row, column, square[row][column])] for column in lines if (row, column) not in open_squares)
    return count, clauses


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for kind, side, number, seed, are_pairs in PROBLEMS:
        draw = random.Random(1000 * seed + side)
        base = round(side**0.5)
        if kind == "sudoku":
            square = sudoku(base, draw)
            corners = [(base * row, base * column) for row in range(base) for column in range(base)]
            boxes = [[(row + down, column + across) for down in range(base) for across in range(base)] for row, column in corners]
        else:
            square, boxes = quasigroup(side, draw), []
        count, clauses = formula(square, boxes, holes(side, number, draw), are_pairs)
        path = arguments.folder / f"{kind}-{side}-{number}-{seed}{'-pairs' if are_pairs else ''}.cnf"
        with path.open("w") as file:
            file.write(f"p cnf {count} {len(clauses)}\n")
            file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        print(path, file=sys.stderr)


if __name__ == "__main__":
    main()
