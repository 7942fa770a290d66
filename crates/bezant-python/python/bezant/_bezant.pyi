"""The extension: the program in the process, and counts for loops. Use the package ``bezant``."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Optional, Union, final

__version__: str

Sentences = Iterable[Optional[Union[str, bytes]]]
Input = Union[str, bytes, Sentences, "Corpus"]

@final
class Message:
    """Something that was said: ``kind`` is "note", "warning", "error" or "gate"."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def hint(self) -> Optional[str]: ...
    @property
    def place(self) -> Optional[tuple[str, int, int]]: ...
    @property
    def excerpt(self) -> Optional[str]: ...

@final
class Ran:
    """What came of a command."""

    @property
    def status(self) -> int: ...
    @property
    def out(self) -> bytes: ...
    @property
    def written(self) -> dict[str, bytes]: ...
    @property
    def messages(self) -> list[Message]: ...

def run(
    words: Sequence[Union[str, PathLike[str]]],
    inputs: Optional[Mapping[str, Input]] = None,
    *,
    progress: Optional[Callable[[int, Optional[int]], Any]] = None,
    columns: Optional[int] = None,
    also: Sequence[str] = (),
) -> Ran:
    """Runs a command by the words that would be typed behind ``bezant``.

    A word that is a key of ``inputs`` (they look like ``memory:0/NAME``) is read from memory; what is written to a
    name that begins with ``memory:`` is in the result. Results are ``also`` written in the formats named, to
    ``memory:also/text`` and the like.
    """

def main(argv: Sequence[str]) -> int:
    """The program itself, on the standard streams; the first word is what started it."""

def commands() -> str:
    """All commands and their options, as JSON."""

@final
class Corpus:
    """Sentences that are read once and scored again and again."""

    def __new__(cls, sentences: Any, format: Optional[str] = None, name: str = "corpus") -> Corpus: ...
    @staticmethod
    def open(path: Union[str, PathLike[str]], format: Optional[str] = None) -> Corpus:
        """The sentences of a file."""
    @property
    def name(self) -> str: ...
    @property
    def format(self) -> str: ...
    def texts(self) -> list[str]:
        """The texts of its sentences."""
    def __len__(self) -> int: ...

@final
class Counter:
    """A metric, made of the words of a command: ``["brackets", "--preset", "collins"]``."""

    def __new__(cls, words: Union[str, Sequence[str]]) -> Counter: ...
    @property
    def signature(self) -> str: ...
    @property
    def words(self) -> list[str]: ...
    def count(self, gold: Any, system: Any, threads: int = 0) -> Counts:
        """Counts a system's sentences beside gold's: whatever the functions take. With ``threads=0``, as many threads as are of use."""

@final
class Counts:
    """Counts of some sentences. They add, and pickle."""

    def numbers(self) -> list[int]: ...
    def missed_numbers(self) -> list[int]: ...
    def names(self) -> list[str]: ...
    @property
    def n(self) -> int: ...
    @property
    def n_skipped(self) -> int: ...
    @property
    def skipped(self) -> list[tuple[int, str, str]]:
        """Of counts that are no sum, the sentences that could not be scored: number, reason, and the same in words."""
    @property
    def signature(self) -> str: ...
    def scores(self) -> dict[str, Optional[float]]:
        """Scores of the sentences that could be scored."""
    def scores_with_missed(self) -> dict[str, Optional[float]]:
        """The same of all sentences, with nothing found in those that were skipped."""
    def __add__(self, other: Union[Counts, int]) -> Counts: ...
    def __radd__(self, other: Union[Counts, int]) -> Counts: ...
    def to_bytes(self) -> bytes: ...
    @staticmethod
    def from_bytes(bytes: bytes) -> Counts: ...

@final
class Rows:
    """One row a pair of sentences."""

    @property
    def numbers(self) -> list[Optional[list[int]]]: ...
    @property
    def missed(self) -> list[Optional[list[int]]]: ...
    @property
    def reasons(self) -> list[Optional[str]]: ...
    @property
    def messages(self) -> list[Optional[str]]: ...
    @property
    def signature(self) -> str: ...
    @property
    def names(self) -> list[str]: ...

def rows(
    words: Union[Counter, Sequence[str]], gold: Sentences, system: Sentences, threads: int = 1
) -> Rows:
    """Counts each sentence of a system beside gold's in the same place."""

def scores(signature: str, numbers: Iterable[int]) -> dict[str, Optional[float]]:
    """The scores of a sum of rows, from their signature."""

@final
class BatchSystem:
    """One system of a batch."""

    @property
    def skipped(self) -> list[Optional[str]]: ...
    @property
    def reasons(self) -> list[Optional[str]]: ...
    @property
    def reasons_json(self) -> list[Optional[str]]:
        """As saved rows have them."""
    @property
    def is_scored(self) -> bytes:
        """A bit a sentence, the first lowest."""
    @property
    def is_skipped(self) -> bytes: ...
    @property
    def counts(self) -> Union[list[bytes], list[Optional[list[str]]]]:
        """With names, numbers of 64 bits of a column each; without, lists of digits."""
    @property
    def missed(self) -> Union[list[bytes], list[Optional[list[str]]]]: ...

@final
class Batch:
    """Some thousand sentences that were counted, as the bytes that columns of Arrow are made of."""

    @property
    def n(self) -> int: ...
    @property
    def signature(self) -> str: ...
    @property
    def names(self) -> Optional[list[str]]: ...
    @property
    def length(self) -> bytes: ...
    @property
    def depth(self) -> bytes: ...
    @property
    def gold_hashes(self) -> bytes: ...
    @property
    def has_gold(self) -> bytes: ...
    @property
    def systems(self) -> list[BatchSystem]: ...

def batch(
    counter: Counter, firsts: Sequence[str], gold: Sentences, systems: Sequence[Sentences]
) -> Batch:
    """Counts sentences of several systems beside gold's; formats are those of the first sentences."""

def scores_of_rows(
    signature: str, names: Sequence[str], rows: Sequence[Iterable[int]]
) -> list[list[Optional[float]]]:
    """Some scores of each of many rows."""

def counts_json(signature: str, numbers: Iterable[int]) -> str:
    """Counts with these numbers, as saved rows have them."""

def number_names(signature: str, n: int) -> list[str]:
    """What so many numbers are called."""

@final
class Fingerprint:
    """A fingerprint of gold that is made of its sentences' hashes."""

    def __new__(cls) -> Fingerprint: ...
    def update(self, hashes: bytes) -> None:
        """Goes on with the next hashes, eight bytes each with the lowest first."""
    def hexdigest(self) -> str: ...
