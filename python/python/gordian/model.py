"""Problems of named variables: a modelling layer.

A ``Problem`` has integers and Booleans with names, and constraints on them. It is asked the questions
that formulas and puzzles are asked: ``solve``, ``list``, ``count``, ``facts``, ``explain``. Answers name
the variables.

Indices are counted from 0. Two solutions differ in some named variable.
"""

from __future__ import annotations

import builtins
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import _questions
from ._expressions import (
    DEFINITION,
    AllOf,
    AnyOf,
    Boolean,
    Call,
    Constraint,
    Integer,
    Linear,
    Not,
    Number,
    Truth,
    Writer,
    array,
    as_constraint,
    as_linear,
    function,
    whole,
)
from ._questions import Count, Explanation, Facts, Listing, Solution

__all__ = [
    "Boolean",
    "Constraint",
    "Integer",
    "Linear",
    "Number",
    "Problem",
    "Truth",
    "all_different",
    "all_equal",
    "all_of",
    "any_of",
    "bin_packing",
    "circuit",
    "count",
    "cumulative",
    "element",
    "global_cardinality",
    "increasing",
    "inverse",
    "lex_less",
    "lex_less_equal",
    "maximum",
    "member",
    "minimum",
    "no_overlap",
    "number_of_values",
    "regular",
    "subcircuit",
    "table",
]

_RESERVED = frozenset(
    "annotation any array bool case constraint diff div else elseif endif enum false float function if in include "
    "int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set solve string "
    "subset superset symdiff test then true tuple type union var where xor".split()
)


class Problem:
    """Named variables, and constraints on them.

    >>> from gordian.model import Problem, all_different
    >>> problem = Problem()
    >>> x, y = problem.integer("x", 1, 9), problem.integer("y", 1, 9)
    >>> problem.add(x + y == 4, all_different([x, y]), x < y)
    >>> problem.solve().solution
    {'x': 1, 'y': 3}
    """

    def __init__(self) -> None:
        # Copies of a problem have it, too: their variables are the same.
        self._identity = uuid.uuid4().hex
        self._declarations: builtins.list[str] = []
        self._names: set[str] = set()
        self._rules: builtins.list[tuple[str | None, Constraint]] = []
        self._goal: tuple[str, Linear] | None = None

    def _declare(self, name: str) -> str:
        if not (name.isascii() and name.isidentifier()) or name.startswith("_") or name in _RESERVED:
            raise ValueError(f"{name!r} is no name: letters, digits and _ may stand in one, and a letter first")
        if name in self._names or name.startswith("gordian_"):
            raise ValueError(f"the name {name!r} is taken")
        self._names.add(name)
        return name

    def integer(
        self,
        name: str,
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
        hidden: bool = False,
    ) -> Integer:
        """An integer from ``low`` to ``high``, or one of ``values``. Solutions need not differ in a hidden one."""
        domain = _domain(low, high, values)
        self._declarations.append(f"var {_kind(domain)}: {self._declare(name)}{_output(hidden)};")
        return Integer(name, domain, self._identity)

    def boolean(self, name: str, *, hidden: bool = False) -> Boolean:
        """A Boolean. Solutions need not differ in a hidden one."""
        self._declarations.append(f"var bool: {self._declare(name)}{_output(hidden)};")
        return Boolean(name, self._identity)

    def integers(
        self,
        name: str,
        number: int,
        low: int | None = None,
        high: int | None = None,
        *,
        values: Iterable[int] | None = None,
    ) -> builtins.list[Integer]:
        """So many integers. A solution has them as a list under the name."""
        domain = _domain(low, high, values)
        names = self._array(name, number, _kind(domain), "int")
        return [Integer(one, domain, self._identity) for one in names]

    def booleans(self, name: str, number: int) -> builtins.list[Boolean]:
        """So many Booleans. A solution has them as a list under the name."""
        return [Boolean(one, self._identity) for one in self._array(name, number, "bool", "bool")]

    def _array(self, name: str, number: int, kind: str, of: str) -> builtins.list[str]:
        if number < 1:
            raise ValueError("an array has one variable at least")
        self._declare(name)
        names = [self._declare(f"{name}_{index}") for index in range(number)]
        self._declarations += [f"var {kind}: {one};" for one in names]
        annotation = f"output_array([1..{number}])"
        self._declarations.append(f"array [1..{number}] of var {of}: {name} :: {annotation} = {array(names)};")
        return names

    def add(self, *constraints: Truth, name: str | None = None) -> None:
        """Demands constraints. ``explain`` tells them by the name."""
        if name is not None and (not isinstance(name, str) or name in ("", DEFINITION)):
            raise ValueError(f"{name!r} is no name of a constraint")
        self._rules += [(name, as_constraint(constraint)) for constraint in constraints]

    def minimize(self, number: Number) -> None:
        """``solve`` is to find the solution in which this is least."""
        self._goal = ("minimize", as_linear(number))

    def maximize(self, number: Number) -> None:
        """``solve`` is to find the solution in which this is greatest."""
        self._goal = ("maximize", as_linear(number))

    def flatzinc(self) -> str:
        """The problem in FlatZinc."""
        writer = Writer(self._identity)
        for number, (name, rule) in enumerate(self._rules, start=1):
            writer.label = name or f"constraint {number}"
            rule.post(writer)
        writer.label = None
        goal = "solve satisfy;"
        if self._goal is not None:
            objective = writer.variable(self._goal[1])
            if objective.lstrip("-").isdigit():
                # A goal is a variable.
                value, objective = objective, writer.fresh(f"{objective}..{objective}")
                writer.post("int_eq", [objective, value], label=False)
            goal = f"solve {self._goal[0]} {objective};"
        introduced = [line for line in self._declarations if not line.startswith("array")]
        arrays = [line for line in self._declarations if line.startswith("array")]
        return "\n".join([*introduced, *writer.declarations, *arrays, *writer.constraints, goal, ""])

    def _ask(self, question: Any, options: Mapping[str, Any]) -> Any:
        return question(self.flatzinc(), kind="flatzinc", **options)

    def solve(self, **options: Any) -> Solution:
        """A solution, or the best one, with the values by their names. Options: as :func:`gordian.solve`."""
        found: Solution = self._ask(_questions.solve, options)
        return found

    def list(self, **options: Any) -> Listing:
        """All solutions, or as many as ``limit``. Options: as :func:`gordian.list`."""
        found: Listing = self._ask(_questions.list, options)
        return found

    def count(self, **options: Any) -> Count:
        """The number of solutions. Options: as :func:`gordian.count`."""
        found: Count = self._ask(_questions.count, options)
        return found

    def facts(self, **options: Any) -> Facts:
        """What all solutions have in common. Options: as :func:`gordian.facts`."""
        found: Facts = self._ask(_questions.facts, options)
        return found

    def explain(self, **options: Any) -> Explanation:
        """Constraints that contradict each other, by their names. Options: as :func:`gordian.explain`."""
        found: Explanation = self._ask(_questions.explain, options)
        return found


