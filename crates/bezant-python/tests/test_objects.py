"""Objects of other libraries are scored as the program scores the same sentences in a file."""

from __future__ import annotations

import random
import types
from pathlib import Path

import bezant
import pytest
from bezant import _inputs, _objects

DEMO = Path(__file__).parents[2] / "bezant-cli" / "demo"
GOLD = DEMO / "entailments" / "gold.conllu"
WEAK = DEMO / "entailments" / "weak.conllu"

# A multiword token, an empty node with enhanced arcs, comments without a value, remarks and features of several kinds.
DIFFICULT = """# newdoc id = letters
# newpar
# sent_id = letters-1
# text = Vámonos a Brno y ella a Lyon.
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\tir\tVERB\tV\tMood=Imp|Number=Plur\t0\troot\t0:root\t_
2\tnos\tnosotros\tPRON\t_\tCase=Acc\t1\texpl:pv\t1:expl:pv\t_
3\ta\ta\tADP\t_\t_\t4\tcase\t4:case\t_
4\tBrno\tBrno\tPROPN\t_\t_\t1\tobl\t1:obl:a\tNamed=Yes|Note
5\ty\ty\tCCONJ\t_\t_\t6\tcc\t6.1:cc\t_
6\tella\tella\tPRON\t_\t_\t1\tconj\t6.1:nsubj\t_
6.1\tva\tir\tVERB\t_\t_\t_\t_\t1:conj:y\t_
7\ta\ta\tADP\t_\t_\t8\tcase\t8:case\t_
8\tLyon\tLyon\tPROPN\t_\t_\t6\torphan\t6.1:obl:a\tSpaceAfter=No
9\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_
"""


def sentences(path):
    return path.read_text(encoding="utf-8").rstrip("\n").split("\n\n")


def same(command, objects, files, **options):
    """The figures of objects, which must be those of the files."""
    function = getattr(bezant, command)
    found = function(*objects, replicates=0, **options)
    wanted = function(*map(str, files), replicates=0, **options)
    assert found.counts == wanted.counts
    assert found.scores == wanted.scores
    assert found.skipped == wanted.skipped or len(found.skipped) == len(wanted.skipped)
    return found, wanted


# nltk


def test_nltk_trees():
    nltk = pytest.importorskip("nltk")

    def read(name):
        return [nltk.Tree.fromstring(line) for line in (DEMO / name).read_text().splitlines()]

    found, wanted = same("brackets", (read("gold.mrg"), read("weak.mrg")), (DEMO / "gold.mrg", DEMO / "weak.mrg"))
    assert found.signature == wanted.signature
    same("fragments", (read("gold.mrg"), read("strong.mrg")), (DEMO / "gold.mrg", DEMO / "strong.mrg"))
    parented = [nltk.ParentedTree.convert(tree) for tree in read("gold.mrg")]
    assert bezant.brackets(parented, read("gold.mrg"), replicates=0).f1 == 1.0


def test_nltk_labels_and_words_that_no_file_could_have(tmp_path):
    nltk = pytest.importorskip("nltk")
    Tree = nltk.Tree
    gold = Tree("S", [Tree("NP (x y)", [Tree("(", ["("]), Tree("NN", ["New York"])]), Tree("VP", [("runs", "VBZ")])])
    other = Tree("S", [Tree("NP", [Tree("(", ["("]), Tree("NN", ["New York"])]), Tree("VP", [("runs", "VBZ")])])
    (line,) = _inputs.one([gold]).content
    assert line == "(S (NP\u00a0\uff08x\u00a0y\uff09 (-LRB- -LRB-) (NN New\u00a0York)) (VP (VBZ runs)))"
    file = tmp_path / "gold.mrg"
    file.write_text(line + "\n", encoding="utf-8")
    same("brackets", ([gold], [gold]), (file, file))
    # Another label is another label, and not a function of NP.
    assert bezant.brackets([gold], [other], replicates=0).counts["matched"] == 2


