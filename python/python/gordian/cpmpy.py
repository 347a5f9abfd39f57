"""Gordian as a solver of CPMpy: ``CPM_gordian``.

>>> import cpmpy
>>> from gordian.cpmpy import CPM_gordian
>>> x = cpmpy.intvar(1, 9, shape=2)
>>> solver = CPM_gordian(cpmpy.Model(x[0] + x[1] == 4, x[0] < x[1]))
>>> solver.solve(), x.value().tolist()
(True, [1, 3])

``register`` makes ``model.solve(solver="gordian")`` find it.
"""

from __future__ import annotations

import builtins
import functools
import operator
import time
from collections.abc import Callable, Iterable
from typing import Any

import cpmpy as cp
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Expression, Operator
from cpmpy.expressions.utils import is_any_list, is_int
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from . import __version__, model
from ._expressions import AllOf, AnyOf, Boolean, Constraint, Integer, Not, as_constraint, as_linear, function

__all__ = ["CPM_gordian", "register"]

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _truncated(name: str, dividend: Any, divisor: Any) -> Any:
    """A quotient or a remainder, rounded toward zero."""
    low, high = as_linear(dividend).bounds()
    most = max(abs(low), abs(high))
    if name == "int_mod":
        most = min(most, max(abs(end) for end in as_linear(divisor).bounds()))
    return function(name, [dividend, divisor], (-most, most))


def _gcc(numbers: Any, values: Any, counts: Any, closed: bool) -> Any:
    wanted = [int(value) for value in values]
    if len(set(wanted)) < len(wanted):
        totals = [model.count(numbers, value) == total for value, total in zip(wanted, counts, strict=True)]
        inside = [AnyOf([number == value for value in wanted]) for number in numbers] if closed else []
        return AllOf([as_constraint(one) for one in totals + inside])
    return model.global_cardinality(numbers, dict(zip(wanted, counts, strict=True)), closed=closed)


def _scheduled(starts: Any, durations: Any, ends: Any, demand: Constraint) -> Constraint:
    """Durations are not negative, and tasks end where they are to."""
    facts = [as_linear(duration) >= 0 for duration in durations]
    if ends is not None:
        rows = zip(starts, durations, ends, strict=True)
        facts += [as_linear(start) + duration == end for start, duration, end in rows]
    return AllOf([*(as_constraint(fact) for fact in facts), demand])


