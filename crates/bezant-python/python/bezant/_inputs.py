"""What was given for gold or a system, as what the extension reads.

A path stays a path and is read by the program; text, bytes and sentences are read from memory; objects of other
libraries become sentences (`_objects.py`).
"""

from __future__ import annotations

import difflib
import importlib
import os
import re
import tempfile
from collections.abc import Mapping
from typing import Any, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _objects
from ._bezant import Corpus

#: What relations are read from, which are paired by the numbers of their sentences.
RELATIONS = "relations"

Content = Union[str, bytes, List[Optional[str]], Corpus]


class Given(NamedTuple):
    """One input: either the path of a file or folder, or what is in memory."""

    name: str
    path: Optional[str]
    content: Optional[Content]
    #: Set where an object says in which format it was written; otherwise the content is looked at.
    format: Optional[str]


def one(thing: Any, role: str = "gold", holds: Optional[str] = None, is_system: bool = False) -> Given:
    """What was given for `role`, which messages and reports call it unless it has a name.

    `holds` is "trees", "dependencies" or "relations" where that matters. What a system has for one sentence may be
    several, where sentences are paired by their text.
    """
    if isinstance(thing, Given):
        return thing
    if isinstance(thing, Corpus):
        return Given(os.path.basename(thing.name) or role, None, thing, thing.format)
    if isinstance(thing, str):
        return _path_or_text(thing, role)
    if isinstance(thing, os.PathLike):
        path = os.fspath(thing)
        return _path(os.fsdecode(path), role, is_text=False)
    if isinstance(thing, (bytes, bytearray, memoryview)):
        return Given(role, None, _unpacked(bytes(thing), role), None)
    if hasattr(thing, "read"):
        return _open_file(thing, role)
    if isinstance(thing, Mapping):
        raise TypeError("%s is one input, and not a mapping; names are for systems" % role)
    may_be_several = is_system and holds != RELATIONS
    if _objects.adapter_of(thing) is not None:
        return _sentences([thing], role, holds, may_be_several, is_system)
    return _sentences(_items(thing, role), role, holds, may_be_several, is_system)


def several(things: Any, holds: Optional[str] = None, role: str = "system") -> List[Given]:
    """The systems that were given: one, a list of several, or a mapping from names to systems.

    A list is several systems if its items are whole inputs (paths, corpora, lists), and the sentences of one
    system otherwise. Beside a path or a list, a text is a whole input, too.
    """
    if isinstance(things, Mapping):
        found = [one(thing, _name(name), holds, True)._replace(name=_name(name)) for name, thing in things.items()]
        if not found:
            raise ValueError("there is no system: the mapping is empty")
        if len({given.name for given in found}) < len(found):
            raise ValueError("two systems have the same name: %s" % ", ".join(given.name for given in found))
        return _with_something(found, holds)
    if isinstance(things, (list, tuple)) and not _objects.adapter_of(things) and things:
        whole = [_is_whole_input(thing) for thing in things]
        if all(isinstance(thing, str) or _is_missing(thing) for thing in things) and not all(whole):
            # Among sentences a line that is no parse looks like a path; it is one only if there is such a file.
            whole = [is_whole and _exists(thing) for is_whole, thing in zip(whole, things)]
        elif any(is_whole and not isinstance(thing, str) for is_whole, thing in zip(whole, things)):
            # Beside a path, a list or a corpus nothing is a sentence.
            texts_too = [is_whole or isinstance(thing, (str, bytes)) for is_whole, thing in zip(whole, things)]
            whole = [is_whole or _objects.is_document(thing) for is_whole, thing in zip(texts_too, things)]
        if all(whole):
            found = [one(thing, "%s %d" % (role, place), holds, True) for place, thing in enumerate(things, 1)]
            return _with_something(found, holds)
        if any(whole):
            place = whole.index(not whole[0])
            raise TypeError(
                "item %d of the systems is %s, and the first is %s: are these systems, or the sentences of one? Give "
                'systems names, {"a": ..., "b": ...}, or one system alone'
                % (place + 1, _kind(things[place]), _kind(things[0]))
            )
    return _with_something([one(things, role, holds, True)], holds)


def has_nothing(content: Any) -> bool:
    """Whether all sentences of a list are missing."""
    return isinstance(content, list) and all(text is None for text in content)


def _with_something(found: List[Given], holds: Optional[str]) -> List[Given]:
    """Systems, of which one may have nothing beside others: a parser that failed does not take their scores with it."""
    empty = [given for given in found if has_nothing(given.content)]
    if empty and (len(empty) == len(found) or holds not in (_objects.TREES, _objects.DEPENDENCIES)):
        raise ValueError(_ALL_MISSING % (empty[0].name, len(empty[0].content or ())))
    return found


