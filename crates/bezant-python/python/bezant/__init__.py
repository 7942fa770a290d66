"""bezant says how good a natural-language parser really is, and shows why.

>>> import bezant
>>> gold = ["(S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))))"]
>>> parsed = ["(S (NP (NNS Dogs)) (VP (VBP bark) (NP (RB loudly))))"]
>>> bezant.brackets(gold, parsed).f1
0.75

Functions have the names of the program's commands, and take the same options: ``--max-size 3`` is ``max_size=3``,
``--align`` is ``align=True``; :func:`options` lists them. Numbers are those of the program, to the last digit.

Gold and systems are paths, text, lists of sentences, objects of NLTK, conllu, spaCy, stanza and udapi, columns of data
frames, or a :class:`Corpus` that is read once. A mapping gives systems their names.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

from bezant import entail
from bezant._bezant import Corpus, Counter, Counts, __version__
from bezant._call import Call, Progress, commands, names_of
from bezant._errors import BezantError, BezantWarning, GateError, in_python
from bezant._results import Output, Record, Result, System, Text, Worst, scored

if TYPE_CHECKING:
    from bezant.loop import Brackets, Dependencies, Fragments, Relations
    from bezant.notebook import Page, Picture

__all__ = [
    "BezantError",
    "BezantWarning",
    "Brackets",
    "Corpus",
    "Counter",
    "Counts",
    "Dependencies",
    "Fragments",
    "GateError",
    "Output",
    "Record",
    "Relations",
    "Result",
    "System",
    "Worst",
    "__version__",
    "brackets",
    "check",
    "compare",
    "convert",
    "dependencies",
    "draw",
    "entail",
    "fragments",
    "merge",
    "options",
    "relations",
    "report",
    "unbounded",
]

#: Metrics for loops, which are found when somebody asks for them.
_LOOP = ("Brackets", "Fragments", "Dependencies", "Relations")

_TREES, _DEPENDENCIES = "trees", "dependencies"

#: Options that Python has in another way.
_KEPT = {
    "format": "results have .to_latex(), .to_markdown(), .to_csv(), .to_dict()",
    "output": "results have .save(path)",
    "names": "a mapping gives systems their names, {name: system}",
    "table": "results have .tables, and .to_text(table=...)",
    "compat": "bezant.compat.printed(program, gold, system) is what another program prints",
    "color": "results have no colours",
}


def __getattr__(name: str) -> Any:
    if name in _LOOP:
        from bezant import loop

        return getattr(loop, name)
    if name == "compat":
        import importlib

        return importlib.import_module("bezant.compat")
    raise AttributeError(f"module 'bezant' has no attribute {name!r}")


def _score(
    command: str, gold: Any, systems: Any, holds: Optional[str], progress: Progress, options: Mapping[str, Any]
) -> Result:
    from bezant import _inputs

    call = Call(command)
    first = _inputs.one(gold, "gold", holds)
    call.add(first)
    if options.get("repair") and isinstance(first.content, list) and None in first.content:
        place = first.content.index(None)
        raise ValueError(f"gold[{place}] is None: outputs are repaired by gold's words, so leave such sentences out of all lists")
    given = _inputs.several(systems, holds)
    for system in given:
        call.add(system)
    names = names_of(systems, given)
    if names and options.get("agreement"):
        # Of annotators none is gold, and all have names.
        names = [first.name, *names]
    call.add_options(options, _KEPT)
    if names:
        call.options.append(f"--names={','.join(names)}")
    return scored(call, progress)


def brackets(gold: Any, systems: Any, *, progress: Progress = None, **options: Any) -> Result:
    """PARSEVAL: brackets, crossing, tags and exact match, as EVALB counts them.

    Options are those of ``bezant brackets``, among them ``preset`` ("standard", "collins", "none", ...), ``labels``,
    ``classes``, ``explain``, ``align``, ``unescape``, ``clean``, ``cutoff``, ``buckets``, ``repair``, ``min``.

    >>> import bezant
    >>> gold = ["(S (NP (NNS Dogs)) (VP (VBP bark)))"]
    >>> result = bezant.brackets(gold, {"right": gold, "wrong": ["(S (NNS Dogs) (VBP bark))"]})
    >>> result["right"].f1, result["wrong"].recall
    (1.0, 0.3333333333333333)
    >>> result.signature.split("|")[:2]
    ['brackets', 'params:standard']
    """
    return _score("brackets", gold, systems, _TREES, progress, options)


def fragments(gold: Any, systems: Any, *, progress: Progress = None, **options: Any) -> Result:
    """FREVAL: fragments of trees of every size that gold and system have in common.

    Options are those of ``bezant fragments``, among them ``max_size``, ``match``, ``shape``, ``weights``, ``limits``.

    >>> import bezant
    >>> gold = ["(S (NP (NNS Dogs)) (VP (VBP bark)))"]
    >>> bezant.fragments(gold, gold, max_size=3).score
    1.0
    """
    return _score("fragments", gold, systems, _TREES, progress, options)


def dependencies(gold: Any, systems: Any, *, progress: Progress = None, **options: Any) -> Result:
    """LAS, UAS, CLAS, MLAS, BLEX, ELAS and more, as the scorer of Universal Dependencies counts them.

    Options are those of ``bezant dependencies``, among them ``preset`` ("ud", "conllx", "stanford", "msp"),
    ``analysis``, ``classes``, ``subtypes``, ``agreement``.

    >>> import bezant
    >>> gold = "1\\tDogs\\tdog\\tNOUN\\t_\\t_\\t2\\tnsubj\\t_\\t_\\n2\\tbark\\tbark\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
    >>> result = bezant.dependencies(gold, gold.replace("nsubj", "obj"))
    >>> result.UAS, result.LAS
    (1.0, 0.5)
    """
    return _score("dependencies", gold, systems, _DEPENDENCIES, progress, options)


def relations(gold: Any, systems: Any, *, progress: Progress = None, **options: Any) -> Result:
    """Grammatical relations, in a hierarchy of types, as RASP's scorer counts them.

    Options are those of ``bezant relations``, among them ``match``, ``slots``, ``mapping``, ``hierarchy``, ``text``.

    >>> import bezant
    >>> gold = ["(ncsubj bark_1 Dogs_0 _)\\n(ncmod _ bark_1 loudly_2)"]
    >>> result = bezant.relations(gold, ["(ncsubj bark_1 Dogs_0 _)"])
    >>> result.precision, result.counts["sentences"]
    (1.0, 1)
    """
    return _score("relations", gold, systems, "relations", progress, options)


def unbounded(corpus: Any, parses: Any, *, progress: Progress = None, **options: Any) -> Result:
    """Unbounded dependencies: how many of the corpus' a parser finds, by construction.

    Options are those of ``bezant unbounded``: ``explain``, ``published``, ``unlabelled``, ...
    """
    return _score("unbounded", corpus, parses, None, progress, options)


def compare(*rows: Any, **options: Any) -> Result:
    """Whether differences between systems are real, from saved rows: files, or results.

    A mapping gives them names, ``bezant.compare({"old": one, "new": two})``. Otherwise systems of the same name are
    called "result 1", "result 2", in the order in which they were given.

    >>> import bezant
    >>> gold = ["(S (NP (N dogs)) (VP (V bark)))"] * 3
    >>> one = bezant.brackets(gold, {"one": gold})
    >>> two = bezant.brackets(gold, {"two": ["(S (NP (N dogs)) (NP (V bark)))"] * 3})
    >>> round(bezant.compare(one, two).compare()[0].difference, 4)
    0.3333
    """
    return _of_rows("compare", rows, options)


def merge(*rows: Any, **options: Any) -> Result:
    """Puts saved rows together and scores them: files, or results.

    Systems of the same name are parts of one. A mapping gives them other names, ``bezant.merge({"old": one, "new": two})``.

    >>> import bezant
    >>> parts = [["(S (NP (N dogs)) (VP (V bark)))"], ["(S (NP (N cats)) (VP (V eat)))"]]
    >>> bezant.merge(*[bezant.brackets(part, {"mine": part}) for part in parts]).counts["sentences"]
    2
    """
    return _of_rows("merge", rows, options)


def _of_rows(command: str, rows: Sequence[Any], options: Mapping[str, Any]) -> Result:
    from bezant import _rows

    if not rows:
        raise TypeError(f"bezant.{command}() wants files of saved rows, or results")
    call = Call(command)
    _rows.add_all(call, _alone(rows), apart=command == "compare")
    call.add_options(options, {name: why for name, why in _KEPT.items() if name != "names"})
    return scored(call)


def _alone(rows: Sequence[Any]) -> Any:
    """What was given, also if it was given as one list or mapping."""
    return rows[0] if len(rows) == 1 and isinstance(rows[0], (list, tuple, Mapping)) else rows


def check(*files: Any, **options: Any) -> Output:
    """What files are, what is in them, and everything that is wrong with them. ``.data`` has all of it.

    >>> import bezant
    >>> found = bezant.check("(S (NP (N dogs)) (VP (V bark)))\\n")
    >>> found.status, found.data["files"][0]["sentences"]
    (0, 1)
    """
    from bezant import _inputs

    if not files:
        raise TypeError("bezant.check() wants one or more files")
    call = Call("check")
    for number, one in enumerate(files):
        call.add(_inputs.one(one, "gold" if number == 0 else f"file {number + 1}"))
    call.add_options(options, _KEPT)
    text = call.run(judged=False)
    found = _Checked(text.out, [], text.status)
    found._json = call.run(["--format=json"], judged=False, silent=True).out
    return found


class _Checked(Output):
    """What was found in files: text for people, and all of it as data."""

    _json: bytes = b""

    @property
    def data(self) -> Any:
        import json

        return json.loads(self._json)


def convert(*files: Any, to: str, **options: Any) -> Output:
    """Trees and dependencies in another form: ``to`` is "conllu", "sd-ccprocessed", "tokens", "cleaned", ...

    >>> import bezant
    >>> bezant.convert("(S (NP (NNS Dogs)) (VP (VBP bark)))\\n", to="tokens").lines
    ['Dogs bark']
    """
    return _written("convert", files, {"to": to, **options})


def _written(command: str, files: Sequence[Any], options: Mapping[str, Any]) -> Output:
    from bezant import _inputs

    if not files:
        raise TypeError(f"bezant.{command.replace(' ', '.')}() wants one or more files")
    call = Call(command)
    for number, one in enumerate(files):
        call.add(_inputs.one(one, "input" if len(files) == 1 else f"input {number + 1}"))
    call.add_options(options)
    ran = call.run()
    notes = [in_python(message.text) for message in ran.messages if message.kind == "note"]
    return Output(ran.out, notes, ran.status)


def draw(gold: Any, systems: Any = None, *, sentence: Any = 1, **options: Any) -> Picture:
    """Draws sentences: trees, dependencies, relations; one alone, or gold against systems.

    In a notebook it is a picture, elsewhere text; ``.save("tree.pdf")`` writes it as the name ends: ``.svg``, ``.pdf``,
    ``.png``, ``.tex``, ``.dot``, ``.txt`` or ``.html``. So does ``output="tree.pdf"``.

    >>> import bezant
    >>> print(bezant.draw("(S (NP (NNS Dogs)) (VP (VBP bark)))\\n"))
    gold, sentence 1
    S
    ├─ NP
    │  └─ NNS Dogs
    └─ VP
       └─ VBP bark
    """
    from bezant import _inputs
    from bezant.notebook import Picture

    first, others = _inputs.drawn(gold, systems, sentence)
    call = Call("draw")
    call.add(first)
    for system in others:
        call.add(system)
    call.add_options({"sentence": sentence, **options}, {"format": "drawings are pictures and text; .save(path) writes others"})
    if "output" in options:
        call.run()
        call.options = [word for word in call.options if not word.startswith("--output=")]
    svg = call.run(["--format=svg"]).out.decode()

    def written(form: str) -> bytes:
        return call.run([f"--format={form}"], silent=True).out

    return Picture(svg, written("text").decode(), written=written)


def report(*files: Any, title: Optional[str] = None, **options: Any) -> Page:
    """One page with scores, tables, and the sentences behind them: of an experiment in TOML, saved rows, or results.

    It is shown in a notebook; ``.save("report.html")`` writes it. An experiment's files are found from its folder.
    """
    from bezant import _inputs, _rows
    from bezant.notebook import Page

    if len(files) == 1 and isinstance(files[0], (list, tuple)):
        files = tuple(files[0])
    if len(files) == 1 and isinstance(files[0], Result) and title is None:
        return files[0].report(**options)
    if not files:
        raise TypeError("bezant.report() wants an experiment, files of saved rows, or results")
    call = Call("report")
    if len(files) == 1 and isinstance(files[0], (str, os.PathLike)) and os.fspath(files[0]).endswith(".toml"):
        call.add(_inputs.one(files[0], "the experiment"))
    else:
        _rows.add_all(call, _alone(files), apart=True)
    call.add_options({"title": title, **options}, {"output": "pages have .save(path)"})
    folder = os.path.dirname(os.path.abspath(call.files[0]))
    if call.files[0].endswith(".toml") and call.files[0] not in call.inputs and folder != os.getcwd():
        return Page(_elsewhere(call, folder))
    return Page(call.run().out.decode())


def _elsewhere(call: Call, folder: str) -> str:
    """What a command writes in another folder: by a process of its own, because all threads of one have the same folder."""
    import subprocess
    import sys

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    paths = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    files = [os.path.abspath(file) for file in call.files]
    typed = [sys.executable, "-m", "bezant", *call.command.split(), *files, *call.options, "--color=never"]
    done = subprocess.run(typed, cwd=folder, capture_output=True, env={**os.environ, "PYTHONPATH": paths})
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()
        text, _, hint = said[len("error: ") :].partition("\n  hint: ") if said.startswith("error: ") else (said, "", "")
        raise BezantError(in_python(text), in_python(hint) or None)
    return done.stdout.decode()


def options(function: Union[str, Any]) -> str:
    """The options of a function, or of a command by its name, with what they are about.

    >>> import bezant
    >>> print(bezant.options(bezant.entail.tables))  # doctest: +ELLIPSIS
    ...
    caption=TEXT
        What stands under the first table in a paper (latex, typst)
    ...
    """
    function = getattr(function, "command", function)
    name = function if isinstance(function, str) else getattr(function, "__name__", "")
    module = "" if isinstance(function, str) else getattr(function, "__module__", "")
    name = name.rstrip("_").replace(".", " ").replace("_", "-")
    known = commands()
    name = f"entail {name}" if module.endswith(".entail") or name not in known else name
    if name not in known:
        raise ValueError(f"no command is called {function!r}; there are {', '.join(known)}")
    lines = []
    for python, option in known[name].options.items():
        if python in _KEPT:
            continue
        choices = " | ".join(f'"{choice}"' for choice in option.choices)
        value = choices or option.value_name if option.takes_value else "True"
        lines += [f"{python}={value}", f"    {in_python(option.help)}"]
    return Text("\n".join(lines) + "\n")
