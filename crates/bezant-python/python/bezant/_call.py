"""From a function's arguments to a command's words, and from what it says to warnings and errors."""

from __future__ import annotations

import difflib
import json
import math
import os
import re
import sys
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from bezant import _bezant
from bezant._errors import BezantError, BezantWarning, GateError, made, of_memory, python_name

if TYPE_CHECKING:
    from bezant._inputs import Given

#: Options that name what is written.
_WRITTEN = ("output", "save", "report", "plot", "write", "write-text", "write-gold")

Progress = Union[bool, Callable[[int, Optional[int]], Any], None]


@dataclass(frozen=True)
class Option:
    """What can be typed behind a command."""

    long: str
    takes_value: bool
    value_name: str
    optional_value: bool
    is_repeated: bool
    joined_by: Optional[str]
    choices: tuple[str, ...]
    help: str
    #: Under what it stands in the program's help.
    heading: str

    @property
    def is_file(self) -> bool:
        """Whether its value is the name of a file."""
        return self.value_name.startswith(("FILE", "ROWS", "PAIRS")) and self.long not in _WRITTEN


@dataclass(frozen=True)
class Command:
    """A command of the program."""

    name: str
    about: str
    options: dict[str, Option]


@lru_cache(maxsize=None)
def commands() -> dict[str, Command]:
    """All commands, by name (``entail score``), with their options by Python's names."""
    found = {}
    for name, about in json.loads(_bezant.commands()).items():
        options = {}
        for one in about["options"]:
            if one["positional"]:
                continue
            option = Option(
                long=one["long"] or one["name"].replace("_", "-"),
                takes_value=one["value"],
                value_name=one["value_name"] or "",
                optional_value=one["optional_value"],
                is_repeated=one["repeated"],
                joined_by=one["joined_by"],
                choices=tuple(one["choices"]),
                help=one["help"] or "",
                heading=one["heading"] or "",
            )
            options[python_name(option.long)] = option
        found[name] = Command(name, about["about"] or "", options)
    return found


def options_of_all() -> Iterable[Option]:
    """The options of all commands."""
    for command in commands().values():
        yield from command.options.values()


#: A sentence that each metric can count.
SMALLEST = {
    "brackets": "(S (NP (NN a)))",
    "fragments": "(S (NP (NN a)))",
    "dependencies": "# text = a\n1\ta\ta\tNOUN\t_\t_\t0\troot\t_\t_",
    "relations": "(ncsubj b_1 a_0 _)",
}


@lru_cache(maxsize=None)
def gaining_by_missed(command: str) -> frozenset[str]:
    """Scores that are not told of all sentences, because they would gain by those that were missed: where nothing was
    found, nothing crosses. Which they are is seen from what the program tells of a sentence that is there and one that is not."""
    gold = SMALLEST[command]
    inputs: dict[str, _bezant.Input] = {"memory:0/gold": [gold, gold], "memory:1/system": [gold, None]}
    ran = _bezant.run([command, *inputs, "--format=json", "--replicates=0", "--quiet"], inputs)
    [system] = json.loads(ran.out)["systems"]
    return frozenset(system["scores"]) - frozenset(system["scores_with_missed"])


