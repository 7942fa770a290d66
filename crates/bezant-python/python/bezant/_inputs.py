"""What was given for gold or a system, as what the extension reads.

A path stays a path and is read by the program; text, bytes and sentences are read from memory; objects of other
libraries become sentences (`_objects.py`).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from typing import Any, Iterable, Iterator, List, NamedTuple, Optional, Union

from . import _objects
from ._bezant import Corpus

Content = Union[str, bytes, List[Optional[str]], Corpus]


class Given(NamedTuple):
    """One input: either the path of a file or folder, or what is in memory."""

    name: str
    path: Optional[str]
    content: Optional[Content]
    #: Set where an object says in which format it was written; otherwise the content is looked at.
    format: Optional[str]


def one(thing: Any, role: str = "gold", holds: Optional[str] = None) -> Given:
    """What was given for `role`, which messages and reports call it unless it has a name.

    `holds` is "trees" or "dependencies" where an object may have either.
    """
    if isinstance(thing, Given):
        return thing
    if isinstance(thing, Corpus):
        return Given(thing.name or role, None, thing, thing.format)
    if isinstance(thing, str):
        return _path_or_text(thing, role)
    if isinstance(thing, os.PathLike):
        path = os.fspath(thing)
        return _path(os.fsdecode(path), role)
    if isinstance(thing, (bytes, bytearray, memoryview)):
        return Given(role, None, bytes(thing), None)
    if hasattr(thing, "read"):
        return _open_file(thing, role)
    if isinstance(thing, Mapping):
        raise TypeError("%s is one input, and not a mapping; names are for systems" % role)
    if _objects.adapter_of(thing) is not None:
        return _sentences([thing], role, holds)
    return _sentences(_items(thing, role), role, holds)


def several(things: Any, holds: Optional[str] = None, role: str = "system") -> List[Given]:
    """The systems that were given: one, a list of several, or a mapping from names to systems.

    A list is several systems if its items are whole inputs (paths, corpora, lists), and the sentences of one
    system otherwise.
    """
    if isinstance(things, Mapping):
        found = [one(thing, str(name), holds)._replace(name=str(name)) for name, thing in things.items()]
        if not found:
            raise ValueError("there is no system: the mapping is empty")
        return found
    if isinstance(things, (list, tuple)) and not _objects.adapter_of(things) and things:
        whole = [_is_whole_input(thing) for thing in things]
        if all(isinstance(thing, str) or _is_missing(thing) for thing in things) and not all(whole):
            # Among sentences a line that is no parse looks like a path; it is one only if there is such a file.
            whole = [is_whole and _exists(thing) for is_whole, thing in zip(whole, things)]
        if all(whole):
            return [one(thing, "%s %d" % (role, place), holds) for place, thing in enumerate(things, 1)]
        if any(whole):
            place = whole.index(not whole[0])
            raise TypeError(
                "item %d of the systems is %s, and the first is %s: give whole systems (paths, corpora, lists) or "
                "the sentences of one system" % (place + 1, _kind(things[place]), _kind(things[0]))
            )
    return [one(things, role, holds)]


def sentences(thing: Any, role: str = "gold", holds: Optional[str] = None) -> Union[Corpus, List[Optional[str]]]:
    """What was given, parsed once or as one text a sentence: what counting in a loop takes."""
    given = one(thing, role, holds)
    if given.path is not None:
        return Corpus.open(given.path)
    if isinstance(given.content, (str, bytes)):
        return _read(given.content)
    assert given.content is not None, "an input without a path has content"
    return given.content


def corpus(thing: Any, role: str = "gold", holds: Optional[str] = None) -> Corpus:
    """What was given, parsed once and kept."""
    given = one(thing, role, holds)
    found = sentences(given, role, holds)
    return found if isinstance(found, Corpus) else Corpus(found, given.format, given.name)


def _read(text: Union[str, bytes]) -> Corpus:
    """The sentences of a text, told apart as those of a file are: by the same reader, so it is one for a moment."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "text")
        with open(path, "wb") as file:
            file.write(text.encode("utf-8") if isinstance(text, str) else text)
        read = Corpus.open(path)
        # A copy, because some systems do not remove a file that somebody still looks into.
        kept = Corpus(read.texts(), read.format, "text")
        del read
        return kept


def _path_or_text(text: str, role: str) -> Given:
    # Texts may be large: nothing here makes a copy of one.
    if not text or text.isspace():
        raise ValueError("%s is empty text" % role)
    if "\n" in text or text.lstrip().startswith(("(", "{", "#", "[")) or "\t" in text:
        if "\n" in text or not _exists(text):
            return Given(role, None, text, None)
    return _path(text, role)


def _exists(path: str) -> bool:
    try:
        return os.path.exists(path)
    except ValueError:
        # A character that no path can have.
        return False


