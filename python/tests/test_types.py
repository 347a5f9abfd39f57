"""The types are right, and the stubs are those of the module."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


def run(*words: str) -> None:
    pytest.importorskip("mypy")
    done = subprocess.run([sys.executable, "-m", *words], cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_nothing() -> None:
    run("mypy", "--strict", "-p", "gordian")


def test_the_stubs_are_those_of_the_module() -> None:
    run("mypy.stubtest", "--mypy-config-file", "pyproject.toml", "gordian")
