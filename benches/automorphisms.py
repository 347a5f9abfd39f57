#!/usr/bin/env python3
"""Finding the symmetries of formulas by Gordian, nauty and Traces, in one run: prints a Markdown table, and a line for each difference.

Each formula by all three before the next one, each in a process of its own: where memory runs out, Traces ends the process it is in.
"""

import argparse
import lzma
import sys
import tempfile
from pathlib import Path

from processes import run

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ("gordian", "nauty", "traces")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="formulas, .cnf or .cnf.xz")
    parser.add_argument("--program", type=Path, default=ROOT / "benches/automorphisms/target/release/automorphisms")
    parser.add_argument("--limit", type=int, default=10, help="CPU seconds of a run")
    arguments = parser.parse_args()
    totals = {program: [0, 0, 0.0] for program in PROGRAMS}
    for file in arguments.files:
        orders = set()
        with tempfile.NamedTemporaryFile(suffix=".cnf") as formula:
            formula.write(lzma.open(file).read() if file.suffix == ".xz" else file.read_bytes())
            formula.flush()
            for program in PROGRAMS:
                output, seconds, _, code = run([arguments.program, program, formula.name], arguments.limit)
                order = output.split("\t")[0] if code == 0 else "none"
                print(file.name, program, order, f"{seconds:.2f}", sep="\t", file=sys.stderr, flush=True)
                total = totals[program]
                if order.endswith("+"):
                    total[1] += 1
                elif order != "none":
                    total[0] += 1
                    orders.add(order)
                total[2] += seconds
        if len(orders - {"large"}) > 1:
            print(f"{file.name}: the orders differ: {', '.join(sorted(orders))}")
    print("| program | all symmetries found | some | seconds |")
    print("|---|---:|---:|---:|")
    for program, (complete, partial, seconds) in totals.items():
        print(f"| {program} | {complete} of {len(arguments.files)} | {partial} | {seconds:.0f} |")


if __name__ == "__main__":
    main()
