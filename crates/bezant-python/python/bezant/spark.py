"""bezant on Spark: sentences in a DataFrame are scored where they are, and only sums come back.

    from bezant import spark

    gold = spark.read_trees(session, "hdfs://cluster/gold/")
    parses = spark.read_trees(session, "hdfs://cluster/parses/")
    rows = spark.score(spark.pairs(gold, parses), "brackets", id="sentence", preset="collins")
    print(spark.total(rows).f1)

A row says what one sentence contributes. Counts add, so the sum of the rows is that of one machine to the last digit,
however they were spread over partitions, and whichever tasks had to run again. pyspark and pyarrow must be installed,
here and on the executors, and so must bezant; pandas need not.
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Union

from bezant import _bezant, _call
from bezant._spark import batches, saving, splits, totals, units
from bezant._spark.batches import SENTENCE, SIGNATURE, SYSTEM
from bezant._spark.results import Comparison, Total, Totals

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Comparison", "Total", "Totals", "compare", "pairs", "read_conllu", "read_trees", "save", "score", "total"]

#: What can be said of one sentence without the others.
METRICS = ("brackets", "fragments", "dependencies", "relations")

#: Options of the program that are about what is shown of rows, or done with them.
OF_REPORTS = frozenset(
    "against agreement baseline block buckets classes columns compat contrast correction cutoff details explain format"
    " interval labels level list max min output per_sentence plot replicates report run save score seed show strict table"
    " test worst write".split()
)

#: How many bytes of a file a task reads.
SPLIT_BYTES = 64 << 20

#: Sentences that are handed on at once.
_AT_ONCE = 4_096

Path = Union[str, "os.PathLike[str]"]


def score(
    df: DataFrame,
    metric: str,
    gold: str = "gold",
    system: str | Iterable[str] | Mapping[str, str] = "system",
    id: str | None = None,
    keep: Iterable[str] = (),
    **options: Any,
) -> DataFrame:
    """Scores every sentence of a DataFrame: one row a sentence and system.

    `metric` is `"brackets"`, `"fragments"`, `"dependencies"` or `"relations"`, with the options that the function of
    that name takes. `gold` and `system` are columns with one sentence each: a tree, or the lines of a sentence in
    columns; null where there is none. Several systems are a list of columns, or a mapping of names to columns.

    `id` is a column whose values are different in each row, and whose order is that of the sentences: with it rows can
    be compared, and have the program's fingerprint of gold. `keep` are columns that rows keep, to be grouped by.

    A sentence that cannot be scored is a row, too, with the reason in `skipped` and, in words, in `reason`.
    """
    _check_packages()
    from pyspark.sql import functions as F

    systems = _systems(system)
    kept = list(keep)
    wanted = [gold, *systems.values(), *kept, *([] if id is None else [id])]
    for name in wanted:
        if name not in df.columns:
            raise ValueError(f"there is no column {name}; there are {', '.join(df.columns)}")
    chosen = [F.col(gold).cast("string").alias("bezant_gold")]
    chosen += [F.col(column).cast("string").alias(f"bezant_system_{at}") for at, column in enumerate(systems.values())]
    own = [F.col(name) for name in kept]
    if id is not None:
        own.insert(0, F.col(id).alias(SENTENCE))
        kept.insert(0, SENTENCE)
    sentences = df.select(*own, *chosen)
    plan = _plan(sentences, metric, options, list(systems), kept)
    known = dict(sentences.dtypes)
    columns = [(name, known[name]) for name in kept] + batches.columns(plan)
    clash = sorted(set(kept) & {name for name, _ in batches.columns(plan)} | ({SIGNATURE} & set(kept)))
    if clash:
        raise ValueError(f"rows have a column {clash[0]} of their own; rename the one to keep")
    schema = ", ".join(f"`{name}` {kind}" for name, kind in columns)
    rows = sentences.mapInArrow(partial(batches.score, plan), schema)
    return rows.withColumn(SIGNATURE, F.lit(plan.signature))


def total(rows: DataFrame, fingerprint: bool = True) -> Totals:
    """The scores of all rows, added up on the cluster: equal to those of one machine to the last digit.

    With `fingerprint`, and where rows have been scored with an `id`, the signature has the fingerprint of gold that the
    program gives the same sentences in the same order, for which hashes are sorted on the cluster. Otherwise it says
    `gold:any-order-` and the sum of the sentences' hashes, which costs nothing.
    """
    found = []
    known: dict[tuple[int, int], str] = {}
    for own in totals.add_up(rows):
        # Systems that were scored on the same sentences have the same gold.
        same = (own.keyed, own.hashes)
        if same not in known:
            known[same] = totals.gold_of(rows, own, fingerprint)
        found.append(Total.of(own, totals.sign(own.signature, own.n, known[same])))
    return Totals(found)


def compare(
    *rows: DataFrame,
    score: str | Iterable[str] | None = None,
    baseline: str | None = None,
    test: str = "permutation",
    replicates: int | None = None,
    seed: int = 12_345,
    level: float = 0.95,
    interval: str = "bca",
    correction: str = "holm",
    block: int | None = None,
) -> Comparison:
    """Says whether systems differ, as `bezant compare` does, with the same draws and so the same figures.

    `rows` are those of two or more systems, in one DataFrame or several, scored with an `id`. Up to 20,000 sentences
    come to the driver. Where there are more, consecutive ones are added up on the cluster to at most 20,000 units, which
    the program does, too (`block`), and only those come here.
    """
    if not rows:
        raise TypeError("compare() needs rows of two systems or more")
    together = rows[0]
    for other in rows[1:]:
        together = together.unionByName(other)
    sums_of = together.select(SIGNATURE).first()
    if sums_of is None:
        raise ValueError("there are no rows to compare")
    if score is None:
        score = next(iter(_bezant.scores(sums_of[SIGNATURE], [])))
    scores = [score] if isinstance(score, str) else list(score)
    words = ["--seed", str(seed), "--level", repr(level), "--interval", interval]
    if replicates is not None:
        words += ["--replicates", str(replicates)]
    plan = units.Plan(scores, test, correction, block, words, baseline)
    return Comparison(units.compare(together, plan))


def save(rows: DataFrame, path: str | os.PathLike[str]) -> None:
    """Saves rows as the program does with `--save rows.jsonl`, byte for byte, for `bezant merge`, `compare` and `report`.

    Rows come to the driver one partition after the other and are written there, so this is for as many as one machine
    should have. Sentences are numbered by the order of their keys.
    """
    ending = os.path.splitext(os.fspath(path))[1]
    if ending in (".csv", ".tsv", ".parquet", ".html"):
        raise ValueError(f"rows are saved as lines of JSON, not as {ending}: name a file with .jsonl at its end")
    totals.check(rows)
    if SENTENCE not in rows.columns:
        raise ValueError("rows have no key that says their order: score with id='...'")
    found = total(rows)
    part = f"{os.fspath(path)}.part"
    with open(part, "w", encoding="utf-8", newline="\n") as out:
        for line in saving.lines(rows, [(own.name, own.signature) for own in found]):
            out.write(line)
    os.replace(part, path)


def pairs(gold: DataFrame, system: DataFrame | Mapping[str, DataFrame]) -> DataFrame:
    """Sentences of gold beside those of one or more systems, by `sentence`: columns `sentence`, `gold` and `system`, or
    the systems' names."""
    systems = system if isinstance(system, Mapping) else {"system": system}
    beside = gold.select(SENTENCE, gold["text"].alias("gold"))
    for name, own in systems.items():
        beside = beside.join(own.select(SENTENCE, own["text"].alias(name)), SENTENCE, "full")
    return beside


