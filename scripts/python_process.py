"""What a process is like that calls bezant all day: threads, Ctrl-C, memory, and a text of a gigabyte.

    python3 scripts/python_process.py [threads] [interrupt] [memory] [large] [--calls 10000]
        [--functions NAME ...] [--gigabytes 1]

Needs the package bezant, built as it is shipped (maturin's `--profile dist`), and Linux. Everything runs on the demo's
sentences. Without a name, all four run; each prints its figures and ends with status 1 if one is not as it should be.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Callable

import bezant
from bezant import entail

#: What a function may keep a call without being said to leak: pages come and go.
BYTES_A_CALL = 32


def memory() -> int:
    """How many bytes we have in memory."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def megabytes(n: float) -> str:
    return f"{n / 1e6:8.1f} MB"


def threads(given: argparse.Namespace) -> bool:
    """Four threads score at once what one scores after the other."""
    trees = {name: Path(f"{name}.mrg").read_text().splitlines() * 50 for name in ("gold", "strong", "middling", "weak", "failing")}
    jobs = [("brackets", name) for name in ("strong", "weak")] + [("fragments", name) for name in ("middling", "failing")]

    def score(job: tuple[str, str]) -> object:
        command, system = job
        # What cannot be scored is no news here.
        return getattr(bezant, command)(trees["gold"], {system: trees[system]}, replicates=0, threads=1, quiet=True).data

    def timed(work: Callable[[], list[object]]) -> tuple[list[object], float, float]:
        wall, processor = time.perf_counter(), time.process_time()
        found = work()
        return found, time.perf_counter() - wall, time.process_time() - processor

    one, wall_of_one, processor_of_one = timed(lambda: list(map(score, jobs)))
    with ThreadPoolExecutor(4) as pool:
        four, wall, processor = timed(lambda: list(pool.map(score, jobs)))
    print(f"threads: four jobs of {len(trees['gold'])} trees, one thread each, on {os.cpu_count()} cores")
    print(f"  one after the other {wall_of_one:6.2f} s, processor {processor_of_one:6.2f} s")
    print(f"  at once             {wall:6.2f} s, processor {processor:6.2f} s: the same digits: {one == four}")
    return one == four


TEXT = "text = open('gold.mrg').read() * 20_000"
TREES = "trees = open('gold.mrg').read().splitlines() * 10_000"
GRAPHS = "graphs = open('entailments/gold.conllu').read() * 1_000"
#: What is made before, and the work that is interrupted.
WORK = {
    "brackets, a million replicates": ("", "bezant.brackets('gold.mrg', ['strong.mrg', 'weak.mrg'], replicates=1_000_000)"),
    "brackets, a large text": (TEXT, "bezant.brackets(text, {'a': text})"),
    "dependencies, a large text": (GRAPHS, "bezant.dependencies(graphs, {'a': graphs})"),
    "fragments of a list": (TREES, "bezant.fragments(trees, {'a': trees}, replicates=0)"),
    "a loop's counter": (TREES, "bezant.Fragments().update(trees, trees)"),
    "compare saved rows": ("", "bezant.compare('rows.jsonl', replicates=1_000_000)"),
    "convert to Stanford": (TEXT, "bezant.convert(text, to='sd-ccprocessed')"),
    "draw many": (TEXT, "bezant.draw(text, sentence='1-100000')"),
}

SCRIPT = """
import bezant
{before}
print('ready', flush=True)
try:
    {work}
except KeyboardInterrupt:
    print('interrupted', flush=True)
else:
    print('done', flush=True)
"""


