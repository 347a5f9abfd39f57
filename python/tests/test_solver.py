"""The incremental solver: alone against brute force, and beside python-sat."""

from __future__ import annotations

import os
import random
import resource
import signal
import threading
import time
from collections.abc import Iterator

import numpy
import pytest
from conftest import models, random_clauses

from gordian import CNF, Solver

# Comparisons as long as those that docs/testing.md reports.
IS_LONG = bool(os.environ.get("GORDIAN_LONG"))


def pigeons(holes: int) -> list[list[int]]:
    """A pigeon more than holes, with a twist that keeps counting arguments away."""
    place = lambda pigeon, hole: pigeon * holes + hole + 1  # noqa: E731
    clauses = [[place(pigeon, hole) for hole in range(holes)] for pigeon in range(holes + 1)]
    for hole in range(holes):
        for first in range(holes + 1):
            clauses += [[-place(first, hole), -place(second, hole)] for second in range(first)]
    return clauses


def test_the_last_answer_stays_while_clauses_are_added() -> None:
    pysat = pytest.importorskip("pysat.solvers")
    rows = []
    for solver in (Solver([[1, 2]]), pysat.Solver(name="glucose4", bootstrap_with=[[1, 2]])):
        row: list[object] = [solver.solve(), solver.get_model() is not None]
        solver.add_clause([-1])
        row += [solver.get_model() is not None, solver.get_status(), solver.get_core()]
        row += [solver.solve(assumptions=[5, -2]), solver.get_core(), solver.nof_vars()]
        solver.append_formula([[4, 6]])
        row += [solver.get_core(), solver.get_status(), solver.solve(assumptions=[9]), len(solver.get_model() or [])]
        row += [solver.nof_vars(), solver.propagate([-1]), solver.get_status()]
        solver.add_clause([-2])
        row += [solver.solve(), solver.get_core(), solver.get_model(), solver.solve(assumptions=[4]), solver.get_core()]
        rows.append(row)
        solver.delete()
    # What unit propagation shows depends on what a solver has learned.
    rows[0][13] = rows[1][13] = None
    assert rows[0] == rows[1]


def hard() -> list[list[int]]:
    """Random clauses that no search refutes soon."""
    rng = random.Random(7)
    return [[rng.choice([1, -1]) * var for var in rng.sample(range(1, 401), 3)] for _ in range(1720)]


def test_the_example_of_pysat() -> None:
    with Solver(bootstrap_with=[[1, 2], [-1, 3]]) as solver:
        assert solver.solve(assumptions=[-2]) is True
        assert solver.get_model() == [1, -2, 3]
        assert solver.get_core() is None and solver.get_status() is True
        assert (solver.nof_vars(), solver.nof_clauses()) == (3, 2)
        assert solver.propagate([1]) == (True, [1, 3])
        assert solver.propagate([-1, -2])[0] is False
        assert solver.solve(assumptions=[-1, -2]) is False
        assert sorted(solver.get_core() or []) == [-2, -1] and solver.get_model() is None
        assert sorted(solver.enum_models()) == [[-1, 2, -3], [-1, 2, 3], [1, -2, 3], [1, 2, 3]]
        assert solver.add_clause([-3], no_return=False) is True
        assert solver.add_clause([3], no_return=False) is False
        assert solver.solve() is False and solver.get_core() is None
        assert set(solver.accum_stats()) == {"restarts", "conflicts", "decisions", "propagations"}
    with pytest.raises(RuntimeError, match="deleted"):
        solver.solve()


