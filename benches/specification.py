"""MiniZinc's own tests of a solver, for docs/minizinc.md: the folder `tests` of libminizinc, which is not part of this project.

    git clone https://github.com/MiniZinc/libminizinc
    python benches/specification.py libminizinc/tests --gordian target/release/fzn-gordian --driver /usr/bin/minizinc --checker fzn-gecode

It needs the PyPI packages `minizinc` and `PyYAML`, and a driver of the version that the tests were written for. A test is a model whose
first comment says what is expected; the folder's own Python package reads and compares that. Each test runs in a process of its own
under a limit of seconds. Tests of the compiler's output are left out, since no solver takes part in them. A test counts if the driver
starts the solver in it, and if what it is given is without floats. Tests list the solutions that one solver finds; if Gordian finds
another one, the checker says whether it is a solution. Prints a summary, and to `--tsv FILE` a line for each test.
"""

import argparse
import collections
import json
import multiprocessing
import os
import pathlib
import re
import signal
import sys
import tempfile
import warnings

# It notes what the solver was given, and what it said, and hands on both. The driver starts it in a process group of its own, so it
# has to end by itself.
WRAPPER = """#!/bin/sh
for last; do :; done
cat "$last" >> "$GORDIAN_NOTES/model"
timeout {limit} {gordian} "$@" 2>> "$GORDIAN_NOTES/errors"
code=$?
cat "$GORDIAN_NOTES/errors" >&2
exit $code
"""

OUTCOMES = {
    "expected": "as the test expects",
    "confirmed": "another solution, which the checker confirms",
    "alike": "another answer, and the checker in place of the solver gives another one, too",
    "differs": "another answer",
    "refused": "refused by the solver",
    "time": "out of time",
    "floats": "given variables that are floats",
    "driver, as expected": "the driver answers alone, as the test expects",
    "driver, differs": "the driver answers alone, and not as the test expects",
}
# The checker is started for each solution.
MOST_CHECKED = 20
COUNTED = ("expected", "confirmed", "alike", "differs", "refused", "time")


def prepare(folder, gordian, checker, limit):
    """Puts configurations of the solver, whose program notes what it is given, and of the checker into a folder."""
    own = pathlib.Path(__file__).resolve().parent.parent / "minizinc"
    wrapper = folder / "fzn-gordian"
    wrapper.write_text(WRAPPER.format(gordian=gordian.resolve(), limit=limit))
    wrapper.chmod(0o755)
    configuration = json.loads((own / "gordian.msc").read_text())
    configuration |= {"mznlib": str(own / configuration["mznlib"]), "executable": str(wrapper)}
    (folder / "gordian.msc").write_text(json.dumps(configuration))
    # With MiniZinc's own library alone, so that what is special to a solver is checked, too.
    (folder / "nothing").mkdir()
    configuration |= {"id": "org.gordian.checker", "name": "checker", "mznlib": str(folder / "nothing"), "executable": checker, "stdFlags": []}
    (folder / "checker.msc").write_text(json.dumps(configuration))


def tests_of(path, yaml):
    """The tests that a model's first comment holds."""
    comment = re.match(r"/\*\*\*\n(.*?)\n\*\*\*/", path.read_text(encoding="utf-8"), flags=re.S)
    return [] if comment is None else list(yaml.load_all(comment.group(1)))


def is_about_solvers(test):
    """Whether a solver takes part in a test, and one that is not part of the test itself."""
    return test.type == "solve" and not any(solver.endswith(".msc") for solver in test.solvers)


def same(expected, found):
    """Whether a value is the expected one. The package of the tests compares an interval with a set by their types, which have
    changed since."""
    if isinstance(expected, (list, tuple)):
        is_list = isinstance(found, (list, tuple)) and len(expected) == len(found)
        return is_list and all(map(same, expected, found))
    numbers = getattr(expected, "value", expected)
    if isinstance(numbers, (set, frozenset, range)) and isinstance(found, (set, frozenset, range)):
        return set(numbers) == set(found)
    return bool(expected == found)


def holds_all(expected, found):
    """Whether a solution has the values that are expected; it may have others."""
    items = dict(found.items())
    return all(name in items and same(value, items[name]) for name, value in expected.items())


def is_expected(test, result):
    """Whether a result is one that the test expects; all solutions may come in any order."""
    if test.passed(result):
        return True
    expected = test.expected if isinstance(test.expected, list) else [test.expected]
    solutions = getattr(result, "solution", None)
    if solutions is None:
        return False
    for one in expected:
        wanted, status = getattr(one, "solution", None), getattr(one, "status", None)
        if isinstance(status, str) and status != str(result.status):
            continue
        if isinstance(solutions, list) and hasattr(wanted, "__iter__"):
            # As many, and each of those that are expected: none is found twice.
            has_each = all(any(holds_all(each, found) for found in solutions) for each in wanted)
            if has_each and len(list(wanted)) == len(solutions):
                return True
        elif hasattr(wanted, "inner") and not isinstance(solutions, list) and holds_all(wanted, solutions):
            return True
    return False


def confirms(checker, model, result):
    """Whether another solver accepts all solutions that were found."""
    import minizinc
    from minizinc.helpers import check_result

    if not isinstance(result, minizinc.Result) or not result.status.has_solution():
        return False
    found = result.solution if isinstance(result.solution, list) else [result.solution]
    solutions = [dict(solution.items()) for solution in found]
    # Without values there is nothing to check.
    has_values = any(not name.startswith("_") and name != "objective" for solution in solutions for name in solution)
    if not has_values or len(solutions) > MOST_CHECKED:
        return False
    judged = minizinc.Result(result.status, solutions, {})
    return check_result(model, judged, minizinc.Solver.lookup(checker), range(len(solutions)))


