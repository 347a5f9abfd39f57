"""Pips: Gordian beside MiniZinc with Gecode and OR-Tools CP-SAT, puzzle by puzzle, for docs/performance.md.

Each finds one solution, which is judged here. CPU seconds, user and system, of a process each, its start included. For MiniZinc that is
its compiler and Gecode, for CP-SAT Python and the import of ortools; a row of its own says what CP-SAT takes within a process that
runs already, to build its model and to solve it.

Usage: python benches/pips.py --gordian target/release/gordian [--folder ../shared/puzzles/pips] [--cap 10] [--tsv FILE]
Needs `minizinc` with Gecode, and the package ortools.
"""

import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

LEVELS = ["easy", "medium", "hard"]
HERE = pathlib.Path(__file__).parent


def run(command, cap, is_limited=True, stdin=None):
    """What a process of its own prints, and its CPU seconds; nothing printed where they go beyond the cap."""
    limit = (int(cap) + 1,) * 2
    # The limit is set in a copy of this process, whose time counts: some milliseconds that Gordian, which stops by itself, is spared.
    limiting = (lambda: resource.setrlimit(resource.RLIMIT_CPU, limit)) if is_limited else None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, input=stdin, preexec_fn=limiting)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return (done.stdout if seconds <= cap else ""), seconds


def judge(puzzle, value, laid):
    """Asserts that the numbers on the squares, by dominoes on pairs of squares, are a solution."""
    squares = [tuple(square) for region in puzzle["regions"] for square in region["indices"]]
    assert sorted(square for pair in laid for square in pair) == sorted(squares)
    assert all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in laid)
    shown = sorted(sorted(value[square] for square in pair) for pair in laid)
    assert shown == sorted(sorted(domino) for domino in puzzle["dominoes"])
    for region in puzzle["regions"]:
        own = [value[tuple(square)] for square in region["indices"]]
        target = region.get("target") or 0
        assert {
            "empty": True,
            "sum": sum(own) == target,
            "less": sum(own) < target,
            "greater": sum(own) > target,
            "equals": len(set(own)) == 1,
            "unequal": len(set(own)) == len(own),
        }[region["type"]], region


def gordian(program, path, level, puzzle, cap):
    text, seconds = run([program, "solve", str(path), "--pick", level, "--json", "--time", str(cap)], cap, is_limited=False)
    if '"solution"' not in text:
        return None
    solution = json.loads(text)["solution"]
    laid = [[tuple(square) for square in pair] for pair in solution["dominoes"]]
    judge(puzzle, {square: solution["pips"][square[0]][square[1]] for pair in laid for square in pair}, laid)
    return seconds


def gecode(puzzle, cap):
    regions = puzzle["regions"]
    squares = [square for region in regions for square in region["indices"]]
    rows, columns = 1 + max(row for row, _ in squares), 1 + max(column for _, column in squares)
    board = [[0] * columns for _ in range(rows)]
    for number, region in enumerate(regions, 1):
        for row, column in region["indices"]:
            board[row][column] = number
    matrix = lambda lines: "[| " + " | ".join(", ".join(map(str, line)) for line in lines) + " |]"
    data = "\n".join([
        f"dominoes = {len(puzzle['dominoes'])}; rows = {rows}; columns = {columns}; regions = {len(regions)};",
        f"numbers = {matrix(puzzle['dominoes'])};",
        f"region = {matrix(board)};",
        f"clue = {json.dumps([region['type'] for region in regions])};",
        f"target = {[region.get('target') or 0 for region in regions]};",
    ])
    with tempfile.NamedTemporaryFile("w", suffix=".dzn") as file:
        file.write(data)
        file.flush()
        text, seconds = run(["minizinc", "--solver", "gecode", str(HERE / "pips.mzn"), file.name], cap)
    if "----------" not in text:
        return None
    pips, grid = (json.loads(line) for line in text.splitlines()[:2])
    value = {(row, column): pips[row * columns + column] for row, column in squares}
    of = {}
    for row, column in squares:
        of.setdefault(grid[row * columns + column], []).append((row, column))
    judge(puzzle, value, list(of.values()))
    return seconds