def read_trees(session: SparkSession, path: Path | Iterable[Path], split_bytes: int = SPLIT_BYTES) -> DataFrame:
    """The trees of files, one a row: columns `file`, `sentence` (its number, from 1 on over all files in the order of their
    names) and `text`.

    Large files are read by several tasks, which begin and end where trees do, so that rows are the same whatever
    `split_bytes` is. Files ending in .gz, .bz2, .zst or .lz4 are one task each. `path` is a file, a folder or a list of
    them, also `hdfs://`, `s3://` or what else pyarrow reads. To number sentences, files are read once when this is called.
    """
    return _read(session, path, None, split_bytes)


def read_conllu(session: SparkSession, path: Path | Iterable[Path], split_bytes: int = SPLIT_BYTES) -> DataFrame:
    """The sentences of files in which an empty line ends a sentence, such as CoNLL-U and CoNLL-X, with their comments:
    the columns of `read_trees`."""
    return _read(session, path, splits.BLOCKS, split_bytes)


def _check_packages() -> None:
    try:
        import pyarrow  # noqa: F401
        import pyspark  # noqa: F401
    except ImportError as error:
        raise ImportError(f"bezant.spark needs pyspark and pyarrow ({error}): pip install pyspark pyarrow") from error


def _systems(system: str | Iterable[str] | Mapping[str, str]) -> dict[str, str]:
    if isinstance(system, str):
        return {system: system}
    found = dict(system) if isinstance(system, Mapping) else {name: name for name in system}
    if not found:
        raise ValueError("there is no system: name a column, or several")
    return found


