"""What the two versions of the scorer of Universal Dependencies share."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Tuple

from .._bezant import Corpus, Counter, rows
from .._errors import BezantError


class UDError(Exception):
    """A file that cannot be scored, or two files of different text."""


class Representation:
    """A file that was read once and can be scored as often as one likes."""

    def __init__(self, corpus: Corpus, sentences: Optional[List[str]], path: str, options: Dict[str, Any]) -> None:
        self.corpus = corpus
        self.path = path
        self.words_of_command = ["dependencies", "--input", "conllu"] + _options(options)
        # A file against itself has everything right, or sentences that cannot be read.
        if Counter(self.words_of_command).count(corpus, corpus).n_skipped:
            raise UDError("%s: %s" % (path, self._fault(sentences)))

    def __len__(self) -> int:
        return len(self.corpus)

    def _fault(self, sentences: Optional[List[str]]) -> str:
        if sentences is None:
            with open(self.path, encoding="utf-8-sig", errors="replace") as file:
                sentences = split(file.read())
        messages = rows(self.words_of_command, sentences, sentences).messages
        for number, message in enumerate(messages, 1):
            if message is not None:
                # A file against itself has its faults on both sides; which side is of no interest.
                return "sentence %d: %s" % (number, re.sub("^(gold|system), ", "", message))
        return "a sentence cannot be read"


class Score:
    """How many are right, of how many, and what that comes to."""

    def __init__(self, gold_total: int, system_total: int, correct: int, aligned_total: Optional[int] = None) -> None:
        self.correct = correct
        self.gold_total = gold_total
        self.system_total = system_total
        self.aligned_total = aligned_total
        both = gold_total + system_total
        self.precision = correct / system_total if system_total else 0.0
        self.recall = correct / gold_total if gold_total else 0.0
        self.f1 = 2 * correct / both if both else 0.0
        # As in the original: of nothing aligned, this is the 0 or None that was given.
        self.aligned_accuracy = correct / aligned_total if aligned_total else aligned_total

    def __repr__(self) -> str:
        return "Score(precision=%.4f, recall=%.4f, f1=%.4f)" % (self.precision, self.recall, self.f1)


# For each measure what the counts are called: gold, system, right, and aligned if that is asked for.
_MEASURES: Dict[str, Tuple[str, str, str, Optional[str]]] = {
    "Tokens": ("tokens_gold", "tokens_system", "tokens_matched", None),
    "Sentences": ("sentences_gold", "sentences_system", "sentences_matched", None),
    "Words": ("words_gold", "words_system", "words_aligned", None),
    "UPOS": ("words_gold", "words_system", "upos", "words_aligned"),
    "XPOS": ("words_gold", "words_system", "xpos", "words_aligned"),
    "UFeats": ("words_gold", "words_system", "features", "words_aligned"),
    "AllTags": ("words_gold", "words_system", "tags", "words_aligned"),
    "Lemmas": ("words_gold", "words_system", "lemmas", "words_aligned"),
    "UAS": ("words_gold", "words_system", "heads", "words_aligned"),
    "LAS": ("words_gold", "words_system", "attachments", "words_aligned"),
    "ELAS": ("arcs_gold", "arcs_system", "arcs_labelled", None),
    "EULAS": ("arcs_gold", "arcs_system", "arcs_without_subtypes", None),
    "CLAS": ("content_gold", "content_system", "clas", "content_aligned"),
    "MLAS": ("content_gold", "content_system", "mlas", "content_aligned"),
    "BLEX": ("content_gold", "content_system", "blex", "content_aligned"),
}

ENHANCED = ("ELAS", "EULAS")


def read(file: Any, path: str, options: Dict[str, Any]) -> Representation:
    """What an open file has."""
    sentences = split(file.read())
    _refuse_empty_nodes(sentences, path, options)
    return Representation(_corpus(sentences, path), sentences, path, options)


def read_file(path: str, options: Dict[str, Any]) -> Representation:
    """What a file has."""
    if options.get("no_empty_nodes"):
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return read(file, path, options)
    try:
        corpus = Corpus.open(path, "conllu")
    except BezantError as error:
        raise UDError(str(error)) from None
    return Representation(corpus, None, path, options)


def _corpus(sentences: List[str], path: str) -> Corpus:
    if not sentences:
        raise UDError("%s: there is no sentence in it" % path)
    return Corpus(list(sentences), "conllu", path)


def split(text: str) -> List[str]:
    """The sentences of a text in columns."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").strip("\n")
    return re.split("\n{2,}", text) if text else []


