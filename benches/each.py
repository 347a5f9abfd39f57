"""Which of many puzzles have one solution: `--each` beside a process for each puzzle, and beside CP-SAT in one Python process.

Classic Sudokus, Pips and LinkedIn's Queens of the measuring folder. Every program looks for two solutions of each puzzle, and their
answers are compared. Printed are CPU seconds and seconds; of `--each` with one thread and with one for each processor.

Usage: python benches/each.py --gordian target/release/gordian [--shared ../shared] [--step 1] [--sudokus 10000]
Needs the package ortools.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import pips

# CPU seconds that a command may take, many times more than any of them.
CAP = 3600


def run(command):
    """What a command prints, its CPU seconds and its seconds."""
    begin = time.monotonic()
    text, cpu = pips.run(command, CAP, is_limited=False)
    return text, cpu, time.monotonic() - begin


def number(line):
    """The solutions that a document of `count --limit 2` tells of."""
    document = json.loads(line)
    assert "error" not in document, document
    return min(int(document["count"]), 2)


def each(program, files, options):
    text, cpu, seconds = run([program, "count", "--limit", "2", "--json", "--each", *options, *map(str, files)])
    return [number(line) for line in text.splitlines()], cpu, seconds


def processes(program, parts):
    numbers, cpu, seconds = [], 0.0, 0.0
    for path, pick in parts:
        text, own, passed = run([program, "count", "--limit", "2", "--json", str(path), *pick])
        numbers.append(number(text))
        cpu, seconds = cpu + own, seconds + passed
    return numbers, cpu, seconds


def sudoku_model(text):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") for _ in range(9)] for _ in range(81)]
    for cell, digit in enumerate(text):
        model.add_exactly_one(cells[cell])
        if digit != ".":
            model.add(cells[cell][int(digit) - 1] == 1)
    rows = [[9 * row + column for column in range(9)] for row in range(9)]
    columns = [[9 * row + column for row in range(9)] for column in range(9)]
    boxes = [[27 * (box // 3) + 3 * (box % 3) + 9 * (at // 3) + at % 3 for at in range(9)] for box in range(9)]
    for house in rows + columns + boxes:
        for digit in range(9):
            model.add_exactly_one(cells[cell][digit] for cell in house)
    return model, [lit for cell in cells for lit in cell]


def pips_model(puzzle):
    model, laid = pips.model_of(puzzle)
    return model, [lies for lies, _, _ in laid]


def queens_model(rows):
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    size = len(rows)
    queen = [[model.new_bool_var("") for _ in range(size)] for _ in range(size)]
    regions = {}
    for row in range(size):
        model.add_exactly_one(queen[row])
        model.add_exactly_one(queen[other][row] for other in range(size))
        for column in range(size):
            regions.setdefault(rows[row][column], []).append(queen[row][column])
            for side in (column - 1, column + 1):
                if row + 1 < size and 0 <= side < size:
                    model.add_at_most_one(queen[row][column], queen[row + 1][side])
    for region in regions.values():
        model.add_exactly_one(region)
    return model, [lit for row in queen for lit in row]


MODELS = {"sudoku": sudoku_model, "pips": pips_model, "queens": queens_model}


def worker():
    """Counts up to two solutions of each puzzle, all in this process. The import takes no part."""
    from ortools.sat.python import cp_model

    kind, puzzles = json.load(sys.stdin)
    begin, cpu, numbers = time.monotonic(), time.process_time(), []
    for puzzle in puzzles:
        model, lits = MODELS[kind](puzzle)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        found = 0
        while found < 2 and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            found += 1
            model.add_bool_or(lit.negated() for lit in lits if solver.value(lit))
        numbers.append(found)
    print(json.dumps([numbers, time.process_time() - cpu, time.monotonic() - begin]))


def cp_sat(kind, puzzles):
    command = [sys.executable, __file__, "--worker"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, input=json.dumps([kind, puzzles]))
    return json.loads(done.stdout)


def report(name, found, count):
    numbers, cpu, seconds = found
    assert len(numbers) == count, (name, len(numbers), count)
    rate = f"{60 * count / seconds:,.0f}"
    print(f"| {name} | {count} | {numbers.count(1)} | {cpu:.2f} | {seconds:.2f} | {rate} |", flush=True)


def compare(kind, files, parts, puzzles, program):
    """A table of all programs on the same puzzles."""
    print("| " + kind + " | puzzles | with one solution | CPU seconds | seconds | puzzles a minute |")
    print("|---|---:|---:|---:|---:|---:|")
    threads = each(program, files, [])
    report("`--each`", threads, len(puzzles))
    report("`--each --threads 1`", one := each(program, files, ["--threads", "1"]), len(puzzles))
    report("a process for each puzzle", many := processes(program, parts), len(puzzles))
    report("CP-SAT in one Python process", other := cp_sat(kind, puzzles), len(puzzles))
    answers = [threads[0], one[0], many[0], other[0]]
    different = [at for at, own in enumerate(zip(*answers)) if len(set(own)) > 1]
    assert not different, [(parts[at], [own[at] for own in answers]) for at in different]
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", required=True)
    parser.add_argument("--shared", type=pathlib.Path, default=pathlib.Path("../shared"))
    parser.add_argument("--step", type=int, default=1, help="take every so many puzzles only")
    parser.add_argument("--sudokus", type=int, default=10000, help="so many Sudokus, some of them several times, for `--each` alone")
    arguments = parser.parse_args()
    folder, step = arguments.shared / "puzzles", arguments.step

    days = sorted((folder / "pips").glob("*.json"))[::step]
    # In the order of the file, in which `--each` goes through them.
    levels = [(day, level, puzzle) for day in days for level, puzzle in json.loads(day.read_text()).items()
              if level in pips.LEVELS and puzzle.get("dominoes")]
    parts = [(day, ["--pick", level]) for day, level, _ in levels]
    compare("pips", days, parts, [puzzle for _, _, puzzle in levels], arguments.gordian)

    boards = sorted((folder / "queens").glob("*.txt"))[::step]
    rows = [board.read_text().split() for board in boards]
    compare("queens", boards, [(board, []) for board in boards], rows, arguments.gordian)

    lists = [(folder / "sudoku/classic" / name).read_text().split() for name in ("17-clue.txt", "magictour.txt", "hardest-1905.txt")]
    sudokus = [sudoku for lines in lists for sudoku in lines]
    with tempfile.TemporaryDirectory() as place:
        few = pathlib.Path(place) / "few.txt"
        some = sudokus[:: 5 * step]
        few.write_text("\n".join(some) + "\n")
        compare("sudoku", [few], [(few, ["--pick", str(at + 1)]) for at in range(len(some))], some, arguments.gordian)
        many = pathlib.Path(place) / "many.txt"
        many.write_text("\n".join(sudokus[at % len(sudokus)] for at in range(arguments.sudokus)) + "\n")
        report("`--each`, all Sudokus", each(arguments.gordian, [many], []), arguments.sudokus)


if __name__ == "__main__":
    worker() if sys.argv[1:] == ["--worker"] else main()
