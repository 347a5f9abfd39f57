#!/usr/bin/env python3
"""The solver without each of its techniques, on formulas that it solves with all of them.

Every formula runs with all variants in turn, so that whatever else runs beside meets all of them. A formula that is not solved with all
techniques within the limit of CPU time is left out, and one that a variant misses counts twice the limit (PAR-2). Ticks do not depend on what
else runs: the table shows their geometric mean, divided by that with all techniques, over the formulas that both solve. Two answers that
contradict each other are an error.

With --tsv, a row for each run is written, and rows that are there already are not run again.
"""

import argparse
import json
import math
from collections import defaultdict
from pathlib import Path

from processes import run

VARIANTS = """cliques=0 eliminate=0 subsume_effort=0 vivify=0 probe=0 sweep=0 congruence=0 decompose=0 bva=0 shrink=0 minimize=0 walk=0 tabu=0
rephase=0 target=0 mode=0 mode=1 mode=2 bump_reasons=0 inprocess=0 preprocess=0 pigeonhole=0,gauss=0 compact=0 lucky=0 reuse_trail=0
reduce_size=0""".split()


def solve(arguments, formula, variant):
    """Status, CPU seconds, conflicts and ticks."""
    settings = [word for setting in variant.split(",") if setting for word in ("--set", setting)]
    words = [arguments.gordian, "solve", "--json", "-n", *settings, formula]
    text, seconds, *_ = run(words, arguments.limit)
    answer = json.loads(text) if text.strip() else {"status": "unknown"}
    counters = answer.get("stats", {})
    return answer["status"], seconds, counters.get("conflicts", 0), counters.get("ticks", 0)


def mean(rows, verdict):
    """The geometric mean of ticks, divided by those with all techniques."""
    ratios = [row[3] / whole[3] for whole, row in rows if row[0] == whole[0] == verdict and row[3] and whole[3]]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def table(rows, limit):
    """A line for each variant."""
    print("| variant | solved | PAR-2 | ticks, unsatisfiable | ticks, satisfiable |\n|---|---:|---:|---:|---:|")
    solved = [of_formula for of_formula in rows.values() if of_formula[""][0] != "unknown"]
    for of_formula in solved:
        assert len({row[0] for row in of_formula.values()} - {"unknown"}) == 1, of_formula
    for variant in ["", *VARIANTS]:
        pairs = [(of_formula[""], of_formula[variant]) for of_formula in solved if variant in of_formula]
        number = sum(row[0] != "unknown" for _, row in pairs)
        seconds = sum(2 * limit if row[0] == "unknown" else row[1] for _, row in pairs)
        name = ", ".join(f"`{setting}`" for setting in variant.split(",") if setting) or "all techniques"
        print(f"| {name} | {number} of {len(pairs)} | {seconds:.0f} | {mean(pairs, 'unsatisfiable'):.2f} | {mean(pairs, 'satisfiable'):.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formulas", nargs="+", type=Path)
    parser.add_argument("--gordian", default="target/release/gordian")
    parser.add_argument("--limit", type=int, default=10, help="CPU seconds of a run (default 10)")
    parser.add_argument("--tsv", type=Path, help="a file for the runs: formula, variant, status, seconds, conflicts, ticks")
    arguments = parser.parse_args()
    rows = defaultdict(dict)
    if arguments.tsv and arguments.tsv.exists():
        for line in arguments.tsv.read_text().splitlines():
            formula, variant, status, *numbers = line.split("\t")
            rows[formula][variant] = (status, *map(float, numbers))
    for formula in arguments.formulas:
        of_formula = rows[formula.name]
        for variant in ["", *VARIANTS]:
            if variant not in of_formula and of_formula.get("", [""])[0] != "unknown":
                of_formula[variant] = row = solve(arguments, formula, variant)
                if arguments.tsv:
                    with arguments.tsv.open("a") as file:
                        print(formula.name, variant, *row, sep="\t", file=file)
    table(rows, arguments.limit)


if __name__ == "__main__":
    main()
