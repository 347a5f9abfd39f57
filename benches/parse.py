#!/usr/bin/env python3
"""How long solvers take to read a large DIMACS file, in one run: prints a Markdown table.

The file is made from a seed: clauses of three random literals and, at its end, two units that contradict each other, so that a
solver is done when it has read it. `total` is the CPU time of the whole process; `reading` is what a solver says of itself, in its
`c` lines, where it does. The best of some turns counts, since here noise only ever adds.

Programs that are not found are left out: kissat and cadical from PATH or by option (Kissat's binary comes with the PyPI package
passagemath-kissat, CaDiCaL's with Debian's package cadical), minisat likewise.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def write_formula(path, variables, clauses, seed):
    """Writes the file and returns its size in MB."""
    draw = random.Random(seed)
    with open(path, "w") as out:
        out.write(f"p cnf {variables} {clauses + 2}\n")
        for _ in range(clauses):
            a, b, c = draw.sample(range(1, variables + 1), 3)
            signs = draw.getrandbits(3)
            out.write(f"{a if signs & 1 else -a} {b if signs & 2 else -b} {c if signs & 4 else -c} 0\n")
        out.write("1 0\n-1 0\n")
    return path.stat().st_size / 1e6


def run(command):
    """Returns the standard output, the CPU seconds, the peak of memory in MB and the exit code."""
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return output.read().decode(), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1e3, child.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", default=str(ROOT / "target/release/gordian"))
    parser.add_argument("--kissat", default="kissat")
    parser.add_argument("--cadical", default="cadical")
    parser.add_argument("--minisat", default="minisat")
    parser.add_argument("--variables", type=int, default=1_000_000)
    parser.add_argument("--clauses", type=int, default=4_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    says = r"c read [\d.]+ MB in ([\d.]+) s"
    solvers = {
        "gordian": ([arguments.gordian, "solve", "-v"], says),
        "kissat": ([arguments.kissat], r"finished parsing after ([\d.]+) seconds"),
        "cadical": ([arguments.cadical], r"parsed \d+ clauses in ([\d.]+) seconds"),
        "minisat": ([arguments.minisat, "-no-pre"], r"Parse time: +([\d.]+) s"),
    }
    with tempfile.TemporaryDirectory() as folder:
        formula = Path(folder) / "random.cnf"
        size = write_formula(formula, arguments.variables, arguments.clauses, arguments.seed)
        best = {}
        for _ in range(arguments.turns):
            for name, (command, reading) in solvers.items():
                if not shutil.which(command[0]):
                    continue
                text, total, memory, status = run([*command, str(formula)])
                if status != 20:
                    raise SystemExit(f"{name} ended with {status}, not 20")
                found = re.search(reading, text)
                row = (total, float(found[1]) if found else None, memory)
                best[name] = min(best.get(name, row), row, key=lambda row: row[0])
    print(f"{size:.0f} MB, {arguments.variables} variables, {arguments.clauses} clauses\n")
    print("| solver | total s | total MB/s | reading s | reading MB/s | peak MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, (total, reading, memory) in best.items():
        own = "– | –" if reading is None else f"{reading:.2f} | {size / max(reading, 0.005):.0f}"
        print(f"| {name} | {total:.2f} | {size / total:.0f} | {own} | {memory:.0f} |")


if __name__ == "__main__":
    main()
