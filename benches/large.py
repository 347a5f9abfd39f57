#!/usr/bin/env python3
"""Formulas of five to twenty million clauses, by gordian beside kissat: to the first conflict, and to the end. Prints a Markdown table.

All of them have solutions. The shapes: a queue unrolled step by step (bounded model checking), robots on a
grid that change places (planning), events in slots (scheduling), and random clauses of three literals below the threshold. Both programs
get the same file, twice, one after the other; times are CPU seconds, of the faster run.
"""

import argparse
import itertools
import random
import tempfile
from pathlib import Path

from planner import Formula
from processes import run

ROOT = Path(__file__).resolve().parent.parent


class Writer(Formula):
    """Clauses that go to the file at once: a list of them would take gigabytes."""

    def __init__(self, path):
        super().__init__()
        self.num_clauses = 0
        self.out = open(path, "w")
        self.out.write(" " * 40 + "\n")

    def add(self, *clause):
        self.num_clauses += 1
        self.out.write(" ".join(map(str, clause)) + " 0\n")

    def close(self):
        self.out.seek(0)
        self.out.write(f"p cnf {self.num_vars} {self.num_clauses}".ljust(40))
        self.out.close()


def queue(f, draw, words=64, width=16, steps=600):
    """A shift register with random inputs that is full in the end, and whose last word has a given value."""
    cells = [f.new(width) for _ in range(words)]
    filled = f.new(words)
    for cell in filled:
        f.add(-cell)
    for _ in range(steps):
        (push, pop), word = f.new(2), f.new(width)
        f.add(-push, -filled[-1])
        f.add(-pop, filled[0])
        f.add(-push, -pop)
        after, next_filled = [f.new(width) for _ in range(words)], f.new(words)
        for cell in range(words):
            below, above = filled[cell - 1] if cell else None, filled[cell + 1] if cell + 1 < words else None
            for bit in range(width):
                old, new, value = cells[cell][bit], after[cell][bit], word[bit]
                # A push writes into the first cell that is free; a pop moves every word down.
                free = [-push, filled[cell]] + ([-below] if below else [])
                f.add(*free, -value, new)
                f.add(*free, value, -new)
                behind = cells[cell + 1][bit] if above else old
                f.add(-pop, -behind, new)
                f.add(-pop, behind, -new)
                for stays in [[pop, push], [pop, -filled[cell]]]:
                    f.add(*stays, -old, new)
                    f.add(*stays, old, -new)
            f.add(pop, -filled[cell], next_filled[cell])
            f.add(-push, *([-below] if below else []), next_filled[cell])
            f.add(push, filled[cell], -next_filled[cell])
            if above:
                f.add(-pop, -above, next_filled[cell])
            f.add(-pop, *([above] if above else []), -next_filled[cell])
            if below:
                f.add(filled[cell], below, -next_filled[cell])
        cells, filled = after, next_filled
    for cell in filled:
        f.add(cell)
    for bit in cells[-1]:
        f.add(bit if draw.random() < 0.5 else -bit)


def robots(f, draw, side=14, number=36, steps=34):
    """Robots on a grid that go to given cells without meeting."""
    cells = list(itertools.product(range(side), repeat=2))
    near = {cell: [other for other in cells if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) <= 1] for cell in cells}
    starts, goals = draw.sample(cells, number), draw.sample(cells, number)
    at = []
    for start, goal in zip(starts, goals):
        times = [dict(zip(cells, f.new(len(cells)))) for _ in range(steps + 1)]
        f.add(times[0][start])
        f.add(times[-1][goal])
        for now, then in itertools.pairwise(times):
            for cell in cells:
                f.add(-now[cell], *(then[other] for other in near[cell]))
                f.add(-then[cell], *(now[other] for other in near[cell]))
        for now in times:
            f.add(*now.values())
            # At most one cell, by rows and columns: a product encoding.
            for axis in (0, 1):
                lines = f.new(side)
                for cell in cells:
                    f.add(-now[cell], lines[cell[axis]])
                f.at_most_one(lines)
        at.append(times)
    for one, other in itertools.combinations(at, 2):
        for (now_one, then_one), (now_other, then_other) in zip(itertools.pairwise(one), itertools.pairwise(other)):
            for cell in cells:
                f.add(-then_one[cell], -then_other[cell])
                # Nobody follows closely, which also forbids to exchange places.
                f.add(-then_one[cell], -now_other[cell])
                f.add(-now_one[cell], -then_other[cell])


def events(f, draw, number=1500, slots=40, density=0.12):
    """Events in slots, of which some exclude each other, and each can be in a few slots only; a timetable is hidden."""
    hidden = [draw.randrange(slots) for _ in range(number)]
    takes = [f.new(slots) for _ in range(number)]
    for event in range(number):
        f.exactly_one(takes[event])
        for slot in draw.sample(range(slots), slots // 8):
            if slot != hidden[event]:
                f.add(-takes[event][slot])
    for one, other in itertools.combinations(range(number), 2):
        if hidden[one] != hidden[other] and draw.random() < density:
            for a, b in zip(takes[one], takes[other]):
                f.add(-a, -b)


def clauses(f, draw, variables=3_000_000, ratio=3.0):
    """Random clauses of three literals."""
    f.new(variables)
    for _ in range(int(ratio * variables)):
        f.add(*(var if draw.random() < 0.5 else -var for var in draw.sample(range(1, variables + 1), 3)))


SHAPES = {shape.__name__: shape for shape in (queue, robots, events, clauses)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gordian", default=str(ROOT / "target/release/gordian"))
    parser.add_argument("--kissat", default="kissat")
    parser.add_argument("--limit", type=int, default=120, help="seconds of a run to the end")
    parser.add_argument("--keep", type=Path, help="write the formulas to this folder, and keep them")
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=list(SHAPES))
    arguments = parser.parse_args()
    programs = {
        "Gordian": lambda path, stop: [arguments.gordian, "solve", "-n", *(["--conflicts", "1"] if stop else []), path],
        "Kissat": lambda path, stop: [arguments.kissat, "-q", "-n", *(["--conflicts=1"] if stop else []), path],
    }
    print("| formula | variables | clauses | until | Gordian s | MiB | Kissat s | MiB | Gordian / Kissat |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as scratch:
        for shape in arguments.shapes:
            path = (arguments.keep or Path(scratch)) / f"{shape}.cnf"
            f = Writer(path)
            SHAPES[shape](f, random.Random(1))
            f.close()
            for until, cap in [("a conflict", None), ("the end", arguments.limit)]:
                cells, seconds = [], {}
                for name, command in programs.items():
                    # The first to take so much memory pays for what the machine has not given out yet: the better of two.
                    runs = [run(command(path, cap is None), cap) for _ in range(2)]
                    text, seconds[name], memory, code = min(runs, key=lambda run: run[1])
                    if code == 20:
                        raise SystemExit(f"{name}: {shape} has a solution")
                    answer = "" if code == 10 or cap is None else " (no answer)"
                    cells.append(f"{seconds[name]:.1f}{answer} | {memory:.0f}")
                rest = f"{seconds['Gordian'] / seconds['Kissat']:.2f}"
                print(f"| {shape} | {f.num_vars} | {f.num_clauses} | {until} | {' | '.join(cells)} | {rest} |", flush=True)
            if not arguments.keep:
                path.unlink()


if __name__ == "__main__":
    main()
