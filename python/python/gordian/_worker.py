"""The tasks that workers of a cluster run."""

from __future__ import annotations

import threading
from pathlib import Path

from . import Cubes

#: The folder that this thread answered last. It keeps the formula for the next cube.
_last = threading.local()


def run_cube(folder: str, cube: int) -> bool:
    """Answers one cube. Whether nothing else needs to be answered."""
    cubes = getattr(_last, "cubes", None)
    if cubes is None or cubes.folder != Path(folder):
        _last.cubes = cubes = Cubes(Path(folder))
    answer = cubes._ran([str(cube)], [])
    has_solution = "satisfiable" in answer
    if answer["left"] and not has_solution:
        raise RuntimeError(f"cube {cube} was not answered")
    return has_solution