class CPM_gordian(SolverInterface):  # type: ignore[misc, unused-ignore]
    """The interface to Gordian: every constraint goes to a ``Problem``, and others are decomposed by CPMpy."""

    supported_global_constraints = frozenset(
        "alldifferent allequal circuit inverse table negative_table xor cumulative no_overlap gcc increasing "
        "decreasing strictly_increasing strictly_decreasing lex_less lex_lesseq ite min max abs mul div mod pow "
        "element count nvalue".split()
    )
    supported_reified_global_constraints = frozenset(
        "alldifferent allequal circuit inverse table negative_table xor cumulative no_overlap gcc increasing "
        "decreasing strictly_increasing strictly_decreasing lex_less lex_lesseq ite".split()
    )

    @staticmethod
    def supported() -> bool:
        """It is installed where this module is."""
        return True

    @classmethod
    def version(cls) -> str:
        """The version of Gordian."""
        return str(__version__)

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None) -> None:
        self._rules: builtins.list[Constraint] = []
        self._objective: tuple[Any, bool] | None = None
        self._written: dict[int, tuple[Any, Any]] = {}
        super().__init__(name="gordian", cpm_model=cpm_model, subsolver=subsolver)

    @property
    def native_model(self) -> model.Problem:
        """The problem as it is now."""
        return self._problem()

    def _problem(self) -> model.Problem:
        problem = model.Problem()
        shown = {variable.name for variable in self.user_vars}
        for name, variable in self._varmap.items():
            if isinstance(variable, Boolean):
                problem.boolean(variable.name, hidden=name not in shown)
            elif isinstance(variable, Integer):
                problem.integer(variable.name, values=variable.values, hidden=name not in shown)
        problem.add(*self._rules)
        if self._objective is not None:
            number, minimize = self._objective
            (problem.minimize if minimize else problem.maximize)(number)
        return problem

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of a problem for one of CPMpy."""
        if isinstance(cpm_var, NegBoolView):
            return Not(self.solver_var(cpm_var._bv))
        if isinstance(cpm_var, _BoolVarImpl | _IntVarImpl):
            known = self._varmap.get(cpm_var.name)
            if known is None:
                name = f"v{len(self._varmap) + 1}"
                is_boolean = isinstance(cpm_var, _BoolVarImpl)
                known = Boolean(name) if is_boolean else Integer(name, range(int(cpm_var.lb), int(cpm_var.ub) + 1))
                self._varmap[cpm_var.name] = known
            return known
        if is_int(cpm_var):
            return int(cpm_var)
        raise NotImplementedError(f"{cpm_var!r} is no variable")

    def transform(self, cpm_expr: Any) -> builtins.list[Any]:
        """Makes functions total, and decomposes what a problem does not have."""
        constraints = no_partial_functions(toplevel_list(cpm_expr))
        found: builtins.list[Any] = decompose_in_tree(
            constraints,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        return found

    def add(self, cpm_expr: Any) -> CPM_gordian:
        """Adds constraints."""
        get_variables(cpm_expr, collect=self.user_vars)
        for constraint in self.transform(cpm_expr):
            self._rules.append(as_constraint(self._translated(constraint)))
        return self

    __add__ = add

    def objective(self, expr: Any, minimize: bool = True) -> None:
        """Sets the goal."""
        get_variables(expr, self.user_vars)
        expr, safe = safen_objective(expr)
        expr, decomposed = decompose_objective(
            expr,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self.add(safe + decomposed)
        self._objective = (self._translated(expr), minimize)

    def has_objective(self) -> bool:
        """Whether a goal was set."""
        return self._objective is not None

    def _all(self, expressions: Iterable[Any]) -> builtins.list[Any]:
        return [self._translated(one) for one in expressions]

    def _translated(self, expression: Any) -> Any:
        """An expression of CPMpy as one of a problem; the same object is translated once."""
        if isinstance(expression, bool | BoolVal) or type(expression).__name__ in ("bool_", "bool"):
            return as_constraint(bool(expression))
        if is_int(expression):
            return int(expression)
        if isinstance(expression, _BoolVarImpl | _IntVarImpl):
            return self.solver_var(expression)
        known = self._written.get(id(expression))
        if known is None:
            # The expression is kept, so that no other one gets its identity.
            known = self._written[id(expression)] = (self._translate(expression), expression)
        return known[0]

    def _translate(self, expression: Any) -> Any:
        if isinstance(expression, Comparison):
            left, right = self._all(expression.args)
            if isinstance(left, int) and not isinstance(right, int):
                left = as_linear(left)
            return _COMPARE[expression.name](left, right)
        if isinstance(expression, Operator):
            return self._operator(expression)
        if isinstance(expression, Expression):
            return self._global(expression)
        raise NotImplementedError(f"{expression!r} is no expression")

    def _operator(self, expression: Any) -> Any:
        name = expression.name
        if name == "wsum":
            weights, numbers = expression.args
            pairs = zip(weights, self._all(numbers), strict=True)
            return sum((as_linear(number) * int(weight) for weight, number in pairs), as_linear(0))
        parts = self._all(expression.args)
        if name == "sum":
            return sum((as_linear(part) for part in parts), as_linear(0))
        if name == "sub":
            return as_linear(parts[0]) - parts[1]
        if name == "-":
            return -as_linear(parts[0])
        truths = [as_constraint(part) for part in parts]
        if name == "and":
            return AllOf(truths)
        if name == "or":
            return AnyOf(truths)
        if name == "->":
            return truths[0].implies(truths[1])
        if name == "not":
            return ~truths[0]
        raise NotImplementedError(f"the operator {name} is not known")

    def _global(self, expression: Any) -> Any:
        name = expression.name
        if name not in self.supported_global_constraints:
            raise NotImplementedError(f"{name} is not known")
        if name in ("table", "negative_table"):
            numbers, rows = expression.args
            found = model.table(self._all(numbers), rows)
            return found if name == "table" else Not(found)
        if name == "gcc":
            numbers, values, counts = expression.args
            return _gcc(self._all(numbers), values, self._all(counts), bool(expression.closed))
        args: builtins.list[Any] = [
            self._all(arg) if is_any_list(arg) else self._translated(arg) for arg in expression.args
        ]
        if name == "cumulative":
            starts, durations, *ends, demands, capacity = args
            most: Any = capacity
            if not isinstance(demands, builtins.list):
                demands = [demands] * len(starts)
            demand = model.cumulative(starts, durations, demands, most)
            return _scheduled(starts, durations, ends[0] if ends else None, demand)
        if name == "no_overlap":
            starts, durations, *ends = args
            return _scheduled(starts, durations, ends[0] if ends else None, model.no_overlap(starts, durations))
        return _GLOBALS[name](*args)

    def solve(self, time_limit: float | None = None, **kwargs: Any) -> bool:
        """Finds a solution, or the best one. Further arguments are those of ``Problem.solve``."""
        self.solver_vars(builtins.list(self.user_vars))
        began = time.monotonic()
        if time_limit is not None and time_limit <= 0:
            raise ValueError("the time limit is not positive")
        found = self._problem().solve(time=time_limit, **kwargs)
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.runtime = time.monotonic() - began
        self.objective_value_ = None
        solution = found.solution
        if solution is not None:
            is_best = self.has_objective() and found.is_optimal
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if is_best else ExitStatus.FEASIBLE
            self._show(solution)
            if self.has_objective():
                self.objective_value_ = found.objective
        else:
            is_refuted = found.is_satisfiable is False
            self.cpm_status.exitstatus = ExitStatus.UNSATISFIABLE if is_refuted else ExitStatus.UNKNOWN
            for variable in self.user_vars:
                variable.clear()
        return solution is not None

    def _show(self, solution: dict[str, Any]) -> None:
        for variable in self.user_vars:
            variable._value = solution[self.solver_var(variable).name]

    def solveAll(
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **kwargs: Any,
    ) -> int:
        """Finds all solutions, each once, in one search. Returns their number."""
        if self.has_objective():
            raise NotSupportedError("all solutions are found of models without an objective")
        self.solver_vars(builtins.list(self.user_vars))
        began = time.monotonic()
        listing = self._problem().list(time=time_limit, limit=solution_limit, **kwargs)
        for solution in listing.solutions:
            self._show(solution)
            self.print_display(display)
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.runtime = time.monotonic() - began
        number = len(listing)
        if number and listing.is_complete:
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL
        elif number:
            self.cpm_status.exitstatus = ExitStatus.FEASIBLE
        else:
            is_refuted = listing.is_satisfiable is False
            self.cpm_status.exitstatus = ExitStatus.UNSATISFIABLE if is_refuted else ExitStatus.UNKNOWN
        return number


_GLOBALS: dict[str, Callable[..., Any]] = {
    "alldifferent": lambda *numbers: model.all_different(numbers),
    "allequal": lambda *numbers: model.all_equal(numbers),
    "circuit": lambda *numbers: model.circuit(numbers),
    "inverse": model.inverse,
    "xor": lambda *truths: functools.reduce(operator.xor, [as_constraint(truth) for truth in truths]),
    "increasing": lambda *numbers: model.increasing(numbers),
    "decreasing": lambda *numbers: model.increasing(numbers[::-1]),
    "strictly_increasing": lambda *numbers: model.increasing(numbers, strictly=True),
    "strictly_decreasing": lambda *numbers: model.increasing(numbers[::-1], strictly=True),
    "lex_less": model.lex_less,
    "lex_lesseq": model.lex_less_equal,
    "ite": lambda condition, yes, no: AllOf(
        [as_constraint(condition).implies(yes), (~as_constraint(condition)).implies(no)]
    ),
    "min": lambda *numbers: model.minimum(numbers),
    "max": lambda *numbers: model.maximum(numbers),
    "abs": lambda number: abs(as_linear(number)),
    "mul": lambda one, other: as_linear(one) * other,
    "div": functools.partial(_truncated, "int_div"),
    "mod": functools.partial(_truncated, "int_mod"),
    "pow": lambda base, exponent: as_linear(base) ** int(exponent),
    "element": model.element,
    "count": lambda numbers, value: sum((as_linear(number) == value for number in numbers), as_linear(0)),
    "nvalue": lambda *numbers: model.number_of_values(numbers),
}


def register() -> None:
    """Lets ``model.solve(solver="gordian")`` find this solver."""
    known: Any = cp.SolverLookup.base_solvers
    if any(name == "gordian" for name, _ in known()):
        return

    def base_solvers() -> builtins.list[tuple[str, Any]]:
        return [*known(), ("gordian", CPM_gordian)]

    cp.SolverLookup.base_solvers = staticmethod(base_solvers)
