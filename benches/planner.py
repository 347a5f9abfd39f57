#!/usr/bin/env python3
"""Whether the planner of `gordian count` falls off a cliff: the default beside every single method, on many inputs.

    planner.py make FOLDER             writes generated formulas
    planner.py run PATH…               counts each input, raw and, where it has symmetries, up to symmetry

An input keeps the bound if the default takes at most three times the CPU time of the best single method, plus 0.1 s. So a method
gets just the time that would break the bound: a third of the default's, less 0.1 s. With `--factor 1` it gets all of that time, and
the table has the best method wherever one is better than the default. Where the default takes more than 30 MiB, each method gets as
much time as the default, and memory is compared. Prints Markdown tables of the worst inputs, and to `--tsv FILE` every one.
"""

import argparse
import itertools
import json
import random
import sys
from pathlib import Path

from processes import run

ROOT = Path(__file__).resolve().parent.parent
ENGINES = ("blocking", "chronological", "exact-cover", "component", "frontier")
WAYS = (
    "blocking+orbits", "blocking+lex-leader", "chronological+orbits", "chronological+lex-leader", "exact-cover+orbits",
    "frontier+orbits", "blocking+burnside", "chronological+burnside", "exact-cover+burnside", "component+burnside",
    "frontier+burnside",
)
FACTOR, GRACE = 3, 0.1
# MiB from which memory is compared.
LARGE = 30


class Formula:
    def __init__(self, num_vars=0):
        self.num_vars = num_vars
        self.clauses = []
        self.shown = None
        self.generators = []

    def new(self, number):
        self.num_vars += number
        return list(range(self.num_vars - number + 1, self.num_vars + 1))

    def add(self, *clause):
        self.clauses.append(clause)

    def at_most_one(self, members):
        for pair in itertools.combinations(members, 2):
            self.add(*(-lit for lit in pair))

    def exactly_one(self, members):
        self.add(*members)
        self.at_most_one(members)

    def write(self, path):
        lines = [f"p cnf {self.num_vars} {len(self.clauses)}"]
        if self.shown:
            lines.append("c p show " + " ".join(map(str, self.shown)) + " 0")
        lines += [" ".join(map(str, clause)) + " 0" for clause in self.clauses]
        path.write_text("\n".join(lines) + "\n")
        if self.generators:
            cycles = ("".join("(" + " ".join(map(str, cycle)) + ")" for cycle in cycles) for cycles in self.generators)
            path.with_suffix(".sym").write_text("\n".join(cycles) + "\n")


def cycles_of(image):
    """The cycles of a permutation of numbers, given as a dictionary."""
    seen, cycles = set(), []
    for start in image:
        cycle, at = [], start
        while at not in seen:
            seen.add(at)
            cycle.append(at)
            at = image[at]
        if len(cycle) > 1:
            cycles.append(cycle)
    return cycles


def queens(n, toroidal=False):
    f = Formula()
    cell = [f.new(n) for _ in range(n)]
    for i in range(n):
        f.exactly_one(cell[i])
        f.exactly_one([cell[r][i] for r in range(n)])
    lines = {}
    for r, c in itertools.product(range(n), repeat=2):
        lines.setdefault(("a", (r + c) % n if toroidal else r + c), []).append(cell[r][c])
        lines.setdefault(("b", (r - c) % n if toroidal else r - c), []).append(cell[r][c])
    for line in lines.values():
        f.at_most_one(line)
    maps = [lambda r, c: (c, r), lambda r, c: (r, n - 1 - c)]
    if toroidal:
        maps.append(lambda r, c: ((r + 1) % n, c))
    for to in maps:
        pairs = itertools.product(range(n), repeat=2)
        f.generators.append(cycles_of({cell[r][c]: cell[to(r, c)[0]][to(r, c)[1]] for r, c in pairs}))
    return f