_ALL_MISSING = "%s has no sentences: all %d are missing"


def _name(name: Any) -> str:
    """What a system is called."""
    if name is None or isinstance(name, (bytes, float, tuple, frozenset)):
        raise TypeError("the name of a system is text, not %r" % (name,))
    if not str(name).strip():
        raise ValueError("the name of a system is empty")
    return str(name)


def drawn(gold: Any, systems: Any, sentence: Any) -> Tuple[Given, List[Given]]:
    """What is drawn. Where a list has nothing in a place, something keeps it, so that numbers stay what they are."""
    first = one(gold, "gold")
    others = [] if systems is None else several(systems)
    if isinstance(sentence, int) and not isinstance(sentence, bool) and sentence > 0:
        if _lacks(first, sentence):
            raise ValueError("%s[%d] is None: there is nothing to draw" % (first.name, sentence - 1))
        others = [other for other in others if not _lacks(other, sentence)]
    return _filled(first), [_filled(other) for other in others]


def _lacks(given: Given, number: int) -> bool:
    content = given.content
    return isinstance(content, list) and number <= len(content) and content[number - 1] is None


def _filled(given: Given) -> Given:
    content = given.content
    if not isinstance(content, list):
        return given
    first = next((text for text in content if text is not None and text.strip()), "(")
    if _RELATION.match(first.strip()):
        # An empty line ends each, also where none has more than one relation.
        texts = ((text or "").strip() or "(dependent _ _1 _0)" for text in content)
        return given._replace(content="\n\n".join(texts) + "\n")
    # A line without a tree is a sentence without a parse; columns cannot say that there is none.
    nothing = "" if first.lstrip().startswith("(") else "# text = _\n1\t_\t_\tX\t_\t_\t0\troot\t_\t_\n"
    return given._replace(content=[nothing if text is None else text for text in content])


#: A relation between words with numbers, or with none of the brackets that trees have.
_RELATION = re.compile(r"\([^()\s]+( [^()\s]+)* [^()\s]+_\d+( [^()\s]+)*\)")


def sentences(thing: Any, role: str = "gold", holds: Optional[str] = None) -> Union[Corpus, List[Optional[str]]]:
    """What was given, parsed once or as one text a sentence: what counting in a loop takes."""
    # Before it has learned anything, a parser may return nothing for all of them.
    given = one(thing, role, holds, role == "system")
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


def _path(path: str, role: str, is_text: bool = True) -> Given:
    if _exists(path):
        return Given(os.path.basename(os.path.normpath(path)), path, None, None)
    hint = _similar(path)
    if not hint and is_text and " " in path.strip():
        hint = " (text of sentences has brackets or columns; one sentence is given as a list with one item)"
    what = "is neither a file that is there nor text that can be read" if is_text else "is a file that is not there"
    raise FileNotFoundError(2, "%s %s%s" % (role, what, hint), path)


def _similar(path: str) -> str:
    """A file beside the one that is not there, of nearly the same name."""
    folder, name = os.path.split(path)
    try:
        close = difflib.get_close_matches(name, os.listdir(folder or os.curdir), n=1)
    except (OSError, ValueError):
        return ""
    return " (did you mean %r?)" % os.path.join(folder, close[0]) if close else ""


def _open_file(file: Any, role: str) -> Given:
    content = file.read()
    if not isinstance(content, (str, bytes)):
        raise TypeError("%s has a method read() that returns %s, and neither text nor bytes" % (role, _kind(content)))
    if not content.strip():
        raise ValueError("%s is empty: was the file read before? file.seek(0) goes back to its beginning" % role)
    name = getattr(file, "name", None)
    content = _unpacked(content, role) if isinstance(content, bytes) else content
    return Given(os.path.basename(name) if isinstance(name, str) else role, None, content, None)


def _unpacked(content: bytes, role: str) -> bytes:
    """Bytes of a compressed file as they were before."""
    for start, module in ((b"\x1f\x8b", "gzip"), (b"BZh", "bz2"), (b"\xfd7zXZ\x00", "lzma")):
        if content.startswith(start):
            unpacked: bytes = importlib.import_module(module).decompress(content)
            return unpacked
    if content.startswith(b"\x28\xb5\x2f\xfd"):
        raise ValueError("%s is compressed by zstd: give the path of the file, which is unpacked as it is read" % role)
    return content


def _items(thing: Any, role: str) -> Iterable[Any]:
    """The items of a list, a column, a generator or anything else that can be gone through."""
    if isinstance(thing, (set, frozenset)):
        raise TypeError("%s is a set, which has no order: give a list, so that sentences stand beside each other" % role)
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


