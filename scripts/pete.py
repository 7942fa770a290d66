#!/usr/bin/env python3
"""Scores parses of the task's pairs with every module, by default and as published, and prints tables.

    python3 scripts/pete.py target/release/bezant PETE_dev.xml FOLDER

FOLDER has one file a parser with the parses of the pairs' sentences in the order T1 H1 T2 H2 ... (`bezant entail
sentences` writes them, and scripts/pete_parsers.py lets real parsers parse them). The second table is of the
demo's own pairs, for which nothing is needed. Everything that is printed was computed just now; the tables in
docs/reproduction.md are what it printed.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SUFFIXES = [".mrg", ".conllu", ".conllx", ".sd"]
MODULES = ["stanford", "ud", "cambridge", "schwa", "paths"]


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))}\n{done.stderr}")
    return done.stdout


def accuracies(bezant, pairs, parses, *options):
    """The accuracy of each module, in percent."""
    with tempfile.TemporaryDirectory() as folder:
        answers = pathlib.Path(folder, "answers.tsv")
        run(bezant, "entail", "decide", "-q", pairs, "--parses", parses, "--module", "all", *options, "-o", answers)
        found = json.loads(run(bezant, "entail", "score", "-q", pairs, answers, "--replicates", "0", "--format", "json"))
    scores = {system["name"]: system["scores"]["accuracy"] for system in found["systems"]}
    return [f"{100 * scores[module]:.2f}" for module in MODULES]


def table(bezant, pairs, files, title):
    print(f"| {title} | " + " | ".join(f"`{module}` | published" for module in MODULES) + " |")
    print("|---|" + "--:|" * 2 * len(MODULES))
    for name, file in files:
        both = zip(accuracies(bezant, pairs, file), accuracies(bezant, pairs, file, "--published"))
        print(f"| {name} | " + " | ".join(f"{ours} | {published}" for ours, published in both) + " |", flush=True)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    bezant, pairs, folder = pathlib.Path(sys.argv[1]).resolve(), *map(pathlib.Path, sys.argv[2:])
    print("Development set of the task, accuracy in percent:\n")
    parses = sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES)
    table(bezant, pairs, [(file.name, file) for file in parses], "parses")
    demo = pathlib.Path(__file__).resolve().parent.parent / "crates/bezant-cli/demo/entailments"
    print("\nOur own pairs:\n")
    names = ["gold.mrg", "gold.conllu", "strong.mrg", "strong.conllu", "middling.conllu", "weak.conllu"]
    table(bezant, demo / "pairs.xml", [(name, demo / name) for name in names], "parses")


if __name__ == "__main__":
    main()
