"""Stand-ins for other scorers: the same figures as the originals on random pairs, where those are installed."""

from __future__ import annotations

import importlib
import io
import random
import subprocess
import sys
import warnings
from pathlib import Path

import bezant
import pytest
from bezant.compat import conll18_ud_eval
from bezant.compat.pyevalb import parser, scorer, summary
from bezant.compat.udtools import udeval

FIELDS = ("correct", "gold_total", "system_total", "aligned_total", "precision", "recall", "f1", "aligned_accuracy")
TYPES = (
    "no_gapping",
    "no_shared_parents_in_coordination",
    "no_shared_dependents_in_coordination",
    "no_control",
    "no_external_arguments_of_relative_clauses",
    "no_case_info",
)


def scorer_of(name):
    """Another's scorer, if it is here and can be imported: on old Pythons some of them cannot."""
    try:
        return importlib.import_module(name)
    except (ImportError, OSError) as error:
        pytest.skip(f"{name}: {error}")


class Writer:
    """Random sentences over a text: tokens, multiword tokens, heads, relations, features, enhanced arcs."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        return "".join(self.random.choice("abcdé") for _ in range(self.random.randint(12, 60)))

    def document(self, text):
        cuts = sorted(self.random.sample(range(1, len(text)), 3))
        parts = [text[start:end] for start, end in zip([0] + cuts, cuts + [len(text)])]
        return "".join(self.sentence(part) for part in parts)

    def sentence(self, text):
        choice = self.random.choice
        words, lines = [], []
        while text:
            token, text = text[: (size := choice([1, 1, 2, 3, 4]))], text[size:]
            if len(token) > 1 and self.random.random() < 0.25:
                parts = [choice([token[:1], token[1:], "x"]) for _ in range(choice([2, 3]))]
                lines.append((f"{len(words) + 1}-{len(words) + len(parts)}", token))
            else:
                parts = [token]
            for part in parts:
                words.append(part)
                lines.append((len(words), part))
        order = list(range(1, len(words) + 1))
        self.random.shuffle(order)
        heads = {word: choice(order[:place]) if place else 0 for place, word in enumerate(order)}
        rows = ["# text = any"]
        for number, form in lines:
            if isinstance(number, str):
                rows.append("\t".join([number, form] + ["_"] * 8))
                continue
            head = heads[number]
            relation = choice(["nsubj", "obj", "det", "case", "aux", "nmod:poss", "conj", "acl:relcl", "xcomp"]) if head else "root"
            deps = choice(["_", f"{head}:{relation}", f"{head}:{relation}"])
            extra = choice(order)
            if self.random.random() < 0.3 and extra > head and deps != "_":
                deps += f"|{extra}:{choice(['conj>obl:in', 'nsubj:xsubj', 'ref', 'obl:in', 'conj:and'])}"
            features = choice(["_", "Case=Nom", "Case=Nom|Number=Sing", "Own=Yes"])
            columns = [number, form, choice("_lm"), choice(["NOUN", "VERB"]), choice("_A"), features, head, relation, deps, "_"]
            rows.append("\t".join(map(str, columns)))
        return "\n".join(rows) + "\n\n"


def figures(module, gold, system, *arguments):
    try:
        loaded = [module.load_conllu(io.StringIO(text), *arguments) for text in (gold, system)]
        return {name: [getattr(score, field) for field in FIELDS] for name, score in module.evaluate(*loaded).items()}
    except module.UDError:
        return "UDError"


@pytest.mark.parametrize("seed", range(30))
def test_udtools_on_random_pairs(seed):
    original = scorer_of("udtools.udeval")
    writer = Writer(seed)
    text = writer.text()
    gold = writer.document(text)
    # One in ten is another text, which cannot be scored.
    system = writer.document(text if seed % 10 else text + "q")
    treebank_type = {name: writer.random.random() < 0.3 for name in TYPES}
    wanted = figures(original, gold, system, "file", treebank_type)
    assert figures(udeval, gold, system, "file", treebank_type) == wanted
    assert (wanted == "UDError") == (seed % 10 == 0)
    if wanted != "UDError":
        tables = []
        for module in (original, udeval):
            loaded = [module.load_conllu(io.StringIO(text), "file", {}) for text in (gold, system)]
            found = module.evaluate(*loaded)
            ways = [(verbose, counts, enhanced) for verbose in (0, 1) for counts in (0, 1) for enhanced in (0, 1)]
            tables.append([module.build_evaluation_table(found, *way) for way in ways])
        assert tables[0] == tables[1]
        # The scorer of 2018 has the same measures but for enhanced graphs.
        del wanted["ELAS"], wanted["EULAS"]
        basic = figures(original, gold, system, "file", {})
        assert figures(conll18_ud_eval, gold, system) == {name: basic[name] for name in wanted}


def test_conll18_on_random_pairs():
    original = scorer_of("conll18_ud_eval")
    for seed in range(20):
        writer = Writer(seed)
        text = writer.text()
        gold, system = writer.document(text), writer.document(text)
        assert figures(conll18_ud_eval, gold, system) == figures(original, gold, system)


BAD = {
    "cycle": "1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n",
    "two roots": "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
    "columns": "1\ta\t_\t_\n\n",
    "head": "1\ta\t_\t_\t_\t_\t7\troot\t_\t_\n\n",
    "number": "2\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
}


@pytest.mark.parametrize("name", BAD)
def test_files_that_both_refuse_when_they_are_read(name):
    with pytest.raises(udeval.UDError):
        udeval.load_conllu(io.StringIO(BAD[name]), "file", {})
    with pytest.raises(conll18_ud_eval.UDError):
        conll18_ud_eval.load_conllu(io.StringIO(BAD[name]))
    original = scorer_of("udtools.udeval")
    with pytest.raises(original.UDError):
        original.load_conllu(io.StringIO(BAD[name]), "file", {})


def test_files_and_options(tmp_path):
    path = tmp_path / "roots.conllu"
    path.write_text(BAD["two roots"])
    loaded = udeval.load_conllu_file(str(path), {"multiple_roots_okay": True})
    assert udeval.evaluate(loaded, loaded)["LAS"].f1 == 1.0
    with pytest.raises(udeval.UDError, match="roots.conllu: sentence 1: "):
        udeval.load_conllu_file(str(path))
    path.write_text("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n1.1\tb\t_\t_\t_\t_\t_\t_\t0:root\t_\n\n")
    with pytest.raises(udeval.UDError, match="still has empty nodes"):
        udeval.load_conllu_file(str(path), {"no_empty_nodes": True})
    assert len(conll18_ud_eval.load_conllu_file(str(path))) == 1


def random_tree(random, words, top=True):
    if len(words) == 1 and not top and random.random() < 0.7:
        return "(%s %s)" % (random.choice("NVA"), words[0])
    cuts = sorted(random.sample(range(1, len(words)), random.randint(1, min(3, len(words))) - 1))
    parts = [words[start:end] for start, end in zip([0] + cuts, cuts + [len(words)])]
    return "(%s %s)" % (random.choice(["S", "NP", "NP-SBJ", "NP=2", "VP", "TOP"]), " ".join(random_tree(random, part, False) for part in parts))


def test_pyevalb_on_random_pairs(tmp_path):
    original = scorer_of("PYEVALB.scorer")
    original_summary = scorer_of("PYEVALB.summary")
    chance = random.Random(5)
    gold, test = [], []
    for _ in range(300):
        words = [chance.choice(["a", "b", ",", ".", "-LRB-", "''"]) for _ in range(chance.randint(1, 9))]
        for trees in (gold, test):
            trees.append("(S %s)" % random_tree(chance, words))
    found = scorer.Scorer().score_corpus(gold, test)
    wanted = original.Scorer().score_corpus(gold, test)
    assert [result.tolist() for result in found] == [result.tolist() for result in wanted]
    assert list(map(repr, found)) == list(map(repr, wanted))
    assert tuple(summary.summary(found)) == tuple(original_summary.summary(wanted))
    assert summary.summary(found)._fields == original_summary.summary(wanted)._fields


def test_pyevalb_trees_and_files(tmp_path):
    gold = parser.create_from_bracket_string("(S (NP (D the) (N dog)) (VP (V barks)))")
    assert (gold.sentence, gold.poss) == (["the", "dog", "barks"], ["D", "N", "V"])
    with pytest.raises(scorer.LengthUnmatch):
        scorer.Scorer().score_trees(gold, parser.create_from_bracket_string("(S (D the))"))
    with pytest.raises(scorer.WordsUnmatch):
        scorer.Scorer().score_trees(gold, parser.create_from_bracket_string("(S (D the) (N cat) (V barks))"))
    for text in ("", "(S (N a)", "(S (N a)))"):
        with pytest.raises(parser.ParsingError):
            parser.create_from_bracket_string(text)
    (tmp_path / "gold").write_text("(S (N a))\n(S (NP (N b)) (V c))\n")
    (tmp_path / "test").write_text("(S (N x))\n(S (N b) (V c))\n")
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        scorer.Scorer().evalb(str(tmp_path / "gold"), str(tmp_path / "test"), str(tmp_path / "table"))
    assert "Words Unmatched" in str(said[0].message)
    table = (tmp_path / "table").read_text()
    assert "Number of Error sentence:\t1.00" in table and "Bracketing Recall:\t50.00" in table


def test_what_original_programs_print_of_anything(tmp_path):
    import subprocess

    from bezant import compat
    from conftest import program

    def typed(*words):
        return subprocess.run([*program(), *words], capture_output=True).stdout

    for name, gold, system in (("evalb", "gold.mrg", "failing.mrg"), ("udeval", "entailments/gold.conllu", "entailments/weak.conllu")):
        wanted = typed(name, gold, system)
        assert wanted and compat.printed(name, gold, system).bytes == wanted
        ways = [Path(system), Path(system).read_text(), bezant.Corpus.open(system)]
        texts = Path(system).read_text()
        ways.append(texts.splitlines() if name == "evalb" else texts.strip().split("\n\n"))
        for way in ways:
            assert compat.printed(name, gold, way).bytes == wanted
    relations = ["(ncsubj bark_1 dogs_0 _)", "(dobj eat_1 cats_2)"]
    assert "Precision" in compat.printed("rasp", relations, relations).text.title()
    with pytest.raises(ValueError, match="no program that is known; there are evalb"):
        compat.printed("perl", "gold.mrg", "weak.mrg")
    with pytest.raises(ValueError, match=r"system\[0\] is None"):
        compat.printed("udeval", "entailments/gold.conllu", [None, "1\ta\t_\t_\t_\t_\t0\troot\t_\t_"])


def test_the_package_has_it_without_being_asked() -> None:
    code = 'import bezant; print(bezant.compat.printed("evalb", ["(S (N a))"], ["(S (N a))"]).status)'
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("0\n", "")
