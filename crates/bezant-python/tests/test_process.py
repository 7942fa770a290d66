"""Threads, signals and memory: what a process is that calls us all day."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Optional

import pytest
from conftest import sentences

import bezant
from bezant import _bezant

TREE = "(S (NP (NNS Dogs)) (VP (VBP bark)))"


def test_four_threads_score_at_once() -> None:
    jobs = [("brackets", "weak.mrg"), ("fragments", "weak.mrg"), ("brackets", "strong.mrg"), ("brackets", "middling.mrg")]
    expected = [getattr(bezant, command)("gold.mrg", system).data for command, system in jobs]

    def score(job: tuple[str, str]) -> object:
        command, system = job
        with_text = getattr(bezant, command)(Path("gold.mrg").read_text(), {system: Path(system).read_text()})
        return [with_text.scores, getattr(bezant, command)("gold.mrg", system).data]

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(score, jobs * 3))
    for result, wanted in zip(found, expected * 3):
        assert result == [wanted["systems"][0]["scores"], wanted]


def test_the_lock_is_released_while_we_count() -> None:
    counter, gold = bezant.Counter(["fragments"]), bezant.Corpus(sentences("gold.mrg") * 20)
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    other = threading.Thread(target=tick)
    other.start()
    started = time.monotonic()
    counter.count(gold, gold, threads=1)
    took = time.monotonic() - started
    done.set()
    other.join()
    assert ticks >= took * 50


@pytest.mark.skipif(os.name != "posix", reason="signals are those of Unix")
@pytest.mark.parametrize("work", [
    "bezant.brackets('gold.mrg', ['strong.mrg', 'weak.mrg'], replicates=1_000_000)",
    "bezant.fragments(trees, trees, replicates=0)",
    "bezant.Counter(['fragments']).count(trees, trees)",
])
def test_an_interrupt_ends_work_within_a_second(work: str) -> None:
    script = textwrap.dedent(f"""
        import sys, time, bezant
        trees = open('gold.mrg').read().splitlines() * 20_000
        print('ready', flush=True)
        try:
            {work}
        except KeyboardInterrupt:
            print('interrupted', flush=True)
            sys.exit(3)
    """)
    started = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert started.stdout is not None and started.stdout.readline() == "ready\n"
    time.sleep(1.0)
    assert started.poll() is None, "the work is too short to be interrupted"
    before = time.monotonic()
    started.send_signal(signal.SIGINT)
    assert started.stdout.readline() == "interrupted\n"
    assert time.monotonic() - before < 1.0
    assert started.wait(10) == 3


def test_progress_is_told_and_may_stop_the_work() -> None:
    trees = sentences("gold.mrg") * 400
    told: list[tuple[int, object]] = []
    bezant.fragments(trees, trees, replicates=0, progress=lambda done, total: told.append((done, total)))
    assert told and told[-1][0] == told[-1][1]

    def enough(done: int, total: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        bezant.fragments(trees, trees, replicates=0, progress=enough)
    with pytest.raises(TypeError, match="progress"):
        bezant.brackets([TREE], [TREE], progress=3)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing says how much memory we have")
def test_many_calls_leak_nothing() -> None:
    def memory() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    corpus, counter = bezant.Corpus([TREE] * 10), bezant.Counter(["brackets"])

    def calls(n: int) -> None:
        for _ in range(n):
            bezant.brackets([TREE] * 10, {"a": [TREE] * 10}, replicates=0)
            counter.count(corpus, [TREE] * 10)
            _bezant.rows(["brackets"], [TREE], [None])
            try:
                bezant.brackets("(S", [TREE], quiet=True)
            except bezant.BezantError:
                pass

    n = int(os.environ.get("BEZANT_CALLS", "300"))
    calls(n)
    before = memory()
    calls(n)
    # A few pages come and go; a leak of a kilobyte a call would be seen.
    assert memory() - before < max(n << 10, 2 << 20) // 2


def test_counts_add_and_pickle() -> None:
    counter = bezant.Counter(["brackets", "--preset", "collins"])
    gold, system = sentences("gold.mrg"), sentences("failing.mrg")
    whole = counter.count(gold, system)
    halves = [counter.count(gold[:31], system[:31]), counter.count(gold[31:], system[31:])]
    total = sum(pickle.loads(pickle.dumps(halves)))
    assert total == whole and total.scores() == whole.scores()
    assert total.scores_with_missed() == whole.scores_with_missed() != whole.scores()
    assert (whole.n, whole.n_skipped) == (60, 5)
    result = bezant.brackets("gold.mrg", "failing.mrg", preset="collins", replicates=0, quiet=True)
    assert whole.scores() == result.scores
    assert whole.signature.startswith("brackets|params:collins") and "|n:60|gold:" in whole.signature
    with pytest.raises(ValueError, match="do not add"):
        _ = whole + bezant.Counter(["brackets"]).count(gold, system)
    with pytest.raises(TypeError, match="counts are added to counts"):
        _ = whole + 1
    again = pickle.loads(pickle.dumps(counter))
    assert again.signature == counter.signature


@pytest.mark.parametrize(("words", "gold", "system"), [
    (["brackets"], "gold.mrg", "failing.mrg"),
    (["brackets", "--align"], "gold.mrg", "weak.mrg"),
    (["fragments"], "gold.mrg", "weak.mrg"),
    (["dependencies"], "entailments/gold.conllu", "entailments/weak.conllu"),
    (["dependencies", "--preset=conllx"], "entailments/gold.conllu", "entailments/weak.conllu"),
    (["relations", "--mapping=entailments/relations.toml"], "entailments/gold.conllu", "entailments/weak.conllu"),
])
def test_rows_add_up_to_the_same_scores(words: list[str], gold: str, system: str) -> None:
    rows = _bezant.rows(words, sentences(gold), sentences(system))
    counts = bezant.Counter(words).count(sentences(gold), sentences(system))
    total = [0] * len(rows.names)
    for row in rows.numbers:
        for place, number in enumerate(row or []):
            total[place] += number
    assert len(rows.numbers) == len(sentences(gold)) == len(rows.reasons)
    assert _bezant.scores(rows.signature, total) == counts.scores()
    numbers = dict(zip(counts.names(), counts.numbers()))
    assert {name: n for name, n in zip(rows.names, total) if n} == {name: n for name, n in numbers.items() if n}
    assert sum(row is None for row in rows.numbers) == counts.n_skipped
    empty = _bezant.rows(words, [], [])
    assert (empty.numbers, empty.signature) == ([], rows.signature)


def test_missing_sentences_are_rows() -> None:
    rows = _bezant.rows(["brackets"], [TREE, TREE, TREE], [TREE, None, TREE[:-2]])
    assert rows.reasons == [None, "system_missing", "system_unreadable"]
    assert rows.numbers[1] is None and rows.missed[1][1] == 3 and rows.messages[2]
    ud = sentences("entailments/gold.conllu")[:3]
    assert _bezant.rows(["dependencies"], ud, [ud[0], None, ud[2]]).reasons[0::2] == [None, None]


def test_missing_relations_are_skipped() -> None:
    gold = ["(ncsubj bark_1 Dogs_0 _)", "(dobj eat_1 fish_2)"]
    parsed: list[Optional[str]] = [gold[0], None]
    for system in (parsed, bezant.Corpus(parsed)):
        result = bezant.relations(gold, {"mine": system}, replicates=0, quiet=True)
        assert result.f1 == 1.0 and [row.sentence for row in result.skipped] == [2]
    assert bezant.relations(gold, {"mine": [gold[0], ""]}, replicates=0).recall < 1.0
    assert _bezant.rows(["relations"], gold, parsed).reasons[0] is None