def _path(path: str, role: str) -> Given:
    if _exists(path):
        return Given(os.path.basename(os.path.normpath(path)), path, None, None)
    hint = "text of sentences has brackets or columns; one sentence is given as a list with one item"
    raise FileNotFoundError(2, "%s is neither a file that is there nor text that can be read (%s)" % (role, hint), path)


def _open_file(file: Any, role: str) -> Given:
    content = file.read()
    if not isinstance(content, (str, bytes)):
        raise TypeError("%s has a method read() that returns %s, and neither text nor bytes" % (role, _kind(content)))
    name = getattr(file, "name", None)
    return Given(os.path.basename(name) if isinstance(name, str) else role, None, content, None)


def _items(thing: Any, role: str) -> Iterable[Any]:
    """The items of a list, a column, a generator or anything else that can be gone through."""
    kinds = {(kind.__module__.partition(".")[0], kind.__name__) for kind in type(thing).__mro__}
    if ("pandas", "DataFrame") in kinds or ("polars", "DataFrame") in kinds or ("pyarrow", "Table") in kinds:
        columns = ", ".join(map(repr, list(getattr(thing, "column_names", None) or thing.columns)[:5]))
        raise TypeError("%s is a whole table: give one of its columns (%s), as in table[%s]" % (role, columns, columns.split(", ")[0]))
    if ("polars", "LazyFrame") in kinds:
        raise TypeError('%s is a plan of a table: collect it and give a column, as in frame.collect()["parse"]' % role)
    for method in ("to_pylist", "to_list", "tolist"):
        # Arrow, polars and pandas, NumPy: their own items are slow, or of their own kinds.
        if hasattr(thing, method) and not isinstance(thing, (list, tuple)):
            found: Iterable[Any] = getattr(thing, method)()
            return found
    try:
        items: Iterator[Any] = iter(thing)
        return items
    except TypeError:
        raise TypeError(
            "%s is %s, from which no sentences can be had: give a path, text, a list of sentences, or objects of nltk, "
            "conllu, spaCy, stanza or udapi" % (role, _kind(thing))
        ) from None


def _sentences(items: Iterable[Any], role: str, holds: Optional[str]) -> Given:
    found: List[Optional[str]] = []
    first: Any = None
    place = 0
    for place, item in enumerate(items, 1):
        if _is_missing(item):
            found.append(None)
            continue
        is_text = isinstance(item, (str, bytes))
        if first is None:
            first = item
        elif is_text != isinstance(first, (str, bytes)):
            raise TypeError("sentence %d of %s is %s, and the first is %s" % (place, role, _kind(item), _kind(first)))
        if is_text:
            found.append(_text(item, place, role))
        else:
            found.extend(_from_object(item, place, role, holds))
    if not place:
        raise ValueError("%s has no sentences: the list is empty" % role)
    if first is None:
        raise ValueError("%s has no sentences: all %d are missing" % (role, place))
    format = None if isinstance(first, (str, bytes)) else _objects.format_of(first, holds)
    return Given(role, None, found, format)


def _from_object(item: Any, place: int, role: str, holds: Optional[str]) -> Iterator[Optional[str]]:
    adapter = _objects.adapter_of(item)
    if adapter is None:
        raise TypeError(
            "sentence %d of %s is %s: give text, or an object of nltk, conllu, spaCy, stanza or udapi" % (place, role, _kind(item))
        )
    try:
        for text in adapter(item, holds):
            yield None if text is None else _text(text, place, role)
    except ValueError as error:
        raise ValueError("sentence %d of %s: %s" % (place, role, error)) from None


def _text(text: Union[str, bytes], place: int, role: str) -> str:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError(
                "sentence %d of %s has half a character (%r) at place %d: it was decoded with the wrong encoding or "
                'errors="surrogateescape"; give the file\'s path instead' % (place, role, text[error.start], error.start + 1)
            ) from None
    return text


def _is_missing(item: Any) -> bool:
    # What is not a number is how tables write that there is nothing; it is the only thing that differs from itself.
    return item is None or (isinstance(item, float) and item != item) or type(item).__name__ in ("NAType", "NaTType")


def _is_whole_input(thing: Any) -> bool:
    """Whether this is an input by itself, and not a sentence of one."""
    if isinstance(thing, str):
        return bool(thing.strip()) and "\n" not in thing and not thing.lstrip().startswith("(") and "\t" not in thing
    if isinstance(thing, (Given, Corpus, os.PathLike)) or hasattr(thing, "read"):
        return True
    if _objects.adapter_of(thing) is not None or isinstance(thing, (bytes, Mapping)) or _is_missing(thing):
        return False
    return hasattr(thing, "__iter__")


def _kind(thing: Any) -> str:
    kind = type(thing)
    name = kind.__qualname__ if kind.__module__ == "builtins" else "%s.%s" % (kind.__module__.partition(".")[0], kind.__qualname__)
    return "None" if thing is None else "of type %s" % name
