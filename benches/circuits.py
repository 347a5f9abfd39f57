#!/usr/bin/env python3
"""Writes comparisons of circuits as CNF to a folder: all unsatisfiable, since both compute the same.

Random circuits are compared with themselves, and with what they are made of conjunctions and negations alone; multipliers with themselves. Sums and
products are also computed in two ways. Variables, clauses and literals are shuffled, so that nothing but the clauses shows what belongs together.
"""

import argparse
import random
from pathlib import Path


class Circuit:
    """Gates, and clauses that say what they compute."""

    def __init__(self):
        self.num_vars = 0
        self.clauses = []

    def input(self):
        self.num_vars += 1
        return self.num_vars

    def conjunction(self, *inputs):
        output = self.input()
        self.clauses += [[-output, lit] for lit in inputs]
        self.clauses.append([output] + [-lit for lit in inputs])
        return output

    def parity(self, left, right):
        output = self.input()
        self.clauses += [[-output, left, right], [-output, -left, -right], [output, -left, right], [output, left, -right]]
        return output

    def choice(self, condition, then, otherwise):
        output = self.input()
        self.clauses += [[-output, -condition, then], [-output, condition, otherwise]]
        self.clauses += [[output, -condition, -then], [output, condition, -otherwise]]
        return output

    def parity_of_conjunctions(self, left, right):
        return self.choice_of_conjunctions(left, -right, right)

    def choice_of_conjunctions(self, condition, then, otherwise):
        return -self.conjunction(-self.conjunction(condition, then), -self.conjunction(-condition, otherwise))

    def half_adder(self, left, right):
        return self.parity(left, right), self.conjunction(left, right)

    def full_adder(self, left, right, carry, by_choice):
        """The sum and the carry: a choice, or not neither of two carries."""
        half = self.parity(left, right)
        total = self.parity(half, carry)
        if by_choice:
            return total, self.choice(half, carry, left)
        return total, -self.conjunction(-self.conjunction(left, right), -self.conjunction(half, carry))

    def differ(self, left, right):
        """Says that two words differ."""
        self.clauses.append([self.parity(*pair) for pair in zip(left, right)])

    def write(self, path, draw):
        numbers = draw.sample(range(1, self.num_vars + 1), self.num_vars)
        clauses = [[numbers[abs(lit) - 1] * (1 if lit > 0 else -1) for lit in clause] for clause in self.clauses]
        for clause in clauses:
            draw.shuffle(clause)
        draw.shuffle(clauses)
        lines = [f"p cnf {self.num_vars} {len(clauses)}"] + [" ".join(map(str, clause)) + " 0" for clause in clauses]
        path.write_text("\n".join(lines) + "\n")


def ripple(circuit, left, right, by_choice):
    carry, word = circuit.conjunction(left[0], -left[0]), []
    for pair in zip(left, right):
        total, carry = circuit.full_adder(*pair, carry, by_choice)
        word.append(total)
    return word + [carry]


def selecting(circuit, left, right, width):
    """Each block of the sum for both carries, and the right one selected (Bedrij 1962)."""
    never = circuit.conjunction(left[0], -left[0])
    carry, word = never, []
    for start in range(0, len(left), width):
        blocks = []
        for first in (never, -never):
            block, inner = [], first
            for pair in zip(left[start : start + width], right[start : start + width]):
                total, inner = circuit.full_adder(*pair, inner, True)
                block.append(total)
            blocks.append(block + [inner])
        *block, carry = [circuit.choice(carry, one, zero) for zero, one in zip(*blocks)]
        word += block
    return word + [carry]


def product(circuit, left, right, swap, newest_first=False):
    columns = [[] for _ in range(len(left) + len(right))]
    for row, one in enumerate(left):
        for column, two in enumerate(right):
            columns[row + column].append(circuit.conjunction(*((two, one) if swap else (one, two))))
    word = []
    for place, column in enumerate(columns):
        while len(column) > 1:
            take = (lambda: column.pop()) if newest_first else (lambda: column.pop(0))
            parts = [take() for _ in range(min(3, len(column)))]
            total, carry = circuit.half_adder(*parts) if len(parts) == 2 else circuit.full_adder(*parts, True)
            column.append(total)
            if place + 1 < len(columns):
                columns[place + 1].append(carry)
        word += column
    return word


def random_circuits(num_gates, width, by_conjunctions, draw):
    """The same gates twice, of distinct inputs if one side is made of conjunctions, as programs that make such circuits keep them; else the same input may come twice."""
    circuit = Circuit()
    inputs = [circuit.input() for _ in range(2 * width)]
    sides = [list(inputs), list(inputs)]
    kinds = [(circuit.conjunction, circuit.conjunction)] * 2
    if by_conjunctions:
        kinds += [(circuit.parity, circuit.parity_of_conjunctions), (circuit.choice, circuit.choice_of_conjunctions)]
    else:
        kinds += [(circuit.parity, circuit.parity), (circuit.choice, circuit.choice)]
    for _ in range(num_gates):
        pair = draw.choice(kinds)
        count = 3 if pair[0] == circuit.choice else 2
        places = draw.sample(range(2 * width), count) if by_conjunctions else [draw.randrange(2 * width) for _ in range(count)]
        picks = [(back, draw.choice([1, -1])) for back in places]
        for side, kind in zip(sides, pair):
            side.append(kind(*[sign * side[-1 - back] for back, sign in picks]))
    circuit.differ(*[side[-width:] for side in sides])
    return circuit


def words(circuit, size):
    return [[circuit.input() for _ in range(size)] for _ in range(2)]


def sums(size, width):
    circuit = Circuit()
    pair = words(circuit, size)
    circuit.differ(ripple(circuit, *pair, False), selecting(circuit, *pair, width))
    return circuit


def products(size, newest_first):
    circuit = Circuit()
    pair = words(circuit, size)
    circuit.differ(product(circuit, *pair, False), product(circuit, *pair, True, newest_first))
    return circuit


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the formulas go")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    draw = random.Random(1)
    sizes = [(1000, 40), (3000, 80), (10000, 150), (30000, 300)]
    made = {f"random-{gates}": random_circuits(gates, width, False, draw) for gates, width in sizes}
    made |= {f"conjunctions-{gates}": random_circuits(gates, width, True, draw) for gates, width in [(300, 20), *sizes]}
    made |= {f"sum-{size}-{width}": sums(size, width) for size, width in [(32, 4), (64, 8), (128, 8)]}
    made |= {f"product-{size}": products(size, False) for size in (8, 12, 16, 24, 32)}
    made |= {f"product-{size}-in-other-order": products(size, True) for size in (5, 6, 7)}
    for name, circuit in made.items():
        circuit.write(folder / f"{name}.cnf", draw)


if __name__ == "__main__":
    main()
