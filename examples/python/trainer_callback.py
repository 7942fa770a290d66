"""Scores that a trainer asks for by its callbacks.

The two trainers here are no more than what Hugging Face's `Trainer` and Lightning's do with a callback, so that this
runs without them; the callback is the one to give to the real ones.
"""

from types import SimpleNamespace

import bezant
from bezant.integrations.callbacks import ParserCallback, compute_metrics

GOLD = ["(S (NP (NNS dogs)) (VP (VBP bark)))", "(S (NP (NNS cats)) (VP (VBP sleep) (ADVP (RB well))))"]
OTHER = ["(S (NP (NNS dogs) (VBP bark)))", "(S (NP (NNS cats)) (VP (VBP sleep) (RB well)))"]


class Model:
    """Parses nothing right at first, and everything after it was trained."""

    def __init__(self) -> None:
        self.trained = False

    def parse(self) -> list:
        return GOLD if self.trained else OTHER

    def log_dict(self, scores: dict) -> None:
        print("logged:", {name: round(value, 4) for name, value in scores.items() if name.endswith("_f1")})


def hugging_face(callback: ParserCallback, model: Model) -> None:
    """Every callback is asked for every event."""
    state = SimpleNamespace(log_history=[])
    for event in ("on_init_end", "on_train_begin", "on_epoch_begin", "on_step_end", "on_epoch_end"):
        getattr(callback, event)(None, state, None, model=model)
    metrics = {"eval_loss": 0.5}
    state.log_history.append(dict(metrics))
    callback.on_evaluate(None, state, None, metrics=metrics, model=model)
    print("evaluated:", {name: round(value, 4) for name, value in metrics.items() if name in ("eval_loss", "eval_bezant_f1")})


def lightning(callback: ParserCallback, model: Model) -> None:
    callback.setup(None, model, stage="fit")
    callback.on_validation_epoch_start(None, model)
    callback.on_validation_epoch_end(None, model)


def main() -> None:
    callback = ParserCallback(bezant.Brackets(gold=GOLD), parse=lambda model: model.parse())
    model = Model()
    hugging_face(callback, model)
    model.trained = True
    lightning(callback, model)
    print("history:", [round(scores["f1"], 4) for scores in callback.history])

    # Where the trainer has predictions, and not a model that parses.
    compute = compute_metrics(bezant.Brackets(gold=GOLD), decode=lambda prediction: prediction.predictions)
    print("computed:", round(compute(SimpleNamespace(predictions=OTHER))["f1"], 4))


if __name__ == "__main__":
    main()
