#!/usr/bin/env python3
"""What two programs need for the same jobs: instructions on one thread, and memory at its peak.

    cargo build --profile dist
    python3 scripts/instructions.py OLD/bezant target/dist/bezant [WORDS]

runs the jobs of the benchmarks as commands that older programs know too, on the reference results (`$BEZANT_CONFORMANCE`,
or `../shared/conformance`). With WORDS, only jobs that have one of them in their names. Instructions are counted by
valgrind, so that they do not depend on what else the machine does. Memory is twice what a run has at most: what it has
asked for (the heap, by valgrind), and all of its pages (by GNU time), with the files that it maps and the program itself,
which `--version` shows alone. Pages differ by megabytes with how the program's own file lies in the system's cache: a copy of
the same program has others. Of what a change costs, the heap tells more.
"""

import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = pathlib.Path(os.environ.get("BEZANT_CONFORMANCE", PROJECT.parent / "shared" / "conformance"))
PAIRS = PROJECT / "crates" / "bezant-cli" / "demo" / "entailments"

# Replicates are said, because older programs draw none for one system.
JOBS = {
    "the program itself": "--version",
    "brackets, 12 MB each": "brackets --preset collins gold.big.mrg B.big.mrg --replicates 0",
    "brackets, 12 MB each, none skipped": "brackets --preset collins same.gold.mrg same.B.mrg --replicates 0",
    "brackets, 3 systems, 1,000 replicates": "brackets --preset collins gold.mrg A.mrg B.mrg C.mrg --replicates 1000",
    "brackets, 3 systems, 12 MB each": "brackets --preset collins gold.big.mrg A.big.mrg B.big.mrg C.big.mrg --replicates 0",
    "brackets --compat evalb": "brackets --compat evalb gold.mrg B.mrg",
    "fragments": "fragments gold.mrg B.mrg --replicates 0",
    "fragments --max-size 15": "fragments gold.mrg B.mrg --max-size 15 --replicates 0",
    "dependencies, gold's tokens": "dependencies gold.conllu goldtok.conllu --replicates 0",
    "dependencies, raw text": "dependencies gold.conllu raw.conllu --replicates 0",
    "relations": "relations gold.gr system.gr --replicates 0",
    "relations, optimal": "relations gold.gr system.gr --assignment optimal --replicates 0",
    "entail decide --module ud": "entail decide pairs.xml --parses parses.conllu --module ud",
    "entail decide --module stanford": "entail decide pairs.xml --parses parses.mrg --module stanford",
    "convert --to sd-ccprocessed": "convert --to sd-ccprocessed gold.mrg",
    "compare, 10,000 replicates": "compare rows.jsonl --replicates 10000",
}
# What the original programs do not have is no option with --compat.
EVERYWHERE = ["--threads", "1", "--quiet"]


def text(path):
    data = (REFERENCE / path).read_bytes()
    return gzip.decompress(data) if path.endswith(".gz") else data


def renumbered(data, times, head):
    """The same paragraphs over and over, the numbers in front of them (the last group of `head`) counted on."""
    first, *parts = re.split(head, data.decode())
    paragraphs = [(before, int(number), after) for before, number, after in zip(*[iter(parts)] * 3)]
    most = max(number for _, number, _ in paragraphs)
    again = (f"{before}{time * most + number}{after}" for time in range(times) for before, number, after in paragraphs)
    return first + "".join(again)


def prepare():
    for name in ["gold", "sysA", "sysB", "sysC"]:
        data, short = text(f"brackets/craft2k.{name}.mrg"), name.removeprefix("sys")
        pathlib.Path(f"{short}.mrg").write_bytes(data)
        pathlib.Path(f"{short}.big.mrg").write_bytes(data * 16)
    words = re.compile(rb"([^\s()]+)\)")
    lines = [pathlib.Path(name).read_bytes().splitlines() for name in ["gold.mrg", "B.mrg"]]
    same = [pair for pair in zip(*lines) if words.findall(pair[0]) == words.findall(pair[1])]
    for name, side in zip(["gold", "B"], zip(*same)):
        pathlib.Path(f"same.{name}.mrg").write_bytes((b"\n".join(side) + b"\n") * 16)
    for name in ["gold", "goldtok", "raw"]:
        pathlib.Path(f"{name}.conllu").write_bytes(text(f"dependencies/ewt.{name}.conllu.gz") * 4)
    for path, name in [("sents-tst.gr", "gold"), ("example.trans.parses", "system")]:
        relations = text(f"relations/{path}")
        relations = relations[relations.index(b"\n1\n"):]
        pathlib.Path(f"{name}.gr").write_text(renumbered(relations, 20, r"(\n)(\d+)(?=\n)"))
    pairs = (PAIRS / "pairs.xml").read_bytes()
    opening, closing = pairs.index(b"  <pair"), pairs.index(b"</entailment-corpus>")
    middle = renumbered(pairs[opening:closing], 20, r'(<pair id=")(\d+)(?=")')
    pathlib.Path("pairs.xml").write_bytes(pairs[:opening] + middle.encode() + pairs[closing:])
    for ending, between in [("conllu", b"\n\n"), ("mrg", b"\n")]:
        parses = (PAIRS / f"gold.{ending}").read_bytes().rstrip() + between
        pathlib.Path(f"parses.{ending}").write_bytes(parses * 20)


def valgrind(tool, program, job):
    """What a tool says, and what it writes."""
    command = ["valgrind", f"--tool={tool}", f"--{tool}-out-file=written", program, *job]
    ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if ran.returncode:
        sys.exit(f"{program} {' '.join(job)}: status {ran.returncode}\n{ran.stderr}")
    return ran.stderr, pathlib.Path("written").read_text()


def instructions(program, job):
    said, _ = valgrind("cachegrind", program, job)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", said)[1].replace(",", "")) / 1e6


def heap(program, job):
    _, written = valgrind("massif", program, job)
    return max(map(int, re.findall(r"mem_heap_B=(\d+)", written))) / 1e6


def pages(program, job):
    """The least of three runs. GNU time is small; a child of ours would begin with our own memory."""
    def one():
        command = ["time", "-f", "%M", "-o", "peak", program, *job]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return int(pathlib.Path("peak").read_text()) / 1000
    return min(one() for _ in range(3))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    programs = [str(pathlib.Path(path).resolve()) for path in sys.argv[1:3]]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare()
        print("| job | million instructions | | | heap, MB | | pages, MB | |\n|---|" + "--:|" * 7)
        for name, words in JOBS.items():
            if len(sys.argv) > 3 and not any(word in name for word in sys.argv[3:]):
                continue
            measured = []
            for program in programs:
                if words.startswith("compare"):
                    scored = "brackets --preset collins gold.mrg A.mrg B.mrg C.mrg -q --save rows.jsonl -o /dev/null"
                    subprocess.run([program, *scored.split()], check=True)
                own = "--version" in words or "--compat" in words
                job = words.split() + ([] if own else EVERYWHERE)
                measured.append([measure(program, job) for measure in (instructions, heap, pages)])
            (old, new), *memory = zip(*measured)
            cells = [f"{old:,.1f}", f"{new:,.1f}", f"{100 * (new / old - 1):+.1f} %"]
            cells += [f"{peak:.1f}" for both in memory for peak in both]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
