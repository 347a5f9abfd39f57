#!/usr/bin/env python3
"""Counting beside other programs, in one run: prints Markdown tables.

1. All solutions by miniexact (dancing links, in C) and the crate dlx-rs beside gordian, which counts them, counts them up to symmetry and
   lists them to a file: CPU time and memory.
2. Models per second of CaDiCaL 1.9.5 in PySAT with a blocking loop beside gordian's orbit blocking, on the CNF that `gordian encode` writes.

Needs the PyPI packages miniexact and python-sat in the Python that runs this script.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from pathlib import Path

from processes import run

ROOT = Path(__file__).resolve().parent.parent
POLYFORMS = ROOT / "puzzles" / "polyforms"


def exact_cover(cnf):
    """The options of a polyform puzzle in the words of its CNF's map, as a DLX problem: items, then one option a line."""
    options = []
    for line in cnf.splitlines():
        found = re.fullmatch(r"c \d+: (\S+) covers ((?:\([\d,]+\) ?)+)", line)
        if found:
            cells = [cell.replace(",", "_") for cell in re.findall(r"\(([\d,]+)\)", found[2])]
            options.append(["piece_" + found[1], *cells])
    if not options:
        sys.exit("the map of the formula holds no placements")
    items = sorted({item for option in options for item in option})
    return "\n".join(" ".join(line) for line in [items, *options]) + "\n"


def document(text, name):
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        sys.exit(f"gordian printed no JSON document on {name}")


def beside_exact_cover(gordian, covers, names, cap, folder):
    """Every solution of boards, by programs for exact covers and by gordian: counted, counted up to symmetry, listed to a file."""
    miniexact = Path(sys.executable).with_name("miniexact")
    others = "miniexact s | dlx-rs s" if covers else "miniexact s"
    print(f"| board | solutions | {others} | gordian s | MiB | times faster | classes | s | MiB | times faster | all to a file s | MiB |")
    print("| --- |" + " ---: |" * (12 if covers else 11))
    for name in names:
        puzzle = POLYFORMS / f"{name}.txt"
        problem = folder / f"{name}.dlx"
        problem.write_text(exact_cover(run([gordian, "encode", puzzle])[0]))
        text, seconds, memory, _ = run([gordian, "count", "--json", puzzle])
        ours = document(text, name)
        text, class_seconds, class_memory, _ = run([gordian, "count", "--up-to-symmetry", "--json", puzzle])
        classes = document(text, name)
        text, list_seconds, list_memory, _ = run([gordian, "list", puzzle])
        theirs = {"miniexact": [miniexact, "-x", "-D", "-e", problem]}
        if covers:
            theirs["dlx-rs"] = [covers, problem]
        best, cells = None, []
        for program, command in theirs.items():
            text, their_seconds, _, _ = run(command, cap)
            found = re.search(r"Found (\d+) solutions", text)
            if found and not found[1] == ours["count"] == classes["count"]:
                sys.exit(f"{name}: {program} finds {found[1]} solutions, gordian {ours['count']} and {classes['count']}")
            best = min(best or their_seconds, their_seconds)
            cells.append(f"{their_seconds:.2f}" if found else f"more than {cap}")
        at_least = "" if any(cell[0] != "m" for cell in cells) else "over "
        print(
            f"| {name} | {ours['count']} | {' | '.join(cells)} | {seconds:.2f} | {memory:.0f} | {at_least}{best / seconds:.1f} "
            f"| {classes['orbits']} | {class_seconds:.2f} | {class_memory:.0f} | {at_least}{best / class_seconds:.1f} "
            f"| {list_seconds:.2f} | {list_memory:.0f} |",
            flush=True,
        )


def block(cnf_file, cap):
    """Finds models with a blocking loop until none is left or the CPU time is up; the clock starts when the formula is loaded."""
    from pysat.solvers import Solver

    visible, clauses, pending = [], [], []
    for line in Path(cnf_file).read_text().splitlines():
        if line.startswith("c p show"):
            visible += [int(word) for word in line.split()[3:] if word != "0"]
        elif line and line[0] not in "cp":
            pending += [int(word) for word in line.split()]
            while 0 in pending:
                end = pending.index(0)
                clauses.append(pending[:end])
                pending = pending[end + 1 :]
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        begin = time.process_time()
        models = 0
        complete = False
        while time.process_time() - begin < cap:
            if not solver.solve():
                complete = True
                break
            true = {literal for literal in solver.get_model() if literal > 0}
            # Every model sets the same number of placements, so excluding its true ones excludes it alone.
            solver.add_clause([-variable for variable in visible if variable in true])
            models += 1
        print(models, time.process_time() - begin, int(complete))


def beside_blocking(gordian, names, cap, folder):
    print("| puzzle | cadical195 models | s | a second | gordian classes | raw | s | classes a second | raw a second | classes ratio | raw ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in names:
        puzzle = POLYFORMS / f"{name}.txt"
        cnf = folder / f"{name}.cnf"
        cnf.write_text(run([gordian, "encode", puzzle])[0])
        command = [gordian, "count", "--method", "blocking", "--up-to-symmetry", "--json", puzzle]
        text, seconds, _, _ = run(command, cap)
        ours = document(text, name)
        text, _, _, status = run([sys.executable, __file__, "--block", cnf, "--cap", str(cap)])
        if status != 0:
            sys.exit(f"{name}: the blocking loop failed")
        models, their_seconds, complete = text.split()
        if ours["complete"] and complete == "1" and ours["count"] != models:
            sys.exit(f"{name}: cadical195 finds {models} models, gordian {ours['count']}")
        theirs = int(models) / float(their_seconds)
        classes, raw = int(ours["orbits"]) / seconds, int(ours["count"]) / seconds
        some = lambda complete: "" if complete else " (time up)"
        print(
            f"| {name} | {models}{some(complete == '1')} | {float(their_seconds):.1f} | {theirs:.1f} | {ours['orbits']}{some(ours['complete'])} "
            f"| {ours['count']} | {seconds:.1f} | {classes:.1f} | {raw:.1f} | {classes / theirs:.1f} | {raw / theirs:.1f} |",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", type=Path, default=ROOT / "target/release/gordian")
    parser.add_argument("--boards", default="pentominoes-6x10,pentominoes-8x8-square", help="puzzles to count beside miniexact and dlx-rs, or none")
    parser.add_argument(
        "--blocking",
        default="pentominoes-3x20,pentominoes-4x15,pentominoes-5x12,soma-cube",
        help="puzzles to list beside the blocking loop, or none",
    )
    parser.add_argument("--cap", type=int, default=60, help="CPU seconds of each blocking loop")
    parser.add_argument("--cover-cap", type=int, help="CPU seconds of each program for exact covers")
    parser.add_argument("--covers", type=Path, help="the program of benches/covers, to run dlx-rs too")
    parser.add_argument("--block", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.block:
        block(arguments.block, arguments.cap)
        return
    gordian = arguments.gordian.resolve()
    names = lambda text: [] if text == "none" else text.split(",")
    with tempfile.TemporaryDirectory() as folder:
        if names(arguments.boards):
            covers = arguments.covers.resolve() if arguments.covers else None
            beside_exact_cover(gordian, covers, names(arguments.boards), arguments.cover_cap, Path(folder))
            print()
        if names(arguments.blocking):
            beside_blocking(gordian, names(arguments.blocking), arguments.cap, Path(folder))


if __name__ == "__main__":
    main()
