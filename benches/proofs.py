#!/usr/bin/env python3
"""Proofs of a folder's unsatisfiable formulas, in one run: what writing them costs, how large they are, and who verifies them.

Each formula is solved without a proof, with DRAT and with LRAT, one after the other, and both proofs are checked by `gordian check`; by drat-trim
and lrat-check, too, where their paths are given. Prints a row for each formula, and a Markdown table of sums. Times are seconds of CPU.
"""

import argparse
import lzma
import sys
import tempfile
from pathlib import Path

from processes import run


def verdict(text):
    """What a checker says, in one word."""
    words = [line for line in text.splitlines() if "VERIFIED" in line]
    if any("NOT VERIFIED" in line for line in words):
        return "REFUSED"
    return "verified" if words else "none"


def measure(gordian, formula, arguments, directory):
    """One formula: a row, or `None` if it is not refuted within the limit."""
    proofs = {"drat": directory / "proof.drat", "lrat": directory / "proof.lrat"}
    options = ["--time", str(arguments.limit), "-q", "--force"]
    row = {"formula": formula.name.removesuffix(".cnf.xz")}
    text, row["solved"], *_ = run([gordian, "solve", *options, formula])
    if "s UNSATISFIABLE" not in text:
        return None
    for form, path in proofs.items():
        extra = ["--lrat"] if form == "lrat" else []
        text, row[form], *_ = run([gordian, "solve", *options, *extra, formula, path], 3 * arguments.limit)
        if "s UNSATISFIABLE" not in text:
            row[form + "_by"] = "no proof in time"
            continue
        row[form + "_size"] = path.stat().st_size
        text, row[form + "_checked"], *_ = run([gordian, "check", formula, path], 20 * arguments.limit)
        row[form + "_by"] = verdict(text)
    if arguments.drat_trim or arguments.lrat_check:
        plain = directory / "formula.cnf"
        plain.write_bytes(lzma.decompress(formula.read_bytes()))
        if arguments.drat_trim:
            text, *_ = run([arguments.drat_trim, plain, proofs["drat"], "-t", str(20 * arguments.limit)])
            row["drat_trim"] = verdict(text)
        if arguments.lrat_check:
            words = [gordian, "solve", *options, "--lrat", "--no-binary", formula, directory / "proof.txt"]
            run(words, 3 * arguments.limit)
            text, *_ = run([arguments.lrat_check, plain, directory / "proof.txt"], 20 * arguments.limit)
            row["lrat_check"] = verdict(text)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formulas", type=Path, nargs="+", help="formulas, compressed by xz")
    parser.add_argument("--gordian", default="target/release/gordian")
    parser.add_argument("--limit", type=int, default=20, help="seconds of time for a formula without a proof")
    parser.add_argument("--drat-trim", help="path of drat-trim")
    parser.add_argument("--lrat-check", help="path of lrat-check, of the same package")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        for formula in arguments.formulas:
            row = measure(arguments.gordian, formula, arguments, Path(directory))
            if row:
                rows.append(row)
                shown = (f"{key} {value:.2f}" if isinstance(value, float) else f"{key} {value}" for key, value in row.items())
                print(" | ".join(shown), flush=True)
    whole = [row for row in rows if "drat_size" in row and "lrat_size" in row]
    total = lambda key: sum(row[key] for row in whole)
    count = lambda key: sum(row.get(key) == "verified" for row in rows)
    print(f"\n{len(rows)} refuted, {total('solved'):.1f} s without proofs\n")
    print("| proof | verified | outside checker | time to solve | size | time to check |")
    print("|---|---|---|---|---|---|")
    for form, outside in (("drat", "drat_trim"), ("lrat", "lrat_check")):
        others = f"{count(outside)} of {sum(outside in row for row in rows)}"
        cost = total(form) / max(total("solved"), 1e-9)
        size = total(form + "_size") / 1e6
        print(f"| {form.upper()} | {count(form + '_by')} of {len(rows)} | {others} | {cost:.2f} | {size:.1f} MB | {total(form + '_checked'):.1f} s |")


if __name__ == "__main__":
    sys.exit(main())
