"""bezant as a scorer of a spaCy pipeline, named in its configuration.

A parser is trained on a few sentences, which takes a second or two; `nlp.evaluate` calls the scorer.
"""

import random

import spacy
from spacy.tokens import Doc
from spacy.training import Example

import bezant.integrations.spacy

SENTENCES = [
    (["Dogs", "bark", "."], [1, 1, 1], ["nsubj", "ROOT", "punct"]),
    (["The", "baker", "sold", "bread", "."], [1, 2, 2, 2, 2], ["det", "nsubj", "ROOT", "obj", "punct"]),
    (["She", "left", "early", "."], [1, 1, 1, 1], ["nsubj", "ROOT", "advmod", "punct"]),
]


def main() -> None:
    # Only needed where bezant was not installed by pip: an installed one is found by its entry point.
    bezant.integrations.spacy.register()
    spacy.util.fix_random_seed(1)
    random.seed(1)
    nlp = spacy.blank("en")
    # Relations that are seen less often than this are not learnt; here none is seen often.
    nlp.add_pipe("parser", config={"scorer": {"@scorers": "bezant.dependencies.v1"}, "min_action_freq": 1})
    examples = []
    for words, heads, relations in SENTENCES:
        starts = [place == 0 for place in range(len(words))]
        gold = Doc(nlp.vocab, words=words, heads=heads, deps=relations, sent_starts=starts)
        examples.append(Example(nlp.make_doc(gold.text), gold))
    nlp.initialize(lambda: examples)
    for _ in range(30):
        nlp.update(examples)
    scores = nlp.evaluate(examples)
    print(f"UAS {100 * scores['dep_uas']:.2f}, LAS {100 * scores['dep_las']:.2f}, CLAS {100 * scores['bezant']['CLAS']:.2f}")
    print(scores["bezant_signature"])


if __name__ == "__main__":
    main()