@dataclass
class Call:
    """The words of a command, and what some of them stand for in memory."""

    command: str
    #: Files, in their order.
    files: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    inputs: dict[str, _bezant.Input] = field(default_factory=dict)
    #: Whether nobody wants to be warned.
    quiet: bool = False

    def keep(self, name: str, content: Any) -> str:
        """A word for something in memory."""
        # What stands behind the last slash is what people see.
        word = f"memory:{len(self.inputs)}/{name.replace('/', '∕') or 'input'}"
        self.inputs[word] = content
        return word

    def word(self, given: Given) -> str:
        """A word for an input."""
        if given.path is not None:
            # A path that looks like an option is none.
            return os.path.join(os.curdir, given.path) if given.path.startswith("-") else given.path
        return self.keep(given.name, given.content)

    def add(self, given: Given) -> None:
        """One more file."""
        self.files.append(self.word(given))

    def add_options(self, options: Mapping[str, Any], kept: Mapping[str, str] = {}) -> None:
        """Options by Python's names; those that are ``kept`` for something else say for what."""
        for name in options:
            if name in kept:
                raise TypeError(f"bezant.{self.command.replace(' ', '.')}() has no option {name!r}: {kept[name]}")
        self.quiet = self.quiet or bool(options.get("quiet"))
        self.options += words(self.command, options, self, kept=kept)

    def typed(self, more: Sequence[str] = ()) -> list[str]:
        """All words."""
        return [*self.command.split(), *self.files, *self.options, *more]

    def run(
        self,
        more: Sequence[str] = (),
        *,
        progress: Progress = None,
        also: Sequence[str] = (),
        silent: bool = False,
        judged: bool = True,
    ) -> _bezant.Ran:
        """Runs it; what it says becomes warnings and errors."""
        shown = _progress(progress)
        try:
            ran = _bezant.run(self.typed(more), self.inputs, progress=shown, also=list(also))
        except UnicodeEncodeError as error:
            raise ValueError(
                f"a text has half a character ({error.object[error.start]!r}) at place {error.start + 1}: it was decoded "
                'with the wrong encoding or errors="surrogateescape"; give the path of the file, or bytes'
            ) from None
        finally:
            # A bar goes, whether the work was done or was broken off.
            getattr(shown, "close", lambda: None)()
        tell(ran, quiet=self.quiet or silent, judged=judged, call=self)
        return ran

    def shown(self, text: str) -> str:
        """What is said, with places as Python has them: ``gold[58]`` for a sentence of a list."""
        if any("∕" in word for word in self.inputs):
            text = text.replace("∕", "/")
        for name in self._lists():
            # With the sentence's number its place in the list is known.
            placed = rf"(?<![\w.\]/-]){re.escape(name)}:(\d+):(\d+): sentence (\d+)"
            text = re.sub(placed, lambda found: f"{_item(name, found.group(3))}: sentence {found.group(3)}", text)
        return text

    def place(self, place: tuple[str, int, int], excerpt: Optional[str]) -> tuple[str, int, int]:
        """A place, with the item of a list that has such a line."""
        name, line, column = place
        sentences = self._lists().get(name, ())
        # An excerpt has blanks for tabs, and only the start of a long line.
        wanted = (excerpt or "").split("\n")[0][:40]
        all_lines = [(sentence or "").replace("\t", " ").split("\n") for sentence in sentences] if wanted else []
        for number, lines in enumerate(all_lines):
            if line <= len(lines) and lines[line - 1].startswith(wanted):
                return (f"{name}[{number}]", line, column)
        for number, lines in enumerate(all_lines):
            # Elsewhere sentences were put together to one text.
            for own, text in enumerate(lines, 1):
                if text.startswith(wanted):
                    return (f"{name}[{number}]", own, column)
        return (self.shown(name), line, column)

    def placed(self, row: Mapping[str, Any], system: str) -> dict[str, Any]:
        """A row that was skipped, with its places as Python has them."""
        placed = dict(row)
        for name, sentences in self._lists().items():
            place = str(row.get("place", ""))
            if place.rpartition(":")[0].rpartition(":")[0] != name or not 1 <= row["sentence"] <= len(sentences):
                continue
            placed["place"] = f"{name}[{row['sentence'] - 1}]"
            # What it says of lines is of the lines of that one.
            placed["message"] = re.sub(r"^(gold|system), line 1, column \d+: ", "", str(row.get("message", "")))
        return placed

    def _lists(self) -> dict[str, list[Optional[str]]]:
        """Lists of sentences, by what they are called."""
        lists = {word.partition("/")[2]: content for word, content in self.inputs.items() if isinstance(content, list)}
        return {name.replace("∕", "/"): content for name, content in lists.items()}

    def is_lost(self, system: str) -> bool:
        """Whether all sentences of a system are missing."""
        sentences = self._lists().get(system)
        return sentences is not None and all(text is None for text in sentences)

    def without_lost(self, ran: _bezant.Ran) -> tuple[int, list[_bezant.Message]]:
        """The status and what was said, without the end that a system brings about of which all sentences are missing.

        The program has written all results by then, and somebody who gives a list of None knows what is in it."""
        if ran.status != 2:
            return ran.status, ran.messages
        ends = tuple(f"not one sentence of {name} could be scored" for name in self._lists() if self.is_lost(name))
        kept = [message for message in ran.messages if not (message.kind == "error" and message.text.startswith(ends))]
        if len(kept) == len(ran.messages) or any(message.kind == "error" for message in kept):
            return ran.status, ran.messages
        failed = "--strict" in self.options or any(message.kind == "gate" for message in kept)
        return int(failed), kept

    def error(self, message: _bezant.Message) -> Exception:
        """A message as an error."""
        place = None if message.place is None else self.place(message.place, message.excerpt)
        hint = None if message.hint is None else self.shown(message.hint)
        if self.command in ("dependencies", "relations") and message.kind == "error" and self._has_blanks(message.text):
            hint = r'columns have tabs between them, and these have blanks: "\t".join(line.split()) mends a line'
        return made(message.kind, self.shown(self.worded(message.text)), hint and self.worded(hint), place, message.excerpt)

    def worded(self, text: str) -> str:
        """What is said of files, if there are any."""
        return of_memory(text) if self.files and all(file in self.inputs for file in self.files) else text

    def _has_blanks(self, text: str) -> bool:
        """Whether what does not look like dependencies are columns with blanks in the place of tabs."""
        if "does not look like" not in text:
            return False
        columns = re.compile(r"^1 +\S+( +\S+){6,8} *$", re.MULTILINE)
        for content in self.inputs.values():
            first = next((one for one in content if one), "") if isinstance(content, list) else content
            if isinstance(first, str) and "\t" not in first[:2000] and columns.search(first[:2000]):
                return True
        return False


