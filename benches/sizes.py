"""Sizes of the samples' formulas beside naive ones and those of PySAT's encoders, for docs/encodings.md.

Usage: python benches/sizes.py --gordian target/release/gordian
Needs the package python-sat. A formula is written as `gordian encode` writes it, groups as pairs. *Naive* has no auxiliary variables: pairs
for at-most-one, and a clause for each combination that a cage, a region, a row of stars or an equation excludes. *PySAT* takes
the fewest clauses that one of its at-most encodings (`CardEnc`) gives for counts, pairs for at-most-one.
"""

import argparse
import itertools
import json
import math
import pathlib
import subprocess

from pysat.card import CardEnc, EncType

ROOT = pathlib.Path(__file__).parent.parent
ENCODINGS = {
    "seqcounter": EncType.seqcounter, "sortnetwrk": EncType.sortnetwrk, "cardnetwrk": EncType.cardnetwrk,
    "totalizer": EncType.totalizer, "mtotalizer": EncType.mtotalizer, "kmtotalizer": EncType.kmtotalizer,
}


def pairs(count):
    return math.comb(count, 2)


def shortest(kind, count, bound):
    """Auxiliary variables and clauses of the encoding of PySAT with the fewest clauses."""
    made = []
    for name, encoding in ENCODINGS.items():
        cnf = kind(lits=list(range(1, count + 1)), bound=bound, encoding=encoding)
        made.append((len(cnf.clauses), max(cnf.nv, count) - count, name))
    clauses, variables, name = min(made)
    return variables, clauses, name


def gordian(program, path):
    text = subprocess.run([program, "encode", ROOT / "puzzles" / path], capture_output=True, text=True, check=True).stdout
    header = next(line for line in text.splitlines() if line.startswith("p cnf")).split()
    return int(header[2]), int(header[3])


def queens():
    """Star Battle, ten by ten, two stars: thirty exactly-two of ten, and neighbours."""
    size, stars = 10, 2
    lines = 3 * size
    touching = 2 * size * (size - 1) + 2 * (size - 1) ** 2
    # No three in a line, and two among any nine.
    naive = lines * (math.comb(size, stars + 1) + math.comb(size, size - stars + 1)) + touching
    variables, clauses, name = shortest(CardEnc.equals, size, stars)
    return (size * size, naive), (size * size + lines * variables, lines * clauses + touching), name


def sudoku(cages):
    """Nine by nine with cages: cells and houses as exactly-one, and what the sums exclude."""
    groups = 81 + 3 * 81
    clauses = groups * (1 + pairs(9))
    for size, total in cages:
        clauses += sum(sum(digits) != total for digits in itertools.permutations(range(1, 10), size)) if total else 0
        clauses += 9 * pairs(size)
    return 729, clauses


def cryptarithm():
    """SEND + MORE = MONEY: eight letters, each with a digit; a clause for each different digits that do not add up."""
    letters = 8
    return letters * 10, letters * (1 + pairs(10)) + 10 * pairs(letters) + 2 + math.perm(10, letters) - 25


def pips():
    """The sample of five dominoes: where each lies, and what the regions exclude."""
    puzzle = json.loads((ROOT / "puzzles/pips/five-dominoes.json").read_text())["medium"]
    squares = [tuple(square) for region in puzzle["regions"] for square in region["indices"]]
    edges = [(a, b) for a in squares for b in squares if b in [(a[0], a[1] + 1), (a[0] + 1, a[1])]]
    lies = [len(edges) * len({(a, b), (b, a)}) for a, b in puzzle["dominoes"]]
    covering = [sum(square in edge for edge in edges) * sum(len({(a, b), (b, a)}) for a, b in puzzle["dominoes"]) for square in squares]
    numbers = {n for domino in puzzle["dominoes"] for n in domino}
    # A number on a square is defined by the ways to lie that put it there.
    held = len(squares) * len(numbers)
    clauses = sum(1 + pairs(count) for count in lies + covering) + 2 * sum(lies) + held
    for region in puzzle["regions"]:
        target = region.get("target", 0)
        holds = {
            "sum": lambda own: sum(own) == target, "less": lambda own: sum(own) < target, "greater": lambda own: sum(own) > target,
            "equals": lambda own: len(set(own)) == 1, "unequal": lambda own: len(set(own)) == len(own), "empty": lambda own: True,
        }[region["type"]]
        clauses += sum(not holds(own) for own in itertools.product(numbers, repeat=len(region["indices"])))
    return sum(lies) + held, clauses


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", required=True)
    program = parser.parse_args().gordian
    killer = json.loads((ROOT / "puzzles/sudoku/killer-9x9.json").read_text())["killercage"]
    cages = [(len(cage["cells"]), int(cage.get("value") or 0)) for cage in killer]
    print("| at most | Gordian | PySAT: fewest clauses | with |\n|---|---|---|---|")
    table = (ROOT / "docs/encodings.md").read_text()
    for bound, count in [(2, 8), (4, 8), (4, 16), (8, 16), (8, 32), (16, 32), (16, 64), (32, 64)]:
        row = next(line for line in table.splitlines() if line.startswith(f"| {bound} of {count} |"))
        variables, clauses, name = shortest(CardEnc.atmost, count, bound)
        print(f"| {bound} of {count} |{row.split('|')[4]}| {variables} / {clauses} | {name} |")
    star_naive, star_pysat, star_name = queens()
    rows = [
        ("Pips", "pips/five-dominoes.json", pips(), None),
        ("Star Battle", "queens/star-battle-10x10.txt", star_naive, (*star_pysat, star_name)),
        ("Sudoku", "sudoku/classic-9x9.txt", sudoku([]), None),
        ("Sudoku with cages", "sudoku/killer-9x9.json", sudoku(cages), None),
        ("cryptarithm", "cryptarithms/send-more-money.txt", cryptarithm(), None),
    ]
    print("\n| | sample | Gordian | naive | PySAT |\n|---|---|---:|---:|---:|")
    for name, path, naive, pysat in rows:
        ours = "{} / {}".format(*gordian(program, path))
        theirs = "{} / {} ({})".format(*pysat) if pysat else ""
        print(f"| {name} | `{path}` | {ours} | {naive[0]} / {naive[1]} | {theirs} |")


if __name__ == "__main__":
    main()
