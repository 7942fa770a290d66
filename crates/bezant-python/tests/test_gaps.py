"""Lists that have nothing in some places, and items that have more than one sentence."""

from __future__ import annotations

from typing import Any, Callable, List, Optional

import pytest

import bezant

pytestmark = pytest.mark.filterwarnings("ignore::bezant.BezantWarning")

PAIRS = [("dogs", "bark"), ("cats", "eat"), ("birds", "fly"), ("cows", "moo"), ("bees", "hum")]
TREES = [f"(S (NP (N {noun})) (VP (V {verb})))" for noun, verb in PAIRS]
COLUMNS = [
    f"# text = {noun} {verb}\n1\t{noun}\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\t{verb}\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
    for noun, verb in PAIRS
]
RELATIONS = [f"(ncsubj {verb}_1 {noun}_0 _)" for noun, verb in PAIRS]
MAPPING = "[relations]\nnsubj = '(ncsubj HEAD DEPENDENT _)'\nobj = '(dobj HEAD DEPENDENT)'\n"


def some_wrong(sentences: List[str], right: str, wrong: str) -> List[str]:
    return [text.replace(right, wrong) if place in (0, 2) else text for place, text in enumerate(sentences)]


METRICS = [
    (bezant.brackets, bezant.Brackets, TREES, some_wrong(TREES, "VP", "NP")),
    (bezant.fragments, bezant.Fragments, TREES, some_wrong(TREES, "VP", "NP")),
    (bezant.dependencies, bezant.Dependencies, COLUMNS, some_wrong(COLUMNS, "nsubj", "obj")),
    (bezant.relations, bezant.Relations, RELATIONS, some_wrong(RELATIONS, "ncsubj", "xcomp")),
]


def without(sentences: List[str], places: Any) -> List[Optional[str]]:
    return [None if place in places else text for place, text in enumerate(sentences)]


def some(scores: Any, names: Any) -> Any:
    """Some have no value where a sentence has no parse."""
    return {name: scores[name] for name in names}


@pytest.mark.parametrize("gaps", [(0,), (1,), (4,), (0, 1), (1, 3), (0, 2, 4)])
@pytest.mark.parametrize("function, metric, gold, system", METRICS)
def test_what_gold_lacks_counts_nowhere_and_keeps_its_number(
    function: Callable[..., Any], metric: Any, gold: List[str], system: List[str], gaps: Any
) -> None:
    there = [place for place in range(5) if place not in gaps]
    known = function([gold[place] for place in there], [system[place] for place in there], replicates=0)
    result = function(without(gold, gaps), system, replicates=0)
    assert (result.scores, result.counts) == (known.scores, known.counts)
    assert result.scores_with_missed == some(known.scores, result.scores_with_missed)
    assert [(row.sentence, row.reason) for row in result.skipped] == [(place + 1, "gold_missing") for place in gaps]
    assert sorted(row.sentence for row in result.rows) == [1, 2, 3, 4, 5]
    assert f"|n:{len(there)}|" in result.signature
    worst = [place + 1 for place in (0, 2) if place in there]
    assert [row.sentence for row in result.worst(5)] == worst
    counted = metric()
    counted.update(without(gold, gaps), system)
    assert (counted.compute(), counted.compute(missed=True)) == (known.scores, result.scores_with_missed)
    assert (counted.n, counted.n_skipped) == (5, len(gaps))
    assert [row.sentence for row in counted.skipped] == [place + 1 for place in gaps]


@pytest.mark.parametrize("function, metric, gold, system", METRICS)
def test_the_first_sentence_may_be_missing(
    function: Callable[..., Any], metric: Any, gold: List[str], system: List[str]
) -> None:
    result = function(gold, without(system, [0, 3]), replicates=0)
    assert [(row.sentence, row.reason) for row in result.skipped] == [(1, "system_missing"), (4, "system_missing")]
    counted = metric(gold=gold)
    counted.update(system=without(system, [0, 3]))
    assert counted.compute() == result.scores
    assert counted.compute(missed=True) == result.scores_with_missed


def test_relations_from_columns_keep_their_places() -> None:
    gold, system = COLUMNS, some_wrong(COLUMNS, "nsubj", "obj")
    result = bezant.relations(without(gold, [1]), without(system, [3]), mapping=MAPPING, replicates=0)
    assert sorted((row.sentence, row.reason) for row in result.skipped) == [(2, "gold_missing"), (4, "system_missing")]
    assert result.counts["sentences"] == 3


@pytest.mark.parametrize("function, metric, gold, system", METRICS)
def test_drawings_are_of_the_sentence_with_that_number(
    function: Callable[..., Any], metric: Any, gold: List[str], system: List[str]
) -> None:
    result = function(without(gold, [1]), without(system, [3]), replicates=0)
    shown = str(result.show(3))
    assert "sentence 3" in shown and "birds" in shown and "cows" not in shown
    assert "sentence 5" in str(result.show(5)) and "bees" in str(result.show(5))
    assert "cows" in str(result.show(4))
    with pytest.raises(ValueError, match=r"gold\[1\] is None"):
        result.show(2)


def test_systems_with_other_sentences_are_paired_with_what_gold_has() -> None:
    gold = without(COLUMNS, [1])
    joined = COLUMNS[0] + "\n" + COLUMNS[1] + "\n" + COLUMNS[2]
    result = bezant.dependencies(gold, {"less": [COLUMNS[place] for place in (0, 2, 3, 4)], "all": COLUMNS}, replicates=0)
    assert [row.sentence for row in result["less"].rows] == [row.sentence for row in result["all"].rows] == [1, 3, 4, 5]
    assert result["less"].LAS == result["all"].LAS == 1.0
    text = bezant.dependencies(gold, "\n".join(COLUMNS), replicates=0)
    assert [row.sentence for row in text.rows] == [1, 2, 3, 4, 5] and text.LAS == 1.0
    # What a system has joined is one row.
    alone = bezant.dependencies(COLUMNS, [joined, *COLUMNS[3:]], replicates=0)
    assert [(row.sentence, row.get("n_sentences", 1)) for row in alone.rows] == [(1, 3), (4, 1), (5, 1)]


