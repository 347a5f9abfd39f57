#!/usr/bin/env python3
"""Graphs up to isomorphism, by smsg of SAT Modulo Symmetries beside gordian: prints a Markdown table of CPU times.

Both programs get the same formula, whose only variables are the edges. smsg knows that these are edges, and knows the number of vertices;
gordian finds the symmetries of the formula, except where it has no clauses and so more symmetries than the renumberings of the vertices:
then gordian reads these from a file. `--cutoff 0` lets smsg test every graph to the end: without it, it lists one of the triangle-free
graphs on ten vertices twice. The numbers must be those of the On-Line Encyclopedia of Integer Sequences.
"""

import argparse
import itertools
import json
import re
import sys
import tempfile
from pathlib import Path

from planner import Formula, graphs
from processes import mebibytes, ratio, run

ROOT = Path(__file__).resolve().parent.parent


def regular(n, degree):
    """Graphs on n vertices all of this degree."""
    f = Formula()
    edge = {}
    for a, b in itertools.combinations(range(n), 2):
        edge[a, b] = edge[b, a] = f.new(1)[0]
    for a in range(n):
        at = [edge[a, b] for b in range(n) if b != a]
        for some in itertools.combinations(at, degree + 1):
            f.add(*(-lit for lit in some))
        for some in itertools.combinations(at, n - degree):
            f.add(*some)
    return f


def classes():
    """Each class of graphs, its number of vertices, its formula, and how many there are: A000088, A006785, A006786, A005638."""
    for n, number in {6: 156, 7: 1044, 8: 12346}.items():
        yield "all", n, graphs(n, None), number
    for n, number in {7: 107, 8: 410, 9: 1897, 10: 12172}.items():
        yield "triangle-free", n, graphs(n, "triangle"), number
    for n, number in {7: 117, 8: 351, 9: 1230}.items():
        yield "square-free", n, graphs(n, "square"), number
    for n, number in {8: 6, 10: 21, 12: 94}.items():
        yield "cubic", n, regular(n, 3), number


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", type=Path, default=ROOT / "target/release/gordian")
    parser.add_argument("--smsg", type=Path, required=True)
    parser.add_argument("--cap", type=int, default=300, help="CPU seconds of each program")
    arguments = parser.parse_args()
    wrong = 0
    print("| graphs | vertices | classes | SMS s | MiB | Gordian s | MiB | method | SMS / Gordian |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for name, n, formula, number in classes():
            # smsg numbers the edges as planner.graphs and regular do.
            cnf = Path(folder) / f"{name}-{n}.cnf"
            formula.write(cnf)
            smsg = [arguments.smsg.resolve(), "-v", str(n), "--all-graphs", "--hide-graphs", "--cutoff", "0", "--dimacs", cnf]
            text, their_seconds, their_memory, _ = run(smsg, arguments.cap)
            found = re.search(r"Number of graphs: (\d+)", text)
            symmetry = "auto" if formula.clauses else cnf.with_suffix(".sym")
            gordian = [arguments.gordian.resolve(), "count", "--symmetry", symmetry, "--json", cnf]
            text, seconds, memory, _ = run(gordian, arguments.cap)
            ours = json.loads(text or "{}")
            shown = []
            for program, answer, took in [
                ("SMS", found and found[1], their_seconds),
                ("gordian", ours.get("orbits") if ours.get("complete") else None, seconds),
            ]:
                if answer and int(answer) != number:
                    wrong += 1
                    print(f"{cnf.stem}: {program} finds {answer} classes, not {number}", file=sys.stderr)
                # A program is stopped up to a moment before its time.
                missed = f"more than {arguments.cap}" if took > arguments.cap - 0.5 else f"gives up after {took:.0f}"
                shown.append(f"{took:.2f}" if answer else missed)
            both = found and ours.get("complete")
            times = ratio(their_seconds, seconds) if both else ""
            print(
                f"| {name} | {n} | {number} | {shown[0]} | {mebibytes(their_memory)} | {shown[1]} | {mebibytes(memory)} "
                f"| {ours.get('method', '')} | {times} |",
                flush=True,
            )
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
