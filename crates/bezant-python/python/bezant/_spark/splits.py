"""Files to sentences, a stretch of bytes at a time.

A file is cut where a sentence begins and nowhere else. Where that is can be seen from the bytes around a place, so
that a task which is given bytes 64 to 128 million begins at the first cut behind 64 million and reads on to the first
cut behind 128 million. Whatever the stretches are, together they hold every sentence once.
"""

from __future__ import annotations

import os
import re
from typing import Any, Iterable, Iterator, NamedTuple

#: How much of a file says how it is laid out; the program looks at as much.
HEAD = 64 << 10

#: How much is read at once.
CHUNK = 4 << 20

#: One sentence a line; an empty line ends a sentence; trees over several lines, which start in the first column of a
#: line; the same where lines inside a tree start there, too.
LINES, BLOCKS, INDENTED, FREE = "lines", "blocks", "indented", "free"

#: What files end with that cannot be read from the middle, with what pyarrow calls it.
COMPRESSED = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd", ".lz4": "lz4"}

_BOM = b"\xef\xbb\xbf"
_COMMENTS = (b"#", b"%", b"*x*")
_EMPTY_LINE = re.compile(rb"\n\r?\n")
_START = re.compile(rb"(?m)^[^\s)]")
_BRACKET = re.compile(rb"[()]")
_FULL = re.compile(rb"[^ \t\n\r\x0b\x0c]")
_OPENS = ord("(")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()")
#: Most trees have fewer levels.
_LEVELS = 100
_SPACE = b" \t\n\r\x0b\x0c"


class Split(NamedTuple):
    """A stretch of a file."""

    path: str
    name: str
    start: int
    #: Where it ends; nothing for all of a file that is compressed.
    end: int | None
    layout: str


def plan(paths: Iterable[str], layout: str | None, split_bytes: int) -> list[Split]:
    """The stretches of all files, in the order of the files' names.

    `layout` is that of all files; `None` says that they have trees, whose layout shows at the start.
    """
    # Executors are in other folders.
    found = [file for path in paths for file in _files(path if "://" in path else os.path.abspath(path))]
    splits = []
    for path, name, size in found:
        compression = _compression(path)
        own = layout
        if own is None:
            with _open(path, compression) as stream:
                own = tree_layout(stream.read(HEAD + 1))
        if compression is not None:
            splits.append(Split(path, name, 0, None, own))
            continue
        # Where lines inside a tree start in the first column, nothing near by says where a tree begins.
        step = size if own == FREE else split_bytes
        splits += [
            Split(path, name, start, min(start + step, size), own)
            for start in range(0, size, max(step, 1))
        ]
    return splits


def sentences(split: Split) -> Iterator[bytes]:
    """The sentences that begin in a stretch."""
    if split.end is None:
        with _open(split.path, _compression(split.path)) as stream:
            yield from divide(_chunks(stream, None), split.layout, True)
        return
    with _open(split.path, None) as stream:
        size = stream.seek(0, os.SEEK_END)
        start = _cut(stream, split.start, size, split.layout)
        end = _cut(stream, split.end, size, split.layout)
        if start >= end:
            return
        stream.seek(start)
        yield from divide(_chunks(stream, end - start), split.layout, end == size)


def divide(chunks: Iterable[bytes], layout: str, to_end: bool) -> Iterator[bytes]:
    """The sentences of a text that begins with one, in whatever pieces it comes.

    `to_end` says that the text goes on to the end of its file.
    """
    rest = b""
    is_first = True
    for chunk in chunks:
        text = rest + chunk
        if is_first:
            if len(text) < 3:
                rest = text
                continue
            text, is_first = _without_mark(text), False
        end = _last_cut(text, layout)
        yield from _DIVIDE[layout](text[:end], False)
        rest = text[end:]
    if is_first:
        rest = _without_mark(rest)
    yield from _DIVIDE[layout](rest, to_end)