def _plan(
    sentences: DataFrame, metric: str, options: Mapping[str, Any], systems: list[str], kept: list[str]
) -> batches.Plan:
    """What tasks are told: how the first sentences are scored is how all are."""
    words = _words(metric, options)
    columns = ["bezant_gold", *(f"bezant_system_{at}" for at in range(len(systems)))]
    # The first of each column, so that all know what the columns hold.
    firsts = []
    for name in columns:
        first = sentences.where(f"length(trim({name})) > 0").select(name).first()
        firsts.append("" if first is None else first[0])
    counter = _bezant.Counter(words)
    found = _bezant.batch(counter, firsts, firsts[:1], [[first] for first in firsts[1:]])
    return batches.Plan(
        words=words,
        firsts=firsts,
        signature=found.signature,
        names=found.names,
        gold=columns[0],
        systems=dict(zip(systems, columns[1:])),
        kept=kept,
    )


def _words(metric: str, options: Mapping[str, Any]) -> list[str]:
    if metric not in METRICS:
        raise ValueError(f"{metric!r} does not score sentence by sentence; there are {', '.join(METRICS)}")
    known = _call.commands()[metric].options
    placed = dict(options)
    for name, value in options.items():
        if name in OF_REPORTS and name in known:
            raise TypeError(f"{name} says nothing about how a sentence is scored; there is a row for each sentence")
        is_file = name in known and known[name].value_name.startswith("FILE")
        if is_file and isinstance(value, (str, os.PathLike)):
            # Executors are in other folders.
            placed[name] = os.path.abspath(value)
    return [metric, *_call.words(metric, placed)]


def _read(session: SparkSession, path: Path | Iterable[Path], layout: str | None, split_bytes: int) -> DataFrame:
    _check_packages()
    if isinstance(path, (str, os.PathLike)):
        path = [path]
    if split_bytes < 1:
        raise ValueError("split_bytes is a number of bytes, 1 or more")
    plan = splits.plan([os.fspath(one) for one in path], layout, split_bytes)
    n = max(len(plan), 1)
    counted = session.range(0, len(plan), 1, n).mapInArrow(partial(_count, plan), "at bigint, n bigint").collect()
    numbers = {row["at"]: row["n"] for row in counted}
    firsts, behind = [], 1
    for at in range(len(plan)):
        firsts.append(behind)
        behind += numbers.get(at, 0)
    schema = f"file string, `{SENTENCE}` bigint, text string"
    return session.range(0, len(plan), 1, n).mapInArrow(partial(_sentences, plan, firsts), schema)


def _count(plan: list[splits.Split], all_batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa

    for batch in all_batches:
        for at in batch.column(0).to_pylist():
            n = sum(1 for _ in splits.sentences(plan[at]))
            yield pa.RecordBatch.from_pydict({"at": pa.array([at], pa.int64()), "n": pa.array([n], pa.int64())})


def _sentences(
    plan: list[splits.Split], firsts: list[int], all_batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    for batch in all_batches:
        for at in batch.column(0).to_pylist():
            texts: list[str] = []
            number = firsts[at]
            for sentence in splits.sentences(plan[at]):
                texts.append(sentence.decode("utf-8", "replace"))
                if len(texts) == _AT_ONCE:
                    yield _batch(plan[at].name, number, texts)
                    number += len(texts)
                    texts = []
            if texts:
                yield _batch(plan[at].name, number, texts)


def _batch(name: str, number: int, texts: list[str]) -> pa.RecordBatch:
    import pyarrow as pa

    arrays = [
        pa.array([name] * len(texts), pa.string()),
        pa.array(range(number, number + len(texts)), pa.int64()),
        pa.array(texts, pa.string()),
    ]
    return pa.RecordBatch.from_arrays(arrays, names=["file", SENTENCE, "text"])
