#!/usr/bin/env python3
"""Writes formulas of kinds that `planner.py make` has none of, to FOLDER: they were written after the race was made.

    other_kinds.py FOLDER
"""

import itertools
import random
import sys
from pathlib import Path

from planner import Formula, cycles_of, grid_edges

KNIGHT = [(down, right) for down, right in itertools.product((-2, -1, 1, 2), repeat=2) if abs(down) != abs(right)]
KING = [step for step in itertools.product((-1, 0, 1), repeat=2) if step != (0, 0)]


def exactly(f, lits, bound):
    """A sequential counter whose variables the literals define."""
    before = []
    for place, lit in enumerate(lits):
        counts = f.new(min(place + 1, bound + 1))
        for number, count in enumerate(counts):
            # As many before; or one fewer, where none at all is no variable.
            same = before[number : number + 1]
            fewer = before[number - 1 : number] if number else []
            f.add(-count, *same, lit)
            if number:
                f.add(-count, *same, *fewer)
            f.add(-lit, *(-var for var in fewer), count)
            if same:
                f.add(-same[0], count)
        before = counts
    f.add(-before[bound])
    f.add(before[bound - 1])


def board_symmetries(f, cell):
    size = range(len(cell))
    for to in (lambda row, column: (column, row), lambda row, column: (row, len(cell) - 1 - column)):
        image = {cell[r][c]: cell[to(r, c)[0]][to(r, c)[1]] for r, c in itertools.product(size, repeat=2)}
        f.generators.append(cycles_of(image))


def pieces(size, moves, number=None):
    """Pieces that do not attack each other: any number up to symmetry, or just so many."""
    f = Formula()
    cell = [f.new(size) for _ in range(size)]
    for row, column in itertools.product(range(size), repeat=2):
        for down, right in moves:
            r, c = row + down, column + right
            if 0 <= r < size and 0 <= c < size and (r, c) > (row, column):
                f.add(-cell[row][column], -cell[r][c])
    if number is None:
        board_symmetries(f, cell)
    else:
        f.shown = [var for row in cell for var in row]
        exactly(f, f.shown, number)
    return f


def degrees(size, allowed):
    """Subgraphs of a grid in which vertices have only these degrees."""
    f = Formula()
    edges = grid_edges(size, size)
    at = [[] for _ in range(size * size)]
    for var, edge in zip(f.new(len(edges)), edges):
        for vertex in edge:
            at[vertex].append(var)
    for of in at:
        for chosen in itertools.product((0, 1), repeat=len(of)):
            if sum(chosen) not in allowed:
                f.add(*(-var if bit else var for var, bit in zip(of, chosen)))
    return f


def knapsack(items, part, is_exact, rng):
    """Sets of items that weigh this part of all of them, or at most that, as a decision diagram of hidden variables."""
    f = Formula()
    chosen = f.new(items)
    weights = [rng.randint(1, 30) for _ in range(items)]
    most = int(sum(weights) * part)
    layer = {0: []}
    for var, weight in zip(chosen, weights):
        ways = {}
        for total, state in layer.items():
            for after, lit in ((total, -var), (total + weight, var)):
                if after <= most:
                    ways.setdefault(after, []).append([*state, lit])
        layer = {}
        for total, conditions in ways.items():
            [state] = f.new(1)
            layer[total] = [state]
            for way in conditions:
                f.add(state, *(-lit for lit in way))
            for pick in itertools.product(*conditions):
                f.add(-state, *pick)
    f.add(*(layer.get(most, []) if is_exact else [state for [state] in layer.values()]))
    f.shown = chosen
    return f


def permutations(size, allows=lambda at, to: True, forbids=lambda one, other: False):
    """Permutations that map places only where that is allowed, and neighbours not where that is forbidden."""
    f = Formula()
    maps = [f.new(size) for _ in range(size)]
    for place in range(size):
        f.exactly_one(maps[place])
        f.exactly_one([row[place] for row in maps])
        for to in range(size):
            if not allows(place, to):
                f.add(-maps[place][to])
    for place, (one, other) in itertools.product(range(size - 1), itertools.permutations(range(size), 2)):
        if forbids((place, one), (place + 1, other)):
            f.add(-maps[place][one], -maps[place + 1][other])
    return f


