"""What functions return: scores, tables, and what is behind them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from bezant._bezant import Corpus
from bezant._call import Call, Progress, tell, words
from bezant._errors import BezantError, GateError, in_python
from bezant._outputs import Output, Record, Text, Worst, column_place, rows_of

if TYPE_CHECKING:
    from bezant.notebook import Page, Picture

__all__ = ["Output", "Record", "Result", "System", "Text", "Worst", "scored"]

#: What a result is written as, by the end of a file's name.
_WRITTEN = {
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".md": "markdown",
    ".tex": "latex",
    ".typ": "typst",
    ".txt": "text",
}


def _for_python(text: str, call: Call) -> str:
    """What the program prints, without what it says of its options, and with what is left of them in Python's words."""
    lines = (line for line in text.splitlines(True) if not line.startswith("more: "))
    hints = ("  hint: ", "hint: ")
    return call.shown("".join(in_python(call.worded(line)) if line.startswith(hints) else line for line in lines))


class System:
    """What one system came to."""

    def __init__(self, result: Result, data: Mapping[str, Any]) -> None:
        self._result = result
        #: All of it, as in the program's JSON.
        self.data = data

    @property
    def name(self) -> str:
        """What it is called."""
        name: str = self.data["name"]
        return name

    @property
    def scores(self) -> dict[str, Optional[float]]:
        """Scores of the sentences that could be scored, as fractions, the main one first; None where undefined."""
        return dict(self.data["scores"])

    @property
    def scores_with_missed(self) -> dict[str, Optional[float]]:
        """The same of all sentences, with nothing found in those that were skipped."""
        return dict(self.data.get("scores_with_missed", {}))

    @property
    def score(self) -> Optional[float]:
        """The main score."""
        value: Optional[float] = next(iter(self.data["scores"].values()), None)
        return value

    @property
    def counts(self) -> dict[str, Any]:
        """What was counted."""
        return dict(self.data.get("counts", {}))

    @property
    def macro(self) -> dict[str, Optional[float]]:
        """Means over sentences, or over treebanks, where the metric has them."""
        return dict(self.data.get("macro", {}))

    @property
    def n(self) -> int:
        """How many sentences gold has."""
        return self._result.n

    @property
    def n_skipped(self) -> int:
        """How many could not be scored."""
        return len(self.data.get("skipped", []))

    @property
    def skipped(self) -> list[Record]:
        """Sentences that could not be scored, each with its reason and its place: ``system[3]``, or ``file:line:column``."""
        return [Record(self._result._call.placed(row, self.name)) for row in self.data.get("skipped", [])]

    @property
    def rows(self) -> list[Record]:
        """One row a sentence with its counts, as ``save`` writes them."""
        return self._result._saved().get(self.name, [])

    def intervals(self, **options: Any) -> dict[str, tuple[float, float]]:
        """The interval of each score; ``level``, ``replicates`` and ``interval`` say how."""
        data = self._result._compared(options, lambda data: "intervals" in data["systems"][0], "result.intervals")
        found = next(system for system in data["systems"] if system["name"] == self.name)
        return {name: (low, high) for name, (low, high) in found.get("intervals", {}).items()}

    def worst(self, n: int = 5) -> Worst:
        """The sentences with the lowest scores."""
        return self._result._worst(n, self.name)

    def __getattr__(self, name: str) -> Any:
        # Copies are asked for names before they have any data.
        if name.startswith("_") or name == "data":
            raise AttributeError(name)
        return _score(self.data["scores"], name, f"system {self.data['name']!r}")

    def __repr__(self) -> str:
        shown = ", ".join(f"{name} {_percent(value)}" for name, value in list(self.scores.items())[:3])
        return f"<{self.name}: {shown}>"


def _interval(low: Optional[float], high: Optional[float]) -> str:
    return "—" if low is None or high is None else f"{100 * low:.2f}–{100 * high:.2f}"


