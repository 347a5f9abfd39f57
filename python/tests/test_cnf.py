"""Formulas and encoders, against brute force."""

from __future__ import annotations

import copy
import itertools
import operator
import pickle
import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from conftest import models

import gordian
from gordian import CNF

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    "<": operator.lt,
    ">=": operator.ge,
    ">": operator.gt,
}


def projected(cnf: CNF, num_vars: int) -> list[tuple[int, ...]]:
    found = [tuple(model[:num_vars]) for model in gordian.Solver(cnf).enum_models()]
    assert len(found) == len(set(found)), "each has one value of the auxiliary variables"
    return sorted(found)


def assignments(num_vars: int, holds: Callable[[int], bool], weights: list[int] | None = None) -> list[tuple[int, ...]]:
    weights = weights or [1] * num_vars
    every = itertools.product(*[(-var, var) for var in range(1, num_vars + 1)])
    return sorted(one for one in every if holds(sum(weight for lit, weight in zip(one, weights) if lit > 0)))


@pytest.mark.parametrize("encoding", ["group", "pairwise", "sequential", "product", "commander", "bimander", "auto"])
def test_at_most_and_exactly_one(encoding: str) -> None:
    for size in range(1, 9):
        lits = range(1, size + 1)
        for number, method in ((lambda n: n <= 1, "at_most_one"), (lambda n: n == 1, "exactly_one")):
            cnf = CNF()
            for _ in lits:
                cnf.new_var()
            getattr(cnf, method)(lits, encoding)
            assert projected(cnf, size) == assignments(size, number)


@pytest.mark.parametrize("encoding", ["auto", "sequential", "totalizer"])
def test_cardinalities(encoding: str) -> None:
    for size, bound in itertools.product(range(1, 7), range(0, 8)):
        for name in ("at_most", "at_least", "exactly"):
            cnf = CNF()
            for _ in range(size):
                cnf.new_var()
            getattr(cnf, name)(list(range(1, size + 1)), bound, encoding)
            holds = {"at_most": operator.le, "at_least": operator.ge, "exactly": operator.eq}[name]
            assert projected(cnf, size) == assignments(size, lambda number: holds(number, bound)), (name, size, bound)


def test_linear_sums() -> None:
    rng = random.Random(5)
    for _ in range(100):
        size = rng.randint(1, 6)
        weights = [rng.randint(-5, 9) for _ in range(size)]
        relation, bound = rng.choice(list(RELATIONS)), rng.randint(-6, 20)
        cnf = CNF()
        for _ in range(size):
            cnf.new_var()
        cnf.linear(weights, list(range(1, size + 1)), relation, bound)
        holds = RELATIONS[relation]
        assert projected(cnf, size) == assignments(size, lambda total: holds(total, bound), weights)


def test_formulas_are_read_and_written(tmp_path: object) -> None:
    cnf = CNF([[1, -2], [2, 3]])
    assert (cnf.nv, len(cnf), cnf.clauses) == (3, 2, [[1, -2], [2, 3]])
    again = CNF(from_string=cnf.to_dimacs())
    assert again.clauses == cnf.clauses
    again.append([4])
    again.extend([[-4, 5]])
    assert again.nv == 5 and repr(again) == "<CNF: 5 variables, 4 clauses>"
    assert gordian.count(cnf).count == len(models(cnf.clauses, 3))
    with pytest.raises(ValueError, match="line 1"):
        CNF(from_string="p cnf x\n")
    with pytest.raises(ValueError, match="coefficients"):
        cnf.linear([1], [1, 2], "<=", 1)
    with pytest.raises(ValueError, match="relation"):
        cnf.linear([1], [1], "~", 1)
    with pytest.raises(FileNotFoundError):
        CNF(from_file="nothing.cnf")


def test_a_copy_of_a_formula_loses_nothing() -> None:
    cnf = CNF([[1]])
    cnf.new_var()
    cnf.new_var()
    assert gordian.count(CNF(cnf)).count == 4
    other = CNF()
    other.extend(cnf)
    other.extend(other)
    assert (other.nv, other.clauses, gordian.count(other).count) == (3, [[1]], 4)
    assert CNF(CNF(from_string="p cnf 2 0\nc p show 1 0\n")).to_dimacs().count("c p show") == 1


def test_weights_of_a_text_are_kept() -> None:
    text = "p cnf 2 1\n1 2 0\nc p weight 1 1/3 0\nc p weight -2 -2 0\n"
    cnf = CNF(from_string=text)
    asked = [gordian.count(source, weighted=True).weight for source in (text, cnf, CNF(cnf))]
    assert asked[0] == asked[1] == asked[2]