def subsets(size, forbidden):
    """Subsets of the first numbers that hold none of these."""
    f = Formula(size)
    for numbers in sorted({tuple(sorted(set(numbers))) for numbers in forbidden}):
        f.add(*(-number for number in numbers))
    return f


def progressions(size):
    pairs = itertools.product(range(1, size + 1), range(1, size))
    return ((first, first + step, first + 2 * step) for first, step in pairs if first + 2 * step <= size)


def sums(size):
    pairs = itertools.combinations_with_replacement(range(1, size + 1), 2)
    return ((one, other, one + other) for one, other in pairs if one + other <= size)


def equal_sums(size):
    pairs = itertools.combinations_with_replacement(range(1, size + 1), 2)
    both = itertools.combinations(pairs, 2)
    return (one + other for one, other in both if sum(one) == sum(other))


def lines_of_three(dimensions):
    """The lines of the affine space over three elements."""
    points = list(itertools.product(range(3), repeat=dimensions))
    for one, other in itertools.combinations(points, 2):
        third = tuple((-a - b) % 3 for a, b in zip(one, other))
        yield tuple(points.index(point) + 1 for point in (one, other, third))


def swaps(f, size, variables):
    """The symmetry that renames so many things. `variables` maps what is made of them to variables."""
    for first in range(size - 1):
        swap = {first: first + 1, first + 1: first}
        image = {var: variables[tuple(swap.get(at, at) for at in of)] for of, var in variables.items()}
        f.generators.append(cycles_of(image))


def ideals(size):
    """Sets of subsets that hold all subsets of their members: monotone functions, of Dedekind's numbers."""
    f = Formula()
    variables = {of: f.new(1)[0] for of in itertools.product((0, 1), repeat=size)}
    for of, at in itertools.product(variables, range(size)):
        if not of[at]:
            f.add(-variables[of[:at] + (1,) + of[at + 1 :]], variables[of])
    for first in range(size - 1):
        turned = lambda of: of[:first] + (of[first + 1], of[first]) + of[first + 2 :]
        f.generators.append(cycles_of({var: variables[turned(of)] for of, var in variables.items()}))
    return f


def relations(size, is_order):
    """Transitive relations; or partial orders, which relate nothing to itself nor two things both ways."""
    f = Formula()
    pairs = itertools.product(range(size), repeat=2)
    related = {pair: f.new(1)[0] for pair in pairs if not is_order or pair[0] != pair[1]}
    for one, two, three in itertools.product(range(size), repeat=3):
        if (one, two) in related and (two, three) in related:
            both = (-related[one, two], -related[two, three])
            f.add(*both, *([related[one, three]] if (one, three) in related else []))
    swaps(f, size, related)
    return f


def ramsey(vertices, clique, independent):
    """Graphs without such a clique and without so many vertices that no edge joins."""
    f = Formula()
    edge = {}
    for pair in itertools.combinations(range(vertices), 2):
        edge[pair] = edge[pair[::-1]] = f.new(1)[0]
    for sign, size in ((-1, clique), (1, independent)):
        for of in itertools.combinations(range(vertices), size):
            f.add(*(sign * edge[pair] for pair in itertools.combinations(of, 2)))
    swaps(f, vertices, edge)
    return f


def squares(size, both_colours, is_any_rectangle):
    """Boards without the corners of a square, or of any rectangle, in one colour."""
    f = Formula()
    cell = [f.new(size) for _ in range(size)]
    for row, column in itertools.product(range(size - 1), repeat=2):
        far = size if is_any_rectangle else 0
        for r, c in itertools.product(range(row + 1, max(row + 2, far)), range(column + 1, max(column + 2, far))):
            corners = [cell[row][column], cell[row][c], cell[r][column], cell[r][c]]
            f.add(*(-corner for corner in corners))
            if both_colours:
                f.add(*corners)
    board_symmetries(f, cell)
    return f


