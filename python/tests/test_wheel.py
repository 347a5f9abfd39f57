"""The package as it is installed."""

from __future__ import annotations

import importlib.metadata
import os
import zlib
from pathlib import Path

import pytest

import gordian
from gordian import _gordian

#: The largest size of the wheel, which is compressed.
MOST_BYTES = 4_000_000


@pytest.mark.skipif(
    "--profile dev" in os.environ.get("MATURIN_PEP517_ARGS", ""), reason="a wheel for tests, which is larger"
)
def test_what_is_installed_is_small() -> None:
    files = importlib.metadata.files("gordian") or []
    total = 0
    for file in files:
        path = file.locate()
        if str(file).startswith("gordian/") and "__pycache__" not in str(file):
            total += len(zlib.compress(Path(str(path)).read_bytes(), 6))
    # The module of Rust is among them.
    assert _gordian.__file__ and gordian.__file__
    assert 100_000 < total < MOST_BYTES, total
