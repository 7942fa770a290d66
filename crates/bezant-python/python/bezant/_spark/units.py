"""Comparisons: what `bezant compare` does, with everything that grows with the rows done on the cluster.

The program draws at most 20,000 units, each the sum of as many consecutive sentences as that takes. Those sums are made
on the executors; 20,000 of them a system come to the driver, where the program's own `compare` draws from them. So the
draws are the program's, and so is every figure.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, Iterable, Iterator, NamedTuple, Sequence

from bezant import _bezant
from bezant._call import tell
from bezant._spark import batches, totals
from bezant._spark.batches import SENTENCE, SKIPPED, SYSTEM

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame

#: No more units than these are drawn from, as in the program.
UNITS = 20_000

#: Scores that are closer than this are equal, as in the program.
EQUAL = 1e-12

#: Tests that draw units; others look at single sentences.
DRAWING = ("permutation", "bootstrap")

POSITION, SET, UNIT = "bezant_position", "bezant_set", "bezant_unit"


class Line(NamedTuple):
    """A sentence or several: the first one's number, how many there are, and their numbers, if they were scored."""

    sentence: int
    n: int
    numbers: list[int] | None


class Plan(NamedTuple):
    """How to compare, in the program's words."""

    scores: list[str]
    test: str
    correction: str
    block: int | None
    #: Other options, as they are typed.
    words: list[str]
    baseline: str | None = None


