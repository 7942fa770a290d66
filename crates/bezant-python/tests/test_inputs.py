"""What may be given for gold and systems, and what is said of what may not."""

from __future__ import annotations

import io
from pathlib import Path

import bezant
import pytest
from bezant import _inputs

DEMO = Path(__file__).parents[2] / "bezant-cli" / "demo"
GOLD, WEAK, STRONG = DEMO / "gold.mrg", DEMO / "weak.mrg", DEMO / "strong.mrg"
TREE = "(S (NP (NNS Dogs)) (VP (VBP bark)))"


def test_every_way_to_give_the_same_trees():
    wanted = bezant.brackets(str(GOLD), str(WEAK), replicates=0).counts
    lines = WEAK.read_text().splitlines()
    ways = [
        WEAK,
        WEAK.read_text(),
        WEAK.read_bytes(),
        lines,
        tuple(lines),
        (line for line in lines),
        WEAK.open(),
        WEAK.open("rb"),
        io.StringIO(WEAK.read_text()),
        bezant.Corpus(lines),
        bezant.Corpus.open(WEAK),
        {"weak": lines},
    ]
    for way in ways:
        assert bezant.brackets(GOLD, way, replicates=0).counts == wanted, way


def test_lists_of_systems_and_lists_of_sentences():
    def names(systems):
        return [given.name for given in _inputs.several(systems)]

    assert names([WEAK, str(STRONG)]) == ["weak.mrg", "strong.mrg"]
    assert names({"a": WEAK, "b": [TREE]}) == ["a", "b"]
    assert names([[TREE], [TREE]]) == ["system 1", "system 2"]
    assert names([TREE, TREE]) == ["system"]
    assert names([None, TREE]) == ["system"]
    assert names([TREE, "", "no parse", None]) == ["system"]
    assert names([bezant.Corpus([TREE], name="mine"), WEAK]) == ["mine", "weak.mrg"]
    # Beside a path or a list, a text is a system, too.
    assert names([WEAK, TREE]) == ["weak.mrg", "system 2"]
    assert names([[TREE], WEAK.read_text(), WEAK.read_bytes()]) == ["system 1", "system 2", "system 3"]
    with pytest.raises(TypeError, match="item 2 of the systems"):
        _inputs.several([TREE, str(WEAK)])
    with pytest.raises(FileNotFoundError):
        _inputs.several([str(WEAK), "no-such-file.mrg"])
    with pytest.raises(ValueError, match="the mapping is empty"):
        _inputs.several({})


def test_text_and_paths():
    assert _inputs.one(TREE).content == TREE
    assert _inputs.one(str(GOLD)).path == str(GOLD)
    with pytest.raises(FileNotFoundError, match="gold is neither a file that is there nor text"):
        _inputs.one("no-such-file.mrg")
    with pytest.raises(FileNotFoundError):
        _inputs.one(Path("no-such-file.mrg"))
    with pytest.raises(FileNotFoundError):
        _inputs.one("nul\0in it")
    with pytest.raises(ValueError, match="gold is empty text"):
        _inputs.one("  ")


def test_nothing_is_not_enough():
    for nothing in ([], (), iter([])):
        with pytest.raises(ValueError, match="gold has no sentences: the list is empty"):
            _inputs.one(nothing)
    with pytest.raises(ValueError, match="all 2 are missing"):
        _inputs.one([None, None])
    with pytest.raises(TypeError, match="names are for systems"):
        _inputs.one({"a": TREE})


def test_halves_of_characters():
    with pytest.raises(ValueError, match=r"gold\[1\] has half a character \('\\ud800'\) at place 8"):
        _inputs.one([TREE, "(S (NN \ud800))"])
    with pytest.raises(ValueError, match="half a character"):
        _inputs.one([b"(S (NN \xff))"])


def test_a_generator_that_fails_half_way():
    def sentences():
        yield TREE
        raise RuntimeError("the parser is gone")

    with pytest.raises(RuntimeError, match="the parser is gone"):
        bezant.brackets([TREE] * 2, sentences())


def test_sentences_of_a_text_are_told_apart_as_those_of_a_file():
    wanted = bezant.Corpus.open(GOLD).texts()
    for way in (GOLD, str(GOLD), GOLD.read_text(), GOLD.read_bytes(), GOLD.open(), wanted, bezant.Corpus(wanted)):
        assert _inputs.corpus(way).texts() == wanted
    # A tree over several lines is one sentence.
    assert len(_inputs.sentences("(S\n  (NP (NNS Dogs))\n  (VP (VBP bark)))\n(S (NN a))\n")) == 2
    metric = bezant.Brackets(gold=GOLD.read_text())
    metric.update(system=WEAK.read_bytes())
    assert metric.n == 60


def test_packed_bytes_and_files_that_were_read_before(tmp_path):
    import bz2
    import gzip
    import lzma

    wanted = bezant.brackets(GOLD, WEAK, replicates=0).counts
    for module in (gzip, bz2, lzma):
        packed = module.compress(WEAK.read_bytes())
        assert bezant.brackets(GOLD, packed, replicates=0).counts == wanted
        path = tmp_path / "weak.mrg.gz"
        path.write_bytes(packed)
        with path.open("rb") as file:
            assert bezant.brackets(GOLD, file, replicates=0).counts == wanted
            with pytest.raises(ValueError, match=r"seek\(0\)"):
                bezant.brackets(GOLD, file)
    with gzip.open(tmp_path / "again.mrg.gz", "wb") as file:
        file.write(WEAK.read_bytes())
    assert bezant.brackets(GOLD, tmp_path / "again.mrg.gz", replicates=0).counts == wanted
    with gzip.open(tmp_path / "again.mrg.gz", "rt") as file:
        assert bezant.brackets(GOLD, file, replicates=0).counts == wanted


def test_counters_and_corpora_take_what_functions_take():
    lines = WEAK.read_text().splitlines()
    wanted = bezant.brackets(GOLD, WEAK, replicates=0).f1
    counter = bezant.Counter("brackets")
    for way in (lines, tuple(lines), iter(lines), WEAK, str(WEAK), WEAK.read_text(), WEAK.read_bytes(), bezant.Corpus(WEAK)):
        assert counter.count(GOLD, way).scores()["f1"] == wanted
    for way in (lines, tuple(lines), WEAK, WEAK.read_text()):
        assert len(bezant.Corpus(way)) == 60
