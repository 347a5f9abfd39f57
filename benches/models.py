#!/usr/bin/env python3
"""Counting the models of formulas with known numbers beside other programs, in one run: prints a Markdown table.

Gordian, ganak (the PyPI package pyganak, of the Python that runs this script) and `clasp -n 0`, each on a file before
the next file. Every number that a program prints is compared with the known one. With FILEs, these are counted, and the
programs compared with each other; clasp does not read the lines that name the variables that matter. With --weighted, sums
of weights: gordian's, which are exact, beside ganak's, which count in floating point with 128 bits and print a double.
"""

import argparse
import csv
import gzip
import json
import lzma
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("GORDIAN_SHARED", ROOT.parent / "shared"))


def run(command, limit):
    """What a command prints, and its CPU seconds, of which it may take so many."""

    def set_limit():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=set_limit)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_gordian(gordian, file, limit, weighted):
    text, seconds = run([gordian, "count", "--json", *["--weighted"] * weighted, file], limit)
    try:
        document = json.loads(text)
    except json.JSONDecodeError:
        return None, seconds
    return document["weight" if weighted else "count"] if document["complete"] else None, seconds


def by_clasp(_, file, limit, weighted):
    text, seconds = run(["clasp", "-n", "0", "-q", file], limit)
    found = re.search(r"Models\s*:\s*(\d+)\s*$", text, re.MULTILINE)
    return found[1] if found and "INTERRUPTED" not in text else None, seconds


def by_ganak(_, file, limit, weighted):
    text, seconds = run([sys.executable, __file__, "--ganak", file, *["--weighted"] * weighted], limit)
    words = text.split()
    # It may say something before the number.
    return words[-1] if words else None, seconds


def ganak(file, weighted):
    from pyganak import Counter, WeightedCounter

    counter = WeightedCounter() if weighted else Counter()
    clause, has_header, shown, weights = [], False, None, {}
    for line in Path(file).read_text().splitlines():
        if line.startswith("p cnf"):
            # Some files have it twice.
            if not has_header:
                counter.new_vars(int(line.split()[2]))
            has_header = True
        elif line.startswith(("c p show", "c ind")):
            shown = (shown or []) + [int(word) for word in line.split() if word.isdigit() and word != "0"]
        elif line.startswith("c p weight"):
            literal, weight = line.split()[3:5]
            weights[int(literal)] = float(Fraction(weight))
        elif line and line[0] != "c":
            for literal in map(int, line.split()):
                if literal:
                    clause.append(literal)
                else:
                    counter.add_clause(clause)
                    clause = []
    if shown is not None:
        counter.set_sampling_set(shown)
    if weighted:
        for literal, weight in weights.items():
            counter.set_lit_weight(literal, weight)
            if -literal not in weights:
                counter.set_lit_weight(-literal, 1 - weight)
    print(repr(counter.count()))


def double(number):
    """The double next to a number or a fraction, written in decimals; infinite where it is too large."""
    if number in ("inf", "-inf", "nan"):
        return float(number)
    sys.set_int_max_str_digits(0)
    try:
        return float(Fraction(number))
    except OverflowError:
        return -math.inf if number.startswith("-") else math.inf


def same(number, right, weighted):
    """Whether two answers agree; sums of weights, to nine digits."""
    return math.isclose(double(number), double(right), rel_tol=1e-9) if weighted else number == right


def known(contains):
    """The formulas of the shared folder whose name contains this, with their numbers."""
    with open(SHARED / "bench/counting/counts.tsv", newline="") as table:
        for row in csv.DictReader(table, delimiter="\t"):
            if contains in row["file"]:
                yield SHARED / "bench/counting" / row["file"], row["count"]


def content(path):
    opener = {".xz": lzma.open, ".gz": gzip.open}.get(path.suffix, open)
    with opener(path, "rb") as file:
        return file.read()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", type=Path, default=ROOT / "target/release/gordian")
    parser.add_argument("--limit", type=int, default=60, help="CPU seconds of a run; a miss counts twice as much")
    parser.add_argument("--programs", default="gordian,ganak,clasp")
    parser.add_argument("--files", default="", help="only files whose name contains this")
    parser.add_argument("inputs", nargs="*", type=Path, metavar="FILE", help="formulas, also as .gz or .xz")
    parser.add_argument("--weighted", action="store_true", help="sum up weights; by gordian and ganak")
    parser.add_argument("--ganak", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.ganak:
        ganak(arguments.ganak, arguments.weighted)
        return
    gordian = arguments.gordian.resolve()
    programs = {
        name: {"gordian": by_gordian, "ganak": by_ganak, "clasp": by_clasp}[name]
        for name in arguments.programs.split(",")
    }
    sums = {name: [0, 0.0] for name in programs}
    print("| formula | " + " | ".join(programs) + " |")
    print("| --- |" + " ---: |" * len(programs))
    wrong = 0
    inputs = [(path, None) for path in arguments.inputs] or known(arguments.files)
    with tempfile.TemporaryDirectory() as folder:
        for source, right in inputs:
            name = source.name.split(".cnf")[0]
            file = Path(folder) / f"{name}.cnf"
            file.write_bytes(content(source))
            cells = []
            for program, count in programs.items():
                number, seconds = count(gordian, file, arguments.limit, arguments.weighted)
                solved = number is not None and seconds <= arguments.limit
                right = number if solved and right is None else right
                if solved and not same(number, right, arguments.weighted):
                    wrong += 1
                    sums[program][1] += 2 * arguments.limit
                    cells.append(f"**{number}**, not {right}")
                    continue
                sums[program][0] += solved
                sums[program][1] += seconds if solved else 2 * arguments.limit
                cells.append(f"{seconds:.2f}" if solved else "")
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
            file.unlink()
    print("| solved | " + " | ".join(str(solved) for solved, _ in sums.values()) + " |")
    print("| PAR-2 | " + " | ".join(f"{seconds:.1f}" for _, seconds in sums.values()) + " |")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
