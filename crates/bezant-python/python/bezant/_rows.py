"""Saved rows that are put together: files, and results, each with a name that people know."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Optional

from bezant import _inputs
from bezant._call import Call
from bezant._errors import BezantError
from bezant._results import Result, System

#: How the line begins that names a system; its rows follow.
_HEAD = b'{"bezant_rows"'


def add_all(call: Call, rows: Any, apart: bool) -> None:
    """The rows of files and results; a mapping gives them names.

    Where systems are told ``apart``, those of the same name are two, and are called by where they come from. Otherwise
    they are parts of one.
    """
    if isinstance(rows, Mapping):
        if not rows:
            raise ValueError("there are no rows: the mapping is empty")
        names = [_inputs._name(name) for name in rows]
        for number, (name, one) in enumerate(zip(names, rows.values())):
            word = _word(call, number, one)
            saved = _in_lines(call, word)
            call.inputs.pop(word, None)
            call.files.append(call.keep(name, _named(saved, name, frozenset(_systems(saved)))))
        return
    words = [_word(call, number, one) for number, one in enumerate(rows)]
    call.files += words
    saved_of = {word: content for word in words if (content := _lines(call.inputs.get(word))) is not None}
    if not apart or not saved_of or len(words) < 2:
        return
    files = [word for word in words if word not in saved_of]
    all_names = [name for saved in saved_of.values() for name in _systems(saved)] + _in_files(call, files)
    twice = frozenset(name for name, n in Counter(all_names).items() if n > 1)
    for word, saved in saved_of.items():
        call.inputs[word] = _named(saved, word.partition("/")[2], twice)


def _word(call: Call, number: int, one: Any) -> str:
    """A word for one more file of saved rows, or for the rows of a result."""
    if isinstance(one, System):
        raise TypeError("rows are of a whole result: give the result, and not one of its systems")
    if isinstance(one, Result):
        ran = one._again({"save": "memory:0/rows.jsonl", "replicates": one._no_replicates}, "json")
        return call.keep(f"result {number + 1}", ran.written["memory:0/rows.jsonl"])
    if isinstance(one, (str, os.PathLike)) and os.path.isdir(one):
        raise ValueError(
            f"{os.fspath(one)} is a folder: rows that Spark has written become a file of rows by "
            'bezant.spark.save(session.read.parquet(folder), "rows.jsonl")'
        )
    if isinstance(one, (str, bytes, os.PathLike)) or hasattr(one, "read"):
        return call.word(_inputs.one(one, f"rows {number + 1}"))
    raise TypeError(
        f"bezant.{call.command}() takes results, and files of rows that .save() has written, not {type(one).__name__}"
    )


def _lines(content: Any) -> Optional[bytes]:
    """Rows in memory, if they are lines of JSON."""
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    return content if isinstance(content, bytes) and content.startswith(_HEAD) else None


def _in_lines(call: Call, word: str) -> bytes:
    """Rows of any kind as lines of JSON."""
    saved = _lines(call.inputs.get(word))
    if saved is not None:
        return saved
    reading = Call("merge", files=[word], inputs=call.inputs)
    ran = reading.run(["--save=memory:0/rows.jsonl", "--format=json"], silent=True, judged=False)
    written: bytes = ran.written["memory:0/rows.jsonl"]
    return written


def _in_files(call: Call, files: Sequence[str]) -> list[str]:
    """The systems of files; none of one that cannot be read, which is told when it is read in earnest."""
    found: list[str] = []
    for word in files:
        reading = Call("merge", files=[word], inputs=call.inputs)
        try:
            ran = reading.run(["--format=json"], silent=True, judged=False)
        except (BezantError, OSError):
            continue
        found += [system["name"] for system in json.loads(ran.out)["systems"]]
    return found


def _systems(saved: bytes) -> list[str]:
    return [json.loads(line)["system"] for line in saved.splitlines() if line.startswith(_HEAD)]


def _named(saved: bytes, label: str, wanted: frozenset[str]) -> bytes:
    """Rows in which ``wanted`` systems are called by where they come from."""
    names = _systems(saved)
    if not wanted.intersection(names):
        return saved
    lines = saved.splitlines(True)
    for place, line in enumerate(lines):
        if not line.startswith(_HEAD):
            continue
        head = json.loads(line)
        if head["system"] in wanted:
            head["system"] = label if len(names) == 1 else f"{head['system']} ({label})"
            lines[place] = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return b"".join(lines)
