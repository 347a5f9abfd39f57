"""Counts the cubes of a folder on a cluster of Dask: ``python -m gordian.cluster FOLDER``.

Every worker needs this package, and the folder at the same path. With a scheduler's address, its
workers count; without one, workers are started here, each a process. A task that is lost with its
worker runs again on another one, and a cube that has its result is left alone.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import Count, Cubes


def count_cube(folder: str, cube: int) -> int:
    """Counts one cube; called in a worker."""
    left = Cubes(Path(folder)).run([cube])
    if left:
        raise RuntimeError(f"cube {cube} was not counted")
    return cube


def count(folder: str, client: Any, *, retries: int = 5) -> Count:
    """Counts the missing cubes with a client of Dask, and merges all results."""
    cubes = Cubes(Path(folder).resolve())
    missing = cubes.missing()
    tasks = client.map(
        count_cube, [str(cubes.folder)] * len(missing), missing, pure=False, retries=retries, key="gordian-cube"
    )
    for done, _ in enumerate(_distributed().as_completed(tasks, raise_errors=False), start=1):
        if sys.stderr.isatty():
            print(f"\r{done} of {len(missing)} cubes", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return cubes.merge()


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
    if arguments.scheduler:
        with distributed.Client(arguments.scheduler) as client:
            merged = count(arguments.folder, client)
    else:
        local = distributed.LocalCluster(
            n_workers=arguments.workers, threads_per_worker=1, processes=True, dashboard_address=None
        )
        with local, distributed.Client(local) as client:
            merged = count(arguments.folder, client)
    print(json.dumps(merged.document, ensure_ascii=False) if arguments.json else merged.text.rstrip())
    return 0 if merged.is_complete else 1


if __name__ == "__main__":
    sys.exit(main())
