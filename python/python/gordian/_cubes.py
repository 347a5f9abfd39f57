"""Counts in parts, which several processes or machines answer."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._gordian import ask
from ._questions import Count, Source, ask_about, options_of


@dataclass(frozen=True)
class Cubes:
    """The folder of a count in parts."""

    folder: Path

    @staticmethod
    def split(
        source: Source,
        folder: str | os.PathLike[str],
        *,
        number: int = 64,
        kind: str | None = None,
        pick: str | int | None = None,
        project: Iterable[int] | str | None = None,
        up_to_symmetry: bool | str = False,
        symmetry: str | os.PathLike[str] | None = None,
    ) -> Cubes:
        """Splits the count of a formula or a puzzle, and writes a new folder."""
        options = options_of(
            kind=kind,
            pick=pick,
            number=number,
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

    def run(self, cubes: Iterable[int], *, threads: int | None = None, time: float | None = None) -> list[int]:
        """Counts these cubes, by their numbers from 1. Returns those that were not counted in time."""
        numbers = [str(int(cube)) for cube in cubes]
        if not numbers:
            return []
        options = [os.path.abspath(self.folder), *numbers, *options_of(threads=threads, time=time)]
        document, _, _ = ask("cubes run", options)
        return list(json.loads(document)["left"])

    def merge(self) -> Count:
        """The sum of all results; ``is_complete`` tells whether none is missing."""
        document, text, svg = ask("cubes merge", [os.path.abspath(self.folder)])
        return Count(json.loads(document), text, svg)

    def missing(self) -> list[int]:
        """The cubes without results."""
        return list(self.merge().document["missing"])
