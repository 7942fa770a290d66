"""What goes wrong, in Python's words."""

from __future__ import annotations

import re
from typing import Any, Optional

from bezant import _bezant

__all__ = ["BezantError", "BezantWarning", "GateError"]


class BezantError(ValueError):
    """Something is wrong with what was given: what, where, the line itself, and what to do.

    >>> import bezant
    >>> try:
    ...     bezant.brackets("(S (NP (N dogs))\\n  (VP (V bark))\\n", "(S (N dogs))\\n")
    ... except bezant.BezantError as error:
    ...     print(error.place)
    ('gold', 1, 1)
    """

    #: What is wrong.
    text: str
    #: What to do about it.
    hint: Optional[str]
    #: File, line and column, where there is one.
    place: Optional[tuple[str, int, int]]
    #: The line, and a mark below the place.
    excerpt: Optional[str]

    def __init__(
        self,
        text: str,
        hint: Optional[str] = None,
        place: Optional[tuple[str, int, int]] = None,
        excerpt: Optional[str] = None,
    ) -> None:
        super().__init__(text, hint, place, excerpt)
        self.text = text
        self.hint = hint
        self.place = place
        self.excerpt = excerpt

    def __str__(self) -> str:
        parts = [self.text]
        if self.place is not None:
            name, line, column = self.place
            parts.append(f"  --> {name}:{line}:{column}")
        if self.excerpt is not None:
            parts.extend(f"   |  {line}" for line in self.excerpt.splitlines())
        if self.hint is not None:
            parts.append(f"  hint: {self.hint}")
        return "\n".join(parts)


class GateError(BezantError):
    """A score did not reach what ``min`` or ``max`` asks for, or ``strict`` found skipped sentences."""

    #: What was scored all the same.
    result: Any = None


class BezantWarning(UserWarning):
    """Something that the caller should know, and that does not stop the work."""


#: An option as it is typed, with a value of its own if one follows: ``--preset standard``, ``--align``.
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?:([ =])([A-Z][A-Z.]*\b|[a-z0-9][\w.:-]*))?")


def _flags() -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
    """Options without values, and the values that options may have."""
    from bezant._call import options_of_all

    flags = set()
    choices: dict[str, tuple[str, ...]] = {}
    for option in options_of_all():
        if not option.takes_value or option.optional_value:
            flags.add(option.long)
        choices[option.long] = choices.get(option.long, ()) + option.choices
    return frozenset(flags), choices


#: What Python has in another way.
_PHRASES = {
    "--table skipped lists them": ".skipped lists them",
    "--table unparsed lists them": ".tables[\"unparsed\"] lists them",
    "--names": "a mapping of names to systems",
}


def in_python(text: str) -> str:
    """Options in the way Python has them: ``--align`` is ``align=True``, ``--input penn`` is ``input="penn"``.

    >>> in_python("pass --align, or --preset none")
    'pass align=True, or preset="none"'
    """
    if "--" not in text and "`bezant" not in text:
        return text
    for typed, said in _PHRASES.items():
        text = text.replace(typed, said)
    flags, choices = _flags()

    def option(match: re.Match[str]) -> str:
        long, between, value = match.group(1), match.group(2), match.group(3)
        name = python_name(long)
        if long not in choices:
            return match.group(0)
        if long in flags:
            rest = f"{between}{value}" if value is not None else ""
            return f"{name}=True{rest}"
        if value is None:
            return name
        is_value = value in choices[long] or value.isupper() or value.isdigit() or between == "="
        if not is_value:
            return f"{name}{between}{value}"
        if value.isupper() and value not in choices[long]:
            return f"{name}=..."
        shown = value if value.isdigit() else f'"{value}"'
        return f"{name}={shown}"

    return _COMMAND.sub(_function, _OPTION.sub(option, text))


#: A command in a hint: `bezant entail score`, with what else is typed.
_COMMAND = re.compile(r"`bezant ([a-z]+)(?: ([a-z]+))?([^`]*)`")


def _function(match: re.Match[str]) -> str:
    command, inner = match.group(1), match.group(2)
    return f"bezant.entail.{inner}()" if command == "entail" and inner else f"bezant.{command}()"


#: Options whose names Python keeps for itself.
_KEPT = {"as": "as_", "from": "from_", "with": "with_", "in": "in_"}


def python_name(long: str) -> str:
    """``max-size`` is ``max_size``."""
    name = long.replace("-", "_")
    return _KEPT.get(name, name)


def error_of(message: _bezant.Message) -> BezantError:
    """A message as an error."""
    kind = GateError if message.kind == "gate" else BezantError
    hint = None if message.hint is None else in_python(message.hint)
    return kind(in_python(message.text), hint, message.place, message.excerpt)


def text_of(message: _bezant.Message) -> str:
    """A message as a warning's text."""
    return str(error_of(message))