def _item(name: str, number: str) -> str:
    return f"{name}[{int(number) - 1}]"


def tell(ran: _bezant.Ran, quiet: bool = False, judged: bool = True, call: Optional[Call] = None) -> None:
    """Warns of what was said, and raises what ended the command.

    Unless results are ``judged``, a status of 1 is no error.
    """
    call = call or Call("")
    error_of = call.error
    status, messages = call.without_lost(ran)
    errors = [message for message in messages if message.kind == "error"]
    gates = [message for message in messages if message.kind == "gate"]
    said = [message for message in messages if message.kind == "warning"]
    if status == 1 and judged and not gates and said:
        # Something that is forbidden (`strict`) is said as a warning.
        gates.append(said.pop())
    if status == 2:
        # What goes wrong is said once; warnings would be about a result that is not there.
        raise error_of(errors[-1]) if errors else BezantError("the command failed without a word")
    if not quiet:
        for message in said:
            warnings.warn(str(error_of(message)), BezantWarning, stacklevel=_outside())
    if status == 1 and judged and gates:
        first, *others = [error_of(gate) for gate in gates]
        assert isinstance(first, BezantError), "a gate is no file"
        texts = [first.text, *(str(getattr(other, "text", other)) for other in others)]
        raise GateError("; ".join(texts), first.hint, first.place, first.excerpt)


def _outside() -> int:
    """How many frames up somebody else's code is."""
    level = 2
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "bezant":
        frame = frame.f_back
        level += 1
    return level - 1


def _progress(wanted: Progress) -> Optional[Callable[[int, Optional[int]], Any]]:
    """Somebody's own function, or ours if progress is asked for."""
    if wanted is None or wanted is False:
        return None
    if wanted is True:
        try:
            from bezant.notebook import progress
        except ImportError:
            return None
        return progress()
    if not callable(wanted):
        raise TypeError("progress is True, or a function of the bytes that are done and of all")
    return wanted


def words(
    command: str,
    options: Mapping[str, Any],
    call: Optional[Call] = None,
    *,
    kept: Iterable[str] = (),
    function: Optional[str] = None,
) -> list[str]:
    """Options as they are typed.

    >>> words("fragments", {"max_size": 3, "align": True, "limits": [1, 3], "preset": None})
    ['--max-size=3', '--align', '--limits=1,3']
    """
    known = commands()[command].options
    typed: list[str] = []
    for name, value in options.items():
        option = known.get(name)
        if option is None:
            there = [one for one in known if one not in kept]
            raise TypeError(_unknown(function or "bezant." + command.replace(" ", "."), command, name, there))
        if value is None or value is False:
            continue
        typed += _typed(command, name, option, value, call)
    return typed


