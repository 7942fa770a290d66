"""Rows, sums and comparisons on Spark are those of the program, whatever the partitions and whatever fails."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest
from conftest import sentences

# Spark itself asks for pandas where functions get Arrow.
for needed in ("pyspark", "pyarrow", "pandas"):
    pytest.importorskip(needed)
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs Java", allow_module_level=True)

from bezant import Corpus, _bezant, spark  # noqa: E402
from bezant._spark import splits, units  # noqa: E402

TREES = ["failing.mrg", "weak.mrg", "middling.mrg"]
UD = ["entailments/strong.conllu", "entailments/weak.conllu"]
RELATIONS = "entailments/relations.toml"

METRICS = [
    ("brackets", "gold.mrg", TREES, {}),
    pytest.param("brackets", "gold.mrg", TREES, {"preset": "collins", "align": True}, marks=pytest.mark.slow),
    ("fragments", "gold.mrg", TREES, {}),
    ("dependencies", "entailments/gold.conllu", UD, {}),
    pytest.param("dependencies", "entailments/gold.conllu", UD, {"preset": "conllx"}, marks=pytest.mark.slow),
    ("relations", "entailments/gold.conllu", UD, {"mapping": RELATIONS}),
]


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    made = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        # Java compiles for runs of hours otherwise, which takes it twice as long as the tests.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.sql.shuffle.partitions", "3")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "17")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    made.sparkContext.setLogLevel("OFF")
    yield made
    made.stop()


def frame(session: Any, gold: str, systems: list[str]) -> Any:
    """Sentences of the demo, one a row, systems beside each other."""
    columns = [sentences(path) for path in (gold, *systems)]
    rows = [(at, *row) for at, row in enumerate(zip(*columns), 1)]
    names = ", ".join(f"`{name(system)}` string" for system in systems)
    return session.createDataFrame(rows, f"nr bigint, gold string, {names}")


def name(path: str) -> str:
    return Path(path).stem


def saved(tmp_path: Path, metric: str, gold: str, systems: list[str], options: dict[str, Any]) -> list[Any]:
    """What the program saves: of each system a head and its rows."""
    path = tmp_path / "rows.jsonl"
    words = [word for key, value in options.items() for word in _word(key, value)]
    words += ["--names", ",".join(map(name, systems)), "--save", str(path), "--replicates", "0", "-q"]
    ran = _bezant.run([metric, gold, *systems, *words])
    assert ran.status == 0, ran.messages
    found: list[Any] = []
    for line in path.read_text().splitlines():
        data = json.loads(line)
        if "bezant_rows" in data:
            found.append((data, []))
        else:
            found[-1][1].append(data)
    return found


def _word(key: str, value: Any) -> list[str]:
    return [f"--{key.replace('_', '-')}"] + ([] if value is True else [str(value)])


def without_gold(signature: str) -> str:
    return re.sub(r"\|gold:[^|]*", "", signature)


def figures(totals: spark.Totals) -> Any:
    return [(own.name, own.n, own.scores, own.scores_with_missed, own.skipped, own.signature) for own in totals]


@pytest.mark.parametrize(("metric", "gold", "systems", "options"), METRICS)
def test_sums_are_those_of_one_machine_whatever_the_partitions(
    metric: str,
    gold: str,
    systems: list[str],
    options: dict[str, Any],
    session: Any,
    tmp_path: Path,
    typed: Callable[..., Any],
) -> None:
    words = [word for key, value in options.items() for word in _word(key, value)]
    expected = {own["name"]: own for own in typed(metric, gold, *systems, *words, "-q")["systems"]}
    by_hand = {head["system"]: (head, rows) for head, rows in saved(tmp_path, metric, gold, systems, options)}
    df = frame(session, gold, systems)
    found = []
    for n in (1, 2, 8):
        rows = spark.score(df.repartition(n), metric, system=[name(one) for one in systems], id="nr", **options)
        # Somebody shuffles them on the way.
        found.append(spark.total(rows.repartition(5) if n == 2 else rows))
    for totals in found:
        assert figures(totals) == figures(found[0])
        for path in systems:
            own = totals[name(path)]
            program = expected[Path(path).name]
            head, rows = by_hand[own.name]
            assert own.scores == program["scores"]
            if metric == "relations":
                # Sentences by numbers have no fingerprint there; all else is the same, the mapping, too.
                assert "|mapping:" in own.signature
                assert without_gold(own.signature) == without_gold(head["signature"])
            else:
                assert own.signature == head["signature"]
            assert own.n == len(rows)
            assert own.n_skipped == len(program.get("skipped", []))
            if own.n_skipped:
                assert own.scores_with_missed == program["scores_with_missed"]


def test_rows_say_what_saved_rows_say(session: Any, tmp_path: Path) -> None:
    [(_, expected)] = saved(tmp_path, "brackets", "gold.mrg", ["failing.mrg"], {})
    df = frame(session, "gold.mrg", ["failing.mrg"])
    rows = spark.score(df, "brackets", system="failing", id="nr", keep=["nr"]).orderBy("sentence").collect()
    assert [row["nr"] for row in rows] == list(range(1, 61))
    for row, line in zip(rows, expected):
        assert (row["sentence"], row["length"], row["depth"]) == (line["sentence"], line["length"], line["depth"])
        reason = line.get("skipped")
        assert row["skipped"] == (next(iter(reason)) if isinstance(reason, dict) else reason)
        for prefix, counts in (("count_", line.get("counts")), ("missed_", line.get("missed"))):
            own = {key[len(prefix) :]: row[key] for key in row.asDict() if key.startswith(prefix)}
            assert counts is None or {key: own[key] for key in counts} == counts
            assert (counts is None) == all(value is None for value in own.values())
    assert [row["reason"] for row in rows if row["skipped"] == "word_mismatch"] == [
        "word 3 is clock in gold, clocks in the system"
    ]


@pytest.mark.parametrize("dies", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_task_that_fails_or_dies_once_changes_nothing(dies: bool, session: Any, tmp_path: Path) -> None:
    df = frame(session, "gold.mrg", TREES)
    systems = [name(one) for one in TREES]
    expected = figures(spark.total(spark.score(df, "brackets", system=systems, id="nr")))
    marker = str(tmp_path / "failed")

    def fails(batches: Any) -> Any:
        for at, batch in enumerate(batches):
            if at == 1:
                try:
                    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    pass
                else:
                    if dies:
                        os.kill(os.getpid(), signal.SIGKILL)
                    raise RuntimeError("this task fails once")
            yield batch

    flaky = df.repartition(2).mapInArrow(fails, df.schema)
    rows = spark.score(flaky, "brackets", system=systems, id="nr")
    rows = rows.mapInArrow(fails, rows.schema)
    os.remove(marker) if os.path.exists(marker) else None
    assert figures(spark.total(rows)) == expected
    assert os.path.exists(marker)


@pytest.mark.parametrize(("block", "key"), [
    pytest.param(None, "number", marks=pytest.mark.slow),
    (7, "number"),
    pytest.param(7, "text", marks=pytest.mark.slow),
])
def test_comparisons_are_those_of_the_program(
    block: int | None,
    key: str,
    session: Any,
    tmp_path: Path,
    typed: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from pyspark.sql import functions as F

    if block:
        # As if there were so many sentences that not all come to the driver.
        monkeypatch.setattr(units, "UNITS", -(-60 // block))

    keys = {"number": F.col("nr"), "text": F.format_string("s%05d", "nr")}
    df = frame(session, "gold.mrg", TREES).withColumn("key", keys[key]).repartition(4)
    # Systems that skip sentences and systems that do not, and one that skips others.
    df = df.withColumn("weak", F.when(F.col("nr") != 40, F.col("weak")).otherwise(""))
    weak = [text if at != 40 else "" for at, text in enumerate(sentences("weak.mrg"), 1)]
    Path("holes.mrg").write_text("\n".join(weak) + "\n")
    words = ["--block", str(block)] if block else []
    for systems, options in [
        (["middling", "weak"], {}),
        (["failing", "middling", "weak"], {"score": ["f1", "exact_match"], "seed": 7, "replicates": 200}),
        (["failing", "middling", "weak"], {"baseline": "middling", "test": "bootstrap", "correction": "bh"}),
    ]:
        saved(tmp_path, "brackets", "gold.mrg", ["holes.mrg" if one == "weak" else one + ".mrg" for one in systems], {})
        lines = (tmp_path / "rows.jsonl").read_text().replace('"system":"holes"', '"system":"weak"')
        (tmp_path / "rows.jsonl").write_text(lines)
        options_typed = [
            word
            for option, value in options.items()
            for one in (value if isinstance(value, list) else [value])
            for word in (f"--{option}", str(one))
        ]
        expected = typed("compare", str(tmp_path / "rows.jsonl"), *words, *options_typed, "-q")
        rows = spark.score(df, "brackets", system=systems, id="key")
        found = spark.compare(rows, **options)
        assert found.comparisons == expected["comparisons"]
        assert found.effects == expected["effects"]
        assert found.signature == expected["signature"]
        for own, program in zip(found.systems, expected["systems"]):
            assert (own["name"], own["scores"], own["intervals"]) == (
                program["name"],
                program["scores"],
                program["intervals"],
            )
    assert found.json["effects"][0]["left_out"] > 0


@pytest.mark.slow
def test_fragments_are_compared_by_units_too(
    session: Any, tmp_path: Path, typed: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "UNITS", 59)
    saved(tmp_path, "fragments", "gold.mrg", ["failing.mrg", "weak.mrg"], {})
    expected = typed("compare", str(tmp_path / "rows.jsonl"), "--block", "9", "--replicates", "100", "-q")
    df = frame(session, "gold.mrg", ["failing.mrg", "weak.mrg"])
    both = [spark.score(df, "fragments", system=one, id="nr") for one in ("failing", "weak")]
    found = spark.compare(*both, block=9, replicates=100)
    assert found.comparisons == expected["comparisons"]
    assert found.effects == expected["effects"]
    assert (found.difference, found.p) == (expected["comparisons"][0]["difference"], expected["comparisons"][0]["p"])


@pytest.mark.parametrize("metric", ["brackets", pytest.param("fragments", marks=pytest.mark.slow)])
def test_saved_rows_are_those_of_the_program_to_the_byte(metric: str, session: Any, tmp_path: Path) -> None:
    saved(tmp_path, metric, "gold.mrg", ["failing.mrg", "weak.mrg"], {})
    df = frame(session, "gold.mrg", ["failing.mrg", "weak.mrg"]).repartition(3)
    spark.save(spark.score(df, metric, system=["failing", "weak"], id="nr"), tmp_path / "here.jsonl")
    lines = (tmp_path / "here.jsonl").read_text()
    # What stands on a line by itself has no other line in its file.
    expected = (tmp_path / "rows.jsonl").read_text().replace('"line":22,', '"line":1,')
    assert lines == expected
    with pytest.raises(ValueError, match="not as .csv"):
        spark.save(df, tmp_path / "rows.csv")
    assert not (tmp_path / "rows.csv").exists()


GOOD = "(S (NP (DT the) (NN dog)) (VP (VBZ barks)))"


def test_a_bad_sentence_is_a_row(session: Any) -> None:
    rows = [(1, GOOD, GOOD), (2, GOOD, GOOD[:-1]), (3, GOOD, None), (4, None, GOOD), (5, GOOD, "no parse"), (6, "", "")]
    df = session.createDataFrame(rows, "id bigint, gold string, system string")
    for n in (1, 6):
        scored = spark.score(df.repartition(n), "brackets", id="id").orderBy("sentence").collect()
        assert [row["skipped"] for row in scored][:4] == [None, "system_unreadable", "system_missing", "gold_missing"]
        assert scored[4]["skipped"] is not None
        assert all((row["skipped"] is None) == (row["reason"] is None) for row in scored)
    total = spark.total(spark.score(df, "brackets", id="id"))
    assert (total.f1, total.counts["gold"], total.n) == (1.0, 3, 5)
    assert total.scores_with_missed["recall"] < 0.5
    # Nothing at all.
    nothing = spark.total(spark.score(df.where("id > 9"), "brackets", id="id"))
    assert len(nothing) == 0


@pytest.mark.slow
def test_without_a_key_gold_is_told_by_a_sum_of_hashes(session: Any) -> None:
    df = frame(session, "gold.mrg", ["weak.mrg"])
    by_order = [spark.total(spark.score(df.orderBy(order), "brackets", system="weak")) for order in ("nr", "gold")]
    assert by_order[0].signature == by_order[1].signature
    assert "|n:60|gold:any-order-" in by_order[0].signature
    other = spark.total(spark.score(df.where("nr <> 7"), "brackets", system="weak"))
    assert other.signature != by_order[0].signature


def test_files_are_split_where_sentences_begin(session: Any, tmp_path: Path, demo: Path) -> None:
    for path, read in [("gold.mrg", spark.read_trees), ("entailments/weak.conllu", spark.read_conllu)]:
        expected = [text.strip() for text in Corpus.open(path).texts()]
        compressed = tmp_path / (Path(path).name + ".gz")
        compressed.write_bytes(gzip.compress(Path(path).read_bytes()))
        for file, size in [(path, 1 << 20), (path, 777), (str(compressed), 777)]:
            found = read(session, file, split_bytes=size).orderBy("sentence").collect()
            assert [row["text"].strip() for row in found] == expected
            assert [row["sentence"] for row in found] == list(range(1, len(expected) + 1))
    folder = tmp_path / "folder"
    (folder / "b").mkdir(parents=True)
    (folder / "_SUCCESS").write_text("")
    shutil.copy("gold.mrg", folder / "b" / "2.mrg")
    shutil.copy("weak.mrg", folder / "1.mrg")
    found = spark.read_trees(session, folder).orderBy("sentence").collect()
    assert [(row["file"], row["sentence"]) for row in found[59:61]] == [("1.mrg", 60), ("b/2.mrg", 61)]
    beside = spark.pairs(spark.read_trees(session, "gold.mrg"), {"weak": spark.read_trees(session, "weak.mrg")})
    total = spark.total(spark.score(beside, "brackets", system="weak", id="sentence"))
    assert "|n:60|gold:1813ea8e0e14e5da|" in total.signature


LAYOUTS = {
    "lines.mrg": "(A a)\n\n(B b)\r\n(C\n(D d)",
    "indented.mrg": "# ours (\n( (S (A a)\n   (B b)) )\n\n(C c) (D d)\n(S\n  (B b)\n)\n(X x)\n",
    "flush.mrg": "(S (A a)\n  (B b)\n)\n(S\n(A a)\n  (B b))\n(C c)\n",
    "two.conllu": "\n\n# x\n1\ta\n2\tb\n\n\n\n1\tc\n\n# only\n\n1\td\n\n# tail\n#\n",
    "returns.conllu": "\r\n1\ta\r\n2\tb\r\n\r\n\r\n1\tc\r\n\n1\td\r\n\r\n# x\r\n",
    "mark.conllu": "\ufeff1\ta\n\n1\tb",
}


@pytest.mark.parametrize("file", LAYOUTS)
def test_every_split_of_every_layout_has_the_same_sentences(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / file
    path.write_bytes(LAYOUTS[file].encode())
    is_tree = file.endswith(".mrg")
    texts = Corpus.open(path, None if is_tree else "conllu").texts()
    expected = [text.removeprefix("\ufeff").strip().encode() for text in texts]
    for chunk in (1, 2, 3, 7, 1 << 20):
        monkeypatch.setattr(splits, "CHUNK", chunk)
        for size in range(1, path.stat().st_size + 2):
            plan = splits.plan([str(path)], None if is_tree else splits.BLOCKS, size)
            found = [text.strip() for split in plan for text in splits.sentences(split)]
            assert found == expected, (chunk, size)


@pytest.mark.slow
def test_the_job_for_spark_submit_says_what_the_program_says(tmp_path: Path, typed: Callable[..., Any]) -> None:
    job = Path(__file__).parents[3] / "examples" / "python" / "spark_job.py"
    words = ["--option", "preset=collins", "--rows", str(tmp_path / "rows")]
    words += ["gold.mrg", "failing=failing.mrg", "weak=weak.mrg"]
    settings = "--master local[1] --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=1 pyspark-shell"
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "PYSPARK_SUBMIT_ARGS": settings}
    done = subprocess.run([sys.executable, str(job), *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    *systems, comparison = [json.loads(line) for line in done.stdout.splitlines()]
    expected = typed("brackets", "gold.mrg", "failing.mrg", "weak.mrg", "--preset", "collins", "-q")
    assert [own["scores"] for own in systems] == [own["scores"] for own in expected["systems"]]
    assert comparison["comparisons"][0]["p"] == expected["comparisons"][0]["p"]
    assert "failing: 3 sentences skipped (no_parse)" in done.stderr


def test_a_broken_tree_over_several_lines_ends_where_the_next_one_starts() -> None:
    text = b"(S (A a)\n  (B b))\n(S\n  (B b)\n(X x)\n(S (E e)))\n(F f) (G g)\n"
    # Near the start of a file, nothing tells it from trees whose inner lines begin in the first column.
    assert splits.tree_layout(text) == splits.FREE
    assert splits.tree_layout(text.split(b"(S\n")[0]) == splits.INDENTED
    found = list(splits.divide([text], splits.INDENTED, True))
    assert found == [b"(S (A a)\n  (B b))", b"(S\n  (B b)", b"(X x)", b"(S (E e)))", b"(F f)", b"(G g)"]
    deep = b"(" * 300 + b"A a" + b")" * 300
    assert list(splits.divide([deep + b"\n" + deep], splits.INDENTED, True)) == [deep, deep]


@pytest.mark.slow
def test_what_is_wrong_is_said_before_anything_runs(session: Any, tmp_path: Path) -> None:
    df = frame(session, "gold.mrg", ["weak.mrg"])
    with pytest.raises(ValueError, match="there is no column system; there are nr, gold, weak"):
        spark.score(df, "brackets")
    with pytest.raises(ValueError, match="'entail' does not score sentence by sentence"):
        spark.score(df, "entail", system="weak")
    with pytest.raises(TypeError, match="did you mean 'preset'"):
        spark.score(df, "brackets", system="weak", presets="collins")
    with pytest.raises(TypeError, match="worst says nothing about how a sentence is scored"):
        spark.score(df, "brackets", system="weak", worst=3)
    with pytest.raises(ValueError, match="rows have a column length of their own"):
        spark.score(df.withColumnRenamed("nr", "length"), "brackets", system="weak", keep=["length"])
    with pytest.raises(ValueError, match="no rows of bezant.spark.score"):
        spark.total(df)
    with pytest.raises(FileNotFoundError, match="nowhere is not there"):
        spark.read_trees(session, tmp_path / "nowhere")
    rows = spark.score(df, "brackets", system="weak")
    with pytest.raises(ValueError, match="score with id="):
        spark.compare(rows, rows)
    weak = spark.score(df, "brackets", system="weak", id="nr")
    with pytest.raises(ValueError, match="only one system"):
        spark.compare(weak)
    other = spark.score(df.withColumnRenamed("weak", "other"), "brackets", system="other", id="nr", preset="collins")
    with pytest.raises(ValueError, match="made in different ways"):
        spark.compare(weak, other)
    fewer = spark.score(df.withColumnRenamed("weak", "other").where("nr < 60"), "brackets", system="other", id="nr")
    with pytest.raises(ValueError, match="not scored on the same gold"):
        spark.compare(weak, fewer)
    twice = spark.score(df.selectExpr("least(nr, 59) as nr", "gold", "weak"), "brackets", system="weak", id="nr")
    with pytest.raises(Exception, match="sentence 59 is there twice"):
        spark.total(twice)
