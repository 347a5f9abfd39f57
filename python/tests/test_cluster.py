"""A count on a cluster whose workers are killed, and whose scheduler dies.

With ``GORDIAN_LONG`` set, the counts are those of a measurement, which takes minutes.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest

import gordian

IS_LONG = bool(os.environ.get("GORDIAN_LONG"))


class Machines:
    """A scheduler and workers, each a process."""

    def __init__(self, folder: Path, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start_scheduler()
        self.workers = [self.start_worker() for _ in range(workers)]

    def start(self, *words: str) -> subprocess.Popen[bytes]:
        log = (self.folder / f"{len(self.processes)}.log").open("wb")
        command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
        self.processes.append(subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder))
        return self.processes[-1]

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        return self.start("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")

    def start_worker(self) -> subprocess.Popen[bytes]:
        return self.start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard")

    def __enter__(self) -> Machines:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


def counts() -> list[tuple[str, str, int]]:
    """Names, texts and numbers of solutions."""
    puzzles = Path(__file__).resolve().parents[2] / "puzzles"
    square = (puzzles / "polyforms" / "pentominoes-8x8-square.txt").read_text(encoding="utf-8")
    if IS_LONG:
        return [("queens", "queens: 14\n", 365_596), ("square", square, 8 * 16_146)]
    return [("queens", "queens: 10\n", 724)]


@pytest.mark.parametrize(("name", "text", "count"), counts())
def test_nothing_is_lost_with_workers_and_a_scheduler(tmp_path: Path, name: str, text: str, count: int) -> None:
    pytest.importorskip("distributed")
    cubes = gordian.Cubes.split(text, tmp_path / "cubes", number=200)
    assert len(cubes) >= 200
    results = cubes.folder / "results"

    def wait_for(number: int) -> None:
        end = time.monotonic() + 300
        while sum(1 for _ in results.glob("*.json")) < number:
            assert time.monotonic() < end and asked.poll() is None, (tmp_path / "0.log").read_text()
            time.sleep(0.01)

    with Machines(tmp_path, 3) as machines:
        words = ["-m", "gordian.cluster", str(cubes.folder), "--scheduler", machines.address, "--json"]
        asked = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for number in (len(cubes) // 10, len(cubes) // 5):
            wait_for(number)
            machines.workers[0].send_signal(signal.SIGKILL)
            machines.workers[0].wait()
            machines.workers[0] = machines.start_worker()
        wait_for(len(cubes) // 3)
        machines.scheduler.send_signal(signal.SIGKILL)
        machines.scheduler.wait()
        left = len(cubes) - sum(1 for _ in results.glob("*.json"))
        machines.scheduler = machines.start_scheduler()
        # Workers end with their scheduler, as jobs do.
        for worker in machines.workers:
            worker.kill()
        machines.workers = [machines.start_worker() for _ in range(3)]
        out, errors = asked.communicate(timeout=600)
    assert asked.returncode == 0 and "waiting for another one" in errors, errors
    document: dict[str, Any] = json.loads(out)
    assert left > 0
    assert (document["count"], document["missing"], document["complete"]) == (str(count), [], True)
    # Each cube is counted once: the sum of the results is the whole.
    each = [json.loads(path.read_text(encoding="utf-8")) for path in results.glob("*.json")]
    assert sorted(result["cube"] for result in each) == list(range(1, len(cubes) + 1))
    assert sum(int(result["count"]) for result in each) == count