def _output(hidden: bool) -> str:
    return " :: var_is_introduced" if hidden else " :: output_var"


def _domain(low: int | None, high: int | None, values: Iterable[int] | None) -> Sequence[int]:
    if values is not None:
        if low is not None or high is not None:
            raise ValueError("an integer has bounds or values, not both")
        return _not_empty(tuple(sorted({whole(value) for value in values})))
    if low is None or high is None:
        raise ValueError("an integer needs two bounds, or values")
    return _not_empty(range(whole(low), whole(high) + 1))


def _not_empty(domain: Sequence[int]) -> Sequence[int]:
    if not domain:
        raise ValueError("an integer needs a value that it may have")
    return domain


def _kind(domain: Sequence[int]) -> str:
    if len(domain) == domain[-1] - domain[0] + 1:
        return f"{domain[0]}..{domain[-1]}"
    return "{" + ",".join(str(value) for value in domain) + "}"


def _from_one(numbers: Iterable[Number]) -> builtins.list[Linear]:
    """Indices from 0 as indices from 1, as FlatZinc counts."""
    return [as_linear(number) + 1 for number in numbers]


def _hull(numbers: Iterable[Number]) -> tuple[int, int]:
    bounds = [as_linear(number).bounds() for number in numbers]
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def all_of(constraints: Iterable[Truth]) -> Constraint:
    """Each of the constraints holds."""
    return AllOf([as_constraint(one) for one in constraints])


def any_of(constraints: Iterable[Truth]) -> Constraint:
    """One of the constraints holds, or several."""
    return AnyOf([as_constraint(one) for one in constraints])


def all_different(numbers: Iterable[Number]) -> Constraint:
    """No two of the numbers are equal."""
    return Call("fzn_all_different_int", [builtins.list(numbers)])


def all_equal(numbers: Iterable[Number]) -> Constraint:
    """All numbers are equal."""
    return Call("fzn_all_equal_int", [builtins.list(numbers)])


def increasing(numbers: Iterable[Number], *, strictly: bool = False) -> Constraint:
    """Each number is at least the one before; with ``strictly``, greater."""
    return Call("fzn_strictly_increasing_int" if strictly else "fzn_increasing_int", [builtins.list(numbers)])


def member(numbers: Iterable[Number], value: Number) -> Constraint:
    """One of the numbers has this value."""
    return Call("fzn_member_int", [builtins.list(numbers), as_linear(value)])


def table(numbers: Iterable[Number], rows: Iterable[Sequence[int]]) -> Constraint:
    """The numbers are one of the rows."""
    numbers = builtins.list(numbers)
    rows = [[whole(value) for value in row] for row in rows]
    if any(len(row) != len(numbers) for row in rows):
        raise ValueError("a row has as many values as there are numbers")
    return Call("fzn_table_int", [numbers, array(value for row in rows for value in row)])


