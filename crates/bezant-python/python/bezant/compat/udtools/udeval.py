"""`udtools.udeval`: `load_conllu_file`, `load_conllu`, `evaluate`, `build_evaluation_table`.

>>> import io
>>> text = "1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> gold = load_conllu(io.StringIO(text), "gold", {})
>>> print(build_evaluation_table(evaluate(gold, gold), verbose=False))
LAS F1 Score: 100.00
MLAS Score: 100.00
BLEX Score: 100.00
"""

from __future__ import annotations

from typing import Any, Dict, Optional

from .. import _universal
from .._universal import Representation, Score, UDError

__all__ = [
    "UDError",
    "Score",
    "load_conllu",
    "load_conllu_file",
    "evaluate",
    "evaluate_wrapper",
    "build_evaluation_table",
]

# The columns of a line, by which scripts look into lines of their own.
ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)

_BASIC = tuple(name for name in _universal.all_measures() if name not in _universal.ENHANCED)


def load_conllu(file: Any, path: str, treebank_type: Optional[Dict[str, Any]]) -> Representation:
    """What an open file has; `path` is what messages call it."""
    return _universal.read(file, path, treebank_type or {})


def load_conllu_file(path: str, treebank_type: Optional[Dict[str, Any]] = None) -> Representation:
    """What a file has. `treebank_type` has the scorer's own keys (`no_gapping`, `multiple_roots_okay`, …)."""
    return _universal.read_file(path, treebank_type or {})


def evaluate(gold_ud: Representation, system_ud: Representation) -> Dict[str, Score]:
    """Each measure by name, with `precision`, `recall`, `f1` and `aligned_accuracy`."""
    return _universal.evaluate(gold_ud, system_ud, _universal.all_measures())


def evaluate_wrapper(args: Any) -> Dict[str, Score]:
    """The measures of `args.system_file` against `args.gold_file`, with the program's options in `args`."""
    digits = {"no_empty_nodes": args.no_empty_nodes, "multiple_roots_okay": args.multiple_roots_okay}
    digits.update({name: str(number) in args.enhancements for number, name in enumerate(_universal._ENHANCEMENTS, 1)})
    return evaluate(load_conllu_file(args.gold_file, digits), load_conllu_file(args.system_file, digits))


def build_evaluation_table(
    evaluation: Dict[str, Any], verbose: bool = True, counts: bool = False, enhanced: bool = False
) -> str:
    """The table that `udeval` prints."""
    return _universal.table(evaluation, verbose, counts, _BASIC + (_universal.ENHANCED if enhanced else ()))
