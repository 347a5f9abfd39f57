"""Answers the cubes of a folder on a cluster of Dask: ``python -m gordian.cluster FOLDER``.

Every worker needs this package, and the folder at the same path. With a scheduler's address, its
workers answer; without one, workers are started here, each a process. A task that is lost with its
worker runs again on another one, and a cube that has its result is left alone. If a solution is
searched for, the first one ends the run.
"""

from __future__ import annotations

import argparse
import builtins
import importlib
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from . import Answer, Count, Cubes, Solution

#: The most cubes whose errors are shown.
MOST_SHOWN = 10


def run_cube(folder: str, cube: int) -> bool:
    """Answers one cube; called in a worker. Whether nothing else needs to be answered."""
    cubes = Cubes(Path(folder))
    left = cubes.run([cube])
    if left:
        raise RuntimeError(f"cube {cube} was not answered")
    return cubes.is_search and _has_solution(cubes, cube)


def _has_solution(cubes: Cubes, cube: int) -> bool:
    result = json.loads((cubes.folder / "results" / f"{cube}.json").read_text(encoding="utf-8"))
    return "model" in result


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
    a solution.
    """
    cubes = Cubes(Path(folder).resolve())
    known = cubes.answer()
    missing = builtins.list(known.document["missing"])
    if cubes.is_search and known.is_satisfiable:
        return known
    tasks = client.map(
        run_cube, [str(cubes.folder)] * len(missing), missing, pure=False, retries=retries, key="gordian-cube"
    )
    cube_of = {task.key: cube for task, cube in zip(tasks, missing, strict=True)}
    errors: dict[int, str] = {}
    for done, task in enumerate(_distributed().as_completed(tasks, raise_errors=False), start=1):
        if sys.stderr.isatty():
            print(f"\r{done} of {len(missing)} cubes", end="", file=sys.stderr, flush=True)
        if task.status == "error":
            errors[cube_of[task.key]] = _message(task.exception())
        elif task.status == "finished" and task.result():
            client.cancel(tasks)
            errors.clear()
            break
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if errors:
        raise ClusterError(dict(sorted(errors.items())))
    return cubes.answer()


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


def _distributed() -> Any:
    """Dask's package, which is needed here only."""
    return importlib.import_module("distributed")


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
            with distributed.Client(arguments.scheduler) as client:
                merged = answer(arguments.folder, client)
        else:
            local = distributed.LocalCluster(
                n_workers=arguments.workers, threads_per_worker=1, processes=True, dashboard_address=None
            )
            with local, distributed.Client(local) as client:
                merged = answer(arguments.folder, client)
    except (ClusterError, OSError, ValueError) as error:
        print(f"gordian.cluster: {error}", file=sys.stderr)
        return 1
    print(json.dumps(merged.document, ensure_ascii=False) if arguments.json else merged.text.rstrip())
    is_answered = not merged.document["missing"] or (isinstance(merged, Solution) and merged.is_satisfiable is True)
    return 0 if is_answered else 1


if __name__ == "__main__":
    sys.exit(main())
