"""The questions of the command, over what the project ships."""

from __future__ import annotations

import signal
import threading
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest

import gordian

SUDOKU = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


def test_a_sudoku_is_solved_counted_and_drawn() -> None:
    solved = gordian.solve(SUDOKU)
    assert solved.is_satisfiable is True and solved.status == "satisfiable"
    assert solved.solution["grid"][0] == "483921657"
    assert "4" in str(solved) and solved.svg is not None and solved._repr_svg_() == solved.svg
    assert solved.svg.startswith("<svg") and solved.statistics["conflicts"] >= 0
    counted = gordian.count(SUDOKU, limit=2)
    assert (counted.count, counted.is_complete, int(counted)) == (1, True, 1)
    assert str(counted) == "1 solution.\n"
    facts = gordian.facts(SUDOKU)
    assert facts.is_unique is True and facts.fixed["grid"][0] == [4, 8, 3, 9, 2, 1, 6, 5, 7]
    two = "1.......3.1....."
    assert gordian.count(two, limit=2).is_complete is False
    assert len(gordian.list(two, limit=3)) == 3


def test_every_kind_is_asked_by_path_and_text(puzzles: Path) -> None:
    money = puzzles / "cryptarithms" / "send-more-money.txt"
    for source in (money, str(money), money.read_text(encoding="utf-8")):
        assert gordian.solve(source).solution["M"] == 1
    queens = gordian.count(puzzles / "queens" / "eight-queens.txt", up_to_symmetry=True)
    assert (queens.count, queens.orbits) == (92, 12)
    listed = gordian.list(puzzles / "queens" / "eight-queens.txt")
    assert len(listed.solutions) == 92 == listed.count and len(list(listed)) == 92
    pips = gordian.count(puzzles / "pips" / "five-dominoes.json", pick="medium")
    assert pips.count == 6
    soma = gordian.show(puzzles / "polyforms" / "soma-cube.txt")
    assert soma.kind == "polyform" and soma.svg is not None and str(soma)
    letters = gordian.facts(puzzles / "cryptarithms" / "two-two-four.txt", counts=True)
    assert letters.count == 7 and letters.counts["T"]["7"] == 2
    encoded = gordian.encode(money)
    assert encoded.meanings[1].startswith("S=") or encoded.meanings
    assert gordian.count(encoded.cnf(), project=encoded.meanings).count == 1


def test_formulas_have_models_cores_and_weights() -> None:
    formula = "p cnf 2 2\n1 2 0\n-1 2 0\n"
    assert gordian.solve(formula).model in ([1, 2], [-1, 2])
    assert gordian.count(formula).count == 2
    assert gordian.facts(formula).fixed == [2]
    assert gordian.explain("p cnf 1 3\n1 0\n-1 0\n1 -1 0\n").clauses == [2, 3]
    weighted = "p cnf 2 1\nc p weight 1 1/3 0\nc p weight -1 2/3 0\n1 2 0\n"
    assert gordian.count(weighted, weighted=True).weight == Fraction(4, 3)
    many = gordian.count("p cnf 200 1\n1 2 0\n")
    assert many.count == 3 * 2**198


def test_contradictions_are_explained() -> None:
    explained = gordian.explain("AAB\nABB\nCCC\n")
    assert explained.is_satisfiable is False and explained.is_minimal
    texts = [reason.text for reason in explained.reasons]
    assert "row 2 has one star" in texts and explained.reasons[0].cells
    assert gordian.explain(SUDOKU).solution["grid"][0] == "483921657"
    refuted = gordian.solve("3" + SUDOKU[1:])
    assert refuted.is_satisfiable is False and "row 1" in (refuted.reason or "")


def test_mistakes_are_exceptions() -> None:
    with pytest.raises(gordian.QuestionError, match="no digit"):
        gordian.solve(SUDOKU.replace(".", "x", 1), kind="sudoku")
    with pytest.raises(gordian.QuestionError):
        gordian.count(Path("nothing.txt"))
    with pytest.raises(ValueError, match="engine|method|invalid"):
        gordian.count(SUDOKU, method="guessing")
    with pytest.raises(ValueError, match="possible values"):
        gordian.count(SUDOKU, kind="chess")
    fraction: Any = 1.5
    with pytest.raises(TypeError, match="integer"):
        gordian.solve(SUDOKU, engine={"seed": fraction})


def test_wrong_options_are_told_without_the_command_line() -> None:
    wrong: list[dict[str, Any]] = [{"method": "guessing"}, {"kind": "chess"}, {"limit": "many"}, {"time": -1}]
    wrong.append({"limit": 3, "sample": 3})
    for options in wrong:
        with pytest.raises(ValueError) as raised:
            gordian.list(SUDOKU, **options)
        message = str(raised.value)
        assert "Usage" not in message and "--help" not in message and not message.startswith("error:")


def test_what_is_no_source_is_told() -> None:
    class Formula:
        clauses = ((1, 2),)

    wrong: list[tuple[Any, str]] = [
        (b"p cnf 1 0\n", "bytes; decode it"),
        (None, "not about NoneType"),
        ([[1, 2]], "list; gordian.CNF takes clauses"),
        (Formula(), "Formula; gordian.CNF takes"),
    ]
    for source, words in wrong:
        for question in (gordian.solve, gordian.list, gordian.count, gordian.facts, gordian.explain, gordian.show):
            with pytest.raises(TypeError, match=f"a string, a path or a gordian.CNF.*{words}"):
                question(source)


def test_an_empty_projection_shows_nothing(tmp_path: Path) -> None:
    formula = gordian.CNF([[1, 2]])
    shown = gordian.CNF(from_string="p cnf 2 1\nc p show 1 2 0\n1 2 0\n")
    refuted = gordian.CNF([[1], [-1]])
    empty: Any
    for empty in ([], (), range(0), numpy.array([], dtype=int)):
        assert [gordian.count(one, project=empty).count for one in (formula, shown, refuted)] == [1, 1, 0]
    assert len(gordian.list(formula, project=[])) == 1
    cubes = gordian.Cubes.split(formula, tmp_path / "cubes", number=2, project=[])
    assert cubes.run(cubes.missing()) == [] and cubes.merge().count == 1
    with pytest.raises(ValueError, match="c p show 0"):
        gordian.count("p cnf 2 1\n1 2 0\n", project=[])


def test_options_take_numbers_of_numpy() -> None:
    formula = gordian.CNF([[1, 2]])
    options: Any
    for options in ({"limit": numpy.int64(2)}, {"limit": numpy.uint8(2)}, {"limit": numpy.array(2)}):
        assert gordian.count(formula, **options).count == 2
    limit: Any = numpy.int64(2)
    assert len(gordian.list(formula, limit=limit, seed=limit, time=numpy.float32(60))) == 2
    assert gordian.count(formula, project=numpy.int64(1)).count == 2
    assert gordian.count(formula, project=numpy.array([1])).count == 2
    assert gordian.count(formula, check=numpy.bool_(False)).count == 3
    assert gordian.count(formula, threads=numpy.int32(2), check=numpy.bool_(True)).count == 3
    with pytest.raises(ValueError, match="invalid"):
        gordian.count(formula, limit=1.5)  # type: ignore[arg-type]


def test_time_and_ctrl_c_end_a_question(puzzles: Path) -> None:
    long = puzzles / "polyforms" / "conway-5x5x5.txt"
    counted = gordian.count(long, time=0.2, method="blocking")
    assert counted.is_complete is False
    main = threading.main_thread().ident
    assert main is not None
    timer = threading.Timer(0.5, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        gordian.count(long, method="blocking")
    timer.join()
