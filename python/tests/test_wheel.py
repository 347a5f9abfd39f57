"""The package as it is installed."""

from __future__ import annotations

import importlib.metadata

import gordian

#: The largest size of the wheel, which is compressed.
MOST_BYTES = 4_000_000


def test_what_is_installed_is_small() -> None:
    import zlib

    from gordian import _gordian

    assert gordian.__file__
    files = importlib.metadata.files("gordian") or []
    total = 0
    for file in files:
        path = file.locate()
        if str(file).startswith("gordian/") and "__pycache__" not in str(file):
            total += len(zlib.compress(open(path, "rb").read(), 6))  # noqa: SIM115
    assert _gordian.__file__
    assert 100_000 < total < MOST_BYTES, total
