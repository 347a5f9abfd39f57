"""Counts in parts, and on a cluster whose workers are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import gordian


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
    assert str(whole) == "12 classes and 92 solutions, up to board symmetries.\n"
    with pytest.raises(gordian.QuestionError, match="no cube"):
        cubes.run([1000])
    with pytest.raises(gordian.QuestionError, match="not empty"):
        gordian.Cubes.split(queens, tmp_path / "cubes")


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


def test_the_module_is_a_command(tmp_path: Path, puzzles: Path) -> None:
    pytest.importorskip("distributed")
    gordian.Cubes.split(puzzles / "queens" / "eight-queens.txt", tmp_path / "cubes", number=4)
    words = [sys.executable, "-m", "gordian.cluster", str(tmp_path / "cubes"), "--workers", "2"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300)
    assert (done.returncode, done.stdout) == (0, "92 solutions.\n"), done.stderr