def test_random_traces_agree_with_brute_force() -> None:
    rng = random.Random(1)
    answers = {True: 0, False: 0}
    for _ in range(150):
        num_vars = rng.randint(2, 8)
        solver, clauses = Solver(), []
        for _ in range(6):
            new = random_clauses(rng, num_vars, rng.randint(1, 8))
            clauses += new
            solver.append_formula(new)
            largest = max(abs(lit) for clause in clauses for lit in clause)
            all_models = models(clauses, largest)
            if rng.random() < 0.5:
                solver.set_phases([rng.choice([var, -var]) for var in range(1, largest + 1)])
            assumptions = sorted({rng.choice([var, -var]) for var in rng.sample(range(1, largest + 1), largest // 2)})
            fitting = {model for model in all_models if set(assumptions) <= set(model)}
            answer = solver.solve(assumptions)
            answers[answer] += 1
            assert answer == bool(fitting) == solver.get_status()
            if answer:
                assert tuple(solver.get_model() or []) in fitting
            else:
                # There is none where the formula contradicts itself.
                core = solver.get_core() or []
                assert set(core) <= set(assumptions)
                assert not any(set(core) <= set(model) for model in all_models)
            listed = [tuple(model) for model in solver.enum_models(assumptions)]
            assert len(listed) == len(set(listed)) and set(listed) == fitting
            fine, implied = solver.propagate(assumptions)
            assert fine or not fitting
            assert not fine or all(set(implied) <= set(model) for model in fitting)
    assert min(answers.values()) > 100


def test_random_traces_agree_with_pysat() -> None:
    pysat = pytest.importorskip("pysat.solvers")
    rng = random.Random(2)
    for _ in range(40):
        num_vars = 60
        with pysat.Solver(name="cadical153") as theirs, Solver() as ours:
            given = 0
            for _ in range(8):
                new = [[lit for lit in clause] for clause in random_clauses(rng, num_vars, 30)]
                new = [clause for clause in new if len(clause) > 1]
                theirs.append_formula(new)
                ours.append_formula(new)
                given += len(new)
                variables = rng.sample(range(1, num_vars + 1), 12)
                assumptions = [rng.choice([var, -var]) for var in variables]
                assert ours.solve(assumptions=assumptions) == theirs.solve(assumptions=assumptions)
                assert ours.get_status() == theirs.get_status()
                if ours.get_status() is False:
                    assert theirs.solve(assumptions=ours.get_core() or []) is False
                else:
                    assert theirs.solve(assumptions=ours.get_model()) is True
                fine, implied = ours.propagate(assumptions)
                assert not any(-lit in implied for lit in implied)
                if fine:
                    assert set(assumptions) <= set(implied)
                    assert not any(theirs.solve(assumptions=[*assumptions, -lit]) for lit in implied)
                else:
                    assert theirs.solve(assumptions=assumptions) is False
            assert ours.nof_clauses() == given


def test_many_small_traces_agree_with_pysat() -> None:
    """20,000 traces where ``GORDIAN_LONG`` is set: answers, cores and the set of models."""
    pysat = pytest.importorskip("pysat.solvers")
    rng = random.Random(11)
    unsatisfiable = listed = 0
    traces = 20_000 if IS_LONG else 300
    for _ in range(traces):
        num_vars = rng.randint(3, 12)
        with pysat.Solver(name="cadical153") as theirs, Solver() as ours:
            given: list[list[int]] = []
            for _ in range(rng.randint(1, 4)):
                new = random_clauses(rng, num_vars, rng.randint(1, 2 * num_vars))
                given += new
                theirs.append_formula(new)
                ours.append_formula(new)
                variables = rng.sample(range(1, num_vars + 1), rng.randint(0, num_vars // 2))
                assumptions = [rng.choice([var, -var]) for var in variables]
                assert ours.solve(assumptions) == theirs.solve(assumptions)
                if ours.get_status():
                    assert theirs.solve(ours.get_model() or [])
                else:
                    core = ours.get_core() or []
                    unsatisfiable += 1
                    assert set(core) <= set(assumptions) and not theirs.solve(core)
            # What they list excludes models by clauses, so it comes last, in a solver of its own.
            if rng.random() < 0.2:
                with pysat.Solver(name="cadical153", bootstrap_with=given) as lister:
                    expected = sorted(lister.enum_models()) if lister.solve() else []
                found = list(ours.enum_models())
                assert len(found) == len({tuple(model) for model in found})
                # Variables that only assumptions named are free.
                largest = max(abs(lit) for clause in given for lit in clause)
                assert sorted({tuple(model[:largest]) for model in found}) == [tuple(model) for model in expected]
                assert len(found) == len(expected) << (ours.nof_vars() - largest)
                listed += 1
    assert unsatisfiable > traces / 10 and listed > traces / 10


def test_propagation_before_any_search_is_unit_propagation() -> None:
    rng = random.Random(4)
    conflicts = 0
    for _ in range(300):
        clauses = [clause for clause in random_clauses(rng, 12, 25) if len(clause) > 1]
        assumptions = [rng.choice([var, -var]) for var in rng.sample(range(1, 13), 3)]
        true, is_fine = set(assumptions), True
        while True:
            false = {-lit for lit in true}
            open_parts = [set(clause) - false for clause in clauses if not true & set(clause)]
            is_fine = is_fine and not any(len(part) == 0 for part in open_parts) and not true & false
            new = {lit for part in open_parts if len(part) == 1 for lit in part} - true
            if not new or not is_fine:
                break
            true |= new
        fine, implied = Solver(clauses).propagate(assumptions)
        assert fine == is_fine
        conflicts += not fine
        if fine:
            # Literals that hold without assumptions need not be told.
            always = set(Solver(clauses).propagate()[1])
            assert set(implied) <= true and true - set(implied) <= always | _units(clauses)
    assert 50 < conflicts < 250


def test_propagation_until_a_conflict_tells_only_what_was_true() -> None:
    assert Solver([[1, 2]]).propagate([3, -1, -2, 4]) == (False, [3, -1, 2])
    fine, told = Solver([[-1, 2], [-1, -2, 5], [-1, -2, -5]]).propagate([3, 1, 4])
    assert not fine and told[:2] == [3, 1] and 4 not in told
    for clauses, assumptions, true in (
        ([[1], [-1]], [2], []),
        ([[1]], [-1, 3], []),
        ([[1, 2]], [1, -1], [1]),
        ([[1, 2]], [3, 3, -3], [3]),
    ):
        assert Solver(clauses).propagate(assumptions) == (False, true)
    assert Solver([[1, 2]]).propagate([3, 3, -1]) == (True, [3, -1, 2])
    rng = random.Random(6)
    conflicts = 0
    for _ in range(1000):
        clauses = [clause for clause in random_clauses(rng, 12, 20) if len(clause) > 1]
        solver = Solver(clauses)
        assumptions = [rng.choice([var, -var]) for var in rng.choices(range(1, 13), k=rng.randint(1, 8))]
        fine, told = solver.propagate(assumptions, rng.choice([0, 1]))
        assert len(set(told)) == len(told) and not any(-lit in told for lit in told)
        numbers = range(len(assumptions) + 1)
        number = next((number for number in numbers if not solver.propagate(assumptions[:number])[0]), None)
        assert fine == (number is None)
        if not number:
            continue
        conflicts += 1
        *before, last = assumptions[:number]
        known = set(solver.propagate(before)[1]) | _units(clauses)
        assert (last in told) == (-last not in known)
        if last in told:
            known.add(last)
        # All the others follow, one after the other.
        assert set(solver.propagate(before)[1]) <= set(told)
        follows = lambda lit: any(lit in c and known >= {-other for other in c} - {-lit} for c in clauses)  # noqa: E731
        while new := {lit for lit in set(told) - known if follows(lit)}:
            known |= new
        assert set(told) <= known
    assert conflicts > 200


def _units(clauses: list[list[int]]) -> set[int]:
    """The literals that unit propagation implies without assumptions."""
    true: set[int] = set()
    while True:
        parts = [{lit for lit in clause if -lit not in true} for clause in clauses if not true & set(clause)]
        new = {lit for part in parts if len(part) == 1 for lit in part}
        if not new:
            return true
        true |= new


def test_enumeration_agrees_with_pysat_and_can_be_dropped() -> None:
    pysat = pytest.importorskip("pysat.solvers")
    rng = random.Random(3)
    for _ in range(30):
        clauses = random_clauses(rng, 9, 14)
        with pysat.Solver(name="cadical153", bootstrap_with=clauses) as theirs, Solver(clauses) as ours:
            expected = sorted(theirs.enum_models()) if theirs.solve() else []
            assert sorted(ours.enum_models()) == expected
    many = Solver([[var, var + 1] for var in range(1, 60)])
    found = many.enum_models([1])
    first = [next(found) for _ in range(5)]
    assert len({tuple(model) for model in first}) == 5 and all(model[0] == 1 for model in first)
    del found
    assert many.solve([-1]) and many.nof_clauses() == 59
    found = many.enum_models()
    next(found)
    found.close()
    assert sum(1 for _ in found) <= 0


def test_arrays_of_numpy_are_taken() -> None:
    solver = Solver(numpy.array([[1, 2], [-1, 3]]))
    solver.add_clause(numpy.array([-2], dtype=numpy.int64))
    assert solver.solve(numpy.array([3], dtype=numpy.int32))
    assert solver.get_model() == [1, -2, 3]
    solver.add_clause(list(numpy.array([-3, -1])))
    assert not solver.solve()


def test_mistakes_are_exceptions() -> None:
    solver = Solver()
    for wrong in ([0], [1 << 31], [-(1 << 40)]):
        with pytest.raises(ValueError, match="no literal"):
            solver.add_clause(wrong)
    for wrong in (["a"], [1.5], 3, [None]):
        with pytest.raises(TypeError):
            solver.add_clause(wrong)  # type: ignore[arg-type]
    for beyond in (2**31, 2**63, 2**70, -(10**5000)):
        with pytest.raises(ValueError, match="no literal.*31 bits"):
            Solver([[beyond]])
    assert solver.nof_clauses() == 0 and solver.solve() is True


def test_what_the_callers_code_raises_is_for_the_caller() -> None:
    class Wrong:
        def __index__(self) -> int:
            raise KeyError("mine")

        @property
        def clauses(self) -> list[list[int]]:
            raise KeyError("mine")

    solver = Solver()
    for wrong in ([[Wrong()]], Wrong()):
        with pytest.raises(KeyError, match="mine"):
            solver.append_formula(wrong)


def test_a_generator_may_ask_the_solver_it_is_given_to() -> None:
    solver = Solver()

    def clauses() -> Iterator[list[int]]:
        yield [1, 2]
        assert solver.solve() and solver.nof_clauses() in (0, 3)
        solver.add_clause([5])
        yield [-1]

    solver.append_formula(clauses())
    solver.append_formula(clauses())
    assert solver.nof_clauses() == 6 and solver.solve() and (solver.get_model() or [])[:2] == [-1, 2]


def test_formulas_are_added_while_another_thread_extends_them() -> None:
    formula, solver = CNF([[1, 2]]), Solver()
    errors: list[BaseException] = []

    def slowly() -> Iterator[int]:
        for number in (1, 2, 3):
            time.sleep(0.01)
            yield number

    def extend() -> None:
        try:
            for _ in range(10):
                formula.append(slowly())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=extend)
    thread.start()
    while thread.is_alive():
        Solver(formula)
        solver.append_formula(formula)
        time.sleep(0.001)
    thread.join()
    assert not errors and len(formula) == 11 and solver.solve()


def test_limits_end_a_search() -> None:
    solver = Solver(hard())
    solver.conf_budget(200)
    assert solver.solve_limited() is None
    assert solver.get_status() is None and solver.get_model() is None and solver.get_core() is None
    assert 200 <= solver.accum_stats()["conflicts"] < 1000
    solver.conf_budget(-1)
    solver.prop_budget(1000)
    assert solver.solve_limited(expect_interrupt=True) is None
    solver.prop_budget()
    solver.interrupt()
    assert solver.solve_limited() is None
    solver.clear_interrupt()
    easy = Solver([[1]])
    easy.interrupt()
    easy.clear_interrupt()
    assert easy.solve_limited() is True


def test_another_thread_runs_and_interrupts_meanwhile() -> None:
    solver = Solver(hard())
    timer = threading.Timer(0.3, solver.interrupt)
    began = time.monotonic()
    timer.start()
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while timer.is_alive():
            ticks += 1
            time.sleep(0.01)

    ticker = threading.Thread(target=tick)
    ticker.start()
    answer = solver.solve_limited(expect_interrupt=True)
    ticker.join()
    assert answer is None and time.monotonic() - began < 30
    assert ticks > 3, "the lock of the interpreter was free"


@pytest.mark.parametrize("what", ["small", "large", "models"])
def test_ctrl_c_ends_a_search(what: str) -> None:
    clauses = hard()
    if what == "large":
        clauses += [[var, var + 1, var + 2] for var in range(1000, 9000)]
    solver = Solver(clauses)
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        if what == "models":
            for _ in solver.enum_models():
                pass
        else:
            solver.solve()
    timer.join()
    # It can be asked again.
    solver.conf_budget(10)
    assert solver.solve_limited() is None


def test_groups_and_formulas_are_taken() -> None:
    solver = Solver()
    solver.add_exactly_one([1, 2, 3])
    solver.add_at_most_one([3, 4])
    assert solver.nof_clauses() == 5
    assert len(list(solver.enum_models())) == 5
    formula = CNF([[1, 2]])
    formula.at_most_one([1, 2])
    assert sorted(Solver(formula).enum_models()) == [[-1, 2], [1, -2]]


def test_many_calls_take_no_more_memory() -> None:
    """100,000 calls where ``GORDIAN_LONG`` is set."""
    rng = random.Random(12)
    clauses = [clause for clause in random_clauses(rng, 80, 330) if len(clause) > 1]
    solver = Solver(clauses)
    calls = 100_000 if IS_LONG else 3000
    sizes = []
    for call in range(calls):
        solver.solve([rng.choice([var, -var]) for var in rng.sample(range(1, 81), 10)])
        if call % (calls // 20) == calls // 20 - 1:
            sizes.append(_resident())
    # The second half of the calls takes no more than the first one did, but for some pages.
    assert sizes[-1] <= sizes[len(sizes) // 2] + (8 << 20), sizes
    if IS_LONG:
        print(f"{calls} calls, bytes in memory after each twentieth: {sizes}")


def _resident() -> int:
    """The bytes that this process has in memory."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def test_many_calls_cost_little() -> None:
    solver = Solver(pigeons(4))
    for _ in range(2000):
        assert solver.solve([1]) is False
