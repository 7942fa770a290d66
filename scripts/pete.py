#!/usr/bin/env python3
"""Scores parses of the task's pairs with every module, by default and as published, and prints tables.

    python3 scripts/pete.py target/release/bezant PETE_dev.xml FOLDER
    python3 scripts/pete.py target/release/bezant PETE_dev.xml FOLDER --by PARSES

FOLDER has one file a parser with the parses of the pairs' sentences in the order T1 H1 T2 H2 ... (`bezant entail
sentences` writes them, and scripts/pete_parsers.py lets real parsers parse them). The second table is of the
demo's own pairs, for which nothing is needed. Everything that is printed was computed just now; the tables in
docs/reproduction.md are what it printed.

With --by the pairs are labelled from PARSES, one of the files, and the tables are by relation: how many pairs have
it, and what share of it parsers get wrong, beside the figures that the articles print.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

SUFFIXES = [".mrg", ".conllu", ".conllx", ".sd"]
MODULES = ["stanford", "ud", "cambridge", "schwa", "paths"]

# Parsers of several kinds, whose wrong answers are shown by relation.
BY_RELATION = ["englishPCFG.mrg", "clearnlp2.conllu", "nndep352_english_SD.conllu", "spacy_md.conllu"]

# What the articles print, in percent. Shares of pairs: table 3 of Yuret, Rimell and Han (2013), after the filter, and
# table 1 of Yuret, Han and Turgut (2010). Shares of Cambridge's wrong answers: table 5 of the former, on the development
# set and on the test set, which is table 4 of the latter.
PRINTED = {
    "Direct object": (42, 42, 18, 51),
    "Nominal subject": (33, 33, 9, 20),
    "Reduced relative clause": (21, 21, 45, 36),
    "Relative clause": (14, 13, 18, None),
    "Passive nominal subject": (7, 6, 9, 7),
    "Object of preposition": (5, 5, None, 7),
    "Prepositional modifier": (5, 4, 9, None),
    "Adverbial modifier": (3, 2, 9, None),
    "Open clausal complement": (2, None, None, None),
    "Clausal complement": (2, None, None, None),
    "Conjunct": (None, 2, 9, None),
    "Free relative": (None, 2, None, None),
}


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


def by_relation(bezant, pairs, files, parses):
    """Shares of pairs and of wrong answers by relation, beside what the articles print."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        labelled = folder / "labelled.xml"
        run(bezant, "entail", "label", "-q", pairs, "--parses", parses, "--replace", "-o", labelled)
        for file in files:
            options = ["--parses", file, "--module", "cambridge", "--published", "-o", folder / f"{file.name}.txt"]
            run(bezant, "entail", "decide", "-q", pairs, *options)
        answers = [folder / f"{file.name}.txt" for file in files]
        words = ["--names", ",".join(file.name for file in files), "--replicates", "0", "--format", "json"]
        found = json.loads(run(bezant, "entail", "score", "-q", labelled, *answers, *words))
    shares = {row["relation"]: row["of_pairs"] for row in found["relation"]}
    errors = {row["relation"]: row for row in found["relation_errors"]}
    heads = ["article, table 3", "task, table 1", "here", "table 5, development", "tables 5 and 4, test"]
    print("| relation | " + " | ".join([*heads, *(f"`{file.name}`" for file in files)]) + " |")
    print("|---|" + "--:|" * (len(heads) + len(files)))
    shown = lambda number: "" if number is None else f"{number:.0f}"
    others = sorted(set(shares) - set(PRINTED), key=lambda name: (-shares[name], name))
    for relation in [*PRINTED, *others]:
        article, task, *wrong = PRINTED.get(relation, (None,) * 4)
        ours = [100 * errors.get(relation, {}).get(file.name, 0) for file in files]
        numbers = [article, task, 100 * shares.get(relation, 0), *wrong, *ours]
        print(f"| {relation} | " + " | ".join(map(shown, numbers)) + " |", flush=True)


def main():
    if len(sys.argv) not in (4, 6) or sys.argv[4:5] not in ([], ["--by"]):
        sys.exit(__doc__)
    bezant, pairs, folder = pathlib.Path(sys.argv[1]).resolve(), *map(pathlib.Path, sys.argv[2:4])
    if len(sys.argv) == 6:
        files = [folder / name for name in BY_RELATION if (folder / name).exists()]
        return by_relation(bezant, pairs, files, pathlib.Path(sys.argv[5]))
    print("Development set of the task, accuracy in percent:\n")
    parses = sorted(file for file in folder.iterdir() if file.suffix in SUFFIXES)
    table(bezant, pairs, [(file.name, file) for file in parses], "parses")
    demo = pathlib.Path(__file__).resolve().parent.parent / "crates/bezant-cli/demo/entailments"
    print("\nOur own pairs:\n")
    names = ["gold.mrg", "gold.conllu", "strong.mrg", "strong.conllu", "middling.conllu", "weak.conllu"]
    table(bezant, demo / "pairs.xml", [(name, demo / name) for name in names], "parses")


if __name__ == "__main__":
    main()