def test_rows_with_gaps_are_saved_and_compared(tmp_path: Any) -> None:
    systems = {"a": TREES, "b": some_wrong(TREES, "VP", "NP")}
    result = bezant.brackets(without(TREES, [1]), systems)
    for name in ("rows.jsonl", "rows.parquet"):
        result.save(tmp_path / name)
        again = bezant.compare(tmp_path / name, replicates=1000)
        assert again.compare()[0].difference == result.compare()[0].difference
        assert bezant.merge([tmp_path / name])["b"].f1 == result["b"].f1


@pytest.mark.parametrize("function, metric, gold, system", METRICS)
def test_a_parser_that_returns_nothing_yet_has_found_nothing(
    function: Callable[..., Any], metric: Any, gold: List[str], system: List[str]
) -> None:
    counted = metric(gold=gold)
    counted.update(system=[None] * 5)
    assert (counted.n, counted.n_skipped) == (5, 5)
    scores = counted.compute(missed=True)
    assert next(iter(scores.values())) == 0.0
    assert next(iter(counted.compute().values())) is None
    counted.update(system=system)
    assert counted.compute() == function(gold, system, replicates=0).scores


@pytest.mark.parametrize("function, metric, gold, system", METRICS[:3])
def test_a_system_with_nothing_does_not_take_the_scores_of_others(
    function: Callable[..., Any], metric: Any, gold: List[str], system: List[str]
) -> None:
    alone = function(gold, {"some": system})
    for nothing in ([None] * 5, iter([None] * 5), [float("nan")] * 5):
        result = function(gold, {"none": nothing, "some": system})
        assert result["some"].scores == alone.scores
        assert (result.n_skipped, result["none"].score) == ({"none": 5, "some": 0}, None)
        assert {row.reason for row in result.skipped} == {"system_missing"}
        counted = metric(gold=gold)
        counted.update(system=[None] * 5)
        assert result["none"].scores_with_missed == counted.compute(missed=True)
    assert result["none"].scores_with_missed[next(iter(alone.scores))] == 0.0
    # So it is with all that runs the command again.
    assert [row.name for row in result.worst(1)] == ["some"]
    assert len(result.rows) == 10 and result.compare()[0].p is None and "none" in result.report().html
    assert "cats" in str(result.show(2)) and "dogs" in str(result.show("1,2"))
    assert function(gold, [system, [None] * 5]).n_skipped == {"system 1": 0, "system 2": 5}
    with pytest.raises(bezant.GateError, match="strict=True forbids that"):
        function(gold, {"none": [None] * 5, "some": system}, strict=True)
    with pytest.raises(bezant.GateError, match="of none is 0.0000") as error:
        function(gold, {"none": [None] * 5, "all": gold}, min={next(iter(alone.scores)): 0.5})
    assert error.value.result["all"].score == 1.0
    # Where there is nothing else, nothing can be said.
    with pytest.raises(ValueError, match="none has no sentences: all 5 are missing"):
        function(gold, {"none": [None] * 5})


def test_a_system_with_nothing_hides_no_other_that_failed() -> None:
    with pytest.raises(bezant.BezantError, match=r"not one sentence of other could be scored; .*2 words in gold, 1 in the system"):
        bezant.brackets(TREES, {"none": [None] * 5, "other": ["(S (N z))"] * 5})


def test_an_item_of_gold_is_one_sentence() -> None:
    two = [COLUMNS[0] + "\n" + COLUMNS[1], *COLUMNS[2:]]
    for score in (bezant.dependencies, bezant.Dependencies().update, bezant.Counter("dependencies").count):
        with pytest.raises(ValueError, match=r"gold\[0\] has more than one sentence"):
            score(two, COLUMNS)  # type: ignore[operator]
    # A system may have split what is one sentence in gold.
    whole = bezant.dependencies(COLUMNS, two, replicates=0)
    counted = bezant.Dependencies()
    counted.update(COLUMNS, two)
    assert counted.compute() == whole.scores and counted.n == 5
    with pytest.raises(ValueError, match=r"system\[0\] has more than one sentence"):
        bezant.relations(COLUMNS, two, mapping=MAPPING)


def test_relations_of_lists_are_drawn() -> None:
    gold = ["(ncsubj bark_1 dogs_0 _)", "(ncsubj eat_1 cats_0 _)\n(dobj eat_1 fish_2)", "(dobj see_1 birds_2)"]
    system = [gold[0], "(ncsubj eat_1 fish_2 _)", gold[2]]
    result = bezant.relations(gold, system, replicates=0)
    assert "fish" in str(result.show(2)) and "birds" in str(result.show(3))
    assert result.worst(1)._repr_html_().count("<svg") == 1


def test_outputs_of_language_models_are_sentences_and_no_paths() -> None:
    outputs = ["Sure: " + TREES[0], "```" + TREES[1] + "```", "Here it is: " + TREES[2]]
    assert bezant.brackets(TREES[:3], outputs, repair=True, replicates=0).f1 == 1.0
    with pytest.raises(ValueError, match=r"gold\[0\] is None: outputs are repaired by gold's words"):
        bezant.brackets([None, *TREES[1:3]], outputs, repair=True)