def compare(rows: DataFrame, plan: Plan) -> dict[str, Any]:
    """What `bezant compare --format json` prints of these rows."""
    names = totals.check(rows)
    if SENTENCE not in rows.columns:
        raise ValueError("rows have no key by which two systems' are paired: score with id='...'")
    sums = totals.add_up(rows)
    systems = [own.system for own in sums]
    _check_systems(sums)
    gold = totals.gold_of(rows, sums[0])
    signature = totals.sign(sums[0].signature, sums[0].n, gold)
    most = max(own.n_rows for own in sums)
    if most <= UNITS:
        return _compare_here(rows, names, systems, signature, plan)
    if plan.test not in DRAWING:
        raise ValueError(
            f"test={plan.test!r} looks at single sentences, which stay on the cluster where there are more than {UNITS:,}:"
            f" use one of {' and '.join(DRAWING)}, or compare saved rows on one machine"
        )
    return _compare_units(rows, names, systems, signature, plan.block or -(-most // UNITS), plan)


def _check_systems(sums: list[totals.Sum]) -> None:
    if len(sums) < 2:
        raise ValueError("there is only one system to compare; give the rows of another")
    first = sums[0]
    if len({own.system for own in sums}) < len(sums):
        raise ValueError("rows of one system were made in several ways: they have more than one signature")
    for own in sums[1:]:
        if own.signature != first.signature:
            raise ValueError(f"the rows were made in different ways:\n  {first.signature}\n  {own.signature}")
        if (own.n, own.n_rows, own.keyed) != (first.n, first.n_rows, first.keyed):
            raise ValueError(
                f"{first.system} and {own.system} were not scored on the same gold, or not under the same keys; score a"
                " sentence that a system lacks, too, with None for it"
            )


# Few sentences: all rows come here.


def _compare_here(
    rows: DataFrame, names: list[str] | None, systems: list[str], signature: str, plan: Plan
) -> dict[str, Any]:
    columns = batches.count_columns(names)
    found = rows.select(SYSTEM, SENTENCE, SKIPPED, *columns).collect()
    keys = sorted({row[SENTENCE] for row in found})
    numbers = {key: at for at, key in enumerate(keys, 1)}
    lines: dict[str, list[Line]] = {system: [] for system in systems}
    for row in found:
        if row[SKIPPED] is None:
            counts = totals.numbers(row, columns, names is None)
        else:
            counts = None
        lines[row[SYSTEM]].append(Line(numbers[row[SENTENCE]], 1, counts))
    for system, own in lines.items():
        own.sort(key=lambda line: line[0])
        twice = next((a[0] for a, b in zip(own, own[1:]) if a[0] == b[0]), None)
        if twice is not None:
            raise ValueError(f"sentence {keys[twice - 1]} of {system} is there twice")
    return _run(lines, signature, names, plan, plan.block or 1, None)


# Many sentences: sums of consecutive ones come here.


def _compare_units(
    rows: DataFrame, names: list[str] | None, systems: list[str], signature: str, block: int, plan: Plan
) -> dict[str, Any]:
    from pyspark.sql import functions as F

    placed = _positions(rows, systems)
    skipped = placed.where(F.col(SKIPPED).isNotNull()).select(SYSTEM, POSITION)
    bad: dict[str, set[int]] = {system: set() for system in systems}
    for row in skipped.collect():
        bad[row[SYSTEM]].add(row[POSITION])
    # Sentences that count for a system alone, and for each two: those that both have scored.
    pairs = _pairs(systems, plan.baseline)
    if "--replicates" not in plan.words:
        # What the program draws for so many comparisons, also where it sees two systems at a time.
        plan = plan._replace(words=[*plan.words, "--replicates", str(_enough(len(pairs) * len(plan.scores)))])
    sets: list[tuple[int, ...]] = []

    def number(members: Sequence[str]) -> int:
        left_out = tuple(sorted(set().union(*(bad[system] for system in members))))
        if left_out not in sets:
            sets.append(left_out)
        return sets.index(left_out)

    own = {system: number([system]) for system in systems}
    both = {pair: number(pair) for pair in pairs}
    wanted = {system: {own[system]} for system in systems}
    for pair, at in both.items():
        for system in pair:
            wanted[system].add(at)
    units = _sum_units(placed, names, sets, {system: sorted(those) for system, those in wanted.items()}, block)
    signs = _signs(rows, names, systems, pairs, plan.scores, signature)
    n = sum(count for _, count, _ in units[own[systems[0]], systems[0]]) + len(bad[systems[0]])

    def run(at: int, members: Iterable[str], own_plan: Plan = plan) -> dict[str, Any]:
        return _run({system: units[at, system] for system in members}, signature, names, own_plan, 1, block)

    if len(sets) == 1:
        found = run(0, systems)
    else:
        # Each pair has sentences of its own in common.
        found = run(own[systems[0]], systems[:1])
        for system in systems[1:]:
            found["systems"] += run(own[system], [system])["systems"]
        found.update(comparisons=[], effects=[])
        for pair, at in both.items():
            of_pair = run(at, pair, plan._replace(baseline=pair[1] if plan.baseline else None, correction="none"))
            found["signature"] = of_pair["signature"].replace("|correction:none", f"|correction:{plan.correction}")
            found["comparisons"] += of_pair["comparisons"]
            found["effects"] += of_pair["effects"]
        _adjust(found["comparisons"], plan.correction)
        found.pop("ranking", None)
    found.pop("notes", None)
    for effect in found.get("effects", ()):
        pair = (effect["a"], effect["b"])
        higher, lower, equal = signs[pair, effect["score"]]
        compared = higher + lower + equal
        effect.update(higher=higher, lower=lower, equal=equal)
        effect["effect"] = (higher - lower) / compared if compared else None
        effect["left_out"] = n - effect["sentences"]
    return found


def _enough(comparisons: int) -> int:
    """So many replicates that corrected p-values can be small enough."""
    return min(max(-(-comparisons * 40 // 1_000) * 1_000, 1_000), 10_000)


def _pairs(systems: list[str], baseline: str | None) -> list[tuple[str, str]]:
    if baseline is None:
        return list(combinations(systems, 2))
    if baseline not in systems:
        raise ValueError(f"no system is called {baseline}; there are {', '.join(systems)}")
    return [(system, baseline) for system in systems if system != baseline]


def _positions(rows: DataFrame, systems: list[str]) -> DataFrame:
    """Rows with the place of their sentence among all, by the order of keys, the first being 0."""
    from pyspark.sql import functions as F
    from pyspark.sql import types as T

    first = rows.where(F.col(SYSTEM) == systems[0])
    key = F.col(SENTENCE)
    if isinstance(rows.schema[SENTENCE].dataType, (T.LongType, T.IntegerType, T.ShortType, T.ByteType)):
        low, high, n = first.agg(F.min(key), F.max(key), F.count(key)).collect()[0]
        # Keys that are numbers without gaps are places; the fingerprint was refused if one is there twice.
        if high - low + 1 == n:
            return rows.withColumn(POSITION, key.cast("bigint") - F.lit(low))
    # The order is fixed when it is asked for the first time, so that a task which runs again numbers alike.
    numbered = first.select(SENTENCE).orderBy(SENTENCE).rdd.zipWithIndex().map(lambda both: (both[0][0], both[1]))
    schema = T.StructType([rows.schema[SENTENCE], T.StructField(POSITION, T.LongType())])
    places = rows.sparkSession.createDataFrame(numbered, schema)
    return rows.join(places, SENTENCE)


def _sum_units(
    placed: DataFrame,
    names: list[str] | None,
    sets: list[tuple[int, ...]],
    wanted: dict[str, list[int]],
    block: int,
) -> dict[tuple[int, str], list[Line]]:
    """For each set of sentences and each system that it is of, the sums of its units, in order."""
    from pyspark.sql import functions as F

    columns = batches.count_columns(names)
    scored = placed.where(F.col(SKIPPED).isNull()).select(SYSTEM, POSITION, *columns)
    if len(sets) == 1 and not sets[0]:
        unit = F.expr(f"{POSITION} div {block}")
        united = scored.select(F.lit(0).cast("bigint").alias(SET), unit.alias(UNIT), SYSTEM, *columns)
    else:
        types = dict(scored.dtypes)
        schema = f"`{SET}` bigint, `{UNIT}` bigint, `{SYSTEM}` string, " + ", ".join(
            f"`{name}` {types[name]}" for name in columns
        )
        united = scored.mapInArrow(partial(_units, sets, wanted, block, columns), schema)
    keys = [SET, UNIT, SYSTEM]
    if names is None:
        found = totals.add_lists(united, keys, columns)
    else:
        sums = [F.sum(name).alias(name) for name in columns]
        found = united.groupBy(*keys).agg(F.count(F.lit(1)).alias("n"), *sums).collect()
    units: dict[tuple[int, str], list[Line]] = {(at, system): [] for system, those in wanted.items() for at in those}
    for row in sorted(found, key=lambda row: row[UNIT]):
        own = units[row[SET], row[SYSTEM]]
        own.append(Line(row[UNIT] * block + 1, row["n"], totals.numbers(row, columns, names is None)))
    return units


def _units(
    sets: list[tuple[int, ...]],
    wanted: dict[str, list[int]],
    block: int,
    columns: list[str],
    all_batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Says of each row to which unit it belongs, once for each set of sentences that it is in."""
    import pyarrow as pa

    left_out = [frozenset(some) for some in sets]
    for batch in all_batches:
        rows, of_set, of_unit = [], [], []
        both = zip(batch.column(SYSTEM).to_pylist(), batch.column(POSITION).to_pylist())
        for at, (system, position) in enumerate(both):
            for nth in wanted[system]:
                if position not in left_out[nth]:
                    rows.append(at)
                    of_set.append(nth)
                    of_unit.append((position - bisect_left(sets[nth], position)) // block)
        taken = batch.take(pa.array(rows, pa.int64()))
        arrays = [pa.array(of_set, pa.int64()), pa.array(of_unit, pa.int64()), taken.column(SYSTEM)]
        arrays += [taken.column(name) for name in columns]
        yield pa.RecordBatch.from_arrays(arrays, names=[SET, UNIT, SYSTEM, *columns])


def _signs(
    rows: DataFrame,
    names: list[str] | None,
    systems: list[str],
    pairs: list[tuple[str, str]],
    scores: list[str],
    signature: str,
) -> dict[tuple[tuple[str, str], str], tuple[int, int, int]]:
    """In how many sentences the first of a pair has the higher score, the lower one, and the same."""
    from pyspark.sql import functions as F

    columns = batches.count_columns(names)
    scored = rows.where(F.col(SKIPPED).isNull()).select(SENTENCE, SYSTEM, *columns)
    key_type = dict(rows.dtypes)[SENTENCE]
    values = [f"value_{nth}" for nth in range(len(scores))]
    schema = f"`{SENTENCE}` {key_type}, `{SYSTEM}` string, " + ", ".join(f"{name} double" for name in values)
    valued = scored.mapInArrow(partial(_values, signature, scores, columns, names is None), schema)
    of_system = [
        F.max(F.when(F.col(SYSTEM) == system, F.col(name))).alias(f"{name}_{at}")
        for at, system in enumerate(systems)
        for name in values
    ]
    beside = valued.groupBy(SENTENCE).agg(*of_system)
    counted: list[Any] = []
    for a, b in pairs:
        for name in values:
            less = F.col(f"{name}_{systems.index(a)}") - F.col(f"{name}_{systems.index(b)}")
            for test in (less > EQUAL, less < -EQUAL, F.abs(less) <= EQUAL):
                counted.append(F.count(F.when(test, 1)).alias(f"c{len(counted)}"))
    found = iter(beside.agg(*counted).collect()[0])
    return {(pair, score): (next(found), next(found), next(found)) for pair in pairs for score in scores}


def _values(
    signature: str, scores: list[str], columns: list[str], are_lists: bool, all_batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """The scores of each sentence."""
    import pyarrow as pa

    for batch in all_batches:
        cells = [batch.column(name).to_pylist() for name in columns]
        rows = [list(map(int, digits)) for digits in cells[0]] if are_lists else [list(row) for row in zip(*cells)]
        found = _bezant.scores_of_rows(signature, scores, rows)
        arrays = [batch.column(SENTENCE), batch.column(SYSTEM)]
        arrays += [pa.array([row[nth] for row in found], pa.float64()) for nth in range(len(scores))]
        names = [SENTENCE, SYSTEM, *(f"value_{nth}" for nth in range(len(scores)))]
        yield pa.RecordBatch.from_arrays(arrays, names=names)


def _run(
    lines: dict[str, list[Line]],
    signature: str,
    names: list[str] | None,
    plan: Plan,
    drawn_together: int,
    block: int | None,
) -> dict[str, Any]:
    """Lets the program compare."""
    text = []
    for nth, (system, own) in enumerate(lines.items()):
        head = {"bezant_rows": 2, "signature": signature, "system": system, "rows": len(own)}
        text.append(json.dumps({**head, "more_systems": len(lines) - 1 - nth}))
        for sentence, n, numbers in own:
            line: dict[str, Any] = {"sentence": sentence, "n_sentences": n, "length": 0, "depth": 0}
            if numbers is None:
                line["skipped"] = "no_parse"
            else:
                line["counts"] = json.loads(_bezant.counts_json(signature, numbers))
            text.append(json.dumps(line))
    name = "memory:0/rows.jsonl"
    words = ["compare", name, "--format", "json", "--block", str(drawn_together), *plan.words]
    words += [word for score in plan.scores for word in ("--score", score)]
    words += ["--test", plan.test, "--correction", plan.correction]
    if plan.baseline is not None and len(lines) > 1:
        words += ["--baseline", plan.baseline]
    ran = _bezant.run(words, {name: ("\n".join(text) + "\n").encode()})
    # Skipped sentences are said of rows, not here.
    tell(ran, quiet=True)
    found: dict[str, Any] = json.loads(ran.out)
    if block is not None:
        found["signature"] = found["signature"].replace("|block:1|", f"|block:{block}|")
    return found


def _adjust(comparisons: list[dict[str, Any]], correction: str) -> None:
    """Corrects the p-values of each score for their number."""
    for score in {found["score"] for found in comparisons}:
        some = [found for found in comparisons if found["score"] == score and found.get("p") is not None]
        some.sort(key=lambda found: found["p"])
        m = len(some)
        if correction == "holm":
            least = 0.0
            for at, found in enumerate(some):
                least = found["p_adjusted"] = min(1.0, max(least, found["p"] * (m - at)))
        elif correction == "bh":
            most = 1.0
            for at in range(m, 0, -1):
                most = some[at - 1]["p_adjusted"] = min(most, m / at * some[at - 1]["p"])
        else:
            for found in some:
                found["p_adjusted"] = found["p"]
