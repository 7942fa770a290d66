"""A parser that learns, scored after every epoch.

What stands in for a parser has some of its sentences right, and more of them each epoch. Gold is parsed once. At the end
two workers score half of the sentences each, and their counts are added.
"""

import random

import bezant

GOLD = [
    "(S (NP (DT the) (NN baker)) (VP (VBD sold) (NP (CD forty) (NNS loaves))) (. .))",
    "(S (NP (PRP she)) (VP (VBD counted) (NP (PRP them)) (ADVP (RB twice))) (. .))",
    "(S (NP (DT the) (NN oven)) (VP (VBZ needs) (NP (DT a) (JJ new) (NN door))) (. .))",
    "(S (NP (NNS customers)) (VP (VBP wait) (PP (IN in) (NP (DT the) (NN rain)))) (. .))",
]
FLAT = [
    "(S (DT the) (NN baker) (VBD sold) (CD forty) (NNS loaves) (. .))",
    "(S (PRP she) (VBD counted) (PRP them) (RB twice) (. .))",
    "(S (DT the) (NN oven) (VBZ needs) (DT a) (JJ new) (NN door) (. .))",
    "(S (NNS customers) (VBP wait) (IN in) (DT the) (NN rain) (. .))",
]


def parse(epoch: int) -> list:
    """The trees that the parser returns after so many epochs."""
    random.seed(epoch)
    return [gold if random.random() < epoch / 4 else flat for gold, flat in zip(GOLD, FLAT)]


def main() -> None:
    dev = bezant.Brackets(gold=GOLD)
    for epoch in range(5):
        dev.reset()
        dev.update(system=parse(epoch))
        scores = dev.compute()
        print(f"epoch {epoch}: F1 {100 * scores['f1']:.2f}, exact {100 * scores['exact_match']:.2f}")

    workers = [bezant.Brackets(), bezant.Brackets()]
    workers[0].update(GOLD[:2], parse(2)[:2])
    workers[1].update(GOLD[2:], parse(2)[2:])
    together = sum(workers)
    print(f"two workers after epoch 2: F1 {100 * together.compute()['f1']:.2f} of {together.n} sentences")
    print(together.signature)


if __name__ == "__main__":
    main()