def tree_layout(head: bytes) -> str:
    """How a file of trees is laid out, by the start of it: as the program says it."""
    whole = len(head) <= HEAD
    lines = _without_mark(head[:HEAD]).split(b"\n")
    if not whole and len(lines) > 1:
        lines.pop()
    full = [line for line in lines if line.strip(_SPACE)]
    goes_on = any(
        following[:1] != b"(" and line.count(b"(") > line.count(b")")
        for line, following in zip(full, full[1:])
    )
    if not goes_on and not (full and full[0].startswith(_COMMENTS)):
        return LINES
    trees, _, _ = _balanced(b"\n".join(lines))
    inside = any(match.start() > 0 for tree in trees for match in _START.finditer(tree))
    return FREE if inside else INDENTED


def _without_mark(text: bytes) -> bytes:
    if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise ValueError("the file is UTF-16; convert it to UTF-8, for example with iconv")
    return text[3:] if text.startswith(_BOM) else text


def _cut(stream: Any, at: int, size: int, layout: str) -> int:
    """The first place from `at` on where a sentence may begin, or the file's end."""
    if at <= 0 or at >= size:
        return max(0, min(at, size))
    begin = max(0, at - 3)
    stream.seek(begin)
    text = b""
    while True:
        chunk = stream.read(HEAD)
        text += chunk
        found = _first_cut(text, at - begin, layout, not chunk)
        if found is not None:
            return begin + found
        if not chunk:
            return size


def _first_cut(text: bytes, at: int, layout: str, at_end: bool) -> int | None:
    """The same in a text that is a part of the file; nothing if that lies behind it."""
    if layout == LINES:
        found = text.find(b"\n", at - 1)
        return None if found < 0 else found + 1
    if layout == BLOCKS:
        ends = (match.end() for match in _overlapping(text))
        return next((end for end in ends if end >= at), None)
    found = text.find(b"\n", at - 1)
    while found >= 0:
        following = text[found + 1 : found + 2]
        if not following and not at_end:
            return None
        if following and following not in _SPACE + b")":
            return found + 1
        found = text.find(b"\n", found + 1)
    return None


def _overlapping(text: bytes) -> Iterator[re.Match[bytes]]:
    """Ends of lines before empty ones, also where several are empty."""
    match = _EMPTY_LINE.search(text)
    while match:
        yield match
        match = _EMPTY_LINE.search(text, match.start() + 1)


def _last_cut(text: bytes, layout: str) -> int:
    """How much of a text, behind which more may follow, is whole sentences."""
    if layout == LINES:
        return text.rfind(b"\n") + 1
    if layout == BLOCKS:
        plain, with_returns = text.rfind(b"\n\n"), text.rfind(b"\n\r\n")
        return max(plain + 2 if plain >= 0 else 0, with_returns + 3 if with_returns >= 0 else 0)
    if layout == FREE:
        return _balanced(text)[1]
    at = len(text)
    while True:
        at = text.rfind(b"\n", 0, at)
        if at < 0:
            return 0
        following = text[at + 1 : at + 2]
        if following and following not in _SPACE + b")":
            return at + 1


def _lines(text: bytes, to_end: bool) -> Iterator[bytes]:
    if text.endswith(b"\n"):
        text = text[:-1]
    elif not text:
        return
    for line in text.split(b"\n"):
        yield line.rstrip(b"\r")


def _blocks(text: bytes, to_end: bool) -> Iterator[bytes]:
    if b"\r" in text:
        pieces = re.split(rb"(?:(?<=\n)|^)(?:\r?\n)+", text)
    else:
        pieces = text.split(b"\n\n")
    pieces = [piece.strip(b"\r\n") for piece in pieces]
    is_open = to_end and not text.endswith((b"\n\n", b"\n\r\n"))
    if is_open and pieces and all(line[:1] in (b"#", b"") for line in pieces[-1].splitlines()):
        # Comments behind the last sentence of a file are none.
        pieces.pop()
    return iter([piece for piece in pieces if piece])