def test_extend_takes_over_weights_and_projection() -> None:
    weighted = CNF(from_string="p cnf 2 1\nc p weight 1 0.3 0\nc p weight -1 0.7 0\n1 2 0\n")
    cnf = CNF()
    cnf.new_var()
    cnf.extend(weighted)
    assert gordian.count(cnf, weighted=True).weight == gordian.count(weighted, weighted=True).weight == Fraction(13, 10)
    # The same weights may be given twice; those that say something else are refused, and nothing is added.
    cnf.extend(weighted)
    before = cnf.to_dimacs()
    for other in ("c p weight 1 0.4 0\n", "c p weight 1 0.3 0\nc p weight -1 0.6 0\n", "c p weight -1 0.3 0\n"):
        with pytest.raises(ValueError, match="weights of variable 1 differ"):
            cnf.extend(CNF(from_string=f"p cnf 3 1\n{other}3 0\n"))
    assert cnf.to_dimacs() == before

    shown = CNF(from_string="p cnf 4 1\nc p show 1 3 0\n1 2 3 4 0\n")
    for hidden, number in ((0, 4), (2, 8)):
        cnf = CNF(from_string=f"p cnf {hidden} 0\n")
        cnf.extend(shown)
        assert gordian.count(cnf).count == number, "variables that were shown are, and so are 1 and 3"
    assert gordian.count(CNF(shown, from_string="p cnf 4 0\nc p show 4 0\n")).count == 8
    # A formula that names no visible variables shows none to others.
    narrow = CNF(from_string="p cnf 4 0\nc p show 1 0\n")
    narrow.extend(CNF([[2, 3]]))
    assert gordian.count(narrow).count == 2


def test_a_formula_after_a_text_drops_nothing_of_it() -> None:
    assert CNF([[1]], from_string="p cnf 0 1\n0\n").clauses == CNF(CNF([[1]]), from_string="p cnf 0 1\n0\n").clauses
    assert not gordian.Solver(CNF(CNF([[1]]), from_string="p cnf 0 1\n0\n")).solve()


def test_groups_stay_groups_when_a_formula_is_extended_or_pickled() -> None:
    groups = CNF()
    # As clauses these would be 4.5 million.
    groups.exactly_one(range(1, 3001))
    cnf = CNF([[1]])
    cnf.extend(groups)
    kept = pickle.dumps(cnf)
    assert len(kept) < 40_000
    assert len(pickle.loads(kept)) == len(cnf) == len(groups) + 1


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 0 0\n",
        "p cnf 0 1\n0\n",
        "p cnf 9 1\n1 -2 0\n",
        "p cnf 3 1\nc p show 0\n1 2 0\n",
        "p cnf 9 1\nc p show 2 3 0\n1 2 0\nc p weight 1 1/3 0\nc p weight -9 -2e-3 0\n",
    ],
)
@pytest.mark.parametrize("with_groups", [False, True])
def test_copies_and_pickles_keep_everything(text: str, with_groups: bool) -> None:
    cnf = CNF(from_string=text)
    if with_groups:
        cnf.exactly_one([1, -2, 3])
        cnf.at_most_one([2, 3])
        cnf.exactly_one([4, 5])
    again = [copy.copy(cnf), copy.deepcopy([cnf])[0], CNF(cnf)]
    again += [pickle.loads(pickle.dumps(cnf, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in again:
        assert (other.nv, other.clauses, other.to_dimacs()) == (cnf.nv, cnf.clauses, cnf.to_dimacs())
        other.append([7])
    assert [7] not in cnf.clauses
    with pytest.raises(ValueError, match="no literal"):
        cnf.__setstate__(("p cnf 0 0\n", [(True, [1, 0])]))


def test_what_is_added_may_ask_the_formula_meanwhile() -> None:
    cnf, solver = CNF([[1, 2]]), gordian.Solver()

    def asking() -> Iterator[int]:
        yield 1
        solver.append_formula(cnf)
        assert cnf.nv >= 2 and gordian.Solver(cnf).solve() and len(CNF(cnf)) == len(cnf)
        cnf.append([1])
        yield 2

    cnf.append(asking())
    cnf.extend([asking()])
    cnf.at_most_one(asking())
    cnf.exactly_one(asking())
    cnf.at_most(asking(), 2)
    cnf.at_least(asking(), 1)
    cnf.exactly(asking(), 1)
    cnf.linear(asking(), asking(), ">=", 1)
    assert solver.solve() and cnf.clauses.count([1]) == 9
    assert CNF([asking()]).clauses == [[1, 2]]


def test_numbers_of_variables_end() -> None:
    cnf = CNF([[2**31 - 1]])
    with pytest.raises(ValueError, match="no numbers"):
        cnf.new_var()
    with pytest.raises(ValueError, match="no numbers"):
        cnf.at_most([1, 2, 3], 1)


def test_counts_have_any_size() -> None:
    assert gordian.count("p cnf 20000 0\n").count == 2**20000
