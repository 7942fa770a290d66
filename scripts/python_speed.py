"""bezant in Python against the scorers that people import, on the same data from memory, as ratios.

    python scripts/python_speed.py [--sentences N] [--gold FILE --system FILE] [--program FILE] [--repeat N]

Without files it makes data of its own from the demo's sentences, repeated. Each scorer is given what it reads: sentences
for those that read text, objects for those that take objects. Reading files is in no figure; making bezant's input from
objects is. All count on one thread, and time is the processor's, so that what else runs on a machine matters little; the
best of several runs counts. Scorers that are not installed are left out.

With `--program`, a bezant of the same build, it also says what Python adds to it on the file of the benchmark of
dependencies: gold, repeated to 36 MB, against itself.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Callable, List, Optional, Tuple

import bezant

DEMO = Path(__file__).parent.parent / "crates" / "bezant-cli" / "demo"


def best(function: Callable[[], object], repeat: int) -> float:
    """The shortest time of several runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def row(title: str, ours: float, theirs: Optional[float], n: int) -> None:
    ratio = "" if theirs is None else f"{theirs / ours:9.1f} times"
    other = "" if theirs is None else f"{theirs * 1000:11.1f} ms"
    print(f"{title:52} {ours * 1000:9.2f} ms {n / ours:11.0f} sentences/s {other} {ratio}")


def read(path: Path) -> str:
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
    with opened as file:
        return file.read()


def trees(n: int) -> Tuple[List[str], List[str]]:
    # Neither has traces, which would be words on one side alone.
    gold, system = (read(DEMO / name).splitlines() for name in ("strong.mrg", "weak.mrg"))
    times = n // len(gold) + 1
    return (gold * times)[:n], (system * times)[:n]


def brackets(n: int, repeat: int) -> None:
    gold, system = trees(n)
    rows = lambda: bezant.Brackets(preset="none", threads=1).update(gold, system)  # noqa: E731
    try:
        from PYEVALB.scorer import Scorer
    except ImportError:
        row("brackets, lists of text", best(rows, repeat), None, n)
    else:

        def original() -> None:
            with contextlib.redirect_stdout(io.StringIO()):
                Scorer().score_corpus(gold, system)

        theirs = best(original, 1)
        row("brackets, lists of text; PYEVALB", best(rows, repeat), theirs, n)
        from bezant.compat.pyevalb.scorer import Scorer as Ours

        row("the same by bezant.compat.pyevalb", best(lambda: Ours().score_corpus(gold, system), repeat), theirs, n)
    try:
        from nltk import Tree
    except ImportError:
        return
    # NLTK has no PARSEVAL of its own: this is what people write with it, sets of labels and spans.
    objects = [[Tree.fromstring(line) for line in side] for side in (gold, system)]
    ours = best(lambda: bezant.Brackets(preset="none", threads=1).update(*objects), repeat)
    row("brackets, trees of nltk; spans in Python", ours, best(lambda: spans_of_nltk(*objects), 1), n)


def spans_of_nltk(gold: list, system: list) -> float:
    def spans(tree: object) -> set:
        found, start = set(), 0

        def walk(node: object, at: int) -> int:
            if isinstance(node, str):
                return at + 1
            end = at
            for child in node:
                end = walk(child, end)
            if node.height() > 2:
                found.add((node.label(), at, end))
            return end

        walk(tree, start)
        return found

    matched = n_gold = n_system = 0
    for one, two in zip(gold, system):
        first, second = spans(one), spans(two)
        matched += len(first & second)
        n_gold += len(first)
        n_system += len(second)
    return 2 * matched / (n_gold + n_system)


def dependencies(gold: str, system: str, repeat: int) -> None:
    blocks = [text.strip("\n").split("\n\n") for text in (gold, system)]
    n = len(blocks[0])
    ours = best(lambda: bezant.Dependencies(threads=1).update(*blocks), repeat)
    try:
        from udtools import udeval
    except ImportError:
        row("dependencies, lists of text", ours, None, n)
    else:

        def original() -> None:
            udeval.evaluate(*(udeval.load_conllu(io.StringIO(text), "memory", {}) for text in (gold, system)))

        theirs = best(original, 1)
        row("dependencies, lists of text; udtools", ours, theirs, n)
        from bezant.compat.udtools import udeval as stand_in

        def replaced() -> None:
            stand_in.evaluate(*(stand_in.load_conllu(io.StringIO(text), "memory", {}) for text in (gold, system)))

        row("the same by bezant.compat.udtools", best(replaced, repeat), theirs, n)
    kept = bezant.Dependencies(gold=blocks[0], threads=1)
    row("dependencies, gold parsed once", best(lambda: kept.update(system=blocks[1]), repeat), None, n)


