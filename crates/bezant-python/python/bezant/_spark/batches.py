"""Arrow batches of sentences to Arrow batches of rows.

The columns have the names that those of saved rows have in Parquet: `system`, `sentence`, `length`, `depth`,
`skipped`, then `count_NAME` for each number that a sentence contributes and `missed_NAME` for what it would where it is
skipped. Fragments and relations have as many numbers as there are sizes or types: those are lists, `counts` and
`missed`, of decimal digits, because numbers of fragments outgrow 64 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, NamedTuple

from bezant import _bezant

if TYPE_CHECKING:
    import pyarrow as pa

#: What the sentence's own columns are called.
SENTENCE = "sentence"
SYSTEM, LENGTH, DEPTH, SKIPPED, REASON = "system", "length", "depth", "skipped", "reason"
#: The reason as saved rows have it.
SKIPPED_JSON = "skipped_json"
GOLD_HASH, SIGNATURE = "gold_hash", "signature"
COUNTS, MISSED = "counts", "missed"
COUNT_PREFIX, MISSED_PREFIX = "count_", "missed_"


class Plan(NamedTuple):
    """What every task is told."""

    #: The command that would be typed behind `bezant`, without files.
    words: list[str]
    #: Sentences that say what the columns hold, gold's first.
    firsts: list[str]
    #: What each row's numbers are made by: everything but the data.
    signature: str
    #: The names of numbers; nothing if they are lists.
    names: list[str] | None
    #: Columns of the input.
    gold: str
    systems: Mapping[str, str]
    #: Columns of the input that go on as they are.
    kept: list[str]


def columns(plan: Plan) -> list[tuple[str, str]]:
    """The columns that rows have behind those that are kept, with their types in Spark."""
    named = [(SYSTEM, "string"), (LENGTH, "bigint"), (DEPTH, "bigint")]
    named += [(SKIPPED, "string"), (REASON, "string"), (SKIPPED_JSON, "string")]
    if plan.names is None:
        named += [(COUNTS, "array<string>"), (MISSED, "array<string>")]
    else:
        for prefix in (COUNT_PREFIX, MISSED_PREFIX):
            named += [(prefix + name, "bigint") for name in plan.names]
    return named + [(GOLD_HASH, "bigint")]


def score(plan: Plan, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The rows of all sentences, system by system within each batch."""
    counter = _bezant.Counter(plan.words)
    for batch in batches:
        if batch.num_rows == 0:
            continue
        kept = [batch.column(name) for name in plan.kept]
        gold = _texts(batch, plan.gold)
        texts = [_texts(batch, column) for column in plan.systems.values()]
        found = _bezant.batch(counter, plan.firsts, gold, texts)
        if found.signature != plan.signature:
            raise RuntimeError(
                f"an executor scores in another way than the driver; is its bezant of another version?\n"
                f"  {found.signature}\n  {plan.signature}"
            )
        for name, side in zip(plan.systems, found.systems):
            yield _rows(plan, name, kept, found, side)


def _rows(plan: Plan, name: str, kept: list[pa.Array], found: Any, side: Any) -> pa.RecordBatch:
    import pyarrow as pa

    n = found.n
    digits = pa.list_(pa.string())
    arrays = [
        *kept,
        pa.DictionaryArray.from_arrays(pa.array([0] * n, pa.int32()), [name]).dictionary_decode(),
        _numbers(found.length, None, n),
        _numbers(found.depth, None, n),
        pa.array(side.skipped, pa.string()),
        pa.array(side.reasons, pa.string()),
        pa.array(side.reasons_json, pa.string()),
    ]
    if plan.names is None:
        arrays += [pa.array(side.counts, digits), pa.array(side.missed, digits)]
    else:
        arrays += [_numbers(column, side.is_scored, n) for column in side.counts]
        arrays += [_numbers(column, side.is_skipped, n) for column in side.missed]
    arrays.append(_numbers(found.gold_hashes, found.has_gold, n))
    names = plan.kept + [column for column, _ in columns(plan)]
    return pa.RecordBatch.from_arrays(arrays, names=names)


def _numbers(data: bytes, is_valid: bytes | None, n: int) -> pa.Array:
    """Numbers of 64 bits, the lowest byte first, with a bit for each that is there."""
    import pyarrow as pa

    valid = None if is_valid is None else pa.py_buffer(is_valid)
    return pa.Array.from_buffers(pa.int64(), n, [valid, pa.py_buffer(data)])


def _texts(batch: pa.RecordBatch, name: str) -> list[str | None]:
    texts: list[str | None] = batch.column(name).to_pylist()
    return texts


def names_of(all_columns: Iterable[str]) -> list[str] | None:
    """The names of a row's numbers, by its columns; nothing if they are lists."""
    all_columns = list(all_columns)
    if COUNTS in all_columns:
        return None
    return [name[len(COUNT_PREFIX) :] for name in all_columns if name.startswith(COUNT_PREFIX)]


def count_columns(names: list[str] | None) -> list[str]:
    """The columns with the numbers of sentences that were scored."""
    return [COUNTS] if names is None else [COUNT_PREFIX + name for name in names]


def missed_columns(names: list[str] | None) -> list[str]:
    """The same of sentences that were not."""
    return [MISSED] if names is None else [MISSED_PREFIX + name for name in names]


def add(sums: list[int], numbers: Iterable[int]) -> None:
    """Adds numbers place by place; those behind the last are 0."""
    for place, number in enumerate(numbers):
        if place == len(sums):
            sums.append(0)
        sums[place] += number


def add_lists(keys: list[str], lists: list[str], batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Adds up lists of digits, and how many rows there are (`n`), over all rows of a partition with the same keys.

    Rows that are sums already say in `n` of how many.
    """
    import pyarrow as pa

    sums: dict[tuple[Any, ...], tuple[list[int], list[list[int]]]] = {}
    types: list[pa.DataType] = []
    for batch in batches:
        types = [batch.schema.field(key).type for key in keys]
        numbers = batch.column("n").to_pylist() if "n" in batch.schema.names else [1] * batch.num_rows
        of_keys = zip(*(batch.column(key).to_pylist() for key in keys))
        of_lists = zip(*(batch.column(name).to_pylist() for name in lists))
        for key, n, row in zip(of_keys, numbers, of_lists):
            total = sums.get(key)
            if total is None:
                total = sums[key] = ([0], [[] for _ in lists])
            total[0][0] += n
            for sum_, digits in zip(total[1], row):
                add(sum_, map(int, digits or ()))
    if not sums:
        return
    arrays = [pa.array([key[place] for key in sums], kind) for place, kind in enumerate(types)]
    arrays.append(pa.array([n for (n,), _ in sums.values()], pa.int64()))
    for place in range(len(lists)):
        digits = [[str(number) for number in total[place]] for _, total in sums.values()]
        arrays.append(pa.array(digits, pa.list_(pa.string())))
    yield pa.RecordBatch.from_arrays(arrays, names=[*keys, "n", *lists])