def evaluate(gold: Representation, system: Representation, measures: Tuple[str, ...]) -> Dict[str, Score]:
    """Each measure of the system's file against gold's."""
    for side, loaded in (("gold", gold), ("system", system)):
        if not isinstance(loaded, Representation):
            raise TypeError("%s is %s: evaluate() takes what load_conllu or load_conllu_file returned" % (side, type(loaded).__name__))
    if gold.words_of_command != system.words_of_command:
        raise ValueError("gold and system were loaded with different treebank types")
    counts = Counter(gold.words_of_command).count(gold.corpus, system.corpus)
    numbers = dict(zip(counts.names(), counts.numbers()))
    if numbers.get("differing") or counts.n_skipped:
        raise UDError("the concatenation of tokens in gold file and in system file differ")
    found = {}
    for measure in measures:
        gold_total, system_total, correct, aligned = _MEASURES[measure]
        found[measure] = Score(
            numbers[gold_total], numbers[system_total], numbers[correct], None if aligned is None else numbers[aligned]
        )
    return found


def all_measures() -> Tuple[str, ...]:
    return tuple(_MEASURES)


# Which kinds of enhancement gold does not have, as the scorer's own numbers.
_ENHANCEMENTS = (
    "no_gapping",
    "no_shared_parents_in_coordination",
    "no_shared_dependents_in_coordination",
    "no_control",
    "no_external_arguments_of_relative_clauses",
    "no_case_info",
)


def _options(treebank_type: Dict[str, Any]) -> List[str]:
    digits = "".join(str(number) for number, name in enumerate(_ENHANCEMENTS, 1) if treebank_type.get(name))
    words = ["--enhancements", digits] if digits else []
    if treebank_type.get("multiple_roots_okay"):
        words.append("--multiple-roots")
    return words


def _refuse_empty_nodes(sentences: List[str], path: str, options: Dict[str, Any]) -> None:
    if not options.get("no_empty_nodes"):
        return
    for number, sentence in enumerate(sentences, 1):
        if re.search(r"^[0-9]+\.[0-9]+\t", sentence, re.MULTILINE):
            raise UDError("%s: sentence %d still has empty nodes" % (path, number))


def table(evaluation: Dict[str, Any], verbose: bool, counts: bool, measures: Tuple[str, ...]) -> str:
    """The table that the scorer prints."""
    if not verbose and not counts:
        shown = [name for name in ("LAS", "MLAS", "BLEX", "ELAS", "EULAS") if name in measures]
        # Only some of its lines say that the score is an F1.
        titles = {"LAS": "LAS F1", "ELAS": "ELAS F1", "EULAS": "EULAS F1"}
        return "\n".join("%s Score: %.2f" % (titles.get(name, name), 100 * evaluation[name].f1) for name in shown)
    titles_line = "Correct   |      Gold | Predicted | Aligned" if counts else "Precision |    Recall |  F1 Score | AligndAcc"
    lines = ["Metric     | " + titles_line, "+".join(["-" * 11] * 5)]
    for name in measures:
        score = evaluation[name]
        if counts:
            aligned = score.aligned_total or (score.correct if name == "Words" else "")
            fields = ["%10s " % number for number in (score.correct, score.gold_total, score.system_total)]
            fields.append("{:10}".format(aligned))
        else:
            fields = ["%10.2f " % (100 * number) for number in (score.precision, score.recall, score.f1)]
            accuracy = score.aligned_accuracy
            fields.append("" if accuracy is None else "%10.2f" % (100 * accuracy))
        lines.append("%-11s|" % name + "|".join(fields))
    return "\n".join(lines)
