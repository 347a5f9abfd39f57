"""What a cluster of Dask takes beside the work, and how two workers share it.

    python3 benches/workers.py [--cubes 200] [--workers 1 2]

Splits the counts of 14 and 15 queens and of the pentominoes with the square on 8x8. All cubes are counted in
one process first. Then `gordian.cluster` answers a copy of the folder with so many workers. Printed
are the seconds, the CPU seconds of all processes of the cluster, and how many milliseconds of these
each cube takes beside the CPU seconds of the one process. The time and the CPU that processes take to
start are left out.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from pathlib import Path

import distributed
import gordian
from gordian import cluster

PUZZLES = Path(__file__).resolve().parents[1] / "puzzles"
SQUARE = (PUZZLES / "polyforms" / "pentominoes-8x8-square.txt").read_text(encoding="utf-8")


def used(process: int) -> float:
    """The CPU seconds that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def alone(folder: Path) -> tuple[float, float]:
    """The seconds and CPU seconds of one process that counts all cubes."""
    cubes = gordian.Cubes(folder)
    began, cpu = time.monotonic(), time.process_time()
    assert cubes.run(cubes.missing()) == []
    return time.monotonic() - began, time.process_time() - cpu


def shared(folder: Path, workers: int) -> tuple[float, float, int]:
    """The same for a cluster, and the number that it finds. The scheduler is in this process."""
    with cluster.local_cluster(workers) as local, distributed.Client(local) as client:
        # Each worker has the package in memory.
        processes = [os.getpid(), *client.run(lambda: (__import__("gordian.cluster"), os.getpid())[1]).values()]
        before = sum(used(process) for process in processes)
        began = time.monotonic()
        count = cluster.count(str(folder), client).count
        return time.monotonic() - began, sum(used(process) for process in processes) - before, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cubes", type=int, default=200)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    arguments = parser.parse_args()
    print("| count | cubes | process | s | CPU s | beside, ms a cube |")
    print("|---|---:|---|---:|---:|---:|")
    counts = [("14 queens", "queens: 14\n"), ("15 queens", "queens: 15\n"), ("8x8 with the square", SQUARE)]
    for name, text in counts:
        with tempfile.TemporaryDirectory() as place:
            empty = Path(place) / "empty"
            cubes = len(gordian.Cubes.split(text, empty, number=arguments.cubes))
            folder = Path(shutil.copytree(empty, Path(place) / "alone"))
            seconds, work = alone(folder)
            expected = gordian.Cubes(folder).merge().count
            print(f"| {name} | {cubes} | one, without Dask | {seconds:.1f} | {work:.1f} | |", flush=True)
            for workers in arguments.workers:
                folder = Path(shutil.copytree(empty, Path(place) / str(workers)))
                seconds, cpu, count = shared(folder, workers)
                assert count == expected, (count, expected)
                beside = 1000 * (cpu - work) / cubes
                print(f"| | | {workers} worker{'s' if workers > 1 else ''} | {seconds:.1f} | {cpu:.1f} | {beside:.1f} |", flush=True)


if __name__ == "__main__":
    main()
