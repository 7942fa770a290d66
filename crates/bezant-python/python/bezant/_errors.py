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
    "--table skipped lists them all": ".skipped lists them all",
    "--table skipped lists them": ".skipped lists them",
    "--table unparsed lists them": ".tables[\"unparsed\"] lists them",
    "save one under another name (--names NAME --save FILE), or see bezant compare, which tells them apart by their files": (
        'give them names, bezant.merge({"a": ..., "b": ...}), or see bezant.compare(), which tells them apart'
    ),
    "for example bezant brackets gold.mrg a.mrg b.mrg": 'for example bezant.brackets(gold, {"a": ..., "b": ...})',
    "give the rows of another system, or --replicates for an interval": "give another result, or replicates=1000 for an interval",
    "--names": "a mapping of names to systems",
    "mend the file there": "mend it there",
    "are the files of the same sentences": "are these the same sentences",
    "the system's file does not have them": "the system does not have them",
    "the file is empty: did the parser write into it, and to the end?": "the system has nothing: did the parser run to its end?",
    "leave an empty line where there is no parse": "leave an empty line, or None in a list, where there is no parse",
    "the same options, gold file and version": "the same options, gold and version",
    "rows are written by --save": "rows are written by .save(\"rows.jsonl\")",
    "save the rows again with --save": "save the rows again with .save(\"rows.jsonl\")",
}

#: What is said of files, of what is in memory.
_OF_FILES = {
    "is it the right file?": "is it the right one?",
    "no line of this file starts a tree": "no line starts a tree",
    "say what the file is with": "say what it is with",
    "but the file began with": "but it began with",
    "the file was cut off:": "it was cut off:",
    "aligns files with different tokens": "aligns different tokens",
}


def of_memory(text: str) -> str:
    """What is said of a file, where there is none."""
    for of_file, said in _OF_FILES.items():
        text = text.replace(of_file, said)
    return text


#: There is one system where two are wanted.
_ONLY = re.compile(r"^there is only (.*) to compare;", re.DOTALL)

#: What the reader of words says of them, and what it means.
_READING = {
    "invalid digit found in string": "a whole number is wanted",
    "cannot parse integer from empty string": "a whole number is wanted",
    "invalid float literal": "a number is wanted",
    "number too large to fit in target type": "the number is too large",
    "number too small to fit in target type": "the number is too small",
}
_INVALID = re.compile(r"invalid value '([^']*)' for '([\w=]+?)(?:=\.\.\.|=True\[=<\w+>\])?(?: <[^>]*>(?:\.\.\.)?)?'(?:: (.*))?", re.DOTALL)
_POSSIBLE = re.compile(r"\s*\[possible values: ([^\]]*)\]")
_RANGE = re.compile(r"-?[\d.]+ is not in (-?\d+)\.\.=(-?\d+)")
_REQUIRED = re.compile(r"the following required arguments were not provided:\s*(.*)", re.DOTALL)


def _reworded(text: str) -> str:
    """What is said of words that cannot be read, of arguments.

    >>> _reworded("invalid value 'x' for 'replicates <N>': invalid digit found in string")
    "replicates='x': a whole number is wanted"
    """
    invalid = _INVALID.match(text)
    if invalid is not None:
        value, name, why = invalid.groups()
        possible = _POSSIBLE.search(text)
        if possible is not None:
            why = "it is one of " + ", ".join(map(repr, possible.group(1).split(", ")))
        bounds = _RANGE.match(why or "")
        if bounds is not None:
            why = "it is a number from %s to %s" % bounds.groups()
        is_number = re.fullmatch(r"-?\d+(\.\d+)?", value) is not None
        if why == "invalid digit found in string" and is_number:
            why = "a whole number is wanted, 0 or more"
        why = _READING.get(why or "", why) or "it cannot be read"
        return f"{name}={value if is_number else repr(value)}: {why}"
    required = _REQUIRED.match(text)
    if required is not None:
        names = re.findall(r"<([A-Z_]+)>|([a-z_]+)(?==| |$)", required.group(1))
        return "more must be given: " + ", ".join(dict.fromkeys((one or two).lower() for one, two in names))
    return _ONLY.sub(lambda found: f"there is one system to compare, {found.group(1)};", text)


def in_python(text: str) -> str:
    """Options in the way Python has them: ``--align`` is ``align=True``, ``--input penn`` is ``input="penn"``.

    >>> in_python("pass --align, or --preset none")
    'pass align=True, or preset="none"'
    """
    for typed, said in _PHRASES.items():
        text = text.replace(typed, said)
    if "--" not in text and "bezant " not in text:
        return text
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


#: A command in a hint: `bezant entail score`, with what else is typed, or a plain one among other words.
_COMMAND = re.compile(r"`bezant ([a-z]+)(?: ([a-z]+))?([^`]*)`|\bbezant (brackets|compare|merge|fragments|dependencies|relations)\b")


def _function(match: re.Match[str]) -> str:
    command, inner = match.group(1) or match.group(4), match.group(2)
    return f"bezant.entail.{inner}()" if command == "entail" and inner else f"bezant.{command}()"


#: Options whose names Python keeps for itself.
_KEPT = {"as": "as_", "from": "from_", "with": "with_", "in": "in_"}


def python_name(long: str) -> str:
    """``max-size`` is ``max_size``."""
    name = long.replace("-", "_")
    return _KEPT.get(name, name)


#: A file that is not there, as systems say it.
_MISSING = re.compile(r"^(?P<path>.+): .* \(os error [23]\)$")


def error_of(message: _bezant.Message) -> Exception:
    """A message as an error."""
    return made(message.kind, message.text, message.hint, message.place, message.excerpt)


def made(
    kind: str, text: str, hint: Optional[str], place: Optional[tuple[str, int, int]], excerpt: Optional[str]
) -> Exception:
    """The error that says this."""
    missing = _MISSING.match(text) if kind == "error" and "\n" not in text else None
    if missing is not None:
        return FileNotFoundError(2, "there is no such file", missing.group("path"))
    hint = None if hint is None else in_python(hint)
    if hint is not None and hint.startswith("a similar value exists: "):
        hint = f"did you mean {hint.partition(': ')[2]}?"
    text = _reworded(in_python(text))
    return (GateError if kind == "gate" else BezantError)(text, hint, place, excerpt)
