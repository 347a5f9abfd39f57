"""Gordian: a SAT solver and puzzle toolkit.

``Solver`` has the names of PySAT's solvers, ``CNF`` holds formulas and encodes constraints, and
``solve``, ``list``, ``count``, ``facts``, ``explain``, ``encode`` and ``show`` ask about every formula
and puzzle that the command ``gordian`` reads. ``Problem`` has named variables and constraints on them;
``gordian.model`` has the constraints.
"""

from ._gordian import CNF, Models, QuestionError, Solver, __version__
from ._cubes import Cubes
from ._questions import (
    Answer,
    Count,
    Encoding,
    Explanation,
    Facts,
    Listing,
    Picture,
    Reason,
    Solution,
    Source,
    count,
    encode,
    explain,
    facts,
    list,
    show,
    solve,
)
from .model import Problem

__all__ = [
    "CNF",
    "Answer",
    "Count",
    "Cubes",
    "Encoding",
    "Explanation",
    "Facts",
    "Listing",
    "Models",
    "Picture",
    "Problem",
    "QuestionError",
    "Reason",
    "Solution",
    "Solver",
    "Source",
    "__version__",
    "count",
    "encode",
    "explain",
    "facts",
    "list",
    "show",
    "solve",
]