def regular(
    numbers: Iterable[Number],
    states: int,
    transitions: Mapping[tuple[int, int], int],
    start: int,
    accepting: Iterable[int],
) -> Constraint:
    """An automaton with so many states, counted from 0, accepts the numbers, one after the other.

    ``transitions`` has the next state for a state and a number; there is none for other numbers.
    """
    numbers = builtins.list(numbers)
    accepting = sorted(set(accepting))
    named = {state for state, _ in transitions} | set(transitions.values()) | {start, *accepting}
    for state in named:
        if not 0 <= whole(state) < states:
            raise ValueError(f"there is no state {state}: the states are 0 to {states - 1}")
    least = min((number for _, number in transitions), default=0)
    most = max((number for _, number in transitions), default=0)
    rows = [transitions.get((state, number), -1) + 1 for state in range(states) for number in range(least, most + 1)]
    shifted = [as_linear(number) - (least - 1) for number in numbers]
    ends = "{" + ",".join(str(state + 1) for state in accepting) + "}"
    return Call("fzn_regular", [shifted, str(states), str(most - least + 1), array(rows), str(start + 1), ends])


def circuit(successors: Iterable[Number]) -> Constraint:
    """From 0, the successors lead to every index once, and back to 0. An index alone has no circuit."""
    return Call("fzn_circuit", [_from_one(successors)])


def subcircuit(successors: Iterable[Number]) -> Constraint:
    """The successors lead around a circuit of some indices; others are their own successors."""
    return Call("fzn_subcircuit", [_from_one(successors)])


def inverse(one: Iterable[Number], other: Iterable[Number]) -> Constraint:
    """``one[i] == j`` exactly where ``other[j] == i``."""
    return Call("fzn_inverse", [_from_one(one), _from_one(other)])


def global_cardinality(
    numbers: Iterable[Number], counts: Mapping[int, Number], *, closed: bool = False
) -> Constraint:
    """Each value is had by so many of the numbers; with ``closed``, no number has another value."""
    name = "fzn_global_cardinality_closed" if closed else "fzn_global_cardinality"
    return Call(name, [builtins.list(numbers), array(whole(value) for value in counts), builtins.list(counts.values())])


def cumulative(
    starts: Iterable[Number], durations: Iterable[Number], demands: Iterable[Number], capacity: Number
) -> Constraint:
    """At any time, the tasks that run demand no more than the capacity."""
    tasks = [builtins.list(starts), builtins.list(durations), builtins.list(demands)]
    return Call("fzn_cumulative", [*tasks, as_linear(capacity)])


def no_overlap(starts: Iterable[Number], durations: Iterable[Number]) -> Constraint:
    """No two tasks run at the same time."""
    return Call("fzn_disjunctive", [builtins.list(starts), builtins.list(durations)])


def bin_packing(loads: Iterable[Number], bins: Iterable[Number], weights: Iterable[int]) -> Constraint:
    """The weights of the items in each bin, counted from 0, add up to its load."""
    sizes = array(whole(weight) for weight in weights)
    return Call("fzn_bin_packing_load", [builtins.list(loads), _from_one(bins), sizes])


def lex_less(one: Iterable[Number], other: Iterable[Number]) -> Constraint:
    """``one`` comes before ``other`` in lexicographic order."""
    return Call("fzn_lex_less_int", [builtins.list(one), builtins.list(other)])


def lex_less_equal(one: Iterable[Number], other: Iterable[Number]) -> Constraint:
    """``one`` comes before ``other`` in lexicographic order, or is equal."""
    return Call("fzn_lex_lesseq_int", [builtins.list(one), builtins.list(other)])


def count(numbers: Iterable[Number], value: int) -> Linear:
    """How many of the numbers have this value."""
    total = as_linear(0)
    for number in numbers:
        total = total + Not(as_linear(number) != value)
    return total


def number_of_values(numbers: Iterable[Number]) -> Linear:
    """How many different values the numbers have."""
    numbers = builtins.list(numbers)
    return function("fzn_nvalue", [numbers], (min(1, len(numbers)), len(numbers)), result_first=True)


def minimum(numbers: Iterable[Number]) -> Linear:
    """The least of the numbers."""
    return _extreme("array_int_minimum", numbers, min)


def maximum(numbers: Iterable[Number]) -> Linear:
    """The greatest of the numbers."""
    return _extreme("array_int_maximum", numbers, max)


def _extreme(name: str, numbers: Iterable[Number], choose: Any) -> Linear:
    numbers = builtins.list(numbers)
    if not numbers:
        raise ValueError("there is no number to choose")
    bounds = [as_linear(number).bounds() for number in numbers]
    ends = (choose(low for low, _ in bounds), choose(high for _, high in bounds))
    return function(name, [numbers], ends, result_first=True)


def element(numbers: Iterable[Number], index: Number) -> Linear:
    """The number at this index. A problem that uses it has the index within the bounds."""
    numbers = builtins.list(numbers)
    if not numbers:
        raise ValueError("there is no element")
    low, high = as_linear(index).bounds()
    demand = None if 0 <= low and high < len(numbers) else "the index of an element is within the bounds"
    return function("array_var_int_element", [as_linear(index) + 1, numbers], _hull(numbers), demand=demand)
