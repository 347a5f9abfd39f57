"""Models of MiniZinc: `fzn-gordian` beside other solvers that read FlatZinc, one after the other, for docs/performance.md.

    python benches/flatzinc.py --solver gordian=target/release/fzn-gordian --solver 'chuffed=fzn-chuffed -f' FOLDER

Each solver is a name and a command, which is given the flags of MiniZinc's protocol (`-a` where all solutions are wanted, `-s`) and a
file. CPU seconds, user and system, of a process each, its start included. A solver finishes a model if it proves that it has the best
solution, or all of them, or that there is none, or where one is enough, finds one. Solvers that finish must agree: the script fails
where they do not. Prints a Markdown table, and to `--tsv FILE` every figure.
"""

import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile


def run(command, cap):
    """What a command prints, and its CPU seconds; it is stopped after `cap` of these."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (cap, cap + 1))

    with tempfile.TemporaryFile() as output:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, preexec_fn=limit)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return text, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def statistic(text, *names):
    """The last value of a statistic of one of these names."""
    found = [value for name in names for value in re.findall(rf"mzn-stat: {name}=(-?\d+)", text)]
    return int(found[-1]) if found else None


def objective(text):
    """The value of the last solution's objective, as the solver says it."""
    said = statistic(text, "objective")
    found = re.findall(r"^_objective = (-?\d+);$", text, re.M)
    return int(found[-1]) if found else said


class Model:
    def __init__(self, path, wants_all):
        self.path, self.name = path, path.stem
        text = path.read_text()
        self.has_goal = re.search(r"\b(minimize|maximize)\b", text[text.rindex("solve"):]) is not None
        self.wants_all = wants_all and not self.has_goal

    def ask(self, command, cap):
        flags = ["-a", "-s"] if self.wants_all else ["-s"]
        text, seconds = run([*command, *flags, str(self.path)], cap)
        lines = text.splitlines()
        solutions, ended = lines.count("----------"), "==========" in lines
        is_empty = "=====UNSATISFIABLE=====" in lines
        answer = None
        if is_empty:
            answer = "none"
        elif self.has_goal:
            answer = objective(text) if ended else None
        elif self.wants_all:
            answer = solutions if ended else None
        elif solutions:
            answer = "solution"
        best = objective(text) if self.has_goal and solutions else solutions or None
        return {
            "answer": answer,
            "best": best,
            "seconds": seconds,
            "conflicts": statistic(text, "failures", "nogoods"),
            "clauses": statistic(text, "propagators"),
        }


def cell(found, cap):
    if found["answer"] is not None:
        return f"{found['seconds']:.2f}"
    best = "" if found["best"] is None else f" ({found['best']})"
    return f"–{best}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--solver", action="append", required=True, metavar="NAME=COMMAND")
    parser.add_argument("--all", default="pips|killer", help="a pattern of the models of which all solutions are wanted")
    parser.add_argument("--only", default="", help="a pattern of the models that are tried")
    parser.add_argument("--cap", type=int, default=60, help="CPU seconds for each")
    parser.add_argument("--tsv", type=pathlib.Path)
    arguments = parser.parse_args()
    solvers = {name: command.split() for name, command in (text.split("=", 1) for text in arguments.solver)}
    paths = [path for path in sorted(arguments.folder.glob("*.fzn")) if re.search(arguments.only, path.stem)]
    models = [Model(path, re.search(arguments.all, path.stem) is not None) for path in paths]
    print("| model | " + " | ".join(solvers) + " |")
    print("|---|" + "---:|" * len(solvers))
    rows, wrong = [], []
    for model in models:
        found = {name: model.ask(command, arguments.cap) for name, command in solvers.items()}
        rows.append((model.name, found))
        print(f"| {model.name} | " + " | ".join(cell(one, arguments.cap) for one in found.values()) + " |", flush=True)
        if len({one["answer"] for one in found.values()} - {None}) > 1:
            wrong.append((model.name, {name: one["answer"] for name, one in found.items()}))
    finished = {name: [found[name]["answer"] is not None for _, found in rows] for name in solvers}
    print("| finished | " + " | ".join(str(sum(finished[name])) for name in solvers) + " |")
    common = [found for _, found in rows if all(one["answer"] is not None for one in found.values())]
    total = [sum(found[name]["seconds"] for found in common) for name in solvers]
    print(f"| the {len(common)} that all finish | " + " | ".join(f"{seconds:.1f}" for seconds in total) + " |")
    if arguments.tsv:
        fields = ("answer", "best", "seconds", "conflicts", "clauses")
        lines = ["\t".join(("model", "solver", *fields))]
        for name, found in rows:
            lines += ["\t".join(map(str, (name, solver, *(one[field] for field in fields)))) for solver, one in found.items()]
        arguments.tsv.write_text("\n".join(lines) + "\n")
    for name, answers in wrong:
        print(f"{name}: solvers disagree: {answers}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
