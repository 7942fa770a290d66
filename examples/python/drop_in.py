"""Scripts for other scorers, with their imports changed and nothing else."""

import io

from bezant.compat.conll18_ud_eval import UDError, evaluate, load_conllu
from bezant.compat.pyevalb import parser, scorer

GOLD = """1\tDogs\tdog\tNOUN\t_\t_\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\t_\t_\t0\troot\t_\t_
3\tloudly\tloudly\tADV\t_\t_\t2\tadvmod\t_\t_

"""
SYSTEM = GOLD.replace("2\tadvmod", "1\tadvmod")


def main() -> None:
    scores = evaluate(load_conllu(io.StringIO(GOLD)), load_conllu(io.StringIO(SYSTEM)))
    for name in ("UAS", "LAS", "CLAS"):
        print(f"{name} {100 * scores[name].f1:.2f}")
    try:
        evaluate(load_conllu(io.StringIO(GOLD)), load_conllu(io.StringIO(GOLD.replace("Dogs", "Cats"))))
    except UDError as error:
        print("UDError:", error)

    gold = parser.create_from_bracket_string("(S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))))")
    test = parser.create_from_bracket_string("(S (NP (NNS Dogs)) (VP (VBP bark) (RB loudly)))")
    result = scorer.Scorer().score_trees(gold, test)
    print(f"recall {result.recall}, precision {result.prec}")


if __name__ == "__main__":
    main()
