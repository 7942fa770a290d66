"""PYEVALB: `scorer.Scorer`, `parser.create_from_bracket_string`, `summary.summary`."""

from . import parser, scorer, summary, tree

__all__ = ["parser", "scorer", "summary", "tree"]
