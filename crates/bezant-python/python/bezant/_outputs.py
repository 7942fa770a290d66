"""Rows, texts and lists that functions return beside results."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Union, overload

if TYPE_CHECKING:
    from bezant._results import Result
    from bezant.notebook import Picture


class Record(dict[str, Any]):
    """A row of a table: a dict whose values are attributes, too.

    >>> Record(sentence=3, f1=0.5).f1
    0.5
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r} here; there are {', '.join(self)}") from None


class Text(str):
    """Text that is shown as it is."""

    def __repr__(self) -> str:
        return self.rstrip("\n")


class Worst(Sequence[Record]):
    """Sentences with low scores: a list, and their drawings where it is shown."""

    def __init__(self, result: Result, found: Sequence[Record], text: str) -> None:
        self._result = result
        self._found = list(found)
        self.text = Text(text)

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, which: int) -> Record: ...
    @overload
    def __getitem__(self, which: slice) -> list[Record]: ...
    def __getitem__(self, which: Union[int, slice]) -> Union[Record, list[Record]]:
        return self._found[which]

    def pictures(self) -> list[Picture]:
        """A drawing of each."""
        found = []
        for number in dict.fromkeys(row.sentence for row in self._found):
            # That words differ is seen in the drawing.
            picture = self._result.show(number, quiet=True)
            whose = [row.name for row in self._found if row.sentence == number]
            picture.title = f"sentence {number}" + (f", of {' and '.join(whose)}" if len(self._result) > 1 else "")
            found.append(picture)
        return found

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_html_(self) -> str:
        return "".join(picture._repr_html_() for picture in self.pictures())


class Output:
    """What a command has written: ``text``, what it was said beside it, and whether it was content."""

    def __init__(self, out: bytes, notes: Sequence[str], status: int = 0) -> None:
        self.bytes = out
        #: What was said beside the result.
        self.notes = list(notes)
        #: 0, or 1 where something is wrong with what was looked at.
        self.status = status

    @property
    def text(self) -> str:
        """What was written."""
        return Text(self.bytes.decode("utf-8", "replace"))

    @property
    def lines(self) -> list[str]:
        """Its lines."""
        return self.text.splitlines()

    @property
    def data(self) -> Any:
        """What was written as JSON, or as one object a line."""
        try:
            return json.loads(self.bytes)
        except ValueError:
            return [Record(json.loads(line)) for line in self.bytes.splitlines() if line.strip()]

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes it to a file."""
        with open(path, "wb") as file:
            file.write(self.bytes)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return repr(self.text)


def rows_of(saved: bytes) -> dict[str, list[Record]]:
    """Saved rows by system."""
    found: dict[str, list[Record]] = {}
    system = ""
    for line in saved.splitlines():
        row = json.loads(line)
        if "bezant_rows" in row:
            system = row["system"]
            found[system] = []
        else:
            found[system].append(Record(system=system, **row))
    return found


def column_place(column: str) -> int:
    """What rows are about stands before their counts."""
    prefixes = ("group_", "count_", "missed_")
    return next((place for place, prefix in enumerate(prefixes, 1) if column.startswith(prefix)), 0)
