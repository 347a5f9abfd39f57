#!/usr/bin/env python3
"""Counts problems with known numbers, raw and up to symmetry, on the command line: prints a Markdown table.

The folder is what `cargo run --release --example known_counts FOLDER` has written. A row is missed if a number is wrong, or takes
more CPU time than its limit.
"""

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def count(gordian, limit, arguments):
    """What `gordian count` says, and its CPU seconds; nothing where it takes more than the limit."""

    def set_limit():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [gordian, "count", "--json", *arguments]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=set_limit)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        document = json.loads(run.stdout)
    except json.JSONDecodeError:
        return {"error": run.stderr.strip()}, seconds
    return document, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--gordian", type=Path, default=ROOT / "target/release/gordian")
    parser.add_argument("--rows", help="only the rows with these numbers, as in 1,28")
    parser.add_argument("--threads", help="so many threads")
    arguments = parser.parse_args()
    gordian = arguments.gordian.resolve()
    wanted = set(arguments.rows.split(",")) if arguments.rows else None
    print("| row | problem | solutions | s | method | classes | s | method |")
    print("| ---: | --- | ---: | ---: | --- | ---: | ---: | --- |")
    misses = 0
    for line in (arguments.folder / "rows.tsv").read_text().splitlines():
        number, name, file, symmetries, trust, limit, solutions, classes, method = line.split("\t")
        if wanted and number not in wanted:
            continue
        path = arguments.folder / file
        common = [path, *(["--threads", arguments.threads] if arguments.threads else [])]
        up_to = {"own": ["--up-to-symmetry"], "rotations": ["--up-to-symmetry=rotations"]}.get(symmetries)
        if up_to is None:
            up_to = ["--symmetry", arguments.folder / symmetries]
            up_to += ["--unverified"] if trust == "solutions" else []
        up_to += ["--method", method]
        cells = []
        for known, key, options in [(solutions, "count", []), (classes, "orbits", up_to)]:
            if known == "-":
                cells += ["", "", ""]
                continue
            document, seconds = count(gordian, int(limit), common + options)
            # A puzzle that is refuted without a search has no classes to speak of.
            found = document.get(key, document.get("count") if known == "0" else None)
            right = found == known and document.get("complete")
            if right and key == "orbits" and solutions != "-":
                right = document.get("count", solutions) == solutions
            misses += not right
            cells += [known if right else f"**{known}**, not {found}", f"{seconds:.2f}", document.get("method", "")]
            if "error" in document:
                print(name, document["error"], file=sys.stderr)
        print(f"| {number} | {name} | " + " | ".join(cells) + " |", flush=True)
    print(f"\n{misses} missed.")
    sys.exit(misses > 0)


if __name__ == "__main__":
    main()