def processor_of(process: int) -> float:
    """The processor's time of another process, in seconds."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(given: argparse.Namespace) -> bool:
    """Ctrl-C ends work within a second, of which no machine has more than its cores' time."""
    bezant.brackets("gold.mrg", ["strong.mrg", "weak.mrg"], replicates=0).save("rows.jsonl")
    print("interrupt: from the signal to KeyboardInterrupt, half a second of the processor's time into the work")
    is_good = True
    for name, (before, work) in WORK.items():
        script = SCRIPT.format(before=before, work=work)
        started = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        assert started.stdout is not None
        assert started.stdout.readline() == "ready\n"
        at_start = processor_of(started.pid)
        while started.poll() is None and processor_of(started.pid) < at_start + 0.5:
            time.sleep(0.01)
        clock, processor = time.perf_counter(), processor_of(started.pid)
        started.send_signal(signal.SIGINT)
        said = started.stdout.readline().strip()
        clock, processor = time.perf_counter() - clock, processor_of(started.pid) - processor
        started.kill()
        started.wait()
        print(f"  {name:32} {clock:6.3f} s, processor {processor:5.2f} s: {said}")
        is_good = is_good and said == "interrupted" and min(clock, processor / (os.cpu_count() or 1)) < 1.0
    return is_good


#: Parses, word by word: number, form, lemma, tag, head, relation.
RELATIVE = (
    "1 Dogs dog NOUN 5 nsubj|2 that that PRON 4 obj|3 cats cat NOUN 4 nsubj|4 fear fear VERB 1 acl:relcl|"
    "5 bark bark VERB 0 root|6 . . PUNCT 5 punct"
)
DOGS = "1 Dogs dog NOUN 2 nsubj|2 bark bark VERB 0 root|3 . . PUNCT 2 punct"
CATS = DOGS.replace("Dogs dog", "Cats cat")
QUESTION = (
    "1 What what PRON 5 obj|2 did do AUX 5 aux|3 the the DET 4 det|4 boy boy NOUN 5 nsubj|5 find find VERB 0 root|"
    "6 ? ? PUNCT 5 punct"
)


def parse(*sentences: str) -> str:
    """Parses in CoNLL-U."""
    lines = []
    for sentence in sentences:
        for word in sentence.split("|"):
            number, form, lemma, tag, head, relation = word.split()
            lines.append("\t".join([number, form, lemma, tag, "_", "_", head, relation, "_", "_"]))
        lines.append("")
    return "\n".join(lines) + "\n"


def functions() -> dict[str, Callable[[], object]]:
    """A small call of every function."""
    gold, weak = (Path(f"{name}.mrg").read_text().splitlines()[:3] for name in ("gold", "weak"))
    graphs = [Path(f"entailments/{name}.conllu").read_text().split("\n\n")[:3] for name in ("gold", "weak")]
    relations = ["(ncsubj bark_1 Dogs_0 _)", "(dobj eat_1 fish_2)"]
    pairs = (
        "id,text,hypothesis,entailment\n1,Dogs that cats fear bark.,Dogs bark.,YES\n2,Dogs that cats fear bark.,Cats bark.,NO\n"
    )
    parses, question = parse(RELATIVE, DOGS, RELATIVE, CATS), parse(QUESTION)
    questions = "own01.mrg\nWhat did the boy find ?\ndobj find_4 What_0\n\n"
    result = bezant.brackets(gold, {"a": weak, "b": gold})
    alone = bezant.brackets(gold, weak)
    result.save("two.jsonl")
    kept, counter = bezant.Corpus(gold), bezant.Counter(["brackets"])
    loop = bezant.Brackets(gold=gold)
    answers = entail.decide(pairs, parses).bytes

    def fails() -> None:
        try:
            bezant.brackets("(S (NP\n", gold, quiet=True)
        except bezant.BezantError:
            pass

    def looped() -> None:
        loop.reset()
        loop.update(system=weak)
        loop.compute()

    return {
        "brackets": lambda: bezant.brackets(gold, weak, replicates=10),
        "fragments": lambda: bezant.fragments(gold, weak, replicates=10),
        "dependencies": lambda: bezant.dependencies(*graphs, replicates=10, quiet=True),
        "relations": lambda: bezant.relations(relations, relations, replicates=10),
        "unbounded": lambda: bezant.unbounded(questions, {"a": question}, quiet=True),
        "compare": lambda: bezant.compare("two.jsonl", replicates=10),
        "merge": lambda: bezant.merge("two.jsonl"),
        "check": lambda: bezant.check(gold),
        "convert": lambda: bezant.convert(gold, to="sd-ccprocessed"),
        "draw": lambda: bezant.draw(gold, weak, sentence=1),
        "report": lambda: bezant.report("two.jsonl"),
        "options": lambda: bezant.options(bezant.brackets),
        "entail.sentences": lambda: entail.sentences(pairs),
        "entail.decide": lambda: entail.decide(pairs, parses),
        "entail.score": lambda: entail.score(pairs, {"a": answers}),
        "entail.explain": lambda: entail.explain(pairs, parses, id=[2]),
        "entail.label": lambda: entail.label(pairs, parses),
        "entail.oracle": lambda: entail.oracle(pairs, gold_parses=parses, module="ud"),
        "entail.generate": lambda: entail.generate(gold=graphs[0], parsed=[graphs[1]], quiet=True),
        "entail.train": lambda: entail.train(pairs, parses),
        "entail.export": lambda: entail.export(pairs, to="jsonl"),
        "entail.tables": lambda: entail.tables(pairs),
        "result.worst, drawn": lambda: alone.worst(1)._repr_html_(),
        "result.show": lambda: alone.show(1),
        "result.intervals": lambda: alone.intervals(replicates=10),
        "result.to_latex": lambda: result.to_latex(),
        "Corpus": lambda: bezant.Corpus(gold),
        "Counter.count": lambda: counter.count(kept, weak),
        "Brackets, a loop": looped,
        "an error": fails,
    }