def is_like_expected(test, result):
    """Whether the status is an expected one, and so is the value of the goal, where the test says what it expects of them."""
    expected = test.expected if isinstance(test.expected, list) else [test.expected]
    statuses = [one.status for one in expected if isinstance(getattr(one, "status", None), str)]
    wanted = [dict(one.solution.items()) for one in expected if hasattr(getattr(one, "solution", None), "inner")]
    values = [solution["objective"] for solution in wanted if "objective" in solution]
    if statuses and str(result.status) not in statuses:
        return False
    found = None if isinstance(result.solution, list) else dict(result.solution.items()).get("objective")
    return not values or any(same(value, found) for value in values)


def is_alike(test, path, result):
    """Whether the checker, in the place of the solver, ends with the same status or error, and not as the test expects either."""
    try:
        _, other, _, _ = test.run(str(path), "checker")
    except Exception as error:
        return type(error) is type(result)
    return not is_expected(test, other) and str(getattr(other, "status", other)) == str(getattr(result, "status", result))


def judge(test, path, driver, notes, answer):
    """Runs a test and tells how it ended, in a process and a process group of its own."""
    os.setsid()
    os.environ["GORDIAN_NOTES"] = str(notes)
    warnings.simplefilter("ignore")
    import minizinc

    minizinc.Driver(driver).make_default()
    try:
        model, result, _, obtained = test.run(str(path), "gordian")
        said = repr(getattr(obtained, "message", None) or f"{obtained.status} {getattr(obtained.solution, 'inner', obtained.solution)}")
        passes = is_expected(test, result)
    except Exception as error:
        model, result, said, passes = None, error, f"{type(error).__name__}: {error}", False
    model_text = (notes / "model").read_text() if (notes / "model").exists() else None
    errors = (notes / "errors").read_text() if (notes / "errors").exists() else ""
    if model_text is None:
        outcome = "driver, as expected" if passes else "driver, differs"
    elif passes:
        outcome = "expected"
    elif re.search("float variables are not supported|floats are not supported", errors):
        outcome = "floats"
    elif errors.strip() and not isinstance(result, minizinc.Result):
        outcome, said = "refused", errors
    else:
        try:
            is_solution = confirms("checker", model, result) and is_like_expected(test, result)
            outcome = "confirmed" if is_solution else "alike" if is_alike(test, path, result) else "differs"
        except Exception as error:
            outcome, said = "differs", f"{said} [the checker: {error}]"
    answer.send((outcome, " ".join(said.split())))


def run(test, path, arguments, folder):
    """How a test ends, within the limit of seconds."""
    notes = pathlib.Path(tempfile.mkdtemp(dir=folder))
    here, there = multiprocessing.Pipe()
    worker = multiprocessing.Process(target=judge, args=(test, path, arguments.driver, notes, there))
    worker.start()
    there.close()
    try:
        found = here.recv() if here.poll(arguments.limit) else None
    except EOFError:
        found = ("differs", "the test's process ended")
    if found is None:
        outcome = "time" if (notes / "model").exists() else "driver, differs"
        found = (outcome, "no answer within the limit")
    try:
        os.killpg(worker.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    worker.join()
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=pathlib.Path, help="the folder `tests` of libminizinc")
    parser.add_argument("--gordian", type=pathlib.Path, default=pathlib.Path("target/release/fzn-gordian"))
    parser.add_argument("--driver", type=pathlib.Path, default=pathlib.Path("/usr/bin/minizinc"))
    parser.add_argument("--checker", default="fzn-gecode", help="the program of a solver that checks solutions")
    parser.add_argument("--limit", type=float, default=20, help="seconds for each test")
    parser.add_argument("--only", default="", help="a pattern of the paths that are tried")
    parser.add_argument("--tsv", type=pathlib.Path)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.tests.resolve()))
    from minizinc_testing import helpers, yaml  # noqa: F401 (`helpers` registers tags)

    lines, outcomes, left_out = [], collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        prepare(pathlib.Path(folder), arguments.gordian, arguments.checker, arguments.limit)
        also = os.environ.get("MZN_SOLVER_PATH")
        os.environ["MZN_SOLVER_PATH"] = folder + (os.pathsep + also if also else "")
        for path in sorted((arguments.tests / "spec").rglob("*.mzn")):
            name = path.relative_to(arguments.tests / "spec")
            if not re.search(arguments.only, str(name)):
                continue
            for number, test in enumerate(tests_of(path, yaml)):
                if not is_about_solvers(test):
                    left_out += 1
                    continue
                outcome, said = run(test, path, arguments, folder)
                outcomes[outcome] += 1
                lines.append(f"{name}\t{number}\t{outcome}\t{said}")
                if "expected" not in outcome:
                    print(f"{name} {number}: {outcome}: {said[:300]}", file=sys.stderr, flush=True)
    if arguments.tsv:
        arguments.tsv.write_text("\n".join(lines) + "\n")
    print("| tests | |\n|---|---:|")
    print(f"| in which no solver takes part | {left_out} |")
    for outcome, words in OUTCOMES.items():
        print(f"| {words} | {outcomes[outcome]} |")
    counted = sum(outcomes[outcome] for outcome in COUNTED)
    passed = outcomes["expected"] + outcomes["confirmed"]
    print(f"| passed, of those in which the solver is started without floats | {passed} of {counted} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
