"""Metrics that are fed: they come to what the functions come to, whatever the batches."""

from __future__ import annotations

import pickle
from pathlib import Path

import bezant
import pytest

DEMO = Path(__file__).parents[2] / "bezant-cli" / "demo"


def trees(name):
    return (DEMO / name).read_text().splitlines()


def columns(name):
    return (DEMO / "entailments" / name).read_text().rstrip("\n").split("\n\n")


METRICS = [
    (bezant.Brackets, bezant.brackets, {"preset": "collins"}, trees("gold.mrg"), trees("failing.mrg")),
    (bezant.Fragments, bezant.fragments, {"limits": [1, 5]}, trees("gold.mrg"), trees("weak.mrg")),
    (bezant.Dependencies, bezant.dependencies, {}, columns("gold.conllu"), columns("weak.conllu")),
]


@pytest.mark.parametrize("kind, function, options, gold, system", METRICS)
def test_batches_come_to_the_whole(kind, function, options, gold, system):
    whole = function(gold, system, replicates=0, **options)
    for size in (1, 7, 1000):
        metric = kind(**options)
        for start in range(0, len(gold), size):
            metric.update(gold[start : start + size], system[start : start + size])
        assert metric.compute() == whole.scores
        assert metric.n == len(gold)
    assert metric.n_skipped == len(whole.skipped)


@pytest.mark.parametrize("kind, function, options, gold, system", METRICS)
def test_gold_once_and_workers_added(kind, function, options, gold, system):
    metric = kind(gold=gold, **options)
    for _ in range(3):
        metric.reset()
        metric.update(system=system)
    wanted = metric.compute()
    workers = []
    for place in range(3):
        worker = kind(**options)
        worker.update(gold[place::3], system[place::3])
        workers.append(pickle.loads(pickle.dumps(worker)))
    assert sum(workers).compute() == wanted
    assert (workers[0] + workers[1] + workers[2]).compute(missed=True) == metric.compute(missed=True)
    first = workers[0].clone()
    assert first.merge_state(workers).compute() == wanted
    assert first.counts == metric.counts


def test_a_pickled_metric_keeps_its_gold():
    metric = pickle.loads(pickle.dumps(bezant.Brackets(gold=trees("gold.mrg"))))
    metric.update(system=trees("weak.mrg"))
    assert metric.n == 60


def test_calling_returns_the_batch_alone():
    metric = bezant.Brackets(preset="none")
    right, wrong = "(S (NP (N a) (N b)) (V c))", "(S (N a) (VP (N b) (V c)))"
    assert metric([right], [right])["f1"] == 1.0
    assert metric([right], [wrong])["f1"] == 0.5
    assert metric.compute()["f1"] == 0.75


def test_skipped_sentences_count_as_missed_if_asked():
    metric = bezant.Brackets(gold=trees("gold.mrg"))
    metric.update(system=trees("failing.mrg"))
    whole = bezant.brackets(trees("gold.mrg"), trees("failing.mrg"), replicates=0)
    assert metric.n_skipped == len(whole.skipped) > 0
    assert metric.compute(missed=True)["f1"] < metric.compute()["f1"]
    # What should be low would gain by sentences in which nothing was found.
    assert "average_crossing" in metric.compute() and "average_crossing" not in whole.scores_with_missed
    assert metric.compute(missed=True) == whole.scores_with_missed
    assert sum([metric, metric]).compute(missed=True) == whole.scores_with_missed
    # Batches of what is added are numbered on.
    of_one = [row.sentence for row in metric.skipped]
    added = [(row.batch, row.sentence) for row in sum([metric, metric, metric]).skipped]
    assert added == [(batch, sentence) for batch in (1, 2, 3) for sentence in of_one]


def test_what_is_refused():
    with pytest.raises(ValueError, match="call update"):
        bezant.Brackets().compute()
    with pytest.raises(TypeError, match="there is no gold"):
        bezant.Brackets().update(system=["(S (N a))"])
    with pytest.raises(TypeError, match="update.. takes gold and system"):
        bezant.Brackets().update(["(S (N a))"])
    with pytest.raises(ValueError, match="cannot be added"):
        bezant.Brackets() + bezant.Brackets(preset="none")
    with pytest.raises(TypeError):
        bezant.Brackets() + "more"
    with pytest.raises(TypeError, match="preset"):
        bezant.Brackets(presett="none")


def test_threads_do_not_change_counts():
    counts = []
    for threads in (1, 2, 4):
        metric = bezant.Brackets(threads=threads, gold=trees("gold.mrg") * 20)
        metric.update(system=trees("weak.mrg") * 20)
        counts.append(metric.counts)
    assert counts[0] == counts[1] == counts[2]


def test_files_of_relations_are_read_as_relations(tmp_path):
    sentences = ["(ncsubj bark dogs _)\n(ncmod _ bark loudly)", "(ncsubj sleep cats _)", "(det boat the)"]
    wrong = [sentences[0].replace("ncmod", "xmod"), *sentences[1:]]
    gold, system = tmp_path / "gold.gr", tmp_path / "system.gr"
    for path, texts in ((gold, sentences), (system, wrong)):
        path.write_text("\n".join(f"{n}\n{text}\n" for n, text in enumerate(texts, 1)))
    wanted = bezant.relations(gold, system).f1
    assert 0 < wanted < 1
    assert bezant.Relations(gold=gold)(system=wrong)["f1"] == wanted
    assert bezant.Relations()(gold, system)["f1"] == wanted
    assert bezant.relations(bezant.Corpus.open(gold), system).f1 == wanted
    assert bezant.relations(bezant.Corpus.open(gold), bezant.Corpus.open(system)).f1 == wanted
    assert bezant.Relations(gold=gold.read_text())(system=wrong)["f1"] == wanted


def test_spark_shows_numbers_that_are_no_fractions_as_they_are():
    pytest.importorskip("pyarrow")
    from bezant._spark.results import Total

    metric = bezant.Brackets(preset="none")
    metric.update(["(S (NP (N a) (N b)) (V c))"], ["(S (N a) (VP (N b) (V c)))"])
    shown = repr(Total("mine", metric.signature, metric.n, {}, metric.counts, metric.compute(), {}))
    assert "f1 50.00  " in shown and "average_crossing 1.00  " in shown
