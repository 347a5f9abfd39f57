"""Integers, Booleans and constraints of a problem, and how they are written in FlatZinc.

Expressions are values: to build one has no effect. A problem writes them when a question is asked.
"""

from __future__ import annotations

import builtins
import operator
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, Union

#: Anything that can be added up: numbers, integers, Booleans and constraints (1 where they hold).
Number: TypeAlias = Union["Linear", "Constraint", int]
#: A constraint, a Boolean, or a constant.
Truth: TypeAlias = Union["Constraint", bool]


#: The name of what defines auxiliary variables.
DEFINITION = "(definition)"


class Writer:
    """A model in FlatZinc that is being written."""

    def __init__(self, owner: str = "") -> None:
        self.owner = owner
        self.declarations: builtins.list[str] = []
        self.constraints: builtins.list[str] = []
        self.label: str | None = None
        self._names: dict[int, str] = {}
        # What has a name is kept, so that no other object gets its identity.
        self._kept: builtins.list[object] = []
        # Names of sums, and of the integers that Booleans are.
        self._sums: dict[tuple[tuple[str, ...], tuple[int, ...], int], str] = {}
        self.integers: dict[str, str] = {}
        self._count = 0

    def name_of(self, thing: object) -> str | None:
        """The name of an object that was written before."""
        return self._names.get(id(thing))

    def own(self, name: str, owner: str) -> str:
        """The name of a variable, which another problem may have, too."""
        if owner and self.owner and owner != self.owner:
            raise ValueError(f"{name!r} is a variable of another problem")
        return name

    def keep(self, thing: object, name: str) -> str:
        """Gives an object a name."""
        self._names[id(thing)] = name
        self._kept.append(thing)
        return name

    def fresh(self, kind: str) -> str:
        """A new variable that only the model knows."""
        self._count += 1
        name = f"gordian_{self._count}"
        self.declarations.append(f"var {kind}: {name} :: var_is_introduced;")
        return name

    def post(self, name: str, arguments: Iterable[str], *, label: bool = True) -> None:
        """Writes a constraint."""
        told = self.label if label else DEFINITION
        shown = f' :: mzn_constraint_name("{_escaped(told)}")' if told else ""
        self.constraints.append(f"constraint {name}({','.join(arguments)}){shown};")

    def variable(self, number: Number) -> str:
        """A number as a variable or a constant."""
        linear = as_linear(number)
        if not linear.terms:
            return str(linear.constant)
        if len(linear.terms) == 1 and linear.constant == 0:
            ((atom, coefficient),) = linear.terms.items()
            if coefficient == 1:
                return atom.write(self)
        names, coefficients = self._parts(linear)
        key = (tuple(names), tuple(coefficients), linear.constant)
        if key not in self._sums:
            low, high = linear.bounds()
            name = self.fresh(f"{low}..{high}")
            self.post(
                "int_lin_eq",
                [array([*coefficients, -1]), array([*names, name]), str(-linear.constant)],
                label=False,
            )
            self._sums[key] = name
        return self._sums[key]

    def _parts(self, linear: Linear) -> tuple[builtins.list[str], builtins.list[int]]:
        return [atom.write(self) for atom in linear.terms], builtins.list(linear.terms.values())

    def sum(self, linear: Linear) -> builtins.list[str]:
        """The arguments of a constraint that compares a sum with a number."""
        names, coefficients = self._parts(linear)
        return [array(coefficients), array(names), str(-linear.constant)]

    def variables(self, numbers: Iterable[Number]) -> str:
        """Numbers as an array."""
        return array([self.variable(number) for number in numbers])


def array(items: Iterable[object]) -> str:
    """Items as an array of FlatZinc."""
    return "[" + ",".join(str(item) for item in items) + "]"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


class Atom:
    """Something with a value that stands in a sum."""

    def bounds(self) -> tuple[int, int]:
        """The least and the greatest value."""
        raise NotImplementedError

    def write(self, writer: Writer) -> str:
        """The name of the variable."""
        raise NotImplementedError


