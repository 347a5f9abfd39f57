"""Questions in parts, which several processes or machines answer."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ._gordian import Kept, ask
from ._questions import Answer, Count, Solution, Source, ask_about, options_of


@dataclass(frozen=True)
class Cubes:
    """The folder of a question in parts: of a count, a list, or a search for one solution.

    The formula is read when the first cubes are run, and kept for the next ones.
    """

    folder: Path
    _kept: Kept = field(default_factory=Kept, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Cubes], tuple[Path]]:
        """Another process reads the formula itself."""
        return Cubes, (self.folder,)

    @staticmethod
    def split(
        source: Source,
        folder: str | os.PathLike[str],
        *,
        number: int = 64,
        question: str = "count",
        kind: str | None = None,
        pick: str | int | None = None,
        project: Iterable[int] | str | None = None,
        up_to_symmetry: bool | str = False,
        symmetry: str | os.PathLike[str] | None = None,
    ) -> Cubes:
        """Splits a question about a formula or a puzzle: ``count``, ``list`` or ``satisfiable``. Writes a new folder."""
        options = options_of(
            kind=kind,
            pick=pick,
            number=number,
            question=question,
            output=os.fspath(folder),
            project=project,
            up_to_symmetry=up_to_symmetry,
            symmetry=symmetry,
        )
        ask_about("cubes split", source, options)
        return Cubes(Path(folder))

    @property
    def manifest(self) -> dict[str, Any]:
        """What the folder is about."""
        document: dict[str, Any] = json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))
        return document

    def __len__(self) -> int:
        return int(self.manifest["cubes"])

    @property
    def is_search(self) -> bool:
        """Whether a solution is searched for; else solutions are counted."""
        return bool(self.manifest["question"] == "satisfiable")

    def run(
        self,
        cubes: Iterable[int],
        *,
        threads: int | None = None,
        time: float | None = None,
        proof: bool = True,
        trace: bool = False,
    ) -> list[int]:
        """Answers these cubes, by their numbers from 1. Returns those that were not answered in time.

        A search ends with the first solution, also if another run finds it: then none is returned.
        With ``trace``, each count gets a diagram that proves it.
        """
        numbers = [str(operator.index(cube)) for cube in cubes]
        if not numbers:
            return []
        answer = self._ran(numbers, options_of(threads=threads, time=time, no_proof=not proof, trace=trace))
        return [] if "satisfiable" in answer else list(answer["left"])

    def _ran(self, cubes: list[str], options: list[str]) -> dict[str, Any]:
        """The document of `gordian cubes run`."""
        document, *_ = ask("cubes run", [os.path.abspath(self.folder), *cubes, *options], kept=self._kept)
        answer: dict[str, Any] = json.loads(document)
        return answer

    def _merged(self) -> tuple[dict[str, Any], str, str | None]:
        document, text, svg, _ = ask("cubes merge", [os.path.abspath(self.folder)])
        return json.loads(document), text, svg

    def merge(self) -> Count:
        """The sum of all results of a count; ``is_complete`` tells whether none is missing."""
        if self.is_search:
            raise ValueError("this folder is a search; `found` puts its results together")
        return Count(*self._merged())

    def found(self) -> Solution:
        """The answer of a search: a solution, or that there is none; ``None`` while cubes are missing."""
        if not self.is_search:
            raise ValueError("this folder is a count; `merge` puts its results together")
        return Solution(*self._merged())

    def proof(self) -> bytes | None:
        """The proof in DRAT that a search has no solution, made of those of its cubes; ``None`` unless that is known."""
        *_, proof = ask("cubes merge", [os.path.abspath(self.folder), "--proof", "-"])
        return proof

    def answer(self) -> Answer:
        """What the results say together: a :class:`Count`, or a :class:`Solution`."""
        return self.found() if self.is_search else self.merge()

    def missing(self) -> list[int]:
        """The cubes without results."""
        return list(self.answer().document["missing"])