def test_nltk_trees_that_are_empty_deep_or_have_two_roots(tmp_path):
    nltk = pytest.importorskip("nltk")
    Tree = nltk.Tree
    deep = Tree("X", [Tree("N", ["x"])])
    for _ in range(5000):
        deep = Tree("X", [deep])
    two = Tree("", [Tree("S", [Tree("N", ["a"])]), Tree("S", [Tree("N", ["b"])])])
    trees = [Tree("S", []), two, deep, Tree("S", [Tree("NN", ["a"])])]
    file = tmp_path / "trees.mrg"
    file.write_text("\n".join(_inputs.one(trees).content) + "\n")
    found, _ = same("brackets", (trees, trees), (file, file), preset="none")
    assert found.counts["matched"] == 3 + 5001 + 1
    assert [skipped["reason"] for skipped in found.skipped] == ["no_parse"]


def test_nltk_dependency_graphs():
    pytest.importorskip("nltk")
    from nltk.parse import DependencyGraph

    graph = DependencyGraph("The DT 2 det\nbaker NN 3 nsubj\nsold VBD 0 ROOT\n", top_relation_label="ROOT")
    (text,) = _inputs.one(graph).content
    heads = [line.split("\t")[6:8] for line in text.split("\n")[1:]]
    assert heads == [["2", "det"], ["3", "nsubj"], ["0", "root"]]
    assert bezant.dependencies([graph], [graph], replicates=0).scores["LAS"] == 1.0


# conllu


def test_conllu_sentences():
    conllu = pytest.importorskip("conllu")
    gold, weak = conllu.parse(GOLD.read_text()), conllu.parse(WEAK.read_text())
    assert _inputs.one(gold).content == sentences(GOLD)
    found, wanted = same("dependencies", (gold, weak), (GOLD, WEAK))
    assert found.signature == wanted.signature
    lazy = conllu.parse_incr(GOLD.open(encoding="utf-8"))
    assert bezant.dependencies(gold, lazy, replicates=0).scores["LAS"] == 1.0


def test_conllu_keeps_tokens_nodes_and_remarks():
    conllu = pytest.importorskip("conllu")
    assert _inputs.one(conllu.parse(DIFFICULT)).content == [DIFFICULT.rstrip("\n")]


def test_conllu_sentences_that_were_built():
    conllu = pytest.importorskip("conllu")
    tokens = [{"id": 1, "form": "Run", "head": 0, "deprel": "root"}]
    (text,) = _inputs.one([conllu.TokenList(tokens)]).content
    assert text == "# text = Run\n1\tRun\t_\t_\t_\t_\t0\troot\t_\t_"


def test_conllu_trees():
    conllu = pytest.importorskip("conllu")
    trees = conllu.parse_tree(GOLD.read_text())
    assert _inputs.one(trees).content == sentences(GOLD)


# udapi


def udapi_document(text):
    core = pytest.importorskip("udapi.core.document")
    document = core.Document()
    document.from_conllu_string(text)
    return document


def test_udapi_documents():
    gold, weak = udapi_document(GOLD.read_text()), udapi_document(WEAK.read_text())
    assert _inputs.one(gold).content == sentences(GOLD)
    found, wanted = same("dependencies", (gold, weak), (GOLD, WEAK))
    assert found.signature == wanted.signature
    assert bezant.dependencies(gold, [bundle.get_tree() for bundle in gold], replicates=0).scores["LAS"] == 1.0


def test_udapi_keeps_tokens_nodes_and_remarks():
    assert _inputs.one(udapi_document(DIFFICULT + "\n")).content == [DIFFICULT.rstrip("\n")]


def test_udapi_zones_must_be_chosen():
    document = udapi_document(DIFFICULT + "\n")
    tree = document[0].create_tree(zone="system")
    tree.create_child(form="Vamos", deprel="root", upos="VERB")
    with pytest.raises(ValueError, match=r"several zones \('', 'system'\): choose one, as in .*get_tree"):
        bezant.dependencies(document, document)
    (text,) = _inputs.one([bundle.get_tree("system") for bundle in document]).content
    assert text.split("\n")[-1] == "1\tVamos\t_\tVERB\t_\t_\t0\troot\t_\t_"


# spaCy


def spacy_doc(words, heads, relations, spaces=None, starts=None):
    spacy = pytest.importorskip("spacy")
    vocab = spacy.blank("en").vocab
    return spacy.tokens.Doc(vocab, words=words, spaces=spaces, heads=heads, deps=relations, sent_starts=starts)


def heads_of(text):
    return [(line.split("\t")[1], line.split("\t")[6], line.split("\t")[7]) for line in text.split("\n") if "\t" in line]


