"""Questions in parts, and on a cluster whose workers are killed."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest

import gordian
from gordian._gordian import ask


def test_cubes_are_split_run_and_merged(tmp_path: Path, puzzles: Path) -> None:
    queens = puzzles / "queens" / "eight-queens.txt"
    cubes = gordian.Cubes.split(queens, tmp_path / "cubes", number=10, up_to_symmetry=True)
    assert len(cubes) >= 10 and cubes.manifest["input"] == str(queens)
    assert cubes.missing() == list(range(1, len(cubes) + 1))
    assert cubes.run([1, 2]) == [] and cubes.missing()[0] == 3
    part = cubes.merge()
    assert part.is_complete is False and part.orbits is None
    cubes.run(cubes.missing())
    whole = cubes.merge()
    assert (whole.is_complete, whole.count, whole.orbits) == (True, 92, 12)
    assert str(whole) == "12 classes and 92 solutions, up to board symmetries (a group of order 8).\n"
    with pytest.raises(gordian.QuestionError, match="no cube"):
        cubes.run([1000])
    with pytest.raises(gordian.QuestionError, match="not empty"):
        gordian.Cubes.split(queens, tmp_path / "cubes")


def test_the_formula_is_read_once_and_again_if_the_folder_is_another(tmp_path: Path, puzzles: Path) -> None:
    folder = tmp_path / "cubes"
    cubes = gordian.Cubes.split(puzzles / "queens" / "eight-queens.txt", folder, number=8)
    cubes.run([1])
    (folder / "formula.cnf").rename(tmp_path / "formula.cnf")
    cubes.run([2])
    # Another process has to read it.
    again = pickle.loads(pickle.dumps(cubes))
    assert again == cubes and hash(again) == hash(cubes)
    with pytest.raises(gordian.QuestionError, match="formula.cnf"):
        again.run([3])
    (tmp_path / "formula.cnf").rename(folder / "formula.cnf")
    assert again.run(again.missing()) == [] and cubes.merge().count == 92
    shutil.rmtree(folder)
    gordian.Cubes.split("queens: 6\n", folder, number=4)
    assert cubes.run(cubes.missing()) == [] and cubes.merge().count == 4


def test_a_cluster_counts_although_a_worker_is_killed(tmp_path: Path, puzzles: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from gordian import cluster

    text = puzzles / "polyforms" / "pentominoes-6x10.txt"
    cubes = gordian.Cubes.split(text, tmp_path / "cubes", number=40)
    local = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with local, distributed.Client(local) as client:
        workers = list(client.run(os.getpid).values())

        def kill() -> None:
            while not any((tmp_path / "cubes" / "results").iterdir()):
                time.sleep(0.01)
            os.kill(workers[0], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        merged = cluster.count(str(cubes.folder), client)
        killer.join()
    assert merged.is_complete and merged.count == gordian.count(text).count == 9356


def test_searches_are_split_run_and_put_together(tmp_path: Path, puzzles: Path) -> None:
    queens = gordian.Cubes.split(
        puzzles / "queens" / "eight-queens.txt", tmp_path / "queens", number=8, question="satisfiable"
    )
    assert queens.is_search and queens.found().is_satisfiable is None
    assert queens.run(queens.missing()) == []
    found = queens.found()
    assert found.is_satisfiable and found.solution and str(found.svg).startswith("<svg")
    with pytest.raises(ValueError, match="search"):
        queens.merge()
    clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    none = gordian.Cubes.split(gordian.CNF(from_clauses=clauses), tmp_path / "none", question="satisfiable")
    none.run(none.missing())
    assert none.found().is_satisfiable is False and none.answer().document["complete"]


def test_a_cluster_searches_and_tells_the_errors_of_its_workers(tmp_path: Path, puzzles: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from gordian import cluster

    random = Random(37)
    clauses = [[random.choice((-1, 1)) * var for var in random.sample(range(1, 201), 3)] for _ in range(900)]
    formula = gordian.CNF(from_clauses=clauses)
    none = gordian.Cubes.split(formula, tmp_path / "none", number=64, question="satisfiable")
    assert len(none) >= 64 and none.proof() is None
    queens = gordian.Cubes.split(
        puzzles / "queens" / "eight-queens.txt", tmp_path / "queens", number=8, question="satisfiable"
    )
    broken = gordian.Cubes.split(puzzles / "queens" / "eight-queens.txt", tmp_path / "broken", number=4)
    local = distributed.LocalCluster(n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None)
    with local, distributed.Client(local) as client:
        assert cluster.answer(str(none.folder), client).is_satisfiable is False
        assert cluster.answer(str(queens.folder), client).is_satisfiable is True
        with pytest.raises(ValueError, match="not a count"):
            cluster.count(str(queens.folder), client)
        # No result can be written where a folder has its name.
        (broken.folder / "results" / "2.json").mkdir()
        with pytest.raises(gordian.QuestionError, match="2.json"):
            cluster.answer(str(broken.folder), client)
        (broken.folder / "results" / "2.json").rmdir()
        (broken.folder / "results").rmdir()
        with pytest.raises(cluster.ClusterError, match="cube 1: QuestionError.*results") as raised:
            cluster.answer(str(broken.folder), client, retries=0)
        assert len(raised.value.errors) == len(broken)
    # The proofs of all cubes are one proof of the formula.
    proof = none.proof()
    assert proof is not None and queens.proof() is None
    place, input_place = tmp_path / "proof.drat", tmp_path / "formula.cnf"
    place.write_bytes(proof)
    input_place.write_text(formula.to_dimacs())
    _, text, *_ = ask("check", [str(place)], path=input_place)
    assert "s VERIFIED" in text
    if judge := shutil.which("drat-trim", path=os.environ.get("GORDIAN_JUDGES")):
        judged = subprocess.run([judge, input_place, place], capture_output=True, text=True, check=False, timeout=300)
        assert "s VERIFIED" in judged.stdout, judged.stdout


def test_the_module_is_a_command(tmp_path: Path, puzzles: Path) -> None:
    pytest.importorskip("distributed")
    gordian.Cubes.split(puzzles / "queens" / "eight-queens.txt", tmp_path / "cubes", number=4)
    words = [sys.executable, "-m", "gordian.cluster", str(tmp_path / "cubes"), "--workers", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, "92 solutions.\n"), done.stderr
