"""Examples run, each in a process of its own, and adapters do what trainers ask of them."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sys
import types
from pathlib import Path

import bezant
import pytest
from bezant.integrations import torchmetrics as adapter
from bezant.integrations.callbacks import ParserCallback

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def run(name):
    environment = dict(os.environ, PYTHONIOENCODING="utf-8")
    done = subprocess.run([sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_training_loop():
    out = run("training_loop.py")
    assert "epoch 0: F1 0.00" not in out and "epoch 4: F1 100.00, exact 100.00" in out
    assert "of 4 sentences" in out and "\nbrackets|" in out


def test_callbacks_of_trainers():
    out = run("trainer_callback.py")
    assert "'eval_bezant_f1': 0.6667" in out or "'eval_bezant_f1'" in out
    assert "logged: {'bezant_f1': 1.0" in out


def test_drop_in():
    out = run("drop_in.py")
    assert "UAS 66.67\nLAS 66.67" in out and "UDError: the concatenation of tokens" in out
    assert "recall 0.75, precision 1.0" in out


def test_objects():
    out = run("objects.py")
    for library in ("nltk", "conllu", "udapi", "spaCy"):
        assert library in out or "not installed" in out
    assert out.count("LAS 0.6667") == out.count("LAS")


def test_the_scorer_of_spacy():
    pytest.importorskip("spacy")
    out = run("spacy_scorer.py")
    assert out.startswith("UAS 100.00, LAS 100.00") and "dependencies|preset:ud" in out


def test_the_scorer_of_spacy_is_an_entry_point():
    spacy = pytest.importorskip("spacy")
    try:
        importlib.metadata.distribution("bezant")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("bezant is not installed, only on the path")
    assert spacy.registry.scorers.get("bezant.dependencies.v1")


@pytest.fixture
def small_torch(monkeypatch):
    """As much of torch and torchmetrics as the adapter uses; the real ones where they are installed."""
    try:
        import torchmetrics  # noqa: F401

        return
    except ImportError:
        pass

    class Tensor(list):
        device = "cpu"

        def __iadd__(self, other):
            return Tensor(one + two for one, two in zip(self, other))

        def tolist(self):
            return list(self)

    def tensor(values, dtype=None, device=None):
        return Tensor(values) if isinstance(values, list) else float(values)

    class Metric:
        def __init__(self, **options):
            self.options = options
            self._defaults = {}

        def add_state(self, name, default, dist_reduce_fx=None):
            assert dist_reduce_fx == "sum"
            self._defaults[name] = default
            setattr(self, name, Tensor(default))

        def reset(self):
            for name, default in self._defaults.items():
                setattr(self, name, Tensor(default))

    torch = types.ModuleType("torch")
    torch.int64, torch.tensor = "int64", tensor
    torch.zeros = lambda width, dtype: Tensor([0] * width)
    metrics = types.ModuleType("torchmetrics")
    metrics.Metric = Metric
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torchmetrics", metrics)


def test_torchmetrics(small_torch):
    gold = ["(S (NP (N a) (N b)) (V c))", "(S (N a) (V b))"]
    system = ["(S (N a) (VP (N b) (V c)))", "(S (N a) (V x))"]
    metric = adapter.adapt(bezant.Brackets(preset="none"))
    for one, two in zip(gold, system):
        metric.update(preds=[two], target=[one])
    own = bezant.Brackets(preset="none")
    own.update(gold, system)
    assert float(metric.compute()["f1"]) == own.compute(missed=True)["f1"]
    assert metric.compute().keys() == own.compute(missed=True).keys()
    scored = adapter.adapt(bezant.Brackets(preset="none", gold=gold), missed=False)
    scored.update(preds=system)
    assert float(scored.compute()["f1"]) == own.compute()["f1"]
    # What processes send each other is the state alone, summed.
    metric.numbers = metric.numbers + metric.numbers if hasattr(metric.numbers, "sum") else metric.numbers
    metric.reset()
    assert sum(metric.numbers.tolist()) == 0
    assert adapter.adapt(bezant.Dependencies()) is not None
    with pytest.raises(TypeError, match="all_gather_object"):
        adapter.adapt(bezant.Fragments())


def test_torchmetrics_itself():
    pytest.importorskip("torchmetrics")
    assert run("torchmetrics_loop.py").startswith("F1 0.")


def test_a_callback_answers_every_event():
    callback = ParserCallback(bezant.Brackets(gold=["(S (N a))"], preset="none"), parse=lambda model: model)
    for event in ("on_train_begin", "on_save", "on_fit_start", "setup", "teardown"):
        assert getattr(callback, event)(1, 2, three=3) is None
    with pytest.raises(AttributeError):
        callback.unknown
    callback.score(["(S (N a))"])
    other = ParserCallback(callback.metric, callback.parse)
    other.load_state_dict(callback.state_dict())
    assert other.history == callback.history and other.state_key == "ParserCallback"
