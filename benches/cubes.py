"""Conflicts that cubes take, beside one search and beside the cubes of march_cu.

    python3 benches/cubes.py FORMULA… [--gordian PROGRAM] [--march PROGRAM] [--number 64]

Each formula is searched as a whole, then in the cubes of `gordian cubes split --question satisfiable`,
then in those of march_cu (https://github.com/marijnheule/CnC), if its path is given. Cubes of both are
searched by the same `gordian cubes run`. Printed are the conflicts of all cubes together, and those of
the hardest cube.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any


def run(*words: str | Path) -> dict[str, Any]:
    """The document of a command."""
    done = subprocess.run([*words], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def searched(gordian: str, folder: Path) -> tuple[int, int, int]:
    """The number of cubes, their conflicts, and those of the hardest one."""
    run(gordian, "cubes", "run", "--json", "--no-proof", folder, "all")
    conflicts = [json.loads(result.read_text())["conflicts"] for result in (folder / "results").iterdir()]
    document = run(gordian, "cubes", "merge", "--json", folder)
    assert document["complete"] and document["status"] == "unsatisfiable", document
    return len(conflicts), sum(conflicts), max(conflicts, default=0)


def replaced(folder: Path, cubes: list[str]) -> None:
    """Puts other cubes into a folder whose cubes were not searched yet."""
    path = folder / "cubes.icnf"
    kept = [line for line in path.read_text().splitlines() if not line.startswith("a ")]
    path.write_text("\n".join([*kept, *cubes, ""]))
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["cubes"] = len(cubes)
    manifest["cubes_sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formulas", nargs="+", type=Path)
    parser.add_argument("--gordian", default="gordian")
    parser.add_argument("--march")
    parser.add_argument("--number", type=int, default=64)
    arguments = parser.parse_args()
    print("| formula | one search | cubes | all cubes | hardest | march_cu's cubes | all | hardest |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for formula in arguments.formulas:
        plain = run(arguments.gordian, "solve", "--json", "-n", formula)["stats"]["conflicts"]
        row = [formula.stem, plain]
        with tempfile.TemporaryDirectory() as place:
            for program in ["gordian", *(["march"] if arguments.march else [])]:
                folder = Path(place) / program
                split = ["cubes", "split", "--json", "--question", "satisfiable", "-n", str(arguments.number)]
                run(arguments.gordian, *split, "-o", folder, formula)
                if program == "march":
                    path = Path(place) / "march.icnf"
                    march = [arguments.march, formula, "-l", str(arguments.number), "-o", path]
                    subprocess.run(march, capture_output=True, check=False)
                    replaced(folder, [line for line in path.read_text().splitlines() if line.startswith("a ")])
                row += searched(arguments.gordian, folder)
        print("| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else cell for cell in row) + " |", flush=True)


if __name__ == "__main__":
    main()
