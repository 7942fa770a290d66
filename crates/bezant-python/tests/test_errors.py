"""What goes wrong is an exception with what to do, in Python's words."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

import bezant
from bezant import _bezant

TREE = "(S (NP (NNS Dogs)) (VP (VBP bark)))"


def scored() -> bezant.Result:
    return bezant.brackets([TREE], [TREE])


def broken() -> Iterator[str]:
    yield TREE
    raise OSError("the disk is gone")


WRONG: list[tuple[Callable[[], Any], type[BaseException], str]] = [
    (lambda: bezant.brackets(3, [TREE]), TypeError, "gold is of type int"),
    (lambda: bezant.brackets(None, [TREE]), TypeError, "gold is None"),
    (lambda: bezant.brackets([], [TREE]), ValueError, "gold has no sentences: the list is empty"),
    (lambda: bezant.brackets([TREE], []), ValueError, "no sentences|no system"),
    (lambda: bezant.brackets([None], [TREE]), ValueError, "all 1 are missing"),
    (lambda: bezant.brackets(TREE, [TREE], seed=-1), bezant.BezantError, "^seed=-1: a whole number is wanted, 0 or more$"),
    (lambda: bezant.brackets([TREE], [TREE], min={"f1": "high"}), ValueError, r"^min=\{'f1': 'high'\}: 'high' is no number; .* 0.9\}$"),
    (lambda: bezant.brackets([TREE], [TREE], classes="x"), bezant.BezantError, "^classes='x': it is one of 'kummerfeld'$"),
    (lambda: scored().to_text(alpha=3), TypeError, r'no option .alpha.; bezant.options\("brackets"\) lists all'),
    (lambda: bezant.compare(scored()), bezant.BezantError, "^there is one system to compare, system; give another result, or"),
    (lambda: bezant.merge(scored(), scored()), bezant.BezantError, r'hint: .* give them names, bezant.merge\(\{"a"'),
    (lambda: bezant.compare(TREE + "\n", scored()), bezant.BezantError, r'for example bezant\.brackets\(gold, \{"a"'),
    (lambda: bezant.brackets([TREE], ["1\tDogs\t_\tNOUN\t_\t_\t0\troot\t_\t_\n"]), bezant.BezantError, "^no line starts a tree"),
    (lambda: bezant.brackets([TREE, 5], [TREE]), TypeError, r"gold\[1\] is of type int"),
    (lambda: bezant.brackets(broken(), [TREE]), OSError, "the disk is gone"),
    (lambda: bezant.brackets([TREE, "(S (N \ud83d))"], [TREE]), ValueError, r"gold\[1\] has half a character"),
    (lambda: bezant.brackets("(S (N \ud83d))\n", [TREE]), ValueError, "half a character"),
    (lambda: bezant.brackets(" \n", [TREE]), ValueError, "gold is empty text"),
    (lambda: bezant.brackets("gone.mrg", [TREE]), FileNotFoundError, "gone.mrg"),
    (lambda: bezant.brackets([TREE], {}), ValueError, "the mapping is empty"),
    (lambda: bezant.brackets([TREE], {"a,b": [TREE]}), ValueError, "has no comma"),
    (lambda: bezant.brackets([TREE], [TREE], presett="none"), TypeError, "did you mean 'preset'"),
    (lambda: bezant.brackets([TREE], [TREE], preset=True), TypeError, "preset wants a value: 'standard'"),
    (lambda: bezant.brackets([TREE], [TREE], align="yes"), TypeError, "align is True or False"),
    (lambda: bezant.brackets([TREE], [TREE], cutoff=[1, 2]), bezant.BezantError, "cutoff"),
    (lambda: bezant.brackets([TREE], [TREE], format="json"), TypeError, "to_latex"),
    (lambda: bezant.brackets([TREE], [TREE], names="a"), TypeError, "a mapping gives systems their names"),
    (lambda: bezant.brackets([TREE], [TREE], preset="colins"), bezant.BezantError, "did you mean 'collins'"),
    (lambda: bezant.brackets([TREE], [TREE], min={"f9": 1}), bezant.BezantError, "f9"),
    (lambda: bezant.brackets("entailments/gold.conllu", "weak.mrg"), bezant.BezantError, r"bezant.dependencies\(\)"),
    (lambda: bezant.dependencies("gold.mrg", "gold.mrg"), bezant.BezantError, r"bezant\.\w+\(\)"),
    (lambda: bezant.convert(to="conllu"), TypeError, "one or more files"),
    (lambda: bezant.compare(), TypeError, "saved rows"),
    (lambda: bezant.compare("gold.mrg"), bezant.BezantError, "rows"),
    (lambda: bezant.Corpus("one text"), FileNotFoundError, "one sentence is given as a list with one item"),
    (lambda: bezant.Corpus([TREE, 3]), TypeError, r"corpus\[1\] is of type int"),
    (lambda: bezant.Corpus([TREE], format="x"), ValueError, "x is no format"),
    (lambda: bezant.Corpus.open("gone.mrg"), FileNotFoundError, "gone.mrg"),
    (lambda: bezant.Counter(["brackets", "--preset=x"]), bezant.BezantError, "preset='x': it is one of 'standard', "),
    (lambda: bezant.Counter(["--help"]), bezant.BezantError, "a command stands before its options: brackets"),
    (lambda: bezant.Counter(["cookies"]), bezant.BezantError, "cookies is no command; brackets, fragments"),
    (lambda: bezant.Counter(5), TypeError, "the words of a command"),
    (lambda: bezant.relations(["(a b_1 c_2)"], ["(a b_1 c_2)"], mapping="gone.toml"), FileNotFoundError, "gone.toml"),
    (lambda: bezant.brackets([TREE], [TREE], parameters="gone.prm"), FileNotFoundError, "gone.prm"),
    (lambda: bezant.brackets(Path("gone.mrg"), [TREE]), FileNotFoundError, "gold is a file that is not there"),
    (lambda: bezant.brackets("godl.mrg", [TREE]), FileNotFoundError, "did you mean 'gold.mrg'"),
    (lambda: bezant.merge("gone.jsonl"), FileNotFoundError, "gone.jsonl"),
    (lambda: bezant.merge("entailments"), ValueError, r"is a folder: .* bezant.spark.save\("),
    (lambda: bezant.report("gone.toml"), FileNotFoundError, "gone.toml"),
    (lambda: bezant.brackets([TREE], (Path(one) for one in ["weak.mrg"])), TypeError, r"system\[0\] is .*, which is a whole input"),
    (lambda: bezant.brackets([TREE], {TREE}), TypeError, "is a set, which has no order"),
    (lambda: bezant.brackets([TREE], {"": [TREE]}), ValueError, "the name of a system is empty"),
    (lambda: bezant.brackets([TREE], {None: [TREE]}), TypeError, "the name of a system is text, not None"),
    (lambda: bezant.brackets([TREE], {1: [TREE], "1": [TREE]}), ValueError, "the same name"),
    (lambda: bezant.compare([1, 2]), TypeError, "takes results, and files of rows"),
    (lambda: bezant.compare("gold.mrg", tset=3), TypeError, "did you mean 'test'"),
    (lambda: bezant.brackets([TREE], [TREE], cookies=3), TypeError, r"bezant.options\(bezant.brackets\) lists all \d\d"),
    (lambda: bezant.brackets([TREE], [TREE], formt="json"), TypeError, r"did you mean '(?!format)|lists all"),
    (lambda: bezant.brackets([TREE], [TREE], replicates="x"), bezant.BezantError, "replicates='x': a whole number is wanted"),
    (lambda: bezant.brackets([TREE], [TREE], replicates=-1), bezant.BezantError, "replicates=-1: it is a number from 0 to"),
    (lambda: bezant.brackets([TREE], [TREE], level=90), bezant.BezantError, "level=90: 90 is not between 0 and 1"),
    (lambda: bezant.brackets([TREE], [TREE], min=0.9), TypeError, 'min={"f1": 0.9}, not 0.9'),
    (lambda: bezant.brackets([TREE], [TREE]).compare(), ValueError, r"bezant.compare\(a, b\)"),
    (lambda: bezant.brackets([TREE], [TREE]).compare("rows"), TypeError, r"bezant.compare\(a, b\)"),
    (lambda: bezant.brackets([TREE], [TREE]).worst(-1), ValueError, "0 or more"),
    (lambda: bezant.brackets([TREE], [TREE]).worst("x"), TypeError, "a whole number"),
    (lambda: bezant.brackets([TREE], {"a": [TREE], "b": [TREE]}).compare(tset=3), TypeError, r"result.compare\(\) has no option"),
    (lambda: bezant.Brackets(worst=3), TypeError, r"worst changes nothing in that: bezant.brackets\(\) has it"),
    (lambda: bezant.entail.filter("id,text,hypothesis,entailment\n1,A b.,A b.,YES\n"), TypeError, "judgements"),
    (lambda: bezant.Counter(["draw"]), bezant.BezantError, "counts nothing"),
    (lambda: bezant.Counter([]), bezant.BezantError, "name a command"),
    (lambda: _bezant.rows(["brackets"], [TREE], []), ValueError, "None stands where there is none"),
    (lambda: _bezant.scores("brackets", [-1]), ValueError, "whole numbers"),
    (lambda: _bezant.scores("brackets", [1] * 999), bezant.BezantError, "not the numbers"),
    (lambda: _bezant.scores("cookies|n:1", [1]), bezant.BezantError, "cookies"),
    (lambda: bezant.Counts.from_bytes(b"x"), ValueError, "no counts"),
]


@pytest.mark.parametrize(("wrong", "kind", "words"), WRONG)
def test_wrong_use_is_an_exception_with_what_to_do(wrong: Callable[[], Any], kind: type[BaseException], words: str) -> None:
    with pytest.raises(kind, match=words) as caught:
        wrong()
    assert "panicked" not in str(caught.value) and "--" not in str(caught.value).replace("-->", "")


@pytest.mark.filterwarnings("ignore::bezant.BezantWarning")
def test_an_error_has_place_excerpt_and_hint() -> None:
    with pytest.raises(bezant.BezantError) as caught:
        bezant.dependencies("entailments/gold.conllu", "1\tDogs\n\n(S x\n", input="conllu", strict=True)
    assert isinstance(caught.value, ValueError) and "not one sentence" in caught.value.text
    with pytest.raises(bezant.BezantError) as caught:
        bezant.brackets("(S (NP (N dogs))\n  (VP (V bark))\n", [TREE])
    error = caught.value
    assert error.place == ("gold", 1, 1) and error.excerpt == "(S (NP (N dogs))\n^"
    assert str(error).splitlines()[1:3] == ["  --> gold:1:1", "   |  (S (NP (N dogs))"]


@pytest.mark.filterwarnings("ignore::bezant.BezantWarning")
def test_places_in_lists_are_pythons() -> None:
    result = bezant.brackets([TREE] * 3, [TREE, TREE, TREE[:-1]])
    [row] = result.skipped
    assert row.place == "system[2]" and row.message == "a bracket is opened and never closed"
    assert "system[2]: sentence 3: a bracket is opened" in result.text and "repair=True" in result.text
    assert "--" not in result.text
    with pytest.raises(bezant.BezantError) as caught:
        bezant.relations(["(ncsubj bark_1 dogs_0 _)", "(ncsubj eat_1 cats_0 _"], ["(ncsubj bark_1 dogs_0 _)"] * 2, strict=True)
    with pytest.raises(bezant.BezantError) as caught:
        bezant.brackets([None, "1\tDogs\t_\tX\t_\t_\t0\troot\t_\t_"], [TREE] * 2)
    assert caught.value.place == ("gold[1]", 1, 1)


def test_columns_with_blanks_are_told_what_they_lack() -> None:
    columns = "1 Dogs dog NOUN _ _ 2 nsubj _ _\n2 bark bark VERB _ _ 0 root _ _\n"
    for gold in (columns, [columns], "# text = Dogs bark\n" + columns):
        with pytest.raises(bezant.BezantError, match="columns have tabs between them, and these have blanks"):
            bezant.dependencies(gold, gold)


def test_options_in_hints_are_pythons() -> None:
    text = f"{TREE}\n"
    with pytest.warns(bezant.BezantWarning, match='preset="standard"') as said:
        bezant.brackets(text, text, preset="none")
    assert said[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bezant.brackets(text, text, preset="none", quiet=True)


@pytest.mark.filterwarnings("ignore::bezant.BezantWarning")
def test_a_gate_that_fails_has_the_result() -> None:
    with pytest.raises(bezant.GateError, match="f1 of weak.mrg is 74.3") as caught:
        bezant.brackets("gold.mrg", "weak.mrg", min={"f1": 90})
    assert caught.value.result.f1 < 0.9
    assert bezant.brackets("gold.mrg", "weak.mrg", min={"f1": 70}).f1 > 0.7
    # Results have fractions, so a gate may be one.
    with pytest.raises(bezant.GateError, match="less than 90"):
        bezant.brackets("gold.mrg", "weak.mrg", min={"f1": 0.9})
    assert bezant.brackets("gold.mrg", "weak.mrg", min={"f1": 0.7}, max={"average_crossing": 0.9}).f1 > 0.7
    with pytest.raises(bezant.GateError, match="strict=True"):
        bezant.brackets("gold.mrg", "failing.mrg", strict=True)


def test_lists_of_other_lengths_are_told_apart() -> None:
    with pytest.warns(bezant.BezantWarning, match="1 of 2 sentences"):
        short = bezant.brackets([TREE, TREE], [TREE])
    assert [row.reason for row in short.skipped] == ["system_missing"]
    with pytest.warns(bezant.BezantWarning):
        gap = bezant.brackets([TREE, TREE], [None, TREE])
    assert [row.sentence for row in gap.skipped] == [1]
    assert gap.counts["sentences"] == 1


def test_nothing_ends_the_process() -> None:
    for words in (["--help"], ["brackets", "--help"], ["--version"], [], ["nonsense"], ["brackets"], ["help", "f1"]):
        ran = _bezant.run(words)
        assert ran.status in (0, 2) and (ran.out or ran.messages)


def test_errors_survive_pickling() -> None:
    import pickle

    error = bezant.BezantError("what", "hint", ("file", 1, 2), "line\n^")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.text, copy.hint, copy.place, str(copy)) == (error.text, error.hint, error.place, str(error))


def test_names_that_look_like_options_or_memory_are_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("-q.mrg", "memory:0"):
        Path(name).write_text(f"{TREE}\n")
        assert bezant.brackets(name, [TREE]).f1 == 1.0
    named = bezant.brackets([TREE], {"a/b": [TREE]})
    assert named.names == ["a/b"] and "a/b" in str(named)
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "gold.mrg").write_text(f"{TREE}\n")
    with pytest.raises(bezant.BezantError) as caught:
        bezant.dependencies(bezant.Corpus.open(folder / "gold.mrg"), ["1\ta\t_\t_\t_\t_\t0\troot\t_\t_"])
    assert caught.value.place == ("gold.mrg", 1, 1)
