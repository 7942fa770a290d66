"""bezant's metric as one of torchmetrics', which sums its state over processes."""

import bezant
from bezant.integrations.torchmetrics import adapt

GOLD = ["(S (NP (NNS dogs)) (VP (VBP bark)))", "(S (NP (NNS cats)) (VP (VBP sleep)))"]
SYSTEM = ["(S (NP (NNS dogs)) (VP (VBP bark)))", "(S (NP (NNS cats) (VBP sleep)))"]


def main() -> None:
    metric = adapt(bezant.Brackets())
    for gold, system in zip(GOLD, SYSTEM):
        metric.update(preds=[system], target=[gold])
    print("F1", round(float(metric.compute()["f1"]), 4))
    metric.reset()
    metric.update(preds=GOLD, target=GOLD)
    print("F1", round(float(metric.compute()["f1"]), 4))


if __name__ == "__main__":
    main()