def _sentences(items: Iterable[Any], role: str, holds: Optional[str], may_be_several: bool, is_system: bool) -> Given:
    """Sentences of a list, each by its own kind."""
    found: List[Optional[str]] = []
    # The first object with its place, its format, and the first text.
    first: Optional[Tuple[int, Any]] = None
    format: Optional[str] = None
    text_at: Optional[Tuple[int, str]] = None
    has_text = False
    n = 0
    for place, item in enumerate(items):
        n += 1
        if _is_missing(item):
            found.append(None)
        elif isinstance(item, (str, bytes)):
            text = _text(item, place, role)
            if not may_be_several:
                _refuse_several(text, place, role, holds)
            text_at = (place, text) if text_at is None and text.strip() else text_at
            has_text = True
            found.append(text)
        else:
            found.extend(_from_object(item, place, role, holds))
            own = _objects.format_of(item, holds)
            if first is None:
                first, format = (place, item), own
            elif own != format:
                raise TypeError(_mixed(role, place, item, *first))
    if not n:
        raise ValueError("%s has no sentences: the list is empty" % role)
    if first is None and not has_text and not is_system:
        raise ValueError(_ALL_MISSING % (role, n))
    if first is not None and text_at is not None and text_at[1].lstrip().startswith("(") != (format == "penn-lines"):
        raise TypeError(_mixed(role, *text_at, *first))
    return Given(role, None, found, format)


def _mixed(role: str, place: int, item: Any, other: int, first: Any) -> str:
    return "%s[%d] is %s, and %s[%d] is %s, which has another kind of parse: give all of them as trees, or all as dependencies" % (
        (role, place, _kind(item), role, other, _kind(first))
    )


def _refuse_several(text: str, place: int, role: str, holds: Optional[str]) -> None:
    """An item is one sentence: where an empty line ends one, numbers of all that follow would be wrong."""
    if holds not in (_objects.DEPENDENCIES, RELATIONS) or "\n" not in text or text.lstrip().startswith("("):
        return
    if re.search(r"\n[ \t\r]*\n\s*\S", text.lstrip()) is not None:
        raise ValueError(
            "%s[%d] has more than one sentence, with an empty line between them: each item of a list is one. Give each its "
            'own item, or the text as a whole, as in "\\n\\n".join(sentences)' % (role, place)
        )


def _from_object(item: Any, place: int, role: str, holds: Optional[str]) -> Iterator[Optional[str]]:
    adapter = _objects.adapter_of(item)
    if isinstance(item, (os.PathLike, Corpus)):
        raise TypeError(
            "%s[%d] is %s, which is a whole input, and no sentence: several systems are a list or a mapping" % (role, place, _kind(item))
        )
    if adapter is None:
        raise TypeError(
            "%s[%d] is %s: give text, or an object of nltk, conllu, spaCy, stanza or udapi" % (role, place, _kind(item))
        )
    try:
        for text in adapter(item, holds):
            yield None if text is None else _text(text, place, role)
    except ValueError as error:
        raise ValueError("%s[%d]: %s" % (role, place, error)) from None


def _text(text: Union[str, bytes], place: int, role: str) -> str:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise ValueError(
                "%s[%d] has half a character (%r) at place %d: it was decoded with the wrong encoding or "
                'errors="surrogateescape"; give the file\'s path instead' % (role, place, text[error.start], error.start + 1)
            ) from None
    return text


def _is_missing(item: Any) -> bool:
    # What is not a number is how tables write that there is nothing; it is the only thing that differs from itself.
    return item is None or (isinstance(item, float) and item != item) or type(item).__name__ in ("NAType", "NaTType")


def _is_whole_input(thing: Any) -> bool:
    """Whether this is an input by itself, and not a sentence of one."""
    if isinstance(thing, str):
        is_line = bool(thing.strip()) and "\n" not in thing and "\t" not in thing
        # What a language model says may begin with anything; few files have brackets in their names.
        return is_line and not thing.lstrip().startswith("(") and ("(" not in thing or _exists(thing))
    if isinstance(thing, (Given, Corpus, os.PathLike)) or hasattr(thing, "read"):
        return True
    if _objects.adapter_of(thing) is not None or isinstance(thing, (bytes, Mapping)) or _is_missing(thing):
        return False
    return hasattr(thing, "__iter__")


def _kind(thing: Any) -> str:
    kind = type(thing)
    name = kind.__qualname__ if kind.__module__ == "builtins" else "%s.%s" % (kind.__module__.partition(".")[0], kind.__qualname__)
    return "None" if thing is None else "of type %s" % name
