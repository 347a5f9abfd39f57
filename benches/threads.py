#!/usr/bin/env python3
"""Formulas solved by one thread and by several, in one run, one after the other.

Prints a row for each formula and a Markdown table of sums. Times are seconds on the clock, so nothing else may run beside it. Conflicts and
ticks do not depend on what else runs: those of the thread that answered are shown, with --deterministic the same in each run. A formula that is
not solved within the limit counts twice the limit (PAR-2). Two answers that contradict each other are an error.

With --proofs, each refutation is written down and judged by `gordian check`, and by drat-trim, too, where its path is given.
"""

import argparse
import json
import lzma
import sys
import tempfile
import time
from pathlib import Path

from processes import run


def verdict(text):
    """What a checker says, in one word."""
    return "verified" if "VERIFIED" in text and "NOT VERIFIED" not in text else "REFUSED"


def solve(arguments, formula, threads, proof):
    """One answer."""
    words = [arguments.gordian, "solve", "--json", "-n", "--force", "--time", str(arguments.limit), "--threads", str(threads)]
    words += ["--deterministic"] if arguments.deterministic else []
    words += [word for setting in arguments.set for word in ("--set", setting)]
    began = time.monotonic()
    text, *_ = run(words + [formula] + ([proof] if arguments.proofs else []), 3 * arguments.limit * threads)
    seconds = time.monotonic() - began
    answer = json.loads(text)
    row = {"status": answer["status"], "seconds": seconds, "conflicts": answer["stats"]["conflicts"], "ticks": answer["stats"]["ticks"]}
    row["winner"] = answer.get("portfolio", {}).get("winner")
    if arguments.proofs and answer["status"] == "unsatisfiable":
        row["check"] = verdict(run([arguments.gordian, "check", formula, proof], 20 * arguments.limit)[0])
        if arguments.drat_trim:
            plain = proof.with_name("formula.cnf")
            plain.write_bytes(lzma.decompress(formula.read_bytes()))
            row["drat-trim"] = verdict(run([arguments.drat_trim, plain, proof, "-t", str(20 * arguments.limit)], 20 * arguments.limit)[0])
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formulas", type=Path, nargs="+", help="formulas, compressed by xz")
    parser.add_argument("--gordian", default="target/release/gordian")
    parser.add_argument("--limit", type=int, default=20, help="seconds for a formula")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="numbers of threads")
    parser.add_argument("--deterministic", action="store_true", help="search in the same way each time")
    parser.add_argument("--proofs", action="store_true", help="write proofs, and judge them")
    parser.add_argument("--drat-trim", help="path of drat-trim")
    parser.add_argument("--set", action="append", default=[], help="an option of the engine")
    arguments = parser.parse_args()
    rows = {threads: [] for threads in arguments.threads}
    with tempfile.TemporaryDirectory() as directory:
        for formula in arguments.formulas:
            known = set()
            for threads in arguments.threads:
                row = solve(arguments, formula, threads, Path(directory) / "proof.drat")
                rows[threads].append(row)
                known.add(row["status"])
                shown = (f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items())
                print(formula.name.removesuffix(".cnf.xz"), f"threads {threads}", *shown, sep=" | ", flush=True)
            if {"satisfiable", "unsatisfiable"} <= known:
                sys.exit(f"{formula}: answers contradict each other")
    both = [all(row["status"] != "unknown" for row in pair) for pair in zip(*rows.values())]
    print("\n| threads | solved | PAR-2 | conflicts | ticks | by another than the first |\n|---|---|---|---|---|---|")
    for threads, of_threads in rows.items():
        solved = [row for row in of_threads if row["status"] != "unknown"]
        score = sum(row["seconds"] for row in solved) + 2 * arguments.limit * (len(of_threads) - len(solved))
        common = [row for row, is_common in zip(of_threads, both) if is_common]
        total = lambda key: sum(row[key] for row in common)
        others = sum(bool(row["winner"]) for row in solved)
        print(f"| {threads} | {len(solved)} of {len(of_threads)} | {score:.0f} | {total('conflicts')} | {total('ticks') / 1e6:.0f} M | {others} |")
    print(f"\nConflicts and ticks are of the {sum(both)} formulas that all solved.")
    for name in ("check", "drat-trim"):
        verdicts = [row[name] for of_threads in rows.values() for row in of_threads if name in row]
        if verdicts:
            print(f"{name}: {verdicts.count('verified')} of {len(verdicts)} proofs verified")


if __name__ == "__main__":
    sys.exit(main())
