"""The examples of the documents run, and print what the documents show."""

from __future__ import annotations

import doctest
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["python/README.md", "docs/python.md"])
def test_the_examples_print_what_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert os.path.exists("puzzles")
    text = (ROOT / name).read_text(encoding="utf-8")
    # The fence is no part of what is printed.
    text = text.replace("```\n", "\n")
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    assert test.examples
    assert runner.run(test).failed == 0
