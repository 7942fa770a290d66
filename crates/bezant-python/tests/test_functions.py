"""Every function says what the program says, to the last digit, on files and on what is in memory."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import program, sentences

import bezant

GOLD, SYSTEMS = "gold.mrg", ["strong.mrg", "failing.mrg"]
UD_GOLD, UD_SYSTEMS = "entailments/gold.conllu", ["entailments/strong.conllu", "entailments/weak.conllu"]
PAIRS = "entailments/pairs.xml"
QUIET = pytest.mark.filterwarnings("ignore::bezant.BezantWarning")

SCORED = [
    ("brackets", GOLD, SYSTEMS, {}),
    ("brackets", GOLD, SYSTEMS, {"preset": "collins", "labels": True, "buckets": "length:10,20"}),
    ("brackets", GOLD, SYSTEMS, {"align": True, "clean": ["traces", "functions"], "explain": True, "cutoff": 12}),
    ("brackets", GOLD, SYSTEMS, {"leaf_ancestor": True, "tree_edit_distance": True, "per_sentence": True, "worst": 3}),
    ("brackets", GOLD, SYSTEMS, {"classes": True, "replicates": 50, "seed": 7}),
    ("fragments", GOLD, SYSTEMS, {}),
    ("fragments", GOLD, SYSTEMS, {"max_size": 5, "limits": [1, 3, 5], "match": "connected", "replicates": 0}),
    ("dependencies", UD_GOLD, UD_SYSTEMS, {}),
    ("dependencies", UD_GOLD, UD_SYSTEMS, {"analysis": True, "classes": True, "replicates": 20}),
    ("dependencies", UD_GOLD, UD_SYSTEMS, {"preset": "conllx", "test": "bootstrap", "replicates": 20}),
    ("relations", UD_GOLD, UD_SYSTEMS, {"mapping": "entailments/relations.toml", "replicates": 0}),
    ("relations", UD_GOLD, UD_SYSTEMS, {"mapping": "entailments/relations.toml", "match": "all", "replicates": 0}),
]


def in_words(options: dict[str, Any]) -> list[str]:
    """Options as somebody would type them."""
    typed: list[str] = []
    for name, value in options.items():
        typed.append("--" + name.replace("_", "-"))
        if value is not True:
            typed.append(",".join(map(str, value)) if isinstance(value, list) else str(value))
    return typed


@QUIET
@pytest.mark.parametrize(("command", "gold", "systems", "options"), SCORED)
def test_scores_are_those_of_the_program(
    command: str, gold: str, systems: list[str], options: dict[str, Any], typed: Callable[..., Any]
) -> None:
    expected = typed(command, gold, *systems, *in_words(options))
    function = getattr(bezant, command)
    assert function(gold, systems, **options).data == expected
    # From memory it has other names of files, and the same numbers.
    names = [Path(system).name for system in systems]
    named = dict(zip(names, (Path(system).read_text() for system in systems)))
    memory = function(Path(gold).read_text(), named, **options).data
    assert without_places(memory) == without_places(expected)


@QUIET
@pytest.mark.parametrize(("command", "gold", "systems", "options"), SCORED)
def test_lists_of_sentences_come_to_the_same(
    command: str, gold: str, systems: list[str], options: dict[str, Any], typed: Callable[..., Any]
) -> None:
    expected = typed(command, gold, *systems, *in_words(options))
    lists = {Path(system).name: sentences(system) for system in systems}
    result = getattr(bezant, command)(sentences(gold), lists, **options)
    for found, wanted in zip(result.data["systems"], expected["systems"]):
        assert found["scores"] == wanted["scores"]
        assert found.get("counts") == wanted.get("counts")
        assert found.get("intervals") == wanted.get("intervals")
    assert result.data["comparisons"] == expected["comparisons"]


def without_places(data: Any) -> Any:
    """Without what says where something was read from."""
    if isinstance(data, dict):
        return {key: without_places(value) for key, value in data.items() if key not in ("place", "gold_file", "gold")
                or not isinstance(value, str)}
    if isinstance(data, list):
        return [without_places(one) for one in data]
    return data


@QUIET
def test_a_corpus_is_read_once_and_scored_often(typed: Callable[..., Any]) -> None:
    gold = bezant.Corpus.open(GOLD)
    assert (len(gold), gold.format) == (60, "penn-lines")
    for system in SYSTEMS:
        expected = typed("brackets", GOLD, system)["systems"][0]["scores"]
        assert bezant.brackets(gold, system).scores == expected
        assert bezant.brackets(gold, bezant.Corpus(sentences(system))).scores == expected


def test_results_have_what_is_behind_them(typed: Callable[..., Any]) -> None:
    result = bezant.brackets(GOLD, {"strong": "strong.mrg", "weak": "weak.mrg"})
    assert result.names == ["strong", "weak"] and len(result) == 2
    assert result["weak"].f1 == typed("brackets", GOLD, "weak.mrg")["systems"][0]["scores"]["f1"]
    low, high = result["weak"].intervals()["f1"]
    assert low < result["weak"].f1 < high
    assert result["weak"].intervals(level=0.5)["f1"][0] > low
    [pair] = result.compare()
    assert (pair.a, pair.b) == ("strong", "weak") and pair.p < 0.01
    assert result.compare(test="bootstrap")[0].test == "bootstrap"
    assert len(result.rows) == 120 and result.rows[0].counts["gold"] > 0
    assert [row.sentence for row in result["weak"].worst(2)] == [1, 14]
    assert "whistles" in repr(result.worst(2))
    assert repr(result).startswith("brackets against gold.mrg, 60 sentences")
    with pytest.raises(AttributeError, match="there are 2 systems"):
        _ = result.f1
    with pytest.raises(KeyError, match="no system is called 'x'"):
        _ = result["x"]
    with pytest.raises(AttributeError, match="no score 'f2'; there are f1"):
        _ = result["weak"].f2


def test_results_are_written_in_every_form(demo: Path, tmp_path: Path) -> None:
    result = bezant.brackets(GOLD, "weak.mrg")
    assert r"\begin{table}" in result.to_latex(caption="Weak", label="weak")
    assert "| weak" in result.to_markdown()
    assert "system,score,value" in result.to_csv()
    for name in ("r.jsonl", "r.json", "r.csv", "r.md", "r.tex", "r.typ", "r.txt", "r.html"):
        result.save(tmp_path / name)
        assert (tmp_path / name).stat().st_size > 100
    assert bezant.merge(tmp_path / "r.jsonl").f1 == result.f1
    # As the program writes it.
    shell = subprocess.run([*program(), "brackets", GOLD, "weak.mrg", "--format", "latex"], capture_output=True, check=True)
    assert result.to_latex() == shell.stdout.decode()


def test_a_name_that_says_no_form_is_refused(tmp_path: Path) -> None:
    result = bezant.brackets(sentences("gold.mrg"), sentences("weak.mrg"))
    for name in ("rows.xlsx", "rows.svg", "rows"):
        with pytest.raises(ValueError, match=r"\.parquet"):
            result.save(tmp_path / name)
    assert not list(tmp_path.iterdir())


@QUIET
def test_results_are_copied_and_pickled() -> None:
    result = bezant.brackets(sentences("gold.mrg"), {"a": sentences("weak.mrg"), "b": sentences("failing.mrg")})
    for copied in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result)):
        assert copied.scores == result.scores and copied["b"].f1 == result["b"].f1
        assert copied.scores_with_missed["b"]["f1"] < copied.scores["b"]["f1"]
        assert copied["a"].rows == result["a"].rows


def test_data_frames_have_one_row_a_sentence() -> None:
    pandas = pytest.importorskip("pandas")
    result = bezant.brackets(GOLD, "failing.mrg", quiet=True)
    frame = result.to_pandas()
    assert len(frame) == 60 and frame.attrs["signature"] == result.signature
    assert frame.count_matched.sum() == result.counts["matched"]
    assert str(frame.count_matched.dtype) == "Int64"
    assert frame.skipped.notna().sum() == len(result.skipped) == 5
    assert isinstance(result.to_pandas("scores"), pandas.DataFrame)


def test_other_frames_have_the_same() -> None:
    polars, pyarrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    result = bezant.dependencies(UD_GOLD, UD_SYSTEMS, replicates=0)
    assert result.to_polars().height == result.to_arrow().num_rows == 2 * 316
    assert isinstance(result.to_polars("scores"), polars.DataFrame)
    assert result.to_arrow().schema.metadata[b"bezant.signature"].decode() == result.signature
    assert isinstance(result.to_arrow(), pyarrow.Table)


def test_saved_rows_are_compared_and_merged(typed: Callable[..., Any], tmp_path: Path) -> None:
    results = [bezant.brackets(GOLD, {name: f"{name}.mrg"}) for name in ("strong", "weak")]
    found = bezant.compare(*results, replicates=100)
    files = []
    for name, result in zip(("strong", "weak"), results):
        result.save(tmp_path / f"{name}.jsonl")
        files.append(str(tmp_path / f"{name}.jsonl"))
    assert found.compare() == typed("compare", *files, "--replicates", "100")["comparisons"]


def test_files_are_checked_and_converted(demo: Path) -> None:
    found = bezant.check(GOLD, "failing.mrg")
    assert found.status == 1 and found.data["files"][1]["n_faults"] == 1
    assert found.text.startswith("gold.mrg: bracketed trees")
    for to in ("sd-ccprocessed", "tokens", "tags", "cleaned"):
        done = subprocess.run([*program(), "convert", "--to", to, GOLD], capture_output=True, check=True)
        assert bezant.convert(GOLD, to=to).bytes == done.stdout
        assert bezant.convert(Path(GOLD).read_text(), to=to).bytes == done.stdout
        assert bezant.convert(sentences(GOLD), to=to).bytes == done.stdout


def test_sentences_are_drawn_and_reported(tmp_path: Path) -> None:
    picture = bezant.draw(GOLD, "weak.mrg", sentence=1)
    assert "<svg" in picture.svg and "whistles" in repr(picture)
    bezant.draw(GOLD, sentence=[1, 2], output=tmp_path / "trees.pdf")
    assert (tmp_path / "trees.pdf").read_bytes().startswith(b"%PDF")
    result = bezant.brackets(sentences(GOLD), sentences("weak.mrg"))
    assert "whistles" in repr(result.show(1))
    assert "<svg" in result.plot("length").svg
    page = result.report().html
    assert page.startswith("<!doctype html>") and "memory:" not in page


def test_entailments_are_decided_scored_and_explained(typed: Callable[..., Any], tmp_path: Path) -> None:
    parses = "entailments/weak.conllu"
    answers = bezant.entail.decide(PAIRS, parses, module="ud")
    done = subprocess.run([*program(), "entail", "decide", PAIRS, "--parses", parses, "--module", "ud"],
                          capture_output=True, check=True)
    assert answers.bytes == done.stdout and answers.notes[0].startswith("27 YES, 131 NO; entail|")
    assert bezant.entail.decide(PAIRS, sentences(parses)).bytes == done.stdout
    answers.save(tmp_path / "weak.txt")
    expected = typed("entail", "score", PAIRS, str(tmp_path / "weak.txt"))["systems"][0]["scores"]
    assert bezant.entail.score(PAIRS, {"weak": answers}).scores == expected
    explained = bezant.entail.explain(PAIRS, parses, id=[22])
    assert "22" in explained.text
    assert bezant.entail.sentences(PAIRS).lines[0]
    assert bezant.entail.oracle(PAIRS, gold_parses="entailments/gold.mrg", module="stanford").accuracy > 0.5
    assert len(bezant.entail.label(PAIRS, parses).lines) > 100
    written = bezant.entail.generate(gold="entailments/gold.conllu", parsed=[parses])
    assert "YES" in written.text
    assert bezant.entail.tables(PAIRS).text and bezant.entail.export(PAIRS, to="jsonl").data[0]
    bezant.entail.split(PAIRS, output=tmp_path / "parts", dev=40, by="text")
    assert (tmp_path / "parts" / "split.json").exists()


def test_the_program_is_in_the_package() -> None:
    done = subprocess.run([*program(), "--version"], capture_output=True, check=True)
    assert done.stdout.decode() == f"bezant {bezant.__version__}\n"
    wrong = subprocess.run([*program(), "brackets", "nothing.mrg", "weak.mrg"], capture_output=True)
    assert wrong.returncode == 2 and b"nothing.mrg" in wrong.stderr


def test_options_are_listed() -> None:
    assert 'preset="standard" | "none"' in bezant.options(bezant.brackets)
    assert "module=" in bezant.options("entail decide") and "to=" in bezant.options(bezant.convert)


def test_pictures_are_written_as_their_names_end(tmp_path: Path) -> None:
    drawn = bezant.draw("gold.mrg", "weak.mrg", sentence=3)
    starts = {"svg": b"<svg", "pdf": b"%PDF", "png": b"\x89PNG", "tex": b"\\documentclass", "dot": b"digraph", "txt": b"gold.mrg and"}
    for ending, start in starts.items():
        drawn.save(tmp_path / f"x.{ending}")
        assert (tmp_path / f"x.{ending}").read_bytes().startswith(start)
    drawn.save(tmp_path / "x.html")
    assert "<svg" in (tmp_path / "x.html").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match=".svg, .pdf, .png, .tex, .dot, .txt, .html"):
        drawn.save(tmp_path / "x.xlsx")
    plot = bezant.brackets("gold.mrg", "weak.mrg").plot("length")
    plot.save(tmp_path / "plot.PNG")
    assert (tmp_path / "plot.PNG").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="it ends with one of .svg, .pdf, .png, .html"):
        plot.save(tmp_path / "plot.tex")


def test_what_else_results_say() -> None:
    result = bezant.brackets("gold.mrg", ["weak.mrg", "failing.mrg"], quiet=True)
    # Tables leave out how all names end.
    assert result["weak"] is result["weak.mrg"] and "failing" in result and "strong" not in result
    assert result.n == result["weak"].n == 60 and result.n_skipped == {"weak.mrg": 0, "failing.mrg": 5}
    assert result["weak"].macro == result.macro["weak.mrg"] == result["weak"].data["macro"]
    assert len(result.worst(0)) == 0 and str(result.worst(0)) == ""
    assert bezant.options(bezant.Brackets) == bezant.options(bezant.brackets) == bezant.options("brackets")


def test_an_experiment_is_reported_from_its_folder(tmp_path: Path, demo: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("gold.mrg", "weak.mrg"):
        (tmp_path / "in" / name).write_bytes((demo / name).read_bytes())
    (tmp_path / "in" / "x.toml").write_text('title = "Trial"\ngold = "gold.mrg"\n[systems]\nweak = "weak.mrg"\n[[metrics]]\ncommand = "brackets"\n')
    here = os.getcwd()
    page = bezant.report(tmp_path / "in" / "x.toml")
    assert "weak" in page.html and os.getcwd() == here
    with pytest.raises(bezant.BezantError, match="gone.mrg"):
        (tmp_path / "in" / "y.toml").write_text((tmp_path / "in" / "x.toml").read_text().replace("weak.mrg", "gone.mrg"))
        bezant.report(tmp_path / "in" / "y.toml")


def test_options_of_a_method_take_the_place_of_the_functions(demo: Path) -> None:
    files = [demo / "gold.mrg", {"a": demo / "strong.mrg", "b": demo / "weak.mrg"}]
    plain = bezant.brackets(*files)
    quick = bezant.brackets(*files, replicates=0, level=0.9, seed=3)
    assert quick.intervals(level=0.95, seed=12345) == plain.intervals()
    assert quick.compare(replicates=50, level=0.8)
    assert quick.rows == plain.rows
    assert len(bezant.brackets(*files, worst=1)["a"].worst(2)) == 2


@QUIET
def test_results_that_are_compared_have_names_that_people_know(tmp_path: Path) -> None:
    one, two = bezant.brackets(GOLD, sentences("failing.mrg")), bezant.brackets(GOLD, sentences("strong.mrg"))
    assert one.names == two.names == ["system"]
    known = bezant.brackets(GOLD, {"old": sentences("failing.mrg"), "new": sentences("strong.mrg")})
    found = bezant.compare({"old": one, "new": two})
    assert (found.names, found.scores, found.compare()) == (["old", "new"], known.scores, known.compare())
    assert bezant.merge({"old": one, "new": two}).scores == known.scores
    assert bezant.compare(one, two).names == bezant.compare([one, two]).names == ["result 1", "result 2"]
    assert bezant.compare(known, two).names == ["old", "new", "system"]
    assert bezant.compare(known, known).names == [f"{name} (result {n})" for n in (1, 2) for name in ("old", "new")]
    # Files say what their systems are called, and a mapping calls them something else.
    for name in ("a.jsonl", "b.parquet"):
        one.save(tmp_path / name)
    assert bezant.compare(two, tmp_path / "a.jsonl").names == ["result 1", "system"]
    assert bezant.compare((tmp_path / "a.jsonl").read_bytes(), two).names == ["rows 1", "result 2"]
    named = bezant.compare({"a/b": tmp_path / "a.jsonl", "c": tmp_path / "b.parquet"})
    assert named.names == ["a/b", "c"] and named["a/b"].scores == named["c"].scores == one.scores
    for shown in (bezant.compare(one, one).text, bezant.report(one, two).html):
        assert "memory:" not in shown and "result 2" in shown
    with pytest.raises(bezant.BezantError, match="^result 1 has rows of brackets, result 2 of dependencies$"):
        bezant.compare(one, bezant.dependencies(UD_GOLD, UD_SYSTEMS))
    with pytest.raises(ValueError, match="the mapping is empty"):
        bezant.compare({})


def test_what_a_method_is_told_holds() -> None:
    wanted = bezant.brackets(GOLD, "weak.mrg", replicates=100, level=0.8, seed=4, quiet=True).intervals()
    told = {"replicates": 50, "level": 0.9, "seed": 3, "quiet": True}
    assert bezant.brackets(GOLD, "weak.mrg", **told).intervals(replicates=100, level=0.8, seed=4) == wanted
    assert bezant.brackets(GOLD, "weak.mrg", replicates=0).intervals() == bezant.brackets(GOLD, "weak.mrg").intervals()
    two = bezant.brackets(GOLD, ["strong.mrg", "weak.mrg"], replicates=0)
    assert two.compare() == bezant.brackets(GOLD, ["strong.mrg", "weak.mrg"]).compare()
    assert bezant.brackets(GOLD, ["strong.mrg", "weak.mrg"], test="bootstrap").compare(test="permutation")[0].test == "permutation"
    assert len(bezant.brackets(GOLD, "weak.mrg", worst=2).worst(3)) == 3
    assert two.names == ["strong.mrg", "weak.mrg"] and two.rows == bezant.brackets(GOLD, ["strong.mrg", "weak.mrg"]).rows


@QUIET
def test_the_worst_of_one_system_are_of_that_one() -> None:
    for systems in (["strong.mrg", "weak.mrg"], {"strong.mrg": "strong.mrg", "weak.mrg": sentences("weak.mrg")}):
        result = bezant.brackets(GOLD, systems)
        found = result["weak.mrg"].worst(2)
        assert list(found) == [row for row in result.worst(2) if row.name == "weak.mrg"]
        assert "weak" in str(found) and "strong" not in str(found) and "strong" in str(result.worst(2))
    assert len(bezant.brackets(GOLD, ["strong.mrg", "weak.mrg"], baseline="weak.mrg")["weak.mrg"].worst(2)) == 2