def memories(given: argparse.Namespace) -> bool:
    """Many calls of each function leave memory as it was."""
    print(f"memory: {given.calls} calls of each function, after a tenth as many to warm up")
    is_good = True
    for name, call in functions().items():
        if given.functions and name not in given.functions:
            continue
        for _ in range(given.calls // 10):
            call()
        grown = []
        # A leak grows in every round; pages that come and go do not.
        while len(grown) < 3 and (not grown or min(grown) > BYTES_A_CALL):
            before, start = memory(), time.process_time()
            for _ in range(given.calls):
                call()
            after, took = memory(), time.process_time() - start
            grown.append((after - before) / given.calls)
            print(
                f"  {name:24} before {megabytes(before)}, after {megabytes(after)}: {grown[-1]:8.1f} bytes a call,"
                f" {took / given.calls * 1e3:7.3f} ms of processor a call",
                flush=True,
            )
        is_good = is_good and min(grown) <= BYTES_A_CALL
    return is_good


def large(given: argparse.Namespace) -> bool:
    """A text of a gigabyte is scored, and not copied."""
    gold, system = (Path(f"{name}.mrg").read_text() for name in ("gold", "weak"))
    small = bezant.brackets(gold, {"weak": system}, replicates=0)
    times = int(given.gigabytes * 1e9 / len(gold)) + 1
    gold, system = gold * times, system * times
    print(f"large: {len(gold) / 1e9:.2f} GB of gold, {len(system) / 1e9:.2f} GB of a system, {60 * times} trees each")
    before = memory()
    wall, processor = time.perf_counter(), time.process_time()
    found = bezant.brackets(gold, {"weak": system}, replicates=0)
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(f"  {wall:6.1f} s, processor {processor:6.1f} s; memory before {megabytes(before)} (the texts), at most {megabytes(peak)}")
    is_same = found.scores == small.scores and found.counts["matched"] == small.counts["matched"] * times
    print(f"  F1 {found.f1!r}, that of the small text: {is_same}")
    return is_same


PARTS = {"threads": threads, "interrupt": interrupt, "memory": memories, "large": large}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--functions", nargs="*", help="of which memory is looked at, in place of all")
    parser.add_argument("--gigabytes", type=float, default=1.0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([sys.executable, "-m", "bezant", "demo", "--write", folder], check=True, capture_output=True)
        good = [PARTS[name](given) for name in given.parts or PARTS]
        os.chdir("/")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