def test_spacy_sentences_roots_and_spaces():
    doc = spacy_doc(
        ["Hi", ".", "\n", "Dogs", " ", "bark"],
        [0, 0, 1, 5, 3, 5],
        ["ROOT", "punct", "dep", "nsubj", "dep", "ROOT"],
        starts=[True, False, False, True, False, False],
    )
    first, second = _inputs.one(doc).content
    assert heads_of(first) == [("Hi", "0", "root"), (".", "1", "punct")]
    assert heads_of(second) == [("Dogs", "2", "nsubj"), ("bark", "0", "root")]
    assert len(_inputs.one(list(doc.sents)).content) == 2


def test_spacy_blanks_that_have_dependents_or_are_the_root():
    hung = spacy_doc(["a", " ", "b"], [0, 0, 1], ["ROOT", "dep", "obj"])
    assert heads_of(_inputs.one(hung).content[0]) == [("a", "0", "root"), ("b", "1", "obj")]
    rooted = spacy_doc(["a", " ", "b"], [1, 1, 1], ["x", "ROOT", "y"])
    assert heads_of(_inputs.one(rooted).content[0]) == [("a", "0", "root"), ("b", "1", "y")]
    blank = spacy_doc([" ", "a"], [0, 1], ["ROOT", "ROOT"], starts=[True, True])
    assert len(_inputs.one(blank).content) == 1


def test_spacy_against_a_file(tmp_path):
    spacy = pytest.importorskip("spacy")
    blocks = sentences(GOLD)[:40]
    docs = []
    vocab = spacy.blank("en").vocab
    for block in blocks:
        rows = [line.split("\t") for line in block.split("\n") if not line.startswith("#")]
        heads = [int(row[0]) - 1 if row[6] == "0" else int(row[6]) - 1 for row in rows]
        relations = ["ROOT" if row[7] == "root" else row[7] for row in rows]
        docs.append(
            spacy.tokens.Doc(
                vocab,
                words=[row[1] for row in rows],
                spaces=["SpaceAfter=No" not in row[9] for row in rows],
                heads=heads,
                deps=relations,
                lemmas=[row[2] for row in rows],
                pos=[row[3] for row in rows],
                tags=[row[4] for row in rows],
            )
        )
    assert bezant.dependencies("\n\n".join(blocks) + "\n", docs, replicates=0).scores["LAS"] == 1.0
    weak = "\n\n".join(sentences(WEAK)[:40]) + "\n"
    gold = tmp_path / "gold.conllu"
    gold.write_text("\n\n".join(blocks) + "\n")
    system = tmp_path / "weak.conllu"
    system.write_text(weak)
    same("dependencies", (docs, weak), (gold, system))


def test_spacy_without_a_parse_says_so():
    spacy = pytest.importorskip("spacy")
    doc = spacy.blank("en")("Dogs bark.")
    with pytest.raises(ValueError, match="has no dependencies: run a pipeline with a parser"):
        bezant.dependencies([doc], [doc])
    with pytest.raises(ValueError, match="no constituency tree"):
        bezant.brackets([doc], [doc])


# stanza


def stanza_like():
    """Classes with the names, home and fields of stanza's, which needs torch."""
    module = "stanza.models.common.doc"
    Document = type("Document", (), {"__module__": module})
    Sentence = type("Sentence", (), {"__module__": module})
    document, sentence = Document(), Sentence()
    document.sentences = [sentence]

    def word(number, text, head, relation, upos="NOUN", deps=None):
        return types.SimpleNamespace(
            id=number, text=text, lemma=text, upos=upos, xpos=None, feats=None, head=head, deprel=relation, deps=deps, misc=None
        )

    words = [
        word(1, "de", 3, "case", "ADP", "3:case"),
        word(2, "el", 3, "det", "DET"),
        word(3, "mar", 0, "root", deps="0:root|3.1:dep|7.1:dep"),
    ]
    sentence.comments = ["# sent_id = 1"]
    sentence.empty_words = [word((3, 1), "va", None, None, "VERB", "3:dep")]
    sentence.tokens = [
        types.SimpleNamespace(id=(1, 2), text="del", words=words[:2], misc=None),
        types.SimpleNamespace(id=(3,), text="mar", words=words[2:], misc="SpaceAfter=No"),
    ]
    sentence.constituency = "(ROOT (NP (N mar)))"
    return document