def nltk_graphs(gold: str, system: str, repeat: int) -> None:
    try:
        from nltk.parse import DependencyEvaluator, DependencyGraph
    except ImportError:
        return

    def graphs(text: str) -> list:
        found = []
        for block in text.strip("\n").split("\n\n"):
            rows = [line.split("\t") for line in block.split("\n") if line.partition("\t")[0].isdigit()]
            lines = "".join(f"{row[1]}\t{row[3]}\t{row[6]}\t{row[7]}\n" for row in rows)
            found.append(DependencyGraph(lines, cell_separator="\t", top_relation_label="root"))
        return found

    ours, theirs = graphs(gold), graphs(system)
    metric = bezant.Dependencies(preset="conllx", threads=1)
    time_of_theirs = best(lambda: DependencyEvaluator(theirs, ours).eval(), 1)
    title = "dependencies, graphs of nltk; its DependencyEvaluator"
    row(title, best(lambda: metric.update(ours, theirs), repeat), time_of_theirs, len(ours))
    labelled, unlabelled = DependencyEvaluator(theirs, ours).eval()
    metric.reset()
    metric.update(ours, theirs)
    found = metric.compute()
    print(f"  NLTK has LAS {labelled:.4f} and UAS {unlabelled:.4f}, bezant {found['LAS']:.4f} and {found['UAS']:.4f}")


def spacy_docs(gold: str, repeat: int) -> None:
    try:
        import spacy
        from spacy.scorer import Scorer
        from spacy.tokens import Doc
        from spacy.training import Example
    except ImportError:
        return
    vocab = spacy.blank("en").vocab
    docs = []
    for block in gold.strip("\n").split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if line[:1].isdigit()]
        rows = [row for row in rows if row[0].isdigit()]
        heads = [int(row[0]) - 1 if row[6] == "0" else int(row[6]) - 1 for row in rows]
        relations = ["ROOT" if row[6] == "0" else row[7] for row in rows]
        starts = [place == 0 for place in range(len(rows))]
        docs.append(Doc(vocab, words=[row[1] for row in rows], heads=heads, deps=relations, sent_starts=starts))
    examples = [Example(doc, doc) for doc in docs]

    def original() -> None:
        Scorer.score_deps(
            examples,
            "dep",
            getter=lambda token, attribute: getattr(token, attribute + "_"),
            head_attr="head",
            ignore_labels=("p", "punct"),
        )

    from bezant.integrations.spacy import make_scorer

    scorer = make_scorer()
    row("dependencies, documents of spaCy; spaCy's Scorer", best(lambda: scorer(examples), repeat), best(original, 1), len(docs))


def epoch(repeat: int) -> None:
    gold, system = trees(2000)
    metric = bezant.Brackets(gold=gold, threads=1)

    def once() -> None:
        metric.reset()
        metric.update(system=system)
        metric.compute()

    row("an epoch of 2,000 trees, gold parsed once", best(once, repeat), None, 2000)


def overhead(program: str, gold: str, repeat: int) -> None:
    """What Python adds to the program, on a file, on one thread: processor's time and the clock's."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "gold.conllu")
        with open(path, "w", encoding="utf-8") as file:
            file.write(gold * (36_000_000 // len(gold.encode()) + 1))
        words = ["dependencies", path, path, "--replicates", "0", "--threads", "1", "-q", "--format", "json"]
        script = f"import bezant; bezant.dependencies({path!r}, {path!r}, replicates=0, threads=1, quiet=True)"
        ways = {
            "the program": lambda: child([program, *words]),
            "a call, in a process that runs": lambda: within(path),
            "python -m bezant": lambda: child([sys.executable, "-m", "bezant", *words]),
            "python -c 'import bezant; ...'": lambda: child([sys.executable, "-c", script]),
        }
        # In turns, so that what else runs on a machine is the same for all.
        runs = [{name: way() for name, way in ways.items()} for _ in range(repeat)]
        print(f"{os.path.getsize(path) / 1e6:.1f} MB of dependencies against themselves, best of {repeat}, one thread")
        least = min(run["the program"][0] for run in runs)
        for name in ways:
            processor, clock = (min(run[name][at] for run in runs) for at in (0, 1))
            print(f"  {name:32} {processor:7.3f} s of processor ({processor / least:.3f} of the program's), {clock:7.3f} s")


def child(words: List[str]) -> Tuple[float, float]:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    clock, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


def within(path: str) -> Tuple[float, float]:
    before, start = time.process_time(), time.perf_counter()
    bezant.dependencies(path, path, replicates=0, threads=1, quiet=True)
    return time.process_time() - before, time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gold", type=Path, help="dependencies of gold, in CoNLL-U")
    parser.add_argument("--system", type=Path, help="dependencies of a system, in CoNLL-U")
    parser.add_argument("--sentences", type=int, default=2000, help="how many trees")
    parser.add_argument("--program", help="a program bezant of the same build, for what Python adds to it")
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    brackets(given.sentences, given.repeat)
    if given.gold and given.system:
        gold, system = read(given.gold), read(given.system)
    else:
        gold, system = (read(DEMO / "entailments" / name) * 6 for name in ("gold.conllu", "weak.conllu"))
    dependencies(gold, system, given.repeat)
    nltk_graphs(gold, system, given.repeat)
    spacy_docs(gold, given.repeat)
    epoch(given.repeat)
    if given.program:
        overhead(given.program, gold, given.repeat)


if __name__ == "__main__":
    main()