def cp_sat(puzzle, cap):
    """The CPU seconds of the process, and those of the model and its solution within it."""
    text, seconds = run([sys.executable, __file__, "--worker"], cap, stdin=json.dumps(puzzle))
    if not text:
        return None, None
    answer = json.loads(text)
    laid = [[tuple(square) for square in pair] for pair, _ in answer["laid"]]
    judge(puzzle, {tuple(square): n for pair, numbers in answer["laid"] for square, n in zip(pair, numbers)}, laid)
    return seconds, answer["seconds"]


def model_of(puzzle):
    """A Boolean for each way in which a domino can lie, with its squares and numbers; the number on a square is a sum of them."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    squares = {tuple(square) for region in puzzle["regions"] for square in region["indices"]}
    pairs = [(a, b) for a in squares for b in [(a[0], a[1] + 1), (a[0] + 1, a[1])] if b in squares]
    covering, value, laid = {square: [] for square in squares}, {square: [] for square in squares}, []
    for a, b in puzzle["dominoes"]:
        own = []
        for pair in pairs:
            for numbers in {(a, b), (b, a)}:
                lies = model.new_bool_var("")
                own.append(lies)
                laid.append((lies, pair, numbers))
                for square, number in zip(pair, numbers):
                    covering[square].append(lies)
                    value[square].append(number * lies)
        model.add_exactly_one(own)
    for square in squares:
        model.add_exactly_one(covering[square])
    value = {square: sum(terms) for square, terms in value.items()}
    for region in puzzle["regions"]:
        own = [value[tuple(square)] for square in region["indices"]]
        if region["type"] == "sum":
            model.add(sum(own) == region["target"])
        elif region["type"] == "less":
            model.add(sum(own) < region["target"])
        elif region["type"] == "greater":
            model.add(sum(own) > region["target"])
        elif region["type"] == "equals":
            for other in own[1:]:
                model.add(own[0] == other)
        elif region["type"] == "unequal":
            model.add_all_different(own)
    return model, laid


def worker():
    from ortools.sat.python import cp_model

    puzzle = json.load(sys.stdin)
    begin = time.process_time()
    model, laid = model_of(puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    seconds = time.process_time() - begin
    print(json.dumps({"seconds": seconds, "laid": [(pair, n) for lies, pair, n in laid if solver.value(lies)]}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", required=True)
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path("../shared/puzzles/pips"))
    parser.add_argument("--cap", type=float, default=10, help="CPU seconds a solver has for a puzzle")
    parser.add_argument("--step", type=int, default=1, help="take every so many days only")
    parser.add_argument("--tsv", type=pathlib.Path, help="where all times go")
    arguments = parser.parse_args()
    solvers = ["Gordian", "MiniZinc with Gecode", "CP-SAT from Python", "... model and search alone"]
    rows = []
    for path in sorted(arguments.folder.glob("*.json"))[:: arguments.step]:
        day = json.loads(path.read_text())
        for level in LEVELS:
            puzzle = day.get(level)
            if not puzzle or not puzzle.get("dominoes"):
                continue
            taken = [gordian(arguments.gordian, path, level, puzzle, arguments.cap), gecode(puzzle, arguments.cap)]
            rows.append((path.stem, level, [*taken, *cp_sat(puzzle, arguments.cap)]))
            print(path.stem, level, rows[-1][2], file=sys.stderr, flush=True)
    if arguments.tsv:
        lines = ["\t".join(["day", "level", *solvers])]
        lines += ["\t".join([day, level, *("" if s is None else f"{s:.4f}" for s in taken)]) for day, level, taken in rows]
        arguments.tsv.write_text("\n".join(lines) + "\n")
    print(f"| {len(rows)} puzzles | solved | median | worst | in all | / Gordian | puzzles faster than Gordian |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    ours = [taken[0] for _, _, taken in rows]
    for index, solver in enumerate(solvers):
        own = [taken[index] for _, _, taken in rows]
        seconds = [arguments.cap if s is None else s for s in own]
        solved, faster = sum(s is not None for s in own), sum(s < our for s, our in zip(seconds, ours))
        worst = f"{max(seconds):.3f} s" if solved == len(rows) else f"over {arguments.cap:.0f} s"
        print(
            f"| {solver} | {solved} | {1000 * statistics.median(seconds):.1f} ms | {worst} | {sum(seconds):.1f} s "
            f"| {sum(seconds) / sum(ours):.1f} | {faster} |"
        )


if __name__ == "__main__":
    worker() if sys.argv[1:] == ["--worker"] else main()
