"""How many workers a folder of cubes keeps busy: a simulation on measured times.

    python3 benches/cluster.py FOLDER [--gordian PROGRAM] [--cubes 100000] [--seed 1]

Runs the cubes of the folder one by one and notes the seconds of each. Then as many cubes as asked for
are drawn from these times, and handed to 10 to 10,000 workers, in the order in which they were drawn
or the longest first. A scheduler hands out so many tasks a second, one after the other, and each task
takes a moment to start. Printed is the share of the workers' time that went into cubes.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import subprocess
from pathlib import Path

#: Name, tasks handed out a second, and seconds to start one.
SCHEDULERS = [("job array", 50.0, 1.4), ("Dask", 1000.0, 0.01), ("HyperQueue", 10000.0, 0.01)]
WORKERS = [10, 100, 1000, 10000]
#: Cubes in one task.
SIZES = [1, 10, 100]


def measured(gordian: str, folder: Path) -> list[float]:
    """The seconds of each cube, from the start of its process to the end."""
    cubes = json.loads((folder / "manifest.json").read_text())["cubes"]
    times = []
    for cube in range(1, cubes + 1):
        words = [gordian, "cubes", "run", "--json", str(folder), str(cube)]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        times.append(float(json.loads(done.stdout)["seconds"]))
    return times


def makespan(tasks: list[float], workers: int, rate: float, start: float) -> float:
    """When the last task ends, if each goes to the worker that is free first."""
    free = [0.0] * workers
    end = 0.0
    for number, seconds in enumerate(tasks):
        begin = max(heapq.heappop(free), number / rate)
        end = max(end, begin + start + seconds)
        heapq.heappush(free, begin + start + seconds)
    return end


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gordian", default="gordian")
    parser.add_argument("--cubes", type=int, default=100_000)
    parser.add_argument("--scale", type=float, default=1.0, help="make cubes so many times as long")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    times = sorted(measured(arguments.gordian, arguments.folder))
    mean = sum(times) / len(times)
    print(f"{len(times)} cubes: mean {mean:.3f} s, median {times[len(times) // 2]:.3f} s, longest {times[-1]:.3f} s")
    generator = random.Random(arguments.seed)
    drawn = [seconds * arguments.scale for seconds in generator.choices(times, k=arguments.cubes)]
    print("| scheduler | order | cubes a task | " + " | ".join(f"{workers} workers" for workers in WORKERS) + " |")
    print("|---|---|---:|" + "---:|" * len(WORKERS))
    for name, rate, start in SCHEDULERS:
        for order, cubes in [("drawn", drawn), ("longest first", sorted(drawn, reverse=True))]:
            for size in SIZES:
                tasks = [sum(cubes[at : at + size]) for at in range(0, len(cubes), size)]
                shares = []
                for workers in WORKERS:
                    end = makespan(tasks, workers, rate, start)
                    shares.append(f"{100 * sum(drawn) / (workers * end):.0f} %")
                print(f"| {name} | {order} | {size} | " + " | ".join(shares) + " |")


if __name__ == "__main__":
    main()
