"""Answers the cubes of a folder on a cluster of Dask: ``python -m gordian.cluster FOLDER``.

Every worker needs this package, and the folder at the same path. With a scheduler's address, its
workers answer; without one, workers are started here, each a process. A task that is lost with its
worker runs again on another one, and a cube that has its result is left alone: each result is a file
as soon as its cube is answered. If the scheduler dies, the run waits for another one at the same
address and hands out what is missing. If a solution is searched for, the first one ends the run.
"""

from __future__ import annotations

import argparse
import builtins
import importlib
import importlib.util
import itertools
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

from . import Answer, Count, Cubes, Solution
from ._worker import run_cube

#: The most cubes whose errors are shown.
MOST_SHOWN = 10
#: The most tasks that the scheduler has at once; further ones are handed out as these end.
MOST_TASKS = 2000
#: The processes of Dask look at themselves many times a second, which takes a fourteenth of a
#: processor. Cubes take long enough to do so less often. And Dask has workers give back memory as
#: soon as they can, which takes a tenth of the time of cubes that use much: the next one asks again.
SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.worker.memory.monitor-interval": "1s",
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
    "distributed.nanny.pre-spawn-environ.MALLOC_TRIM_THRESHOLD_": 1 << 30,
    "distributed.nanny.pre-spawn-environ.MALLOC_MMAP_THRESHOLD_": 1 << 30,
    "distributed.nanny.pre-spawn-environ.MALLOC_TOP_PAD_": 1 << 26,
}
#: The seconds that a run waits for a scheduler, and how many schedulers it waits for.
PATIENCE = 60
MOST_SCHEDULERS = 100


class SchedulerLost(RuntimeError):
    """The scheduler went away; the results so far are in the folder."""


class ClusterError(RuntimeError):
    """Cubes that no worker could answer, with the first error of each."""

    def __init__(self, errors: Mapping[int, str]) -> None:
        self.errors = dict(errors)
        shown = [f"cube {cube}: {error}" for cube, error in builtins.list(self.errors.items())[:MOST_SHOWN]]
        more = len(self.errors) - len(shown)
        super().__init__("\n".join(shown + ([f"and {more} cubes more"] if more > 0 else [])))


def answer(folder: str, client: Any, *, retries: int = 5) -> Answer:
    """Answers the missing cubes with a client of Dask, and merges all results.

    Raises :class:`ClusterError` if workers could not answer some of the cubes, unless another one has
    a solution, and :class:`SchedulerLost` if the scheduler went away. Then another call, with another
    client, answers what is missing.
    """
    cubes = Cubes(Path(folder).resolve())
    known = cubes.answer()
    missing = builtins.list(known.document["missing"])
    if cubes.is_search and known.is_satisfiable:
        return known
    waiting = iter(missing)
    #: The tasks that have not ended, and their cubes.
    handed_out: dict[Any, int] = {}

    def hand_out(number: int) -> builtins.list[Any]:
        tasks = []
        for cube in itertools.islice(waiting, number):
            tasks.append(client.submit(run_cube, str(cubes.folder), cube, pure=False, retries=retries))
            handed_out[tasks[-1]] = cube
        return tasks

    errors: dict[int, str] = {}
    ended = _distributed().as_completed(hand_out(MOST_TASKS), raise_errors=False)
    for done, task in enumerate(ended, start=1):
        if sys.stderr.isatty():
            print(f"\r{done} of {len(missing)} cubes", end="", file=sys.stderr, flush=True)
        cube = handed_out.pop(task)
        if task.status == "error":
            errors[cube] = _message(_asked(task.exception))
        elif task.status != "finished":
            # The client cancels what it had handed out to a scheduler that is gone.
            raise SchedulerLost(f"{len(missing) - done + 1} cubes are left")
        elif _asked(task.result):
            client.cancel(builtins.list(handed_out))
            errors.clear()
            break
        ended.update(hand_out(1))
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if errors:
        raise ClusterError(dict(sorted(errors.items())))
    return cubes.answer()


def _asked(ask: Callable[[], Any]) -> Any:
    """What a task that has ended came to, which the client asks the scheduler for."""
    try:
        return ask()
    # The client cancels a task if its connection is lost meanwhile.
    except (OSError, CancelledError) as error:
        raise SchedulerLost(str(error).partition("\n")[0]) from error


def _message(error: BaseException) -> str:
    """An error of a worker in one line."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def count(folder: str, client: Any, *, retries: int = 5) -> Count:
    """:func:`answer` for a folder of a count."""
    merged = answer(folder, client, retries=retries)
    if not isinstance(merged, Count):
        raise ValueError("this folder is a search, not a count; `answer` answers both")
    return merged


def local_cluster(workers: int | None = None) -> Any:
    """A cluster of so many workers on this machine, by default one a core: each is a process with one thread."""
    distributed = _distributed()
    with importlib.import_module("dask").config.set(SETTINGS):
        return distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=True,
            # The dashboard is pages that the package `bokeh` makes.
            dashboard_address=":0" if importlib.util.find_spec("bokeh") else None,
        )


def _distributed() -> Any:
    """Dask's package, which is needed here only."""
    return importlib.import_module("distributed")


def _tell_dashboard(client: Any) -> None:
    """Says where the pages about the cluster are, if there are any."""
    if client.dashboard_link and client.scheduler_info().get("services", {}).get("dashboard"):
        print(f"dashboard: {client.dashboard_link}", file=sys.stderr)


def _answer_at(folder: str, address: str) -> Answer:
    """Answers with the workers of a scheduler, and of the next one at its address if it dies."""
    distributed = _distributed()
    for left in range(MOST_SCHEDULERS, 0, -1):
        with distributed.Client(address, timeout=PATIENCE) as client:
            _tell_dashboard(client)
            try:
                return answer(folder, client)
            except SchedulerLost as error:
                if left == 1:
                    raise
                print(f"the scheduler is gone; waiting for another one: {error}", file=sys.stderr)
    raise AssertionError("the last scheduler ends the loop")


def main(words: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m gordian.cluster", description=__doc__)
    parser.add_argument("folder", help="the folder that `gordian cubes split` wrote")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="the address of a scheduler, like tcp://host:8786")
    parser.add_argument("--workers", type=int, metavar="N", help="start so many workers here; by default one a core")
    parser.add_argument("--json", action="store_true", help="print the document of `gordian cubes merge`")
    arguments = parser.parse_args(words)
    try:
        distributed = _distributed()
    except ImportError:
        print("gordian.cluster needs the package `distributed`: pip install distributed", file=sys.stderr)
        return 1
    try:
        if arguments.scheduler:
            merged = _answer_at(arguments.folder, arguments.scheduler)
        else:
            with local_cluster(arguments.workers) as local, distributed.Client(local) as client:
                _tell_dashboard(client)
                merged = answer(arguments.folder, client)
    except (ClusterError, SchedulerLost, OSError, ValueError) as error:
        print(f"gordian.cluster: {error}", file=sys.stderr)
        return 1
    print(json.dumps(merged.document, ensure_ascii=False) if arguments.json else merged.text.rstrip())
    is_answered = not merged.document["missing"] or (isinstance(merged, Solution) and merged.is_satisfiable is True)
    return 0 if is_answered else 1


if __name__ == "__main__":
    sys.exit(main())
