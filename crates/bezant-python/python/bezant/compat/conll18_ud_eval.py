"""The scorer of the CoNLL 2018 shared task: `load_conllu_file`, `load_conllu`, `evaluate`.

>>> import io
>>> text = "1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> gold = load_conllu(io.StringIO(text))
>>> evaluate(gold, gold)["LAS"].f1
1.0

What is read is kept in a form of bezant's own; `evaluate` takes it, and has no other use for it.
"""

from __future__ import annotations

import argparse
from typing import Any, Dict

from . import _universal
from ._universal import Representation, Score, UDError

__all__ = ["UDError", "Score", "load_conllu", "load_conllu_file", "evaluate", "evaluate_wrapper", "main"]

# The columns of a line, by which scripts look into lines of their own.
ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(10)

_MEASURES = tuple(name for name in _universal.all_measures() if name not in _universal.ENHANCED)


def load_conllu(file: Any) -> Representation:
    """What an open file has."""
    return _universal.read(file, getattr(file, "name", "input"), {})


def load_conllu_file(path: str) -> Representation:
    """What a file has."""
    return _universal.read_file(path, {})


def evaluate(gold_ud: Representation, system_ud: Representation) -> Dict[str, Score]:
    """Each measure by name, with `precision`, `recall`, `f1` and `aligned_accuracy`."""
    return _universal.evaluate(gold_ud, system_ud, _MEASURES)


def evaluate_wrapper(args: Any) -> Dict[str, Score]:
    """The measures of `args.system_file` against `args.gold_file`."""
    return evaluate(load_conllu_file(args.gold_file), load_conllu_file(args.system_file))


def main() -> None:
    """The program: prints the scores of two files."""
    parser = argparse.ArgumentParser(prog="conll18_ud_eval")
    parser.add_argument("gold_file", help="gold's file, in CoNLL-U")
    parser.add_argument("system_file", help="the system's file, in CoNLL-U")
    parser.add_argument("--verbose", "-v", action="store_true", help="all measures")
    parser.add_argument("--counts", "-c", action="store_true", help="counts in the place of scores")
    args = parser.parse_args()
    order = tuple(name for name in _MEASURES)
    print(_universal.table(evaluate_wrapper(args), args.verbose, args.counts, order))


if __name__ == "__main__":
    main()
