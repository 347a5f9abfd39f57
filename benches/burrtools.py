#!/usr/bin/env python3
"""Packings up to symmetry, by burrTxt of BurrTools beside gordian: prints a Markdown table of CPU times.

Takes files of BurrTools, of which it asks about the first problem, and packings of this project whose pieces fill the board and have
fixed numbers of copies, in one way up or another. For the latter it writes a file of BurrTools: the pieces and the board are those of one
solution. Neither program asks whether the packings can be taken apart.
"""

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import quoteattr

from processes import mebibytes, ratio, run

ROOT = Path(__file__).resolve().parent.parent
PACKINGS = (
    "pentominoes-3x20", "pentominoes-4x15", "pentominoes-5x12", "pentominoes-6x10", "pentominoes-8x8-square", "pentominoes-3x4x5",
    "soma-cube", "slothouber-graatsma", "conway-5x5x5",
)


def voxels(cells, name):
    """A shape of BurrTools: one character for each cell of its box, columns first."""
    solid = [cell if len(cell) == 3 else [0, *cell] for cell in cells]
    low = [min(cell[axis] for cell in solid) for axis in range(3)]
    layers, rows, columns = (max(cell[axis] for cell in solid) - low[axis] + 1 for axis in range(3))
    text = ["_"] * (layers * rows * columns)
    for layer, row, column in ([at - first for at, first in zip(cell, low)] for cell in solid):
        text[(layer * rows + row) * columns + column] = "#"
    return f'<voxel x="{columns}" y="{rows}" z="{layers}" name={quoteattr(name)} type="0">{"".join(text)}</voxel>'


def puzzle_of(solution):
    """The file of BurrTools for the packing that has this solution."""
    copies = {}
    for piece in solution["pieces"]:
        copies.setdefault(piece["name"], []).append(piece["cells"])
    board = [cell for piece in solution["pieces"] for cell in piece["cells"]]
    shapes = [voxels(board, "board"), *(voxels(cells[0], name) for name, cells in copies.items())]
    counts = [f'<shape id="{at}" count="{len(cells)}"/>' for at, cells in enumerate(copies.values(), 1)]
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="0"/><colors/><shapes>{"".join(shapes)}</shapes><problems>'
        f'<problem state="0"><shapes>{"".join(counts)}</shapes><result id="0"/><bitmap/></problem></problems></puzzle>\n'
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", type=Path, nargs="*", default=[ROOT / "puzzles" / "polyforms" / f"{name}.txt" for name in PACKINGS])
    parser.add_argument("--gordian", type=Path, default=ROOT / "target/release/gordian")
    parser.add_argument("--burrtxt", type=Path, required=True)
    parser.add_argument("--cap", type=int, default=300, help="CPU seconds of each program")
    arguments = parser.parse_args()
    gordian, different = arguments.gordian.resolve(), 0
    print("| packing | classes | BurrTools s | MiB | Gordian s | MiB | BurrTools / Gordian |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for puzzle in arguments.puzzles:
            theirs, pick = puzzle, ["--pick", "1"]
            if puzzle.suffix != ".xmpuzzle":
                theirs, pick = Path(folder) / f"{puzzle.stem}.xmpuzzle", []
                theirs.write_text(puzzle_of(json.loads(run([gordian, "solve", "--json", puzzle])[0])["solution"]))
            text, seconds, memory, _ = run([gordian, "count", "--up-to-symmetry", "--json", *pick, puzzle], arguments.cap)
            ours = json.loads(text or "{}")
            classes = ours.get("orbits") if ours.get("complete") else None
            text, their_seconds, their_memory, _ = run([arguments.burrtxt.resolve(), "-q", theirs], arguments.cap)
            found = re.search(r"(\d+) assemblies", text)
            if found and classes and found[1] != classes:
                different += 1
                print(f"{puzzle.stem}: BurrTools finds {found[1]} classes, gordian {classes}", file=sys.stderr)
            shown = f"{their_seconds:.2f}" if found else f"more than {arguments.cap}"
            own = f"{seconds:.2f}" if classes else f"more than {arguments.cap}"
            times = f"{'' if found else 'over '}{ratio(their_seconds, seconds)}" if classes else ""
            print(
                f"| {puzzle.stem} | {classes or (found[1] if found else '')} | {shown} | {mebibytes(their_memory)} "
                f"| {own} | {mebibytes(memory)} | {times} |",
                flush=True,
            )
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