def _percent(value: Optional[float]) -> str:
    return "undefined" if value is None else f"{100 * value:.2f}"


def _score(scores: Mapping[str, Any], name: str, whose: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    for known, value in scores.items():
        if known == name or known.lower() == name.lower():
            return value
    raise AttributeError(f"{whose} has no score {name!r}; there are {', '.join(scores)}")


class Result(Sequence[System]):
    """What systems came to against gold.

    It is a sequence of systems, which are also found by their names. With one system, its scores are attributes.

    >>> import bezant
    >>> gold = ["(S (NP (NNS Dogs)) (VP (VBP bark) (ADVP (RB loudly))))"]
    >>> parsed = ["(S (NP (NNS Dogs)) (VP (VBP bark) (NP (RB loudly))))"]
    >>> result = bezant.brackets(gold, {"mine": parsed})
    >>> result.f1, result["mine"].precision
    (0.75, 0.75)
    >>> result.counts["matched"], result.counts["gold"]
    (3, 4)
    """

    def __init__(self, call: Call, data: dict[str, Any], text: str, markdown: str, notes: Sequence[str]) -> None:
        self._call = call
        #: All of it, as the program's JSON has it.
        self.data = data
        #: The table that the program prints, without what it says of its options.
        self.text = Text(_for_python(text, call))
        self._markdown = _for_python(markdown, call)
        self._said = list(notes)
        self._rows: Optional[dict[str, list[Record]]] = None
        #: Sentences of gold and of a system by their characters, once they are asked for.
        self._sides: Optional[list[Any]] = None
        self._systems = [System(self, system) for system in data.get("systems", [])]

    # What it is about.

    @property
    def metric(self) -> str:
        """Which metric it is of."""
        return str(self.data.get("metric", ""))

    @property
    def gold(self) -> str:
        """What gold is called."""
        return str(self.data.get("gold", ""))

    @property
    def signature(self) -> str:
        """How the numbers were made: metric, options, data, version."""
        return str(self.data.get("signature", ""))

    @property
    def notes(self) -> list[str]:
        """What a reader of the tables needs to know, and what was said beside the result."""
        return [in_python(note) for note in self.data.get("notes", [])] + self._said

    @property
    def tables(self) -> dict[str, list[Record]]:
        """All other tables of the JSON, such as ``cutoff`` or ``labels``."""
        kept = ("signature", "metric", "gold", "systems", "notes", "comparisons")
        found = {}
        for name, table in self.data.items():
            if name not in kept and isinstance(table, list):
                found[name] = [Record(row) if isinstance(row, dict) else Record(value=row) for row in table]
        return found

    # Systems.

    @property
    def systems(self) -> list[System]:
        """The systems, in the order in which they were given."""
        return list(self._systems)

    @property
    def names(self) -> list[str]:
        """What the systems are called."""
        return [system.name for system in self._systems]

    def __len__(self) -> int:
        return len(self._systems)

    def __iter__(self) -> Iterator[System]:
        return iter(self._systems)

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str):
            return name in self.names or [os.path.splitext(one)[0] for one in self.names].count(name) == 1
        return name in self._systems

    @overload
    def __getitem__(self, which: Union[int, str]) -> System: ...
    @overload
    def __getitem__(self, which: slice) -> list[System]: ...
    def __getitem__(self, which: Union[int, str, slice]) -> Union[System, list[System]]:
        if isinstance(which, str):
            for system in self._systems:
                if system.name == which:
                    return system
            # Tables leave out how all names end.
            short = [system for system in self._systems if os.path.splitext(system.name)[0] == which]
            if len(short) == 1:
                return short[0]
            raise KeyError(f"no system is called {which!r}; there are {', '.join(self.names)}")
        return self._systems[which]

    def _only(self) -> System:
        if len(self._systems) != 1:
            names = ", ".join(self.names)
            raise AttributeError(f"there are {len(self._systems)} systems; take one of them: result[name] ({names})")
        return self._systems[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "data":
            raise AttributeError(name)
        return _score(self._only().data["scores"], name, "the result")

    @property
    def score(self) -> Optional[float]:
        """The main score of the one system."""
        return self._only().score

    @property
    def scores(self) -> dict[str, Any]:
        """The scores of the one system, or those of each by its name."""
        if len(self._systems) == 1:
            return self._only().scores
        return {system.name: system.scores for system in self._systems}

    @property
    def scores_with_missed(self) -> dict[str, Any]:
        """The same, with nothing found in sentences that were skipped."""
        if len(self._systems) == 1:
            return self._only().scores_with_missed
        return {system.name: system.scores_with_missed for system in self._systems}

    @property
    def macro(self) -> dict[str, Any]:
        """Means over sentences of the one system, or of each by its name."""
        if len(self._systems) == 1:
            return self._only().macro
        return {system.name: system.macro for system in self._systems}

    @property
    def n(self) -> int:
        """How many sentences gold has."""
        found = re.search(r"\|n:(\d+)", self.signature)
        return int(found.group(1)) if found is not None else 0

    @property
    def n_skipped(self) -> Any:
        """How many sentences of the one system could not be scored, or of each by its name."""
        if len(self._systems) == 1:
            return self._only().n_skipped
        return {system.name: system.n_skipped for system in self._systems}

    @property
    def counts(self) -> dict[str, Any]:
        """What was counted of the one system, or of each by its name."""
        if len(self._systems) == 1:
            return self._only().counts
        return {system.name: system.counts for system in self._systems}

    @property
    def skipped(self) -> list[Record]:
        """Sentences that could not be scored, each with its system and its reason."""
        return [Record(system=system.name, **row) for system in self._systems for row in system.skipped]

    # What is behind the scores.

    @property
    def rows(self) -> list[Record]:
        """One row a sentence and system with its counts, as ``save`` writes them."""
        return [row for system in self._systems for row in system.rows]

    def intervals(self, **options: Any) -> dict[str, Any]:
        """The interval of each score of the one system, or of each by its name.

        ``level``, ``replicates`` and ``interval`` say how they are made.
        """
        if len(self._systems) == 1:
            return self._only().intervals(**options)
        return {system.name: system.intervals(**options) for system in self._systems}

    def compare(self, *others: Any, **options: Any) -> list[Record]:
        """Each two systems: difference, interval and p; ``test``, ``score``, ``replicates``, ... say how.

        >>> import bezant
        >>> gold = ["(S (NP (N dogs)) (VP (V bark)))"] * 3
        >>> bad = ["(S (NP (N dogs)) (NP (V bark)))"] * 3
        >>> [pair] = bezant.brackets(gold, {"a": gold, "b": bad}).compare()
        >>> pair.a, pair.b, round(pair.difference, 4)
        ('a', 'b', 0.3333)
        """
        if others:
            raise TypeError("result.compare() is of the systems of this result; bezant.compare(a, b) is of two results")
        if len(self._systems) < 2:
            raise ValueError("there is one system: score several at once, or compare two results by bezant.compare(a, b)")
        data = self._compared(options, lambda data: bool(data.get("comparisons")), "result.compare")
        return [Record(pair) for pair in data.get("comparisons", [])]

    def worst(self, n: int = 5) -> Worst:
        """The sentences with the lowest scores, drawn.

        >>> import bezant
        >>> gold = ["(S (NP (N dogs)) (VP (V bark)))", "(S (NP (N cats)) (VP (V eat)))"]
        >>> parsed = [gold[0], "(S (NP (N cats)) (NP (V eat)))"]
        >>> [worst] = bezant.brackets(gold, parsed).worst(1)
        >>> worst.sentence, round(worst.f1, 4)
        (2, 0.6667)
        """
        return self._worst(n, None)

    def _worst(self, n: int, name: Optional[str]) -> Worst:
        if isinstance(n, bool) or not isinstance(n, int):
            raise TypeError(f"worst() wants how many sentences to show, a whole number, not {n!r}")
        if n < 0:
            raise ValueError(f"worst({n}): how many sentences to show is 0 or more")
        if n == 0:
            return Worst(self, [], "")
        ran = self._again({"worst": n}, "json", also=["text"], call=self._call_of(name))
        data = json.loads(ran.out)
        found = []
        for system in data.get("systems", []):
            if name is None or system["name"] == name:
                # A row has counts of its own that are called "system".
                found += [Record({"name": system["name"], **row}) for row in system.get("worst", [])]
        return Worst(self, found, _for_python(ran.written["memory:also/text"].decode(), self._call))

    def show(self, sentence: Union[int, str, Sequence[int]], **options: Any) -> Picture:
        """Draws a sentence: gold's, and below it each system's, with what is different marked.

        In a notebook it is a picture, elsewhere text. The options are those of :func:`bezant.draw`.
        """
        from bezant import draw

        if self.metric == "dependencies" and isinstance(sentence, int) and len(self._systems) == 1:
            together = self._stretch(sentence)
            if together is not None:
                gold, system = together
                return draw([gold], {self.names[0]: [system]}, **options)
        there = {name: one for name, one in self._given(slice(1, None)).items() if not self._call.is_lost(name)}
        return draw(self._given(0), there, sentence=sentence, **options)

    def _stretch(self, number: int) -> Optional[tuple[str, str]]:
        """A sentence of gold's and what the system has in its place, where their sentences end elsewhere."""
        from bezant._inputs import corpus
        from bezant._stretches import Side, stretch

        if self._sides is None:
            given = [self._given(0), *self._given(slice(1, None)).values()]
            if any(isinstance(one.content, list) and None in one.content for one in given):
                # Where lists have gaps, sentences stand beside each other by their places.
                self._sides = []
                return None
            folders = any(one.path is not None and os.path.isdir(one.path) for one in given)
            texts = [] if folders else [one.content if isinstance(one.content, (str, bytes)) else corpus(one) for one in given]
            is_known = bool(texts) and all(isinstance(one, Corpus) and one.format == "conllu" for one in texts)
            self._sides = [Side(one.texts()) for one in texts] if is_known else []  # type: ignore[union-attr]
        if not self._sides or not 1 <= number <= len(self._sides[0].sentences):
            return None
        return stretch(self._sides[0], self._sides[1], number - 1)

    def plot(self, of: Optional[str] = None, **options: Any) -> Picture:
        """A chart: of "systems", "length", "size", "distance", ...; what is usual for the metric unless it is said."""
        from bezant.notebook import Picture

        def written(form: str) -> bytes:
            name = f"memory:0/plot.{form}"
            ran = self._again({"plot": name, "plot_of": of, **options}, "json", function="result.plot")
            plotted: bytes = ran.written[name]
            return plotted

        return Picture(written("svg").decode(), written=written, forms=("svg", "pdf", "png"))

    def report(self, **options: Any) -> Page:
        """All of it as one page with every sentence: shown in a notebook, or ``.save("report.html")``."""
        from bezant.notebook import Page

        ran = self._again({"report": "memory:0/report.html", **options}, "json")
        return Page(ran.written["memory:0/report.html"].decode())

    # In other forms.

    def to_dict(self) -> dict[str, Any]:
        """All of it, as the program's JSON has it."""
        return self.data

    def to_text(self, **options: Any) -> str:
        """As the program prints it, with options such as ``details=True``."""
        return Text(_for_python(self._again(options, "text", function="result.to_text").out.decode(), self._call))

    def to_latex(self, **options: Any) -> str:
        """As a table for a paper: ``caption``, ``label``, ``columns``, ``table``."""
        return Text(self._again(options, "latex", function="result.to_latex").out.decode())

    def to_typst(self, **options: Any) -> str:
        """The same for Typst."""
        return Text(self._again(options, "typst", function="result.to_typst").out.decode())

    def to_markdown(self, **options: Any) -> str:
        """As tables for a web page or a README."""
        return Text(self._again(options, "markdown", function="result.to_markdown").out.decode())

    def to_csv(self, **options: Any) -> str:
        """One row a system and score."""
        return Text(self._again(options, "csv", function="result.to_csv").out.decode())

    def records(self, what: str = "sentences") -> list[dict[str, Any]]:
        """Flat rows for a data frame: of ``"sentences"`` with their counts, or the ``"scores"`` of systems.

        Columns are those of saved rows in Parquet: ``count_gold``, and ``missed_gold`` where one was skipped.
        """
        if what == "scores":
            return [{"system": system.name, **system.scores} for system in self._systems]
        if what != "sentences":
            raise ValueError(f'what is "sentences" or "scores", not {what!r}')
        flat = []
        for row in self.rows:
            kept = {name: value for name, value in row.items() if name not in ("counts", "missed", "skipped", "groups")}
            reason = row.get("skipped")
            # A reason is a name, or a name with what it is about.
            kept["skipped"] = next(iter(reason)) if isinstance(reason, dict) else reason
            # The columns of saved rows in Parquet.
            for prefix, values in (("group", "groups"), ("count", "counts"), ("missed", "missed")):
                kept.update({f"{prefix}_{name}": value for name, value in (row.get(values) or {}).items()})
            flat.append(kept)
        names = sorted(dict.fromkeys(name for row in flat for name in row), key=column_place)
        return [{name: row.get(name) for name in names} for row in flat]

    def to_pandas(self, what: str = "sentences") -> Any:
        """A pandas data frame of sentences with their counts, or of ``"scores"``; ``attrs`` has the signature."""
        import pandas

        frame = pandas.DataFrame(self.records(what))
        floats = frame.select_dtypes("float").columns
        counts = [name for name in floats if name.startswith(("count_", "missed_"))]
        # What is missing does not make whole numbers fractions.
        frame = frame.astype({name: "Int64" for name in counts})
        frame.attrs["signature"] = self.signature
        return frame

    def to_polars(self, what: str = "sentences") -> Any:
        """A polars data frame of sentences with their counts, or of ``"scores"``."""
        import polars

        return polars.DataFrame(self.records(what), infer_schema_length=None)

    def to_arrow(self, what: str = "sentences") -> Any:
        """An Arrow table of sentences with their counts, or of ``"scores"``, with the signature in its metadata."""
        import pyarrow

        table = pyarrow.Table.from_pylist(self.records(what))
        return table.replace_schema_metadata({"bezant.signature": self.signature})

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes rows for ``merge`` and ``compare`` (``.jsonl``, ``.parquet``), a page (``.html``), or the table.

        Tables are written as the name ends: ``.json``, ``.csv``, ``.tsv``, ``.md``, ``.tex``, ``.typ`` or ``.txt``.
        """
        path = os.fsdecode(os.fspath(path))
        ending = os.path.splitext(path)[1].lower()
        if ending == ".html":
            self._again({"report": path}, "json")
        elif ending in _WRITTEN:
            self._again({"output": path}, _WRITTEN[ending])
        elif ending in (".jsonl", ".parquet"):
            self._again({"save": path}, "json")
        else:
            known = ", ".join([".jsonl", ".parquet", ".html", *_WRITTEN])
            raise ValueError(f"{path}: nothing is written under such a name; it ends with one of {known}")

    def __repr__(self) -> str:
        return repr(self.text)

    def _repr_html_(self) -> str:
        from bezant.notebook import of_markdown, with_intervals

        found = {system.name: system.data.get("intervals", {}) for system in self._systems}
        score = next(iter(self._systems[0].data["scores"]), "") if self._systems else ""
        known = {name: _interval(*intervals[score]) for name, intervals in found.items() if score in intervals}
        # Tables leave out how all names end.
        shown = {**{os.path.splitext(name)[0]: interval for name, interval in known.items()}, **known}
        level = re.search(r"\|level:([\d.]+)", self.signature)
        title = f"{100 * float(level.group(1)):g} % interval" if level is not None else "interval"
        return of_markdown(with_intervals(self._markdown, score, shown, title))

    # The same command once more.

    def _call_of(self, name: Optional[str]) -> Call:
        """The command with one system alone, where the others have no part in what is said of it."""
        call = self._call
        apart = [word for word in call.options if not word.startswith("--names=")]
        together = ("--baseline", "--contrast", "--agreement", "--test", "--correction")
        if name is None or len(call.files) != len(self._systems) + 1 or any(word.startswith(together) for word in apart):
            return call
        files = [call.files[0], call.files[self.names.index(name) + 1]]
        return replace(call, files=files, options=apart if "," in name else [*apart, f"--names={name}"])

    def _again(
        self,
        options: Mapping[str, Any],
        form: str,
        also: Sequence[str] = (),
        function: Optional[str] = None,
        call: Optional[Call] = None,
    ) -> Any:
        """What the command says with these options, which take the place of those that it had before."""
        call = call or self._call
        more = words(self._call.command, options, self._call, kept=("format", "output", "names"), function=function)
        # What is said now holds, and not what was said of it when this was scored.
        said = {word.partition("=")[0] for word in more}
        before = [word for word in call.options if word.partition("=")[0] not in said]
        return replace(call, options=before).run([*more, f"--format={form}"], also=also, silent=True)

    def _compared(self, options: Mapping[str, Any], is_there: Any, function: str) -> dict[str, Any]:
        if not options and is_there(self.data):
            return self.data
        # Without replicates there is nothing to say.
        if not options or "--replicates=0" in self._call.options:
            options = {"replicates": 1000, **options}
        data: dict[str, Any] = json.loads(self._again(options, "json", function=function).out)
        return data

    def _saved(self) -> dict[str, list[Record]]:
        if self._rows is None:
            ran = self._again({"save": "memory:0/rows.jsonl", "replicates": self._no_replicates}, "json")
            self._rows = rows_of(ran.written["memory:0/rows.jsonl"])
        return self._rows

    @property
    def _no_replicates(self) -> Optional[int]:
        from bezant._call import commands

        return 0 if "replicates" in commands()[self._call.command].options else None

    def _given(self, which: Union[int, slice]) -> Any:
        from bezant._inputs import Given

        def given(word: str) -> Given:
            content = self._call.inputs.get(word)
            if content is None:
                return Given(os.path.basename(word), word, None, None)
            return Given(word.partition("/")[2].replace("∕", "/"), None, content, None)  # type: ignore[arg-type]

        files = self._call.files[which]
        return given(files) if isinstance(files, str) else {given(one).name: given(one) for one in files}


def scored(call: Call, progress: Progress = None) -> Result:
    """Runs a command that scores."""
    ran = call.run(["--format=json"], progress=progress, also=["text", "markdown"], judged=False)
    also = [ran.written.get(f"memory:also/{name}", b"").decode() for name in ("text", "markdown")]
    notes = [in_python(message.text) for message in ran.messages if message.kind == "note"]
    result = Result(call, json.loads(ran.out), also[0], also[1], notes)
    status, _ = call.without_lost(ran)
    if status != ran.status:
        # The program names but the first system of which nothing could be scored.
        for system in result:
            if system.n_skipped and not any(system.counts.values()) and not call.is_lost(system.name):
                first = system.skipped[0]
                raise BezantError(f"not one sentence of {system.name} could be scored; {first.place}: {first.message}")
    if status == 1:
        try:
            tell(ran, quiet=True, call=call)
        except GateError as error:
            error.result = result
            raise
    return result