def graphs(n, forbidden):
    """Graphs on n vertices in which none of these subgraphs occurs, up to renaming the vertices."""
    f = Formula()
    edge = {}
    for a, b in itertools.combinations(range(n), 2):
        edge[a, b] = edge[b, a] = f.new(1)[0]
    if forbidden == "triangle":
        for a, b, c in itertools.combinations(range(n), 3):
            f.add(-edge[a, b], -edge[b, c], -edge[a, c])
    elif forbidden == "square":
        for four in itertools.combinations(range(n), 4):
            for a, b, c, d in [(0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3)]:
                p = [four[i] for i in (a, b, c, d)]
                f.add(*(-edge[p[i], p[(i + 1) % 4]] for i in range(4)))
    for first in range(n - 1):
        swap = {first: first + 1, first + 1: first}
        image = {}
        for a, b in itertools.combinations(range(n), 2):
            image[edge[a, b]] = edge[swap.get(a, a), swap.get(b, b)]
        f.generators.append(cycles_of(image))
    return f


def colourings(n, edges, colours):
    f = Formula()
    node = [f.new(colours) for _ in range(n)]
    for of in node:
        f.exactly_one(of)
    for a, b in edges:
        for k in range(colours):
            f.add(-node[a][k], -node[b][k])
    for k in range(colours - 1):
        f.generators.append([[of[k], of[k + 1]] for of in node])
    return f


