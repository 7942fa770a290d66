"""Sums of rows, made on the cluster, and what says of which data they are."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple

from bezant import _bezant
from bezant._spark import batches
from bezant._spark.batches import GOLD_HASH, SENTENCE, SIGNATURE, SKIPPED, SYSTEM

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: What stands behind the data in a signature.
_BEHIND_DATA = re.compile(r"\|(?:mapping|forms|version):")


class Sum(NamedTuple):
    """All rows of one system."""

    system: str
    signature: str
    #: Sentences of gold.
    n: int
    #: All rows, also those of sentences that gold does not have.
    n_rows: int
    #: How many were skipped, by reason.
    skipped: dict[str, int]
    numbers: list[int]
    missed: list[int]
    #: The sum of the hashes of gold's sentences, in no order.
    hashes: int
    #: The same of hashes of keys and sentences: who has the same has the same sentences under the same keys.
    keyed: int


def check(rows: DataFrame) -> list[str] | None:
    """The names of the rows' numbers; complains of other tables."""
    lacks = [name for name in (SYSTEM, SIGNATURE, SKIPPED, GOLD_HASH) if name not in rows.columns]
    if lacks:
        raise ValueError(f"these are no rows of bezant.spark.score: there is no column {lacks[0]}")
    return batches.names_of(rows.columns)


def add_up(rows: DataFrame) -> list[Sum]:
    """One sum a system, in the order of their names: one pass over the rows, of which nothing but sums comes here."""
    from pyspark.sql import functions as F

    names = check(rows)
    keys = [SYSTEM, SIGNATURE, SKIPPED]
    counts, missed = batches.count_columns(names), batches.missed_columns(names)
    keyed = F.xxhash64(SENTENCE, GOLD_HASH) if SENTENCE in rows.columns else F.lit(0)
    about = [
        F.count(F.lit(1)).alias("n"),
        F.count(GOLD_HASH).alias("n_gold"),
        # Numbers of 64 bits outgrow themselves when they are added.
        F.sum(F.col(GOLD_HASH).cast("decimal(20,0)")).alias("hashes"),
        F.sum(keyed.cast("decimal(20,0)")).alias("keyed"),
    ]
    if names is None:
        found = rows.groupBy(*keys).agg(*about).collect()
        lists = {tuple(row[key] for key in keys): row for row in add_lists(rows, keys, counts + missed)}
    else:
        sums = [F.sum(name).alias(name) for name in counts + missed]
        found = rows.groupBy(*keys).agg(*about, *sums).collect()
        lists = {}
    totals: dict[tuple[str, str], Sum] = {}
    for row in sorted(found, key=lambda row: tuple(row[key] or "" for key in keys)):
        key = (row[SYSTEM], row[SIGNATURE])
        own = totals.get(key, Sum(*key, 0, 0, {}, [], [], 0, 0))
        if row[SKIPPED] is not None:
            own.skipped[row[SKIPPED]] = row["n"]
        cells = lists.get(tuple(row[key] for key in keys), row)
        for sum_, columns in ((own.numbers, counts), (own.missed, missed)):
            batches.add(sum_, numbers(cells, columns, names is None))
        totals[key] = own._replace(
            n=own.n + row["n_gold"],
            n_rows=own.n_rows + row["n"],
            hashes=(own.hashes + int(row["hashes"] or 0)) % (1 << 64),
            keyed=(own.keyed + int(row["keyed"] or 0)) % (1 << 64),
        )
    return list(totals.values())


def numbers(row: Any, columns: list[str], are_lists: bool) -> list[int]:
    """The numbers in some columns of a row or a sum; nothing counts as 0."""
    if are_lists:
        return [int(digits) for digits in row[columns[0]] or ()]
    return [int(row[name] or 0) for name in columns]


def add_lists(rows: DataFrame, keys: list[str], lists: list[str]) -> list[Any]:
    """Sums of lists: of each partition there, of those here."""
    types = dict(rows.select(*keys).dtypes)
    schema = ", ".join([f"`{key}` {types[key]}" for key in keys] + ["n bigint"] + [f"{name} array<string>" for name in lists])
    parts = rows.select(*keys, *lists).mapInArrow(partial(batches.add_lists, keys, lists), schema)
    merged = parts.repartition(*keys).mapInArrow(partial(batches.add_lists, keys, lists), schema)
    found: list[Any] = merged.collect()
    return found


def gold_of(rows: DataFrame, own: Sum, wanted: bool = True) -> str:
    """What a signature says of gold: its fingerprint, if that is wanted and can be had.

    That of relations is not one of texts, and without keys nobody knows the order.
    """
    if not wanted or SENTENCE not in rows.columns or own.signature.startswith("relations|"):
        return f"any-order-{own.hashes:016x}"
    mine = (rows[SYSTEM] == own.system) & (rows[SIGNATURE] == own.signature)
    return fingerprint(rows.where(mine))


def fingerprint(rows: DataFrame) -> str:
    """The fingerprint of gold, by one system's rows: that of the program for the same sentences in the same order.

    Hashes of sentences are sorted on the cluster and come here one partition after the other, eight bytes a sentence.
    """
    there = rows.where(rows[GOLD_HASH].isNotNull()).select(SENTENCE, GOLD_HASH)
    pieces = there.orderBy(SENTENCE).mapInArrow(_pack, "hashes binary")
    whole = _bezant.Fingerprint()
    for piece in pieces.toLocalIterator():
        whole.update(bytes(piece["hashes"]))
    return whole.hexdigest()


def _pack(all_batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    last = None
    for batch in all_batches:
        keys = batch.column(SENTENCE).to_pylist()
        for key in keys:
            if key == last:
                raise ValueError(f"sentence {key} is there twice: each has a key of its own in the column `id`")
            last = key
        column = batch.column(GOLD_HASH)
        if column.offset or column.null_count:
            column = pa.array(column.to_pylist(), pa.int64())
        data = column.buffers()[1].to_pybytes()[: 8 * len(column)]
        yield pa.RecordBatch.from_arrays([pa.array([data], pa.binary())], names=["hashes"])


def sign(signature: str, n: int, gold: str) -> str:
    """A signature with its data, where the program has them: before the files beside them and the version."""
    behind = _BEHIND_DATA.search(signature)
    at = behind.start() if behind else len(signature)
    return f"{signature[:at]}|n:{n}|gold:{gold}{signature[at:]}"