def _typed(command: str, name: str, option: Option, value: Any, call: Optional[Call]) -> list[str]:
    typed = f"--{option.long}"
    if not option.takes_value:
        if value is not True:
            raise TypeError(f"{name} is True or False, not {value!r}")
        return [typed]
    if value is True:
        if option.optional_value:
            return [typed]
        raise TypeError(f"{name} wants a value{_choices(option)}")
    if name in ("min", "max"):
        return [f"{typed}={gate}" for gate in _gates(name, value)]
    if option.is_file and call is not None and not _is_path(value):
        from bezant import _inputs

        if isinstance(value, (list, tuple)) and all(map(_is_path, value)):
            many = [_plain(name, one) for one in value]
        else:
            many = [call.word(given) for given in _inputs.several(value, role=name)]
    elif isinstance(value, Mapping):
        many = [f"{key}={_plain(name, one)}" for key, one in value.items()]
    elif isinstance(value, (list, tuple, set, frozenset, range)) or _is_array(value):
        many = [_plain(name, one) for one in value]
    else:
        return [f"{typed}={_plain(name, value)}"]
    joined = option.joined_by or ("," if name in _JOINED else None)
    if joined is not None:
        # An option that is given with nothing is not given.
        return [f"{typed}={joined.join(many)}"] if many else []
    if not option.is_repeated and len(many) > 1:
        raise TypeError(f"{name} has one value, not a list of {len(many)}")
    return [f"{typed}={one}" for one in many]


#: Scores that are no fractions.
NUMBERS = ("average_crossing", "crossing")


def _gates(name: str, value: Any) -> list[str]:
    """Scores that must be reached: fractions, as results have them, or percentages, as tables show them."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value):
        return list(value)
    if not isinstance(value, Mapping):
        raise TypeError(f'{name} says of each score what it must be, {name}={{"f1": 0.9}}, not {value!r}')
    gates = []
    for score, limit in value.items():
        plain = _plain(name, limit)
        if not _is_number(plain):
            raise ValueError(f'{name}={{{score!r}: {limit!r}}}: {limit!r} is no number; write for example {name}={{{score!r}: 0.9}}')
        is_fraction = not isinstance(limit, str) and 0 < float(plain) <= 1
        if is_fraction and str(score).lower().partition(":")[0] not in NUMBERS:
            plain = format(Decimal(plain) * 100, "f")
        gates.append(f"{score}={plain}")
    return gates


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


#: Options that read a list themselves.
_JOINED = frozenset(["clean", "sentence", "without", "limits", "cutoff", "match", "slots"])


def _is_array(value: Any) -> bool:
    return hasattr(value, "tolist") and hasattr(value, "__iter__") and not isinstance(value, (str, bytes))


def _is_path(value: Any) -> bool:
    """Whether this is the name of a file, or of something built in."""
    return isinstance(value, os.PathLike) or (isinstance(value, str) and "\n" not in value)


def _plain(name: str, value: Any) -> str:
    if isinstance(value, bool):
        raise TypeError(f"{name} wants a value, not {value!r}")
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fsdecode(os.fspath(value))
    if hasattr(value, "item"):
        # A number of NumPy.
        value = value.item()
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"{name} is text, a number or a path, not {type(value).__name__}")


def _choices(option: Option) -> str:
    return f": {', '.join(map(repr, option.choices))}" if option.choices else ""


def _unknown(function: str, command: str, name: str, names: Sequence[str]) -> str:
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if close:
        return f"{function}() has no option {name!r}; did you mean {' or '.join(map(repr, close))}?"
    if len(names) > 12:
        listed = "bezant.options(" + (function if function.startswith("bezant.") else f'"{command}"') + ")"
        return f"{function}() has no option {name!r}; {listed} lists all {len(names)}"
    return f"{function}() has no option {name!r}; there are {', '.join(sorted(names))}"


def names_of(systems: Any, given: Sequence[Given]) -> list[str]:
    """What systems are called, where their files do not say it."""
    if not isinstance(systems, Mapping) and all(one.path is not None for one in given):
        return []
    for one in given:
        if "," in one.name:
            raise ValueError(f"the name of a system has no comma: {one.name!r}")
    return [one.name for one in given]