def grid_edges(rows, columns):
    at = lambda r, c: r * columns + c
    across = [(at(r, c), at(r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    return across + [(at(r, c), at(r + 1, c)) for r in range(rows - 1) for c in range(columns)]


def independent(n, edges):
    f = Formula(n)
    for a, b in edges:
        f.add(-a - 1, -b - 1)
    return f


def dominating(n, edges):
    f = Formula(n)
    near = [[v + 1] for v in range(n)]
    for a, b in edges:
        near[a].append(b + 1)
        near[b].append(a + 1)
    for of in near:
        f.add(*of)
    return f


def matchings(n, edges, perfect):
    f = Formula(len(edges))
    at = [[] for _ in range(n)]
    for i, (a, b) in enumerate(edges):
        at[a].append(i + 1)
        at[b].append(i + 1)
    for of in at:
        (f.exactly_one if perfect else f.at_most_one)(of)
    return f


def random_graph(n, m, rng):
    return rng.sample(list(itertools.combinations(range(n), 2)), m)


def random_clauses(n, m, k, rng, visible=None):
    f = Formula(n)
    for _ in range(m):
        f.add(*(v * rng.choice((1, -1)) for v in rng.sample(range(1, n + 1), k)))
    if visible:
        f.shown = sorted(rng.sample(range(1, n + 1), visible))
    return f


def band(n, m, width, rng, visible=None):
    """Clauses over variables that are near to each other."""
    f = Formula(n)
    for _ in range(m):
        first = rng.randint(1, n - width)
        f.add(*(v * rng.choice((1, -1)) for v in rng.sample(range(first, first + width), 3)))
    if visible:
        f.shown = sorted(rng.sample(range(1, n + 1), visible))
    return f


def features(n, cross, rng):
    """A feature model: a tree of features with mandatory, optional, or- and alternative groups, and cross-tree constraints."""
    f = Formula(n)
    f.add(1)
    children = {}
    for v in range(2, n + 1):
        children.setdefault(rng.randint(max(1, v // 4), max(1, v - 1) if v < 6 else v // 2 + 1), []).append(v)
    for parent, of in children.items():
        for v in of:
            f.add(-v, parent)
        kind = rng.random()
        if kind < 0.3 and len(of) > 1:
            f.add(-parent, *of)
        elif kind < 0.6 and len(of) > 1:
            f.add(-parent, *of)
            f.at_most_one(of)
        else:
            for v in of:
                if rng.random() < 0.4:
                    f.add(-parent, v)
    for _ in range(cross):
        a, b = rng.sample(range(2, n + 1), 2)
        f.add(-a, rng.choice((1, -1)) * b)
    return f


def circuit(inputs, gates, rng, shown=True):
    """Random and-, or- and xor-gates; visible are the inputs, and some outputs are demanded."""
    f = Formula(inputs)
    signals = list(range(1, inputs + 1))
    for _ in range(gates):
        a, b = (s * rng.choice((1, -1)) for s in rng.sample(signals[-3 * inputs :], 2))
        [g] = f.new(1)
        if rng.random() < 0.3:
            for clause in [(-g, a, b), (-g, -a, -b), (g, -a, b), (g, a, -b)]:
                f.add(*clause)
        else:
            f.add(-g, a)
            f.add(-g, b)
            f.add(g, -a, -b)
        signals.append(g)
    for g in rng.sample(signals[-inputs:], 2):
        f.add(g)
    if shown:
        f.shown = list(range(1, inputs + 1))
    return f


def parities(n, rows, rng):
    f = Formula(n)
    for _ in range(rows):
        three = rng.sample(range(1, n + 1), 3)
        odd = rng.random() < 0.5
        for signs in itertools.product((1, -1), repeat=3):
            if (signs.count(-1) % 2 == 1) != odd:
                f.add(*(v * s for v, s in zip(three, signs)))
    return f


def assignment(pigeons, holes):
    """Pigeons into holes, at most one each, up to exchanging the pigeons."""
    f = Formula()
    cell = [f.new(holes) for _ in range(pigeons)]
    for row in cell:
        f.exactly_one(row)
    for h in range(holes):
        f.at_most_one([row[h] for row in cell])
    f.generators = [[[a, b] for a, b in zip(cell[i], cell[i + 1])] for i in range(pigeons - 1)]
    return f


def langford(n):
    f = Formula()
    places = [[] for _ in range(2 * n)]
    for k in range(1, n + 1):
        mine = []
        for at in range(2 * n - k - 1):
            [v] = f.new(1)
            mine.append(v)
            places[at].append(v)
            places[at + k + 1].append(v)
        f.exactly_one(mine)
    for of in places:
        f.exactly_one(of)
    return f


def latin_squares(n):
    f = Formula()
    cell = [[f.new(n) for _ in range(n)] for _ in range(n)]
    for a, b in itertools.product(range(n), repeat=2):
        f.exactly_one(cell[a][b])
        f.exactly_one([cell[a][i][b] for i in range(n)])
        f.exactly_one([cell[i][a][b] for i in range(n)])
    return f, cell


def latin(n, givens, rng):
    f, cell = latin_squares(n)
    for r, c in rng.sample(list(itertools.product(range(n), repeat=2)), givens):
        f.add(cell[r][c][(r + c) % n])
    return f


def sudoku(box, givens, rng):
    n = box * box
    f, cell = latin_squares(n)
    for a, b in itertools.product(range(n), repeat=2):
        f.exactly_one([cell[a // box * box + i // box][a % box * box + i % box][b] for i in range(n)])
    for r, c in rng.sample(list(itertools.product(range(n), repeat=2)), givens):
        f.add(cell[r][c][(r % box * box + r // box + c) % n])
    return f


def costas(n):
    """Permutations in which no two pairs of dots are as far apart in the same direction."""
    f = Formula()
    cell = [f.new(n) for _ in range(n)]
    for i in range(n):
        f.exactly_one(cell[i])
        f.exactly_one([row[i] for row in cell])
    for apart in range(1, n):
        for i, j in itertools.combinations(range(n - apart), 2):
            for a, b, c in itertools.product(range(n), repeat=3):
                if a not in (b, c) and 0 <= c + b - a < n:
                    f.add(-cell[i][a], -cell[i + apart][b], -cell[j][c], -cell[j + apart][c + b - a])
    return f


def partitions(a, b, c):
    """Plane partitions within a box: below each unit cube there are others in each direction."""
    f = Formula()
    cell = {at: f.new(1)[0] for at in itertools.product(range(a), range(b), range(c))}
    for x, y, z in cell:
        for below in ((x - 1, y, z), (x, y - 1, z), (x, y, z - 1)):
            if below in cell:
                f.add(-cell[x, y, z], cell[below])
    return f


def chain(n, clauses, rng):
    """Each variable implies the next, and random clauses that mostly follow."""
    f = Formula(n)
    for v in range(1, n):
        f.add(-v, v + 1)
    for _ in range(clauses):
        f.add(*sorted(rng.sample(range(1, n + 1), 3))[::-1])
    return f


def at_most(n, bound):
    """At most so many of n, by a sequential counter whose variables are hidden."""
    f = Formula(n)
    before = None
    for v in range(1, n + 1):
        row = f.new(bound)
        f.add(-v, row[0])
        for k in range(bound):
            if before:
                f.add(-before[k], row[k])
                if k + 1 < bound:
                    f.add(-before[k], -v, row[k + 1])
        if before:
            f.add(-before[-1], -v)
        before = row
    f.shown = list(range(1, n + 1))
    f.generators = [[[v, v + 1]] for v in range(1, n)]
    return f


def dominating_queens(n, most):
    """At most so many queens that attack or hold every square."""
    f = at_most(n * n, most)
    f.generators = []
    squares = list(itertools.product(range(n), repeat=2))
    for row, column in squares:
        f.add(*(r * n + c + 1 for r, c in squares if r == row or c == column or abs(r - row) == abs(c - column)))
    return f


def nonogram(rows, columns, density, rng):
    """The squares of a picture by the lengths of the runs in each line."""
    picture = [[rng.random() < density for _ in range(columns)] for _ in range(rows)]
    f = Formula(rows * columns)
    cells = [list(range(row * columns + 1, (row + 1) * columns + 1)) for row in range(rows)]
    lines = [*zip(cells, picture), *zip(zip(*cells), zip(*picture))]
    for squares, line in lines:
        runs = [len(list(run)) for is_full, run in itertools.groupby(line) if is_full]
        starts = [f.new(len(line) - run + 1) for run in runs]
        for run in starts:
            f.exactly_one(run)
        for at, square in enumerate(squares):
            full = [run[s] for run, length in zip(starts, runs) for s in range(len(run)) if s <= at < s + length]
            f.add(-square, *full)
            for start in full:
                f.add(-start, square)
        for (one, length), other in zip(zip(starts, runs), starts[1:]):
            for first, second in itertools.product(range(len(one)), range(len(other))):
                if second <= first + length:
                    f.add(-one[first], -other[second])
    return f


def products(bits, other_bits):
    """Numbers that are products of two, the first of which has its highest bit set: their bits are shown."""
    f = Formula()

    def gate(inputs, function):
        (output,) = f.new(1)
        for values in itertools.product((False, True), repeat=len(inputs)):
            f.add(*(-v if value else v for v, value in zip(inputs, values)), output if function(values) else -output)
        return output

    first, second = f.new(bits), f.new(other_bits)
    f.add(first[-1])
    total = []
    for at, digit in enumerate(second):
        carry = []
        for place, bit in enumerate(first, at):
            added = [gate([bit, digit], all), *total[place : place + 1], *carry]
            total[place : place + 1] = [gate(added, lambda values: sum(values) % 2)]
            carry = [gate(added, lambda values: sum(values) > 1)] if len(added) > 1 else []
        total += carry
    f.shown = total
    return f


def generated():
    for n in range(4, 17):
        yield f"queens-{n}", queens(n)
    for n in range(5, 13):
        yield f"toroidal-queens-{n}", queens(n, True)
    for n in range(4, 10):
        yield f"triangle-free-{n}", graphs(n, "triangle")
    for n in range(4, 9):
        yield f"square-free-{n}", graphs(n, "square")
    for n in range(4, 8):
        yield f"graphs-{n}", graphs(n, None)
    for n in range(3, 13):
        yield f"grid-independent-{n}", independent(n * n, grid_edges(n, n))
    for n in range(3, 9):
        yield f"grid-dominating-{n}", dominating(n * n, grid_edges(n, n))
        yield f"grid-3-colours-{n}", colourings(n * n, grid_edges(n, n), 3)
    for n in range(4, 13, 2):
        yield f"grid-perfect-{n}", matchings(n * n, grid_edges(n, n), True)
        yield f"grid-matchings-{n}", matchings(n * n, grid_edges(n, n), False)
    for n in range(3, 12):
        yield f"pigeons-{n}", assignment(n, n)
        yield f"pigeons-{n}-{n + 2}", assignment(n, n + 2)
    for n in (3, 4, 7, 8, 11, 12):
        yield f"langford-{n}", langford(n)
    for n, bound in [(10, 3), (20, 5), (30, 10), (40, 20), (60, 7)]:
        yield f"at-most-{n}-{bound}", at_most(n, bound)
    for seed in range(8):
        rng = random.Random(seed)
        yield f"latin-5-{seed}", latin(5, seed, rng)
        yield f"latin-7-{seed}", latin(7, 30 - 2 * seed, rng)
        for n, m in [(20, 40), (40, 60), (60, 120), (100, 130)]:
            edges = random_graph(n, m, rng)
            yield f"independent-{n}-{m}-{seed}", independent(n, edges)
            yield f"dominating-{n}-{m}-{seed}", dominating(n, edges)
            if n <= 60:
                yield f"3-colours-{n}-{m}-{seed}", colourings(n, edges, 3)
                yield f"matchings-{n}-{m}-{seed}", matchings(n, edges, False)
        for n, ratio in [(30, 2), (50, 3.5), (80, 4.1), (150, 4.2), (60, 1.5)]:
            yield f"random-{n}-{ratio}-{seed}", random_clauses(n, int(n * ratio), 3, rng)
            yield f"random-shown-{n}-{ratio}-{seed}", random_clauses(n, int(n * ratio), 3, rng, n // 3)
        for n in (60, 150, 400):
            yield f"band-{n}-{seed}", band(n, 2 * n, 12, rng)
            yield f"band-shown-{n}-{seed}", band(n, 2 * n, 12, rng, n // 2)
        for n in (50, 200, 1000):
            yield f"features-{n}-{seed}", features(n, n // 10, rng)
        for inputs, gates in [(12, 60), (24, 150), (40, 300)]:
            yield f"circuit-{inputs}-{seed}", circuit(inputs, gates, rng)
        yield f"parities-40-{seed}", parities(40, 25, rng)
        yield f"parities-80-{seed}", parities(80, 60, rng)
    for n in range(6, 11):
        yield f"costas-{n}", costas(n)
    for sides in [(4, 4, 4), (6, 6, 6), (6, 6, 9), (7, 7, 7), (5, 9, 9)]:
        yield "partitions-" + "-".join(map(str, sides)), partitions(*sides)
    for n, clauses in [(1000, 500), (8000, 2000), (30000, 20000)]:
        yield f"chain-{n}", chain(n, clauses, random.Random(n))
    for bits, other_bits in [(5, 4), (6, 5), (7, 6), (8, 6)]:
        yield f"products-{bits}-{other_bits}", products(bits, other_bits)
    for n, most in [(5, 4), (6, 4), (7, 4), (7, 5)]:
        yield f"dominating-queens-{n}-{most}", dominating_queens(n, most)
    for seed in range(3):
        rng = random.Random(seed)
        for n, holes in [(16, 100), (16, 115), (18, 130), (18, 140), (20, 150)]:
            yield f"latin-{n}-{holes}-{seed}", latin(n, n * n - holes, rng)
        yield f"parities-200-{seed}", parities(200, 185, rng)
        for rows, columns, density in [(10, 20, 0.5), (15, 15, 0.6), (20, 20, 0.6)]:
            yield f"nonogram-{rows}-{columns}-{seed}", nonogram(rows, columns, density, rng)
        for box, givens in [(3, 24), (4, 110), (4, 130), (5, 320)]:
            yield f"sudoku-{box * box}-{givens}-{seed}", sudoku(box, givens, rng)
        for n, percent in [(150, 80), (200, 90), (250, 90), (300, 95), (400, 97)]:
            edges = random_graph(n, n * (n - 1) * percent // 200, rng)
            yield f"cliques-{n}-{100 - percent}-{seed}", independent(n, edges)
    for n in [1000, 3000]:
        yield f"implications-{n}", independent(n, [(0, other) for other in range(1, n)])


def count(gordian, arguments, cap):
    """CPU seconds and MiB of a count, and the answer; no answer where the cap comes first."""
    text, seconds, memory, _ = run([gordian, "count", "--json", "--time", f"{cap:.2f}", *arguments], int(cap) + 5)
    try:
        document = json.loads(text)
    except json.JSONDecodeError:
        document = {}
    return seconds, memory, document


def questions(path):
    """The arguments of the questions about an input, raw and up to symmetry, each with the methods that can be tried."""
    yield "raw", [path], ENGINES
    symmetries = [path.with_suffix(suffix) for suffix in (".sym", ".symmetry")]
    given = next((path for path in symmetries if path.exists()), None)
    if given:
        yield "classes", [path, "--symmetry", given], WAYS
    elif path.suffix in (".txt", ".json"):
        yield "classes", [path, "--up-to-symmetry"], WAYS


def measure(gordian, limit, factor, paths, tsv):
    rows, wrong = [], 0
    for path in paths:
        for kind, arguments, methods in questions(path):
            seconds, memory, document = count(gordian, arguments, limit)
            key = "orbits" if kind == "classes" else "count"
            answer = document.get(key) if document.get("complete") else None
            best, best_method, largest = None, "-", 0
            cap = (seconds - GRACE) / factor if answer is not None else limit
            if "status" not in document:
                continue
            if memory > LARGE:
                # Methods that were stopped early would have taken more.
                cap = max(cap, seconds)
            if cap > 0.02:
                for method in methods:
                    took, other_memory, other = count(gordian, [*arguments, "--method", method], cap)
                    largest = max(largest, other_memory)
                    if not other.get("complete") or key not in other:
                        continue
                    if answer is not None and other[key] != answer:
                        wrong += 1
                        print(f"{path.name} {kind}: {method} says {other[key]}, the default {answer}", file=sys.stderr)
                    if best is None or took < best:
                        best, best_method = took, method
            ratio = (seconds - GRACE) / max(best, 0.01) if best is not None else 0
            row = (ratio, path.name, kind, document.get("method", "?"), seconds, answer is not None, best_method, best, memory, largest)
            rows.append(row)
            line = "\t".join(map(str, row))
            print(line, file=tsv or sys.stderr, flush=True)
    return rows, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True, dest="verb")
    make = verbs.add_parser("make")
    make.add_argument("folder", type=Path)
    compare = verbs.add_parser("run")
    compare.add_argument("paths", type=Path, nargs="+")
    compare.add_argument("--gordian", type=Path, default=ROOT / "target/release/gordian")
    compare.add_argument("--limit", type=float, default=20, help="seconds of the default")
    compare.add_argument("--factor", type=float, default=FACTOR, help="a method gets the default's time over this")
    compare.add_argument("--tsv", type=argparse.FileType("w"))
    arguments = parser.parse_args()
    if arguments.verb == "make":
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for name, formula in generated():
            formula.write(arguments.folder / f"{name}.cnf")
        return
    gordian = arguments.gordian.resolve()
    rows, wrong = measure(gordian, arguments.limit, arguments.factor, arguments.paths, arguments.tsv)
    rows.sort(reverse=True)
    print("| input | question | default | s | best single method | s | ratio |")
    print("| --- | --- | --- | ---: | --- | ---: | ---: |")
    for ratio, name, kind, method, seconds, _, best_method, best, *_ in rows[:20]:
        shown = "-" if best is None else f"{best:.2f}"
        print(f"| {name} | {kind} | {method} | {seconds:.2f} | {best_method} | {shown} | {ratio:.1f} |")
    large = [(memory / largest, *row, memory, largest) for _, *row, memory, largest in rows if memory > LARGE and largest]
    print(f"\nThe default takes more than {LARGE} MiB for {len(large)} questions.\n")
    print("| input | question | default | MiB | most of a single method | ratio |")
    print("| --- | --- | --- | ---: | ---: | ---: |")
    for ratio, name, kind, method, *_, memory, largest in sorted(large, reverse=True)[:20]:
        print(f"| {name} | {kind} | {method} | {memory:.0f} | {largest:.0f} | {ratio:.1f} |")
    broken = sum(row[0] > FACTOR for row in rows)
    print(f"\n{len(rows)} questions, {broken} beyond the bound, {sum(not row[5] for row in rows)} not answered, {wrong} different numbers.")
    sys.exit(broken + wrong > 0)


if __name__ == "__main__":
    main()
