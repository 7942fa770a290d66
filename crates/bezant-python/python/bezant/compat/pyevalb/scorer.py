"""PYEVALB's scorer: every bracket counts, roots and punctuation too, and the same bracket over the same words once."""

from __future__ import annotations

import re
import warnings
from typing import Dict, Iterable, List, Optional

from ..._bezant import rows
from . import parser, summary
from .parser import ParsingError
from .summary import Result
from .tree import Tree

_ALL = ["brackets", "--preset", "none"]


class ScoreException(Exception):
    """Two trees that cannot be compared."""

    def details(self) -> str:
        """What is wrong, and a line below it."""
        return "%s\n%s" % (self, "-" * 30)

    def get_details(self) -> str:
        """The same, as the original names it."""
        return self.details()


class LengthUnmatch(ScoreException):
    """The sentences have different numbers of words."""

    def __init__(self, len_gold_sentence: int, len_test_sentence: int) -> None:
        self.len_gold_sentence = len_gold_sentence
        self.len_test_sentence = len_test_sentence
        found = (len_gold_sentence, len_test_sentence)
        super().__init__("Length Unmatched !\ngold sentence:%d\ntest sentence:%d" % found)


class WordsUnmatch(ScoreException):
    """The sentences have different words."""

    def __init__(self, gold_sentence: List[str], test_sentence: List[str]) -> None:
        self.gold_sentence = gold_sentence
        self.test_sentence = test_sentence
        super().__init__("Words Unmatched !\ngold sentence:%s\ntest sentence:%s" % (gold_sentence, test_sentence))


class Scorer:
    """Scores trees, lists of them, and files of one tree a line.

    >>> tree = parser.create_from_bracket_string("(S (NP (NNS Dogs)) (VP (VBP bark)))")
    >>> Scorer().score_trees(tree, tree).recall
    1.0
    """

    def score_trees(self, gold_tree: Tree, test_tree: Tree) -> Result:
        """What `test_tree` came to."""
        _refuse(gold_tree, test_tree)
        found = _score([str(gold_tree)], [str(test_tree)])[0]
        if found is None:
            raise ParsingError("one of the trees cannot be read")
        return found

    def score_corpus(self, f_gold: Iterable[str], f_test: Iterable[str]) -> List[Result]:
        """What each tree of `f_test` came to, one tree a line. Those that cannot be scored have state 2."""
        pairs = list(zip(f_gold, f_test))
        gold = [pair[0].strip() for pair in pairs]
        test = [pair[1].strip() for pair in pairs]
        results = []
        for number, found in enumerate(_score(gold, test)):
            if found is None:
                found = Result()
                found.state = summary.WRONG
                warnings.warn("sentence %d: %s" % (number, _why(gold[number], test[number])), stacklevel=2)
            found.ID = number
            results.append(found)
        return results

    def evalb(self, gold_path: str, test_path: str, result_path: str) -> None:
        """Scores two files and writes a table."""
        with open(gold_path, encoding="utf8") as gold, open(test_path, encoding="utf8") as test:
            results = self.score_corpus(gold, test)
        summary.write_table(result_path, results, summary.summary(results))


# Signs that no label has, for those before which labels are cut.
_WHOLE = str.maketrans({"-": "\ue000", "=": "\ue001"})


def _refuse(gold: Tree, test: Tree) -> None:
    if len(gold.sentence) != len(test.sentence):
        raise LengthUnmatch(len(gold.sentence), len(test.sentence))
    if gold.sentence != test.sentence:
        raise WordsUnmatch(gold.sentence, test.sentence)


def _why(gold: str, test: str) -> str:
    try:
        _refuse(parser.create_from_bracket_string(gold), parser.create_from_bracket_string(test))
    except (ParsingError, ScoreException) as error:
        return str(error)
    return "one of the trees cannot be read"


def _with_whole_labels(trees: List[str]) -> List[str]:
    # Functions and indices (NP-SBJ, NP=2) are cut off where brackets are compared; here labels are compared whole.
    def whole(label: "re.Match[str]") -> str:
        return label.group().translate(_WHOLE)

    return [re.sub(r"\([^\s()]+", whole, tree) for tree in trees]


def _score(gold: List[str], test: List[str]) -> List[Optional[Result]]:
    # It counts how many different brackets both trees have, of all that each has. So what is matched comes from
    # brackets that count once, and how many there are from brackets that count each time.
    gold, test = _with_whole_labels(gold), _with_whole_labels(test)
    each = rows(_ALL, list(gold), list(test))
    once = rows(_ALL + ["--duplicates", "once"], list(gold), list(test))
    names = list(each.names)
    results: List[Optional[Result]] = []
    for numbers, distinct in zip(each.numbers, once.numbers):
        if numbers is None or distinct is None:
            results.append(None)
        else:
            results.append(_result(dict(zip(names, numbers)), dict(zip(names, distinct))["matched"]))
    return results


def _result(counts: Dict[str, int], matched: int) -> Result:
    result = Result()
    result.length = result.words = counts["words"]
    result.state = summary.OK
    result.matched_brackets = matched
    result.gold_brackets = counts["gold"]
    result.test_brackets = counts["system"]
    result.cross_brackets = counts["crossing"]
    result.correct_tags = counts["tags_matched"]
    result.recall = summary._share(matched, result.gold_brackets)
    result.prec = summary._share(matched, result.test_brackets)
    result.tag_accracy = summary._share(result.correct_tags, result.words)
    return result
