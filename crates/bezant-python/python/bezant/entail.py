"""PETE: does a short sentence follow from the parse of a long one? One function a command of ``bezant entail``.

>>> from bezant import entail
>>> pairs = '''id,text,hypothesis,entailment
... 1,Dogs bark.,Dogs bark.,YES
... 2,Cats sleep.,Dogs sleep.,NO
... '''
>>> entail.sentences(pairs).lines
['Dogs bark.', 'Dogs bark.', 'Cats sleep.', 'Dogs sleep.']
>>> entail.score(pairs, {"always": "1 YES\\n2 YES\\n"}).accuracy
0.5

Pairs, parses and answers are paths, text, or what else :mod:`bezant` reads. What is not a score is an
:class:`~bezant.Output`: ``.text``, ``.lines``, ``.data``, ``.save(path)``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bezant._call import Call, Progress, names_of
from bezant._errors import in_python
from bezant._results import Output, Result, scored

__all__ = [
    "decide",
    "explain",
    "export",
    "filter",
    "generate",
    "import_",
    "label",
    "oracle",
    "pack",
    "score",
    "sentences",
    "split",
    "tables",
    "train",
]

_KEPT = {
    "format": "results have .to_latex(), .to_markdown(), .to_csv(), .to_dict()",
    "output": "results have .save(path)",
    "names": "a mapping gives systems their names, {name: answers}",
    "color": "results have no colours",
}


def _run(command: str, files: Sequence[tuple[Any, str]], options: Mapping[str, Any]) -> Output:
    from bezant import _inputs

    call = Call(f"entail {command}")
    for one, role in files:
        call.add(_inputs.one(one, role))
    call.add_options(options)
    ran = call.run()
    notes = [in_python(message.text) for message in ran.messages if message.kind == "note"]
    return Output(ran.out, notes, ran.status)


def sentences(pairs: Any, **options: Any) -> Output:
    """The sentences to parse, in the order T1 H1 T2 H2 ...; ``as_`` says in which form."""
    return _run("sentences", [(pairs, "pairs")], options)


def decide(pairs: Any, parses: Any = None, *, module: str = "ud", **options: Any) -> Output:
    """Decides from parses which hypotheses follow; the answers can be given to :func:`score`.

    ``module`` is "ud", "stanford", "cambridge", "schwa", "paths", "learned" or "all". ``.notes`` has the signature.
    """
    return _run("decide", [(pairs, "pairs")], {"parses": parses, "module": module, **options})


def score(pairs: Any, answers: Any, *, progress: Progress = None, **options: Any) -> Result:
    """Scores answers: accuracy, precision, recall and F1, and whether differences are real."""
    from bezant import _inputs

    call = Call("entail score")
    call.add(_inputs.one(pairs, "pairs"))
    if isinstance(answers, Mapping):
        answers = {name: _answers(one) for name, one in answers.items()}
    else:
        answers = _answers(answers)
    given = _inputs.several(answers, role="answers")
    for one in given:
        call.add(one)
    names = names_of(answers, given)
    call.add_options(options, _KEPT)
    if names:
        call.options.append(f"--names={','.join(names)}")
    return scored(call, progress)


def _answers(answers: Any) -> Any:
    return answers.bytes if isinstance(answers, Output) else answers


def explain(pairs: Any, parses: Any = None, *, module: str = "ud", **options: Any) -> Output:
    """Why pairs got their answers: ``id=[...]`` says of which, ``wrong=True`` of those that are wrong."""
    return _run("explain", [(pairs, "pairs")], {"parses": parses, "module": module, **options})


def label(pairs: Any, parses: Any = None, **options: Any) -> Output:
    """The relation that each pair is about."""
    return _run("label", [(pairs, "pairs")], {"parses": parses, **options})


def oracle(pairs: Any, parses: Any = None, *, progress: Progress = None, **options: Any) -> Result:
    """How good a module is by itself: on gold's parses, and on a parser's."""
    from bezant import _inputs

    call = Call("entail oracle")
    call.add(_inputs.one(pairs, "pairs"))
    call.add_options({"parses": parses, **options}, {**_KEPT, "names": "there are none"})
    return scored(call, progress)


def generate(gold: Any = None, parsed: Any = None, **options: Any) -> Output:
    """Hypotheses about what parsers disagree on: from ``gold`` and what was ``parsed``, from ``sentences``, or from
    ``pairs`` and ``parses``."""
    given = {name: value for name, value in (("gold", gold), ("parsed", parsed)) if value is not None}
    return _run("generate", [], {**given, **options})


def train(pairs: Any, parses: Any = None, **options: Any) -> Output:
    """Trains the module "learned" on pairs with answers; returns its weights."""
    return _run("train", [(pairs, "pairs")], {"parses": parses, **options})


def export(pairs: Any, *, to: str, **options: Any) -> Output:
    """The pairs as questions for language models, or for people elsewhere."""
    return _run("export", [(pairs, "pairs")], {"to": to, **options})


def import_(*results: Any, from_: str, **options: Any) -> Output:
    """Judgements of what a crowd answered."""
    files = [(one, f"results {number}") for number, one in enumerate(results, 1)]
    return _run("import", files, {"from_": from_, **options})


def filter(pairs: Any, *judgements: Any, **options: Any) -> Output:  # noqa: A001
    """The pairs on which people agree."""
    if not judgements:
        raise TypeError("bezant.entail.filter() wants pairs, and then files of judgements")
    files = [(one, f"judgements {number}") for number, one in enumerate(judgements, 1)]
    return _run("filter", [(pairs, "pairs"), *files], options)


def tables(*pairs: Any, **options: Any) -> Output:
    """Pairs counted by source, answer, relation and construction."""
    return _run("tables", [(one, f"pairs {number}") for number, one in enumerate(pairs, 1)], options)


def split(pairs: Any, *, output: Any, **options: Any) -> Output:
    """Divides pairs into parts, such as dev and test, in a folder."""
    return _run("split", [(pairs, "pairs")], {"output": output, **options})


def pack(pairs: Any, *, output: Any, **options: Any) -> Output:
    """A folder of pairs that can be given away."""
    return _run("pack", [(pairs, "pairs")], {"output": output, **options})