def test_stanza_documents():
    document = stanza_like()
    assert _inputs.one(document).content == [
        "# sent_id = 1\n"
        "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "1\tde\tde\tADP\t_\t_\t3\tcase\t3:case\t_\n"
        "2\tel\tel\tDET\t_\t_\t3\tdet\t_\t_\n"
        "3\tmar\tmar\tNOUN\t_\t_\t0\troot\t0:root|3.1:dep\t_\n"
        "3.1\tva\tva\tVERB\t_\t_\t_\t_\t3:dep\t_"
    ]
    assert bezant.dependencies(document, document, replicates=0).scores["LAS"] == 1.0
    assert bezant.brackets(document, document, replicates=0, preset="none").f1 == 1.0


def test_stanza_itself():
    conll = pytest.importorskip("stanza.utils.conll")
    gold = conll.CoNLL.conll2doc(input_str=GOLD.read_text())
    weak = conll.CoNLL.conll2doc(input_str=WEAK.read_text())
    same("dependencies", (gold, weak), (GOLD, WEAK))


# Columns of tables


def test_columns_of_tables():
    lines = (DEMO / "gold.mrg").read_text().splitlines()
    weak = (DEMO / "weak.mrg").read_text().splitlines()
    wanted = bezant.brackets(lines, weak, replicates=0).counts
    for name in ("pandas", "polars"):
        library = pytest.importorskip(name)
        frame = library.DataFrame({"gold": lines, "system": weak})
        assert bezant.brackets(frame["gold"], frame["system"], replicates=0).counts == wanted
        with pytest.raises(TypeError, match=r"gold is a whole table: give one of its columns \('gold', 'system'\)"):
            bezant.brackets(frame, frame)
    arrow = pytest.importorskip("pyarrow")
    assert bezant.brackets(arrow.array(lines), arrow.chunked_array([weak]), replicates=0).counts == wanted


def test_missing_values_of_tables_are_missing_sentences():
    lines = (DEMO / "gold.mrg").read_text().splitlines()
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(lines)
    column[3] = None
    column[5] = float("nan")
    found = bezant.brackets(lines, column, replicates=0)
    assert [skipped["sentence"] for skipped in found.skipped] == [4, 6]


# What is not known


def test_objects_of_no_known_kind():
    with pytest.raises(TypeError, match=r"gold\[0\] is of type object"):
        bezant.brackets([object()], ["(S (N a))"])
    with pytest.raises(TypeError, match="gold is of type int, from which no sentences can be had"):
        bezant.brackets(3, ["(S (N a))"])


def test_each_item_is_read_by_its_own_kind():
    nltk = pytest.importorskip("nltk")
    tree, text = nltk.Tree("S", [nltk.Tree("N", ["a"])]), "(S (N a))"
    assert bezant.brackets([text, tree, text.encode()], [tree, text, tree], replicates=0).counts["exact"] == 3
    assert bezant.brackets([text, None, tree], [tree, text, None], replicates=0, quiet=True).counts["sentences"] == 1
    columns = "1\ta\ta\tX\t_\t_\t0\troot\t_\t_"
    for item in (columns, nltk.parse.DependencyGraph(columns)):
        with pytest.raises(TypeError, match=r"gold\[1\] is of type .*, and gold\[0\] is of type nltk.Tree, which has another"):
            bezant.brackets([tree, item], [tree] * 2)
    # Nothing in the place of a label is no label.
    assert bezant.brackets([nltk.Tree(None, [tree])], [text], replicates=0).f1 == 1.0


def test_subclasses_are_known_by_what_they_are_made_from():
    nltk = pytest.importorskip("nltk")

    class Own(nltk.Tree):
        pass

    assert _objects.adapter_of(Own("S", [])) is _objects.adapter_of(nltk.Tree("S", []))


def test_random_trees_are_written_as_nltk_reads_them():
    nltk = pytest.importorskip("nltk")
    random.seed(7)

    def tree(depth):
        if depth == 0 or random.random() < 0.3:
            return nltk.Tree(random.choice(["NN", "VB"]), [random.choice(["a", "b,", "-LRB-", "é"])])
        return nltk.Tree(random.choice(["S", "NP-SBJ", "X=1"]), [tree(depth - 1) for _ in range(random.randint(1, 3))])

    for _ in range(200):
        made = tree(5)
        (line,) = _inputs.one([made]).content
        assert "\n" not in line and nltk.Tree.fromstring(line) == made
