"""Gordian as a solver of CPMpy."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

cp = pytest.importorskip("cpmpy")


def solver_of(*constraints: Any) -> Any:
    from gordian.cpmpy import CPM_gordian

    return CPM_gordian(cp.Model(*constraints))


def test_models_are_solved_listed_and_optimized() -> None:
    from gordian.cpmpy import register

    register()
    queens = cp.intvar(0, 7, shape=8)
    model = cp.Model(
        cp.AllDifferent(queens),
        cp.AllDifferent([queens[row] + row for row in range(8)]),
        cp.AllDifferent([queens[row] - row for row in range(8)]),
    )
    found = []
    assert model.solveAll(solver="gordian", display=lambda: found.append(tuple(queens.value()))) == 92
    assert len(set(found)) == 92
    x = cp.intvar(1, 9, shape=2)
    best = cp.Model(cp.sum(x) >= 3, maximize=3 * x[0] - x[1])
    assert best.solve(solver="gordian") and best.objective_value() == 26
    assert str(best.status().exitstatus) == "ExitStatus.OPTIMAL"
    none = cp.Model(x[0] < x[1], x[1] < x[0])
    assert none.solve(solver="gordian") is False and x[0].value() is None
    assert str(none.status().exitstatus) == "ExitStatus.UNSATISFIABLE"
    for asked in (model, best, none):
        assert asked.status().solver_name == "gordian" and asked.status().runtime > 0


def test_every_constraint_means_what_cpmpy_says() -> None:
    from cpmpy.expressions.utils import argval

    x, y, z = (cp.intvar(-1, 3, name=name) for name in "xyz")
    b = cp.boolvar(name="b")
    v = [x, y, z]
    small = [cp.intvar(0, 3, name=f"s{index}") for index in range(3)]
    demands = [
        cp.AllDifferent(v),
        cp.AllEqual(v),
        cp.Circuit(v),
        cp.Inverse(v, v),
        cp.Table(v, [[0, 1, 2], [3, 3, -1]]),
        cp.NegativeTable(v, [[0, 1, 2], [3, 3, -1]]),
        cp.Xor([x > 1, y > 1, b]),
        cp.Cumulative(v, [2, 1, 2], demand=[1, 2, 2], capacity=3),
        cp.Cumulative(v, small, demand=2, capacity=3),
        cp.Cumulative([x, y], [1, 2], demand=[z, 1], capacity=2),
        cp.NoOverlap(v, [2, 1, 2]),
        cp.NoOverlap([0, y, z], small),
        cp.NoOverlap([0, y], [3, small[0]], [3, z]),
        cp.GlobalCardinalityCount(v, [0, 2], [1, 2], closed=True),
        cp.GlobalCardinalityCount(v, [0, 2], [x, y]),
        cp.Increasing(v),
        cp.DecreasingStrict(v),
        cp.LexLess([x, y], [y, z]),
        cp.LexLessEq([x, y], [y, z]),
        cp.IfThenElse(b, x == 1, y == 2),
        cp.min(v) + cp.max(v) == 2,
        abs(x) * y == z,
        x // y == z,
        x % y == z,
        x**3 == y,
        cp.Element([5, 1, 3], x) == y,
        cp.Count(v, 1) == 2,
        cp.NValue(v) == 2,
        cp.Regular(v, [("a", 0, "b"), ("b", 1, "a"), ("a", 3, "a")], "a", ["b"]),
        (x + 2 * y - z != 3).implies(b & (y <= z)),
        (x == 1) + (y == 1) + b >= 2,
    ]
    for demand in demands:
        for constraint in (demand, ~demand, b == demand):
            variables = cp.transformations.get_variables.get_variables(constraint)
            expected = set()
            ranges = [range(int(variable.lb), int(variable.ub) + 1) for variable in variables]
            for values in itertools.product(*ranges):
                for variable, value in zip(variables, values, strict=True):
                    variable._value = bool(value) if variable.is_bool() else value
                if argval(constraint):
                    expected.add(values)
            found = []
            number = solver_of(constraint).solveAll(
                display=lambda: found.append(tuple(int(variable.value()) for variable in variables))
            )
            assert number == len(found) == len(set(found)), constraint
            assert set(found) == expected, constraint
