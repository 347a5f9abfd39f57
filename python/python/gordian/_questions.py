"""The questions of the command, with typed answers."""

from __future__ import annotations

import builtins
import json
import operator
import os
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

from ._expressions import is_numpy_bool
from ._gordian import CNF, ask

#: A text, the path of a file, or a formula. A string is a path if a file has that name.
Source: TypeAlias = str | os.PathLike[str] | CNF


@dataclass(frozen=True, repr=False)
class Answer:
    """An answer: the document of ``gordian VERB --json``, as text, and as a picture."""

    document: dict[str, Any]
    """The document, as ``json`` reads it."""
    text: str
    """The answer as the command prints it. ``list`` prints its solutions elsewhere."""
    svg: str | None
    """A picture, where there is something to draw."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        """The text: a prompt shows a board, not a document of thousands of numbers."""
        return self.text.rstrip()

    def _repr_svg_(self) -> str | None:
        return self.svg

    @property
    def warnings(self) -> builtins.list[str]:
        """Notes about what is unusual about the input."""
        return [str(warning) for warning in self.document.get("warnings", [])]

    @property
    def status(self) -> str:
        """``satisfiable``, ``unsatisfiable`` or ``unknown``; empty where nothing was searched."""
        return str(self.document.get("status", ""))

    @property
    def is_satisfiable(self) -> bool | None:
        """Whether there is a solution; ``None`` if that is not known."""
        return {"satisfiable": True, "unsatisfiable": False}.get(self.status)

    @property
    def reason(self) -> str | None:
        """The reason why a puzzle has no solution, if counting alone shows it."""
        reason = self.document.get("reason")
        return None if reason is None else str(reason)


@dataclass(frozen=True, repr=False)
class Solution(Answer):
    """One model of a formula, or one solution of a puzzle."""

    @property
    def model(self) -> builtins.list[int] | None:
        """A literal for each variable of a formula; ``None`` where there is none."""
        return self.document.get("model")

    @property
    def solution(self) -> Any:
        """The solution of a puzzle, in the shape of its kind; ``None`` where there is none."""
        return self.document.get("solution")

    @property
    def objective(self) -> int | None:
        """The value that was to be small or large; ``None`` without a goal or a solution."""
        return self.document.get("objective")

    @property
    def is_optimal(self) -> bool | None:
        """Whether it is proven that no solution is better; ``None`` without a goal or a solution."""
        return self.document.get("optimal")

    @property
    def statistics(self) -> dict[str, float]:
        """The counters of the engine, and ``seconds``."""
        return dict(self.document.get("stats", {}))


@dataclass(frozen=True, repr=False)
class Count(Answer):
    """How many solutions there are."""

    @property
    def count(self) -> int:
        """The number of solutions; those known so far if it is not complete."""
        return integer_of(self.document.get("count", "0"))

    def __int__(self) -> int:
        return self.count

    @property
    def is_complete(self) -> bool:
        """Whether all solutions are counted."""
        return bool(self.document.get("complete", False))

    @property
    def orbits(self) -> int | None:
        """The number of classes, where a symmetry was asked for."""
        orbits = self.document.get("orbits")
        return None if orbits is None else integer_of(orbits)

    @property
    def weight(self) -> Fraction | None:
        """The sum of the weights of the models, where it was asked for."""
        weight = self.document.get("weight")
        return None if weight is None else Fraction(weight)

    @property
    def method(self) -> str | None:
        """The method that counted."""
        return self.document.get("method")


@dataclass(frozen=True, repr=False)
class Listing(Count):
    """All solutions, or as many as were asked for."""

    @property
    def solutions(self) -> builtins.list[Any]:
        """Models of a formula, or solutions of a puzzle in the shape of its kind."""
        return builtins.list(self.document.get("solutions", []))

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Any:
        return iter(self.solutions)


@dataclass(frozen=True, repr=False)
class Facts(Answer):
    """What all solutions have in common."""

    @property
    def is_unique(self) -> bool | None:
        """Whether there is exactly one solution; ``None`` if that is not known."""
        return self.document.get("unique")

    @property
    def fixed(self) -> Any:
        """Literals of a formula, or the values of a puzzle, that all solutions share."""
        return self.document.get("fixed")

    @property
    def candidates(self) -> Any:
        """What is open: variables, or the values that each place of a puzzle may hold."""
        return self.document.get("candidates")

    @property
    def counts(self) -> Any:
        """In how many solutions each candidate stands, where it was asked for, as integers."""
        return _integers(self.document.get("counts"))

    @property
    def count(self) -> int | None:
        """The number of solutions, where they were counted."""
        count = self.document.get("count")
        return None if count is None else integer_of(count)

    @property
    def solution(self) -> Any:
        """A solution of a puzzle, or a model of a formula."""
        return self.document.get("solution", self.document.get("model"))

    @property
    def second(self) -> Any:
        """Another solution, where there is one."""
        return self.document.get("second")


@dataclass(frozen=True)
class Reason:
    """A rule that takes part in a contradiction."""

    kind: str
    text: str
    cells: builtins.list[tuple[int, int]]
    """Rows and columns, from zero."""


@dataclass(frozen=True, repr=False)
class Explanation(Answer):
    """Why there is no solution; or a solution, where there is one."""

    @property
    def is_minimal(self) -> bool:
        """Whether each reason is needed."""
        return bool(self.document.get("minimal", False))

    @property
    def reasons(self) -> builtins.list[Reason]:
        """Rules of a puzzle that contradict each other."""
        found = self.document.get("reasons", [])
        return [Reason(one["kind"], one["text"], [(row, column) for row, column in one["cells"]]) for one in found]

    @property
    def rules(self) -> builtins.list[str]:
        """The reasons in words, each once, without what defines auxiliary variables of a ``Problem``."""
        texts = dict.fromkeys(reason.text for reason in self.reasons)
        return [text for text in texts if text != "(definition)"]

    @property
    def clauses(self) -> builtins.list[int]:
        """The lines of the clauses of a formula that contradict each other."""
        return builtins.list(self.document.get("clauses", []))

    @property
    def solution(self) -> Any:
        """A solution, or a model, where there is one."""
        return self.document.get("solution", self.document.get("model"))


@dataclass(frozen=True, repr=False)
class Encoding(Answer):
    """A puzzle as a formula."""

    @property
    def dimacs(self) -> str:
        """The formula in DIMACS, with comments that say what its variables mean."""
        return str(self.document["dimacs"])

    @property
    def meanings(self) -> dict[int, str]:
        """The meaning of each visible variable when it is true."""
        return dict(zip(self.document["visible"], self.document["meanings"], strict=True))

    def cnf(self) -> CNF:
        """The formula."""
        return CNF(from_string=self.dimacs)


@dataclass(frozen=True, repr=False)
class Picture(Answer):
    """A puzzle that was read."""

    @property
    def kind(self) -> str:
        """The kind of the puzzle."""
        return str(self.document["kind"])

    @property
    def title(self) -> str | None:
        """Its title, where it has one."""
        return self.document.get("title")

    @property
    def notes(self) -> builtins.list[str]:
        """What is unusual about it."""
        return builtins.list(self.document.get("notes", []))


def integer_of(digits: str | int) -> int:
    """An integer of any size. Python reads few thousand digits by itself, to bound the time."""
    return int(Decimal(digits))


def _integers(value: Any) -> Any:
    """Decimal strings as integers, at any depth."""
    if isinstance(value, str):
        return integer_of(value)
    if isinstance(value, dict):
        return {key: _integers(one) for key, one in value.items()}
    if isinstance(value, builtins.list):
        return [_integers(one) for one in value]
    return value


def ask_about(verb: str, source: Source, options: Iterable[str]) -> tuple[dict[str, Any], str, str | None]:
    words = builtins.list(options)
    shows_nothing = _NOTHING in words
    if shows_nothing:
        if not isinstance(source, CNF):
            raise ValueError("an empty projection is for a CNF; a formula in DIMACS has the line `c p show 0` for it")
        words.remove(_NOTHING)
    if isinstance(source, CNF):
        text = source.to_dimacs()
        document, text, svg, _ = ask(verb, words, text=_showing_nothing(text) if shows_nothing else text)
    elif isinstance(source, os.PathLike):
        document, text, svg, _ = ask(verb, words, path=os.fspath(source))
    elif not isinstance(source, str):
        kind = f"{type(source).__module__}.{type(source).__qualname__}".removeprefix("builtins.")
        is_formula = isinstance(source, Iterable) or hasattr(source, "clauses")
        hint = "; gordian.CNF takes clauses, and formulas of PySAT" if is_formula else ""
        hint = "; decode it to a string" if isinstance(source, bytes | bytearray) else hint
        raise TypeError(f"a question is about a string, a path or a gordian.CNF, not about {kind}{hint}")
    elif "\n" not in source and len(source) < 4096 and os.path.exists(source):
        document, text, svg, _ = ask(verb, words, path=source)
    else:
        document, text, svg, _ = ask(verb, words, text=source)
    return json.loads(document), text, svg


#: The option for an empty projection, which the command knows only as a line of a formula.
_NOTHING = "--project=(nothing)"


def _showing_nothing(dimacs: str) -> str:
    """A formula that a CNF wrote, with no visible variable."""
    lines = [line for line in dimacs.splitlines() if not line.startswith("c p show")]
    return "\n".join([*lines, "c p show 0", ""])


def _is_integer(value: Any) -> bool:
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


def options_of(**given: Any) -> builtins.list[str]:
    """Keyword arguments as options of the command: ``kind`` is ``--as``, and ``engine`` gives ``--set``."""
    words: builtins.list[str] = []
    for name, value in given.items():
        # Types of numpy are neither bool nor int.
        if is_numpy_bool(value):
            value = bool(value)
        if value is None or value is False:
            continue
        if name == "engine":
            numbers = {option: int(one) if is_numpy_bool(one) else operator.index(one) for option, one in value.items()}
            words += [f"--set={option}={number}" for option, number in numbers.items()]
            continue
        option = "--as" if name == "kind" else "--" + name.replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, os.PathLike):
            words.append(f"{option}={os.fspath(value)}")
        elif _is_integer(value):
            words.append(f"{option}={operator.index(value)}")
        elif isinstance(value, str) or not isinstance(value, Iterable):
            words.append(f"{option}={value}")
        else:
            items = [str(one) for one in value]
            words.append(f"{option}={','.join(items)}" if items or name != "project" else _NOTHING)
    return words


def solve(
    source: Source,
    *,
    kind: str | None = None,
    pick: str | int | None = None,
    time: float | None = None,
    seed: int | None = None,
    check: bool = False,
    conflicts: int | None = None,
    decisions: int | None = None,
    engine: dict[str, int] | None = None,
) -> Solution:
    """Finds one model of a formula, or one solution of a puzzle."""
    options = options_of(
        kind=kind, pick=pick, time=time, seed=seed, check=check, conflicts=conflicts, decisions=decisions, engine=engine
    )
    return Solution(*ask_about("solve", source, options))


def list(
    source: Source,
    *,
    kind: str | None = None,
    pick: str | int | None = None,
    time: float | None = None,
    seed: int | None = None,
    limit: int | None = None,
    sample: int | None = None,
    project: Iterable[int] | str | None = None,
    up_to_symmetry: bool | str = False,
    symmetry: str | os.PathLike[str] | None = None,
    method: str | None = None,
    check: bool = False,
    engine: dict[str, int] | None = None,
) -> Listing:
    """Lists all models of a formula, or all solutions of a puzzle, each once."""
    options = options_of(
        kind=kind,
        pick=pick,
        time=time,
        seed=seed,
        limit=limit,
        sample=sample,
        project=project,
        up_to_symmetry=up_to_symmetry,
        symmetry=symmetry,
        method=method,
        check=check,
        engine=engine,
    )
    return Listing(*ask_about("list", source, options))


def count(
    source: Source,
    *,
    kind: str | None = None,
    pick: str | int | None = None,
    time: float | None = None,
    threads: int | None = None,
    limit: int | None = None,
    project: Iterable[int] | str | None = None,
    up_to_symmetry: bool | str = False,
    symmetry: str | os.PathLike[str] | None = None,
    weighted: bool = False,
    method: str | None = None,
    check: bool = False,
    engine: dict[str, int] | None = None,
) -> Count:
    """Counts the models of a formula, or the solutions of a puzzle."""
    options = options_of(
        kind=kind,
        pick=pick,
        time=time,
        threads=threads,
        limit=limit,
        project=project,
        up_to_symmetry=up_to_symmetry,
        symmetry=symmetry,
        weighted=weighted,
        method=method,
        check=check,
        engine=engine,
    )
    return Count(*ask_about("count", source, options))


def facts(
    source: Source,
    *,
    kind: str | None = None,
    pick: str | int | None = None,
    time: float | None = None,
    counts: bool = False,
    project: Iterable[int] | str | None = None,
    engine: dict[str, int] | None = None,
) -> Facts:
    """Finds what all models, or all solutions, have in common."""
    options = options_of(kind=kind, pick=pick, time=time, counts=counts, project=project, engine=engine)
    return Facts(*ask_about("facts", source, options))


def explain(
    source: Source,
    *,
    kind: str | None = None,
    pick: str | int | None = None,
    time: float | None = None,
    engine: dict[str, int] | None = None,
) -> Explanation:
    """Explains why there is no solution: a minimal set of rules, or clauses, that contradict each other."""
    return Explanation(*ask_about("explain", source, options_of(kind=kind, pick=pick, time=time, engine=engine)))


def encode(
    source: Source, *, kind: str | None = None, pick: str | int | None = None, time: float | None = None
) -> Encoding:
    """Writes a puzzle as a formula in DIMACS."""
    return Encoding(*ask_about("encode", source, options_of(kind=kind, pick=pick, time=time)))


def show(source: Source, *, kind: str | None = None, pick: str | int | None = None) -> Picture:
    """Reads a puzzle, and draws it."""
    return Picture(*ask_about("show", source, options_of(kind=kind, pick=pick)))