class Linear:
    """A sum of variables, each times a constant, and a constant."""

    terms: dict[Atom, int]
    constant: int

    def __init__(self, terms: dict[Atom, int], constant: int = 0) -> None:
        self.terms = {atom: coefficient for atom, coefficient in terms.items() if coefficient}
        self.constant = constant

    def bounds(self) -> tuple[int, int]:
        """Numbers between which all values lie."""
        low = high = self.constant
        for atom, coefficient in self.terms.items():
            ends = [coefficient * end for end in atom.bounds()]
            low, high = low + min(ends), high + max(ends)
        return low, high

    def __add__(self, other: Number) -> Linear:
        other = as_linear(other)
        terms = dict(self.terms)
        for atom, coefficient in other.terms.items():
            terms[atom] = terms.get(atom, 0) + coefficient
        return Linear(terms, self.constant + other.constant)

    __radd__ = __add__

    def __neg__(self) -> Linear:
        return self._times(-1)

    def __pos__(self) -> Linear:
        return self

    def __sub__(self, other: Number) -> Linear:
        return self + -as_linear(other)

    def __rsub__(self, other: Number) -> Linear:
        return as_linear(other) - self

    def _times(self, factor: int) -> Linear:
        return Linear({atom: factor * one for atom, one in self.terms.items()}, factor * self.constant)

    def __mul__(self, other: Number) -> Linear:
        other = as_linear(other)
        if not other.terms:
            return self._times(other.constant)
        if not self.terms:
            return other._times(self.constant)
        ends = [one * two for one in self.bounds() for two in other.bounds()]
        return function("int_times", [self, other], (min(ends), max(ends)))

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Linear:
        exponent = whole(exponent)
        if exponent < 0:
            raise ValueError("the exponent is negative")
        ends = [end**exponent for end in self.bounds()]
        low = 0 if exponent % 2 == 0 and self.bounds()[0] < 0 < self.bounds()[1] else min(ends)
        return function("int_pow", [self, exponent], (low, max(ends)))

    def __floordiv__(self, other: Number) -> Linear:
        other = as_linear(other)
        low, high = self._natural(other)
        return function("int_div", [self, other], (0, high // max(1, low)))

    def __rfloordiv__(self, other: Number) -> Linear:
        return as_linear(other) // self

    def __mod__(self, other: Number) -> Linear:
        other = as_linear(other)
        self._natural(other)
        return function("int_mod", [self, other], (0, max(0, other.bounds()[1] - 1)))

    def __rmod__(self, other: Number) -> Linear:
        return as_linear(other) % self

    def _natural(self, divisor: Number) -> tuple[int, int]:
        """The least divisor and the greatest dividend. FlatZinc rounds toward zero, Python down."""
        low, high = self.bounds()
        least = as_linear(divisor).bounds()[0]
        if low < 0 or least < 1:
            raise ValueError("division is for dividends that are not negative, and divisors that are positive")
        return least, high

    def __abs__(self) -> Linear:
        low, high = self.bounds()
        least = 0 if low <= 0 <= high else min(abs(low), abs(high))
        return function("int_abs", [self], (least, max(abs(low), abs(high))))

    def __le__(self, other: Number) -> Constraint:
        return Comparison("int_lin_le", self - other)

    def __lt__(self, other: Number) -> Constraint:
        return Comparison("int_lin_le", self - other + 1)

    def __ge__(self, other: Number) -> Constraint:
        return Comparison("int_lin_le", as_linear(other) - self)

    def __gt__(self, other: Number) -> Constraint:
        return Comparison("int_lin_le", as_linear(other) - self + 1)

    # Whatever is no number is an error: Python would take two things that it cannot compare for different.
    def __eq__(self, other: Any) -> Any:
        return Comparison("int_lin_eq", self - other)

    def __ne__(self, other: Any) -> Any:
        return Comparison("int_lin_ne", self - other)

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError("an integer of a problem has no value before a solution is found")


class Named(Atom):
    """An integer that a problem has declared."""

    def __init__(self, name: str, values: Sequence[int] | range, owner: str) -> None:
        self.name = name
        self.values = values
        self.owner = owner

    def bounds(self) -> tuple[int, int]:
        return self.values[0], self.values[-1]

    def write(self, writer: Writer) -> str:
        return writer.own(self.name, self.owner)


class Integer(Linear):
    """An integer variable of a problem."""

    def __init__(self, name: str, values: Sequence[int] | range, owner: str = "") -> None:
        super().__init__({Named(name, values, owner): 1})
        self.name = name
        self.values = values

    def __repr__(self) -> str:
        return self.name


class Function(Atom):
    """The value of a function, which is the last argument of a constraint, or the first."""

    def __init__(
        self, name: str, arguments: Sequence[Any], bounds: tuple[int, int], *, result_first: bool, demand: str | None
    ) -> None:
        self.name, self.arguments, self._bounds, self._first = name, arguments, bounds, result_first
        self._demand = demand

    def bounds(self) -> tuple[int, int]:
        return self._bounds

    def write(self, writer: Writer) -> str:
        name = writer.name_of(self)
        if name is None:
            written = [written_argument(writer, argument) for argument in self.arguments]
            low, high = self._bounds
            name = writer.keep(self, writer.fresh(f"{low}..{high}"))
            # What defines the value is no rule that could be broken, unless the function may have no value.
            label, writer.label = writer.label, self._demand
            writer.post(
                self.name, [name, *written] if self._first else [*written, name], label=self._demand is not None
            )
            writer.label = label
        return name


def function(
    name: str,
    arguments: Sequence[Any],
    bounds: tuple[int, int],
    *,
    result_first: bool = False,
    demand: str | None = None,
) -> Linear:
    """The value of a function as a number. If it may have none, to have one is a rule of this name."""
    return Linear({Function(name, arguments, bounds, result_first=result_first, demand=demand): 1})


def written_argument(writer: Writer, argument: Any) -> str:
    """An argument of a constraint: a text stays, numbers and arrays of them are written."""
    if isinstance(argument, str):
        return argument
    if isinstance(argument, Linear | Constraint | int):
        return writer.variable(argument)
    return writer.variables(argument)


class Constraint(Atom):
    """A demand on variables. In a sum it is 1 where it holds, and 0 elsewhere."""

    def post(self, writer: Writer) -> None:
        """Writes that it holds."""
        writer.post("bool_eq", [self.truth(writer), "true"])

    def deny(self, writer: Writer) -> None:
        """Writes that it does not hold."""
        writer.post("bool_eq", [self.truth(writer), "false"])

    def truth(self, writer: Writer) -> str:
        """A Boolean variable that says whether it holds, or a constant."""
        name = writer.name_of(self)
        return writer.keep(self, self._define(writer)) if name is None else name

    def _define(self, writer: Writer) -> str:
        raise NotImplementedError

    def bounds(self) -> tuple[int, int]:
        return 0, 1

    def write(self, writer: Writer) -> str:
        truth = self.truth(writer)
        key = f"int:{truth}"
        if key not in writer.integers:
            name = writer.fresh("0..1")
            writer.post("bool2int", [truth, name], label=False)
            writer.integers[key] = name
        return writer.integers[key]

    def __invert__(self) -> Constraint:
        return Not(self)

    def __and__(self, other: Truth) -> Constraint:
        return AllOf([self, as_constraint(other)])

    __rand__ = __and__

    def __or__(self, other: Truth) -> Constraint:
        return AnyOf([self, as_constraint(other)])

    __ror__ = __or__

    def __xor__(self, other: Truth) -> Constraint:
        return Not(Same(self, as_constraint(other)))

    __rxor__ = __xor__

    def implies(self, other: Truth) -> Constraint:
        """The other one holds where this one does."""
        return AnyOf([Not(self), as_constraint(other)])

    def __add__(self, other: Number) -> Linear:
        return as_linear(self) + other

    __radd__ = __add__

    def __sub__(self, other: Number) -> Linear:
        return as_linear(self) - other

    def __rsub__(self, other: Number) -> Linear:
        return as_linear(other) - as_linear(self)

    def __neg__(self) -> Linear:
        return -as_linear(self)

    def __pos__(self) -> Linear:
        return as_linear(self)

    def __abs__(self) -> Linear:
        return abs(as_linear(self))

    def __mul__(self, other: Number) -> Linear:
        return as_linear(self) * other

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Linear:
        return as_linear(self) ** exponent

    def __floordiv__(self, other: Number) -> Linear:
        return as_linear(self) // other

    def __rfloordiv__(self, other: Number) -> Linear:
        return as_linear(other) // as_linear(self)

    def __mod__(self, other: Number) -> Linear:
        return as_linear(self) % other

    def __rmod__(self, other: Number) -> Linear:
        return as_linear(other) % as_linear(self)

    def __eq__(self, other: object) -> Any:
        if isinstance(other, bool):
            return self if other else Not(self)
        if isinstance(other, Constraint):
            return Same(self, other)
        return as_linear(self) == other

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return NotImplemented if equal is NotImplemented else Not(equal)

    def __le__(self, other: Number) -> Constraint:
        return as_linear(self) <= other

    def __lt__(self, other: Number) -> Constraint:
        return as_linear(self) < other

    def __ge__(self, other: Number) -> Constraint:
        return as_linear(self) >= other

    def __gt__(self, other: Number) -> Constraint:
        return as_linear(self) > other

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        raise TypeError("a constraint has no truth value before a solution is found; use &, | and ~")


class Boolean(Constraint):
    """A Boolean variable of a problem."""

    def __init__(self, name: str, owner: str = "") -> None:
        self.name = name
        self.owner = owner

    def truth(self, writer: Writer) -> str:
        return writer.own(self.name, self.owner)

    def __repr__(self) -> str:
        return self.name


class Constant(Constraint):
    """A constraint that always holds, or never."""

    def __init__(self, value: bool) -> None:
        self.value = value

    def truth(self, writer: Writer) -> str:
        return "true" if self.value else "false"


class Call(Constraint):
    """A constraint of FlatZinc."""

    def __init__(self, name: str, arguments: Sequence[Any]) -> None:
        self.name, self.arguments = name, arguments

    def _written(self, writer: Writer) -> builtins.list[str]:
        return [written_argument(writer, argument) for argument in self.arguments]

    def post(self, writer: Writer) -> None:
        writer.post(self.name, self._written(writer))

    def deny(self, writer: Writer) -> None:
        writer.post(f"{self.name}_reif", [*self._written(writer), "false"])

    def _define(self, writer: Writer) -> str:
        written = self._written(writer)
        truth = writer.fresh("bool")
        writer.post(f"{self.name}_reif", [*written, truth], label=False)
        return truth


class Comparison(Call):
    """A sum compared with zero."""

    def __init__(self, name: str, difference: Linear) -> None:
        super().__init__(name, ())
        self.difference = difference

    def _written(self, writer: Writer) -> builtins.list[str]:
        return writer.sum(self.difference)


class Not(Constraint):
    """A constraint does not hold."""

    def __init__(self, inner: Constraint) -> None:
        self.inner = inner

    def __invert__(self) -> Constraint:
        return self.inner

    def post(self, writer: Writer) -> None:
        self.inner.deny(writer)

    def deny(self, writer: Writer) -> None:
        self.inner.post(writer)

    def _define(self, writer: Writer) -> str:
        inner = self.inner.truth(writer)
        truth = writer.fresh("bool")
        writer.post("bool_not", [inner, truth], label=False)
        return truth


class AllOf(Constraint):
    """Each of some constraints holds."""

    def __init__(self, parts: Sequence[Constraint]) -> None:
        self.parts = parts

    def post(self, writer: Writer) -> None:
        for part in self.parts:
            part.post(writer)

    def deny(self, writer: Writer) -> None:
        writer.post("bool_clause", ["[]", array(part.truth(writer) for part in self.parts)])

    def _define(self, writer: Writer) -> str:
        parts = array([part.truth(writer) for part in self.parts])
        truth = writer.fresh("bool")
        writer.post("array_bool_and", [parts, truth], label=False)
        return truth


class AnyOf(Constraint):
    """One of some constraints holds, or several."""

    def __init__(self, parts: Sequence[Constraint]) -> None:
        self.parts = parts

    def post(self, writer: Writer) -> None:
        positive = [part.truth(writer) for part in self.parts if not isinstance(part, Not)]
        negative = [part.inner.truth(writer) for part in self.parts if isinstance(part, Not)]
        writer.post("bool_clause", [array(positive), array(negative)])

    def deny(self, writer: Writer) -> None:
        for part in self.parts:
            part.deny(writer)

    def _define(self, writer: Writer) -> str:
        parts = array([part.truth(writer) for part in self.parts])
        truth = writer.fresh("bool")
        writer.post("array_bool_or", [parts, truth], label=False)
        return truth


class Same(Constraint):
    """Two constraints hold both, or neither does."""

    def __init__(self, one: Constraint, other: Constraint) -> None:
        self.one, self.other = one, other

    def post(self, writer: Writer) -> None:
        writer.post("bool_eq", [self.one.truth(writer), self.other.truth(writer)])

    def deny(self, writer: Writer) -> None:
        writer.post("bool_not", [self.one.truth(writer), self.other.truth(writer)])

    def _define(self, writer: Writer) -> str:
        sides = [self.one.truth(writer), self.other.truth(writer)]
        truth = writer.fresh("bool")
        writer.post("bool_eq_reif", [*sides, truth], label=False)
        return truth


def as_linear(number: Number) -> Linear:
    """A number as a sum."""
    if isinstance(number, Linear):
        return number
    if isinstance(number, Constraint):
        return Linear({number: 1})
    return Linear({}, whole(number))


def as_constraint(truth: Truth) -> Constraint:
    """A constraint, or a constant as one."""
    if isinstance(truth, Constraint):
        return truth
    if isinstance(truth, bool) or is_numpy_bool(truth):
        return Constant(bool(truth))
    hint = "; to add those of a list, write add(*constraints)" if isinstance(truth, Iterable) else ""
    raise TypeError(f"{truth!r} is no constraint{hint}")


def whole(number: Any) -> int:
    """An integer of any type. Nothing is rounded: a number with a part behind the point is a TypeError."""
    return int(number) if is_numpy_bool(number) else operator.index(number)


def is_numpy_bool(value: Any) -> bool:
    """Whether this is a Boolean of numpy, which need not be there."""
    return getattr(value, "shape", None) == () and getattr(value, "dtype", None) == bool
