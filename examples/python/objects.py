"""What other libraries hold, scored as it is. Libraries that are not installed are passed over."""

import bezant

GOLD = """# text = Dogs bark.
1\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""
SYSTEM = GOLD.replace("nsubj", "obj")


def from_nltk() -> None:
    from nltk import Tree

    gold = [Tree.fromstring("(S (NP (NNS Dogs)) (VP (VBP bark)) (. .))")]
    system = [Tree.fromstring("(S (NP (NNS Dogs) (VBP bark)) (. .))")]
    print("nltk:   F1", round(bezant.brackets(gold, system, replicates=0).f1, 4))


def from_conllu() -> None:
    import conllu

    gold, system = conllu.parse(GOLD), conllu.parse(SYSTEM)
    print("conllu: LAS", round(bezant.dependencies(gold, system, replicates=0).scores["LAS"], 4))


def from_udapi() -> None:
    from udapi.core.document import Document

    gold, system = Document(), Document()
    gold.from_conllu_string(GOLD)
    system.from_conllu_string(SYSTEM)
    print("udapi:  LAS", round(bezant.dependencies(gold, system, replicates=0).scores["LAS"], 4))


def from_spacy() -> None:
    import spacy
    from spacy.tokens import Doc

    vocab = spacy.blank("en").vocab
    words, spaces, heads = ["Dogs", "bark", "."], [True, False, False], [1, 1, 1]
    gold = Doc(vocab, words=words, spaces=spaces, heads=heads, deps=["nsubj", "ROOT", "punct"])
    system = Doc(vocab, words=words, spaces=spaces, heads=heads, deps=["obj", "ROOT", "punct"])
    print("spaCy:  LAS", round(bezant.dependencies(gold, system, replicates=0).scores["LAS"], 4))


def main() -> None:
    for example in (from_nltk, from_conllu, from_udapi, from_spacy):
        try:
            example()
        except ModuleNotFoundError as error:
            print("not installed:", error.name)


if __name__ == "__main__":
    main()
