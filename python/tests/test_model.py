"""The modelling layer: every constraint on every assignment, and the questions by names."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import gordian
from gordian.model import (
    Constraint,
    Integer,
    Problem,
    all_different,
    all_equal,
    all_of,
    any_of,
    bin_packing,
    circuit,
    count,
    cumulative,
    element,
    global_cardinality,
    increasing,
    inverse,
    lex_less,
    lex_less_equal,
    maximum,
    member,
    minimum,
    no_overlap,
    number_of_values,
    regular,
    subcircuit,
    table,
)

Build = Callable[[list[Integer]], Constraint]
Meaning = Callable[[tuple[int, ...]], bool]

STEPS = {(0, 0): 1, (1, 1): 0, (0, 3): 0, (1, -1): 1}


def _accepts(values: Sequence[int]) -> bool:
    state: int | None = 0
    for value in values:
        state = None if state is None else STEPS.get((state, value))
    return state == 1


def _is_circuit(values: Sequence[int]) -> bool:
    seen: list[int] = []
    place = 0
    while 0 <= place < len(values) and place not in seen:
        seen.append(place)
        place = values[place]
    return place == 0 and len(seen) == len(values)


def _fits(starts: Sequence[int]) -> bool:
    tasks = list(zip(starts, [2, 1, 2], [1, 2, 2], strict=True))
    at = [sum(demand for start, length, demand in tasks if start <= time < start + length) for time in range(9)]
    return max(at) <= 3


def _apart(starts: Sequence[int]) -> bool:
    tasks = list(zip(starts, [2, 1, 2], strict=True))
    return all(a + m <= b or b + n <= a for (a, m), (b, n) in itertools.combinations(tasks, 2))


def _is_inverse(v: Sequence[int]) -> bool:
    in_range = all(value in (0, 1) for value in v)
    return in_range and all((v[i] == j) == (v[2 + j] == i) for i in range(2) for j in range(2))


#: Name, constraint, meaning, and how many integers from where to where.
CASES: list[tuple[str, Build, Meaning, tuple[int, int, int]]] = [
    ("all_different", all_different, lambda v: len(set(v)) == 3, (3, -1, 3)),
    ("all_equal", all_equal, lambda v: len(set(v)) == 1, (3, -1, 3)),
    ("increasing", increasing, lambda v: v[0] <= v[1] <= v[2], (3, -1, 3)),
    ("strictly", lambda v: increasing(v, strictly=True), lambda v: v[0] < v[1] < v[2], (3, -1, 3)),
    ("member", lambda v: member(v[:2], v[2]), lambda v: v[2] in v[:2], (3, -1, 3)),
    ("table", lambda v: table(v, [(0, 1, 2), (3, 3, -1)]), lambda v: v in [(0, 1, 2), (3, 3, -1)], (3, -1, 3)),
    ("regular", lambda v: regular(v, 2, STEPS, 0, [1]), _accepts, (3, -1, 3)),
    ("circuit", circuit, _is_circuit, (4, 0, 3)),
    ("circuit of others", circuit, _is_circuit, (3, -1, 3)),
    ("subcircuit", subcircuit, lambda v: sorted(v) == [0, 1, 2], (3, 0, 2)),
    ("inverse", lambda v: inverse(v[:2], v[2:]), _is_inverse, (4, 0, 2)),
    (
        "global_cardinality",
        lambda v: global_cardinality(v, {0: 1, 2: v[0]}),
        lambda v: v.count(0) == 1 and v.count(2) == v[0],
        (3, -1, 3),
    ),
    (
        "closed",
        lambda v: global_cardinality(v, {0: 1, 2: 2}, closed=True),
        lambda v: sorted(v) == [0, 2, 2],
        (3, -1, 3),
    ),
    ("cumulative", lambda v: cumulative(v, [2, 1, 2], [1, 2, 2], 3), _fits, (3, 0, 4)),
    ("no_overlap", lambda v: no_overlap(v, [2, 1, 2]), _apart, (3, -1, 3)),
    ("lex_less", lambda v: lex_less(v[:2], v[1:]), lambda v: v[:2] < v[1:], (3, -1, 3)),
    ("lex_less_equal", lambda v: lex_less_equal(v[:2], v[1:]), lambda v: v[:2] <= v[1:], (3, -1, 3)),
    ("count", lambda v: count(v, 1) == 2, lambda v: v.count(1) == 2, (3, -1, 3)),
    ("number_of_values", lambda v: number_of_values(v) == 2, lambda v: len(set(v)) == 2, (3, -1, 3)),
    ("minimum", lambda v: minimum(v) == 0, lambda v: min(v) == 0, (3, -1, 3)),
    ("maximum", lambda v: maximum(v[:2]) == v[2], lambda v: max(v[:2]) == v[2], (3, -1, 3)),
    ("abs", lambda v: abs(v[0] - v[1]) == v[2], lambda v: abs(v[0] - v[1]) == v[2], (3, -1, 3)),
    ("product", lambda v: v[0] * v[1] > v[2], lambda v: v[0] * v[1] > v[2], (3, -1, 3)),
    ("power", lambda v: v[0] ** 2 + v[1] ** 3 == v[2], lambda v: v[0] ** 2 + v[1] ** 3 == v[2], (3, -1, 3)),
    ("quotient", lambda v: (v[0] + 1) // (v[1] + 2) == v[2], lambda v: (v[0] + 1) // (v[1] + 2) == v[2], (3, -1, 3)),
    ("remainder", lambda v: (v[0] + 1) % (v[1] + 2) == v[2], lambda v: (v[0] + 1) % (v[1] + 2) == v[2], (3, -1, 3)),
    ("element", lambda v: element([5, v[0], 1, v[2]], v[1]) == 1, lambda v: [5, v[0], 1, v[2]][v[1]] == 1, (3, 0, 3)),
    (
        "logic",
        lambda v: ((v[0] == 1) | (v[1] != 2)) & ~((v[2] > 1) ^ (v[0] < v[1])),
        lambda v: (v[0] == 1 or v[1] != 2) and (v[2] > 1) == (v[0] < v[1]),
        (3, -1, 3),
    ),
    ("implies", lambda v: (v[0] == 1).implies(v[1] >= v[2]), lambda v: v[0] != 1 or v[1] >= v[2], (3, -1, 3)),
    (
        "sum of truths",
        lambda v: (v[0] == 1) + (v[1] == 1) + 2 * (v[2] == 1) >= 2,
        lambda v: (v[0] == 1) + (v[1] == 1) + 2 * (v[2] == 1) >= 2,
        (3, -1, 3),
    ),
    (
        "any and all",
        lambda v: any_of([all_of([v[0] == 1, v[1] == 1]), v[2] > 2, False]),
        lambda v: v[0] == v[1] == 1 or v[2] > 2,
        (3, -1, 3),
    ),
    ("linear", lambda v: 3 * v[0] - 2 * v[1] + 5 != v[2], lambda v: 3 * v[0] - 2 * v[1] + 5 != v[2], (3, -1, 3)),
    (
        "bin_packing",
        lambda v: bin_packing([v[0], v[1]], [v[2]], [2]),
        lambda v: v in [(2, 0, 0), (0, 2, 1)],
        (3, -1, 3),
    ),
]


#: Constraints and numbers of sequences: how many sequences, and what is built of them.
OF_SEQUENCES: dict[str, tuple[int, Callable[..., Any]]] = {
    "all_different": (1, all_different),
    "all_equal": (1, all_equal),
    "increasing": (1, increasing),
    "member": (1, lambda one: member(one, 1)),
    "table": (2, lambda one, two: table(one, [two])),
    "regular": (1, lambda one: regular(one, 2, STEPS, 0, [1])),
    "circuit": (1, circuit),
    "subcircuit": (1, subcircuit),
    "inverse": (2, inverse),
    "global_cardinality": (1, lambda one: global_cardinality(one, {0: 1})),
    "cumulative": (3, lambda one, two, three: cumulative(one, two, three, 3)),
    "no_overlap": (2, no_overlap),
    "bin_packing": (3, bin_packing),
    "lex_less": (2, lex_less),
    "lex_less_equal": (2, lex_less_equal),
    "count": (1, lambda one: count(one, 1) == 1),
    "number_of_values": (1, lambda one: number_of_values(one) == 2),
    "minimum": (1, lambda one: minimum(one) == 1),
    "maximum": (1, lambda one: maximum(one) == 1),
    "element": (1, lambda one: element(one, 1) == 1),
    "any_of": (1, lambda one: any_of([any_of(number == 1 for number in one)])),
    "all_of": (1, lambda one: all_of([all_of(number == 1 for number in one)])),
}


@pytest.mark.parametrize("name", OF_SEQUENCES)
def test_a_constraint_keeps_its_arguments(name: str) -> None:
    """Lists that are used again, arrays that change, and generators leave a constraint as it was built."""
    number, build = OF_SEQUENCES[name]

    def problem_of(kind: Callable[[list[Any]], Any], spoil: Callable[[Any], object]) -> Problem:
        problem = Problem()
        numbers = problem.integers("v", 3, 0, 3)
        given = [kind(one) for one in ([*numbers], [1, 1, 2], [2, 1, 2])[:number]]
        problem.add(build(*given))
        for one in given:
            spoil(one)
        return problem

    def keep(_: Any) -> None:
        pass

    def write(array: Any) -> None:
        array[:] = 0

    expected = problem_of(tuple, keep).flatzinc()
    assert problem_of(list, list.clear).flatzinc() == expected
    assert problem_of(lambda one: np.array(one, dtype=object), write).flatzinc() == expected
    again = problem_of(iter, keep)
    assert again.flatzinc() == again.flatzinc() == expected


def test_questions_do_not_change_with_the_lists_of_the_caller() -> None:
    problem = Problem()
    numbers, others = problem.integers("x", 2, 0, 2), problem.integers("y", 2, 0, 2)
    row = list(numbers)
    problem.add(lex_less(row, others))
    assert problem.count().count == 36
    row.clear()
    assert problem.count().count == 36


def test_constants_may_be_of_numpy() -> None:
    three: Any = np.int64(3)
    problem = Problem()
    v = problem.integers("v", 2, 0, 3)
    problem.add(cumulative(v, [1, 1], [2, 2], three), member(v, three))
    assert problem.count().count == 6


def test_booleans_and_constraints_are_numbers() -> None:
    cases: list[tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = [
        (lambda b, x: abs(b) + x == 2, lambda b, x: b + x == 2),
        (lambda b, x: abs(b - x) == 1, lambda b, x: abs(b - x) == 1),
        (lambda b, x: b**2 == x, lambda b, x: b == x),
        (lambda b, x: b**0 == x, lambda b, x: x == 1),
        (lambda b, x: b // 1 == x, lambda b, x: b == x),
        (lambda b, x: b % 2 == x, lambda b, x: b == x),
        (lambda b, x: b % 1 == x, lambda b, x: x == 0),
        (lambda b, x: +b == +x, lambda b, x: b == x),
        (lambda b, x: 7 // (b + 1) == x + 4, lambda b, x: 7 // (b + 1) == x + 4),
        (lambda b, x: 7 % (b + 2) == x, lambda b, x: 7 % (b + 2) == x),
        (lambda b, x: (x > 1) ** 3 + (x > 1) % 2 + (x > 1) // 1 + abs(x > 1) == 4 * b, lambda b, x: b == (x > 1)),
        (lambda b, x: x // (b + 1) == 1, lambda b, x: x // (b + 1) == 1),
    ]
    for build, holds in cases:
        problem = Problem()
        b, x = problem.boolean("b"), problem.integer("x", 0, 3)
        problem.add(build(b, x))
        found = sorted((one["b"], one["x"]) for one in problem.list().solutions)
        assert found == [pair for pair in itertools.product([False, True], range(4)) if holds(*pair)]
    problem = Problem()
    b, x = problem.boolean("b"), problem.integer("x", 1, 3)
    for wrong in (lambda: b**-1, lambda: b // 0, lambda: b % b, lambda: 1 // b, lambda: 1 % (x - 1)):
        with pytest.raises(ValueError, match="division|exponent"):
            wrong()
    for no_number in (lambda: b**1.5, lambda: b // 1.5, lambda: 1.5 % x, lambda: 1.5 // b):
        with pytest.raises(TypeError):
            no_number()


@pytest.mark.parametrize(("build", "holds", "shape"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_constraint_means_what_it_says(build: Build, holds: Meaning, shape: tuple[int, int, int]) -> None:
    number, low, high = shape
    expected = {values: holds(values) for values in itertools.product(range(low, high + 1), repeat=number)}

    def found(demand: Callable[[Problem, list[Integer]], None]) -> list[tuple[int, ...]]:
        problem = Problem()
        demand(problem, problem.integers("v", number, low, high))
        return sorted(tuple(one["v"]) for one in problem.list().solutions)

    assert found(lambda problem, v: problem.add(build(v))) == [v for v, is_met in expected.items() if is_met]
    assert found(lambda problem, v: problem.add(~build(v))) == [v for v, is_met in expected.items() if not is_met]
    problem = Problem()
    v = problem.integers("v", number, low, high)
    problem.add(problem.boolean("holds") == build(v))
    both = {tuple(one["v"]): one["holds"] for one in problem.list().solutions}
    assert both == expected


def test_questions_are_answered_by_names() -> None:
    problem = Problem()
    x, y = problem.integer("x", 0, 9), problem.integer("y", values=[1, 3, 5])
    late = problem.boolean("late")
    problem.add(x + y == 6, x >= y, late == (x >= 5))
    assert problem.count().count == int(problem.count()) == 2
    solutions = problem.list().solutions
    assert sorted(solutions, key=str) == [{"x": 3, "y": 3, "late": False}, {"x": 5, "y": 1, "late": True}]
    assert sorted(problem.facts().candidates["y"]) == [1, 3]
    problem.minimize(x - y)
    best = problem.solve()
    assert (best.solution, best.is_optimal, best.objective) == ({"x": 3, "y": 3, "late": False}, True, 0)


def test_the_best_tour_and_its_proof() -> None:
    costs = [[0, 3, 9, 1, 5], [3, 0, 2, 8, 7], [9, 2, 0, 4, 6], [1, 8, 4, 0, 2], [5, 7, 6, 2, 0]]
    tours = itertools.permutations(range(1, 5))
    least = min(sum(costs[a][b] for a, b in itertools.pairwise((0, *tour, 0))) for tour in tours)
    problem = Problem()
    after = problem.integers("after", 5, 0, 4)
    problem.add(circuit(after))
    problem.minimize(sum(element(costs[place], after[place]) for place in range(5)))
    assert (problem.solve().objective, problem.solve().is_optimal) == (least, True)
    problem.maximize(3)
    assert problem.solve().objective == 3


def test_contradictions_are_told_by_names() -> None:
    problem = Problem()
    a, b = problem.integer("a", 0, 3), problem.boolean("b")
    problem.add(b.implies(a >= 2), name="late if b")
    problem.add(b, name="b holds")
    problem.add(a < 2, name='a is "small"')
    problem.add(a >= 0, name="never needed")
    explained = problem.explain()
    assert explained.is_minimal and sorted(explained.rules) == ['a is "small"', "b holds", "late if b"]


def test_mistakes_are_told() -> None:
    problem = Problem()
    problem.integer("x", 0, 1)
    for name in ["x", "", "a b", "var", "_x", "é", "gordian_1"]:
        with pytest.raises(ValueError, match="name"):
            problem.boolean(name)
    with pytest.raises(ValueError, match="value"):
        problem.integer("y", 3, 2)
    with pytest.raises(ValueError, match="bounds"):
        problem.integer("z", 1)
    with pytest.raises(TypeError, match="before"):
        bool(problem.integer("w", 0, 1) == 1)
    with pytest.raises(ValueError, match="division"):
        problem.integer("q", -3, 3) // 2
    assert gordian.Problem is Problem


def test_numbers_are_integers_and_constraints_are_constraints() -> None:
    problem = Problem()
    x = problem.integer("x", 0, 5)
    wrong: list[Any] = [[x == 1], (x == i for i in (1,)), "x == 1", None, 1, {}]
    for constraint in wrong:
        with pytest.raises(TypeError):
            problem.add(constraint)
    expressions: list[Callable[[], Any]] = [
        lambda: all_of([[x == 1], [x == 2]]),  # type: ignore[list-item]
        lambda: (x == 1) & 2,  # type: ignore[operator]
        lambda: x < 2.5,  # type: ignore[operator]
        lambda: x > -0.5,  # type: ignore[operator]
        lambda: 1.5 * x,  # type: ignore[operator]
        lambda: x == 3.0,
        lambda: x != 3.0,
        lambda: x <= "3",  # type: ignore[operator]
        lambda: x**1.5,  # type: ignore[operator]
        lambda: x // 2.5,  # type: ignore[operator]
        lambda: problem.integer("y", 0.9, 1.7),  # type: ignore[arg-type]
        lambda: problem.integer("y", values=[1.5]),  # type: ignore[list-item]
        lambda: table([x], [[1.5]]),  # type: ignore[list-item]
    ]
    for expression in expressions:
        with pytest.raises(TypeError):
            expression()
    assert problem.count().count == 6
    problem.add(x == np.int64(3), np.bool_(True))
    assert problem.solve().solution == {"x": 3}


def test_a_variable_belongs_to_its_problem() -> None:
    one, other = Problem(), Problem()
    x, b = one.integer("x", 0, 1), one.boolean("b")
    other.integer("x", 0, 9)
    other.boolean("b")
    for rule in (x**2 == 49, b):
        with pytest.raises(ValueError, match="another problem"):
            again = copy.deepcopy(other)
            again.add(rule)
            again.count()
    twin = copy.deepcopy(one)
    twin.add(x == 1, b)
    assert twin.count().count == 1


def test_definitions_are_no_rules() -> None:
    problem = Problem()
    x, y = problem.integer("x", 0, 3), problem.integer("y", 0, 3)
    product = x * y
    problem.add(product >= 0, name="A")
    problem.add(product == 5, name="B")
    assert problem.explain().rules == ["B"]
    problem = Problem()
    x = problem.integer("x", 5, 6)
    problem.add(element([1, 2], x) >= 0, name="A")
    assert problem.explain().rules == ["the index of an element is within the bounds"]
    for name in ("", "(definition)", 7):
        with pytest.raises(ValueError, match="no name"):
            problem.add(x == 5, name=name)  # type: ignore[arg-type]


def test_states_of_an_automaton_exist() -> None:
    problem = Problem()
    x = problem.integer("x", 0, 1)
    for transitions, start, accepting in ([{(0, 0): 2}, 0, [0]], [{(3, 0): 0}, 0, [0]], [{}, 2, [0]], [{}, 0, [2]]):
        with pytest.raises(ValueError, match="no state"):
            regular([x], 2, transitions, start, accepting)  # type: ignore[arg-type]