def _indented(text: bytes, to_end: bool) -> Iterator[bytes]:
    starts = [match.start() for match in _START.finditer(text)]
    if not starts or starts[0] > 0:
        starts.insert(0, 0)
    for start, end in zip(starts, starts[1:] + [len(text)]):
        piece = text[start:end].rstrip(_SPACE)
        if _is_tree(piece):
            yield piece
            continue
        trees, _, is_sound = _balanced(piece)
        if is_sound:
            yield from trees
        else:
            # A sentence that cannot be read, up to where something else begins.
            yield piece


def _is_tree(piece: bytes) -> bool:
    """Whether this is one tree and nothing else; quicker than to look at each bracket, and in doubt no."""
    if not (piece.startswith(b"(") and piece.endswith(b")")):
        return False
    inner = piece.translate(None, _NO_BRACKETS)[1:-1]
    for _ in range(_LEVELS):
        less = inner.replace(b"()", b"")
        if len(less) == len(inner):
            break
        inner = less
    return not inner


def _free(text: bytes, to_end: bool) -> Iterator[bytes]:
    trees, _, is_sound = _balanced(text)
    if to_end and not is_sound:
        raise ValueError(
            "a bracket is missing or too much, and lines inside trees start in the first column, so that nothing says"
            " where the next tree begins; put each tree on one line (bezant convert --to tree)"
        )
    return iter(trees)


def _balanced(text: bytes) -> tuple[list[bytes], int, bool]:
    """The trees of a text by their brackets, where the last of them ends, and whether there is nothing else."""
    trees: list[bytes] = []
    at, end = 0, 0
    while True:
        full = _FULL.search(text, at)
        if full is None:
            return trees, end, True
        at = full.start()
        if text[max(at - 1, 0) : at] in (b"", b"\n") and text.startswith(_COMMENTS, at):
            at = text.find(b"\n", at)
            if at < 0:
                return trees, end, True
            continue
        if text[at] != _OPENS:
            return trees, end, False
        depth = 0
        for bracket in _BRACKET.finditer(text, at):
            depth += 1 if text[bracket.start()] == _OPENS else -1
            if depth == 0:
                end = bracket.end()
                break
        else:
            return trees, end, False
        trees.append(text[at:end])
        at = end


_DIVIDE = {LINES: _lines, BLOCKS: _blocks, INDENTED: _indented, FREE: _free}


def _chunks(stream: Any, n: int | None) -> Iterator[bytes]:
    while n is None or n > 0:
        chunk = stream.read(CHUNK if n is None else min(CHUNK, n))
        if not chunk:
            return
        if n is not None:
            n -= len(chunk)
        yield bytes(chunk)


def _compression(path: str) -> str | None:
    return COMPRESSED.get(os.path.splitext(path)[1].lower())


def _file_system(path: str) -> tuple[Any, str]:
    """Who reads a path, and what they call it: also `hdfs://`, `s3://` and others that pyarrow knows."""
    from pyarrow import fs

    if "://" in path:
        system, name = fs.FileSystem.from_uri(path)
        return system, name
    return fs.LocalFileSystem(), os.path.abspath(path)


def _open(path: str, compression: str | None) -> Any:
    system, name = _file_system(path)
    if compression is None:
        return system.open_input_file(name)
    return system.open_input_stream(name, compression=compression)


def _files(path: str) -> list[tuple[str, str, int]]:
    """The file, or those of a folder and its folders: path, name in the folder, size."""
    from pyarrow import fs

    system, name = _file_system(path)
    about = system.get_file_info(name)
    if about.type == fs.FileType.NotFound:
        raise FileNotFoundError(f"{path} is not there")
    if about.is_file:
        return [(path, about.base_name, about.size)]
    inside = system.get_file_info(fs.FileSelector(name, recursive=True))
    within = {file.path: os.path.relpath(file.path, name) for file in inside if file.is_file}
    # What begins so is no data: `_SUCCESS`, `.part-00000.crc`.
    hidden = {key for key, short in within.items() if os.path.basename(short)[:1] in "._"}
    files = [
        (f"{path.rstrip('/')}/{within[file.path]}", within[file.path], file.size)
        for file in inside
        if file.path in within and file.path not in hidden
    ]
    if not files:
        raise FileNotFoundError(f"no file is in {path}")
    return sorted(files, key=lambda file: file[1])