def network(size, rng):
    """Fixed points of a random network of gates."""
    f = Formula(size)
    for var in range(1, size + 1):
        one, other = (near * rng.choice((1, -1)) for near in rng.sample(range(1, size + 1), 2))
        kind = rng.random()
        output = var if kind < 0.4 else -var
        if kind < 0.8:
            f.add(-output, one)
            f.add(-output, other)
            f.add(output, -one, -other)
    return f


class Multiplier(Formula):
    """Factors of numbers, some of whose bits are given."""

    def __init__(self, bits, given, shows_factors):
        super().__init__()
        one, other = self.new(bits), self.new(bits)
        [false] = self.new(1)
        self.add(-false)
        total = [false] * (2 * bits)
        for low in range(bits):
            carry = false
            for high in range(bits):
                at = low + high
                product = self.conjunction(one[high], other[low])
                half = self.parity(total[at], product)
                both = self.conjunction(total[at], product)
                total[at], carry = self.parity(half, carry), -self.conjunction(-both, -self.conjunction(half, carry))
            total[low + bits] = carry
        for bit, value in given.items():
            self.add(total[bit] if value else -total[bit])
        self.shown = sorted({abs(var) for var in (one + other if shows_factors else total[:bits])})

    def conjunction(self, one, other):
        [gate] = self.new(1)
        self.add(-gate, one)
        self.add(-gate, other)
        self.add(gate, -one, -other)
        return gate

    def parity(self, one, other):
        [gate] = self.new(1)
        for signs in itertools.product((1, -1), repeat=2):
            self.add(gate * -signs[0] * signs[1], signs[0] * one, signs[1] * other)
        return gate


def colour_class(vertices, edges, rng):
    """Sets of vertices that are one colour of a colouring with three."""
    f = Formula()
    node = [f.new(3) for _ in range(vertices)]
    for of in node:
        f.exactly_one(of)
    for one, other in rng.sample(list(itertools.combinations(node, 2)), edges):
        for colour in range(3):
            f.add(-one[colour], -other[colour])
    f.shown = [of[0] for of in node]
    return f


def families(elements, sets, size, is_cover, rng):
    """Random sets, of which those are chosen that are disjoint; all elements are to be covered, or not."""
    f = Formula(sets)
    at = [[] for _ in range(elements)]
    for number in range(1, sets + 1):
        for element in rng.sample(range(elements), size):
            at[element].append(number)
    for of in filter(None, at):
        (f.exactly_one if is_cover else f.at_most_one)(of)
    return f


def schedules(jobs, slots, machines, rng):
    """Jobs in slots, some before others, at most so many at a time."""
    f = Formula()
    start = [f.new(slots) for _ in range(jobs)]
    for of in start:
        f.exactly_one(of)
    for job in range(jobs):
        for later in rng.sample(range(jobs), 2):
            if job < later:
                for slot, until in itertools.product(range(slots), repeat=2):
                    if until <= slot:
                        f.add(-start[job][slot], -start[later][until])
    for slot, too_many in itertools.product(range(slots), itertools.combinations(range(jobs), machines + 1)):
        f.add(*(-start[job][slot] for job in too_many))
    return f


def parities_beside(size, clauses, parities, rng):
    f = Formula(size)
    for _ in range(clauses):
        f.add(*(var * rng.choice((1, -1)) for var in rng.sample(range(1, size + 1), 3)))
    for _ in range(parities):
        of, is_odd = rng.sample(range(1, size + 1), 4), rng.randint(0, 1)
        for bits in itertools.product((0, 1), repeat=4):
            if sum(bits) % 2 != is_odd:
                f.add(*(-var if bit else var for var, bit in zip(of, bits)))
    return f


