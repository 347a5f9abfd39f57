"""What the tests share: random formulas and brute force."""

from __future__ import annotations

import itertools
import random
import signal
from pathlib import Path

import pytest

# Programs that a shell starts in the background begin with Ctrl-C ignored, and Python leaves it so.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[2]
PUZZLES = ROOT / "puzzles"


@pytest.fixture
def puzzles() -> Path:
    return PUZZLES


def random_clauses(rng: random.Random, num_vars: int, number: int, longest: int = 3) -> list[list[int]]:
    def clause() -> list[int]:
        chosen = rng.sample(range(1, num_vars + 1), rng.randint(1, min(longest, num_vars)))
        return [var if rng.random() < 0.5 else -var for var in chosen]

    return [clause() for _ in range(number)]


def models(clauses: list[list[int]], num_vars: int) -> set[tuple[int, ...]]:
    """All models, by trying every assignment."""

    def holds(model: tuple[int, ...]) -> bool:
        return all(any(model[abs(lit) - 1] == lit for lit in clause) for clause in clauses)

    choices = [(-var, var) for var in range(1, num_vars + 1)]
    return {model for model in itertools.product(*choices) if holds(model)}
