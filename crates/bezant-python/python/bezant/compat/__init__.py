"""Stand-ins for Python scorers that people import: a script changes one import, and its figures stay.

| instead of | import |
|---|---|
| `import conll18_ud_eval` | `from bezant.compat import conll18_ud_eval` |
| `from udtools.udeval import …` | `from bezant.compat.udtools.udeval import …` |
| `from PYEVALB import scorer, parser` | `from bezant.compat.pyevalb import scorer, parser` |

Names, arguments and results are those of the originals; what is scored is scored by bezant.

What the original programs print, to the last byte, of whatever the functions take:

>>> from bezant import compat
>>> tree = "(S (NP (NNS Dogs)) (VP (VBP bark)))"
>>> compat.printed("evalb", [tree], [tree]).lines[-1]
'Tagging accuracy          = 100.00'
"""

from __future__ import annotations

import os
import tempfile
from typing import Any, Dict, List, Optional, Tuple

from .. import _bezant, _inputs
from .._errors import error_of
from .._results import Output

__all__ = ["printed"]

# For each program the words that start it, and what it reads.
_PROGRAMS: Dict[str, Tuple[List[str], str]] = {
    "evalb": (["evalb"], "trees"),
    "evalb-spmrl": (["evalb-spmrl"], "trees"),
    "udeval": (["udeval"], "dependencies"),
    "rasp": (["relations", "--compat", "rasp"], "relations"),
}


def printed(program: str, gold: Any, system: Any, *words: str) -> Output:
    """What "evalb", "evalb-spmrl", "udeval" or "rasp" prints of gold and a system; `words` are its own options, as they are
    typed (`"-p", "collins.prm"`). `.status` is what it ends with, and `.notes` have what it says beside the result."""
    if program not in _PROGRAMS:
        raise ValueError("%r is no program that is known; there are %s" % (program, ", ".join(_PROGRAMS)))
    start, holds = _PROGRAMS[program]
    with tempfile.TemporaryDirectory() as folder:
        files = [
            _file(_inputs.one(gold, "gold", holds), os.path.join(folder, "gold"), holds),
            _file(_inputs.one(system, "system", holds, True), os.path.join(folder, "system"), holds),
        ]
        # RASP's program is a command of ours, whose options may follow; others have theirs first.
        typed = [*start, *files, *words] if program == "rasp" else [*start, *words, *files]
        ran = _bezant.run(typed)
    if ran.status == 2 and not ran.out:
        errors = [message for message in ran.messages if message.kind == "error"]
        if errors:
            raise error_of(errors[-1])
    return Output(ran.out, [message.text for message in ran.messages], ran.status)


def _file(given: _inputs.Given, path: str, holds: str) -> str:
    """The path of a file with what was given: these programs read files."""
    if given.path is not None:
        return given.path
    content = given.content
    if isinstance(content, _bezant.Corpus):
        content = list(content.texts())
    text = _joined(content, given.name, holds) if isinstance(content, list) else content or ""
    with open(path, "wb") as file:
        file.write(text.encode("utf-8") if isinstance(text, str) else text)
    return path


def _joined(sentences: List[Optional[str]], name: str, holds: str) -> str:
    if holds == "trees":
        # A line without a tree is a sentence without a parse.
        return "".join(" ".join((text or "").split()) + "\n" for text in sentences)
    if None in sentences:
        raise ValueError("%s[%d] is None, which such a file cannot say" % (name, sentences.index(None)))
    texts = [(text or "").strip("\n") for text in sentences]
    if holds == "relations" and texts[0].lstrip().startswith("("):
        return "".join("%d\n\n%s\n\n" % numbered for numbered in enumerate(texts, 1))
    return "".join(text + "\n\n" for text in texts)