def generated():
    for size, number in [(5, 5), (6, 8), (7, 10), (8, 12)]:
        yield f"knights-{size}-{number}", pieces(size, KNIGHT, number)
        yield f"kings-{size}-{number // 2 + 1}", pieces(size, KING, number // 2 + 1)
    for size in (6, 7, 8, 10):
        yield f"kings-any-{size}", pieces(size, KING)
        yield f"knights-any-{size}", pieces(size, KNIGHT)
    for size in (4, 5, 6, 8, 10):
        yield f"two-factors-{size}", degrees(size, {2})
        yield f"cycles-some-{size}", degrees(size, {0, 2})
    for size in (4, 5, 6, 7):
        yield f"paths-and-cycles-{size}", degrees(size, {0, 1, 2})
        yield f"no-isolated-{size}", degrees(size, {1, 2, 3, 4})
    for items in (12, 18, 24, 30):
        yield f"knapsack-{items}", knapsack(items, 0.5, True, random.Random(items))
        yield f"knapsack-at-most-{items}", knapsack(items, 0.4, False, random.Random(items))
    for size, width in [(10, 3), (16, 4), (24, 5), (40, 3)]:
        yield f"banded-{size}-{width}", permutations(size, lambda at, to: abs(at - to) <= width)
    for size in (8, 10, 12, 14):
        rng = random.Random(size)
        allowed = {pair for pair in itertools.product(range(size), repeat=2) if rng.random() < 0.5}
        yield f"permanent-{size}", permutations(size, lambda at, to: at == to or (at, to) in allowed)
    for size in (6, 8, 10, 11):
        rises = lambda one, other: (one[1] < other[1]) != (one[0] % 2 == 0)
        yield f"alternating-{size}", permutations(size, forbids=rises)
    for size in (7, 9, 10):
        yield f"apart-{size}", permutations(size, forbids=lambda one, other: abs(one[1] - other[1]) == 1)
    for size in (16, 24, 32, 40):
        yield f"no-progression-{size}", subsets(size, progressions(size))
        yield f"sum-free-{size}", subsets(size, sums(size))
    for size in (10, 14, 18):
        yield f"sidon-{size}", subsets(size, equal_sums(size))
    yield "caps-3", subsets(27, lines_of_three(3))
    for size in (3, 4, 5, 6):
        yield f"ideals-{size}", ideals(size)
        yield f"orders-{size}", relations(size, True)
    for size in (3, 4, 5):
        yield f"transitive-{size}", relations(size, False)
    for sizes in [(5, 3, 3), (6, 3, 4), (7, 3, 4), (8, 3, 4), (6, 4, 4), (7, 3, 5)]:
        yield "ramsey-" + "-".join(map(str, sizes)), ramsey(*sizes)
    for size in (4, 5, 6, 8, 10):
        yield f"no-square-{size}", squares(size, True, False)
    for size in (4, 5, 6):
        yield f"no-rectangle-{size}", squares(size, False, True)
    for size in (20, 40, 80, 160):
        yield f"network-{size}", network(size, random.Random(size))
    for bits in (4, 6, 8, 10):
        yield f"factors-{bits}", Multiplier(bits, {2 * bits - 1: 1, 0: 1, 3: 0}, True)
        yield f"low-bits-{bits}", Multiplier(bits, {2 * bits - 1: 0, 1: 1}, False)
    for vertices, edges, seed in itertools.product((20, 30, 40), (2, 2.25), (1, 2)):
        graph = colour_class(vertices, int(edges * vertices), random.Random(100 * vertices + seed))
        yield f"colour-class-{vertices}-{int(edges * vertices)}-{seed}", graph
    for elements, sets, size in [(24, 60, 3), (30, 80, 3), (40, 60, 4), (36, 150, 4)]:
        for name, is_cover in (("packing", False), ("cover", True)):
            family = families(elements, sets, size, is_cover, random.Random(elements * sets))
            yield f"{name}-{elements}-{sets}-{size}", family
    for jobs, slots, machines in [(6, 8, 2), (8, 10, 2), (10, 12, 2), (12, 10, 3)]:
        yield f"schedule-{jobs}-{slots}-{machines}", schedules(jobs, slots, machines, random.Random(jobs * slots))
    for size, clauses, parities in [(40, 60, 10), (60, 90, 20), (80, 100, 30)]:
        yield f"parities-beside-{size}", parities_beside(size, clauses, parities, random.Random(size + parities))


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, formula in generated():
        formula.write(folder / f"{name}.cnf")


if __name__ == "__main__":
    main()
