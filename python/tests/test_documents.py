"""The examples of the documents run, and print what the documents show; so do the cells of the notebook."""

from __future__ import annotations

import doctest
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "python/README.md", "docs/python.md"])
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


def outputs(cell: Any) -> list[Any]:
    """What a cell shows: texts and pictures."""
    return [output.get("data") or output.get("text") or output["output_type"] for output in cell["outputs"]]


def test_the_cells_of_the_notebook_show_what_is_stored() -> None:
    """With UPDATE_DOCS=1, the notebook is stored with what its cells show now."""
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    path = ROOT / "docs" / "puzzles.ipynb"
    stored, notebook = (nbformat.read(path, as_version=4) for _ in range(2))
    client.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    cells = [(one, other) for one, other in zip(stored.cells, notebook.cells, strict=True) if one.cell_type == "code"]
    assert len(cells) > 5
    if os.environ.get("UPDATE_DOCS"):
        for one, other in cells:
            one.outputs = other.outputs
        nbformat.write(stored, path)
    for one, other in cells:
        assert outputs(one) == outputs(other), one.source
